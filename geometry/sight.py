"""Line of sight and line of effect between spaces, and line of effect to a grid intersection."""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

from geometry.battlefield import Battlefield, Vision
from geometry.corner import contacts
from geometry.grid import Point
from geometry.lattice import SCALE, Vertex, snap
from geometry.near import Near, near
from geometry.openline import free_from_point, free_segment, touching
from geometry.ruling import Evidence, Line, Ruling, Segment
from geometry.space import Space, Where, space_of
from geometry.terrain import Blocks


def line_of_sight(field: Battlefield, a: Where, b: Where, vision: Vision = Vision.NORMAL) -> Ruling[bool]:
    """Does `a` see `b`?

    Rule: SE-LOS-1, SE-LOS-3, SE-LOS-4, SE-LOS-5, SE-SPACE-2, SE-CONC-5. True when any segment from any point of the
    one space to any point of the other touches nothing that blocks sight; touching a corner or running along a wall
    is touching.

    Parameters
    ----------
    a, b : creature ids, spaces or bare squares.
    vision : of `a`; darkvision takes total darkness off the list.

    Returns
    -------
    A ruling whose evidence is the free segment found, or the lines between corners that are stopped and what stops
    them.

    Raises
    ------
    UnknownCreature : an id that is not on the field.
    """
    return both_lines(field, space_of(field, a), space_of(field, b), vision)[1]


def line_of_effect(field: Battlefield, a: Where, b: Where) -> Ruling[bool]:
    """May `a` act on `b`? The test of `line_of_sight` with only what blocks effect.

    Rule: SE-LOS-2, SE-LOS-3, SE-LOS-5, SE-SPACE-2.
    """
    return both_lines(field, space_of(field, a), space_of(field, b), Vision.NORMAL)[0]


def line_of_effect_to_point(field: Battlefield, a: Where, point: tuple[float, float]) -> Ruling[bool]:
    """Does a thrower reach a grid intersection? The point may lie on a barrier and is then reached from one side.

    Rule: SE-AREA-2, SE-LOS-2, SE-COVER-12.
    """
    start = space_of(field, a)
    at = snap(point[0]), snap(point[1])
    around = near(field, start.box, (*at, *at), Blocks.EFFECT)
    found = free_from_point(around, at, start)
    rules = ("SE-AREA-2", "SE-LOS-2")
    if found is not None:
        end, begin = found
        return Ruling(True, rules, Evidence(segments=(Segment(begin, end),), corner=end))
    lines = [stopped(around, corner.at, at) for corner in start.corners]
    return Ruling(False, rules, Evidence(segments=tuple(lines), corner=Point(*point), blockers=blockers(lines)))


def both_lines(field: Battlefield, a: Space, b: Space, vision: Vision) -> tuple[Ruling[bool], Ruling[bool]]:
    """Line of effect and line of sight between two spaces. Creatures stop neither, so they are remembered with the
    terrain.
    """
    memo = field.terrain.memo
    key = ("lines", a.square, a.size, b.square, b.size, vision)
    found: tuple[Ruling[bool], Ruling[bool]] | None = memo.get(key)
    if found is None:
        around = near(field, a.box, b.box, Blocks.EFFECT | Blocks.SIGHT)
        effect_stops, sight_stops = around.of(Blocks.EFFECT), in_sight(around, vision)
        effect = sight_ruling(effect_stops, a, b, ("SE-LOS-2",))
        rules = ("SE-LOS-1", "SE-LOS-4") if vision is Vision.NORMAL else ("SE-LOS-1", "SE-LOS-4", "SE-CONC-5")
        if effect_stops.same_as(sight_stops):
            sight = replace(effect, rules=rules)
        else:
            sight = sight_ruling(sight_stops, a, b, rules)
        found = field.terrain.remember(key, (effect, sight))
    return found


def in_sight(around: Near, vision: Vision) -> Near:
    """What blocks the sight of somebody with this vision."""
    return around.of(Blocks.SIGHT, Blocks.DARK if vision is Vision.DARKVISION else Blocks.NOTHING)


def sight_ruling(around: Near, a: Space, b: Space, rules: tuple[str, ...]) -> Ruling[bool]:
    """The ruling for what `around` holds; used where one table of barriers serves several questions."""
    found = free_segment(around, a, b)
    if found is not None:
        return Ruling(True, rules, Evidence(segments=(Segment(*found),)))
    pairs = [(p, q) for p in _inside(a) for q in _inside(b)]
    lines = np.array([(*p, *q) for p, q in pairs], dtype=np.int64)
    touched = touching(lines, around.edges)
    segments = tuple(_stopped(around, p, q, np.flatnonzero(row)) for (p, q), row in zip(pairs, touched, strict=True))
    closed = [s for space in (a, b) for s in space.squares if s in around.squares]
    owners = [around.owners[around.cells.index(s)] for s in closed if s in around.cells]
    names = tuple(dict.fromkeys([*owners, *blockers(segments)]))
    return Ruling(False, rules, Evidence(segments=segments, squares=tuple(closed), blockers=names))


def stopped(around: Near, p: Vertex, q: Vertex) -> Segment:
    """A segment with where it is stopped, touching included."""
    row = touching(np.array([(*p, *q)], dtype=np.int64), around.edges)[0] if len(around.edges) else np.zeros(0)
    return _stopped(around, p, q, np.flatnonzero(row))


def blockers(segments: "tuple[Segment, ...] | list[Segment]") -> tuple[str, ...]:
    """What stops segments, most often first."""
    return tuple(name for name, _ in Counter(s.blocker for s in segments if s.blocker is not None).most_common())


def along(p: Vertex, q: Vertex, position: Any) -> Point:
    """The point at a position as `contacts` counts it."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    part = float(position) / max(dx * dx + dy * dy, 1)
    return Point((p[0] + part * dx) / SCALE, (p[1] + part * dy) / SCALE)


def _inside(space: Space) -> list[Vertex]:
    return [(c.at[0] + c.inward[0], c.at[1] + c.inward[1]) for c in space.corners]


def _stopped(around: Near, p: Vertex, q: Vertex, rows: np.ndarray) -> Segment:
    start, end = Point(p[0] / SCALE, p[1] / SCALE), Point(q[0] / SCALE, q[1] / SCALE)
    held = contacts(p, q, [around.edge(i) for i in rows.tolist()])
    length = (q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2
    met: list[tuple[Any, str]] = [
        *held.crossings,
        *((t[0], t[2]) for t in held.touches),
        *((r[0], r[2]) for r in held.runs),
    ]
    met += [(0, ray.owner) for ray in held.at_start] + [(length, ray.owner) for ray in held.at_end]
    if not met:
        return Segment(start, end)
    first = min(met, key=lambda m: m[0])
    return Segment(start, end, Line.BLOCKED, first[1], along(p, q, first[0]))
