"""The log: append-only, one row an event. Plain SQL, since an ORM session costs three times as much here."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, text

from app.encounter.errors import StaleLog
from app.encounter.events import Event, Stored
from app.storage import codec

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# The write comes first: it takes the lock, so that two writers of one game stand in line.
_CLAIM = text("UPDATE game SET seq = seq + :count WHERE id = :game AND seq = :expected RETURNING seq")
_INSERT = text(
    "INSERT INTO event (game, seq, action, by_seat, at_ms, kind, version, payload)"
    " VALUES (:game, :seq, :action, :by, :at, :kind, :version, :payload)"
)
_READ = text(
    "SELECT seq, action, by_seat, at_ms, kind, payload FROM event WHERE game = :game AND seq > :since ORDER BY seq"
)
_SEQ = text("SELECT seq FROM game WHERE id = :game")


def append(
    connection: Connection,
    game: str,
    events: Sequence[Event],
    *,
    expected: int,
    by: str,
    at: datetime,
    action: int | None = None,
) -> tuple[Stored, ...]:
    """Append events after `expected`, in the transaction of `connection`; returns them as a reader will see them.

    `action` is the action they go on with; None: their own. Raises StaleLog when the log does not end at `expected`.
    """
    if connection.execute(_CLAIM, {"game": game, "count": len(events), "expected": expected}).first() is None:
        raise StaleLog
    first = expected + 1
    of = first if action is None else action
    rows = [_row(game, Stored(seq, of, by, at, event)) for seq, event in enumerate(events, first)]
    connection.execute(_INSERT, rows)
    return tuple(
        Stored(row["seq"], of, by, moment(row["at"]), codec.loads(row["kind"], row["payload"])) for row in rows
    )


def restore(connection: Connection, game: str, stored: Sequence[Stored]) -> None:
    """Write a whole log into a game that has none yet."""
    if connection.execute(_CLAIM, {"game": game, "count": len(stored), "expected": 0}).first() is None:
        raise StaleLog
    connection.execute(_INSERT, [_row(game, each) for each in stored])


def _row(game: str, stored: Stored) -> dict[str, Any]:
    return {
        "game": game,
        "seq": stored.seq,
        "action": stored.action,
        "by": stored.by,
        "at": milliseconds(stored.at),
        "kind": stored.event.kind,
        "version": codec.VERSION,
        "payload": codec.dumps(stored.event),
    }


def read(connection: Connection, game: str, since: int = 0) -> tuple[Stored, ...]:
    """All events of a game after `since`, in order."""
    rows = connection.execute(_READ, {"game": game, "since": since})
    return tuple(
        Stored(seq, action, by, moment(at), codec.loads(kind, payload)) for seq, action, by, at, kind, payload in rows
    )


def last_seq(connection: Connection, game: str) -> int | None:
    """Seq of a game's last event; None where there is no such game."""
    row = connection.execute(_SEQ, {"game": game}).first()
    return None if row is None else row[0]


def milliseconds(at: datetime) -> int:
    return (at - _EPOCH) // timedelta(milliseconds=1)


def moment(stamp: int) -> datetime:
    return _EPOCH + timedelta(milliseconds=stamp)
