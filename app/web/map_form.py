"""The import page: what was typed into its form, and what it shows."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from starlette.datastructures import FormData

from app.encounter.errors import Refused
from app.encounter.limits import MAX_SIDE, clean_name
from app.encounter.state import Map
from app.maps.pending import Waiting
from app.maps.portals import PORTAL_KINDS, PlacedPortal
from app.maps.report import Note, Report
from app.maps.universal_vtt import AMBIENT_LEVELS, OBJECT_KINDS, Choices, Imported, build
from app.web.answer import text_of
from app.web.board.terrain import MapView, map_view
from rules.text import Text, say, say_n

PORTAL_WORDS = (("door", say("Door")), ("window", say("Window")), ("open", say("Open door")))
OBJECT_WORDS = (
    ("auto", say("By size")),
    ("solid", say("Solid")),
    ("low", say("Low")),
    ("cover", say("Cover")),
    ("none", say("Leave out")),
)
AMBIENT_WORDS = (("lit", say("Fully lit")), ("dim", say("Dim")), ("dark", say("Dark")))
FIELDS = ("name", "columns", "rows", "square", "dx", "dy")


@dataclass(frozen=True)
class Answers:
    """The form as it was typed, what it means, and what is wrong with it (field -> sentence)."""

    choices: Choices
    typed: Mapping[str, str] = field(default_factory=dict)
    faults: Mapping[str, Text] = field(default_factory=dict)
    keeps_walls: bool = False


@dataclass(frozen=True)
class DoorView:
    """A row of the list of doors; `x`, `y` in map units."""

    number: int
    kind: str
    length: float
    may_be_window: bool
    x: float
    y: float


@dataclass(frozen=True)
class ImportView:
    base: str
    action: str
    waiting: Waiting
    typed: Mapping[str, str]
    faults: Mapping[str, Text | None]
    choices: Choices
    keeps_walls: bool
    map: MapView
    counts: tuple[Text, ...]
    report: Report
    notes: tuple[Note, ...]
    doors: tuple[DoorView, ...]
    double_doors: int
    snap_ends: int
    objects: int
    lights: int
    ambient: str
    has_map: bool
    marks: float  # how much larger the doors' numbers are drawn on a wide map
    picture: tuple[int, int] | None
    portal_words: tuple[tuple[str, Text], ...] = PORTAL_WORDS
    object_words: tuple[tuple[str, Text], ...] = OBJECT_WORDS
    ambient_words: tuple[tuple[str, Text], ...] = AMBIENT_WORDS


def first(waiting: Waiting, there: Map | None) -> Answers:
    """The form before anybody typed: the file's own answers, or the grid of the map that lies there."""
    draft = waiting.draft
    name = waiting.name
    if waiting.keeps_walls and there is not None and there.picture is not None:
        picture = there.picture
        typed = _grid(there.columns, there.rows, picture.square_pixels, picture.offset)
        choices = Choices(
            columns=there.columns, rows=there.rows, square_pixels=picture.square_pixels, offset=picture.offset
        )
        return Answers(choices, {"name": there.name, **typed}, keeps_walls=True)
    typed = {"name": name}
    if waiting.knows_grid:
        typed |= _grid(draft.columns, draft.rows, draft.square_pixels, (0.0, 0.0))
    return Answers(Choices(name=name), typed)


def _grid(columns: int, rows: int, square: float, offset: tuple[float, float]) -> dict[str, str]:
    return {
        "columns": str(columns),
        "rows": str(rows),
        "square": _plain(square),
        "dx": _plain(offset[0]),
        "dy": _plain(offset[1]),
    }


def _plain(value: float) -> str:
    return str(round(value, 4)).removesuffix(".0")


def read(form: FormData, waiting: Waiting) -> Answers:
    """What was sent. A field that can't be read is a fault and keeps its default."""
    faults: dict[str, Text] = {}
    typed = {key: text_of(form, key)[:200] for key in FIELDS}
    draft = waiting.draft
    columns = _whole(typed["columns"], "columns", faults) if waiting.is_picture else None
    rows = _whole(typed["rows"], "rows", faults) if waiting.is_picture else None
    square = _number(typed["square"], "square", 1, 10_000, faults)
    if columns and draft.picture is not None:
        square = square or draft.picture.width / columns
        rows = rows or min(max(math.ceil(draft.picture.height / square - 0.01), 1), MAX_SIDE)
        typed = {**typed, "rows": typed["rows"] or str(rows), "square": typed["square"] or _plain(square)}
    name = ""
    try:
        name = name_of(form)
    except Refused as refused:
        faults["name"] = refused.reason
    every = text_of(form, "all")
    kinds = {
        portal.number: kind
        for portal in draft.portals
        if (kind := every or text_of(form, f"door-{portal.number}")) in PORTAL_KINDS
    }
    objects, ambient = text_of(form, "objects"), text_of(form, "ambient")
    choices = Choices(
        columns=columns,
        rows=rows,
        portals=kinds,
        objects=objects if objects in OBJECT_KINDS else "auto",
        ambient=ambient if ambient in AMBIENT_LEVELS else None,
        all_bright=bool(text_of(form, "bright")),
        snap=bool(text_of(form, "snap")),
        join_doors=bool(text_of(form, "join")),
        square_pixels=square,
        offset=(
            _number(typed["dx"], "dx", -100_000, 100_000, faults) or 0.0,
            _number(typed["dy"], "dy", -100_000, 100_000, faults) or 0.0,
        ),
        name=name,
    )
    keeps = waiting.is_picture and bool(text_of(form, "keep"))
    return Answers(choices, typed, faults, keeps)


def asked(answers: Answers, waiting: Waiting) -> Answers:
    """The same, with the fault that a picture's size in squares is still missing."""
    if not waiting.is_picture or answers.choices.columns or "columns" in answers.faults:
        return answers
    question = say("How many squares is the picture wide?")
    return replace(answers, faults={**answers.faults, "columns": question})


def size_of(form: FormData) -> tuple[int, int]:
    """Columns and rows of an empty grid. Raises Refused."""
    faults: dict[str, Text] = {}
    columns = _whole(text_of(form, "columns"), "columns", faults)
    rows = _whole(text_of(form, "rows"), "rows", faults)
    for key, fault in faults.items():
        raise Refused(fault, key)
    if columns is None or rows is None:
        raise Refused(say("A map has from 1 to {most} squares a side.", most=MAX_SIDE), "columns")
    return columns, rows


def name_of(form: FormData) -> str:
    """The map's name, which may be empty. Raises Refused."""
    name = text_of(form, "name")
    return clean_name(name) if name.strip() else ""


def _whole(text: str, key: str, faults: dict[str, Text]) -> int | None:
    text = text.strip()
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= MAX_SIDE:
        return int(text)
    faults[key] = say("A map has from 1 to {most} squares a side.", most=MAX_SIDE)
    return None


def _number(text: str, key: str, least: float, most: float, faults: dict[str, Text]) -> float | None:
    text = text.strip().replace(",", ".")
    if not text:
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if least <= value <= most:
        return value
    faults[key] = say("A number from {least} to {most}, please.", least=least, most=most)
    return None


def built(waiting: Waiting, answers: Answers) -> Imported:
    """The map with these answers. Raises ImportRefused."""
    return build(waiting.draft, answers.choices)


def import_view(waiting: Waiting, answers: Answers, base: str, has_map: bool) -> ImportView:
    """Everything that the page shows. Raises ImportRefused."""
    made = built(waiting, answers)
    draft = waiting.draft
    action = f"{base}/import/{waiting.key}"
    return ImportView(
        base=base,
        action=action,
        waiting=waiting,
        typed={key: answers.typed.get(key, "") for key in FIELDS},
        faults={key: answers.faults.get(key) for key in FIELDS},
        choices=answers.choices,
        keeps_walls=answers.keeps_walls,
        map=map_view(made.map, f"{action}/picture"),
        counts=() if waiting.is_picture else _counts(made.report),
        report=made.report,
        notes=made.report.notes,
        doors=tuple(_door(placed) for placed in made.portals),
        double_doors=made.double_doors,
        snap_ends=made.snap_ends,
        objects=len(draft.outlines),
        lights=len(draft.lights),
        ambient=answers.choices.ambient or draft.ambient,
        has_map=has_map,
        marks=round(max(0.6, made.map.columns / 24), 2),
        picture=(draft.picture.width, draft.picture.height) if draft.picture else None,
    )


def _door(placed: PlacedPortal) -> DoorView:
    (x, y), (x2, y2) = placed.ends
    portal = placed.portal
    return DoorView(
        portal.number,
        placed.kind,
        round(portal.length, 2),
        portal.may_be_window,
        round((x + x2) * 50, 1),
        round((y + y2) * 50, 1),
    )


def _counts(report: Report) -> tuple[Text, ...]:
    found = (
        say_n("{n} wall piece", "{n} wall pieces", report.walls),
        say_n("{n} closed door", "{n} closed doors", report.doors),
        say_n("{n} open door", "{n} open doors", report.open_doors),
        say_n("{n} window", "{n} windows", report.windows),
        say_n("{n} object", "{n} objects", report.objects),
        say_n("{n} light", "{n} lights", report.lights),
    )
    return tuple(text for text in found if text.count)
