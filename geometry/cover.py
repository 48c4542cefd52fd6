"""Level of cover, from the corner that serves the attacker best; and the whole of one attack at once."""

from bisect import bisect
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from geometry.battlefield import Battlefield, Creature, Vision
from geometry.concealment import Concealment, Haze, haze
from geometry.corner import End, Ray, angle, contacts
from geometry.grid import Point
from geometry.lattice import SCALE, Vertex, snap
from geometry.lines import CornerLine, CornerLines
from geometry.near import Near, near
from geometry.openline import free_directions
from geometry.reach import are_adjacent, counted, nearest_squares
from geometry.ruling import Evidence, Ruling, Segment
from geometry.sight import blockers, both_lines, stopped
from geometry.space import Corner, Space, Where, space_of
from geometry.terrain import Blocks


class Cover(StrEnum):
    NONE = "none"
    COVER = "cover"
    IMPROVED = "improved"
    TOTAL = "total"


LEVELS = tuple(Cover)
HAZES = tuple(Concealment)


@dataclass(frozen=True, slots=True)
class Aim:
    """All that space says about one attack; cover and concealment are judged from one corner (SE-COVER-4)."""

    effect: Ruling[bool]
    sight: Ruling[bool]
    cover: Ruling[Cover]
    concealment: Ruling[Concealment]


@dataclass(frozen=True, slots=True)
class _Choice:
    """One corner of the attacker with what its four lines come to."""

    corner: Corner
    lines: tuple[CornerLine, ...]
    level: Cover
    haze: Concealment
    others: tuple[CornerLine, ...] = ()


def cover(field: Battlefield, a: Where, b: Where, melee: bool = False, vision: Vision = Vision.NORMAL) -> Ruling[Cover]:
    """The cover that `b` has from an attack by `a`.

    Rule: SE-COVER-1 to 10, SE-SPACE-2. Dead creatures and the two spaces themselves never obstruct.

    Parameters
    ----------
    a, b : creature ids, spaces or bare squares; a bare square has cover as somebody who fills it.
    melee : any square of either space may be the one attacked from or at (SE-COVER-7); otherwise the outer corners.
    vision : of `a`, for the choice between corners of equal cover (SE-COVER-4).

    Returns
    -------
    A ruling with the four lines of the chosen corner in `segments` and those of the other three corners in `others`.

    Raises
    ------
    UnknownCreature : an id that is not on the field.
    """
    return aim(field, a, b, melee=melee, vision=vision).cover


def concealment(
    field: Battlefield,
    a: Where,
    b: Where,
    melee: bool = False,
    vision: Vision = Vision.NORMAL,
    blinded: bool = False,
) -> Ruling[Concealment]:
    """The concealment that `b` has from `a`; total where `a` does not see `b`.

    Rule: SE-CONC-1, 2, 4, 5; the corner is that of SE-COVER-4.
    """
    return aim(field, a, b, melee=melee, vision=vision, blinded=blinded).concealment


def aim(
    field: Battlefield,
    a: Where,
    b: Where,
    melee: bool = False,
    vision: Vision = Vision.NORMAL,
    blinded: bool = False,
) -> Aim:
    """Line of effect, line of sight, cover and concealment of one attack; cheaper than asking for each.

    Rule: as `line_of_effect`, `line_of_sight`, `cover` and `concealment`.
    """
    start, end = space_of(field, a), space_of(field, b)
    effect, sight = both_lines(field, start, end, vision)
    if blinded:
        sight = replace(sight, value=False, rules=("SE-CONC-4",))
    if not effect.value and not sight.value:
        return Aim(
            effect,
            sight,
            Ruling(Cover.TOTAL, ("SE-COVER-9",), effect.evidence),
            Ruling(Concealment.TOTAL, ("SE-CONC-4",), sight.evidence),
        )
    around = near(
        field, start.box, end.box, Blocks.COVER | Blocks.EMBRASURE, obstructing(field, start, end), (start, end)
    )
    barriers = around.past_ring(start)
    fog = haze(field, vision)
    auto = field.options.improved_cover_auto
    adjacent = are_adjacent(start, end)
    fixed = Cover.TOTAL if not effect.value else Cover.NONE if adjacent else None
    best = min(_choices(barriers, start, end, melee, adjacent, fog, auto), key=lambda c: _rank(c, fixed))
    return Aim(
        effect,
        sight,
        _cover_ruling(best, fixed or best.level, melee, adjacent, effect),
        _concealment_ruling(best, end, melee and adjacent, fog, sight),
    )


def obstructing(field: Battlefield, start: Space, *others: Space) -> list[Creature]:
    """The creatures that may stand in the way of a line. Rule: SE-COVER-7, SE-COVER-10."""
    own = {start.owner, *(o.owner for o in others)}
    options = field.options
    attacker = field.creatures.get(start.owner or "")
    return [
        creature
        for creature in field.creatures.values()
        if creature.obstructs
        and creature.id not in own
        and (options.unconscious_give_cover or creature.able)
        and (options.allies_give_cover or attacker is None or creature.side != attacker.side)
    ]


def _choices(
    barriers: Near, start: Space, end: Space, melee: bool, adjacent: bool, fog: Haze, auto: bool
) -> list[_Choice]:
    pairs = [(start, end)]
    if melee and (start.size > 1 or end.size > 1):
        pairs = [(start.single(s), end.single(e)) for s, e in nearest_squares(start, end)]
        if not adjacent:  # SE-COVER-7: any square on either side
            pairs = [(start.single(s), end.single(e)) for s in start.squares for e in end.squares]
            pairs.sort(key=lambda pair: counted(*pair))
        else:
            pairs = pairs[:1]
    hazy = fog.is_near(start, end)
    found: list[_Choice] = []
    for from_space, to_space in pairs:
        four = _four(barriers, from_space, to_space, fog if hazy else None, auto)
        found += four
        if any(c.level is Cover.NONE and c.haze is Concealment.NONE for c in four):
            break  # none can be better
    return found


def _four(barriers: Near, start: Space, end: Space, fog: Haze | None, auto: bool) -> list[_Choice]:
    lines = CornerLines(barriers, list(start.corners), list(end.corners))
    table = [
        tuple(lines.line(i, j, conceals=fog is not None and fog.meets(p.at, q.at)) for j, q in enumerate(end.corners))
        for i, p in enumerate(start.corners)
    ]
    return [
        _Choice(
            corner,
            table[i],
            _level(table[i], auto),
            Concealment.CONCEALMENT if any(line.segment.conceals for line in table[i]) else Concealment.NONE,
            tuple(line for j, row in enumerate(table) if j != i for line in row),
        )
        for i, corner in enumerate(start.corners)
    ]


def _level(lines: Iterable[CornerLine], auto: bool) -> Cover:
    """What the four lines from one corner come to. Rule: SE-COVER-1, SE-COVER-8."""
    four = list(lines)
    if any(line.slit for line in four) or (auto and sum(line.firm for line in four) >= 3):
        return Cover.IMPROVED
    return Cover.COVER if any(line.obstructed for line in four) else Cover.NONE


def _rank(choice: _Choice, fixed: Cover | None) -> tuple[int, int, int]:
    """Rule: SE-COVER-4; `min` keeps the first of equals, which is reading order."""
    level = fixed or choice.level
    return LEVELS.index(level), HAZES.index(choice.haze), sum(line.obstructed or line.slit for line in choice.lines)


def _cover_ruling(best: _Choice, level: Cover, melee: bool, adjacent: bool, effect: Ruling[bool]) -> Ruling[Cover]:
    rules = ["SE-COVER-1", "SE-COVER-3", "SE-COVER-4"]
    if melee:
        rules.append("SE-COVER-7")
    if level is Cover.IMPROVED:
        rules.insert(0, "SE-COVER-8")
    if adjacent:
        rules.insert(0, "SE-COVER-5")
    if level is Cover.TOTAL:
        rules.insert(0, "SE-COVER-9")
    evidence = _evidence(best)
    if level is Cover.TOTAL:
        evidence = replace(evidence, blockers=tuple(dict.fromkeys(effect.evidence.blockers + evidence.blockers)))
    return Ruling(level, tuple(rules), evidence)


def _concealment_ruling(best: _Choice, end: Space, close: bool, fog: Haze, sight: Ruling[bool]) -> Ruling[Concealment]:
    if not sight.value:
        return Ruling(Concealment.TOTAL, ("SE-CONC-4",), sight.evidence)
    if close:
        covered = fog.covers(end)
        evidence = Evidence(squares=end.squares if covered else ())
        return Ruling(Concealment.CONCEALMENT if covered else Concealment.NONE, ("SE-CONC-2",), evidence)
    return Ruling(best.haze, ("SE-CONC-1", "SE-COVER-4"), _evidence(best))


def _evidence(best: _Choice) -> Evidence:
    segments = tuple(line.segment for line in best.lines)
    others = tuple(line.segment for line in best.others)
    x, y = best.corner.at
    return Evidence(segments, others, Point(x / SCALE, y / SCALE), blockers=blockers(segments))


def cover_from_point(
    field: Battlefield, point: tuple[float, float], b: Where, thrower: Where | None = None
) -> Ruling[Cover]:
    """The cover that `b` has from a burst centred on a grid intersection.

    Rule: SE-COVER-12. Lines may leave the point in any direction; where it lies on a barrier, only on the side of the
    thrower, if one is named. No low object is near (SE-AREA-5).

    Returns
    -------
    A ruling with the four lines to the outer corners of `b`; total where there is no line of effect from the point.
    """
    return _cover_from(field, (snap(point[0]), snap(point[1])), space_of(field, b), (), thrower)


def cover_from_splash(field: Battlefield, primary: Where, b: Where) -> Ruling[Cover]:
    """The cover that `b` has from a splash at `primary`: from the centre of its space, which does not obstruct.

    Rule: SE-COVER-12, SE-SPLASH-2. The primary target has none.
    """
    centre, end = space_of(field, primary), space_of(field, b)
    if set(centre.squares) & set(end.squares):
        x, y = centre.centre
        return Ruling(Cover.NONE, ("SE-SPLASH-2",), Evidence(corner=Point(x / SCALE, y / SCALE)))
    return _cover_from(field, centre.centre, end, (centre,), None)


def _cover_from(
    field: Battlefield, point: Vertex, end: Space, own: tuple[Space, ...], thrower: Where | None
) -> Ruling[Cover]:
    everything = Blocks.EFFECT | Blocks.COVER | Blocks.EMBRASURE
    around = near(field, (*point, *point), end.box, everything, obstructing(field, end, *own), (end, *own))
    firm = around.of(Blocks.EFFECT)
    rays = contacts(point, (point[0] + 1, point[1]), [firm.edge(i) for i in range(len(firm.edges))]).at_start
    allowed = _thrower_side(field, point, rays, thrower)
    free = next((f for way, f in free_directions(firm, point, end) if allowed is None or allowed(way)), None)
    if free is None:
        lines = [stopped(firm, point, corner.at) for corner in end.corners]
        spot = Point(point[0] / SCALE, point[1] / SCALE)
        return Ruling(
            Cover.TOTAL, ("SE-COVER-9", "SE-COVER-12"), Evidence(tuple(lines), corner=spot, blockers=blockers(lines))
        )
    start = End(point, None, None, (0, 0), allowed)
    judged = CornerLines(around.of(Blocks.COVER | Blocks.EMBRASURE), [start], list(end.corners))
    four = [judged.line(0, j) for j in range(4)]
    level = _level(four, field.options.improved_cover_auto)
    segments: tuple[Segment, ...] = tuple(line.segment for line in four)
    rules = ("SE-COVER-12", "SE-COVER-8") if level is Cover.IMPROVED else ("SE-COVER-12", "SE-COVER-1")
    return Ruling(level, rules, Evidence(segments, corner=segments[0].start, blockers=blockers(segments)))


def _thrower_side(
    field: Battlefield, point: Vertex, rays: list[Ray], thrower: Where | None
) -> Callable[[Vertex], bool] | None:
    """Which directions from a point on a barrier are on the thrower's side of it."""
    if thrower is None or not rays:
        return None
    space = space_of(field, thrower)
    around = near(field, space.box, (*point, *point), Blocks.EFFECT)
    turns = sorted({angle(ray.way) for ray in rays})

    def sector(way: Vertex) -> int:
        return bisect(turns, angle(way)) % len(turns)

    sectors = {sector(way) for way, _ in free_directions(around, point, space)}
    return lambda way: sector(way) in sectors
