"""The battlefield: barriers, squares with a kind, creatures. Built once, asked often.

Rule: `Saga` section 1, used by all five systems. Coordinates are snapped to a 1e-6 lattice when it is built; every test after
that is exact.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from geometry.grid import Point, Square


class BarrierKind(StrEnum):
    WALL = "wall"
    DOOR = "door"  # closed: as a wall; open: as nothing
    WINDOW = "window"
    CURTAIN = "curtain"
    EMBRASURE = "embrasure"
    LOW = "low"


class SquareKind(StrEnum):
    SOLID = "solid"
    COVER = "cover"
    LOW = "low"
    DIFFICULT = "difficult"
    PIT = "pit"
    FOG = "fog"  # conceals
    SMOKE = "smoke"  # conceals totally
    DIM = "dim"
    DARK = "dark"


class Vision(StrEnum):
    NORMAL = "normal"
    LOW_LIGHT = "low-light"
    DARKVISION = "darkvision"


@dataclass(frozen=True, slots=True)
class Barrier:
    """A polyline of two or more points. `is_open` is looked at for doors only."""

    id: str
    kind: BarrierKind
    points: tuple[Point, ...]
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Creature:
    """A creature as space sees it; a rule system makes it from a profile.

    `size` squares a side from the top-left `square`; `category` is the size category as a number (Medium 0, Large 1,
    Tiny -2, ...); `reach` in squares or None where the profile does not say; `threatens`: armed and able to strike;
    `obstructs`: counts for cover; `able`: can act, so enemies may not pass; `shares`: Tiny and smaller, shares squares.
    """

    id: str
    square: Square
    size: int = 1
    side: str = ""
    reach: int | None = 1
    category: int = 0
    threatens: bool = True
    obstructs: bool = True
    able: bool = True
    shares: bool = False
    may_end_in: bool = False  # a dead body: others may end their move in its squares

    @property
    def space(self) -> frozenset[Square]:
        """All squares it fills."""
        x, y = self.square
        return frozenset(Square(x + i, y + j) for i in range(self.size) for j in range(self.size))


@dataclass(frozen=True, slots=True)
class SpatialOptions:
    """Table options that change a spatial ruling; the defaults are the document's."""

    reach_shape: str = "counted"  # or "square"
    improved_cover_auto: bool = True
    allies_give_cover: bool = True
    unconscious_give_cover: bool = True
    flanking_needs_threat: bool = False
    # How movement counts: 2 for Saga; 1.5 for systems whose diagonals cost 1, 2, 1, 2 ...
    diagonal: str = "double"  # or "alternating"


@dataclass(frozen=True)
class Battlefield:
    """Terrain and creatures of one moment. Immutable; `with_…` methods share what does not change."""

    columns: int
    rows: int
    barriers: tuple[Barrier, ...] = ()
    squares: Mapping[SquareKind, frozenset[Square]] = field(default_factory=dict)
    creatures: Mapping[str, Creature] = field(default_factory=dict)
    options: SpatialOptions = SpatialOptions()
