"""Cover and concealment (sections 3 and 4)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from tests.reference.distance import is_adjacent
from tests.reference.exact import Barrier, Point, is_in, touches, turn
from tests.reference.lines import Place, common_denominator, has_free_segment, runs_inside
from tests.reference.scene import Creature, Scene, Square, area, centre
from tests.reference.sight import effect_barriers, has_line_of_effect, has_line_of_sight, places

LEVELS = ["none", "cover", "improved", "total"]
WALLS = {"wall", "door", "window"}


@dataclass(frozen=True)
class Corner:
    """A corner of a square, and the square whose centre it is seen from; `square` None: a point in the open."""

    at: Point
    square: Square | None

    @property
    def centre(self) -> Point | None:
        return centre(self.square) if self.square else None

    def nook(self, near: Fraction, barriers: Sequence[Barrier]) -> Place:
        """What lies within `near` of the corner inside its square, or all around the point."""
        x, y = self.at
        if self.square is None:
            return Place(x - near, y - near, x + near, y + near)
        middle = centre(self.square)
        seen_from = None if any(is_in(middle, b) for b in barriers) else middle
        left, top = (x if x < middle[0] else x - near), (y if y < middle[1] else y - near)
        return Place(left, top, left + near, top + near, seen_from)


def square_corners(square: Square) -> list[Corner]:
    return [Corner(p, square) for p in area(square)]


def outer_corners(creature: Creature) -> list[Corner]:
    """SE-COVER-7: the corners of the whole space, each with the square that it is a corner of."""
    (x, y), n = creature.at, creature.size
    squares = [(x, y), (x + n - 1, y), (x + n - 1, y + n - 1), (x, y + n - 1)]
    return [square_corners(square)[i] for i, square in enumerate(squares)]


def cover_barriers(scene: Scene, attacker: Creature | None, target: Creature) -> list[tuple[str, Barrier]]:
    """SE-COVER-1, 3, 6, 7, 10: what obstructs, with its kind."""
    found = [(kind, piece) for kind, piece in scene.walls if kind in WALLS or kind == "embrasure"]
    for piece in scene.pieces({"low"}):
        found.extend(("low", part) for part in (outside_ring(piece, attacker) if attacker else [piece]))
    found.extend((kind, area(s)) for kind in ("solid", "cover") for s in scene.ground[kind])
    found.extend(("low", area(s)) for s in scene.ground["low"] if not (attacker and is_in_ring(s, attacker)))
    for creature in scene.creatures.values():
        if not creature.dead and creature.name not in {target.name, attacker.name if attacker else ""}:
            found.extend(("creature", area(s)) for s in creature.space)
    return found


def is_in_ring(square: Square, attacker: Creature) -> bool:
    """SE-COVER-6: in the attacker's space or in the squares around it."""
    return all(a - 1 <= s <= a + attacker.size for s, a in zip(square, attacker.at, strict=True))


def outside_ring(piece: Barrier, attacker: Creature) -> list[Barrier]:
    """SE-COVER-6: the parts of a low wall outside the attacker's space and the squares around it."""
    (ux, uy), (vx, vy) = piece
    parts = {Fraction(0), Fraction(1)}
    for u, v, at in ((ux, vx, attacker.at[0]), (uy, vy, attacker.at[1])):
        if u != v:
            parts.update(s for e in (at - 1, at + attacker.size + 1) if 0 < (s := Fraction(e - u) / (v - u)) < 1)
    found: list[Barrier] = []
    for s, t in pairwise(sorted(parts)):
        middle = (s + t) / 2
        x, y = ux + middle * (vx - ux), uy + middle * (vy - uy)
        inside = all(a - 1 <= c <= a + attacker.size + 1 for c, a in zip((x, y), attacker.at, strict=True))
        if not inside:
            found.append(tuple((ux + k * (vx - ux), uy + k * (vy - uy)) for k in (s, t)))
    return found


def is_clear(start: Corner, end: Corner, barriers: Sequence[Barrier]) -> bool:
    """SE-COVER-3: is a corner segment clear?

    It is when there are broken lines arbitrarily near it, that is, however small the nook at either corner. Only
    barriers that the broken line centre-corner-corner-centre itself touches can matter then.
    """
    legs = [(a, b) for a, b in ((start.centre, start.at), (start.at, end.at), (end.at, end.centre)) if a and b]
    near = [b for b in barriers if any(touches(*leg, b) for leg in legs)]
    if not near:
        return True
    if any(crosses(start.at, end.at, b) for b in near):
        return False
    size = small_enough([p for b in near for p in b] + [p for leg in legs for p in leg])
    return has_free_segment([start.nook(size, near)], [end.nook(size, near)], near)


def crosses(a: Point, b: Point, barrier: Barrier) -> bool:
    """Does the segment a-b cross a wall, or the inside of an area, so that all segments near it do so too?"""
    if len(barrier) > 2:
        return runs_inside(a, b, barrier)
    u, v = barrier
    return turn(a, b, u) * turn(a, b, v) < 0 and turn(u, v, a) * turn(u, v, b) < 0


def small_enough(points: Sequence[Point]) -> Fraction:
    """A size of nooks from which on nothing changes any more, however much smaller they are made.

    What is found changes with the size only where three critical points come to lie on one line. With whole
    coordinates of at most m, critical points have homogeneous coordinates that are linear in the size, with
    coefficients of at most 16 m^3; so the determinant of three has coefficients below 10^6 m^9 and, by Cauchy's
    bound, no root between 0 and 1 / (16 m)^12.
    """
    unit = common_denominator(points)
    largest = max(abs(int(v * unit)) for p in points for v in p) + 1
    return Fraction(1, unit * (16 * largest) ** 12)


def level_from(start: Corner, ends: Iterable[Corner], barriers: Sequence[tuple[str, Barrier]]) -> str:
    """SE-COVER-1, SE-COVER-8: the level of cover from one corner."""
    everything = [b for _, b in barriers]
    no_embrasure = [b for kind, b in barriers if kind != "embrasure"]
    walls = [b for kind, b in barriers if kind in WALLS or kind == "solid"]
    obstructed = behind_walls = 0
    for end in ends:
        if is_clear(start, end, everything):
            continue
        if len(no_embrasure) < len(everything) and is_clear(start, end, no_embrasure):
            return "improved"
        obstructed += 1
        behind_walls += not is_clear(start, end, walls)
    if behind_walls >= 3:
        return "improved"
    return "cover" if obstructed else "none"


def corner_pairs(attacker: Creature, target: Creature, *, melee: bool) -> Iterator[tuple[Corner, list[Corner]]]:
    """SE-COVER-1, SE-COVER-7: the corners that may be chosen, each with the four that it is held against."""
    if not melee:
        yield from ((corner, outer_corners(target)) for corner in outer_corners(attacker))
        return
    for own in attacker.space:
        for other in target.space:
            yield from ((corner, square_corners(other)) for corner in square_corners(own))


def cover(scene: Scene, attacker: Creature, target: Creature, *, melee: bool = False) -> str:
    """SE-COVER-4, 5, 9: total without line of effect, none for neighbours, else from the best corner."""
    if not has_line_of_effect(scene, attacker.space, target.space):
        return "total"
    if is_adjacent(attacker, target):
        return "none"
    barriers = cover_barriers(scene, attacker, target)
    levels = (level_from(start, ends, barriers) for start, ends in corner_pairs(attacker, target, melee=melee))
    return min(levels, key=LEVELS.index)


def cover_from_point(scene: Scene, point: Square, target: Creature) -> str:
    """SE-COVER-12: from the centre of a burst, whose segments may start in any direction from it."""
    start = Corner(point, None)
    blocking = effect_barriers(scene)
    ends = places(target.space, blocking)
    size = small_enough([point, *(p for b in blocking for p in b), *(p for end in ends for p in end.points)])
    if not has_free_segment([start.nook(size, [])], ends, blocking):
        return "total"
    return level_from(start, outer_corners(target), cover_barriers(scene, None, target))


def concealment(
    scene: Scene, attacker: Creature, target: Creature, *, melee: bool = False, vision: str = "normal"
) -> str:
    """SE-CONC-1, 2, 4, 5, SE-COVER-4: from the corner of least cover, of those of least concealment."""
    if not has_line_of_sight(scene, attacker, target, vision):
        return "total"
    hazy = concealing(scene, vision)
    adjacent = is_adjacent(attacker, target)
    if melee and adjacent:
        return "concealment" if hazy.issuperset(target.space) else "none"
    barriers = cover_barriers(scene, attacker, target)
    found = []
    for start, ends in corner_pairs(attacker, target, melee=melee):
        level = "none" if adjacent else level_from(start, ends, barriers)
        found.append((LEVELS.index(level), any(passes_through(start.at, end.at, hazy) for end in ends)))
    return "concealment" if min(found)[1] else "none"


def concealing(scene: Scene, vision: str) -> set[Square]:
    """SE-CONC-1, SE-CONC-5: the squares that conceal from such eyes, where there is sight all the same."""
    kinds = ["fog", "smoke"]
    if vision != "darkvision":
        kinds += ["dark"] if vision == "low-light" else ["dark", "dim"]
    return set().union(*(scene.ground[kind] for kind in kinds))


def passes_through(a: Point, b: Point, squares: set[Square]) -> bool:
    """SE-CONC-1: does the open segment meet the inside of the union of the squares?"""
    parts = {Fraction(0), Fraction(1)}
    for u, v in zip(a, b, strict=True):
        low, high = sorted((u, v))
        parts.update(Fraction(line - u) / (v - u) for line in range(int(low) + 1, int(high)))
    for s, t in pairwise(sorted(parts)):
        x, y = (u + (s + t) / 2 * (v - u) for u, v in zip(a, b, strict=True))
        columns = {int(x)} if x != int(x) else {int(x) - 1, int(x)}
        rows = {int(y)} if y != int(y) else {int(y) - 1, int(y)}
        if squares.issuperset((c, r) for c in columns for r in rows):
            return True
    return False
