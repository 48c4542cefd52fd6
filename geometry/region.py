"""The part of a square that belongs to whoever stands in it, where walls run through the square (SE-SPACE-2)."""

from enum import Enum
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from geometry.corner import angle
from geometry.lattice import HALF, SCALE, cross
from geometry.near import Near
from geometry.space import Space
from geometry.terrain import Box, Edge

Polygon = list[tuple[Any, Any]]


class Shape(Enum):
    """How a creature's place lies to the walls: no edge enters a piece, unless the place is pierced."""

    WHOLE = "whole"
    PARTS = "parts"
    PIERCED = "pierced"


def places(near: Near, space: Space) -> tuple[list[Polygon], Shape]:
    """Convex pieces whose inner points are the creature's, for the barriers in `near`, and what kind of pieces they
    are.

    Rule: SE-SPACE-2, SE-LOS-4: a square that is itself a barrier is closed and gives nothing.
    """
    cutting = {square: cuts for square in space.squares if len(cuts := _cutting(near, square))}
    open_squares = [square for square in space.squares if square not in near.squares]
    if not cutting and len(open_squares) == space.size**2:
        return [_rectangle(space.box)], Shape.WHOLE
    pieces: list[Polygon] = []
    parts = {square: tuple(near.edge(i) for i in cutting.get(square, ())) for square in open_squares}
    for square, edges in parts.items():
        pieces += _part(square, edges)
    # A whole square with walls inside: its centre lies on one of them.
    pierced = any(square in cutting and len(_part(square, edges)[0]) == 4 for square, edges in parts.items())
    return pieces, Shape.PIERCED if pierced else Shape.PARTS


def _rectangle(box: Box) -> Polygon:
    left, top, right, bottom = box
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def enters(edges: np.ndarray, box: Box) -> np.ndarray:
    """Which edges (rows ax, ay, bx, by) pass through the inside of a box."""
    left, top, right, bottom = box
    ax, ay, bx, by = edges.T
    crossing = (
        (np.maximum(ax, bx) > left)
        & (np.minimum(ax, bx) < right)
        & (np.maximum(ay, by) > top)
        & (np.minimum(ay, by) < bottom)
    )
    ex, ey = bx - ax, by - ay
    sides = np.stack([ex * (y - ay) - ey * (x - ax) for x, y in _rectangle(box)])
    return crossing & (sides.min(axis=0) < 0) & (sides.max(axis=0) > 0)


def _cutting(near: Near, square: tuple[int, int]) -> list[int]:
    """Rows of `near` that pass through the inside of a square."""
    if not len(near.edges):
        return []
    left, top = square[0] * SCALE, square[1] * SCALE
    return np.flatnonzero(enters(near.edges, (left, top, left + SCALE, top + SCALE))).tolist()


@lru_cache(maxsize=4096)
def _part(square: tuple[int, int], edges: tuple[Edge, ...]) -> list[Polygon]:
    left, top = square[0] * SCALE, square[1] * SCALE
    box = left, top, left + SCALE, top + SCALE
    cx, cy = left + HALF, top + HALF
    if not edges or any(_holds(edge, cx, cy) for edge in edges):
        return [_rectangle(box)]
    local = [_clip(edge, box, cx, cy) for edge in edges]
    corners = [(x - cx, y - cy) for x, y in _rectangle(box)]
    sides = [(*corners[i], *corners[(i + 1) % 4]) for i in range(4)]
    marks = corners + [(e[0], e[1]) for e in local] + [(e[2], e[3]) for e in local]
    marks += [at for e, f in combinations(local, 2) if (at := _meeting(e, f)) is not None]
    marks.sort(key=angle)
    # Neighbouring sectors that end at one wall make one piece, unless a wall that points at the centre parts them.
    spokes = [(e[0], e[1]) for e in local if cross(*e) == 0]
    sectors: list[tuple[tuple[Any, ...], tuple[Any, Any], tuple[Any, Any]]] = []
    for u, v in zip(marks, [*marks[1:], marks[0]], strict=True):
        if cross(*u, *v) == 0:
            continue
        middle = u[0] + v[0], u[1] + v[1]
        wall = min((s for s in [*local, *sides] if _hit(middle, s) is not None), key=lambda s: _hit(middle, s) or 0)
        if sectors and sectors[-1][0] == wall and not any(cross(*u, *way) == 0 for way in spokes):
            sectors[-1] = (wall, sectors[-1][1], v)
        else:
            sectors.append((wall, u, v))
    pieces = []
    for wall, u, v in sectors:
        ends = [_reach(u, wall), _reach(v, wall)]
        pieces.append([(cx, cy), *((cx + x, cy + y) for x, y in ends)])
    return pieces


def _holds(edge: Edge, x: int, y: int) -> bool:
    ax, ay, bx, by, _ = edge
    return (
        cross(bx - ax, by - ay, x - ax, y - ay) == 0
        and min(ax, bx) <= x <= max(ax, bx)
        and min(ay, by) <= y <= max(ay, by)
    )


def _clip(edge: Edge, box: Box, cx: int, cy: int) -> tuple[Any, Any, Any, Any]:
    """The part of an edge inside the box, seen from the centre."""
    ax, ay, bx, by, _ = edge
    low, high = Fraction(0), Fraction(1)
    for start, way, least, most in ((ax, bx - ax, box[0], box[2]), (ay, by - ay, box[1], box[3])):
        if way:
            ends = sorted((Fraction(least - start, way), Fraction(most - start, way)))
            low, high = max(low, ends[0]), min(high, ends[1])
    x, y, dx, dy = ax - cx, ay - cy, bx - ax, by - ay
    return x + low * dx, y + low * dy, x + high * dx, y + high * dy


def _meeting(e: tuple[Any, ...], f: tuple[Any, ...]) -> tuple[Any, Any] | None:
    ex, ey, fx, fy = e[2] - e[0], e[3] - e[1], f[2] - f[0], f[3] - f[1]
    turn = cross(ex, ey, fx, fy)
    if turn == 0:
        return None
    gx, gy = f[0] - e[0], f[1] - e[1]
    along, across = Fraction(cross(gx, gy, fx, fy)) / turn, Fraction(cross(gx, gy, ex, ey)) / turn
    if not (0 <= along <= 1 and 0 <= across <= 1):
        return None
    return e[0] + along * ex, e[1] + along * ey


def _hit(way: tuple[Any, Any], wall: tuple[Any, ...]) -> Fraction | None:
    """How far along `way` from the centre a wall is met, as a multiple of `way`; None when it is not."""
    ax, ay, bx, by = wall
    ex, ey = bx - ax, by - ay
    turn = cross(*way, ex, ey)
    if turn == 0:
        return None
    far = Fraction(cross(ax, ay, ex, ey)) / turn
    at = Fraction(cross(ax, ay, *way)) / turn
    return far if far > 0 and 0 <= at <= 1 else None


def _reach(way: tuple[Any, Any], wall: tuple[Any, ...]) -> tuple[Any, Any]:
    """Where the ray along `way` meets the line of the wall."""
    ax, ay, bx, by = wall
    ex, ey = bx - ax, by - ay
    far = Fraction(cross(ax, ay, ex, ey)) / cross(*way, ex, ey)
    return way[0] * far, way[1] * far
