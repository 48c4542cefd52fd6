"""Level of concealment, judged from the same corner as cover."""

from enum import StrEnum

import numpy as np

from geometry.battlefield import Battlefield, SquareKind, Vision
from geometry.lattice import SCALE, Vertex
from geometry.space import Space
from geometry.terrain import Terrain


class Concealment(StrEnum):
    NONE = "none"
    CONCEALMENT = "concealment"
    TOTAL = "total"


def concealing_kinds(vision: Vision) -> tuple[SquareKind, ...]:
    """The squares that conceal from somebody with this vision. Rule: SE-CONC-1, SE-CONC-5."""
    kinds = [SquareKind.FOG, SquareKind.SMOKE]
    if vision is not Vision.DARKVISION:
        kinds.append(SquareKind.DARK)
        if vision is not Vision.LOW_LIGHT:
            kinds.append(SquareKind.DIM)
    return tuple(kinds)


class Haze:
    """The union of all squares that conceal from one kind of eyes."""

    def __init__(self, terrain: Terrain, vision: Vision) -> None:
        self.columns, self.rows = terrain.columns, terrain.rows
        grids = [terrain.grids[kind] for kind in concealing_kinds(vision) if kind in terrain.grids]
        self.grid: np.ndarray | None = np.logical_or.reduce(grids) if grids else None

    def covers(self, space: Space) -> bool:
        """Does the whole space lie in it? Rule: SE-CONC-2."""
        return all(self._at(x, y) for x, y in space.squares)

    def is_near(self, a: Space, b: Space) -> bool:
        """Could a line between two spaces meet it at all?"""
        if self.grid is None:
            return False
        left, top = min(a.square[0], b.square[0]), min(a.square[1], b.square[1])
        right = max(a.square[0] + a.size, b.square[0] + b.size)
        bottom = max(a.square[1] + a.size, b.square[1] + b.size)
        return bool(self.grid[max(top - 1, 0) : bottom + 1, max(left - 1, 0) : right + 1].any())

    def meets(self, p: Vertex, q: Vertex) -> bool:
        """Does the open segment between two grid corners meet the inside of the union? Rule: SE-CONC-1."""
        if self.grid is None:
            return False
        (x, y), (u, v) = (p[0] // SCALE, p[1] // SCALE), (q[0] // SCALE, q[1] // SCALE)
        if y == v:  # along a line of the grid: inside where both sides conceal
            return any(self._at(i, y - 1) and self._at(i, y) for i in range(min(x, u), max(x, u)))
        if x == u:
            return any(self._at(x - 1, j) and self._at(x, j) for j in range(min(y, v), max(y, v)))
        if u < x:
            x, y, u, v = u, v, x, y
        run, rise = u - x, v - y
        for i in range(run):
            # In this column the segment runs between these two heights, counted in parts of `run`.
            low, high = sorted((y * run + rise * i, y * run + rise * (i + 1)))
            if any(self._at(x + i, j) for j in range(low // run, -(-high // run))):
                return True
        return False

    def _at(self, x: int, y: int) -> bool:
        return self.grid is not None and 0 <= x < self.columns and 0 <= y < self.rows and bool(self.grid[y, x])


def haze(field: Battlefield, vision: Vision) -> Haze:
    """What conceals on this field, for this vision; worked out once per terrain."""
    memo = field.terrain.memo
    found: Haze | None = memo.get(("haze", vision))
    if found is None:
        found = memo["haze", vision] = Haze(field.terrain, vision)
    return found
