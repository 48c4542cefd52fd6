"""Wall lines of an imported map: clipped to the picture, tidied, cut where a door is.

A *run* is a polyline of two or more points, a *piece* one of its straight parts. Lengths in squares.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise

import shapely

from geometry.grid import Point

JOIN = 0.005
ON_GRID = 1e-4
SNAP = 0.05
_MOST_IN_CELL = 16

Run = tuple[Point, ...]
Piece = tuple[Point, Point]


def pieces(runs: Iterable[Run]) -> list[Piece]:
    return [piece for run in runs for piece in pairwise(run)]


def runs_of(parts: Iterable[Piece]) -> list[Run]:
    """Pieces that follow one another become one run again."""
    runs: list[list[Point]] = []
    for start, end in parts:
        if runs and runs[-1][-1] == start:
            runs[-1].append(end)
        else:
            runs.append([start, end])
    return [tuple(run) for run in runs]


def clip(piece: Piece, columns: float, rows: float) -> Piece | None:
    """The part of a piece that lies in the picture; None when no more than a point of it does.

    Both ends may lie outside and the middle inside.
    """
    (x, y), (x2, y2) = piece
    dx, dy = x2 - x, y2 - y
    first, last = 0.0, 1.0
    for step, room in ((-dx, x), (dx, columns - x), (-dy, y), (dy, rows - y)):
        if step == 0:
            if room < 0:
                return None
            continue
        t = room / step
        if step < 0:
            first = max(first, t)
        else:
            last = min(last, t)
    if last <= first or math.hypot(dx, dy) * (last - first) < 1e-6:
        return None
    start = piece[0] if first == 0 else _inside(Point(x + first * dx, y + first * dy), columns, rows)
    end = piece[1] if last == 1 else _inside(Point(x + last * dx, y + last * dy), columns, rows)
    return start, end


def _inside(point: Point, columns: float, rows: float) -> Point:
    return Point(min(max(point.x, 0.0), columns), min(max(point.y, 0.0), rows))


def onto_grid(point: Point, tolerance: float) -> Point:
    """Each value that is near a grid line goes onto it; the rest keeps six decimals."""
    return Point(_near(point.x, tolerance), _near(point.y, tolerance))


def _near(value: float, tolerance: float) -> float:
    line = round(value)
    return float(line) if abs(value - line) <= tolerance else round(value, 6)


def on_lines(point: Point) -> int:
    """On how many grid lines a point lies: 0, 1 or 2."""
    return (point.x == round(point.x)) + (point.y == round(point.y))


def joining(points: Iterable[Point]) -> Callable[[Point], Point]:
    """Where each point goes when ends closer than `JOIN` become one; a point on the grid keeps its place."""
    order = sorted(dict.fromkeys(points), key=lambda p: -on_lines(p))
    rank = {point: i for i, point in enumerate(order)}
    parent = {point: point for point in order}
    cells: dict[tuple[int, int], list[Point]] = {}

    def root(point: Point) -> Point:
        while parent[point] != point:
            parent[point] = parent[parent[point]]
            point = parent[point]
        return point

    for point in order:
        column, row = math.floor(point.x / JOIN), math.floor(point.y / JOIN)
        for cell in ((column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
            for other in cells.get(cell, ()):
                if math.dist(point, other) < JOIN:
                    one, two = root(point), root(other)
                    parent[max(one, two, key=rank.__getitem__)] = min(one, two, key=rank.__getitem__)
        here = cells.setdefault((column, row), [])
        if len(here) < _MOST_IN_CELL:
            here.append(point)

    def goes_to(point: Point) -> Point:
        target = root(point) if point in parent else point
        # A curve traced finer than the tolerance must not shrink to one point.
        return target if math.dist(point, target) <= 4 * JOIN else point

    return goes_to


def weld(parts: Sequence[Piece], doors: Sequence[Piece]) -> tuple[list[Piece], list[Piece], int]:
    """Ends that stop within `JOIN` of another wall's middle are set onto it; walls, doors, and how many ends.

    Onto a wall along an axis the end moves; a slanted wall gets a corner there instead, so that both have the very same
    point and no line slips between them.
    """
    both = [*parts, *doors]
    ends = list(dict.fromkeys(end for piece in both for end in piece))
    if not both:
        return [], [], 0
    tree = shapely.STRtree(shapely.linestrings([list(piece) for piece in both]))
    moves: dict[Point, Point] = {}
    corners: dict[int, list[Point]] = {}
    welded: set[Point] = set()
    for e, i in sorted(tree.query(shapely.points(ends), predicate="dwithin", distance=JOIN).T.tolist()):
        end, (a, b) = ends[e], both[i]
        if end in moves or min(math.dist(end, a), math.dist(end, b)) < JOIN or _is_on(end, a, b):
            continue
        if a.x == b.x:
            moves[end] = Point(a.x, end.y)
        elif a.y == b.y:
            moves[end] = Point(end.x, a.y)
        elif i < len(parts):
            corners.setdefault(i, []).append(end)
        else:
            continue
        welded.add(end)
    bent = [
        piece
        for i, part in enumerate(parts)
        for piece in pairwise([part[0], *sorted(corners.get(i, ()), key=partial(math.dist, part[0])), part[1]])
    ]

    def moved(pieces_: Iterable[Piece]) -> list[Piece]:
        return [(moves.get(a, a), moves.get(b, b)) for a, b in pieces_]

    return moved(bent), moved(doors), len(welded)


def _is_on(point: Point, a: Point, b: Point) -> bool:
    """Exactly on the line through a and b, on the lattice on which maps are computed."""
    (px, py), (ax, ay), (bx, by) = ((round(p.x * 1e6), round(p.y * 1e6)) for p in (point, a, b))
    return (bx - ax) * (py - ay) == (by - ay) * (px - ax)


def without_doubles(parts: Iterable[Piece]) -> list[Piece]:
    """Equal pieces once, whichever way they run; pieces without length not at all."""
    seen: set[frozenset[Point]] = set()
    kept: list[Piece] = []
    for piece in parts:
        key = frozenset(piece)
        if len(key) == 2 and key not in seen:
            seen.add(key)
            kept.append(piece)
    return kept


def cut(parts: Sequence[Piece], doors: Sequence[Piece]) -> list[Piece]:
    """Walls with a gap at each door that lies on them within `JOIN`; the new ends are the door's own ends."""
    if not parts or not doors:
        return list(parts)
    tree = shapely.STRtree(shapely.linestrings([list(door) for door in doors]))
    lines = shapely.linestrings([list(piece) for piece in parts])
    near: dict[int, list[Piece]] = {}
    for wall, door in tree.query(lines, predicate="dwithin", distance=JOIN).T:
        near.setdefault(int(wall), []).append(doors[int(door)])
    return [part for i, piece in enumerate(parts) for part in _cut_piece(piece, near.get(i, ()))]


def _cut_piece(piece: Piece, doors: Sequence[Piece]) -> list[Piece]:
    start, end = piece
    length = math.dist(start, end)
    gaps = sorted(gap for door in doors if (gap := _gap(piece, length, door)) is not None)
    kept: list[Piece] = []
    reached, at = 0.0, start
    for low, high, first, last in gaps:
        if low - reached >= JOIN:
            kept.append((at, first))
        if high > reached:
            reached, at = high, last
    if not gaps or length - reached >= JOIN:
        kept.append((at, end))
    return kept


def _gap(piece: Piece, length: float, door: Piece) -> tuple[float, float, Point, Point] | None:
    """From where to where a door takes a wall away, measured along it, and the door's ends in that order."""
    (x, y), (x2, y2) = piece
    ux, uy = (x2 - x) / length, (y2 - y) / length
    ends = sorted(((p.x - x) * ux + (p.y - y) * uy, (p.y - y) * ux - (p.x - x) * uy, p) for p in door)
    (s1, off1, first), (s2, off2, last) = ends
    low, high = max(s1, 0.0), min(s2, length)
    if high - low < JOIN:
        return None
    slope = (off2 - off1) / (s2 - s1)
    if any(abs(off1 + slope * (s - s1)) > JOIN for s in (low, high)):
        return None
    return low, high, first, last
