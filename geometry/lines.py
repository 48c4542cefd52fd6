"""Lines between corners, each judged under what obstructs it: anything, only walls and solid squares, only an
embrasure.
"""

from typing import NamedTuple

import numpy as np

from geometry.corner import Contacts, End, Verdict, contacts, judge, judge_corner
from geometry.grid import Point, Square
from geometry.lattice import SCALE, Vertex
from geometry.near import Near
from geometry.openline import touching
from geometry.ruling import Line, Segment
from geometry.sight import along
from geometry.space import Corner
from geometry.terrain import Blocks, Edge

ANYTHING = Blocks.COVER
FIRM = Blocks.FIRM
SLITS = Blocks.COVER | Blocks.EMBRASURE


class CornerLine(NamedTuple):
    """One line: is it obstructed, is it so by walls and solid squares alone, does it only cross an embrasure?"""

    obstructed: bool
    firm: bool
    slit: bool
    segment: Segment


class CornerLines:
    """Judges lines from some corners (or one point) to the corners of a target, among the barriers in `near`."""

    def __init__(self, near: Near, starts: "list[Corner | End]", ends: list[Corner]) -> None:
        self.near = near
        self.has_slits = bool((near.blocks & int(Blocks.EMBRASURE)).any())
        self._corners: list[Corner | End] = [*starts, *ends]
        self._count = len(starts)
        legs = [(*c.at, *(c.centre if isinstance(c, Corner) else c.at)) for c in self._corners]
        lines = [(*s.at, *e.at) for s in starts for e in ends]
        rows = touching(np.array(legs + lines, dtype=np.int64), near.edges)
        flags = near.blocks.tolist()
        self._touched = [[(flags[i], near.edge(i)) for i in np.flatnonzero(row).tolist()] for row in rows]
        self._made: dict[tuple[int, Blocks], tuple[End, Contacts, str | None]] = {}

    def line(self, start: int, end: int, *, conceals: bool = False) -> CornerLine:
        """The line from the start to the end of these numbers."""
        verdict = self._judge(start, end, ANYTHING)
        firm = slit = False
        if verdict.blocker is not None:
            firm = self._judge(start, end, FIRM).blocker is not None
        elif self.has_slits:
            through = self._judge(start, end, SLITS)
            slit = through.blocker is not None
            verdict = through if slit else verdict
        p, q = self._corners[start].at, self._corners[self._count + end].at
        state, stop = Line.CLEAR, None
        if verdict.blocker is not None:
            state, stop = Line.BLOCKED, along(p, q, verdict.position)
        elif verdict.touched is not None:
            state, stop = Line.GRAZING, along(p, q, verdict.touched)
        segment = Segment(
            Point(p[0] / SCALE, p[1] / SCALE), Point(q[0] / SCALE, q[1] / SCALE), state, verdict.blocker, stop, conceals
        )
        return CornerLine(verdict.blocker is not None and not slit, firm, slit, segment)

    def _judge(self, start: int, end: int, blocks: Blocks) -> Verdict:
        a, around, closed = self._end(start, blocks)
        if closed is not None:
            return Verdict(closed, 0, None)
        b, _, closed = self._end(self._count + end, blocks)
        way = b.at[0] - a.at[0], b.at[1] - a.at[1]
        if closed is not None:
            return Verdict(closed, way[0] ** 2 + way[1] ** 2, None)
        if way == (0, 0):
            if a.inward is None:
                around = self._end(self._count + end, blocks)[1]
            if judge_corner(a, b, around.at_start):
                return Verdict(None, None, None)
            held = [*around.at_start, *around.crossings, *around.touches, *around.runs]
            return Verdict(str(held[0][-1]) if held else "", 0, None)
        ends = len(self._corners) - self._count
        row = len(self._corners) + start * ends + end
        return judge(a, b, contacts(a.at, b.at, self._edges(row, blocks)))

    def _edges(self, row: int, blocks: Blocks) -> list[Edge]:
        edges = [edge for flags, edge in self._touched[row] if flags & blocks]
        return edges + list(self.near.clipped) if blocks & Blocks.COVER else edges

    def _end(self, index: int, blocks: Blocks) -> tuple[End, Contacts, str | None]:
        made = self._made.get((index, blocks))
        if made is None:
            made = self._made[index, blocks] = self._make(index, blocks)
        return made

    def _make(self, index: int, blocks: Blocks) -> tuple[End, Contacts, str | None]:
        corner = self._corners[index]
        if isinstance(corner, End):
            return self._point(corner, blocks), Contacts(), None
        leg = contacts(corner.at, corner.centre, self._edges(index, blocks))
        to_centre = corner.centre[0] - corner.at[0], corner.centre[1] - corner.at[1]
        # SE-SPACE-2: a centre that lies on a barrier does not count.
        end = End(corner.at, corner.inward, None if leg.at_end else leg, to_centre)
        return end, leg, self._closed(square_at(corner.centre), blocks)

    def _point(self, point: End, blocks: Blocks) -> End:
        def allowed(way: Vertex) -> bool:
            beside = point.at[0] + (1 if way[0] > 0 else -1), point.at[1] + (1 if way[1] > 0 else -1)
            return self._closed(square_at(beside), blocks) is None and (point.allowed is None or point.allowed(way))

        return point._replace(allowed=allowed)

    def _closed(self, square: Square, blocks: Blocks) -> str | None:
        """Whose square it is, where it is itself a barrier."""
        if not self.near.squares.get(square, Blocks.NOTHING) & blocks:
            return None
        flags = self.near.blocks
        for i, cell in enumerate(self.near.cells):
            if cell == square and flags[i] & int(blocks):
                return self.near.owners[i]
        return None


def square_at(point: Vertex) -> Square:
    """The square in which a point lies."""
    return Square(point[0] // SCALE, point[1] // SCALE)
