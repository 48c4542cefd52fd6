"""Movement beyond the worked cases: ways, reasons, who may pass, other ways of counting."""

import pytest

from geometry.battlefield import SpatialOptions
from geometry.errors import BadPath
from geometry.grid import Square
from geometry.movement import path_cost, reachable, why_not
from geometry.opportunity import opportunities
from geometry.routes import cheapest_path, routes
from tests.geometry.drawn import creature, drawn, wall


def costs(field: object, **more: object) -> dict[Square, int]:
    return dict(reachable(field, "A", **more).value or {})  # type: ignore[arg-type]


def test_diagonals_may_count_one_and_two_in_turn() -> None:
    field = drawn("A...", "....", "....", "....").with_options(SpatialOptions(diagonal="alternating"))
    found = costs(field, budget=4)
    assert [found[Square(i, i)] for i in range(4)] == [0, 1, 3, 4]
    assert found[Square(2, 1)] == 2
    assert path_cost(field, "A", [(0, 0), (1, 1), (2, 1), (3, 2)]).value == (0, 1, 2, 4)


def test_the_small_and_the_very_different_pass_enemies() -> None:  # SE-MOVE-6
    field = drawn("AB..", "##..")
    assert Square(2, 0) not in costs(field, budget=4)
    assert costs(creature(field, "B", category=3), budget=4)[Square(2, 0)] == 2
    tiny = costs(creature(field, "A", category=-2, shares=True), budget=4)
    assert tiny[Square(1, 0)] == 1  # it may end there, too
    down = costs(creature(field, "B", able=False), budget=4)
    assert Square(1, 0) not in down
    assert down[Square(2, 0)] == 2


def test_neutrals_may_be_passed_and_do_not_strike() -> None:
    field = creature(drawn("AB..", "##.."), "B", side="neutral").with_options(SpatialOptions(neutral_side="neutral"))
    assert costs(field, budget=2)[Square(2, 0)] == 2
    assert opportunities(field, "A", [(0, 0), (1, 0), (2, 0)]).value == {}


def test_tumbling_passes_enemies_at_double_cost() -> None:  # SE-MOVE-14
    field = drawn("AB...", "##...")
    found = costs(field, budget=8, tumble=True)
    assert Square(1, 0) not in found
    assert found[Square(2, 0)] == 4
    assert found[Square(3, 0)] == 5


@pytest.mark.parametrize(
    ("to", "reason"),
    [
        ((0, 0), ""),
        ((2, 0), ""),
        ((9, 0), "off_map"),
        ((1, 0), "occupied"),
        ((3, 0), "solid"),
        ((4, 0), "no_way"),
        ((2, 2), "too_far"),
    ],
)
def test_the_reason_why_not(to: tuple[int, int], reason: str) -> None:
    field = drawn("AC.#.#", "######", "......", sides={"C": "heroes"})
    open_below = drawn("AC.#.#", "##..##", "......", sides={"C": "heroes"})
    asked = open_below if reason == "too_far" else field
    assert why_not(asked, "A", to, 2) == reason


def test_why_a_large_creature_does_not_fit() -> None:
    field = drawn("A....", ".....", walls=[wall((4, 0), (4, 1))], sizes={"A": 2})
    assert why_not(field, "A", (3, 0), 9) == "does_not_fit"
    assert why_not(field, "A", (4, 0), 9) == "off_map"


@pytest.mark.parametrize(
    ("path", "reason", "index"),
    [
        ([(1, 0), (2, 0)], "not_from_here", 0),
        ([(0, 0), (2, 0)], "no_step", 1),
        ([(0, 0), (1, 0), (2, 0)], "blocked", 2),
        ([(0, 0), (0, 1), (1, 1)], "occupied", 2),
    ],
)
def test_a_path_that_cannot_be_walked_says_where(path: list[tuple[int, int]], reason: str, index: int) -> None:
    field = drawn("A...", ".B..", walls=[wall((2, 0), (2, 1))])
    with pytest.raises(BadPath) as told:
        path_cost(field, "A", path)
    assert (told.value.reason, told.value.index) == (reason, index)


def test_of_equally_cheap_ways_the_one_that_provokes_least() -> None:  # SE-MOVE-9
    field = drawn(".....", "A...B", ".....", "....C", sides={"C": "heroes"})
    threatened = drawn("......", "..B...", "......", "A.....", "......")
    route = cheapest_path(threatened, "A", (4, 2))
    assert route is not None
    assert route.cost == 5
    assert route.provokes == {"B": len(route.path) - 2} or route.provokes == {}
    low = cheapest_path(threatened, "A", (4, 3))
    assert low is not None
    assert low.provokes == {}
    assert low.path == tuple(Square(x, 3) for x in range(5))
    assert cheapest_path(field, "A", (4, 1)) is None


def test_way_points_are_passed_in_order() -> None:
    field = drawn("A....", ".....", ".....", "....#")
    route = cheapest_path(field, "A", (4, 0), via=[(0, 2), (4, 2)])
    assert route is not None
    assert route.cost == 8
    assert route.path.index(Square(0, 2)) < route.path.index(Square(4, 2)) < len(route.path) - 1
    assert cheapest_path(field, "A", (4, 0), via=[(0, 2), (4, 2)], budget=7) is None
    assert cheapest_path(field, "A", (4, 0), via=[(4, 3)]) is None


def test_routes_tell_what_each_square_provokes() -> None:
    field = drawn(".B.", ".A.", "...")
    found = routes(field, "A", 2)
    assert found.provokes((1, 2)) == ("B",)
    assert found.provokes((1, 1)) == ()
    assert found.route((1, 2)).provokes == {"B": 0}


def test_entering_the_square_of_an_able_enemy_provokes_from_it() -> None:  # SE-AOO-11
    field = creature(drawn("A.B."), "A", shares=True, category=-2)
    assert opportunities(field, "A", [(0, 0), (1, 0), (2, 0)]).value == {"B": 1}
    reachless = creature(field, "B", reach=0)
    assert opportunities(reachless, "A", [(0, 0), (1, 0), (2, 0)]).value == {"B": 1}
    assert opportunities(reachless, "A", [(0, 0), (1, 0)]).value == {}


def test_an_unarmed_enemy_does_not_strike() -> None:  # SE-THREAT-1
    field = creature(drawn(".B.", ".A.", "..."), "B", threatens=False)
    assert opportunities(field, "A", [(1, 1), (1, 2)]).value == {}
