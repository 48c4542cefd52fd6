"""Sight beyond the worked cases: evidence, grid intersections, cut squares."""

from geometry.battlefield import Vision
from geometry.grid import Point, Square
from geometry.ruling import Line
from geometry.sight import line_of_effect, line_of_effect_to_point, line_of_sight
from geometry.space import Space
from tests.geometry.drawn import drawn, wall


def test_a_free_line_is_shown_from_centre_to_centre_where_it_can_be() -> None:
    ruling = line_of_sight(drawn("A...", "....", "...B"), "A", "B")
    (segment,) = ruling.evidence.segments
    assert (segment.start, segment.end, segment.state) == (Point(0.5, 0.5), Point(3.5, 2.5), Line.CLEAR)


def test_what_stops_all_lines_is_named_most_often_first() -> None:
    ruling = line_of_sight(drawn("A.#.B", "....."), "A", "B")
    assert ruling.value is False
    assert ruling.evidence.blockers == ("solid@2,0",)
    assert len(ruling.evidence.segments) == 16
    assert {s.state for s in ruling.evidence.segments} == {Line.BLOCKED}
    assert {round(s.stop.x, 3) for s in ruling.evidence.segments if s.stop} == {2.0}


def test_the_smoke_one_stands_in_is_named() -> None:  # SE-LOS-4
    ruling = line_of_sight(drawn("A..B", under={"A": ["smoke"]}), "A", "B")
    assert ruling.evidence.blockers[0] == "smoke@0,0"
    assert ruling.evidence.squares == (Square(0, 0),)


def test_two_who_share_a_square_see_each_other() -> None:
    field = drawn("A..", "...")
    assert line_of_sight(field, "A", Space(Square(0, 0), 2)).value is True
    dark = drawn("A..", "...", under={"A": ["dark"]})
    assert line_of_sight(dark, "A", Square(0, 0)).value is False
    assert line_of_sight(dark, "A", Square(0, 0), Vision.DARKVISION).value is True


def test_a_grid_intersection_on_a_wall_is_reached_from_before_it() -> None:  # SE-AREA-2
    field = drawn("A....", ".....", "....B", walls=[wall((0, 2), (5, 2))])
    assert line_of_effect_to_point(field, "A", (3, 2)).value is True
    assert line_of_effect_to_point(field, "B", (3, 2)).value is True
    behind = line_of_effect_to_point(field, "A", (3, 3))
    assert behind.value is False
    assert behind.evidence.blockers == ("wall-1",)


def test_many_walls_in_one_square_leave_only_what_its_centre_sees() -> None:  # SE-SPACE-2
    fan = [wall((1.2, 0.1 * i), (1.8, 0.1 * i + 0.35)) for i in range(1, 7) if i != 3]
    ring = wall((1.3, 0.3), (1.7, 0.3), (1.7, 0.7), (1.3, 0.7), (1.3, 0.3))
    assert line_of_effect(drawn("A.B", walls=[ring]), "A", Square(1, 0)).value is False
    assert line_of_effect(drawn("A.B", walls=[ring]), "A", "B").value is True
    assert line_of_effect(drawn("A.B", walls=fan), "A", Square(1, 0)).value is True
