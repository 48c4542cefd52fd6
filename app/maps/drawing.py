"""Drawing on the map by hand: a stroke of a tool, and what it changes.

Walls, doors and their kin run along grid lines, from corner to corner; ground, light and fog fill squares. What is
drawn takes the place of what lies there.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import shapely

from app.encounter.commands import EditMap
from app.encounter.errors import Refused
from app.encounter.state import Map, MapObject
from app.maps.objects import squares_covered
from app.maps.walls import Piece, cut, pieces, runs_of
from geometry.battlefield import Barrier, BarrierKind, SquareKind
from geometry.grid import Point, Square
from rules.text import Text, say

LINE_TOOLS: Mapping[str, tuple[BarrierKind, Text]] = {
    "wall": (BarrierKind.WALL, say("Wall")),
    "window": (BarrierKind.WINDOW, say("Window")),
    "curtain": (BarrierKind.CURTAIN, say("Curtain")),
    "slit": (BarrierKind.EMBRASURE, say("Slit")),
    "low-wall": (BarrierKind.LOW, say("Low wall")),
    "door": (BarrierKind.DOOR, say("Door")),
}
SQUARE_TOOLS: Mapping[str, tuple[SquareKind, Text]] = {
    "solid": (SquareKind.SOLID, say("Solid")),
    "low": (SquareKind.LOW, say("Low")),
    "cover": (SquareKind.COVER, say("Cover")),
    "difficult": (SquareKind.DIFFICULT, say("Difficult")),
    "pit": (SquareKind.PIT, say("Pit")),
    "dim": (SquareKind.DIM, say("Dim")),
    "dark": (SquareKind.DARK, say("Dark")),
    "fog": (SquareKind.FOG, say("Fog")),
    "smoke": (SquareKind.SMOKE, say("Smoke")),
}
GROUND = frozenset({SquareKind.SOLID, SquareKind.LOW, SquareKind.COVER, SquareKind.DIFFICULT, SquareKind.PIT})
LIGHT = frozenset({SquareKind.DIM, SquareKind.DARK})
AIR = frozenset({SquareKind.FOG, SquareKind.SMOKE})
ERASERS: Mapping[str, frozenset[SquareKind]] = {"erase-ground": GROUND, "erase-light": LIGHT, "erase-fog": AIR}
# A square is one of each set; difficult ground may lie under anything.
EXCLUSIVE = (GROUND - {SquareKind.DIFFICULT}, LIGHT, AIR)
NEAR = 0.35  # squares: how far from a wall a finger may be


@dataclass(frozen=True)
class Stroke:
    """A tool drawn from one place to another, in squares; both ends are the same for a tap."""

    tool: str
    start: Point
    end: Point


def edit(map_: Map, stroke: Stroke, new_id: Callable[[], str]) -> EditMap:
    """What a stroke changes; nothing where it draws what lies there already. Raises Refused."""
    if stroke.tool in LINE_TOOLS:
        path = _path(map_, stroke)
        kind, _ = LINE_TOOLS[stroke.tool]
        made = [Barrier(new_id(), kind, run) for run in _runs(path, kind)]
        return _cut_out(map_, pieces([path]), new_id, made)
    if stroke.tool == "erase-walls":
        if math.dist(stroke.start, stroke.end) < NEAR:
            return _erase_near(map_, stroke.start, new_id)
        return _cut_out(map_, pieces([_path(map_, stroke)]), new_id, [])
    if stroke.tool in SQUARE_TOOLS:
        return _mark(map_, SQUARE_TOOLS[stroke.tool][0], _squares(map_, stroke))
    if stroke.tool in ERASERS:
        return _clear(map_, ERASERS[stroke.tool], _squares(map_, stroke))
    raise Refused(say("There is no such drawing tool."))


def _path(map_: Map, stroke: Stroke) -> tuple[Point, ...]:
    """Along grid lines, the longer way first. A door goes straight; a tap makes it one square long."""
    start, end = _corner(map_, stroke.start), _corner(map_, stroke.end)
    if start == end:
        if stroke.tool != "door":
            raise Refused(say("A wall needs two corners."))
        return _side(map_, stroke.start)
    across = abs(end.x - start.x) >= abs(end.y - start.y)
    bend = Point(end.x, start.y) if across else Point(start.x, end.y)
    if stroke.tool == "door":
        return start, bend
    return tuple(dict.fromkeys((start, bend, end)))


def _corner(map_: Map, point: Point) -> Point:
    _check_inside(map_, point)
    return Point(float(min(max(round(point.x), 0), map_.columns)), float(min(max(round(point.y), 0), map_.rows)))


def _side(map_: Map, point: Point) -> tuple[Point, Point]:
    """The side of a square that is nearest to a point."""
    square = _square(map_, point)
    x, y = point.x - square.x, point.y - square.y
    corners = [Point(float(square.x + i), float(square.y + j)) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]
    nearest = min(range(4), key=lambda side: (y, 1 - x, 1 - y, x)[side])
    return corners[nearest], corners[(nearest + 1) % 4]


def _square(map_: Map, point: Point) -> Square:
    _check_inside(map_, point)
    return Square(min(max(int(point.x), 0), map_.columns - 1), min(max(int(point.y), 0), map_.rows - 1))


def _check_inside(map_: Map, point: Point) -> None:
    if not (-1 <= point.x <= map_.columns + 1 and -1 <= point.y <= map_.rows + 1):  # NaN fails too
        raise Refused(say("That is outside the map."))


def _squares(map_: Map, stroke: Stroke) -> frozenset[Square]:
    a, b = _square(map_, stroke.start), _square(map_, stroke.end)
    return frozenset(
        Square(x, y) for x in range(min(a.x, b.x), max(a.x, b.x) + 1) for y in range(min(a.y, b.y), max(a.y, b.y) + 1)
    )


def _runs(path: tuple[Point, ...], kind: BarrierKind) -> list[tuple[Point, ...]]:
    """Walls bend; doors, windows and slits are straight, one for each straight part."""
    bends = kind in (BarrierKind.WALL, BarrierKind.LOW, BarrierKind.CURTAIN)
    return [path] if bends else list(pieces([path]))


def _cut_out(map_: Map, spans: Sequence[Piece], new_id: Callable[[], str], made: list[Barrier]) -> EditMap:
    """Take away what lies on the spans, and put the new barriers there."""
    if any(_is_same(barrier, new) for new in made for barrier in map_.barriers.values()):
        return EditMap()
    added, removed = list(made), list[str]()
    for barrier in map_.barriers.values():
        parts = pieces([barrier.points])
        left = cut(parts, spans)
        if left != parts:
            kept, gone = _instead(barrier, left, new_id)
            added += kept
            removed += gone
    return EditMap(added=tuple(added), removed=tuple(removed))


def _is_same(barrier: Barrier, new: Barrier) -> bool:
    return barrier.kind == new.kind and barrier.points in (new.points, new.points[::-1])


def _instead(
    barrier: Barrier, left: Sequence[Piece], new_id: Callable[[], str]
) -> tuple[list[Barrier], tuple[str, ...]]:
    """What is left of a barrier: its first part keeps the id. Nothing left: the id goes."""
    runs = runs_of(left)
    if not runs:
        return [], (barrier.id,)
    return [replace(barrier, id=barrier.id if i == 0 else new_id(), points=run) for i, run in enumerate(runs)], ()


def _erase_near(map_: Map, point: Point, new_id: Callable[[], str]) -> EditMap:
    """Take away the straight piece under a finger; of a solid object, all of it."""
    _check_inside(map_, point)
    finger = shapely.Point(point)
    near = [
        (shapely.LineString(piece).distance(finger), barrier.id, i)
        for barrier in map_.barriers.values()
        for i, piece in enumerate(pieces([barrier.points]))
    ]
    distance, id, index = min(near, default=(math.inf, "", 0))
    if distance > NEAR:
        raise Refused(say("There is no wall here."))
    if any(thing.id == id for thing in map_.objects):
        return EditMap(removed=(id,), objects_removed=(id,))
    barrier = map_.barriers[id]
    if barrier.kind is BarrierKind.DOOR:  # all leaves of a door are one
        return EditMap(removed=(id,))
    left = [piece for i, piece in enumerate(pieces([barrier.points])) if i != index]
    kept, gone = _instead(barrier, left, new_id)
    return EditMap(added=tuple(kept), removed=gone)


def _mark(map_: Map, kind: SquareKind, squares: frozenset[Square]) -> EditMap:
    others = next((group - {kind} for group in EXCLUSIVE if kind in group), frozenset())
    new = squares - map_.squares.get(kind, frozenset())
    return EditMap(marked={kind: new} if new else {}, cleared=_lying(map_, others, squares))


def _clear(map_: Map, kinds: frozenset[SquareKind], squares: frozenset[Square]) -> EditMap:
    """Clear squares of some kinds; an object whose outline lies on one of them goes as a whole."""
    things = list(_objects_on(map_, squares)) if kinds == GROUND else []
    rings = tuple(thing.id for thing in things if thing.id in map_.barriers)
    under = squares.union(*(squares_covered(thing.outline, map_.columns, map_.rows) for thing in things))
    return EditMap(
        removed=rings, cleared=_lying(map_, kinds, under), objects_removed=tuple(thing.id for thing in things)
    )


def _lying(map_: Map, kinds: Iterable[SquareKind], squares: frozenset[Square]) -> dict[SquareKind, frozenset[Square]]:
    found = {kind: map_.squares.get(kind, frozenset()) & squares for kind in kinds}
    return {kind: marked for kind, marked in found.items() if marked}


def _objects_on(map_: Map, squares: frozenset[Square]) -> Iterable[MapObject]:
    for thing in map_.objects:
        shape = shapely.make_valid(shapely.Polygon(thing.outline))
        if any(shape.intersection(_box(square)).area > 1e-6 for square in squares & _squares_under(map_, thing)):
            yield thing


def _squares_under(map_: Map, thing: MapObject) -> frozenset[Square]:
    """The squares of the box around an outline."""
    xs, ys = [p.x for p in thing.outline], [p.y for p in thing.outline]
    return frozenset(
        Square(x, y)
        for x in range(max(int(min(xs)), 0), min(math.ceil(max(xs)), map_.columns))
        for y in range(max(int(min(ys)), 0), min(math.ceil(max(ys)), map_.rows))
    )


def _box(square: Square) -> shapely.Polygon:
    return shapely.box(square.x, square.y, square.x + 1, square.y + 1)
