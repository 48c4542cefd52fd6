"""What can be a battlefield, and what battlefields share."""

import math

import pytest

from geometry.battlefield import Barrier, BarrierKind, Battlefield, Creature, SquareKind
from geometry.errors import (
    GeometryError,
    NotANumber,
    OffTheMap,
    OnePointLine,
    TooLarge,
    TooSmall,
    UnknownBarrier,
    UnknownCreature,
)
from geometry.grid import Point, Square
from geometry.lattice import snap
from geometry.sight import line_of_effect, line_of_sight
from tests.geometry.drawn import drawn, stand, wall


def line(*points: tuple[float, float], kind: BarrierKind = BarrierKind.WALL) -> Barrier:
    return Barrier("wall", kind, tuple(Point(*p) for p in points))


@pytest.mark.parametrize(
    ("error", "barrier"),
    [
        (NotANumber, line((0, 0), (math.nan, 1))),
        (NotANumber, line((0, 0), (math.inf, 1))),
        (OnePointLine, line((1, 1))),
        (OnePointLine, line((1, 1), (1, 1))),
        (OnePointLine, line((1, 1), (1.0000004, 1))),
        (OffTheMap, line((0, 0), (5000, 0))),
    ],
)
def test_walls_that_cannot_be_are_named(error: type[GeometryError], barrier: Barrier) -> None:
    with pytest.raises(error, match="wall"):
        Battlefield(5, 5, (barrier,))


@pytest.mark.parametrize(
    ("error", "creature"),
    [
        (TooSmall, Creature("A", Square(0, 0), size=0)),
        (OffTheMap, Creature("A", Square(-1, 0))),
        (OffTheMap, Creature("A", Square(4, 4), size=2)),
    ],
)
def test_creatures_that_cannot_be_are_named(error: type[GeometryError], creature: Creature) -> None:
    with pytest.raises(error, match="'A'"):
        Battlefield(5, 5, creatures={"A": creature})


def test_limits() -> None:
    with pytest.raises(TooSmall):
        Battlefield(0, 5)
    with pytest.raises(TooLarge):
        Battlefield(501, 5)
    with pytest.raises(TooLarge):
        Battlefield(500, 500, (line(*((i % 2, i % 3) for i in range(20_002))),))
    with pytest.raises(TooLarge):
        Battlefield(50, 50, creatures={str(i): Creature(str(i), Square(1, 1)) for i in range(1001)})
    with pytest.raises(OffTheMap):
        Battlefield(5, 5, squares={SquareKind.FOG: frozenset({Square(5, 0)})})


def test_unknown_names_are_refused() -> None:
    field = drawn("A.B")
    with pytest.raises(UnknownCreature, match="'Z'"):
        line_of_sight(field, "A", "Z")
    with pytest.raises(UnknownBarrier, match="'gate'"):
        field.with_door("gate", is_open=True)


def test_a_door_that_opens_opens_the_line_and_closes_it_again() -> None:
    field = drawn("A..B", walls=[wall((2, 0), (2, 1), kind="door")])
    assert line_of_effect(field, "A", "B").value is False
    opened = field.with_door("door-1", is_open=True)
    assert line_of_effect(opened, "A", "B").value is True
    assert line_of_effect(opened.with_door("door-1", is_open=False), "A", "B").value is False
    assert line_of_effect(field, "A", "B").value is False


def test_other_creatures_share_the_prepared_terrain() -> None:
    field = drawn("A..B")
    other = field.with_creatures({"C": stand("C", 1, 0)})
    assert other.terrain is field.terrain
    assert set(other.creatures) == {"C"}
    with pytest.raises(OffTheMap):
        field.with_creatures({"C": stand("C", 9, 0)})


def test_points_nearer_than_a_millionth_are_one_point() -> None:
    assert snap(2.0000009) == snap(2) == 2_000_000
    assert snap(0.1) == 100_000
    # The wall ends as good as on the grid line: nothing passes.
    assert line_of_sight(drawn("A..B", walls=[wall((2, 0), (2, 0.9999995))]), "A", "B").value is False
    assert line_of_sight(drawn("A..B", walls=[wall((2, 0), (2, 0.9999))]), "A", "B").value is True


def test_a_wall_that_ends_on_a_slanted_wall_leaves_no_gap() -> None:
    # The end is (1.5, 0.5 + 1/6) only as well as decimals say it.
    slanted, onto = wall((0, 0.166666), (3, 1.166666)), wall((1.5, 0.666666), (1.7, 0))
    below = wall((0.5, 0.333333), (0.3, 2))
    field = drawn("AB.", "...", walls=[slanted, onto, below])
    pieces = {tuple(p) for piece in field.terrain.pieces.tolist() for p in (piece[:2], piece[2:])}
    assert (500_000, 333_333) in pieces
    assert sum((500_000, 333_333) in ((a, b), (c, d)) for a, b, c, d in field.terrain.pieces.tolist()) == 3
