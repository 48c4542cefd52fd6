"""A table to try: a hangar with a little of everything, and two sides about to meet in it."""

from collections.abc import Callable

from app.encounter.deciding_seats import checked_options
from app.encounter.events import Event, MapSet, SeatTaken, TableCreated, TokenPlaced
from app.encounter.limits import check_map
from app.encounter.state import Encounter, Map, Role, Seat, Token
from app.service import Tables, random_id
from geometry.battlefield import Barrier, BarrierKind, SquareKind
from geometry.grid import Point, Square
from rules.registry import systems
from rules.text import Text, say

SYSTEM = "saga"
HOUSE = "demo"  # id of the one demo table that the server lays itself
Words = Callable[[Text], str]

# Each square of the hangar: # solid, c crate, l low crate, d rubble, s smoke, m dim.
_FLOOR = """
......................
......................
......................
......m.......ss......
..........cc..ss......
..............ss..#...
...........#..........
.............c........
....dd.......c...l....
....ddd..c............
.....d...c......mm....
...........#.ll.......
................mmmm..
..................mm..
"""
_KINDS = {
    "#": SquareKind.SOLID,
    "c": SquareKind.COVER,
    "l": SquareKind.LOW,
    "d": SquareKind.DIFFICULT,
    "s": SquareKind.SMOKE,
    "m": SquareKind.DIM,
}
_COLUMNS, _ROWS = 22, 14
_OUTSIDE = ((0, 0), (_COLUMNS, 0), (_COLUMNS, _ROWS), (0, _ROWS), (0, 0))
_BARRIERS: tuple[tuple[str, BarrierKind, tuple[tuple[float, float], ...]], ...] = (
    ("outside", BarrierKind.WALL, _OUTSIDE),
    ("control-1", BarrierKind.WALL, ((7, 0), (7, 2))),
    ("control-door", BarrierKind.DOOR, ((7, 2), (7, 3))),
    ("control-2", BarrierKind.WALL, ((7, 3), (7, 5), (5, 5))),
    ("control-window", BarrierKind.WINDOW, ((5, 5), (2, 5))),
    ("control-3", BarrierKind.WALL, ((2, 5), (0, 5))),
    ("store-1", BarrierKind.WALL, ((16, 14), (16, 12))),
    ("store-door", BarrierKind.DOOR, ((16, 12), (16, 11))),
    ("store-2", BarrierKind.WALL, ((16, 11), (16, 9), (18, 9))),
    ("store-hatch", BarrierKind.DOOR, ((18, 9), (19, 9))),
    ("store-3", BarrierKind.WALL, ((19, 9), (22, 9))),
    ("railing", BarrierKind.LOW, ((17, 6), (20, 6))),
)
_OPEN = {"store-hatch"}

# Sample, name, side, square, hidden
_TOKENS: tuple[tuple[str, Text, str, Square, bool], ...] = (
    ("scout", say("Scout"), "ally", Square(4, 11), False),
    ("knight", say("Guardian"), "ally", Square(6, 10), False),
    ("heavy_gunner", say("Heavy gunner"), "ally", Square(3, 7), False),
    ("slicer", say("Slicer"), "ally", Square(2, 12), False),
    ("officer", say("Officer"), "enemy", Square(18, 3), False),
    ("trooper", say("Trooper 1"), "enemy", Square(13, 2), False),
    ("trooper", say("Trooper 2"), "enemy", Square(14, 8), False),
    ("battle_droid", say("Battle droid"), "enemy", Square(17, 7), False),
    ("assassin_droid", say("Assassin droid"), "enemy", Square(18, 11), True),
)


def create_demo(
    tables: Tables, device: str, words: Words = lambda text: text.msgid, *, name: str = "", gm: str = ""
) -> tuple[str, str]:
    """A demo table with `device` in the GM's seat: its id and the GM's secret. `words` puts names into a language."""
    table_id, gm_seat = random_id(), random_id()
    seat = SeatTaken(Seat(gm_seat, Role.GM, gm or words(say("GM"))))
    created, *rest = _laid(table_id, words, name)
    return table_id, tables.found([created, seat, *rest], by=gm_seat, devices={gm_seat: device})


def house_demo(tables: Tables, words: Words = lambda text: text.msgid) -> str:
    """The GM's secret of the server's own demo table, laid when it is not there; an earlier secret is void."""
    if tables.exists(HOUSE):
        return tables.new_gm_secret(HOUSE)
    return tables.found(_laid(HOUSE, words), by="", devices={})


def hangar(name: str) -> Map:
    """The demo's map."""
    squares: dict[SquareKind, set[Square]] = {}
    for y, row in enumerate(_FLOOR.split()):
        for x, mark in enumerate(row):
            if mark in _KINDS:
                squares.setdefault(_KINDS[mark], set()).add(Square(x, y))
    barriers = {
        id: Barrier(id, kind, tuple(Point(*point) for point in points), id in _OPEN) for id, kind, points in _BARRIERS
    }
    return Map(_COLUMNS, _ROWS, name, barriers, {kind: frozenset(found) for kind, found in squares.items()})


def _laid(table_id: str, words: Words, name: str = "") -> list[Event]:
    """All in one action, so that there is nothing to take back when play begins."""
    system = systems()[SYSTEM]
    samples = {sample.key: sample for sample in system.samples()}
    map_ = hangar(words(say("Hangar")))
    check_map(map_)
    options = checked_options(Encounter(system=SYSTEM), {})
    events: list[Event] = [
        TableCreated(table_id, name or words(say("Demo: the hangar")), SYSTEM, options),
        MapSet(map_),
    ]
    for key, called, side, square, hidden in _TOKENS:
        sample = samples[key]
        profile = system.check_profile(sample.profile)
        token = Token(random_id(), words(called), side, square, profile, hidden=hidden, face=sample.face)
        events.append(TokenPlaced(token))
    return events
