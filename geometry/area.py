"""Squares of a burst and of a block, and who stands in them."""

from collections.abc import Collection

from geometry.battlefield import Battlefield
from geometry.grid import Point, Square
from geometry.ruling import Evidence, Ruling


def burst_squares(field: Battlefield, centre: tuple[int, int], radius: int) -> Ruling[frozenset[Square]]:
    """The squares on the map that a burst covers.

    Rule: SE-AREA-2. The four squares round the intersection `centre` are at 1 and a diagonal counts 2: radius 1
    covers 4 squares, 2 covers 12, 4 covers 40; radius 0 none.
    """
    x, y = centre
    found = frozenset(
        Square(x + i, y + j)
        for i in range(max(-radius, -x), min(radius, field.columns - x))
        for j in range(max(-radius, -y), min(radius, field.rows - y))
        if 1 + max(i, -1 - i) + max(j, -1 - j) <= radius
    )
    return Ruling(found, ("SE-AREA-2",), Evidence(corner=Point(x, y), squares=tuple(sorted(found))))


def block_squares(field: Battlefield, square: tuple[int, int]) -> Ruling[frozenset[Square]]:
    """The squares on the map of a 2 by 2 block with this top-left square. Rule: SE-AUTO-1."""
    x, y = square
    found = frozenset(Square(x + i, y + j) for i in (0, 1) for j in (0, 1) if field.has((x + i, y + j)))
    return Ruling(found, ("SE-AUTO-1",), Evidence(squares=tuple(sorted(found))))


def in_area(field: Battlefield, squares: Collection[Square]) -> tuple[str, ...]:
    """The creatures of which any square lies in an area, in reading order of their top-left squares.

    Rule: SE-AREA-2, SE-AREA-4; the order is that in which an area is worked off.
    """
    area = set(squares)
    hit = [c for c in field.creatures.values() if not area.isdisjoint(c.space)]
    return tuple(c.id for c in sorted(hit, key=lambda c: (c.square[1], c.square[0])))
