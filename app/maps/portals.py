"""Doors and windows of a finished map: by kind, single or joined into double doors."""

import math
from dataclasses import dataclass, replace

from app.maps.fields import Portal
from app.maps.walls import Piece, Run
from geometry.battlefield import Barrier, BarrierKind
from geometry.grid import Point

PORTAL_KINDS = ("door", "window", "open")


@dataclass(frozen=True)
class PlacedPortal:
    """A portal of the finished map, for the list on the import page."""

    portal: Portal
    kind: str
    ends: Piece


def portal_barriers(portals: tuple[PlacedPortal, ...], *, join: bool) -> list[Barrier]:
    """A barrier for each portal; with `join` one for each pair that touches."""
    made = {p.portal.number: _portal_barrier(p) for p in portals}
    for one, two in touching(portals) if join else ():
        joined = _end_to_end(one.ends, two.ends)
        made[one.portal.number] = replace(_portal_barrier(one), points=joined)
        del made[two.portal.number]
    return list(made.values())


def _portal_barrier(portal: PlacedPortal) -> Barrier:
    kind = BarrierKind.WINDOW if portal.kind == "window" else BarrierKind.DOOR
    return Barrier(f"d{portal.portal.number}", kind, portal.ends, portal.kind == "open")


def touching(portals: tuple[PlacedPortal, ...]) -> list[tuple[PlacedPortal, PlacedPortal]]:
    """Pairs of portals of one kind that go on from each other in a straight line; each portal in one pair at most."""
    at: dict[Point, list[PlacedPortal]] = {}
    pairs: list[tuple[PlacedPortal, PlacedPortal]] = []
    taken: set[int] = set()
    for portal in portals:
        for end in portal.ends:
            for other in at.get(end, ()):
                free = {other.portal.number, portal.portal.number}.isdisjoint(taken)
                if free and other.kind == portal.kind and _is_straight(_end_to_end(other.ends, portal.ends)):
                    pairs.append((other, portal))
                    taken |= {other.portal.number, portal.portal.number}
        for end in portal.ends:
            at.setdefault(end, []).append(portal)
    return pairs


def _end_to_end(one: Piece, two: Piece) -> Run:
    shared = next(end for end in one if end in two)
    first = one[0] if one[1] == shared else one[1]
    last = two[0] if two[1] == shared else two[1]
    return first, shared, last


def _is_straight(run: Run) -> bool:
    first, middle, last = run
    return math.dist(first, middle) + math.dist(middle, last) - math.dist(first, last) < 1e-4
