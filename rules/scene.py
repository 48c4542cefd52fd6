"""Everything a rule may look at, at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from geometry.battlefield import Battlefield
from geometry.grid import Square


@dataclass(frozen=True)
class Combatant:
    """A token as rules see it. `profile` and `fight` are stored as they come; only its system reads them."""

    id: str
    name: str
    side: str  # "ally", "enemy", "neutral"; tokens of one side are allies of each other
    square: Square | None  # None: it has no place on the map
    profile: Mapping[str, Any]
    fight: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Scene:
    """The map without creatures, the combatants, the order of play (the system's own) and the table's options.

    A scene may be one viewer's: what that viewer does not know is then not in it.
    """

    terrain: Battlefield
    combatants: Mapping[str, Combatant]
    turn: Mapping[str, Any] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Overrule:
    """The GM's word on one row of a card (by `Modifier.key`) or on the outcome (`key` = "outcome")."""

    key: str
    value: Any
    reason: str


@dataclass(frozen=True)
class Action:
    """What somebody wants to do. `key` and the fields used come from the system's offer.

    `actor` is None for the table's own acts (start the fight, next turn). `args` holds what only the system knows.
    """

    key: str
    actor: str | None = None
    weapon: str | None = None
    target: str | None = None
    square: Square | None = None
    path: tuple[Square, ...] = ()
    args: Mapping[str, Any] = field(default_factory=dict)
    overrules: tuple[Overrule, ...] = ()
