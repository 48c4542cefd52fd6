"""Barriers and squares prepared for questions: arrays of wall pieces on the lattice, a grid for each kind of square.

Shared by every battlefield that differs only in its creatures; a door that opens changes one array.
"""

from collections.abc import Mapping
from enum import IntFlag
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import numpy as np
import shapely

from geometry.battlefield import Barrier, BarrierKind, SquareKind
from geometry.grid import Square
from geometry.lattice import SCALE, Vertex, cross, snap

Box = tuple[int, int, int, int]
T = TypeVar("T")
# Answers kept for one terrain.
MEMORY = 20_000


class Blocks(IntFlag):
    """What a barrier does to a line (Saga section 1)."""

    NOTHING = 0
    EFFECT = 1
    SIGHT = 2
    COVER = 4
    FIRM = 8  # counts towards the three of SE-COVER-8
    EMBRASURE = 16
    NEAR = 32  # low: ignored where it lies next to the attacker (SE-COVER-6)
    STEP = 64
    CROSSING = 128  # doubles the step
    DARK = 256  # darkvision sees through


WALL_BLOCKS = {
    BarrierKind.WALL: Blocks.EFFECT | Blocks.SIGHT | Blocks.COVER | Blocks.FIRM | Blocks.STEP,
    BarrierKind.DOOR: Blocks.EFFECT | Blocks.SIGHT | Blocks.COVER | Blocks.FIRM | Blocks.STEP,
    BarrierKind.WINDOW: Blocks.EFFECT | Blocks.COVER | Blocks.FIRM | Blocks.STEP,
    BarrierKind.CURTAIN: Blocks.SIGHT,
    BarrierKind.EMBRASURE: Blocks.EMBRASURE | Blocks.STEP,
    BarrierKind.LOW: Blocks.COVER | Blocks.NEAR | Blocks.CROSSING,
}
SQUARE_BLOCKS = {
    SquareKind.SOLID: Blocks.EFFECT | Blocks.SIGHT | Blocks.COVER | Blocks.FIRM | Blocks.STEP,
    SquareKind.COVER: Blocks.COVER,
    SquareKind.LOW: Blocks.COVER | Blocks.NEAR,
    SquareKind.SMOKE: Blocks.SIGHT,
    SquareKind.DARK: Blocks.SIGHT | Blocks.DARK,
}


class Edge(NamedTuple):
    """A straight piece of a barrier from a to b, with the name of what it belongs to."""

    ax: Any
    ay: Any
    bx: Any
    by: Any
    owner: str


class Terrain:
    """Wall pieces as rows of `pieces` (ax, ay, bx, by) with their `blocks` and barrier index; squares as grids."""

    def __init__(
        self, columns: int, rows: int, barriers: tuple[Barrier, ...], squares: Mapping[SquareKind, frozenset[Square]]
    ) -> None:
        self.columns, self.rows = columns, rows
        self.pieces, self.owners = _pieces(barriers)
        self.low = np.minimum(self.pieces[:, :2], self.pieces[:, 2:])
        self.high = np.maximum(self.pieces[:, :2], self.pieces[:, 2:])
        self.grids = {kind: _grid(columns, rows, of) for kind, of in squares.items() if of}
        self._set_barriers(barriers)

    def with_barriers(self, barriers: tuple[Barrier, ...]) -> "Terrain":
        """The same pieces, with doors open or closed as `barriers` now says."""
        other = object.__new__(Terrain)
        other.__dict__.update(self.__dict__)
        other._set_barriers(barriers)
        return other

    def _set_barriers(self, barriers: tuple[Barrier, ...]) -> None:
        self.ids = [b.id for b in barriers]
        of_barrier = np.array(
            [0 if b.is_open and b.kind is BarrierKind.DOOR else int(WALL_BLOCKS[b.kind]) for b in barriers],
            dtype=np.int64,
        )
        self.blocks = of_barrier[self.owners] if len(barriers) else np.zeros(0, dtype=np.int64)
        # What was worked out for these walls, by whoever did: steps between squares, squares cut by walls.
        self.memo: dict[Any, Any] = {}

    def remember(self, key: Any, found: T) -> T:
        """Keep what was worked out; when very much was kept, start over."""
        if len(self.memo) >= MEMORY:
            self.memo.clear()
        self.memo[key] = found
        return found

    def is_kind(self, kind: SquareKind, square: tuple[int, int]) -> bool:
        """Is the square of that kind? Squares off the map are of none."""
        grid = self.grids.get(kind)
        x, y = square
        return grid is not None and 0 <= x < self.columns and 0 <= y < self.rows and bool(grid[y, x])

    def squares_in(self, kind: SquareKind, box: Box) -> np.ndarray:
        """Squares of a kind that touch a box of lattice units, as rows x, y."""
        grid = self.grids.get(kind)
        if grid is None:
            return np.zeros((0, 2), dtype=np.int64)
        left, top = max(-(-box[0] // SCALE) - 1, 0), max(-(-box[1] // SCALE) - 1, 0)
        found = np.argwhere(grid[top : box[3] // SCALE + 1, left : box[2] // SCALE + 1])
        return found[:, ::-1] + (left, top)

    def pieces_in(self, box: Box, blocks: Blocks) -> np.ndarray:
        """Indices of the wall pieces whose box touches `box` and that block any of `blocks`."""
        return np.flatnonzero(
            (self.blocks & int(blocks) != 0)
            & (self.low[:, 0] <= box[2])
            & (self.high[:, 0] >= box[0])
            & (self.low[:, 1] <= box[3])
            & (self.high[:, 1] >= box[1])
        )


def square_edges(square: tuple[int, int], owner: str) -> list[Edge]:
    """The four sides of a square."""
    left, top = square[0] * SCALE, square[1] * SCALE
    right, bottom = left + SCALE, top + SCALE
    return [
        Edge(left, top, right, top, owner),
        Edge(right, top, right, bottom, owner),
        Edge(right, bottom, left, bottom, owner),
        Edge(left, bottom, left, top, owner),
    ]


@lru_cache(maxsize=4096)
def square_owner(kind: SquareKind, square: Square) -> str:
    """The name of a square in evidence."""
    return f"{kind.value}@{square[0]},{square[1]}"


def _grid(columns: int, rows: int, squares: frozenset[Square]) -> np.ndarray:
    grid = np.zeros((rows, columns), dtype=bool)
    for x, y in squares:
        grid[y, x] = True
    return grid


def _pieces(barriers: tuple[Barrier, ...]) -> tuple[np.ndarray, np.ndarray]:
    known: dict[Vertex, tuple[float, float]] = {}
    pieces: list[tuple[int, int, int, int]] = []
    owners: list[int] = []
    for index, barrier in enumerate(barriers):
        line = [_vertex(known, x, y) for x, y in barrier.points]
        for a, b in pairwise(line):
            if a != b:
                pieces.append((*a, *b))
                owners.append(index)
    return _weld(pieces, owners, list(known))


def _vertex(known: dict[Vertex, tuple[float, float]], x: float, y: float) -> Vertex:
    # Rounding alone could tear apart two points on either side of a half unit.
    at = snap(x), snap(y)
    if at not in known:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                other = known.get((at[0] + dx, at[1] + dy))
                if other is not None and (other[0] - x) ** 2 + (other[1] - y) ** 2 < 1e-12:
                    return at[0] + dx, at[1] + dy
        known[at] = (x, y)
    return at


def _weld(
    pieces: list[tuple[int, int, int, int]], owners: list[int], vertices: list[Vertex]
) -> tuple[np.ndarray, np.ndarray]:
    """Bend a piece to a vertex that lies within a lattice unit of it: a wall that ends on a slanted one leaves no
    gap.
    """
    array = np.array(pieces, dtype=np.int64).reshape(-1, 4)
    slanted = np.flatnonzero((array[:, 0] != array[:, 2]) & (array[:, 1] != array[:, 3]))
    if not len(slanted):
        return array, np.array(owners, dtype=np.int64)
    tree = shapely.STRtree(shapely.points(np.array(vertices, dtype=float)))
    lines = shapely.linestrings(array[slanted].reshape(-1, 2, 2).astype(float))
    bends: dict[int, list[Vertex]] = {}
    for which, vertex in zip(*tree.query(lines, predicate="dwithin", distance=1.5).tolist(), strict=True):
        piece = int(slanted[which])
        if _lies_beside(pieces[piece], vertices[vertex]):
            bends.setdefault(piece, []).append(vertices[vertex])
    for piece, via in bends.items():
        ax, ay, bx, by = pieces[piece]
        line = [(ax, ay), *sorted(via, key=lambda v: (v[0] - ax) * (bx - ax) + (v[1] - ay) * (by - ay)), (bx, by)]
        pieces[piece] = (*line[0], *line[1])
        pieces.extend((*a, *b) for a, b in pairwise(line[1:]))
        owners.extend([owners[piece]] * (len(line) - 2))
    return np.array(pieces, dtype=np.int64).reshape(-1, 4), np.array(owners, dtype=np.int64)


def _lies_beside(piece: tuple[int, int, int, int], vertex: Vertex) -> bool:
    ax, ay, bx, by = piece
    dx, dy, px, py = bx - ax, by - ay, vertex[0] - ax, vertex[1] - ay
    off = cross(dx, dy, px, py)
    along = dx * px + dy * py
    return off != 0 and 0 < along < dx * dx + dy * dy and off * off <= dx * dx + dy * dy
