"""The names of squares as people at the table say them: column letters, then the row number (H11)."""

import re

from geometry.grid import Square

_NAME = re.compile(r"([A-Za-z]{1,3})\s*([0-9]{1,4})")


def format_square(square: Square) -> str:
    """The name of a square: the top-left one is A1; after Z comes AA."""
    letters, column = "", square.x + 1
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{square.y + 1}"


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
