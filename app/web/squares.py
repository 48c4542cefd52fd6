"""The names of squares as people at the table say them (H11), both ways."""

import re

from app.i18n import square_name as format_square
from geometry.grid import Square

__all__ = ["format_square", "parse_square"]

_NAME = re.compile(r"([A-Za-z]{1,3})\s*([0-9]{1,4})")


def parse_square(name: str) -> Square | None:
    """The square of a name in capital or small letters, or None where it is no such name.

    >>> parse_square("ab 3")
    Square(x=27, y=2)
    """
    match = _NAME.fullmatch(name.strip())
    if match is None or int(match[2]) < 1:
        return None
    column = 0
    for letter in match[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return Square(column - 1, int(match[2]) - 1)
