"""Load, decide, save, tell: the one place where that order stands."""

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock, RLock
from typing import Any

from sqlalchemy import Connection, Engine, text

from app.encounter.commands import Command, TakeSeat
from app.encounter.decide import decide
from app.encounter.deciding_seats import checked_options
from app.encounter.errors import Gone, Refused, Stale, StaleLog
from app.encounter.events import Event, SeatLeft, SeatTaken, Stored, TableCreated, TableEdited
from app.encounter.fold import History
from app.encounter.limits import clean_name
from app.encounter.means import Means
from app.encounter.state import Encounter, Role, Seat
from app.encounter.viewer import Viewer
from app.realtime.hub import Hub, LocalHub
from app.storage import log
from app.storage.pictures import Pictures
from rules.dice import Dice, SecureDice
from rules.registry import systems
from rules.text import say

CODE_LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"  # nothing that is mistaken for something else
CODE_LENGTH = 6
_ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_TRIES = 5
_KEPT = 100  # tables whose state stays in memory
_INSERT_GAME = text(
    "INSERT INTO game (id, seq, name, system, join_code, gm_hash, created_at)"
    " VALUES (:id, 0, :name, :system, :code, :gm_hash, :at)"
)
_INSERT_SEAT = text("INSERT INTO seat (game, seat, device_hash) VALUES (:game, :seat, :device)")


@dataclass(frozen=True)
class Entry:
    """A table in the lobby's list."""

    id: str
    name: str
    system: str
    seat: Seat


class Tables:
    """All tables of this server. May be used from any thread; another process may write to the same database."""

    def __init__(self, engine: Engine, pictures: Path, *, hub: Hub | None = None, dice: Dice | None = None) -> None:
        self.engine = engine
        self.pictures = Pictures(pictures)
        self.hub: Hub = hub or LocalHub()
        self.means = Means(dice or SecureDice(), random_id)
        self._lock = Lock()
        self._locks: dict[str, RLock] = {}
        self._cache: OrderedDict[str, History] = OrderedDict()

    # --- making and finding tables ---

    def create(
        self, name: str, system: str, device: str, *, gm: str = "GM", options: Mapping[str, Any] | None = None
    ) -> tuple[str, str]:
        """A new table with `device` in the GM's seat: its id, and the GM's secret, which is not kept."""
        if system not in systems():
            raise Refused(say("There are no such rules here."), "system")
        table_id, seat = random_id(), random_id()
        blank = Encounter(id=table_id, system=system)
        events = (
            TableCreated(table_id, clean_name(name), system, checked_options(blank, options or {})),
            SeatTaken(Seat(seat, Role.GM, clean_name(gm, "gm"))),
        )
        return table_id, self.found(events, by=seat, devices={seat: device})

    def found(
        self,
        events: Sequence[Event],
        *,
        by: str,
        devices: Mapping[str, str],
        stored: Sequence[Stored] = (),
        name: str = "",
    ) -> str:
        """Write a new table that starts with `events` or, when one comes back from an archive, with `stored`."""
        created = stored[0].event if stored else events[0]
        assert isinstance(created, TableCreated)
        secret = secrets.token_urlsafe(24)
        now = datetime.now(UTC)
        with self.engine.begin() as connection:
            self._insert_game(connection, created, name or created.name, secret, now)
            if stored:
                log.restore(connection, created.id, stored)
            else:
                log.append(connection, created.id, events, expected=0, by=by, at=now)
            for seat, device in devices.items():
                connection.execute(_INSERT_SEAT, {"game": created.id, "seat": seat, "device": _hash(device)})
        return secret

    def _insert_game(
        self, connection: Connection, created: TableCreated, name: str, secret: str, now: datetime
    ) -> None:
        connection.execute(
            _INSERT_GAME,
            {
                "id": created.id,
                "name": name,
                "system": created.system,
                "code": _new_code(connection),
                "gm_hash": _hash(secret),
                "at": log.milliseconds(now),
            },
        )

    def table_by_code(self, code: str) -> str | None:
        """The table of a join code, however it was typed."""
        plain = "".join(character for character in code[:40].upper() if character.isalnum())
        return self._one("SELECT id FROM game WHERE join_code = :key", plain)

    def table_by_gm_secret(self, secret: str) -> str | None:
        return self._one("SELECT id FROM game WHERE gm_hash = :key", _hash(secret))

    def exists(self, table_id: str) -> bool:
        return self._one("SELECT id FROM game WHERE id = :key", table_id) is not None

    def join_code(self, table_id: str) -> str:
        code = self._one("SELECT join_code FROM game WHERE id = :key", table_id)
        if code is None:
            raise Gone(say("There is no such table."))
        return code

    def new_join_code(self, table_id: str) -> str:
        """Another code; links with the old one lead nowhere from now on."""
        with self.engine.begin() as connection:
            code = _new_code(connection)
            connection.execute(text("UPDATE game SET join_code = :code WHERE id = :id"), {"code": code, "id": table_id})
        return code

    def new_gm_secret(self, table_id: str) -> str:
        """Another secret for the GM's link; the old link leads nowhere from now on."""
        secret = secrets.token_urlsafe(24)
        with self.engine.begin() as connection:
            connection.execute(
                text("UPDATE game SET gm_hash = :hash WHERE id = :id"), {"hash": _hash(secret), "id": table_id}
            )
        return secret

    def _one(self, sql: str, key: str) -> str | None:
        with self.engine.connect() as connection:
            row = connection.execute(text(sql), {"key": key}).first()
        return None if row is None else str(row[0])

    def tables_of(self, device: str) -> list[Entry]:
        """The tables where this device has a seat, newest first."""
        with self.engine.connect() as connection:
            rows = connection.execute(
                text(
                    "SELECT game.id, game.name, game.system, seat.seat FROM seat JOIN game ON game.id = seat.game"
                    " WHERE seat.device_hash = :device ORDER BY game.created_at DESC, game.id"
                ),
                {"device": _hash(device)},
            ).all()
        found = []
        for table_id, name, system, seat in rows:
            seats = self.load(table_id).seats
            if seat in seats:
                found.append(Entry(table_id, name, system, seats[seat]))
        return found

    # --- seats ---

    def seat_for(self, table_id: str, device: str) -> Viewer | None:
        """Where a device sits, if it does."""
        with self.engine.connect() as connection:
            row = connection.execute(
                text("SELECT seat FROM seat WHERE game = :game AND device_hash = :device"),
                {"game": table_id, "device": _hash(device)},
            ).first()
        if row is None:
            return None
        seat = self.load(table_id).seats.get(row[0])
        return None if seat is None else Viewer(seat.id, seat.role)

    def join(self, table_id: str, device: str, name: str, role: Role) -> Viewer:
        """Take a seat. Whoever sits already keeps it; only a GM's link turns another seat into a GM's."""
        with self._table(table_id):
            sitting = self.seat_for(table_id, device)
            if sitting is not None and (sitting.role is role or sitting.is_gm):
                return sitting
            free = None if sitting else self._left_empty(table_id, name, role)
            if free is not None:
                self._sit_down(table_id, free, device)
                return Viewer(free, role)
            viewer = Viewer(random_id(), role)
            command = TakeSeat(viewer.seat, role, name, instead_of=sitting.seat if sitting else None)
            self._handle(table_id, viewer, command, device=device)
            return viewer

    def _left_empty(self, table_id: str, name: str, role: Role) -> str | None:
        """The seat of this name where no device sits: as all of a restored table."""
        with self.engine.connect() as connection:
            rows = connection.execute(text("SELECT seat FROM seat WHERE game = :game"), {"game": table_id})
            taken = {row[0] for row in rows}
        wanted = " ".join(name.split()).casefold()
        seats = self.load(table_id).seats.values()
        return next((s.id for s in seats if s.role is role and s.name.casefold() == wanted and s.id not in taken), None)

    def _sit_down(self, table_id: str, seat: str, device: str) -> None:
        with self.engine.begin() as connection:
            connection.execute(_INSERT_SEAT, {"game": table_id, "seat": seat, "device": _hash(device)})

    # --- playing ---

    def load(self, table_id: str) -> Encounter:
        """The table as it stands now. Raises Gone where there is none."""
        return self._history(table_id).state

    def stored(self, table_id: str, since: int = 0) -> Sequence[Stored]:
        """All events after `since`; a table's seqs have no gap."""
        events = self._history(table_id).events
        return events[max(since, 0) :]

    def handle(self, table_id: str, viewer: Viewer, command: Command) -> Encounter:
        """Decide, save, tell. When another process was faster, decide anew on what stands then."""
        with self._table(table_id):
            return self._handle(table_id, viewer, command)

    def _handle(self, table_id: str, viewer: Viewer, command: Command, *, device: str | None = None) -> Encounter:
        for _ in range(_TRIES):
            history = self._history(table_id)
            decision = decide(history.state, viewer, command, self.means)
            if not decision.events:
                return history.state
            try:
                with self.engine.begin() as connection:
                    new = log.append(
                        connection,
                        table_id,
                        decision.events,
                        expected=history.state.version,
                        by=viewer.seat,
                        at=datetime.now(UTC),
                        action=decision.action,
                    )
                    self._keep_copies(connection, table_id, decision.events, device)
            except StaleLog:
                continue
            history = history.extend(new)
            self._remember(table_id, history)
            self.hub.announce(table_id, history.state.version)
            return history.state
        raise Stale(say("Others were faster, again and again. Please try once more."))

    def _keep_copies(self, connection: Connection, table_id: str, events: Sequence[Event], device: str | None) -> None:
        """What the lobby looks up without reading a log."""
        for event in events:
            if isinstance(event, SeatLeft):
                connection.execute(
                    text("DELETE FROM seat WHERE game = :game AND seat = :seat"),
                    {"game": table_id, "seat": event.seat},
                )
            elif isinstance(event, SeatTaken) and device is not None:
                connection.execute(_INSERT_SEAT, {"game": table_id, "seat": event.seat.id, "device": _hash(device)})
            elif isinstance(event, TableEdited) and event.name is not None:
                connection.execute(
                    text("UPDATE game SET name = :name WHERE id = :game"), {"name": event.name, "game": table_id}
                )

    # --- state in memory: never the truth, always checked against the log's end ---

    def _history(self, table_id: str) -> History:
        with self._table(table_id):
            with self._lock:
                history = self._cache.get(table_id, History())
            with self.engine.connect() as connection:
                seq = log.last_seq(connection, table_id)
                if seq is None:
                    self._forget(table_id)
                    raise Gone(say("There is no such table."))
                if seq != history.state.version:
                    history = history.extend(log.read(connection, table_id, history.state.version))
            self._remember(table_id, history)
            return history

    def _remember(self, table_id: str, history: History) -> None:
        with self._lock:
            self._cache[table_id] = history
            self._cache.move_to_end(table_id)
            while len(self._cache) > _KEPT:
                self._cache.popitem(last=False)

    def _forget(self, table_id: str) -> None:
        with self._lock:
            self._cache.pop(table_id, None)
            self._locks.pop(table_id, None)

    @contextmanager
    def _table(self, table_id: str) -> Iterator[None]:
        with self._lock:
            lock = self._locks.setdefault(table_id, RLock())
        with lock:
            yield

    # --- pictures ---

    def add_picture(self, table_id: str, data: bytes, media_type: str) -> str:
        """Keep a picture that was checked before; the hash it is known by at this table."""
        digest = self.pictures.save(data)
        with self.engine.begin() as connection:
            connection.execute(
                text(
                    "INSERT INTO picture (game, hash, media_type) VALUES (:game, :hash, :type)"
                    " ON CONFLICT (game, hash) DO NOTHING"
                ),
                {"game": table_id, "hash": digest, "type": media_type},
            )
        return digest

    def picture(self, table_id: str, digest: str) -> tuple[Path, str] | None:
        """File and media type of a picture of this table."""
        with self.engine.connect() as connection:
            row = connection.execute(
                text("SELECT hash, media_type FROM picture WHERE game = :game AND hash = :hash"),
                {"game": table_id, "hash": digest},
            ).first()
        return None if row is None else (self.pictures.path(row[0]), row[1])

    def pictures_of(self, table_id: str) -> Mapping[str, str]:
        """Media types of a table's pictures by hash."""
        with self.engine.connect() as connection:
            rows = connection.execute(
                text("SELECT hash, media_type FROM picture WHERE game = :game ORDER BY hash"), {"game": table_id}
            ).all()
        return {row[0]: row[1] for row in rows}


def random_id() -> str:
    """A short id that says nothing about how many others there are; it starts with a letter."""
    return secrets.choice(_ID_LETTERS[:24]) + "".join(secrets.choice(_ID_LETTERS) for _ in range(9))


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _new_code(connection: Connection) -> str:
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        if connection.execute(text("SELECT 1 FROM game WHERE join_code = :code"), {"code": code}).first() is None:
            return code
