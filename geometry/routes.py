"""Ways to go: to every reachable square the cheapest one, and of those the one that provokes least."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from geometry.battlefield import Battlefield, Vision
from geometry.grid import Square
from geometry.movement import Mover, Search, State, search
from geometry.opportunity import Strikes

# Of the ways to one square that provoke different enemies no more than this are kept.
KEPT = 16


@dataclass(frozen=True, slots=True)
class Route:
    """Top-left squares with the running cost at each, the enemies that may strike, and the index where each first
    does.
    """

    path: tuple[Square, ...]
    running: tuple[int, ...]
    provokes: Mapping[str, int]

    @property
    def cost(self) -> int:
        """Of the whole way."""
        return self.running[-1]


@dataclass(frozen=True, slots=True)
class _Way:
    """One of the best ways to a state: a bit for each enemy provoked, and where it came from."""

    enemies: int
    state: State
    before: "_Way | None"


class Routes:
    """Where a creature can go. Costs are there at once, ways when they are asked for.

    Rule: SE-MOVE-9.
    """

    def __init__(self, mover: Mover, found: Search, strikes: Strikes, stage: int = 0) -> None:
        self._mover, self._search, self._strikes = mover, found, strikes
        self._bits = {enemy.id: 1 << i for i, enemy in enumerate(strikes.enemies)}
        self._ways: dict[State, list[_Way]] = {}
        self.costs: dict[Square, int] = {}
        self._ends: dict[Square, list[State]] = {}
        for state, cost in found.costs.items():
            square = Square(state.x, state.y)
            if (
                state.fold is None
                and state.stage == stage
                and mover.may_end(*square)
                and cost == self.costs.setdefault(square, cost)
            ):
                self._ends.setdefault(square, []).append(state)

    def provokes(self, square: tuple[int, int]) -> tuple[str, ...]:
        """The enemies that the best way to a square provokes. Raises KeyError where the move may not end there."""
        best = self._best(Square(*square))
        return tuple(enemy for enemy, bit in self._bits.items() if best.enemies & bit)

    def route(self, square: tuple[int, int]) -> Route:
        """The best way to a square. Raises KeyError where the move may not end there."""
        states: list[State] = []
        way: _Way | None = self._best(Square(*square))
        while way is not None:
            states.append(way.state)
            way = way.before
        states.reverse()
        path: list[Square] = []
        running: list[int] = []
        for state in states:
            here = Square(state.x, state.y)
            if not path or path[-1] != here:
                path.append(here)
                running.append(self._search.costs[state])
        return Route(tuple(path), tuple(running), _first_strikes(self._strikes, path))

    def _best(self, square: Square) -> _Way:
        ways = [way for state in self._ends[square] for way in self._ways_to(state)]
        return min(ways, key=lambda w: (w.enemies.bit_count(), _turns(w)))

    def _ways_to(self, state: State) -> list[_Way]:
        """Ways to a state whose sets of enemies do not contain one another."""
        # Not by recursion: a way may be hundreds of steps long.
        stack = [state]
        while stack:
            top = stack[-1]
            if top in self._ways:
                stack.pop()
                continue
            missing = [s for s in self._search.before[top] if s not in self._ways]
            if missing:
                stack += missing
                continue
            stack.pop()
            self._ways[top] = self._extend(top)
        return self._ways[state]

    def _extend(self, state: State) -> list[_Way]:
        if not self._search.before[state]:
            return [_Way(0, state, None)]
        found: dict[int, _Way] = {}
        here = Square(state.x, state.y)
        for before in self._search.before[state]:
            left = Square(before.x, before.y)
            struck = 0
            if left != here:
                for enemy in self._strikes.on_step(left, here):
                    struck |= self._bits[enemy]
            for way in self._ways[before]:
                found.setdefault(way.enemies | struck, _Way(way.enemies | struck, state, way))
        least = sorted(found.values(), key=lambda w: w.enemies.bit_count())
        kept: list[_Way] = []
        for way in least:
            if not any(other.enemies & way.enemies == other.enemies for other in kept):
                kept.append(way)
        return kept[:KEPT]


def routes(
    field: Battlefield,
    who: str,
    budget: int,
    squeeze: bool = False,
    tumble: bool = False,
    vision: Mapping[str, Vision] | None = None,
) -> Routes:
    """Everywhere a creature can go within a budget, with the best way to each square.

    Rule: SE-MOVE-9, SE-AOO-1, SE-AOO-6.

    Parameters
    ----------
    vision : of enemies, by id: with what eyes they would see to strike.

    Raises
    ------
    UnknownCreature : an id that is not on the field.
    """
    mover = Mover(field, who, squeeze=squeeze, tumble=tumble)
    return Routes(mover, search(mover, budget), Strikes(field, who, vision))


def cheapest_path(
    field: Battlefield,
    who: str,
    to: tuple[int, int],
    via: Sequence[tuple[int, int]] = (),
    budget: int | None = None,
    squeeze: bool = False,
    tumble: bool = False,
    vision: Mapping[str, Vision] | None = None,
) -> Route | None:
    """The cheapest way to a square, of the cheapest the one that provokes fewest enemies; None when there is none.

    Rule: SE-MOVE-9.

    Parameters
    ----------
    to : top-left square of the end.
    via : top-left squares to pass in this order on the way; a way-point where it may not end is fine.
    budget : movement left; None looks however far it is.

    Raises
    ------
    UnknownCreature : an id that is not on the field.
    """
    mover = Mover(field, who, squeeze=squeeze, tumble=tumble)
    goal, points = Square(*to), tuple(Square(*p) for p in via)
    while points and points[0] == mover.creature.square:
        points = points[1:]
    found = search(mover, budget, points, goal)
    every = Routes(mover, found, Strikes(field, who, vision), len(points))
    return every.route(goal) if goal in every.costs else None


def _first_strikes(strikes: Strikes, path: Sequence[Square]) -> dict[str, int]:
    first: dict[str, int] = {}
    for index in range(len(path) - 1):
        for enemy in strikes.on_step(path[index], path[index + 1]):
            first.setdefault(enemy, index)
    return first


def _turns(way: _Way) -> int:
    """How often a way changes direction: of equals the straightest looks best."""
    turns, last = 0, None
    while way.before is not None:
        step = way.state.x - way.before.state.x, way.state.y - way.before.state.y
        if step != (0, 0):
            turns += last is not None and step != last
            last = step
        way = way.before
    return turns
