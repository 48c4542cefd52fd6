"""The stream as an ASGI answer: one write for everything that waits, ticks, pings, slow readers, the end."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from app.realtime import stream
from app.realtime.hub import LocalHub
from app.realtime.stream import EventStream, event
from tests.support import loops


class Feed:
    """Versions and fragments as a script; what was asked for is kept."""

    def __init__(self, *news: tuple[int, str] | None) -> None:
        self.news_: list[tuple[int, str] | None] = list(news)
        self.seen: list[int] = []

    def news(self, seen: int) -> tuple[int, str] | None:
        self.seen.append(seen)
        return self.news_.pop(0) if self.news_ else (seen, "")


class Client:
    """One reader: what was sent to it, and its leaving."""

    def __init__(self, *, stalls: bool = False) -> None:
        self.sent: list[dict[str, Any]] = []
        self.left = asyncio.Event()
        self.stalls = stalls

    async def receive(self) -> dict[str, Any]:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if self.stalls and message["type"] == "http.response.body":
            await asyncio.sleep(60)
        self.sent.append(message)

    @property
    def text(self) -> str:
        return b"".join(message.get("body", b"") for message in self.sent).decode()


def play(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    loops.run(asyncio.wait_for(scene(), 10))


async def until(found: Callable[[], bool]) -> None:
    while not found():
        await asyncio.sleep(0.005)


def test_an_event_carries_its_id_and_every_line_of_its_fragments() -> None:
    assert event(7, "<p>\n\n a</p>\r\n<b>") == "id: 7\ndata: <p>\ndata:  a</p>\ndata: <b>\n\n"


def test_an_event_without_fragments_is_a_named_tick() -> None:
    assert event(7, "") == "id: 7\nevent: tick\ndata:\n\n"


def test_an_id_is_sent_before_anything_happens() -> None:
    async def scene() -> None:
        client, hub = Client(), LocalHub()
        run = asyncio.ensure_future(EventStream(hub, "t", Feed(), 5)({}, client.receive, client.send))
        await until(lambda: "id: 5" in client.text)
        assert dict(client.sent[0]["headers"])[b"x-accel-buffering"] == b"no"
        assert b"content-length" not in dict(client.sent[0]["headers"])
        client.left.set()
        await run

    play(scene)


def test_what_is_announced_is_sent_and_the_next_question_starts_there() -> None:
    async def scene() -> None:
        client, hub, feed = Client(), LocalHub(), Feed((5, ""), (8, "<p>news</p>"))
        run = asyncio.ensure_future(EventStream(hub, "t", feed, 5)({}, client.receive, client.send))
        await until(lambda: hub.listeners("t") == 1 and feed.seen == [5])
        hub.announce("t", 8)
        await until(lambda: "id: 8\ndata: <p>news</p>" in client.text)
        hub.announce("t", 8)
        await until(lambda: feed.seen == [5, 5, 8])
        client.left.set()
        await run
        assert hub.listeners("t") == 0

    play(scene)


def test_a_version_without_news_for_this_seat_only_ticks() -> None:
    async def scene() -> None:
        client, hub = Client(), LocalHub()
        run = asyncio.ensure_future(EventStream(hub, "t", Feed((9, "")), 5)({}, client.receive, client.send))
        await until(lambda: "id: 9\nevent: tick" in client.text)
        client.left.set()
        await run

    play(scene)


def test_silence_is_filled_with_named_pings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "PING_SECONDS", 0.02)
    monkeypatch.setattr(stream, "POLL_SECONDS", 0.01)

    async def scene() -> None:
        client, hub = Client(), LocalHub()
        run = asyncio.ensure_future(EventStream(hub, "t", Feed(), 5)({}, client.receive, client.send))
        await until(lambda: client.text.count("event: ping") >= 3)
        client.left.set()
        await run

    play(scene)


def test_what_another_process_saved_is_found_without_a_wake_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "POLL_SECONDS", 0.01)

    async def scene() -> None:
        client, hub = Client(), LocalHub()
        feed = Feed((5, ""), (5, ""), (6, "<i>late</i>"))
        run = asyncio.ensure_future(EventStream(hub, "t", feed, 5)({}, client.receive, client.send))
        await until(lambda: "late" in client.text)
        client.left.set()
        await run

    play(scene)


def test_a_slow_reader_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "SLOW_SECONDS", 0.02)

    async def scene() -> None:
        client, hub = Client(stalls=True), LocalHub()
        await EventStream(hub, "t", Feed(), 5)({}, client.receive, client.send)
        assert hub.listeners("t") == 0

    play(scene)


def test_a_seat_that_is_gone_ends_the_stream() -> None:
    async def scene() -> None:
        client, hub = Client(), LocalHub()
        await EventStream(hub, "t", Feed(None), 5)({}, client.receive, client.send)
        assert "event: gone" in client.text
        assert client.sent[-1] == {"type": "http.response.body", "body": b"", "more_body": False}

    play(scene)


def test_a_server_that_stops_ends_all_streams() -> None:
    async def scene() -> None:
        client, hub = Client(), LocalHub()
        run = asyncio.ensure_future(EventStream(hub, "t", Feed(), 5)({}, client.receive, client.send))
        await until(lambda: hub.listeners("t") == 1)
        hub.stop()
        await run

    play(scene)
