"""A quick proof that nothing passes: one connected barrier from border to border between two places."""

import numpy as np

from geometry.lattice import Vertex
from geometry.near import Near, hull, inside
from geometry.region import enters
from geometry.space import Space


def is_walled_off(near: Near, a: Space, b: Space) -> bool:
    """Does one chain of edges, joined at their ends within the hull of two spaces, reach across it from side to side?

    The hull's border runs along the one space, over to the other, along it and back. A chain from the way over to the
    way back that enters neither space nor runs along the border parts them, and every segment between them lies in
    the hull. False proves nothing.
    """
    shape = hull(a.box, b.box)
    over = [(p, q) for p, q in zip(shape, shape[1:] + shape[:1], strict=True) if _is_corner(a, p) != _is_corner(a, q)]
    if len(over) != 2:
        return False
    edges = near.edges
    left_out = enters(edges, a.box) | enters(edges, b.box)
    # What runs along the border may go round the back of a space and part nothing.
    for p, q in zip(shape, shape[1:] + shape[:1], strict=True):
        left_out |= (_turns(edges[:, :2], p, q) == 0) & (_turns(edges[:, 2:], p, q) == 0)
    edges = edges[~left_out]
    if not len(edges):
        return False
    reach = [_touches(edges, p, q) for p, q in over]
    if not (reach[0].any() and reach[1].any()):
        return False
    ends = edges.reshape(-1, 2)
    joints = inside(ends, shape).reshape(-1, 2)
    chains = _Chains(len(edges))
    first: dict[tuple[int, int], int] = {}
    for i, ((ax, ay, bx, by), (at_a, at_b)) in enumerate(zip(edges.tolist(), joints.tolist(), strict=True)):
        for joint, end in ((at_a, (ax, ay)), (at_b, (bx, by))):
            if joint:
                chains.join(i, first.setdefault(end, i))
    sides = [{chains.find(i) for i in np.flatnonzero(touched).tolist()} for touched in reach]
    return not sides[0].isdisjoint(sides[1])


class _Chains:
    """Sets of edges that hang together."""

    def __init__(self, count: int) -> None:
        self._up = list(range(count))

    def find(self, i: int) -> int:
        while self._up[i] != i:
            self._up[i] = i = self._up[self._up[i]]
        return i

    def join(self, i: int, j: int) -> None:
        self._up[self.find(i)] = self.find(j)


def _is_corner(space: Space, p: Vertex) -> bool:
    left, top, right, bottom = space.box
    return p[0] in (left, right) and p[1] in (top, bottom)


def _touches(edges: np.ndarray, p: Vertex, q: Vertex) -> np.ndarray:
    """Which edges touch the segment p-q, given that all of them touch the shape of which it is a side."""
    a, b = _turns(edges[:, :2], p, q), _turns(edges[:, 2:], p, q)
    ex, ey = edges[:, 2] - edges[:, 0], edges[:, 3] - edges[:, 1]
    back_p = np.sign(ex * (p[1] - edges[:, 1]) - ey * (p[0] - edges[:, 0]))
    back_q = np.sign(ex * (q[1] - edges[:, 1]) - ey * (q[0] - edges[:, 0]))
    crossing = (np.sign(a) * np.sign(b) <= 0) & (back_p * back_q <= 0)
    # Along the side itself both tests are 0 however far away the edge lies: the boxes tell.
    low, high = np.minimum(edges[:, :2], edges[:, 2:]), np.maximum(edges[:, :2], edges[:, 2:])
    boxes = (low <= np.maximum(p, q)).all(axis=1) & (high >= np.minimum(p, q)).all(axis=1)
    return crossing & boxes


def _turns(points: np.ndarray, p: Vertex, q: Vertex) -> np.ndarray:
    """On which side of the line through p and q points lie; 0 on it."""
    return (q[0] - p[0]) * (points[:, 1] - p[1]) - (q[1] - p[1]) * (points[:, 0] - p[0])
