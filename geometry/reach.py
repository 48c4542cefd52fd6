"""Distance, reach and threat."""

from collections.abc import Collection

from geometry.battlefield import Battlefield
from geometry.errors import EmptySpace, UnknownCreature
from geometry.grid import Square
from geometry.near import near
from geometry.openline import free_segment
from geometry.ruling import Evidence, Ruling
from geometry.space import Space, Where, space_of
from geometry.terrain import Blocks


def spans(a: Space, b: Space) -> tuple[int, int]:
    """The gaps in squares on each axis between the nearest squares of two spaces, 0 where they overlap."""
    dx = max(b.square[0] - a.square[0] - a.size + 1, a.square[0] - b.square[0] - b.size + 1, 0)
    dy = max(b.square[1] - a.square[1] - a.size + 1, a.square[1] - b.square[1] - b.size + 1, 0)
    return dx, dy


def counted(a: Space, b: Space) -> int:
    """The counted distance between two spaces: a diagonal counts 2. Rule: SE-DIST-1."""
    return sum(spans(a, b))


def are_adjacent(a: Space, b: Space) -> bool:
    """Do two spaces touch at a side or a corner (or overlap)? Rule: SE-DIST-1."""
    return max(spans(a, b)) <= 1


def nearest_squares(a: Space, b: Space) -> list[tuple[Square, Square]]:
    """The pairs of squares of two spaces that are nearest to each other."""
    least = counted(a, b)
    return [(s, t) for s in a.squares for t in b.squares if abs(s[0] - t[0]) + abs(s[1] - t[1]) == least]


def counted_distance(field: Battlefield, a: Where, b: Where) -> Ruling[int]:
    """The counted distance between two spaces, in squares.

    Rule: SE-DIST-1: a diagonal counts 2, so it is the sum of the gaps on both axes; 0 where the spaces overlap.
    """
    start, end = space_of(field, a), space_of(field, b)
    return Ruling(counted(start, end), ("SE-DIST-1",), Evidence(squares=nearest_squares(start, end)[0]))


def is_adjacent(field: Battlefield, a: Where, b: Where) -> bool:
    """Do two spaces touch at a side or a corner, whatever the count? Rule: SE-DIST-1."""
    return are_adjacent(space_of(field, a), space_of(field, b))


def squares_in_reach(space: Collection[Square] | Space, reach: int, shape: str = "counted") -> frozenset[Square]:
    """Squares that a creature can strike into from where it stands.

    Rule: SE-REACH-2. Walls are not looked at: line of effect is a question for `sight`.

    Parameters
    ----------
    space : the squares it occupies, one or more.
    reach : in squares, 0 or more; a diagonal counts 2.
    shape : "counted", or "square" where the table counts a diagonal as 1.

    Returns
    -------
    The adjacent squares and those within `reach`, without `space` itself; nothing at reach 0.

    Raises
    ------
    EmptySpace : `space` holds no square.

    >>> Square(7, 6) in squares_in_reach({Square(5, 5)}, reach=2)
    False
    """
    own = set(space.squares) if isinstance(space, Space) else set(space)
    if not own:
        raise EmptySpace("a space without a square has no reach")
    if reach < 1:
        return frozenset()
    ways = [
        (dx, dy)
        for dx in range(-reach, reach + 1)
        for dy in range(-reach, reach + 1)
        if max(abs(dx), abs(dy)) <= 1 or shape == "square" or abs(dx) + abs(dy) <= reach
    ]
    return frozenset(Square(x + dx, y + dy) for x, y in own for dx, dy in ways) - own


def within(a: Space, b: Space, reach: int, shape: str = "counted") -> bool:
    """Is any square of `b` in the reach of somebody who fills `a`? At reach 0 only what shares its squares (SE-
    REACH-4).
    """
    dx, dy = spans(a, b)
    if reach < 1:
        return dx == dy == 0
    return max(dx, dy) <= 1 or (max(dx, dy) if shape == "square" else dx + dy) <= reach


def in_reach(field: Battlefield, who: Where, target: Where, reach: int | None = None) -> Ruling[bool]:
    """Can `who` strike at `target` as far as distance goes?

    Rule: SE-REACH-2 to 4: by count or adjacency; line of effect is not asked.

    Parameters
    ----------
    reach : in squares; None takes the creature's own. Where it has none the ruling is undecided ("reach").
    """
    start, end = space_of(field, who), space_of(field, target)
    far = _reach(field, start) if reach is None else reach
    if far is None:
        return Ruling(None, ("SE-GM-1",), undecided="reach")
    return Ruling(within(start, end, far, field.options.reach_shape), ("SE-REACH-2",), Evidence(squares=end.squares))


def threatened_squares(field: Battlefield, who: Where) -> Ruling[frozenset[Square]]:
    """The squares on the map that a creature threatens from where it stands.

    Rule: SE-REACH-2, SE-THREAT-1: adjacent or within counted reach, with line of effect; nothing for one that is not
    armed or not able.
    """
    start = space_of(field, who)
    far = _reach(field, start)
    if far is None:
        return Ruling(None, ("SE-GM-1",), undecided="reach")
    if not _armed(field, start):
        return Ruling(frozenset(), ("SE-THREAT-1",))
    inside = [s for s in squares_in_reach(start, far, field.options.reach_shape) if field.has(s)]
    found = frozenset(s for s in inside if has_effect(field, start, Space(s)))
    return Ruling(found, ("SE-REACH-2",), Evidence(squares=tuple(sorted(found))))


def threatens(field: Battlefield, who: Where, square: Square) -> bool:
    """Does a creature threaten one square? Rule: as `threatened_squares`."""
    start, spot = space_of(field, who), Space(Square(*square))
    far = _reach(field, start)
    if not far or not _armed(field, start) or spot.square in start.squares:
        return False
    return within(start, spot, far, field.options.reach_shape) and has_effect(field, start, spot)


def has_effect(field: Battlefield, a: Space, b: Space) -> bool:
    """Line of effect as a plain yes or no, remembered per terrain: creatures never stop it."""
    memo = field.terrain.memo
    key = ("effect", a.square, a.size, b.square, b.size)
    if key not in memo:
        found = free_segment(near(field, a.box, b.box, Blocks.EFFECT), a, b) is not None
        return field.terrain.remember(key, found)
    return bool(memo[key])


def _reach(field: Battlefield, space: Space) -> int | None:
    if space.owner is None:
        raise UnknownCreature("a bare square has no reach: name a creature")
    creature = field.creatures.get(space.owner)
    if creature is None:
        raise UnknownCreature(f"no creature {space.owner!r} on this battlefield")
    return creature.reach


def _armed(field: Battlefield, space: Space) -> bool:
    creature = field.creatures[space.owner or ""]
    return creature.threatens and creature.able
