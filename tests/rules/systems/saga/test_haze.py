"""What conceals is named and drawn. Rule: SE-CONC-1, SE-CONC-5."""

import pytest

from geometry.battlefield import SquareKind, Vision
from geometry.grid import Point, Square
from geometry.ruling import Evidence, Segment
from rules.systems.saga.haze import concealing
from tests.support.saga import floor


def through(*lines):
    return Evidence(segments=tuple(Segment(Point(*a), Point(*b), conceals=True) for a, b in lines))


@pytest.mark.parametrize(
    ("line", "marks", "expected"),
    [
        (((0, 0), (10, 0)), {(4, 0): "~", (4, 1): "~"}, {(4, 0)}),  # along the edge of the map
        (((5, 0), (5, 9)), {(4, 3): "~", (5, 3): "~", (7, 3): "~"}, {(4, 3), (5, 3)}),  # along the border of two
        (((0, 0), (9, 3)), {(4, 1): "~", (4, 0): "~", (4, 5): "~"}, {(4, 1)}),
        (((9, 3), (0, 0)), {(4, 1): "~"}, {(4, 1)}),
    ],
)
def test_the_squares_that_a_line_passes(line, marks, expected):
    evidence, kind = concealing(floor(marks=marks), Vision.NORMAL, through(line))
    assert set(evidence.squares) == {Square(*square) for square in expected}
    assert kind is SquareKind.FOG


def test_the_thickest_is_named_and_eyes_count():
    terrain = floor(marks={(3, 0): "~", (4, 0): "%", (5, 0): ","})
    line = through(((0, 0), (10, 1)))
    assert concealing(terrain, Vision.NORMAL, line)[1] is SquareKind.SMOKE
    dim = floor(marks={(5, 0): ","})
    assert concealing(dim, Vision.NORMAL, line)[1] is SquareKind.DIM
    assert concealing(dim, Vision.LOW_LIGHT, line) == (line, None)
