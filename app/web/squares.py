"""Reading the name of a square as people at the table say it (H11); `app.i18n.square_name` writes it."""

import re

from geometry.grid import Square

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
