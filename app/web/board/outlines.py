"""Squares and lines of the battlefield as SVG geometry: 100 units a square, numbers short."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, degrees, hypot

from geometry.grid import Point, Square

UNIT = 100


def number(value: float) -> str:
    """A coordinate with two decimals at most and no idle zeros."""
    words = f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))
    return "0" if words == "-0" else words


def polyline(points: Iterable[Point | tuple[float, float]]) -> str:
    """The path along points given in squares."""
    return "M" + "L".join(f"{number(x * UNIT)} {number(y * UNIT)}" for x, y in points)


def polygon(points: Iterable[Point | tuple[float, float]]) -> str:
    return polyline(points) + "Z"


def outline(squares: Collection[Square]) -> str:
    """The border of a set of squares as one path; holes run the other way round, so fill it by the even-odd rule.

    >>> outline({Square(0, 0), Square(1, 0)})
    'M0 0L200 0L200 100L0 100Z'
    """
    after: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for start, end in sorted(_border(frozenset(squares))):
        after.setdefault(start, []).append(end)
    loops = []
    while after:
        loops.append(_loop(after))
    return "".join(polygon(loop) for loop in loops)


def _border(squares: frozenset[Square]) -> Iterable[tuple[tuple[int, int], tuple[int, int]]]:
    """The sides that lie between a square inside and one outside, clockwise round the inside."""
    for x, y in squares:
        if (x, y - 1) not in squares:
            yield (x, y), (x + 1, y)
        if (x + 1, y) not in squares:
            yield (x + 1, y), (x + 1, y + 1)
        if (x, y + 1) not in squares:
            yield (x + 1, y + 1), (x, y + 1)
        if (x - 1, y) not in squares:
            yield (x, y + 1), (x, y)


def _loop(after: dict[tuple[int, int], list[tuple[int, int]]]) -> list[tuple[float, float]]:
    """Takes one closed way out of `after`, corners only. Where two squares touch at a corner it keeps to its own."""
    first = min(after)
    way = [first]
    heading = (0, 0)
    while True:
        here = way[-1]
        ends = after[here]
        # Turning right first keeps a way to the square that it came along.
        right = (here[0] - heading[1], here[1] + heading[0])
        end = right if right in ends else ends[0]
        ends.remove(end)
        if not ends:
            del after[here]
        heading = (end[0] - here[0], end[1] - here[1])
        if end == first:
            break
        way.append(end)
    return [
        point
        for before, point, next_ in zip(way[-1:] + way[:-1], way, way[1:] + way[:1], strict=True)
        if not _straight(before, point, next_)
    ]


def _straight(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> bool:
    return (b[0] - a[0]) * (c[1] - b[1]) == (b[1] - a[1]) * (c[0] - b[0])


def centre(square: Square, size: int = 1) -> tuple[float, float]:
    """The middle of a space, in units, from its top-left square."""
    return (square.x + size / 2) * UNIT, (square.y + size / 2) * UNIT


def pieces(points: Sequence[Point]) -> Iterable[tuple[float, float, float, float]]:
    """The straight pieces of a polyline as (x, y of their start in units, length in units, angle in degrees)."""
    for (ax, ay), (bx, by) in pairwise(points):
        dx, dy = (bx - ax) * UNIT, (by - ay) * UNIT
        yield ax * UNIT, ay * UNIT, hypot(dx, dy), degrees(atan2(dy, dx))


@lru_cache(maxsize=64)
def blunt_diamond(size: int, case: float = 0) -> str:
    """The corners of an enemy's body for a space of `size` squares; `case` widens it to its casing."""
    side = size * UNIT
    middle_x, middle_y = side / 2, side / 2 - 4 * size
    reach, blunt = side / 2 + size + case, 5 * size - 1 + (1 if size == 1 else 0) + (0 if not case else 2.9)
    corners = [
        (-blunt, -reach),
        (blunt, -reach),
        (reach, -blunt),
        (reach, blunt),
        (blunt, reach),
        (-blunt, reach),
        (-reach, blunt),
        (-reach, -blunt),
    ]
    return " ".join(f"{number(middle_x + x)},{number(middle_y + y)}" for x, y in corners)
