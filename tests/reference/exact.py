"""Exact plane geometry in whole numbers and fractions: nothing here is ever rounded.

A barrier is a tuple of points: two for a piece of wall, more for a closed convex area with its inside.
"""

from collections.abc import Iterable
from fractions import Fraction

Number = int | Fraction
Point = tuple[Number, Number]
Barrier = tuple[Point, ...]


def turn(a: Point, b: Point, c: Point) -> Number:
    """Positive, negative or zero as c lies on one side of the line a-b, on the other, or on it."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def is_on(p: Point, u: Point, v: Point) -> bool:
    """Does p lie on the closed segment u-v?"""
    return (
        turn(u, v, p) == 0 and min(u[0], v[0]) <= p[0] <= max(u[0], v[0]) and min(u[1], v[1]) <= p[1] <= max(u[1], v[1])
    )


def segments_touch(a: Point, b: Point, u: Point, v: Point) -> bool:
    """Do two closed segments share a point?"""
    if max(a[0], b[0]) < min(u[0], v[0]) or max(u[0], v[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(u[1], v[1]) or max(u[1], v[1]) < min(a[1], b[1]):
        return False
    ta, tb, tu, tv = turn(u, v, a), turn(u, v, b), turn(a, b, u), turn(a, b, v)
    return not ((ta > 0 and tb > 0) or (ta < 0 and tb < 0) or (tu > 0 and tv > 0) or (tu < 0 and tv < 0))


def sides(area: Barrier) -> list[tuple[Point, Point]]:
    """The pieces of a wall, or the sides of an area."""
    if len(area) == 2:
        return [(area[0], area[1])]
    return [(area[i - 1], area[i]) for i in range(len(area))]


def is_in(p: Point, area: Barrier) -> bool:
    """Does p lie on a wall, or in a closed convex area?"""
    if len(area) == 2:
        return is_on(p, *area)
    turns = [turn(u, v, p) for u, v in sides(area)]
    return all(t >= 0 for t in turns) or all(t <= 0 for t in turns)


def touches(a: Point, b: Point, barrier: Barrier) -> bool:
    """Does the closed segment a-b touch the barrier?"""
    return is_in(a, barrier) or is_in(b, barrier) or any(segments_touch(a, b, u, v) for u, v in sides(barrier))


def meeting(a: Point, b: Point, u: Point, v: Point) -> Point | None:
    """The point where the lines a-b and u-v cross; None when they are parallel."""
    along = (b[0] - a[0]) * (v[1] - u[1]) - (b[1] - a[1]) * (v[0] - u[0])
    if along == 0:
        return None
    part = Fraction((u[0] - a[0]) * (v[1] - u[1]) - (u[1] - a[1]) * (v[0] - u[0])) / along
    return whole(a[0] + part * (b[0] - a[0])), whole(a[1] + part * (b[1] - a[1]))


def whole(value: Number) -> Number:
    """The same number, as an int where it is one."""
    return value.numerator if value.denominator == 1 else value


def hull(points: Iterable[Point]) -> Barrier:
    """The convex hull, without points inside its sides."""
    ordered = sorted(set(points))
    halves: list[list[Point]] = []
    for run in (ordered, ordered[::-1]):
        half: list[Point] = []
        for p in run:
            while len(half) > 1 and turn(half[-2], half[-1], p) <= 0:
                half.pop()
            half.append(p)
        halves.append(half[:-1])
    return tuple(halves[0] + halves[1])


def rectangle(x0: Number, y0: Number, x1: Number, y1: Number) -> Barrier:
    """The closed rectangle between two corners."""
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
