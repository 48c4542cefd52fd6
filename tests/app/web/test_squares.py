"""Squares are named by column letters and row number, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.i18n import square_name
from app.web.squares import parse_square
from geometry.grid import Square


@pytest.mark.parametrize(
    ("square", "name"), [(Square(0, 0), "A1"), (Square(7, 10), "H11"), (Square(25, 0), "Z1"), (Square(26, 1), "AA2")]
)
def test_name_of_a_square(square: Square, name: str) -> None:
    assert square_name(square) == name
    assert parse_square(name.lower()) == square


@given(st.integers(0, 15_000), st.integers(0, 9_998))
def test_reading_undoes_writing(x: int, y: int) -> None:
    assert parse_square(square_name(Square(x, y))) == Square(x, y)


@pytest.mark.parametrize("name", ["", "H", "11", "H0", "H-1", "H1x", "HHHH1", "H99999", "Ñ3", "H١"])
def test_no_name_of_a_square(name: str) -> None:
    assert parse_square(name) is None
