"""The log as people read it: an entry for each action, newest first, undone ones struck through."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from threading import Lock

from app.encounter.events import (
    ActionCalledOff,
    ActionStarted,
    Event,
    MapEdited,
    MapSet,
    Redone,
    SeatLeft,
    SeatTaken,
    Stored,
    TableCreated,
    TokenEdited,
    TokenPlaced,
    Told,
    Undone,
)
from app.encounter.fold import is_about, is_secret, is_undoable, label_of
from app.encounter.state import Encounter
from app.encounter.view import knows, record_for
from app.encounter.viewer import Viewer
from rules.card import Record
from rules.text import Text, TokenName, say


@dataclass(frozen=True)
class Entry:
    """One action. `turn` titles the turn it was taken in; `undone` says who took it back and why it does not count."""

    id: int  # of the action
    at: datetime
    by: str  # name of the seat
    text: Text
    actor: str | None = None  # token
    turn: Text | None = None
    records: tuple[Record, ...] = ()
    undone: Text | None = None
    secret: bool = False
    reason: str | None = None  # the GM's, for an overruling


def log_for(state: Encounter, events: Sequence[Stored], viewer: Viewer, limit: int = 100) -> list[Entry]:
    """The last entries that this viewer may read, newest first. `events` is the whole log."""
    found: list[Entry] = []
    for entry in reversed(entries_of(events)):
        seen = entry_for(state, viewer, entry)
        if seen is not None:
            found.append(seen)
        if len(found) == limit:
            break
    return found


def entry_for(state: Encounter, viewer: Viewer, entry: Entry) -> Entry | None:
    """The entry as this viewer reads it; None where it is not for them."""
    if viewer.is_gm:
        return entry
    if entry.secret:
        return None
    records = tuple(seen for record in entry.records if (seen := record_for(state, viewer, record)))
    if not records and any(record.secret for record in entry.records):
        return None
    if not knows(state, viewer, entry.text):
        if not records:
            return None
        entry = replace(entry, text=records[0].headline)  # what else happened in it is no secret
    if entry.turn is not None and not knows(state, viewer, entry.turn):
        entry = replace(entry, turn=say("Round {round}", round=entry.turn.params["round"]))
    return replace(entry, records=records)


def entries_of(events: Sequence[Stored]) -> list[Entry]:
    """All entries with all that is in them, oldest first. Where a log has only grown, only what is new is read."""
    table_id = getattr(events[0].event, "id", "") if events else ""
    with _lock:
        walk = _walks.pop(table_id, None)
        if walk is None or not walk.goes_on_with(events):
            walk = _Walk()
        for stored in events[walk.count :]:
            walk.step(stored)
        _walks[table_id] = walk
        while len(_walks) > _KEPT:
            _walks.popitem(last=False)
        return list(walk.entries.values())


_KEPT = 64


@dataclass
class _Walk:
    """What was known at the time: names of seats, which tokens were hidden, which barriers stood."""

    entries: dict[int, Entry] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)
    hides: list[tuple[int, str, bool]] = field(default_factory=list)  # action, token, hidden from then on
    off: set[int] = field(default_factory=set)
    hidden: set[str] = field(default_factory=set)
    barriers: set[str] = field(default_factory=set)
    turn: Text | None = None
    count: int = 0
    last: Stored | None = None

    def goes_on_with(self, events: Sequence[Stored]) -> bool:
        return self.count <= len(events) and (not self.count or events[self.count - 1] is self.last)

    def step(self, stored: Stored) -> None:
        self.count, self.last = self.count + 1, stored
        event = stored.event
        match event:
            case SeatTaken(seat=seat):
                self.seats[seat.id] = seat.name
                self._add(stored, say("{who} sits down", who=seat.name))
            case SeatLeft(seat=id):
                self._add(stored, say("{who} leaves", who=self._who(id)))
            case TableCreated():
                self._add(stored, say("The table is opened"))
            case ActionStarted():
                self.turn = _turn(event)
                self._add(stored, event.label, secret=event.secret, actor=event.action.actor)
            case Told(record=record) if record is not None:
                self._tell(stored.action, record)
            case ActionCalledOff(reason=why):
                self._strike(stored.action, why)
            case Undone(actions=actions):
                for action in actions:
                    self._strike(action, say("{who} took it back", who=self._who(stored.by)))
            case Redone(actions=actions):
                for action in actions:
                    self._strike(action, None)
            case TokenEdited(token=token, owners=owners) if owners is not None:
                self._claim(stored, token, owners)
            case _ if is_undoable(event) and stored.action not in self.entries:
                secret = is_secret(event, self.hidden)
                reason = event.reason if isinstance(event, TokenEdited) else None
                self._add(stored, label_of(event, self.barriers), secret=secret, reason=reason)
        self._look(stored.action, event)

    def _who(self, seat: str) -> Text | str:
        return self.seats.get(seat) or say("The GM")

    def _add(
        self,
        stored: Stored,
        text: Text,
        *,
        secret: bool = False,
        actor: str | None = None,
        reason: str | None = None,
    ) -> None:
        by = self.seats.get(stored.by, "")
        self.entries[stored.seq] = Entry(
            stored.seq, stored.at, by, text, actor, self.turn, secret=secret, reason=reason
        )

    def _claim(self, stored: Stored, token: str, owners: frozenset[str]) -> None:
        name, secret = TokenName(token), token in self.hidden
        text = say("Nobody plays {token} now", token=name)
        if owners:
            text = say("{who} plays {token}", who=self._who(min(owners)), token=name)
        self._add(stored, text, secret=secret)

    def _tell(self, action: int, record: Record) -> None:
        entry = self.entries.get(action)
        if entry is None:
            return
        first = is_about(record, entry.actor) and not any(is_about(each, entry.actor) for each in entry.records)
        text = record.headline if first else entry.text
        self.entries[action] = replace(entry, text=text, records=(*entry.records, record))

    def _strike(self, action: int, why: Text | None) -> None:
        (self.off.discard if why is None else self.off.add)(action)
        last = {token: hidden for of, token, hidden in self.hides if of not in self.off}
        self.hidden = {token for token, hidden in last.items() if hidden}
        if action in self.entries:
            self.entries[action] = replace(self.entries[action], undone=why)

    def _look(self, action: int, event: Event) -> None:
        match event:
            case TokenPlaced(token=token):
                self._hide(action, token.id, token.hidden)
            case TokenEdited(token=id, hidden=hidden) if hidden is not None:
                self._hide(action, id, hidden)
            case MapSet(map=map_):
                self.barriers = set(map_.barriers)
            case MapEdited(added=added):
                self.barriers.update(barrier.id for barrier in added)

    def _hide(self, action: int, token: str, hidden: bool) -> None:
        self.hides.append((action, token, hidden))
        (self.hidden.add if hidden else self.hidden.discard)(token)


_lock = Lock()
_walks: "OrderedDict[str, _Walk]" = OrderedDict()


def _turn(event: ActionStarted) -> Text | None:
    if not event.round:
        return None
    if event.turn_of is None:
        return say("Round {round}", round=event.round)
    return say("Round {round}: {token}", round=event.round, token=TokenName(event.turn_of))
