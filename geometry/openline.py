"""Is there any free segment between two places? Exact, never sampled (SE-LOS-3).

The free segments form open sets, and each such set has on its rim a line through two critical points: ends of
barriers, corners of the places. So it is enough to look next to those lines. Next to a line through k critical points
there are 2k ways to lie: shifted to either side, or turned either way between two neighbours. Each is tried as a
concrete line, moved by less than any distance that whole numbers of this size can form, in whole numbers. A quick
look in floating point, whose errors are bounded, first throws out the lines that barriers cut well inside.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import gcd, lcm
from typing import Any, NamedTuple

import numpy as np

from geometry.critical import candidates
from geometry.grid import Point
from geometry.lattice import SCALE, Vertex
from geometry.near import Near, hull, inside
from geometry.region import Polygon, Shape, places
from geometry.space import Space
from geometry.touch import touch
from geometry.walled import is_walled_off

Found = tuple[Point, Point]


class Ratio(NamedTuple):
    """num / den with den > 0, never reduced: reducing costs more than it saves here."""

    num: int
    den: int

    def below(self, other: "Ratio") -> bool:
        return self.num * other.den < other.num * self.den


class Line(NamedTuple):
    """Through (x, y) along (dx, dy); points are compared after multiplying them by `scale`."""

    x: int
    y: int
    dx: int
    dy: int
    scale: int


def free_segment(near: Near, a: Space, b: Space) -> Found | None:
    """A segment from inside `a` to inside `b` that touches no edge of `near`, or None when there is none at all.

    Rule: SE-LOS-1, SE-LOS-3, SE-SPACE-2.
    """
    from_a, shape_a = places(near, a)
    from_b, shape_b = places(near, b)
    if not from_a or not from_b:
        return None
    shared = set(a.squares) & set(b.squares) - set(near.squares)
    if shared:
        x, y = min(shared)
        return Point(x + 0.5, y + 0.5), Point(x + 0.5, y + 0.5)
    if not len(near.edges):
        return _points(a.centre, b.centre)
    found = _quick(near, _samples(a, from_a, shape_a), _samples(b, from_b, shape_b))
    if found is not None or is_walled_off(near, a, b):
        return found
    return _exact(near, a, b, from_a, from_b, {shape_a, shape_b})


def _points(p: Vertex, q: Vertex) -> Found:
    return Point(p[0] / SCALE, p[1] / SCALE), Point(q[0] / SCALE, q[1] / SCALE)


def _samples(space: Space, pieces: list[Polygon], shape: Shape) -> list[Vertex]:
    """Points that certainly belong to the creature: its centre and a step inside its corners, or the middles of
    pieces.
    """
    if shape is Shape.WHOLE:
        return [space.centre, *((c.at[0] + c.inward[0], c.at[1] + c.inward[1]) for c in space.corners)]
    found = []
    for piece in pieces:
        x, y = (int(sum(p[i] for p in piece) / len(piece)) for i in (0, 1))
        if all(_turn(piece[i - 1], piece[i], (x, y)) > 0 for i in range(len(piece))):
            found.append((x, y))
    return found


def _turn(p: tuple[Any, Any], q: tuple[Any, Any], r: tuple[Any, Any]) -> Any:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def _quick(near: Near, starts: list[Vertex], ends: list[Vertex]) -> Found | None:
    if not starts or not ends:
        return None
    lines = np.array([(*p, *q) for p in starts for q in ends], dtype=np.int64)
    free = ~touching(lines, near.edges).any(axis=1)
    if not free.any():
        return None
    px, py, qx, qy = lines[int(np.argmax(free))].tolist()
    return _points((px, py), (qx, qy))


def touching(lines: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Which of the closed segments `lines` (rows px, py, qx, qy) touch which of `edges`: a table of booleans, exact."""
    px, py, qx, qy = (column[:, None] for column in lines.T)
    ax, ay, bx, by = (column[None, :] for column in edges.T)
    return touch(px, py, qx, qy, ax, ay, bx, by)


def _exact(
    near: Near, a: Space, b: Space, from_a: list[Polygon], from_b: list[Polygon], shapes: set[Shape]
) -> Found | None:
    scale = 1 if shapes == {Shape.WHOLE} else _denominator(from_a + from_b)
    around = hull(a.box, b.box)
    ends = near.edges.reshape(-1, 2)
    points = list(dict.fromkeys((x * scale, y * scale) for x, y in ends[inside(ends, around)].tolist()))
    edges = [(ax * scale, ay * scale, bx * scale, by * scale) for ax, ay, bx, by in near.edges.tolist()]
    pieces_a, pieces_b = (
        [[(int(x * scale), int(y * scale)) for x, y in piece] for piece in of] for of in (from_a, from_b)
    )
    points = list(dict.fromkeys(points + [p for piece in pieces_a + pieces_b for p in piece]))
    done: set[tuple[int, int, int]] = set()
    for i, j, beside in candidates(near, a, b, points, scale, (from_a, from_b), shapes):
        key = _key(points[i], points[j])
        if key in done:
            continue
        done.add(key)
        marks = _on_line(points, points[i], points[j])
        close = [edges[k] for k in beside]
        for line in _lines_beside(marks, points):
            found = _try(line, close, pieces_a, pieces_b, scale)
            if found is not None:
                return found
    return None


def _denominator(pieces: list[Polygon]) -> int:
    """What to multiply by so that all corners are whole numbers."""
    return lcm(*(Fraction(n).denominator for piece in pieces for p in piece for n in p))


def _key(p: Vertex, q: Vertex) -> tuple[int, int, int]:
    """One name for a line, whichever two of its points it comes from."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    shared = gcd(dx, dy)
    if (dx, dy) < (0, 0):
        shared = -shared
    dx, dy = dx // shared, dy // shared
    return dx, dy, dx * p[1] - dy * p[0]


def _on_line(points: list[Vertex], p: Vertex, q: Vertex) -> list[Vertex]:
    """The critical points on the line through p and q, in order along it."""
    (px, py), (qx, qy) = p, q
    dx, dy = qx - px, qy - py
    on = [v for v in points if dx * (v[1] - py) == dy * (v[0] - px)]
    return sorted(on, key=lambda v: dx * v[0] + dy * v[1])


def _lines_beside(marks: list[Vertex], points: list[Vertex]) -> Iterator[Line]:
    """The line through `marks`, shifted a hair to either side, then turned a hair either way between each two."""
    (px, py), (qx, qy) = marks[0], marks[-1]
    dx, dy = qx - px, qy - py
    # A comparison of two places along a line is a polynomial in the hair's breadth, of degree 6 at most, whose whole
    # coefficients have fewer than 7 times the digits of a coordinate.
    digits = max(max(abs(x), abs(y)) for x, y in points).bit_length() + 2
    hair = 1 << (8 * digits + 16)
    scale = 2 * hair
    for side in (1, -1):
        yield Line(px * scale - side * dy, py * scale + side * dx, dx, dy, scale)
    for (x, y), (u, v) in pairwise(marks):
        for side in (1, -1):
            yield Line((x + u) * hair, (y + v) * hair, dx * hair - side * dy, dy * hair + side * dx, scale)


def _chord(line: Line, piece: list[Vertex]) -> tuple[Ratio, Ratio] | None:
    """Where the line enters and leaves a convex piece."""
    seen = [_see(line, x, y) for x, y in piece]
    cuts = [_cut(seen[i], seen[i - 1]) for i in range(len(seen)) if (seen[i][0] > 0) != (seen[i - 1][0] > 0)]
    if len(cuts) != 2:
        return None
    return (cuts[0], cuts[1]) if cuts[0].below(cuts[1]) else (cuts[1], cuts[0])


def _see(line: Line, x: int, y: int) -> tuple[int, int]:
    """A point's side of the line and its place along it."""
    rx, ry = x * line.scale - line.x, y * line.scale - line.y
    return line.dx * ry - line.dy * rx, line.dx * rx + line.dy * ry


def _cut(p: tuple[int, int], q: tuple[int, int]) -> Ratio:
    num, den = p[1] * q[0] - q[1] * p[0], q[0] - p[0]
    return Ratio(num, den) if den > 0 else Ratio(-num, -den)


def _met(line: Line, edges: list[tuple[int, int, int, int]]) -> list[Ratio]:
    """Where the line meets edges. It passes through no end of any."""
    found = []
    for ax, ay, bx, by in edges:
        p, q = _see(line, ax, ay), _see(line, bx, by)
        if (p[0] > 0) != (q[0] > 0):
            found.append(_cut(p, q))
    return found


def _try(
    line: Line,
    edges: list[tuple[int, int, int, int]],
    pieces_a: list[list[Vertex]],
    pieces_b: list[list[Vertex]],
    scale: int,
) -> Found | None:
    chords_a = [c for piece in pieces_a if (c := _chord(line, piece)) is not None]
    chords_b = [c for piece in pieces_b if (c := _chord(line, piece)) is not None]
    if not chords_a or not chords_b:
        return None
    stops = _met(line, edges)
    for in_a in chords_a:
        for in_b in chords_b:
            near_side, far_side = (in_a, in_b) if in_a[0].below(in_b[0]) else (in_b, in_a)
            # From where the one is left to where the other is entered, both included.
            if not any(not stop.below(near_side[1]) and not far_side[0].below(stop) for stop in stops):
                p, q = _ends(line, near_side, far_side, stops, scale)
                return (p, q) if near_side is in_a else (q, p)
    return None


def _ends(
    line: Line, one: tuple[Ratio, Ratio], other: tuple[Ratio, Ratio], stops: list[Ratio], scale: int
) -> tuple[Point, Point]:
    """A free segment to draw: it starts and ends half-way into what is free of either chord."""
    start, leave, enter, end = (Fraction(*r) for r in (*one, *other))
    places = [Fraction(*s) for s in stops]
    start = max([start, *(s for s in places if s < leave)])
    end = min([end, *(s for s in places if s > enter)])
    return _at(line, (start + leave) / 2, scale), _at(line, (enter + end) / 2, scale)


def _at(line: Line, along: Fraction, scale: int) -> Point:
    length = line.dx * line.dx + line.dy * line.dy
    unit = scale * SCALE * line.scale
    return Point(
        float((line.x + along * line.dx / length) / unit),
        float((line.y + along * line.dy / length) / unit),
    )


def free_from_point(near: Near, point: Vertex, b: Space) -> Found | None:
    """A segment from arbitrarily near a point, in any direction from it, to inside `b` that touches no edge; or None.

    Rule: SE-COVER-12, SE-AREA-2. The point may lie on a barrier and is then left on any side of it.
    """
    return next((found for _, found in free_directions(near, point, b)), None)


def free_directions(near: Near, point: Vertex, b: Space) -> Iterator[tuple[Vertex, Found]]:
    """Such segments, each with a direction that lies in the sector round the point in which the segment starts."""
    pieces, _ = places(near, b)
    scale = _denominator(pieces)
    scaled = [[(int(x * scale), int(y * scale)) for x, y in piece] for piece in pieces]
    edges = [(ax * scale, ay * scale, bx * scale, by * scale) for ax, ay, bx, by in near.edges.tolist()]
    here = point[0] * scale, point[1] * scale
    ends = near.edges.reshape(-1, 2)
    points = {(x * scale, y * scale) for x, y in ends[inside(ends, hull((*point, *point), b.box))].tolist()}
    points |= {p for piece in scaled for p in piece}
    critical = [here, *sorted(points - {here})]
    ways = {_reduced(x - here[0], y - here[1]): (x, y) for x, y in critical[1:]}
    for (dx, dy), mark in ways.items():
        marks = _on_line(critical, here, mark)
        # What touches the point only there is met infinitely near it, and a start beyond that is as near as one likes.
        stops = [e for e in edges if not _touches_at(e, here) or _is_along(e, dx, dy)]
        for line in _lines_beside(marks, critical):
            side, at = _see(line, *here)
            found = _leave(line, Ratio(at, 1), stops, scaled, scale)
            if found is not None:
                turn = 1 if side < 0 else -1  # the line passes the point on this side
                yield (
                    (dx * FAR_OFF - turn * dy, dy * FAR_OFF + turn * dx),
                    (Point(point[0] / SCALE, point[1] / SCALE), found),
                )
                break


# A direction turned by one part in this is still in the same sector: the lattice knows no finer angle that matters
# there.
FAR_OFF = 1 << 200


def _leave(
    line: Line, start: Ratio, edges: list[tuple[int, int, int, int]], pieces: list[list[Vertex]], scale: int
) -> Point | None:
    """Where a line that starts at a place along it gets inside a piece before it meets an edge; None when it does
    not.
    """
    chords = [c for piece in pieces if (c := _chord(line, piece)) is not None and start.below(c[1])]
    stops = [s for s in _met(line, edges) if start.below(s)] if chords else []
    for enter, leave in chords:
        if not any(not enter.below(stop) for stop in stops):
            end = min([Fraction(*leave), *(Fraction(*s) for s in stops)])
            return _at(line, (max(Fraction(*enter), Fraction(*start)) + end) / 2, scale)
    return None


def _reduced(x: int, y: int) -> tuple[int, int]:
    shared = gcd(x, y)
    return x // shared, y // shared


def _touches_at(edge: tuple[int, int, int, int], p: Vertex) -> bool:
    ax, ay, bx, by = edge
    return (
        (bx - ax) * (p[1] - ay) == (by - ay) * (p[0] - ax)
        and min(ax, bx) <= p[0] <= max(ax, bx)
        and min(ay, by) <= p[1] <= max(ay, by)
    )


def _is_along(edge: tuple[int, int, int, int], dx: int, dy: int) -> bool:
    ax, ay, bx, by = edge
    return (bx - ax) * dy == (by - ay) * dx
