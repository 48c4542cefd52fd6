"""Melee through a firing slit. Rule: SE-COVER-15."""

from itertools import pairwise

from geometry.battlefield import BarrierKind, Battlefield
from geometry.grid import Point, Square
from geometry.lattice import snap
from geometry.reach import nearest_squares
from geometry.ruling import Evidence, Ruling
from geometry.space import Where, space_of

Vertex = tuple[int, int]


def through_slit(field: Battlefield, attacker: str, target: Where) -> Ruling[bool]:
    """Must a blow between two creatures go through an embrasure?

    Rule: SE-COVER-15: the segment between the centres of their nearest squares touches one, for each such pair
    (SE-COVER-7 lets the attacker choose).
    """
    slits = [barrier for barrier in field.barriers if barrier.kind is BarrierKind.EMBRASURE]
    if not slits:
        return Ruling(False, ("SE-COVER-15",))
    met: list[str] = []
    for one, other in nearest_squares(space_of(field, attacker), space_of(field, target)):
        found = [
            slit.id
            for slit in slits
            if any(_touch(_centre(one), _centre(other), *map(_vertex, pair)) for pair in pairwise(slit.points))
        ]
        if not found:
            return Ruling(False, ("SE-COVER-15",))
        met += found
    return Ruling(True, ("SE-COVER-15",), Evidence(blockers=tuple(dict.fromkeys(met))))


def _centre(square: Square) -> Vertex:
    return snap(square[0] + 0.5), snap(square[1] + 0.5)


def _vertex(point: tuple[float, float]) -> Vertex:
    return snap(point[0]), snap(point[1])


def _side(a: Vertex, b: Vertex, c: Vertex) -> int:
    cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (cross > 0) - (cross < 0)


def _touch(p: Vertex, q: Vertex, a: Vertex, b: Vertex) -> bool:
    """Do two segments have a point in common? Exact: the coordinates are whole.

    >>> _touch((0, 0), (4, 0), (2, 0), (2, 3)), _touch((0, 0), (4, 0), (5, 0), (6, 0))
    (True, False)
    """
    if _side(p, q, a) * _side(p, q, b) > 0 or _side(a, b, p) * _side(a, b, q) > 0:
        return False
    return all(max(min(p[i], q[i]), min(a[i], b[i])) <= min(max(p[i], q[i]), max(a[i], b[i])) for i in (0, 1))


def touches(start: tuple[float, float], end: tuple[float, float], piece: tuple[Point, Point]) -> bool:
    """Does a segment touch a piece of a barrier?"""
    return _touch(_vertex(start), _vertex(end), _vertex(piece[0]), _vertex(piece[1]))
