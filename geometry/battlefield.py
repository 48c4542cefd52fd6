"""The battlefield: barriers, squares with a kind, creatures. Built once, asked often.

Rule: `Saga` section 1, used by all five systems. Coordinates are snapped to a 1e-6 lattice when it is built; every
test after that is exact.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from geometry.errors import NotANumber, OffTheMap, OnePointLine, TooLarge, TooSmall, UnknownBarrier
from geometry.grid import Point, Square
from geometry.lattice import FAR, snap

if TYPE_CHECKING:
    from geometry.terrain import Terrain

MAX_SIDE = 500
MAX_PIECES = 20_000
MAX_CREATURES = 1_000


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
    neutral_side: str | None = None  # whoever is of this side is nobody's enemy


@dataclass(frozen=True)
class Battlefield:
    """Terrain and creatures of one moment. Immutable; `with_…` methods share what does not change.

    Raises (children of GeometryError) NotANumber, OnePointLine, OffTheMap, TooSmall, TooLarge for what cannot be a
    battlefield.
    """

    columns: int
    rows: int
    barriers: tuple[Barrier, ...] = ()
    squares: Mapping[SquareKind, frozenset[Square]] = field(default_factory=dict)
    creatures: Mapping[str, Creature] = field(default_factory=dict)
    options: SpatialOptions = SpatialOptions()

    def __post_init__(self) -> None:
        _check_map(self.columns, self.rows)
        _check_barriers(self.barriers)
        for kind, squares in self.squares.items():
            for x, y in squares:
                if not (0 <= x < self.columns and 0 <= y < self.rows):
                    raise OffTheMap(f"{kind} square ({x}, {y}) is not on a map of {self.columns} by {self.rows}")
        self._check_creatures(self.creatures)

    @cached_property
    def terrain(self) -> "Terrain":
        """Barriers and squares, prepared for questions when the first one comes."""
        from geometry.terrain import Terrain

        return Terrain(self.columns, self.rows, self.barriers, self.squares)

    def with_creatures(self, creatures: Mapping[str, Creature]) -> "Battlefield":
        """The same terrain with these creatures and no others."""
        self._check_creatures(creatures)
        return self._with(creatures=creatures, terrain=self.terrain)

    def with_creature(self, creature: Creature) -> "Battlefield":
        """The same, one creature more or in another place."""
        return self.with_creatures({**self.creatures, creature.id: creature})

    def with_door(self, barrier: str, is_open: bool) -> "Battlefield":
        """The same with one door opened or closed.

        Raises UnknownBarrier when there is no door of that id.
        """
        if not any(b.id == barrier and b.kind is BarrierKind.DOOR for b in self.barriers):
            raise UnknownBarrier(f"no door {barrier!r} on this battlefield")
        changed = tuple(replace(b, is_open=is_open) if b.id == barrier else b for b in self.barriers)
        return self._with(barriers=changed, terrain=self.terrain.with_barriers(changed))

    def with_options(self, options: SpatialOptions) -> "Battlefield":
        """The same under other table options."""
        return self._with(options=options, terrain=self.terrain)

    def are_enemies(self, one: Creature, other: Creature) -> bool:
        """Are two creatures of different sides, none of them neutral?"""
        return one.side != other.side and self.options.neutral_side not in (one.side, other.side)

    def has(self, square: tuple[int, int]) -> bool:
        """Is the square on the map?"""
        return 0 <= square[0] < self.columns and 0 <= square[1] < self.rows

    def _with(self, **changes: Any) -> "Battlefield":
        # Past __init__: what did not change was checked when it was made.
        other = object.__new__(Battlefield)
        other.__dict__.update({f.name: getattr(self, f.name) for f in fields(self)} | changes)
        return other

    def _check_creatures(self, creatures: Mapping[str, Creature]) -> None:
        if len(creatures) > MAX_CREATURES:
            raise TooLarge(f"{len(creatures)} creatures; a battlefield takes {MAX_CREATURES}")
        for creature in creatures.values():
            x, y = creature.square
            if creature.size < 1:
                raise TooSmall(f"creature {creature.id!r} has size {creature.size}")
            if not (0 <= x <= self.columns - creature.size and 0 <= y <= self.rows - creature.size):
                raise OffTheMap(
                    f"creature {creature.id!r} of size {creature.size} at ({x}, {y}) is not on a map of "
                    f"{self.columns} by {self.rows}"
                )


def _check_map(columns: int, rows: int) -> None:
    if columns < 1 or rows < 1:
        raise TooSmall(f"a map of {columns} by {rows} squares")
    if columns > MAX_SIDE or rows > MAX_SIDE:
        raise TooLarge(f"a map of {columns} by {rows} squares; the limit is {MAX_SIDE} by {MAX_SIDE}")


def _check_barriers(barriers: tuple[Barrier, ...]) -> None:
    pieces = sum(max(len(b.points) - 1, 0) for b in barriers)
    if pieces > MAX_PIECES:
        raise TooLarge(f"{pieces} wall pieces; a battlefield takes {MAX_PIECES}")
    for barrier in barriers:
        for x, y in barrier.points:
            if not (math.isfinite(x) and math.isfinite(y)):
                raise NotANumber(f"barrier {barrier.id!r} has the point ({x}, {y})")
            if abs(x) > FAR or abs(y) > FAR:
                raise OffTheMap(f"barrier {barrier.id!r} has the point ({x}, {y}), more than {FAR} squares away")
        if len({(snap(x), snap(y)) for x, y in barrier.points}) < 2:
            raise OnePointLine(f"barrier {barrier.id!r} has only one point")
