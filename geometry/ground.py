"""What each step costs on the bare terrain, for a creature of a size: arrays, worked out once per terrain."""

from functools import cached_property

import numpy as np

from geometry.battlefield import SquareKind
from geometry.lattice import HALF, SCALE
from geometry.terrain import Blocks, Terrain
from geometry.touch import touch

# The eight directions, opposite ones four apart.
WAYS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
FOUR = WAYS[:4]


class Ground:
    """`costs[way, y, x]`: the price of a step of the space whose top-left square is (x, y); 0 where it may not be made.

    Rule: SE-MOVE-1 to 5. `fits[y, x]`: may the space be there at all. Creatures are not looked at.
    """

    def __init__(self, terrain: Terrain, size: int) -> None:
        shape = (terrain.rows - size + 1, terrain.columns - size + 1)
        self.size = size
        if min(shape) < 1:
            self.fits = np.zeros((0, 0), dtype=bool)
            self.costs = np.zeros((8, 0, 0), dtype=np.int8)
            return
        stopped, crossing = _steps(terrain, Blocks.STEP), _steps(terrain, Blocks.CROSSING)
        solid, slow = (
            _grid(terrain, SquareKind.SOLID),
            _grid(terrain, SquareKind.DIFFICULT) | _grid(terrain, SquareKind.LOW),
        )
        self.fits = ~_window(solid, size, shape)
        for way, (dx, dy) in ((0, (1, 0)), (2, (0, 1))):
            if size > 1:
                self.fits &= ~_any(stopped[way], size - dx, size - dy, shape)
        self.costs = np.zeros((8, *shape), dtype=np.int8)
        for way, (dx, dy) in enumerate(WAYS):
            barred = _window(stopped[way], size, shape)
            if dx and dy:
                # SE-MOVE-4: past the corner of a solid square, for each square of the space.
                barred |= _window(_shift(solid, dx, 0) | _shift(solid, 0, dy), size, shape)
            there = _shift(self.fits, dx, dy, beyond=False)
            fresh = [
                (i, j) for i in range(size) for j in range(size) if not (0 <= i + dx < size and 0 <= j + dy < size)
            ]
            # A following part crosses a low wall as the front does; slow squares count when newly entered (SE-MOVE-3).
            double = _window(crossing[way], size, shape)
            for i, j in fresh:
                double |= _shift(slow, i + dx, j + dy)[: shape[0], : shape[1]]
            price = (2 if dx and dy else 1) * np.where(double, 2, 1)
            self.costs[way] = np.where(there & ~barred, price, 0)

    @cached_property
    def prices(self) -> list[list[list[int]]]:
        """`costs` as plain lists: a search looks up single steps, for which arrays are slow."""
        return self.costs.tolist()


def ground(terrain: Terrain, size: int) -> Ground:
    """The ground for a size, remembered with the terrain."""
    found: Ground | None = terrain.memo.get(("ground", size))
    if found is None:
        found = terrain.memo["ground", size] = Ground(terrain, size)
    return found


def _grid(terrain: Terrain, kind: SquareKind) -> np.ndarray:
    grid = terrain.grids.get(kind)
    return np.zeros((terrain.rows, terrain.columns), dtype=bool) if grid is None else grid


def _shift(grid: np.ndarray, dx: int, dy: int, beyond: bool = False) -> np.ndarray:
    """The grid as seen by a square that looks (dx, dy) further; `beyond` is what lies outside."""
    rows, columns = grid.shape
    found = np.full_like(grid, beyond)
    top, left = max(-dy, 0), max(-dx, 0)
    bottom, right = min(rows, rows - dy), min(columns, columns - dx)
    if top < bottom and left < right:
        found[top:bottom, left:right] = grid[top + dy : bottom + dy, left + dx : right + dx]
    return found


def _any(grid: np.ndarray, wide: int, high: int, shape: tuple[int, int]) -> np.ndarray:
    """For each top-left square, whether the grid is set anywhere in a block of this size."""
    found = np.zeros(shape, dtype=bool)
    for j in range(high):
        for i in range(wide):
            found |= grid[j : j + shape[0], i : i + shape[1]]
    return found


def _window(grid: np.ndarray, size: int, shape: tuple[int, int]) -> np.ndarray:
    return _any(grid, size, size, shape)


def _steps(terrain: Terrain, blocks: Blocks) -> list[np.ndarray]:
    """For each way, the squares whose segment of centres in that way touches a wall piece of `blocks`. Rule: SE-
    MOVE-5.
    """
    key = ("steps", blocks)
    if key not in terrain.memo:
        grids = [np.zeros((terrain.rows, terrain.columns), dtype=bool) for _ in FOUR]
        chosen = terrain.pieces[terrain.blocks & int(blocks) != 0]
        if len(chosen):
            pieces, xs, ys = _beside(terrain, chosen)
            for grid, (dx, dy) in zip(grids, FOUR, strict=True):
                px, py = xs * SCALE + HALF, ys * SCALE + HALF
                hit = touch(px, py, px + dx * SCALE, py + dy * SCALE, *chosen[pieces].T)
                grid[ys[hit], xs[hit]] = True
        # The way back is the same segment seen from its other end.
        back = [_shift(grid, -dx, -dy) for grid, (dx, dy) in zip(grids, FOUR, strict=True)]
        terrain.memo[key] = grids + back
    found: list[np.ndarray] = terrain.memo[key]
    return found


def _beside(terrain: Terrain, pieces: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(piece, x, y): squares of the map near enough to a piece for a step from them to touch it."""
    low_x, high_x = np.minimum(pieces[:, 0], pieces[:, 2]), np.maximum(pieces[:, 0], pieces[:, 2])
    first = np.clip(low_x // SCALE - 2, 0, terrain.columns)
    last = np.clip(high_x // SCALE + 3, 0, terrain.columns)
    which, column = _spread(first, last)
    ax, ay, bx, by = pieces[which].T.astype(float)
    # The part of the piece within two columns of this one, generously.
    left, right = (column - 2) * float(SCALE), (column + 3) * float(SCALE)
    run = np.where(bx == ax, 1, bx - ax)
    t1, t2 = (np.clip((edge - ax) / run, 0, 1) for edge in (left, right))
    steep = bx == ax
    y1, y2 = np.where(steep, ay, ay + (by - ay) * t1), np.where(steep, by, ay + (by - ay) * t2)
    top = np.clip(np.floor(np.minimum(y1, y2) / SCALE).astype(np.int64) - 2, 0, terrain.rows)
    bottom = np.clip(np.floor(np.maximum(y1, y2) / SCALE).astype(np.int64) + 3, 0, terrain.rows)
    row_of, row = _spread(top, bottom)
    return which[row_of], column[row_of], row


def _spread(first: np.ndarray, last: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """All whole numbers of each range [first, last), with the number of the range."""
    counts = np.maximum(last - first, 0)
    which = np.repeat(np.arange(len(counts)), counts)
    starts = np.repeat(np.cumsum(counts) - counts, counts)
    return which, first[which] + np.arange(len(which)) - starts
