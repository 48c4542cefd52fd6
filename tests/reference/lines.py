"""Is there any free segment between two places? Decided by trying one line of every kind that there is.

Two lines are of one kind when they pass the same critical points on the same sides. What a line of a kind meets, and in
which order, is the same for all lines of it. Free segments form an open set, so if there is one, there is one on a line
through no critical point: it is enough to try, for one direction between any two neighbouring directions of pairs of
critical points, one line between any two neighbouring points. All of it is exact.
"""

import random
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise
from math import gcd, lcm

from tests.reference.exact import Barrier, Number, Point, hull, is_in, meeting, rectangle, sides, touches, turn

Vector = tuple[int, int]
Span = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Place:
    """A rectangle in which a segment may end, where it is seen from `centre` (SE-SPACE-2); None: all of it counts."""

    x0: Number
    y0: Number
    x1: Number
    y1: Number
    centre: Point | None = None

    @property
    def box(self) -> Barrier:
        return rectangle(self.x0, self.y0, self.x1, self.y1)

    @property
    def points(self) -> Barrier:
        return (*self.box, self.centre) if self.centre else self.box

    @property
    def extent(self) -> Barrier:
        """The rectangle with all segments to its centre."""
        return hull(self.points)

    def scaled(self, factor: int) -> "Place":
        centre = (int(self.centre[0] * factor), int(self.centre[1] * factor)) if self.centre else None
        x0, y0, x1, y1 = (int(v * factor) for v in (self.x0, self.y0, self.x1, self.y1))
        return Place(x0, y0, x1, y1, centre)


def has_free_segment(first: Sequence[Place], second: Sequence[Place], barriers: Sequence[Barrier]) -> bool:
    """Is there a segment from a place of `first` to one of `second` that touches no barrier?

    Rules: SE-LOS-1, SE-LOS-3, SE-SPACE-2. Barriers are closed: touching is enough to stop a segment.
    """
    factor = common_denominator([p for b in barriers for p in b] + [p for q in (*first, *second) for p in q.points])
    first, second = [p.scaled(factor) for p in first], [p.scaled(factor) for p in second]
    area = hull([p for place in (*first, *second) for p in place.extent])
    near = [b for b in (tuple((int(x * factor), int(y * factor)) for x, y in b) for b in barriers) if overlap(b, area)]
    search = Search(first, second, near, area)
    return any(search.is_free(*line) for line in search.lines())


def common_denominator(points: Sequence[Point]) -> int:
    return lcm(*(value.denominator for p in points for value in p))


def overlap(barrier: Barrier, area: Barrier) -> bool:
    return any(touches(u, v, area) for u, v in sides(barrier)) or is_in(area[0], barrier)


def hides(barrier: Barrier, place: Place) -> bool:
    """May the barrier stand between the centre of the place and a point inside it?"""
    return place.centre is not None and any(runs_inside(u, v, place.extent) for u, v in sides(barrier))


def runs_inside(u: Point, v: Point, area: Barrier) -> bool:
    """Does the segment u-v meet the inside of the convex area, more than its outline?"""
    parts = [Fraction(0), Fraction(1)]
    for a, b in sides(area):
        hu, hv = turn(a, b, u), turn(a, b, v)
        if (hu > 0) != (hv > 0):
            parts.append(Fraction(hu) / (hu - hv))
    for s, t in pairwise(sorted(parts)):
        middle = (u[0] + (s + t) / 2 * (v[0] - u[0]), u[1] + (s + t) / 2 * (v[1] - u[1]))
        turns = [turn(a, b, middle) for a, b in sides(area)]
        if all(h > 0 for h in turns) or all(h < 0 for h in turns):
            return True
    return False


def by_angle(a: Vector, b: Vector) -> int:
    return a[1] * b[0] - a[0] * b[1]


class Search:
    """One question; every coordinate is a whole number, only derived points are fractions."""

    def __init__(self, first: Sequence[Place], second: Sequence[Place], barriers: Sequence[Barrier], area: Barrier):
        self.first, self.second, self.barriers = first, second, barriers
        self.hiding = {place: [b for b in barriers if hides(b, place)] for place in (*first, *second)}
        self.edges = {place: self.shadows(place) for place in (*first, *second)}
        self.points = self.critical_points(area)

    def shadows(self, place: Place) -> list[tuple[Point, Point]]:
        """From the place's centre through the ends of the barriers that may hide a part of it."""
        if not self.hiding[place]:
            return []
        assert place.centre
        ends = {p for b in self.barriers for p in b if is_in(p, place.extent)}
        return [(place.centre, p) for p in sorted(ends)]

    def critical_points(self, area: Barrier) -> list[Point]:
        """Every point where what a line meets may change."""
        found: set[Point] = set()
        for place in (*self.first, *self.second):
            found.update(place.box)
            walls = [s for b in self.barriers for s in sides(b)]
            shadows = self.edges[place]
            for edge in sides(place.box):
                found.update(p for a, b in walls + shadows if (p := meeting(a, b, *edge)) and is_in(p, place.box))
            if shadows or place.centre is None:
                for i, wall in enumerate(walls):
                    others = walls[:i] + shadows
                    found.update(p for a, b in others if (p := meeting(a, b, *wall)) and is_in(p, place.box))
        found.update(p for b in self.barriers for p in b if is_in(p, area))
        return sorted(found)

    def lines(self) -> Iterator[tuple[Vector, Vector, int]]:
        """A line of every kind that reaches both places: its direction, its normal, its offset along that."""
        for along in self.directions():
            across = (-along[1], along[0])
            low, high = self.common_offsets(across)
            offsets = sorted({o for x, y in self.points if low <= (o := across[0] * x + across[1] * y) <= high})
            for a, b in pairwise(offsets):
                middle = Fraction(a + b) / 2
                k = middle.denominator
                yield (along[0] * k, along[1] * k), (across[0] * k, across[1] * k), middle.numerator

    def directions(self) -> list[Vector]:
        """One direction between any two neighbouring directions of pairs of critical points, in a shuffled order."""
        found: set[Vector] = set()
        for i, (ax, ay) in enumerate(self.points):
            for bx, by in self.points[:i]:
                dx, dy = bx - ax, by - ay
                k = lcm(dx.denominator, dy.denominator)
                dx, dy = int(dx * k), int(dy * k)
                k = gcd(dx, dy) * (1 if dy > 0 or (dy == 0 and dx > 0) else -1)
                found.add((dx // k, dy // k))
        turned = sorted(found, key=cmp_to_key(by_angle))
        turned.append((-turned[0][0], -turned[0][1]))
        between = [(a[0] + b[0], a[1] + b[1]) for a, b in pairwise(turned)]
        random.Random(0).shuffle(between)
        return between

    def common_offsets(self, across: Vector) -> tuple[Number, Number]:
        """Between which offsets a line meets a place of both."""
        ends = []
        for places in (self.first, self.second):
            offsets = [across[0] * x + across[1] * y for p in places for x, y in p.box]
            ends.append((min(offsets), max(offsets)))
        return max(ends[0][0], ends[1][0]), min(ends[0][1], ends[1][1])

    def is_free(self, along: Vector, across: Vector, offset: int) -> bool:
        """Does the line hold a free segment from one place to the other?"""
        blocked: list[Span] = []
        for low, high in sorted(s for b in self.barriers if (s := self.span(b, along, across, offset))):
            if blocked and low <= blocked[-1][1]:
                blocked[-1] = (blocked[-1][0], max(high, blocked[-1][1]))
            else:
                blocked.append((low, high))
        first = self.gaps_reached(self.first, blocked, along, across, offset)
        return bool(first) and bool(first & self.gaps_reached(self.second, blocked, along, across, offset))

    def gaps_reached(
        self, places: Sequence[Place], blocked: list[Span], along: Vector, across: Vector, offset: int
    ) -> set[int]:
        """The gaps (counted along the line) that hold a point of one of the places."""
        found: set[int] = set()
        starts = [low for low, _ in blocked]
        for place in places:
            inside = self.span(place.box, along, across, offset)
            if inside is None:
                continue
            cuts = [t for s in blocked for t in s] + self.shadow_cuts(place, along, across, offset)
            stops = [inside[0], *sorted(t for t in set(cuts) if inside[0] < t < inside[1]), inside[1]]
            for a, b in pairwise(stops):
                t = (a + b) / 2
                gap = bisect(starts, t)
                in_gap = gap not in found and (gap == 0 or blocked[gap - 1][1] < t)
                if in_gap and self.is_seen(place, t, along, across, offset):
                    found.add(gap)
        return found

    def span(self, area: Barrier, along: Vector, across: Vector, offset: int) -> Span | None:
        """From where to where the line runs in the area; what it only grazes there lies beyond both places."""
        heights = [across[0] * x + across[1] * y - offset for x, y in area]
        if all(h > 0 for h in heights) or not any(h > 0 for h in heights):
            return None
        found = []
        for i in range(len(area) if len(area) > 2 else 1):
            u, v, hu, hv = area[i - 1], area[i], heights[i - 1], heights[i]
            if (hu > 0) != (hv > 0):
                tu, tv = along[0] * u[0] + along[1] * u[1], along[0] * v[0] + along[1] * v[1]
                found.append(Fraction(tv * hu - tu * hv, hu - hv))
        return min(found), max(found)

    def shadow_cuts(self, place: Place, along: Vector, across: Vector, offset: int) -> list[Fraction]:
        """Where the line crosses the lines from the place's centre through the ends of barriers."""
        cuts = []
        for shadow in self.edges[place]:
            p = meeting(*shadow, *self.two_points(along, across, offset))
            if p is not None:
                cuts.append(Fraction(along[0] * p[0] + along[1] * p[1]))
        return cuts

    def two_points(self, along: Vector, across: Vector, offset: int) -> tuple[Point, Point]:
        size = across[0] ** 2 + across[1] ** 2
        p = Fraction(across[0] * offset, size), Fraction(across[1] * offset, size)
        return p, (p[0] + along[0], p[1] + along[1])

    def is_seen(self, place: Place, t: Fraction, along: Vector, across: Vector, offset: int) -> bool:
        """SE-SPACE-2: is the point at t of the line to be seen from the centre of its square?"""
        if not self.hiding[place]:
            return True
        size = across[0] ** 2 + across[1] ** 2
        p = ((across[0] * offset + along[0] * t) / size, (across[1] * offset + along[1] * t) / size)
        assert place.centre
        return not any(touches(place.centre, p, b) for b in self.hiding[place])
