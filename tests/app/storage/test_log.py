"""One contract for the log, whatever database holds it."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import IntegrityError

from app.encounter.errors import StaleLog
from app.encounter.events import Event, Stored, TableEdited
from app.storage import codec, log

NOON = datetime(2030, 1, 1, 12, 0, 0, 123_456, tzinfo=UTC)


@pytest.fixture
def game(engine: Engine) -> str:
    new_game(engine, "g1")
    new_game(engine, "g2")
    return "g1"


def new_game(engine: Engine, id: str) -> None:
    with engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO game (id, seq, name, system, join_code, gm_hash, created_at)"
                " VALUES (:id, 0, 'n', 'fake', :id, :id, 0)"
            ),
            {"id": id},
        )


def named(*names: str) -> list[Event]:
    return [TableEdited(name=name) for name in names]


def append(engine: Engine, game: str, events: list[Event], expected: int, **more: int) -> tuple[Stored, ...]:
    with engine.begin() as connection:
        return log.append(connection, game, events, expected=expected, by="gm", at=NOON, **more)


def read(engine: Engine, game: str, since: int = 0) -> tuple[Stored, ...]:
    with engine.connect() as connection:
        return log.read(connection, game, since)


def test_what_is_appended_is_read_back(engine: Engine, game: str) -> None:
    first = append(engine, game, named("a", "ñ \u2028 🧑‍🚀"), 0)
    second = append(engine, game, named("c"), 2, action=1)
    assert [(s.seq, s.action, s.by) for s in first + second] == [(1, 1, "gm"), (2, 1, "gm"), (3, 1, "gm")]
    assert read(engine, game) == first + second
    assert read(engine, game, 2) == second
    assert read(engine, game, 3) == ()
    assert first[0].at == NOON.replace(microsecond=123_000)
    with engine.connect() as connection:
        assert log.last_seq(connection, game) == 3
        assert log.last_seq(connection, "none") is None


def test_games_do_not_mix(engine: Engine, game: str) -> None:
    append(engine, game, named("a"), 0)
    append(engine, "g2", named("b", "c"), 0)
    assert [stored.event for stored in read(engine, game)] == named("a")
    assert [stored.seq for stored in read(engine, "g2")] == [1, 2]


@pytest.mark.parametrize("expected", [0, 2])
def test_who_saw_an_old_log_appends_nothing(engine: Engine, game: str, expected: int) -> None:
    append(engine, game, named("a"), 0)
    with pytest.raises(StaleLog):
        append(engine, game, named("b"), expected)
    assert [stored.event for stored in read(engine, game)] == named("a")


def test_a_game_that_is_not_there_takes_nothing(engine: Engine, game: str) -> None:
    with pytest.raises(StaleLog):
        append(engine, "none", named("a"), 0)


def test_a_group_is_saved_whole_or_not_at_all(engine: Engine, game: str) -> None:
    with pytest.raises(codec.CodecError):
        append(engine, game, [*named("a"), TableEdited(options={"x": float("nan")})], 0)
    assert read(engine, game) == ()
    append(engine, game, named("b"), 0)


def test_no_two_events_share_a_place(engine: Engine, game: str) -> None:
    append(engine, game, named("a"), 0)
    with pytest.raises(IntegrityError), engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO event (game, seq, action, by_seat, at_ms, kind, version, payload)"
                " SELECT game, seq, action, by_seat, at_ms, kind, version, payload FROM event"
            )
        )


def test_writers_at_once_leave_no_gap_and_lose_nothing(engine: Engine, game: str) -> None:
    def write(name: str) -> None:
        while True:
            with engine.connect() as connection:
                seq = log.last_seq(connection, game) or 0
            try:
                append(engine, game, named(name), seq)
            except StaleLog:
                continue
            return

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(write, [f"n{n}" for n in range(60)]))
    stored = read(engine, game)
    assert [each.seq for each in stored] == list(range(1, 61))
    assert {each.event.name for each in stored} == {f"n{n}" for n in range(60)}  # type: ignore[union-attr]
