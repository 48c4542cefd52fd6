"""The ground of the map as it is drawn: picture or floor, marked squares, walls, doors."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.encounter.state import Map
from app.web.board.outlines import UNIT, number, outline, pieces, polygon, polyline
from geometry.battlefield import Barrier, BarrierKind, SquareKind
from geometry.grid import Square
from rules.text import Text, say

MARGIN = 60
BARRIER_WORDS: Mapping[BarrierKind, Text] = {
    BarrierKind.WALL: say("wall"),
    BarrierKind.DOOR: say("door"),
    BarrierKind.WINDOW: say("window"),
    BarrierKind.CURTAIN: say("curtain"),
    BarrierKind.EMBRASURE: say("slit"),
    BarrierKind.LOW: say("low wall"),
}
SQUARE_WORDS: Mapping[SquareKind, Text] = {
    SquareKind.SOLID: say("solid square"),
    SquareKind.COVER: say("cover object"),
    SquareKind.LOW: say("low object"),
    SquareKind.DIFFICULT: say("difficult terrain"),
    SquareKind.PIT: say("pit"),
    SquareKind.FOG: say("fog"),
    SquareKind.SMOKE: say("dense smoke"),
    SquareKind.DIM: say("dim light"),
    SquareKind.DARK: say("darkness"),
}
# One outline round all squares of a kind, in the order in which they are painted.
SURFACES: tuple[tuple[SquareKind, str], ...] = (
    (SquareKind.DIM, "dim"),
    (SquareKind.DARK, "dark"),
    (SquareKind.PIT, "pit"),
)
CLOUDS: tuple[tuple[SquareKind, str], ...] = ((SquareKind.FOG, "smoke smoke--thin"), (SquareKind.SMOKE, "smoke"))
# One sign a square.
SIGNS: tuple[tuple[SquareKind, str], ...] = (
    (SquareKind.DIFFICULT, "rubble"),
    (SquareKind.LOW, "crate"),
    (SquareKind.COVER, "barrel"),
    (SquareKind.SOLID, "block"),
)


@dataclass(frozen=True)
class PictureView:
    """The picture under the grid: where it lies, in units."""

    href: str
    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True)
class Shape:
    """A path with its class."""

    css: str
    path: str


@dataclass(frozen=True)
class Sign:
    """A drawn thing that fills one square; `x`, `y` in units."""

    kind: str
    x: int
    y: int


@dataclass(frozen=True)
class WallView:
    """A barrier that is no door. `kind`: wall, window, curtain, embrasure, low."""

    id: str
    kind: str
    path: str


@dataclass(frozen=True)
class DoorView:
    """One leaf: a bar of `length` units from (x, y), turned by `angle` degrees."""

    id: str
    is_open: bool
    x: str
    y: str
    length: str
    leaf: str
    angle: str


@dataclass(frozen=True)
class MapView:
    """Everything below the tokens, in units. `casing` is the path under all walls."""

    columns: int
    rows: int
    width: int
    height: int
    view_box: str
    name: str = ""
    picture: PictureView | None = None
    shapes: tuple[Shape, ...] = ()
    signs: tuple[Sign, ...] = ()
    clouds: tuple[Shape, ...] = ()
    casing: str = ""
    walls: tuple[WallView, ...] = ()
    doors: tuple[DoorView, ...] = ()


def map_view(field: Map, picture_href: str) -> MapView:
    """The map as it is drawn. `picture_href` is where its picture, if any, is fetched."""
    width, height = field.columns * UNIT, field.rows * UNIT
    barriers = field.barriers.values()
    return MapView(
        columns=field.columns,
        rows=field.rows,
        width=width,
        height=height,
        view_box=f"{-MARGIN} {-MARGIN} {width + 2 * MARGIN} {height + 2 * MARGIN}",
        name=field.name,
        picture=_picture(field, picture_href),
        shapes=(*_surfaces(field, SURFACES), *_objects(field)),
        signs=tuple(_signs(field)),
        clouds=tuple(_surfaces(field, CLOUDS)),
        casing="".join(polyline(b.points) for b in barriers if b.kind in (BarrierKind.WALL, BarrierKind.EMBRASURE)),
        walls=tuple(WallView(b.id, b.kind.value, polyline(b.points)) for b in barriers if b.kind != BarrierKind.DOOR),
        doors=tuple(door for b in barriers if b.kind == BarrierKind.DOOR for door in _doors(b)),
    )


def _picture(field: Map, href: str) -> PictureView | None:
    if field.picture is None:
        return None
    scale = UNIT / field.picture.square_pixels
    left, top = field.picture.offset
    return PictureView(
        href,
        number(-left * scale),
        number(-top * scale),
        number(field.picture.width * scale),
        number(field.picture.height * scale),
    )


def _surfaces(field: Map, kinds: Iterable[tuple[SquareKind, str]]) -> Iterable[Shape]:
    for kind, css in kinds:
        if squares := field.squares.get(kind):
            yield Shape(css, outline(squares))


def _objects(field: Map) -> Iterable[Shape]:
    for thing in field.objects:
        yield Shape("solid" if thing.kind == "solid" else "object", polygon(thing.outline))


def _signs(field: Map) -> Iterable[Sign]:
    drawn = _under_outlines(field)
    for kind, sign in SIGNS:
        for square in sorted(field.squares.get(kind, ())):
            if square not in drawn:
                yield Sign(sign, square.x * UNIT, square.y * UNIT)


def _under_outlines(field: Map) -> set[Square]:
    """Squares whose middle lies in an object's outline: that outline is drawn, no sign is needed."""
    found = set()
    marked = {square for kind, _ in SIGNS if kind != SquareKind.DIFFICULT for square in field.squares.get(kind, ())}
    for thing in field.objects:
        xs, ys = [p.x for p in thing.outline], [p.y for p in thing.outline]
        for square in marked:
            x, y = square.x + 0.5, square.y + 0.5
            if min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys):
                found.add(square)
    return found


def _doors(barrier: Barrier) -> Iterable[DoorView]:
    for x, y, length, angle in pieces(barrier.points):
        yield DoorView(
            barrier.id,
            barrier.is_open,
            number(x),
            number(y),
            number(length),
            number(max(length - 12, 4)),
            number(round(angle, 2)),
        )


def blocker_words(field: Map | None, blocker: str) -> Text | None:
    """What an obstacle of a ruling is called: a barrier by its kind, a square by its own; None for a creature."""
    if field is None:
        return None
    if blocker in field.barriers:
        return BARRIER_WORDS[field.barriers[blocker].kind]
    kind, at, _ = blocker.partition("@")
    return SQUARE_WORDS[SquareKind(kind)] if at and kind in set(SquareKind) else None


def blocker_square(blocker: str) -> Square | None:
    """The square of an obstacle named `kind@x,y`."""
    _, at, place = blocker.partition("@")
    x, _, y = place.partition(",")
    return Square(int(x), int(y)) if at and x.lstrip("-").isdigit() and y.lstrip("-").isdigit() else None
