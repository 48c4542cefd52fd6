"""A scene in the form of the case files, read into plain sets and exact numbers (SE-SPACE-1, section 1)."""

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from tests.reference.exact import Barrier, Number, Point, rectangle, whole

Square = tuple[int, int]
GROUND = {
    "#": "solid",
    "o": "low",
    "^": "difficult",
    "~": "fog",
    "%": "smoke",
    "T": "cover",
    ",": "dim",
    "!": "dark",
}
STOPS_EFFECT = {"wall", "door", "window"}
STOPS_SIGHT = {"wall", "door", "curtain"}
STOPS_STEPS = {"wall", "door", "window", "embrasure"}


@dataclass(frozen=True)
class Creature:
    name: str
    at: Square
    size: int
    side: str
    reach: int
    dead: bool

    @property
    def space(self) -> list[Square]:
        return space(self.at, self.size)

    def standing_at(self, at: Square) -> "Creature":
        return Creature(self.name, at, self.size, self.side, self.reach, self.dead)


@dataclass(frozen=True)
class Scene:
    width: int
    height: int
    ground: dict[str, set[Square]]
    walls: list[tuple[str, Barrier]]
    creatures: dict[str, Creature]

    def holds(self, square: Square) -> bool:
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def pieces(self, kinds: Collection[str]) -> list[Barrier]:
        return [piece for kind, piece in self.walls if kind in kinds]

    def areas(self, *kinds: str) -> list[Barrier]:
        return [area(square) for kind in kinds for square in sorted(self.ground[kind])]

    def with_creature(self, creature: Creature) -> "Scene":
        return Scene(self.width, self.height, self.ground, self.walls, {**self.creatures, creature.name: creature})


def space(at: Square, size: int) -> list[Square]:
    return [(at[0] + i, at[1] + j) for j in range(size) for i in range(size)]


def area(square: Square) -> Barrier:
    x, y = square
    return rectangle(x, y, x + 1, y + 1)


def centre(square: Square) -> Point:
    return square[0] + Fraction(1, 2), square[1] + Fraction(1, 2)


def number(value: float) -> Number:
    """A coordinate, to the millionth: what lies nearer together is one point."""
    return whole(Fraction(round(Fraction(str(value)) * 10**6), 10**6))


def read(case: dict[str, Any]) -> Scene:
    """The battlefield of one case."""
    rows = case["map"]
    ground: dict[str, set[Square]] = {kind: set() for kind in GROUND.values()}
    creatures: dict[str, Creature] = {}
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark in GROUND:
                ground[GROUND[mark]].add((x, y))
            elif mark.isupper():
                creatures[mark] = Creature(
                    mark,
                    (x, y),
                    case.get("sizes", {}).get(mark, 1),
                    case.get("sides", {}).get(mark, "heroes" if mark in "AC" else "others"),
                    case.get("reach", {}).get(mark, 1),
                    mark in case.get("dead", []),
                )
    for name, kinds in case.get("under", {}).items():
        for kind in kinds:
            ground[kind].add(creatures[name].at)
    walls: list[tuple[str, Barrier]] = []
    for wall in case.get("walls", []):
        points: list[Point] = [(number(x), number(y)) for x, y in wall["line"]]
        walls.extend((wall["kind"], piece) for piece in pairwise(points))
    return Scene(len(rows[0]), len(rows), ground, walls, creatures)
