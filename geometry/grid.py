"""Squares, points and the counted distance between spaces."""

from collections.abc import Iterable
from typing import NamedTuple


class Square(NamedTuple):
    """A cell of the grid: it covers [x, x+1] by [y, y+1]."""

    x: int
    y: int


class Point(NamedTuple):
    """Any position, in squares."""

    x: float
    y: float


def gaps(space: Iterable[Square], other: Iterable[Square]) -> tuple[int, int]:
    """The gaps in squares on each axis between the nearest squares of two rectangular spaces (0 where they overlap)."""
    a, b = list(space), list(other)
    dx = max(min(s.x for s in b) - max(s.x for s in a), min(s.x for s in a) - max(s.x for s in b), 0)
    dy = max(min(s.y for s in b) - max(s.y for s in a), min(s.y for s in a) - max(s.y for s in b), 0)
    return dx, dy
