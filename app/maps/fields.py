"""The fields of a Universal VTT object, each read by its own rule: refuse, leave out and count, or a default."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from app.encounter.state import Light
from app.maps.light import WARM_WHITE, colour
from app.maps.picture import PictureFile
from app.maps.report import Findings
from app.maps.walls import Piece, Run
from geometry.grid import Point
from rules.text import Text, say, say_n

MOST_SQUARES = 500
FARTHEST = 1e6  # squares; a coordinate beyond it is no place on any map
WINDOW_BELOW = 0.9
ORIGIN = Point(0.0, 0.0)


@dataclass(frozen=True)
class Frame:
    columns: int = 1
    rows: int = 1
    origin: Point = ORIGIN
    square_pixels: float = 1.0


@dataclass(frozen=True)
class Outline:
    points: Run


@dataclass(frozen=True)
class Portal:
    """A door or window as the file has it; `number` counts from 1 in the file's order."""

    number: int
    ends: Piece
    length: float
    closed: bool
    freestanding: bool

    @property
    def default_kind(self) -> str:
        """Closed: a door; otherwise a window when short, else a door that stands open."""
        if self.closed:
            return "door"
        return "window" if self.length < WINDOW_BELOW else "open"

    @property
    def may_be_window(self) -> bool:
        return self.closed and 0.7 <= self.length < WINDOW_BELOW


def number(value: Any) -> float | None:
    """A finite number that is not far off every map; True, None and text are none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if math.isfinite(value) and abs(value) <= FARTHEST else None


def read_resolution(resolution: Any, picture: PictureFile | None, found: Findings) -> Frame:
    """Size, origin and pixels per square; what is missing comes from the picture where it can."""
    if not isinstance(resolution, Mapping):
        found.faults.append(say("the map's size is missing ({field})", field="resolution"))
        return Frame()
    origin = _origin(resolution.get("map_origin"), found)
    pixels = _pixels_per_square(resolution.get("pixels_per_grid"), found)
    size = _size(resolution.get("map_size"), picture, pixels, found)
    if size is None:
        return Frame(origin=origin)
    columns, rows = (_whole(length, axis, found) for length, axis in zip(size, "xy", strict=True))
    if not found.faults and (columns - size[0] > 1e-6 or rows - size[1] > 1e-6):
        found.note(
            say(
                "The map's size was {width} × {height} squares; it was rounded up to {columns} × {rows}.",
                width=size[0],
                height=size[1],
                columns=columns,
                rows=rows,
            )
        )
    real = pixels or 100.0
    if picture is not None:
        real = _compare(picture, size, pixels, found)
    return Frame(columns, rows, origin, real)


def _origin(value: Any, found: Findings) -> Point:
    if value is None:
        return ORIGIN
    x, y = (number(value.get(axis, 0)) for axis in "xy") if isinstance(value, Mapping) else (None, None)
    if x is None or y is None:
        found.faults.append(say("the map's corner is no pair of numbers ({field})", field="resolution.map_origin"))
        return ORIGIN
    return Point(x, y)


def _pixels_per_square(value: Any, found: Findings) -> float | None:
    if value is None:
        return None
    pixels = number(value)
    if pixels is None or pixels <= 0:
        found.faults.append(
            say("the pixels per square are no number above 0 ({field})", field="resolution.pixels_per_grid")
        )
        return None
    return pixels


def _size(value: Any, picture: PictureFile | None, pixels: float | None, found: Findings) -> tuple[float, float] | None:
    if value is None:
        if picture is not None and pixels is not None:
            found.note(say("The map's size was taken from its picture (resolution.map_size)."))
            return picture.width / pixels, picture.height / pixels
        found.faults.append(say("the map's size is missing ({field})", field="resolution.map_size"))
        return None
    x, y = (number(value.get(axis)) for axis in "xy") if isinstance(value, Mapping) else (None, None)
    if x is None or y is None:
        found.faults.append(say("the map's size is no pair of numbers ({field})", field="resolution.map_size"))
        return None
    return x, y


def _whole(length: float, axis: str, found: Findings) -> int:
    nearest = round(length)
    whole = nearest if abs(length - nearest) <= 1e-6 else math.ceil(length)
    if not 1 <= whole <= MOST_SQUARES:
        found.faults.append(
            say(
                "the map has {count} squares in {axis}; 1 to {most} are possible ({field})",
                count=whole,
                axis=axis,
                most=MOST_SQUARES,
                field="resolution.map_size",
            )
        )
        return 1
    return whole


def _compare(picture: PictureFile, size: tuple[float, float], pixels: float | None, found: Findings) -> float:
    """The picture's real pixels per square; a picture of another shape is left to the GM."""
    across, down = picture.width / size[0] if size[0] else 0, picture.height / size[1] if size[1] else 0
    if not across or not down:
        return 1.0
    if abs(across / down - 1) > 0.01:
        found.note(
            say(
                "The picture ({width} × {height} pixels) has another shape than the map ({columns} × {rows} squares): "
                "check the grid.",
                width=picture.width,
                height=picture.height,
                columns=size[0],
                rows=size[1],
            )
        )
        return pixels or across
    if pixels is not None and abs(across - pixels) * size[0] > 1:
        found.note(
            say(
                "The file says {said} pixels a square, the picture has {real}: the picture's were taken.",
                said=round(pixels, 3),
                real=round(across, 3),
            )
        )
    return across


def read_walls(document: Mapping[str, Any], origin: Point, found: Findings) -> list[Run]:
    """Polylines of walls. A piece at a bad point, a line of one point, a piece of no length is left out and counted."""
    field = "line_of_sight"
    runs: list[Run] = []
    bad: list[Text] = []
    single: list[Text] = []
    zero: list[Text] = []
    for i, line in enumerate(_list(document, field, found), 1):
        if not isinstance(line, list):
            bad.append(say("wall {wall} is no list of points ({field})", wall=i, field=field))
            continue
        if len(line) < 2:
            single.append(say("wall {wall} ({field})", wall=i, field=field))
            continue
        run: list[Point] = []
        for j, value in enumerate(line, 1):
            point, flaw = _point(value, origin)
            if point is None:
                bad.append(say("wall {wall}, point {point} {flaw} ({field})", wall=i, point=j, flaw=flaw, field=field))
                _close(run, runs)
                run = []
            elif run and run[-1] == point:
                zero.append(say("wall {wall}, point {point} ({field})", wall=i, point=j, field=field))
            else:
                run.append(point)
        _close(run, runs)
    found.flaws += bad
    if bad:
        found.note(
            say_n(
                "{n} wall point can't be used; the pieces at it were left out.",
                "{n} wall points can't be used; the pieces at them were left out.",
                len(bad),
            ),
            bad,
        )
    if single:
        found.note(
            say_n(
                "{n} wall has less than two points and was left out.",
                "{n} walls have less than two points and were left out.",
                len(single),
            ),
            single,
        )
    if zero:
        found.note(
            say_n(
                "{n} wall piece has no length and was left out.",
                "{n} wall pieces have no length and were left out.",
                len(zero),
            ),
            zero,
        )
    return runs


def _close(run: list[Point], runs: list[Run]) -> None:
    if len(run) >= 2:
        runs.append(tuple(run))


def read_outlines(document: Mapping[str, Any], origin: Point, found: Findings) -> list[Outline]:
    """Outlines of objects, without a repeated last point."""
    field = "objects_line_of_sight"
    outlines: list[Outline] = []
    bad: list[Text] = []
    for i, line in enumerate(_list(document, field, found), 1):
        read = [_point(value, origin) for value in line] if isinstance(line, list) else []
        points = tuple(dict.fromkeys(point for point, _ in read if point is not None))
        if any(point is None for point, _ in read) or len(points) < 3 or _is_flat(points):
            bad.append(say("object {object} ({field})", object=i, field=field))
        else:
            outlines.append(Outline(points))
    if bad:
        found.note(
            say_n(
                "{n} object has no usable outline and was left out.",
                "{n} objects have no usable outline and were left out.",
                len(bad),
            ),
            bad,
        )
    return outlines


def _is_flat(points: Run) -> bool:
    a = points[0]
    return all(abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) < 1e-9 for b, c in pairwise(points[1:]))


def read_portals(document: Mapping[str, Any], origin: Point, found: Findings) -> list[Portal]:
    """Doors and windows; the geometry is `bounds` alone. A thin box of four points counts as its middle line."""
    field = "portals"
    portals: list[Portal] = []
    bad: list[Text] = []
    boxes: list[Text] = []
    for i, value in enumerate(_list(document, field, found), 1):
        bounds = value.get("bounds") if isinstance(value, Mapping) else None
        read = [_point(point, origin)[0] for point in bounds] if isinstance(bounds, list) else []
        points = [point for point in read if point is not None]
        ends = _ends(points) if len(points) == len(read) else None
        if ends is None or math.dist(*ends) < 1e-6:
            bad.append(say("door {door} ({field})", door=i, field="portals.bounds"))
            continue
        if len(points) > 2:
            boxes.append(say("door {door} ({field})", door=i, field="portals.bounds"))
        portals.append(
            Portal(
                number=i,
                ends=ends,
                length=round(math.dist(*ends), 4),
                closed=value.get("closed") is not False,
                freestanding=value.get("freestanding") is True,
            )
        )
    if bad:
        found.note(
            say_n(
                "{n} door has no usable ends and was left out.",
                "{n} doors have no usable ends and were left out.",
                len(bad),
            ),
            bad,
        )
    if boxes:
        found.note(
            say_n(
                "{n} door is drawn as a box; its middle line was taken.",
                "{n} doors are drawn as boxes; their middle lines were taken.",
                len(boxes),
            ),
            boxes,
        )
    return portals


def _ends(points: list[Point]) -> Piece | None:
    if len(points) == 2:
        return points[0], points[1]
    if len(points) == 5 and points[0] == points[4]:
        points = points[:4]
    if len(points) != 4:
        return None
    a, b, c, d = points
    if math.dist(a, b) < math.dist(b, c):
        a, b, c, d = b, c, d, a
    return _middle(d, a), _middle(b, c)


def _middle(a: Point, b: Point) -> Point:
    return Point((a.x + b.x) / 2, (a.y + b.y) / 2)


def read_lights(document: Mapping[str, Any], origin: Point, found: Findings) -> list[Light]:
    """Lights; one without a place or a range above 0 is left out and counted. `bright` is set when the map is built."""
    lights: list[Light] = []
    bad: list[Text] = []
    for i, value in enumerate(_list(document, "lights", found), 1):
        position = _point(value.get("position"), origin)[0] if isinstance(value, Mapping) else None
        reach = number(value.get("range")) if isinstance(value, Mapping) else None
        if position is None or reach is None or reach <= 0:
            bad.append(say("light {light} ({field})", light=i, field="lights"))
            continue
        intensity = number(value.get("intensity"))
        lights.append(
            Light(
                position=position,
                range=reach,
                bright=reach / 2,
                color=colour(value.get("color")) or WARM_WHITE,
                shadows=value.get("shadows") is not False,
                intensity=1.0 if intensity is None or intensity < 0 else intensity,
            )
        )
    if bad:
        found.note(
            say_n(
                "{n} light has no usable place or range and was left out.",
                "{n} lights have no usable place or range and were left out.",
                len(bad),
            ),
            bad,
        )
    return lights


def _list(document: Mapping[str, Any], field: str, found: Findings) -> list[Any]:
    value = document.get(field)
    if value is None:
        return []
    if not isinstance(value, list):
        found.faults.append(say("this should be a list ({field})", field=field))
        return []
    return value


def _point(value: Any, origin: Point) -> tuple[Point | None, Text | None]:
    """The point without the origin, or None and the words for what is wrong with it."""
    if not isinstance(value, Mapping):
        return None, say("is no point")
    for axis in "xy":
        if value.get(axis) is None:
            return None, say("has no {axis} value", axis=axis)
        if number(value[axis]) is None:
            return None, say("has no usable {axis} value", axis=axis)
    return Point(float(value["x"]) - origin.x, float(value["y"]) - origin.y), None
