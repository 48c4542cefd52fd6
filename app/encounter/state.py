"""A table at one moment. Immutable; made only by `fold`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from geometry.battlefield import Barrier, SquareKind
from geometry.grid import Point, Square
from rules.request import Ask
from rules.scene import Action
from rules.text import Text


class Role(StrEnum):
    GM = "gm"
    PLAYER = "player"
    SCREEN = "screen"  # the table screen: what everybody may see
    SPECTATOR = "spectator"


@dataclass(frozen=True)
class Seat:
    """Somebody at the table. `standing`: prompt kind -> "always" or "never" (missing: ask me)."""

    id: str
    role: Role
    name: str
    admitted: bool = True
    standing: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Token:
    """A piece on the board. `profile` and `fight` belong to the rule system. `owners` are seat ids.

    `face`: a symbol id of the sprite, or "picture:<hash>", or None (two letters of the name are drawn).
    """

    id: str
    name: str
    side: str  # ally, enemy, neutral
    square: Square | None
    profile: Mapping[str, Any]
    fight: Mapping[str, Any] = field(default_factory=dict)
    owners: frozenset[str] = frozenset()
    hidden: bool = False
    locked: bool = False
    face: str | None = None


@dataclass(frozen=True)
class Picture:
    """The picture under the grid. `square_pixels` may be fractional; `offset`, in pixels, is where the grid starts."""

    hash: str
    media_type: str
    width: int
    height: int
    square_pixels: float
    offset: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class MapObject:
    """An outline kept for display; what it does in the rules stands in `squares` and `barriers`."""

    id: str
    kind: str  # solid, low, cover
    outline: tuple[Point, ...]


@dataclass(frozen=True)
class Light:
    """Kept for a later release."""

    position: Point
    range: float
    bright: float
    color: str = ""
    shadows: bool = True
    intensity: float = 1.0


@dataclass(frozen=True)
class Map:
    columns: int
    rows: int
    name: str = ""
    barriers: Mapping[str, Barrier] = field(default_factory=dict)
    squares: Mapping[SquareKind, frozenset[Square]] = field(default_factory=dict)
    objects: tuple[MapObject, ...] = ()
    lights: tuple[Light, ...] = ()
    picture: Picture | None = None


@dataclass(frozen=True)
class Pending:
    """A resolution that waits. `answers` are what is known so far, in the order it was asked for.

    Each answer is (fingerprint of the request, value); `base` is the table before the action, from which it is re-run.
    `ask` is the open prompt with its id.
    """

    action_id: int
    action: Action
    by: str  # seat that started it
    base: "Encounter"
    answers: tuple[tuple[str, Any], ...] = ()
    prompt: str | None = None
    ask: Ask | None = None


@dataclass(frozen=True)
class Done:
    """A whole action as undo sees it. `turn_of` and `round`: whose turn it was when an act of the rules was taken."""

    id: int  # seq of its first event
    by: str
    label: Text
    actor: str | None = None  # token
    turn_of: str | None = None
    round: int = 0
    secret: bool = False  # only the GM knows of it
    titled: bool = False  # `label` is the headline of its record


@dataclass(frozen=True)
class Encounter:
    """`version` is the seq of the last event; `scene_version` of the last one that changed what rules look at.

    `scene_by` and `scene_token` say who changed it and which token went elsewhere, for the one who was slower.
    `removed` are tokens taken off the table, for their names in the log.
    """

    id: str = ""
    name: str = ""
    system: str = ""
    version: int = 0
    scene_version: int = 0
    scene_by: str = ""
    scene_token: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    approve: bool = False  # newcomers wait until the GM lets them in
    map: Map | None = None
    tokens: Mapping[str, Token] = field(default_factory=dict)
    removed: Mapping[str, Token] = field(default_factory=dict)
    seats: Mapping[str, Seat] = field(default_factory=dict)
    turn: Mapping[str, Any] | None = None
    pending: Pending | None = None
    done: tuple[Done, ...] = ()  # what may be undone, oldest first
    undone: tuple[Done, ...] = ()  # what may be redone, last undone last
