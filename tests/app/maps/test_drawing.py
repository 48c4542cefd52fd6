"""Strokes of the drawing tools, and what they change."""

from dataclasses import replace
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.encounter.commands import EditMap
from app.encounter.errors import Refused
from app.encounter.events import MapEdited
from app.encounter.fold import edited_map
from app.encounter.limits import check_map
from app.encounter.state import Map
from app.maps.drawing import ERASERS, LINE_TOOLS, SQUARE_TOOLS, Stroke, edit
from app.maps.universal_vtt import Choices, import_map
from geometry.battlefield import Barrier, BarrierKind, SquareKind
from geometry.grid import Point, Square
from tests.support.map_files import changed, fixture, points

EMPTY = Map(12, 9)


def drawn(map_: Map, tool: str, *path: float) -> Map:
    ids = (f"n{len(map_.barriers)}-{i}" for i in count())
    start, end = Point(path[0], path[1]), Point(path[-2], path[-1])
    change = edit(map_, Stroke(tool, start, end), lambda: next(ids))
    event = MapEdited(change.added, change.removed, change.marked, change.cleared, change.objects_removed)
    return edited_map(map_, event)


def lines(map_: Map) -> set[tuple[str, tuple[Point, ...]]]:
    return {(barrier.kind.value, barrier.points) for barrier in map_.barriers.values()}


def test_a_wall_runs_along_the_lines_the_longer_way_first() -> None:
    made = drawn(EMPTY, "wall", 1.2, 0.9, 5.1, 2.8)
    assert lines(made) == {("wall", (Point(1, 1), Point(5, 1), Point(5, 3)))}


def test_straight_kinds_are_one_barrier_for_each_straight_part() -> None:
    made = drawn(EMPTY, "window", 1, 1, 5, 3)
    assert lines(made) == {("window", (Point(1, 1), Point(5, 1))), ("window", (Point(5, 1), Point(5, 3)))}


def test_a_door_goes_into_the_wall_and_the_wall_back_over_it() -> None:
    walled = drawn(EMPTY, "wall", 1, 1, 6, 1)
    with_door = drawn(walled, "door", 3.4, 1.1)
    assert lines(with_door) == {
        ("wall", (Point(1, 1), Point(3, 1))),
        ("door", (Point(3, 1), Point(4, 1))),
        ("wall", (Point(4, 1), Point(6, 1))),
    }
    closed = drawn(with_door, "wall", 3, 1, 4, 1)
    assert {kind for kind, _ in lines(closed)} == {"wall"}


@pytest.mark.parametrize(
    ("at", "ends"),
    [
        ((3.5, 2.1), {(3, 2), (4, 2)}),
        ((3.9, 2.5), {(4, 2), (4, 3)}),
        ((3.5, 2.9), {(3, 3), (4, 3)}),
        ((3.1, 2.4), {(3, 2), (3, 3)}),
    ],
)
def test_a_tap_puts_a_door_on_the_nearest_side(at: tuple[float, float], ends: set[tuple[int, int]]) -> None:
    (door,) = drawn(EMPTY, "door", *at).barriers.values()
    assert set(door.points) == ends


def test_a_door_of_two_squares_is_one_and_drawn_again_nothing() -> None:
    made = drawn(EMPTY, "door", 2, 3, 4, 3.4)
    assert lines(made) == {("door", (Point(2, 3), Point(4, 3)))}
    assert edit(made, Stroke("door", Point(4, 3), Point(2, 3)), lambda: "x") == EditMap()


def test_erasing_takes_what_lies_on_the_way() -> None:
    walled = drawn(EMPTY, "wall", 1, 1, 6, 4)
    left = drawn(walled, "erase-walls", 2, 1, 4, 1)
    assert lines(left) == {
        ("wall", (Point(1, 1), Point(2, 1))),
        ("wall", (Point(4, 1), Point(6, 1), Point(6, 4))),
    }
    assert drawn(left, "erase-walls", 1, 1, 6, 4).barriers == {}


def test_a_tap_erases_the_straight_piece_under_the_finger_also_off_the_grid() -> None:
    cave = (Point(1.3, 1.2), Point(2.7, 2.9), Point(4.1, 1.4))
    map_ = replace(EMPTY, barriers={"w1": Barrier("w1", BarrierKind.WALL, cave)})
    assert lines(drawn(map_, "erase-walls", 2.0, 2.0)) == {("wall", cave[1:])}
    with pytest.raises(Refused, match="no wall here"):
        drawn(map_, "erase-walls", 7.5, 7.5)


def test_squares_fill_a_rectangle_and_take_the_place_of_their_like() -> None:
    crates = drawn(EMPTY, "low", 2.5, 2.5, 4.2, 3.9)
    assert crates.squares[SquareKind.LOW] == {Square(x, y) for x in (2, 3, 4) for y in (2, 3)}
    statue = drawn(drawn(crates, "difficult", 2.5, 2.5), "cover", 2.5, 2.5)
    assert Square(2, 2) not in statue.squares[SquareKind.LOW]
    assert Square(2, 2) in statue.squares[SquareKind.COVER]
    assert Square(2, 2) in statue.squares[SquareKind.DIFFICULT]


def test_light_and_fog_are_layers_of_their_own() -> None:
    made = drawn(drawn(drawn(EMPTY, "low", 1.5, 1.5), "dark", 1.5, 1.5), "fog", 1.5, 1.5)
    made = drawn(drawn(made, "dim", 1.5, 1.5), "smoke", 1.5, 1.5)
    assert {kind for kind, squares in made.squares.items() if squares} == {
        SquareKind.LOW,
        SquareKind.DIM,
        SquareKind.SMOKE,
    }
    bare = drawn(made, "erase-fog", 1.5, 1.5)
    assert {kind for kind, squares in bare.squares.items() if squares} == {SquareKind.LOW, SquareKind.DIM}


def test_an_imported_object_goes_as_a_whole() -> None:
    outline = points((2, 2), (5, 2), (5, 4), (2, 4))
    crates = import_map(changed(lambda d: d.update(objects_line_of_sight=[outline]))).map
    bare = drawn(crates, "erase-ground", 4.5, 3.5)
    assert (bare.objects, bare.squares.get(SquareKind.LOW, frozenset())) == ((), frozenset())
    pillar = import_map(fixture("normal.dd2vtt")).map
    gone = drawn(pillar, "erase-ground", 2.5, 2.5)
    assert (gone.objects, "o1" in gone.barriers) == ((), False)
    tapped = drawn(pillar, "erase-walls", 2.3, 2.3)
    assert (tapped.objects, "o1" in tapped.barriers) == ((), False)


def test_dim_light_of_an_import_is_erased_square_by_square() -> None:
    dim = import_map(fixture("normal.dd2vtt"), Choices(ambient="dim")).map
    lit = drawn(dim, "erase-light", 0.5, 0.5, 2.5, 1.5)
    assert len(lit.squares[SquareKind.DIM]) == 48 - 6


@pytest.mark.parametrize("tool", ["", "lava", "wall "])
def test_tools_that_are_none(tool: str) -> None:
    with pytest.raises(Refused, match="no such drawing tool"):
        drawn(EMPTY, tool, 1, 1, 2, 2)


@pytest.mark.parametrize("far", [99.0, -5.0, float("nan"), float("inf")])
def test_places_outside_the_map(far: float) -> None:
    for tool in ("wall", "low", "door", "erase-walls", "erase-fog"):
        with pytest.raises(Refused, match="outside the map"):
            drawn(EMPTY, tool, far, 1, far, 1)


def test_a_wall_without_length() -> None:
    with pytest.raises(Refused, match="two corners"):
        drawn(EMPTY, "wall", 1, 1, 1.2, 1.1)


places = st.floats(0, 9).map(lambda value: round(value, 2))
strokes = st.tuples(
    st.sampled_from([*LINE_TOOLS, *SQUARE_TOOLS, *ERASERS, "erase-walls"]), places, places, places, places
)


@given(st.lists(strokes, max_size=12))
def test_any_strokes_leave_a_map_that_holds(steps: list[tuple[str, float, float, float, float]]) -> None:
    map_ = Map(9, 9)
    for step in steps:
        try:
            map_ = drawn(map_, *step)
        except Refused:
            continue
    check_map(map_)
    for dark, dim in ((SquareKind.DARK, SquareKind.DIM), (SquareKind.SMOKE, SquareKind.FOG)):
        assert not map_.squares.get(dark, frozenset()) & map_.squares.get(dim, frozenset())
    seen = [frozenset(piece) for b in map_.barriers.values() for piece in zip(b.points, b.points[1:], strict=False)]
    assert len(seen) == len(set(seen))
