"""Reach, threat, flanking and areas beyond the worked cases."""

import doctest

import pytest

import geometry.lattice
import geometry.reach
from geometry.area import block_squares, burst_squares, in_area
from geometry.battlefield import SpatialOptions
from geometry.errors import EmptySpace
from geometry.flanking import flankers, flanking
from geometry.grid import Square
from geometry.reach import in_reach, squares_in_reach, threatened_squares, threatens
from tests.geometry.drawn import creature, drawn

LARGE_REACH_2 = [
    "...rr...",
    "..rrrr..",
    ".rrAArr.",
    ".rrAArr.",
    "..rrrr..",
    "...rr...",
]


def marked(rows: list[str], sign: str) -> set[Square]:
    return {Square(x, y) for y, row in enumerate(rows) for x, found in enumerate(row) if found == sign}


def test_large_creature_reaches_two_squares_but_not_round_the_corner() -> None:  # SE-REACH-2
    assert squares_in_reach(marked(LARGE_REACH_2, "A"), reach=2) == marked(LARGE_REACH_2, "r")


def test_reach_may_be_a_square_by_table_option() -> None:
    assert len(squares_in_reach({Square(5, 5)}, reach=2, shape="square")) == 24
    field = drawn("A.....", "......", "..B...", reach={"A": 2})
    assert in_reach(field, "A", "B").value is False
    assert in_reach(field.with_options(SpatialOptions(reach_shape="square")), "A", "B").value is True


def test_nobody_reaches_anything_at_reach_0_and_no_space_has_no_reach() -> None:
    assert squares_in_reach({Square(5, 5)}, reach=0) == frozenset()
    with pytest.raises(EmptySpace):
        squares_in_reach(set(), reach=1)


def test_a_profile_without_a_reach_is_a_question_for_the_table() -> None:  # SE-GM-1
    field = creature(drawn("ABC"), "A", reach=None)
    for ruling in (threatened_squares(field, "A"), in_reach(field, "A", "B"), flanking(field, "A", "C", "B")):
        assert ruling.value is None
        assert ruling.undecided == "reach"


def test_the_unable_threaten_nothing() -> None:  # SE-THREAT-2
    field = drawn("A..", "...")
    assert threatens(field, "A", Square(1, 1))
    assert threatened_squares(creature(field, "A", able=False), "A").value == frozenset()
    assert not threatens(creature(field, "A", threatens=False), "A", Square(1, 1))


def test_all_who_flank_are_named() -> None:  # SE-FLANK-1
    field = drawn("D.C", ".B.", "A..", sides={"D": "heroes"})
    assert flankers(field, "A", "B").value == ("C",)
    unarmed = creature(field, "C", threatens=False)
    assert flankers(unarmed, "A", "B").value == ("C",)
    assert flankers(unarmed.with_options(SpatialOptions(flanking_needs_threat=True)), "A", "B").value == ()
    assert flanking(creature(field, "C", side="others"), "A", "C", "B").value is False


def test_areas_stay_on_the_map_and_name_whoever_stands_in_them() -> None:  # SE-AREA-2, SE-AUTO-1
    field = drawn("A...", ".B..", "....", "...C", sizes={"B": 2})
    burst = burst_squares(field, (0, 0), 2).value or frozenset()
    assert burst == {Square(0, 0), Square(1, 0), Square(0, 1)}
    assert in_area(field, burst) == ("A",)
    assert in_area(field, block_squares(field, (2, 2)).value or ()) == ("B", "C")
    assert burst_squares(field, (2, 2), 0).value == frozenset()
    assert len(burst_squares(field, (2, 2), 1_000_000).value or ()) == 16


def test_examples_in_docstrings() -> None:
    for module in (geometry.reach, geometry.lattice):
        assert doctest.testmod(module).failed == 0
