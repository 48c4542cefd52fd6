"""Server-sent events as an ASGI answer of our own: everything that waits in one write, slow readers cut.

A stream holds no queue. It wakes, asks its feed what is new since what it last sent, and writes that; what happens
meanwhile is in the next answer. A reader that does not take a write in time is cut and comes back with the id of the
last event it has.
"""

import asyncio
from contextlib import suppress
from typing import Protocol

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.realtime.hub import Hub

PING_SECONDS = 8.0  # the browser calls a link dead that is silent for thirty
POLL_SECONDS = 2.0  # finds what another process saved, where no wake-up comes
SLOW_SECONDS = 15.0
RETRY_MS = 500


class Feed(Protocol):
    """What a stream sends. `news` may be called from any thread, one call at a time."""

    def news(self, seen: int) -> tuple[int, str] | None:
        """The version that stands and the fragments that lead to it from what was sent; None ends the stream."""
        ...


class EventStream(Response):
    """The stream of one page. `seen` is the version that the page shows."""

    media_type = "text/event-stream"

    def __init__(self, hub: Hub, table_id: str, feed: Feed, seen: int) -> None:
        self.status_code = 200
        self.background = None
        self.body = b""
        self.hub, self.table_id, self.feed, self.seen = hub, table_id, feed, seen
        self.init_headers({"cache-control": "no-cache", "x-accel-buffering": "no"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        pushing = asyncio.ensure_future(self._push(send))
        leaving = asyncio.ensure_future(_gone(receive))
        try:
            await asyncio.wait({pushing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (pushing, leaving):
                task.cancel()
                with suppress(asyncio.CancelledError, TimeoutError, OSError):
                    await task

    async def _push(self, send: Send) -> None:
        headers = [(key, value) for key, value in self.raw_headers if key != b"content-length"]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        # An id before the first event, else a link that breaks early cannot resume.
        await self._write(send, f"id: {self.seen}\nretry: {RETRY_MS}\nevent: ping\ndata:\n\n")
        async with self.hub.listen(self.table_id) as wake:
            pinged = asyncio.get_running_loop().time()
            while not self.hub.stopping:
                wake.clear()  # before reading: a wake-up in between is not lost
                news = await run_in_threadpool(self.feed.news, self.seen)
                if news is None:
                    await self._write(send, "event: gone\ndata:\n\n")
                    break
                version, html = news
                now = asyncio.get_running_loop().time()
                if version != self.seen or html:
                    await self._write(send, event(version, html))
                    self.seen, pinged = version, now
                elif now - pinged >= PING_SECONDS:
                    # Named: comments are not seen by the page's watch over a silent link.
                    await self._write(send, "event: ping\ndata:\n\n")
                    pinged = now
                with suppress(TimeoutError):
                    await asyncio.wait_for(wake.wait(), POLL_SECONDS)
        with suppress(OSError):
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _write(self, send: Send, text: str) -> None:
        body = {"type": "http.response.body", "body": text.encode(), "more_body": True}
        await asyncio.wait_for(send(body), SLOW_SECONDS)


def event(version: int, html: str) -> str:
    """One event. Without fragments it is a named tick: the version went on, nothing to see changed."""
    if not html:
        return f"id: {version}\nevent: tick\ndata:\n\n"
    lines = "\n".join(f"data: {line}" for line in html.splitlines() if line.strip())
    return f"id: {version}\n{lines}\n\n"


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
