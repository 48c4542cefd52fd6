"""Light of an imported map: colours as the format writes them, and what its general light marks."""

import re
from collections.abc import Mapping
from typing import Any

from geometry.battlefield import SquareKind
from geometry.grid import Square

LIT_FROM = 0xC0
WARM_WHITE = "#ffe8c8"


def colour(value: Any) -> str | None:
    """ "#rrggbb" of AARRGGBB, RRGGBBAA (told by which end is `ff`) or RRGGBB, with or without #; None: unreadable.

    >>> colour("ffeccd8b"), colour("#eccd8bff"), colour("eccd8b")
    ('#eccd8b', '#eccd8b', '#eccd8b')
    """
    if not isinstance(value, str) or not (match := re.fullmatch(r"#?([0-9a-f]{6}(?:[0-9a-f]{2})?)", value.lower())):
        return None
    digits = match[1]
    if len(digits) == 8:
        digits = digits[:6] if digits[:2] != "ff" and digits[6:] == "ff" else digits[2:]
    return f"#{digits}"


def ambient_level(environment: Any) -> str:
    """ "lit" unless the file's general light is plainly darker; then "dim", which the GM may change."""
    if not isinstance(environment, Mapping):
        return "lit"
    seen = colour(environment.get("ambient_light"))
    if seen is None:
        return "lit"
    brightest = max(int(seen[i : i + 2], 16) for i in (1, 3, 5))
    return "lit" if brightest >= LIT_FROM else "dim"


def dim_squares(level: str, columns: int, rows: int) -> dict[SquareKind, frozenset[Square]]:
    """What the general light marks: nothing when lit, otherwise every square as dim or dark."""
    if level == "lit":
        return {}
    return {SquareKind(level): frozenset(Square(x, y) for x in range(columns) for y in range(rows))}
