"""Clipping, joining and cutting of walls."""

import math

from hypothesis import given
from hypothesis import strategies as st

from app.maps.walls import JOIN, clip, cut, joining, onto_grid, runs_of, weld, without_doubles
from geometry.grid import Point

values = st.floats(-20, 20).map(lambda value: round(value, 3))
any_point = st.builds(Point, values, values)


def test_a_wall_with_both_ends_outside_can_cross_the_picture() -> None:
    assert clip((Point(-1, 2), Point(9, 2)), 8, 6) == (Point(0, 2), Point(8, 2))
    assert clip((Point(-1, 1), Point(1, -1)), 8, 6) is None  # only touches the corner
    assert clip((Point(-2, 1), Point(1, -2)), 8, 6) is None
    assert clip((Point(0, 0), Point(0, 6)), 8, 6) == (Point(0, 0), Point(0, 6))  # along the edge
    assert clip((Point(9, 0), Point(9, 6)), 8, 6) is None


@given(any_point, any_point)
def test_what_is_clipped_lies_inside_and_on_the_wall(a: Point, b: Point) -> None:
    inner = clip((a, b), 8, 6)
    if inner is None:
        assert not (0 < (a.x + b.x) / 2 < 8 and 0 < (a.y + b.y) / 2 < 6) or math.dist(a, b) < 1e-5
        return
    for end in inner:
        assert 0 <= end.x <= 8
        assert 0 <= end.y <= 6
        assert abs(math.dist(a, end) + math.dist(end, b) - math.dist(a, b)) < 1e-6


def test_values_near_a_line_go_onto_it() -> None:
    assert onto_grid(Point(6.99995, 2.4), 1e-4) == Point(7, 2.4)
    assert onto_grid(Point(6.9998, 2.4), 1e-4) == Point(6.9998, 2.4)


def test_a_point_on_the_grid_draws_the_others_to_itself() -> None:
    goes_to = joining([Point(3.003, 2), Point(3, 2), Point(2.997, 2.001), Point(3.2, 2)])
    assert {goes_to(Point(3.003, 2)), goes_to(Point(2.997, 2.001))} == {Point(3, 2)}
    assert goes_to(Point(3.2, 2)) == Point(3.2, 2)


def test_a_finely_traced_curve_does_not_shrink_to_a_point() -> None:
    curve = [Point(round(0.5 + i * 0.004, 6), 0.5) for i in range(200)]
    goes_to = joining(curve)
    left = list(dict.fromkeys(goes_to(point) for point in curve))
    assert len(left) > 100
    assert left[-1].x > 1.2


@given(st.lists(any_point, max_size=30))
def test_joining_moves_no_point_far(points: list[Point]) -> None:
    goes_to = joining(points)
    assert all(math.dist(point, goes_to(point)) <= 4 * JOIN for point in points)


def test_an_end_beside_a_wall_along_an_axis_goes_onto_it() -> None:
    wall, end = (Point(0, 2), Point(8, 2)), (Point(3.5, 2.003), Point(3.5, 6))
    assert weld([wall, end], []) == ([wall, (Point(3.5, 2), Point(3.5, 6))], [], 1)
    door = (Point(3.5, 2.003), Point(4.4, 2.9))
    assert weld([wall], [door]) == ([wall], [(Point(3.5, 2), Point(4.4, 2.9))], 1)


def test_a_slanted_wall_gets_a_corner_where_another_ends_beside_it() -> None:
    wall, end = (Point(0, 0), Point(4, 3)), (Point(2.001, 1.502), Point(2, 6))
    parts, _, welded = weld([wall, end], [])
    assert (parts, welded) == ([(Point(0, 0), Point(2.001, 1.502)), (Point(2.001, 1.502), Point(4, 3)), end], 1)


def test_ends_that_touch_or_are_farther_away_stay() -> None:
    wall = (Point(0, 2), Point(8, 2))
    for end in (Point(3.5, 2), Point(3.5, 2.006), Point(0.002, 2.003)):
        piece = (end, Point(3.5, 6))
        assert weld([wall, piece], []) == ([wall, piece], [], 0)


def test_equal_pieces_once_whichever_way_they_run() -> None:
    a, b, c = Point(0, 0), Point(1, 0), Point(1, 1)
    assert without_doubles([(a, b), (b, a), (b, b), (b, c), (a, b)]) == [(a, b), (b, c)]
    assert runs_of([(a, b), (b, c), (a, c)]) == [(a, b, c), (a, c)]


def test_a_door_over_several_pieces_takes_each_part_away() -> None:
    wall = [(Point(0, 1), Point(2, 1)), (Point(2, 1), Point(3, 1)), (Point(3, 1), Point(5, 1))]
    assert cut(wall, [(Point(3.5, 1), Point(1.5, 1))]) == [
        (Point(0, 1), Point(1.5, 1)),
        (Point(3.5, 1), Point(5, 1)),
    ]


def test_two_doors_in_one_slanted_wall() -> None:
    wall = [(Point(0, 0), Point(4, 4))]
    doors = [(Point(3, 3), Point(2.5, 2.5)), (Point(1, 1), Point(1.5, 1.5))]
    assert cut(wall, doors) == [
        (Point(0, 0), Point(1, 1)),
        (Point(1.5, 1.5), Point(2.5, 2.5)),
        (Point(3, 3), Point(4, 4)),
    ]


def test_a_door_within_the_tolerance_cuts_and_a_crossing_or_distant_one_does_not() -> None:
    wall = [(Point(0, 1), Point(5, 1))]
    assert len(cut(wall, [(Point(1, 1.004), Point(2, 0.997))])) == 2
    assert cut(wall, [(Point(1, 1.1), Point(2, 1.1))]) == wall
    assert cut(wall, [(Point(1, 0), Point(1, 2))]) == wall
    assert cut(wall, [(Point(1, 1), Point(2, 1.2))]) == wall
    assert cut(wall, [(Point(5, 1), Point(6, 1))]) == wall
