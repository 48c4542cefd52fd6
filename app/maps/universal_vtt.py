"""A Universal VTT file as a `Map`: read it, ask what it leaves open, build the map, say what was assumed.

`read` answers a `Draft` (what the file says, checked); `build` makes the map from it and the GM's choices. Both raise
`ImportRefused` with every fault. The order of the steps follows the format's description.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from app.encounter.state import Light, Map, MapObject, Picture
from app.maps import objects, walls
from app.maps.fields import Outline, Portal, read_lights, read_outlines, read_portals, read_resolution, read_walls
from app.maps.light import ambient_level, dim_squares
from app.maps.picture import PictureFile
from app.maps.portals import PlacedPortal, portal_barriers, touching
from app.maps.reading import MOST_BYTES, open_file
from app.maps.report import Findings, Note, Report
from app.maps.source import take_picture
from app.maps.walls import Piece, Run
from geometry.battlefield import Barrier, BarrierKind, SquareKind
from geometry.grid import Point, Square
from rules.text import Text, say, say_n

MOST_WALLS = 20_000
MOST_DOORS = 2_000
MOST_LIGHTS = 1_000
MOST_OBJECTS = 2_000
MOST_OBJECT_SQUARES = 2_000_000
OBJECT_KINDS = ("auto", "solid", "low", "cover", "none")
AMBIENT_LEVELS = ("lit", "dim", "dark")


@dataclass(frozen=True)
class Draft:
    """What a file says. Coordinates are already those of the map (the origin is taken off)."""

    columns: int
    rows: int
    square_pixels: float
    walls: tuple[Run, ...] = ()
    outlines: tuple[Outline, ...] = ()
    portals: tuple[Portal, ...] = ()
    lights: tuple[Light, ...] = ()
    ambient: str = "lit"
    picture: PictureFile | None = None
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Choices:
    """The GM's answers. What is missing takes the format's default; portals are named by their number."""

    columns: int | None = None  # for a plain picture
    rows: int | None = None
    portals: Mapping[int, str] = field(default_factory=dict)
    objects: str = "auto"
    ambient: str | None = None
    all_bright: bool = False
    snap: bool = False
    join_doors: bool = False
    square_pixels: float | None = None
    offset: tuple[float, float] = (0.0, 0.0)
    name: str = ""


@dataclass(frozen=True)
class Imported:
    map: Map
    picture: PictureFile | None
    report: Report
    portals: tuple[PlacedPortal, ...] = ()
    snap_ends: int = 0  # how many ends the stronger snap would move
    double_doors: int = 0  # how many pairs of portals could become one


def import_map(data: bytes, choices: Choices = Choices(), *, most_bytes: int = MOST_BYTES) -> Imported:
    """All steps in one go; raises `ImportRefused`."""
    return build(read(data, most_bytes=most_bytes), choices)


def read(data: bytes, *, most_bytes: int = MOST_BYTES) -> Draft:
    """The file's content, checked; raises `ImportRefused` naming every fault."""
    return read_document(open_file(data, most_bytes=most_bytes))


def read_document(document: Mapping[str, Any], picture: PictureFile | None = None) -> Draft:
    """The same from the parsed JSON object; `picture` is its picture where that was checked before."""
    found = Findings()
    _note_version(document.get("format"), found)
    picture = picture or take_picture(document.get("image"), found)
    frame = read_resolution(document.get("resolution"), picture, found)
    runs = read_walls(document, frame.origin, found)
    outlines = read_outlines(document, frame.origin, found)
    portals = read_portals(document, frame.origin, found)
    lights = read_lights(document, frame.origin, found)
    found.refuse_if_faulty()
    if not runs:
        found.note(say("This map has no walls (line_of_sight)."))
    return Draft(
        columns=frame.columns,
        rows=frame.rows,
        square_pixels=frame.square_pixels,
        walls=tuple(runs),
        outlines=tuple(outlines),
        portals=tuple(portals),
        lights=tuple(lights),
        ambient=ambient_level(document.get("environment")),
        picture=picture,
        notes=tuple(found.notes),
    )


def build(draft: Draft, choices: Choices = Choices()) -> Imported:
    """The map with the GM's choices and the report; raises `ImportRefused` when a limit is passed."""
    draft = replace(draft, columns=choices.columns or draft.columns, rows=choices.rows or draft.rows)
    found = Findings(notes=list(draft.notes))
    size = draft.columns, draft.rows
    clipped, doors = _clip(draft, found)
    outlines = _clip_outlines(draft, found)
    tidy = _tidied(clipped, doors, outlines, found, snap=choices.snap)
    lights = _lights(draft, choices, found)
    _check_limits(tidy, lights, choices, found)
    found.refuse_if_faulty()

    portals = tuple(PlacedPortal(p, choices.portals.get(p.number, p.default_kind), ends) for p, ends in tidy.portals)
    barriers = _wall_barriers(tidy.walls) + portal_barriers(portals, join=choices.join_doors)
    placed, rings, squares = _objects(tidy.outlines, choices.objects, size)
    ambient = choices.ambient or draft.ambient
    for kind, dark in dim_squares(ambient, *size).items():
        squares[kind] = dark
    kinds = [portal.kind for portal in portals]
    report = Report(
        walls=len(tidy.walls),
        doors=kinds.count("door"),
        open_doors=kinds.count("open"),
        windows=kinds.count("window"),
        objects=len(placed),
        lights=len(lights),
        notes=tuple(found.notes),
        tidied=tidy.done,
        asks_ambient=draft.ambient != "lit",
    )
    made = Map(
        columns=draft.columns,
        rows=draft.rows,
        name=choices.name,
        barriers={barrier.id: barrier for barrier in barriers + rings},
        squares=squares,
        objects=placed,
        lights=lights,
        picture=_picture(draft, choices),
    )
    return Imported(made, draft.picture, report, portals, tidy.snap_ends, len(touching(portals)))


@dataclass(frozen=True)
class _Tidy:
    walls: list[Piece]
    portals: list[tuple[Portal, Piece]]
    outlines: list[Run]
    snap_ends: int
    done: tuple[Text, ...]


def _note_version(version: Any, found: Findings) -> None:
    try:
        known = float(version) > 0
    except (TypeError, ValueError):
        known = False
    if not known or isinstance(version, bool):
        found.note(say("The file does not say which version of the format it is (format)."))


def _clip(draft: Draft, found: Findings) -> tuple[list[Piece], list[tuple[Portal, Piece]]]:
    parts = walls.pieces(draft.walls)
    kept: list[Piece] = []
    outside: list[Piece] = []
    shortened: list[Piece] = []
    for piece in parts:
        inner = walls.clip(piece, draft.columns, draft.rows)
        if inner is None:
            outside.append(piece)
            continue
        kept.append(inner)
        if inner != piece:
            shortened.append(piece)
    portals = [(p, walls.clip(p.ends, draft.columns, draft.rows)) for p in draft.portals]
    doors = [(p, ends) for p, ends in portals if ends is not None]
    lost = [p.ends for p, ends in portals if ends is None]
    if outside:
        found.note(
            say_n(
                "{n} wall piece lies outside the picture and was left out.",
                "{n} wall pieces lie outside the picture and were left out.",
                len(outside),
            ),
            _places(outside),
        )
    if shortened:
        found.note(
            say_n(
                "{n} wall piece was cut off at the picture's edge.",
                "{n} wall pieces were cut off at the picture's edge.",
                len(shortened),
            ),
            _places(shortened),
        )
    if lost:
        found.note(
            say_n(
                "{n} door lies outside the picture and was left out.",
                "{n} doors lie outside the picture and were left out.",
                len(lost),
            ),
            _places(lost),
        )
    if len(outside) > len(parts) / 10:
        found.note(say("Many walls lie outside: the picture may show only a part of the map."))
    return kept, doors


def _clip_outlines(draft: Draft, found: Findings) -> list[Run]:
    kept: list[Run] = []
    lost = 0
    for outline in draft.outlines:
        parts = objects.inside(outline.points, draft.columns, draft.rows)
        kept.extend(parts)
        lost += not parts
    if lost:
        found.note(
            say_n(
                "{n} object lies outside the picture and was left out.",
                "{n} objects lie outside the picture and were left out.",
                lost,
            )
        )
    return kept


def _once(portals: list[tuple[Portal, Piece]]) -> list[tuple[Portal, Piece]]:
    """Of portals with the same ends the first: opening one of two would open nothing."""
    first = {frozenset(span): (portal, span) for portal, span in reversed(portals)}
    return sorted(first.values(), key=lambda each: each[0].number)


def _tidied(
    parts: list[Piece], doors: list[tuple[Portal, Piece]], outlines: list[Run], found: Findings, *, snap: bool
) -> _Tidy:
    tolerance = walls.SNAP if snap else walls.ON_GRID
    ends = dict.fromkeys(end for piece in [*parts, *(piece for _, piece in doors)] for end in piece)
    every = ends | dict.fromkeys(corner for outline in outlines for corner in outline)
    gridded = {point: walls.onto_grid(point, tolerance) for point in every}
    goes_to = walls.joining(gridded.values())
    place = {point: goes_to(gridded[point]) for point in every}
    moved = [(place[a], place[b]) for a, b in parts]
    placed = [(p, (place[a], place[b])) for p, (a, b) in doors if place[a] != place[b]]
    single, spans, welded = walls.weld(walls.without_doubles(moved), [span for _, span in placed])
    portals = _once([(p, span) for (p, _), span in zip(placed, spans, strict=True)])
    if len(portals) < len(doors):
        found.note(
            say_n(
                "{n} door has no length or lies on another and was left out.",
                "{n} doors have no length or lie on another and were left out.",
                len(doors) - len(portals),
            )
        )
    gapped = walls.without_doubles(walls.cut(single, [span for p, span in portals if not p.freestanding]))
    done = []
    joined = len({gridded[p] for p in ends}) - len({place[p] for p in ends})
    if joined:
        done.append(say_n("{n} wall end was joined to one beside it.", "{n} wall ends were joined.", joined))
    if welded:
        done.append(
            say_n("{n} wall end was set onto the wall beside it.", "{n} wall ends were set onto walls.", welded)
        )
    doubles = len(moved) - len(walls.without_doubles(moved))
    if doubles:
        done.append(say_n("{n} doubled wall piece was kept once.", "{n} doubled wall pieces were kept once.", doubles))
    would_move = {p for p in (place[end] for end in ends) if walls.onto_grid(p, walls.SNAP) != p}
    corners = [tuple(dict.fromkeys(place[corner] for corner in outline)) for outline in outlines]
    return _Tidy(gapped, portals, [c for c in corners if len(c) >= 3], len(would_move), tuple(done))


def _check_limits(tidy: _Tidy, lights: tuple[Light, ...], choices: Choices, found: Findings) -> None:
    rings = sum(len(o) for o in tidy.outlines if _object_kind(o, choices.objects) == "solid")
    pieces, filled = len(tidy.walls) + rings, sum(objects.cells_spanned(o) for o in tidy.outlines)
    if pieces > MOST_WALLS:
        text = say("it has {count} wall pieces; {most} are the most (line_of_sight)", count=pieces, most=MOST_WALLS)
        found.faults.append(text)
    if (doors := len(tidy.portals)) > MOST_DOORS:
        found.faults.append(
            say("it has {count} doors and windows; {most} are the most (portals)", count=doors, most=MOST_DOORS)
        )
    if len(lights) > MOST_LIGHTS:
        text = say("it has {count} lights; {most} are the most (lights)", count=len(lights), most=MOST_LIGHTS)
        found.faults.append(text)
    if (outlines := len(tidy.outlines)) > MOST_OBJECTS or filled > MOST_OBJECT_SQUARES:
        found.faults.append(
            say(
                "it has {count} objects over {squares} squares; {most} objects over {most_squares} squares are "
                "the most (objects_line_of_sight)",
                count=outlines,
                squares=filled,
                most=MOST_OBJECTS,
                most_squares=MOST_OBJECT_SQUARES,
            )
        )


def _lights(draft: Draft, choices: Choices, found: Findings) -> tuple[Light, ...]:
    kept = []
    for light in draft.lights:
        nearest = Point(
            min(max(light.position.x, 0), draft.columns),
            min(max(light.position.y, 0), draft.rows),
        )
        if math.dist(nearest, light.position) < light.range:
            bright = light.range if choices.all_bright else light.range / 2
            kept.append(Light(light.position, light.range, bright, light.color, light.shadows, light.intensity))
    lost = len(draft.lights) - len(kept)
    if lost:
        found.note(
            say_n(
                "{n} light does not reach into the picture and was left out.",
                "{n} lights do not reach into the picture and were left out.",
                lost,
            )
        )
    return tuple(kept)


def _wall_barriers(parts: list[Piece]) -> list[Barrier]:
    return [Barrier(f"w{i}", BarrierKind.WALL, run) for i, run in enumerate(walls.runs_of(parts), 1)]


def _object_kind(outline: Run, choice: str) -> str:
    return objects.default_kind(outline) if choice == "auto" else choice


def _objects(
    outlines: list[Run], choice: str, size: tuple[int, int]
) -> tuple[tuple[MapObject, ...], list[Barrier], dict[SquareKind, frozenset[Square]]]:
    placed: list[MapObject] = []
    rings: list[Barrier] = []
    squares: dict[SquareKind, frozenset[Square]] = {}
    for i, outline in enumerate(outlines, 1) if choice != "none" else ():
        kind = _object_kind(outline, choice)
        placed.append(MapObject(f"o{i}", kind, outline))
        if kind == "solid":
            rings.append(Barrier(f"o{i}", BarrierKind.WALL, (*outline, outline[0])))
        else:
            filled = objects.squares_covered(outline, *size)
            squares[SquareKind(kind)] = squares.get(SquareKind(kind), frozenset()) | filled
    return tuple(placed), rings, squares


def _picture(draft: Draft, choices: Choices) -> Picture | None:
    file = draft.picture
    if file is None:
        return None
    pixels = choices.square_pixels or draft.square_pixels
    return Picture(file.hash, file.media_type, file.width, file.height, pixels, choices.offset)


def _places(parts: list[Piece]) -> list[Text]:
    return [place(piece) for piece in parts[:5]]


def place(piece: Piece) -> Text:
    """Where a piece runs, in squares from the map's corner."""
    (x, y), (x2, y2) = piece
    return say("from ({x}, {y}) to ({x2}, {y2})", x=_short(x), y=_short(y), x2=_short(x2), y2=_short(y2))


def _short(value: float) -> float | int:
    return int(value) if value == int(value) else round(value, 3)
