"""What happened, with its results. `kind` is stored and outlives renames; a replay rolls no dice and asks no rule.

Every event belongs to an action: the seq of the first event of it (`Stored.action`), which is what undo takes back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar

from app.encounter.state import Map, Picture, Seat, Token
from geometry.battlefield import Barrier, SquareKind
from geometry.grid import Square
from rules.card import Record
from rules.request import Ask, Effect
from rules.scene import Action
from rules.text import Text


@dataclass(frozen=True)
class TableCreated:
    kind: ClassVar[str] = "table-created"
    id: str
    name: str
    system: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class TableEdited:
    """`options` are replaced whole when given."""

    kind: ClassVar[str] = "table-edited"
    name: str | None = None
    options: Mapping[str, Any] | None = None
    approve: bool | None = None


@dataclass(frozen=True)
class SeatTaken:
    kind: ClassVar[str] = "seat-taken"
    seat: Seat


@dataclass(frozen=True)
class SeatEdited:
    kind: ClassVar[str] = "seat-edited"
    seat: str
    name: str | None = None
    admitted: bool | None = None
    standing: Mapping[str, str] | None = None


@dataclass(frozen=True)
class SeatLeft:
    kind: ClassVar[str] = "seat-left"
    seat: str


@dataclass(frozen=True)
class MapSet:
    """A new map; `squares` of tokens that no longer fit become None."""

    kind: ClassVar[str] = "map-set"
    map: Map


@dataclass(frozen=True)
class MapEdited:
    """Barriers and squares drawn or erased; doors opened and closed count as added with their id."""

    kind: ClassVar[str] = "map-edited"
    added: tuple[Barrier, ...] = ()
    removed: tuple[str, ...] = ()
    marked: Mapping[SquareKind, frozenset[Square]] = field(default_factory=dict)
    cleared: Mapping[SquareKind, frozenset[Square]] = field(default_factory=dict)
    objects_removed: tuple[str, ...] = ()


@dataclass(frozen=True)
class PictureSet:
    kind: ClassVar[str] = "picture-set"
    picture: Picture | None


@dataclass(frozen=True)
class TokenPlaced:
    kind: ClassVar[str] = "token-placed"
    token: Token


@dataclass(frozen=True)
class TokenEdited:
    """Only what is given changes. `profile` and `fight` are merged field by field. `reason`: the GM's overruling."""

    kind: ClassVar[str] = "token-edited"
    token: str
    name: str | None = None
    side: str | None = None
    square: Square | None = None
    off_map: bool = False
    hidden: bool | None = None
    locked: bool | None = None
    face: str | None = None
    owners: frozenset[str] | None = None
    profile: Mapping[str, Any] = field(default_factory=dict)
    fight: Mapping[str, Any] = field(default_factory=dict)
    reason: str | None = None


@dataclass(frozen=True)
class TokenRemoved:
    kind: ClassVar[str] = "token-removed"
    token: str


@dataclass(frozen=True)
class ActionStarted:
    kind: ClassVar[str] = "action-started"
    action: Action
    by: str
    label: Text
    turn_of: str | None = None
    round: int = 0
    secret: bool = False


@dataclass(frozen=True)
class Rolled:
    """`request` is the fingerprint of what was asked for; a changed rule that asks otherwise is noticed by it."""

    kind: ClassVar[str] = "rolled"
    request: str
    faces: tuple[int, ...]
    secret: bool = False


@dataclass(frozen=True)
class Asked:
    kind: ClassVar[str] = "asked"
    request: str
    prompt: str  # id
    ask: Ask


@dataclass(frozen=True)
class Answered:
    """`how`: "seat", "gm" (for somebody), "standing" (always/never), "default"."""

    kind: ClassVar[str] = "answered"
    prompt: str
    request: str
    option: str
    by: str
    how: str = "seat"


@dataclass(frozen=True)
class Told:
    kind: ClassVar[str] = "told"
    request: str
    effects: tuple[Effect, ...] = ()
    record: Record | None = None


@dataclass(frozen=True)
class ActionEnded:
    kind: ClassVar[str] = "action-ended"


@dataclass(frozen=True)
class ActionCalledOff:
    """The action is taken back as if it had not been; `reason` is read by all."""

    kind: ClassVar[str] = "action-called-off"
    reason: Text


@dataclass(frozen=True)
class Undone:
    kind: ClassVar[str] = "undone"
    actions: tuple[int, ...]


@dataclass(frozen=True)
class Redone:
    kind: ClassVar[str] = "redone"
    actions: tuple[int, ...]


Event = (
    TableCreated
    | TableEdited
    | SeatTaken
    | SeatEdited
    | SeatLeft
    | MapSet
    | MapEdited
    | PictureSet
    | TokenPlaced
    | TokenEdited
    | TokenRemoved
    | ActionStarted
    | Rolled
    | Asked
    | Answered
    | Told
    | ActionEnded
    | ActionCalledOff
    | Undone
    | Redone
)


@dataclass(frozen=True)
class Stored:
    """An event in its place in the log."""

    seq: int
    action: int
    by: str  # seat id, or "" for the house
    at: datetime
    event: Event
