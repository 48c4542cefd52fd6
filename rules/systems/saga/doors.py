"""Doors that a fighter can put its hand to."""

from itertools import pairwise

from geometry.battlefield import Barrier, BarrierKind
from geometry.grid import Point
from rules.systems.saga.fighter import Fighter
from rules.systems.saga.play import Play

ARM = 0.5  # squares beyond its own space: a door is beside whoever stands in a square that it touches or nearly touches


def doors_beside(play: Play, fighter: Fighter) -> list[Barrier]:
    """The doors beside the fighter's space, in the map's order."""
    if fighter.square is None:
        return []
    left, top = fighter.square
    box = (left - ARM, top - ARM, left + fighter.space_size + ARM, top + fighter.space_size + ARM)
    return [
        barrier
        for barrier in play.scene.terrain.barriers
        if barrier.kind is BarrierKind.DOOR and any(meets_box(a, b, box) for a, b in pairwise(barrier.points))
    ]


def meets_box(a: Point, b: Point, box: tuple[float, float, float, float]) -> bool:
    """Does the segment have a point inside the box (left, top, right, bottom)? By clipping it to the box.

    >>> meets_box(Point(3, 0), Point(3, 9), (0, 0, 2.5, 2.5)), meets_box(Point(2, 0), Point(2, 9), (0, 0, 2.5, 2.5))
    (False, True)
    """
    enter, leave = 0.0, 1.0
    for start, way, low, high in ((a[0], b[0] - a[0], box[0], box[2]), (a[1], b[1] - a[1], box[1], box[3])):
        if way == 0:
            if not low < start < high:
                return False
            continue
        first, last = sorted(((low - start) / way, (high - start) / way))
        enter, leave = max(enter, first), min(leave, last)
    return enter < leave
