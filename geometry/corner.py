"""Is a line from corner to corner clear? The exact reading of SE-COVER-3.

A corner line is clear when, arbitrarily near it, a broken line runs from the centre of the one square, to a point
inside it by its corner, to a point inside the other square by that corner, to the other centre, and touches no
barrier.

So the question is local. Along the line only barriers that touch it matter: what crosses it obstructs, what touches
it from one side must be passed on the other, and a line that tilts may change sides once. At each end the barriers
that touch the corner are rays that cut its surroundings into sectors; the point by the corner lies in one of them,
and the two ways that leave it may cross no ray. Numbers are whole lattice units (fractions where a low wall was
clipped), so every answer is exact.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise
from typing import Any, NamedTuple

from geometry.lattice import Vertex, cross, sign
from geometry.terrain import Edge

Direction = tuple[Any, Any]


class Ray(NamedTuple):
    """A barrier that leaves a corner in a direction."""

    way: Direction
    owner: str


@dataclass(slots=True)
class Contacts:
    """What touches the segment from `start` along `way`; positions are multiples of 1 / |way|² along it."""

    crossings: list[tuple[Any, str]] = field(default_factory=list)
    touches: list[tuple[Any, int, str]] = field(default_factory=list)  # position, side on which the barrier is
    runs: list[tuple[Any, Any, str]] = field(default_factory=list)  # from, to: along the line
    at_start: list[Ray] = field(default_factory=list)
    at_end: list[Ray] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Does it touch nothing at all?"""
        return not (self.crossings or self.touches or self.runs or self.at_start or self.at_end)


class End(NamedTuple):
    """One end of a corner line: the corner, the way inside its square, and the way to that square's centre.

    `inward` is None for a point that may be left in any direction `allowed` says; `leg` is None where the centre does
    not count.
    """

    at: Vertex
    inward: Vertex | None
    leg: Contacts | None
    to_centre: Vertex
    allowed: Callable[[Direction], bool] | None = None


class Verdict(NamedTuple):
    """None as blocker: clear. `position` along the line as in Contacts."""

    blocker: str | None
    position: Any
    touched: Any  # where it touches first without being obstructed, or None


def contacts(start: Vertex, end: Vertex, edges: Iterable[Edge]) -> Contacts:
    """Everything that the closed segment from start to end touches."""
    found = Contacts()
    sx, sy = start
    dx, dy = end[0] - sx, end[1] - sy
    length = dx * dx + dy * dy
    for edge in edges:
        ax, ay, bx, by = edge.ax - sx, edge.ay - sy, edge.bx - sx, edge.by - sy
        side_a, side_b = dx * ay - dy * ax, dx * by - dy * bx
        if (side_a > 0 and side_b > 0) or (side_a < 0 and side_b < 0):
            continue
        along_a, along_b = dx * ax + dy * ay, dx * bx + dy * by
        if side_a == 0 and side_b == 0:
            _run(found, edge.owner, (dx, dy), length, min(along_a, along_b), max(along_a, along_b))
            continue
        if side_a == 0:
            at, ways = along_a, [(bx - ax, by - ay)]
        elif side_b == 0:
            at, ways = along_b, [(ax - bx, ay - by)]
        else:
            over, under = along_a * side_b - along_b * side_a, side_b - side_a
            if under < 0:
                over, under = -over, -under
            if over < 0 or over > length * under:
                continue
            at = Fraction(over, under)
            ways = [(bx - ax, by - ay), (ax - bx, ay - by)]
        if at == 0:
            found.at_start += [Ray(way, edge.owner) for way in ways]
        elif at == length:
            found.at_end += [Ray(way, edge.owner) for way in ways]
        elif 0 < at < length:
            if len(ways) == 2:
                found.crossings.append((at, edge.owner))
            else:
                found.touches.append((at, sign(cross(dx, dy, *ways[0])), edge.owner))
    return found


def _run(found: Contacts, owner: str, way: Direction, length: Any, low: Any, high: Any) -> None:
    if high < 0 or low > length:
        return
    back = (-way[0], -way[1])
    if low <= 0:
        found.at_start += [Ray(w, owner) for w, there in ((way, high > 0), (back, low < 0)) if there]
    if high >= length:
        found.at_end += [Ray(w, owner) for w, there in ((way, high > length), (back, low < length)) if there]
    if high > 0 and low < length:
        found.runs.append((max(low, 0), min(high, length), owner))


def judge(a: End, b: End, line: Contacts) -> Verdict:
    """Is the line from corner `a` to corner `b` clear; if not, what obstructs it first?

    Rule: SE-COVER-3. The corners are different points; `line` holds what touches the segment between them.
    """
    if line.is_empty and all(end.leg is None or end.leg.is_empty for end in (a, b)):
        return Verdict(None, None, None)
    way = (b.at[0] - a.at[0], b.at[1] - a.at[1])
    length = way[0] * way[0] + way[1] * way[1]
    starts = _sides(a, way, way, line.at_start)
    if not starts:
        return Verdict(_cut_off(a, line.at_start), 0, None)
    ends = _sides(b, (-way[0], -way[1]), way, line.at_end)
    stop = min(line.crossings, key=lambda c: c[0]) if line.crossings else None
    jammed = _jam(line, starts, ends, length)
    if jammed is not None and (stop is None or jammed[0] < stop[0]):
        stop = jammed
    if stop is not None:
        return Verdict(stop[1], stop[0], None)
    if not ends:
        return Verdict(_cut_off(b, line.at_end), length, None)
    touched = [t[0] for t in line.touches] + [r[0] for r in line.runs]
    return Verdict(None, None, min(touched) if touched else None)


def judge_corner(a: End, b: End, rays: Sequence[Ray]) -> bool:
    """The same where both corners are one point: may the way go from the one square to the other round it?"""
    limits = [ray.way for ray in rays]
    limits += [
        d for end in (a, b) if end.inward is not None for d in (end.to_centre, (end.inward[0], 0), (0, end.inward[1]))
    ]
    limits += [(-x, -y) for x, y in limits]
    return any(
        _free_turn(u, v, rays) or (_no_limit_between(u, (-v[0], -v[1]), limits) and _free_half(u, rays))
        for u in _ways_out(a, limits)
        if a.leg is None or _leg_free(a, u, rays)
        for v in _ways_out(b, limits)
        if b.leg is None or _leg_free(b, v, rays)
    )


def _no_limit_between(u: Direction, v: Direction, limits: Sequence[Direction]) -> bool:
    """Are two directions in one sector?"""
    turn = sign(cross(*u, *v))
    if turn == 0:
        return u[0] * v[0] + u[1] * v[1] > 0
    return not any(turn * cross(*u, *d) > 0 and turn * cross(*d, *v) > 0 for d in limits)


def _free_half(u: Direction, rays: Sequence[Ray]) -> bool:
    """Is there no ray on at least one side of the line through the corner along u?"""
    return any(not any(side * cross(*u, *ray.way) > 0 for ray in rays) for side in (1, -1))


def _cut_off(end: End, rays: Sequence[Ray]) -> str:
    if rays:
        return rays[0].owner
    leg = end.leg
    if leg is not None:
        for held in (leg.crossings, leg.touches, leg.runs, leg.at_start):
            if held:
                return str(held[0][-1])
    return ""


def _sides(end: End, way: Direction, axis: Direction, rays: Sequence[Ray]) -> set[tuple[int, bool]]:
    """On which sides (+1, -1, along `axis`) the line may pass this corner; and whether it changes sides just behind it.

    It can where the point by the corner lies as good as straight behind it: between point and corner the line then
    comes over.
    """
    if not rays and (end.leg is None or end.leg.is_empty):
        return _open_sides(end, way, axis)
    back = (-way[0], -way[1])
    limits = [*(ray.way for ray in rays), way, back, *_quarter(end)]
    found: set[tuple[int, bool]] = set()
    for u in _ways_out(end, limits):
        side = sign(cross(*axis, *u))
        if end.leg is not None and not _leg_free(end, u, rays):
            continue
        if _free_turn(u, way, rays):
            found.add((side, False))
        if _no_limit_between(u, back, limits) and not any(_is_passed(ray.way, back, axis, -side) for ray in rays):
            found.add((-side, True))
    return found


def _open_sides(end: End, way: Direction, axis: Direction) -> set[tuple[int, bool]]:
    """The same where nothing touches the corner."""
    if end.inward is None:
        return {(1, False), (-1, False)}
    rims = [(end.inward[0], 0), (0, end.inward[1])]
    sides = [sign(cross(*axis, *rim)) for rim in rims]
    found = {(side, False) for side in sides if side}
    for rim, other in zip(rims, reversed(sides), strict=True):
        if rim[0] * way[1] == rim[1] * way[0] and rim[0] * way[0] + rim[1] * way[1] < 0:  # straight behind
            found.add((-other, True))
    return found


def _quarter(end: End) -> list[Direction]:
    """The sides of the quarter in which the point may lie, and the way to the centre."""
    return [] if end.inward is None else [(end.inward[0], 0), (0, end.inward[1]), end.to_centre]


def _is_passed(ray: Direction, back: Direction, axis: Direction, side: int) -> bool:
    """Does a line that comes from straight behind a corner and passes it on a side meet this ray?"""
    turn = cross(*axis, *ray)
    return sign(turn) == side or (turn == 0 and back[0] * ray[0] + back[1] * ray[1] > 0)


def _leg_free(end: End, u: Direction, rays: Sequence[Ray]) -> bool:
    """May the point at `u` from the corner be reached from the centre?"""
    leg = end.leg
    assert leg is not None
    if leg.crossings:
        return False
    side = sign(cross(*end.to_centre, *u))
    return not any(t[1] == side for t in leg.touches) and _free_turn(u, end.to_centre, rays)


def _free_turn(u: Direction, v: Direction, rays: Sequence[Ray]) -> bool:
    """Does no ray lie between two directions, on the shorter way round? Neither of them is itself between."""
    turn = sign(cross(*u, *v))
    if turn == 0 and u[0] * v[0] + u[1] * v[1] < 0:  # opposite: a hair to either side will do
        return _free_half(u, rays)
    return not any(turn * cross(*u, *r.way) > 0 and turn * cross(*r.way, *v) > 0 for r in rays)


def _ways_out(end: End, limits: Sequence[Direction]) -> list[Direction]:
    """One direction for each sector round the corner, between `limits`, in which the point may lie."""
    if end.inward is None:
        turned = sorted([*limits, (1, 0), (0, 1), (-1, 0), (0, -1)], key=angle)
        pairs = list(pairwise([*turned, turned[0]]))
    else:
        ix, iy = end.inward
        inside = [d for d in [*limits, end.to_centre] if d[0] * ix > 0 and d[1] * iy > 0]

        # Within the quarter the turn from one to the other tells the order.
        def before(p: Direction, q: Direction) -> int:
            return -ix * iy * sign(cross(*p, *q))

        inside.sort(key=cmp_to_key(before))
        turned = [(ix, 0), *inside, (0, iy)]
        pairs = list(pairwise(turned))
    ways = [_between(p, q) for p, q in pairs if cross(*p, *q) != 0]
    return [w for w in ways if end.allowed is None or end.allowed(w)]


def _between(p: Direction, q: Direction) -> Direction:
    return p[0] + q[0], p[1] + q[1]


def angle(d: Direction) -> tuple[int, Fraction]:
    """A key that sorts directions all the way round, exactly."""
    x, y = d
    quarter = 0 if x > 0 and y >= 0 else 1 if x <= 0 and y > 0 else 2 if x < 0 else 3
    a, b = ((y, x), (-x, y), (-y, -x), (x, -y))[quarter]
    return quarter, Fraction(a) / b


def _jam(
    line: Contacts, starts: set[tuple[int, bool]], ends: set[tuple[int, bool]], length: Any
) -> tuple[Any, str] | None:
    """Where the line finds no side to pass on, and what is in its way there; None when it gets through."""
    marks: list[tuple[Any, int, str]] = sorted(line.touches, key=lambda m: m[0])
    # A state is (side now, has it changed sides already); it may change between two marks, where nothing runs along.
    states = set(starts)
    stops = sorted({m[0] for m in marks} | {p for run in line.runs for p in run[:2]} | {0, length})
    previous = stops[0]
    for at in stops:
        if at > previous and not any(low <= previous and at <= high for low, high, _ in line.runs):
            states |= {(-side, True) for side, changed in states if not changed}
        here = [m for m in marks if m[0] == at]
        kept = {s for s in states if not any(m[1] == s[0] for m in here)}
        if not kept:
            return at, here[-1][2]
        states, previous = kept, at
    arrives = any((side, False) in ends or (not changed and (side, True) in ends) for side, changed in states)
    if ends and not arrives:
        owners = [*(m[2] for m in marks), *(run[2] for run in line.runs), *(ray.owner for ray in line.at_end)]
        return length, (owners[-1] if owners else "")
    return None
