"""What conceals: the squares that lines pass through, and what they are called. Rule: SE-CONC-1, SE-CONC-5."""

from collections.abc import Iterator
from dataclasses import replace
from math import floor

from geometry.battlefield import Battlefield, SquareKind, Vision
from geometry.concealment import concealing_kinds
from geometry.grid import Square
from geometry.ruling import Evidence, Segment
from rules.systems.saga.doors import meets_box

ORDER = (SquareKind.SMOKE, SquareKind.FOG, SquareKind.DARK, SquareKind.DIM)


def concealing(terrain: Battlefield, vision: Vision, evidence: Evidence) -> tuple[Evidence, SquareKind | None]:
    """The evidence of a concealment with the squares that conceal, and the kind of the thickest of them.

    Only what is drawn and said is worked out here; whether something conceals is for geometry.
    """
    lines = [segment for segment in evidence.segments if segment.conceals]
    passed = {square for line in lines for square in _around(line) if _is_crossed(square, line)}
    kinds = [kind for kind in ORDER if kind in concealing_kinds(vision)]
    found: dict[Square, SquareKind] = {}
    for kind in kinds:
        found = dict.fromkeys(terrain.squares.get(kind, frozenset()) & (passed | set(evidence.squares)), kind) | found
    squares = tuple(sorted(found, key=lambda square: (square.y, square.x)))
    thickest = next((kind for kind in kinds if kind in found.values()), None)
    return replace(evidence, squares=squares or evidence.squares, blockers=()), thickest


def _around(line: Segment) -> Iterator[Square]:
    """The squares that a line may pass, and some beside it."""
    (x, y), (u, v) = sorted((tuple(line.start), tuple(line.end)))
    for column in range(floor(x) - 1, floor(u) + 1):
        heights = [y, v]
        if u > x:
            heights = [y + (v - y) * (min(max(edge, x), u) - x) / (u - x) for edge in (column, column + 1)]
        for row in range(floor(min(heights)) - 1, floor(max(heights)) + 2):
            yield Square(column, row)


def _is_crossed(square: Square, line: Segment) -> bool:
    # A line along the border of two such squares is inside their union: the box is a hair larger than the square.
    hair = 1e-6
    box = (square.x - hair, square.y - hair, square.x + 1 + hair, square.y + 1 + hair)
    return meets_box(line.start, line.end, box)
