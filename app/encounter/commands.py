"""What somebody asks for. `expected` is the `scene_version` that the asker saw; None: whatever stands now."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.encounter.state import Map, Picture, Role
from geometry.battlefield import Barrier, SquareKind
from geometry.grid import Square
from rules.scene import Action


@dataclass(frozen=True)
class EditTable:
    name: str | None = None
    options: Mapping[str, Any] | None = None
    approve: bool | None = None


@dataclass(frozen=True)
class TakeSeat:
    """`instead_of`: the seat of the same device, which it leaves for this one."""

    seat: str
    role: Role
    name: str
    instead_of: str | None = None


@dataclass(frozen=True)
class AdmitSeat:
    seat: str


@dataclass(frozen=True)
class RemoveSeat:
    seat: str


@dataclass(frozen=True)
class SetStanding:
    """`answer`: "always", "never" or "ask"."""

    prompt_kind: str
    answer: str


@dataclass(frozen=True)
class SetMap:
    map: Map


@dataclass(frozen=True)
class SetPicture:
    picture: Picture | None


@dataclass(frozen=True)
class EditMap:
    added: tuple[Barrier, ...] = ()
    removed: tuple[str, ...] = ()
    marked: Mapping[SquareKind, frozenset[Square]] = field(default_factory=dict)
    cleared: Mapping[SquareKind, frozenset[Square]] = field(default_factory=dict)
    objects_removed: tuple[str, ...] = ()


@dataclass(frozen=True)
class SetDoor:
    """The GM's hand; a token opens a door by an action of its system."""

    barrier: str
    is_open: bool


@dataclass(frozen=True)
class PlaceToken:
    name: str
    side: str
    square: Square | None
    profile: Mapping[str, Any]
    face: str | None = None
    hidden: bool = False
    copies: int = 1


@dataclass(frozen=True)
class CopyToken:
    token: str
    square: Square | None = None


@dataclass(frozen=True)
class EditToken:
    token: str
    name: str | None = None
    side: str | None = None
    square: Square | None = None
    off_map: bool = False
    hidden: bool | None = None
    locked: bool | None = None
    face: str | None = None
    profile: Mapping[str, Any] = field(default_factory=dict)
    fight: Mapping[str, Any] = field(default_factory=dict)
    reason: str | None = None


@dataclass(frozen=True)
class RemoveToken:
    token: str


@dataclass(frozen=True)
class ClaimToken:
    """A player takes a token that nobody plays; the GM may give it to any seat (or to None)."""

    token: str
    seat: str | None


@dataclass(frozen=True)
class Act:
    action: Action
    expected: int | None = None


@dataclass(frozen=True)
class Answer:
    prompt: str
    option: str
    remember: str | None = None  # "always" or "never", for this kind of prompt


@dataclass(frozen=True)
class CallOff:
    """The GM takes back a resolution that waits."""


@dataclass(frozen=True)
class Undo:
    """Take back the last action; `action` names it, so that two people pressing at once undo one."""

    action: int | None = None


@dataclass(frozen=True)
class Redo:
    action: int | None = None


@dataclass(frozen=True)
class RewindTurn:
    """Back to the start of the turn that goes on."""


Command = (
    EditTable
    | TakeSeat
    | AdmitSeat
    | RemoveSeat
    | SetStanding
    | SetMap
    | SetPicture
    | EditMap
    | SetDoor
    | PlaceToken
    | CopyToken
    | EditToken
    | RemoveToken
    | ClaimToken
    | Act
    | Answer
    | CallOff
    | Undo
    | Redo
    | RewindTurn
)
