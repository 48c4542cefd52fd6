"""Does the target stand exactly between two creatures?"""

from geometry.battlefield import Battlefield
from geometry.grid import Point, Square
from geometry.reach import within
from geometry.ruling import Evidence, Ruling, Segment
from geometry.space import Space, Where, space_of

RULES = ("SE-FLANK-1", "SE-FLANK-2", "SE-FLANK-3")


def flanking(field: Battlefield, a: Where, ally: str, b: Where) -> Ruling[bool]:
    """Does `a` flank `b` together with `ally`?

    Rule: SE-FLANK-1 to 3. For some square of either, the segment between their centres enters the target's space by
    one side and leaves it by the opposite one (a corner is both its sides); both squares have the target within their
    owner's reach, by count or adjacency.

    Parameters
    ----------
    a, b : the attacker and the target; `a` without a creature's id has reach 1.
    ally : a creature's id; it must be of the attacker's side and able to act.

    Returns
    -------
    A ruling with the segment that decides; undecided ("reach") where one of the two has no reach in its profile.

    Raises
    ------
    UnknownCreature : an id that is not on the field.
    """
    attacker, friend, target = space_of(field, a), space_of(field, ally), space_of(field, b)
    helper = field.creatures[ally]
    own = field.creatures.get(attacker.owner or "")
    allied = ally not in (attacker.owner, target.owner) and (own is None or own.side == helper.side)
    if not allied or not helper.able or (field.options.flanking_needs_threat and not helper.threatens):
        return Ruling(False, RULES)
    reach = own.reach if own is not None else 1
    if reach is None or helper.reach is None:
        return Ruling(None, ("SE-GM-1",), undecided="reach")
    shape = field.options.reach_shape
    near = [s for s in attacker.squares if within(Space(s), target, reach, shape)]
    far = [s for s in friend.squares if within(Space(s), target, helper.reach, shape)]
    for s in near:
        for t in far:
            if passes_opposite_sides(s, t, target):
                segment = Segment(Point(s[0] + 0.5, s[1] + 0.5), Point(t[0] + 0.5, t[1] + 0.5))
                return Ruling(True, RULES, Evidence(segments=(segment,), squares=(s, t), tokens=(ally,)))
    return Ruling(False, RULES)


def flankers(field: Battlefield, a: str, b: Where) -> Ruling[tuple[str, ...]]:
    """All allies together with whom a creature flanks a target, in the order of the field. Rule: as `flanking`."""
    found = {c: flanking(field, a, c, b) for c in field.creatures if c != a}
    names = tuple(c for c, ruling in found.items() if ruling.value)
    segments = tuple(s for c in names for s in found[c].evidence.segments)
    return Ruling(names, RULES, Evidence(segments=segments, tokens=names))


def passes_opposite_sides(s: Square, t: Square, target: Space) -> bool:
    """Does the segment between two centres enter a space by one side and leave it by the opposite one?

    Rule: SE-FLANK-2. A corner counts as both its sides; touching only a corner is not entering.
    """
    # Doubled coordinates: centres are odd, sides are even, so a segment never runs along a side.
    px, py = 2 * s[0] + 1, 2 * s[1] + 1
    dx, dy = 2 * (t[0] - s[0]), 2 * (t[1] - s[1])
    scale = max(abs(dx), 1) * max(abs(dy), 1)
    spans = []
    for start, way, least in ((px, dx, 2 * target.square[0]), (py, dy, 2 * target.square[1])):
        most = least + 2 * target.size
        if way == 0:
            if not least < start < most:
                return False
            spans.append((-scale, 2 * scale))  # longer than the segment: never the side that decides
        else:
            part = scale // abs(way) * (1 if way > 0 else -1)
            low, high = sorted(((least - start) * part, (most - start) * part))
            spans.append((low, high))
    (x_in, x_out), (y_in, y_out) = spans
    enter, leave = max(x_in, y_in), min(x_out, y_out)
    if not 0 < enter < leave < scale:
        return False
    return (enter == x_in and leave == x_out) or (enter == y_in and leave == y_out)
