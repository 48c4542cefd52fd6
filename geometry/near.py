"""What stands between two places: the edges of all barriers that touch the hull of both, as one table.

Every segment from one place to the other lies in that hull, so nothing else can matter.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from geometry.battlefield import Battlefield, Creature
from geometry.grid import Square
from geometry.lattice import SCALE, Vertex, cross
from geometry.space import Space
from geometry.terrain import SQUARE_BLOCKS, Blocks, Box, Edge, square_edges, square_owner


@dataclass(frozen=True, slots=True)
class Near:
    """Edges (rows ax, ay, bx, by) with what they block, whose they are and of which square (None: a wall).

    `squares`: the barrier squares by what they block; `clipped`: edges whose ends are no lattice points.
    """

    edges: np.ndarray
    blocks: np.ndarray
    owners: list[str]
    cells: list[Square | None]
    squares: dict[Square, Blocks]
    clipped: tuple[Edge, ...] = ()

    def of(self, blocks: Blocks, without: Blocks = Blocks.NOTHING) -> "Near":
        """Only what blocks any of `blocks` and none of `without`."""
        keep = (self.blocks & int(blocks) != 0) & (self.blocks & int(without) == 0)
        squares = {s: b for s, b in self.squares.items() if b & blocks and not b & without}
        return replace(self._rows(keep), squares=squares, clipped=())

    def same_as(self, other: "Near") -> bool:
        """Are these the same edges, where both were taken from one table?"""
        return len(self.edges) == len(other.edges) and bool((self.edges == other.edges).all())

    def past_ring(self, around: Space) -> "Near":
        """Without low objects and low walls, or the parts of those, in a space or the squares around it. Rule: SE-
        COVER-6.
        """
        left, top, right, bottom = around.box
        ring = left - SCALE, top - SCALE, right + SCALE, bottom + SCALE
        keep = np.ones(len(self.edges), dtype=bool)
        clipped: list[Edge] = []
        for i in np.flatnonzero(self.blocks & int(Blocks.NEAR)).tolist():
            cell = self.cells[i]
            if cell is not None:
                keep[i] = not _in_ring(cell, ring)
            else:
                parts = _outside(self.edge(i), ring)
                if parts != [self.edge(i)]:
                    keep[i] = False
                    clipped += parts
        squares = {s: b for s, b in self.squares.items() if not (b & Blocks.NEAR and _in_ring(s, ring))}
        return replace(self._rows(keep), squares=squares, clipped=tuple(clipped))

    def edge(self, index: int) -> Edge:
        """One row as an edge of Python numbers."""
        ax, ay, bx, by = self.edges[index].tolist()
        return Edge(ax, ay, bx, by, self.owners[index])

    def _rows(self, keep: np.ndarray) -> "Near":
        if keep.all():
            return self
        kept = np.flatnonzero(keep).tolist()
        owners, cells = [self.owners[i] for i in kept], [self.cells[i] for i in kept]
        return replace(self, edges=self.edges[keep], blocks=self.blocks[keep], owners=owners, cells=cells)


def near(
    field: Battlefield, a: Box, b: Box, blocks: Blocks, obstructing: Iterable[Creature] = (), own: Iterable[Space] = ()
) -> Near:
    """Barriers of the field that block any of `blocks`, and the squares of `obstructing` creatures outside `own`
    spaces.
    """
    terrain = field.terrain
    box = min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])
    shape = hull(a, b)
    indices = terrain.pieces_in(box, blocks)
    edges, flags = terrain.pieces[indices], terrain.blocks[indices]
    owners = [terrain.ids[i] for i in terrain.owners[indices].tolist()]
    cells: list[Square | None] = [None] * len(owners)
    squares: list[tuple[Square, Blocks, str]] = [
        (square, effect, square_owner(kind, square))
        for kind, effect in SQUARE_BLOCKS.items()
        if effect & blocks and kind in terrain.grids
        for square in _squares_touching(terrain.squares_in(kind, box), shape)
    ]
    if blocks & Blocks.COVER:
        mine = {square for space in own for square in space.squares}
        squares += [
            (square, Blocks.COVER, creature.id)
            for creature in obstructing
            if _touches(creature, box)
            for square in creature.space
            if square not in mine
        ]
    by_square: dict[Square, Blocks] = {}
    if squares:
        sides = [edge[:4] for square, _, owner in squares for edge in square_edges(square, owner)]
        edges = np.concatenate([edges, np.array(sides, dtype=np.int64)])
        flags = np.concatenate([flags, np.repeat(np.array([int(f) for _, f, _ in squares], dtype=np.int64), 4)])
        for square, effect, owner in squares:
            owners += [owner] * 4
            cells += [square] * 4
            by_square[square] = by_square.get(square, Blocks.NOTHING) | effect
    return Near(edges, flags, owners, cells, by_square)._rows(_touching(edges, shape))


def hull(a: Box, b: Box) -> list[Vertex]:
    """The corners of the smallest convex shape round two boxes."""
    points = sorted({(x, y) for box in (a, b) for x in (box[0], box[2]) for y in (box[1], box[3])})
    if len(points) < 3:
        return points

    def chain(along: Iterable[Vertex]) -> list[Vertex]:
        line: list[Vertex] = []
        for p in along:
            while len(line) > 1 and _turn(line[-2], line[-1], p) <= 0:
                line.pop()
            line.append(p)
        return line[:-1]

    return chain(points) + chain(reversed(points))


def inside(points: np.ndarray, shape: list[Vertex]) -> np.ndarray:
    """Which points lie in a convex shape or on its border."""
    keep = np.ones(len(points), dtype=bool)
    if len(shape) > 2:
        for (px, py), (qx, qy) in zip(shape, shape[1:] + shape[:1], strict=True):
            keep &= (qx - px) * (points[:, 1] - py) - (qy - py) * (points[:, 0] - px) >= 0
    return keep


def _touching(edges: np.ndarray, shape: list[Vertex]) -> np.ndarray:
    keep = np.ones(len(edges), dtype=bool)
    if not len(edges) or len(shape) < 3:
        return keep
    ax, ay, bx, by = edges.T
    for (px, py), (qx, qy) in zip(shape, shape[1:] + shape[:1], strict=True):
        dx, dy = qx - px, qy - py
        keep &= (dx * (ay - py) - dy * (ax - px) >= 0) | (dx * (by - py) - dy * (bx - px) >= 0)
    return keep


def _squares_touching(squares: np.ndarray, shape: list[Vertex]) -> list[Square]:
    """The squares of which some corner is on the inner side of every border of a convex shape."""
    keep = np.ones(len(squares), dtype=bool)
    if len(squares) and len(shape) > 2:
        x, y = squares.T * SCALE
        for (px, py), (qx, qy) in zip(shape, shape[1:] + shape[:1], strict=True):
            dx, dy = qx - px, qy - py
            # The corner that lies furthest in.
            far = dx * (y - py + (SCALE if dx > 0 else 0)) - dy * (x - px + (SCALE if dy < 0 else 0))
            keep &= far >= 0
    return [Square(i, j) for i, j in squares[keep].tolist()]


def _turn(o: Vertex, p: Vertex, q: Vertex) -> int:
    return cross(p[0] - o[0], p[1] - o[1], q[0] - o[0], q[1] - o[1])


def _touches(creature: Creature, box: Box) -> bool:
    x, y = creature.square
    size = creature.size
    return x * SCALE <= box[2] and (x + size) * SCALE >= box[0] and y * SCALE <= box[3] and (y + size) * SCALE >= box[1]


def _in_ring(square: Square, ring: Box) -> bool:
    x, y = square[0] * SCALE, square[1] * SCALE
    return ring[0] <= x and x + SCALE <= ring[2] and ring[1] <= y and y + SCALE <= ring[3]


def _outside(edge: Edge, ring: Box) -> list[Edge]:
    """The parts of an edge that lie outside a box; what runs along its border is inside."""
    ax, ay, bx, by, owner = edge
    low, high = Fraction(0), Fraction(1)
    for start, way, least, most in ((ax, bx - ax, ring[0], ring[2]), (ay, by - ay, ring[1], ring[3])):
        if way == 0:
            if not least <= start <= most:
                return [edge]
        else:
            ends = sorted((Fraction(least - start, way), Fraction(most - start, way)))
            low, high = max(low, ends[0]), min(high, ends[1])
    if low >= high:
        return [edge]

    def at(part: Fraction) -> tuple[Fraction | int, Fraction | int]:
        return _whole(ax + part * (bx - ax)), _whole(ay + part * (by - ay))

    parts = []
    if low > 0:
        parts.append(Edge(ax, ay, *at(low), owner))
    if high < 1:
        parts.append(Edge(*at(high), bx, by, owner))
    return parts


def _whole(number: Fraction) -> Fraction | int:
    return number.numerator if number.denominator == 1 else number
