"""Squares as they come in an action."""

from typing import Any

from geometry.grid import Square
from rules.errors import IllegalAction
from rules.text import say


def as_square(value: Any) -> Square:
    """The square that an action names. Raises IllegalAction where it is none.

    >>> as_square((3, 4))
    Square(x=3, y=4)
    """
    try:
        x, y = value
    except (TypeError, ValueError):
        raise IllegalAction("SE-MOVE-1", say("That is not a square.")) from None
    if isinstance(x, bool) or isinstance(y, bool) or not isinstance(x, int) or not isinstance(y, int):
        raise IllegalAction("SE-MOVE-1", say("That is not a square."))
    return Square(x, y)
