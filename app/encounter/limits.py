"""How much a table holds, and what a name may be."""

import math
import unicodedata
from collections.abc import Iterable

from app.encounter.errors import Refused
from app.encounter.state import Map
from geometry.battlefield import MAX_SIDE, Barrier, Battlefield
from geometry.errors import GeometryError, OffTheMap, OnePointLine, TooLarge
from geometry.grid import Square
from rules.text import Text, say, say_n

NAME_LENGTH = 60
REASON_LENGTH = 200
MAX_SEATS = 40
MAX_TOKENS = 200
MAX_COPIES = 20
MAX_BARRIERS = 25_000
MAX_POINTS = 60_000
MAX_OUTLINES = 5_000
MAX_STEPS = 1_000
_IMPOSSIBLE: dict[type[GeometryError], Text] = {
    OnePointLine: say("The points of a wall all lie in one place."),
    TooLarge: say("The map holds too much."),
    OffTheMap: say("The map holds something that lies outside."),
}


def clean_name(name: str, field: str = "name", length: int = NAME_LENGTH) -> str:
    """A name as it is kept: characters that print nothing are left out, blanks are single.

    Raises Refused for an empty or too long one; `field` tells a form where.
    """
    if not isinstance(name, str) or len(name) > 20 * length:
        raise Refused(say("That text is too long: {most} characters at most.", most=length), field)
    blank = (" " if character.isspace() else character for character in unicodedata.normalize("NFC", name))
    kept = "".join(character for character in blank if character == " " or _prints(character))
    kept = " ".join(kept.split())
    if not kept:
        raise Refused(say("Please give a name."), field)
    if len(kept) > length:
        raise Refused(say("That text is too long: {most} characters at most.", most=length), field)
    return kept


def clean_reason(reason: str) -> str:
    if not reason or not reason.strip():
        raise Refused(say("Please give a reason: the log keeps it."), "reason")
    return clean_name(reason, "reason", REASON_LENGTH)


def _prints(character: str) -> bool:
    # Joiners hold emoji and some scripts together; other format characters can turn or hide text around them.
    return character in "\u200c\u200d" or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn")


def check_on_map(map_: Map | None, square: Square) -> None:
    if map_ is None:
        raise Refused(say("There is no map yet."), "square")
    if not fits(map_, square, 1):
        raise Refused(say("That square is outside the map."), "square")


def fits(map_: Map, square: Square, size: int) -> bool:
    """Is a space of `size` squares a side with its top left at `square` wholly on the map?"""
    return 0 <= square.x <= map_.columns - size and 0 <= square.y <= map_.rows - size


def check_map(map_: Map) -> None:
    """Refuse a map that is too large or has anything outside of number and grid."""
    if not (1 <= map_.columns <= MAX_SIDE and 1 <= map_.rows <= MAX_SIDE):
        raise Refused(say("A map has from 1 to {most} squares a side.", most=MAX_SIDE))
    check_barriers(map_.barriers.values())
    if any(key != barrier.id for key, barrier in map_.barriers.items()):
        raise Refused(say("The map is not consistent."))
    for squares in map_.squares.values():
        for square in squares:
            check_on_map(map_, square)
    if len(map_.objects) > MAX_OUTLINES or len(map_.lights) > MAX_OUTLINES:
        raise Refused(say("The map holds too much: {most} objects at most.", most=MAX_OUTLINES))
    points = [point for outline in map_.objects for point in outline.outline]
    points += [light.position for light in map_.lights]
    if len(points) > MAX_POINTS:
        raise Refused(say("The map holds too much: {most} points at most.", most=MAX_POINTS))
    if not all(_is_near(number) for point in points for number in point):
        raise Refused(say("The map holds a position that is no number or far outside."))
    try:
        Battlefield(map_.columns, map_.rows, tuple(map_.barriers.values()), map_.squares)
    except GeometryError as error:
        raise Refused(_IMPOSSIBLE.get(type(error), say("The map is not consistent."))) from None
    picture = map_.picture
    if picture is not None and not (
        picture.width > 0
        and picture.height > 0
        and math.isfinite(picture.square_pixels)
        and 1 <= picture.square_pixels <= 10_000
        and all(math.isfinite(number) and abs(number) <= 1e6 for number in picture.offset)
    ):
        raise Refused(say("The picture's grid is impossible: a square has from 1 to 10,000 pixels."))


def check_barriers(barriers: Iterable[Barrier]) -> None:
    barriers = list(barriers)
    if len(barriers) > MAX_BARRIERS:
        count = len(barriers)
        raise Refused(
            say_n("The map has {n} wall: too many.", "The map has {n} walls: too many.", count, most=MAX_BARRIERS)
        )
    if sum(len(barrier.points) for barrier in barriers) > MAX_POINTS:
        raise Refused(say("The map holds too much: {most} points at most.", most=MAX_POINTS))
    for barrier in barriers:
        if not 1 <= len(barrier.id) <= NAME_LENGTH or len(barrier.points) < 2:
            raise Refused(say("A wall needs two points."))
        if not all(_is_near(number) for point in barrier.points for number in point):
            raise Refused(say("The map holds a position that is no number or far outside."))


def _is_near(number: float) -> bool:
    return math.isfinite(number) and abs(number) <= 10 * MAX_SIDE
