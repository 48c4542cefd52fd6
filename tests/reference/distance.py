"""Distance, reach, threat, flanking and bursts (sections 5, 8 and 9)."""

from collections.abc import Iterable
from fractions import Fraction

from tests.reference.exact import Point
from tests.reference.scene import Creature, Scene, Square, centre
from tests.reference.sight import has_line_of_effect


def gaps(one: Iterable[Square], other: Iterable[Square]) -> tuple[int, int]:
    """SE-DIST-1: the gaps in squares between the nearest squares, on each axis."""
    pairs = [(abs(a[0] - b[0]), abs(a[1] - b[1])) for a in one for b in other]
    return min(dx for dx, _ in pairs), min(dy for _, dy in pairs)


def counted_distance(one: Creature, other: Creature) -> int:
    """SE-DIST-1: a diagonal counts 2."""
    return sum(gaps(one.space, other.space))


def is_adjacent(one: Creature, other: Creature) -> bool:
    """SE-DIST-1: touching at a side or a corner."""
    return max(gaps(one.space, other.space)) <= 1


def is_in_reach(square: Square, space: list[Square], reach: int) -> bool:
    """SE-REACH-2: adjacent or within the counted reach, walls not looked at."""
    between = gaps([square], space)
    return max(between) <= 1 or sum(between) <= reach


def threatened(scene: Scene, who: Creature) -> list[Square]:
    """SE-REACH-2: the squares of the map in reach to which there is line of effect."""
    around = [(x, y) for x in range(scene.width) for y in range(scene.height) if (x, y) not in who.space]
    return [s for s in around if is_in_reach(s, who.space, who.reach) and threatens(scene, who, s)]


def threatens(scene: Scene, who: Creature, square: Square) -> bool:
    return has_line_of_effect(scene, who.space, [square])


def flanking(attacker: Creature, ally: Creature, target: Creature) -> bool:
    """SE-FLANK-1 to 3: from some square each, the centres exactly opposite, both with the target in reach."""
    if ally.dead:
        return False
    own = [s for s in attacker.space if is_in_reach(s, target.space, attacker.reach)]
    others = [s for s in ally.space if is_in_reach(s, target.space, ally.reach)]
    return any(goes_through(centre(a), centre(b), target) for a in own for b in others)


def goes_through(a: Point, b: Point, target: Creature) -> bool:
    """SE-FLANK-2: does a-b enter the space by one side and leave it by the opposite one, corners counting as both?"""
    enters, leaves = Fraction(0), Fraction(1)
    for u, v, low in zip(a, b, target.at, strict=True):
        high = low + target.size
        if u == v:
            if not low < u < high:
                return False
            continue
        first, last = sorted((Fraction(low - u) / (v - u), Fraction(high - u) / (v - u)))
        enters, leaves = max(enters, first), min(leaves, last)
    if enters >= leaves:
        return False
    for u, v, low in zip(a, b, target.at, strict=True):
        if {u + enters * (v - u), u + leaves * (v - u)} == {low, low + target.size}:
            return True
    return False


def burst(scene: Scene, point: Square, radius: int) -> list[Square]:
    """SE-AREA-2: the squares of the map at counts up to the radius, the four round the point at 1."""
    found = []
    for x in range(scene.width):
        for y in range(scene.height):
            across = x - point[0] + 1 if x >= point[0] else point[0] - x
            down = y - point[1] + 1 if y >= point[1] else point[1] - y
            if across + down - 1 <= radius:
                found.append((x, y))
    return found
