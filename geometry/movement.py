"""Steps, their costs, and the squares in which a move may end."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from geometry.battlefield import Battlefield, Creature, SquareKind
from geometry.errors import BadPath, UnknownCreature
from geometry.grid import Square
from geometry.ground import WAYS, ground
from geometry.reach import threatens
from geometry.ruling import Evidence, Ruling
from geometry.space import Space

# Where a squeezed creature has shrunk to, as the place of the block in its own space; None: as large as ever.
Fold = tuple[int, int] | None


class State(NamedTuple):
    """A moment of a movement: top-left square of the whole space, the fold, diagonals so far (mod 2), way-points
    passed.
    """

    x: int
    y: int
    fold: Fold = None
    odd: bool = False
    stage: int = 0


class Mover:
    """One creature's steps on one battlefield, creatures included.

    Rule: SE-MOVE-1 to 6, SE-MOVE-8, SE-MOVE-14.
    """

    def __init__(self, field: Battlefield, who: str, *, squeeze: bool = False, tumble: bool = False) -> None:
        creature = field.creatures.get(who)
        if creature is None:
            raise UnknownCreature(f"no creature {who!r} on this battlefield")
        self.field, self.creature, self.tumble = field, creature, tumble
        self.size = creature.size
        self.block = -(-creature.size // 2)
        self.folds = self._folds() if squeeze and creature.size > 1 else []
        self.start = State(*creature.square)
        others = [c for c in field.creatures.values() if c.id != who]
        self._wide = _stops([c for c in others if self._stops(c, squeezed=False)], self.size)
        self._narrow = _stops([c for c in others if self._stops(c, squeezed=True)], self.block) if self.folds else set()
        self._taken = _stops([c for c in others if not (creature.shares or c.shares or c.may_end_in)], self.size)
        self._risk: dict[Square, bool] = {}
        sizes = (self.size, self.block) if self.folds else (self.size,)
        self._ground = {size: ground(field.terrain, size) for size in sizes}
        self._prices = {size: of.prices for size, of in self._ground.items()}

    def _folds(self) -> list[tuple[int, int]]:
        spare = self.size - self.block
        return [(i, j) for j in range(spare + 1) for i in range(spare + 1)]

    def _stops(self, other: Creature, *, squeezed: bool) -> bool:
        """May this creature's squares not be entered? Rule: SE-MOVE-6."""
        me = self.creature
        if not other.able or not self.field.are_enemies(me, other):
            return False
        return squeezed or not (self.tumble or me.shares or abs(me.category - other.category) >= 3)

    def fits(self, x: int, y: int) -> bool:
        """May the whole space be here while it moves?"""
        fits = self._ground[self.size].fits
        return 0 <= y < fits.shape[0] and 0 <= x < fits.shape[1] and bool(fits[y, x]) and (x, y) not in self._wide

    def is_free(self, x: int, y: int) -> bool:
        """Does nobody else stand where the space would be? Rule: SE-MOVE-6."""
        return (x, y) not in self._taken

    def may_end(self, x: int, y: int) -> bool:
        """May the move end here? Where it began it always may."""
        return (x, y) == self.creature.square or (self.is_free(x, y) and self.fits(x, y))

    def step(self, state: State, way: int) -> tuple[State, int] | None:
        """The state after one step in a way, and its price; None where it may not be made."""
        dx, dy = WAYS[way]
        if state.fold is None:
            size, x, y, barred = self.size, state.x, state.y, self._wide
        else:
            size, x, y, barred = self.block, state.x + state.fold[0], state.y + state.fold[1], self._narrow
        prices = self._prices[size][way]
        if not (0 <= y < len(prices) and 0 <= x < len(prices[0])):
            return None
        price = prices[y][x]
        if price == 0 or (x + dx, y + dy) in barred:
            return None
        odd = state.odd
        if dx and dy and self.field.options.diagonal == "alternating":
            price, odd = (price if odd else price // 2), not odd
        if self.tumble and self._is_risky(x + dx, y + dy, size, (x, y)):
            price *= 2
        return State(state.x + dx, state.y + dy, state.fold, odd, state.stage), price

    def refolds(self, state: State) -> Iterator[State]:
        """What the creature may become between two steps. Rule: SE-MOVE-8."""
        if state.fold is not None:
            if (state.x, state.y) == self.creature.square or self.fits(state.x, state.y):
                yield state._replace(fold=None)
        else:
            for fold in self.folds:
                yield state._replace(fold=fold)

    def _is_risky(self, x: int, y: int, size: int, left: tuple[int, int]) -> bool:
        """Does an able enemy threaten or occupy a newly entered square? Rule: SE-MOVE-14."""
        before = set(Space(Square(*left), size).squares)
        return any(self._is_square_risky(s) for s in Space(Square(x, y), size).squares if s not in before)

    def _is_square_risky(self, square: Square) -> bool:
        if square not in self._risk:
            self._risk[square] = any(
                c.able
                and self.field.are_enemies(self.creature, c)
                and (square in c.space or (c.reach is not None and threatens(self.field, c.id, square)))
                for c in self.field.creatures.values()
            )
        return self._risk[square]


class Search(NamedTuple):
    """Cheapest costs by state in the order in which they were settled, with the states that come before on cheapest
    ways.
    """

    costs: dict[State, int]
    before: dict[State, list[State]]


def search(mover: Mover, budget: int | None, via: Sequence[Square] = (), goal: Square | None = None) -> Search:
    """Everything that costs no more than `budget`, or the ways to `goal` when one is named (then `budget` may be
    None).
    """
    left = _least_left(mover, via, goal)
    best: dict[State, int] = {mover.start: 0}
    settled: dict[State, int] = {}
    before: dict[State, list[State]] = {mover.start: []}
    # By what the whole way costs at least, then by what it cost so far: whatever may come before a state is settled
    # first.
    queue: list[tuple[int, int, int, State]] = [(left(mover.start), 0, 0, mover.start)]
    limit, count = budget, 0
    while queue:
        whole, cost, _, state = heappop(queue)
        if state in settled:
            continue
        if limit is not None and whole > limit:
            break
        settled[state] = cost
        if goal is not None and state.fold is None and state.stage == len(via) and (state.x, state.y) == goal:
            limit = cost  # equally cheap ways may still come
        steps = [(after, 0) for after in mover.refolds(state)]
        steps += [found for way in range(8) if (found := mover.step(state, way)) is not None]
        for after, price in steps:
            stage = after.stage
            while stage < len(via) and (after.x, after.y) == via[stage]:
                stage += 1
            if stage != after.stage:
                after = after._replace(stage=stage)
            total = cost + price
            if after in settled or (limit is not None and total > limit):
                continue
            known = best.get(after)
            if known is None or total < known:
                best[after] = total
                before[after] = [state]
                count += 1
                heappush(queue, (total + left(after), total, count, after))
            elif total == known:
                before[after].append(state)
    return Search(settled, before)


def _least_left(mover: Mover, via: Sequence[Square], goal: Square | None) -> Callable[[State], int]:
    """What the rest of a way costs at least: the bare distance past all way-points, or nothing where there is no
    goal.
    """
    if goal is None:
        return lambda state: 0
    alternating = mover.field.options.diagonal == "alternating"

    def bare(x: int, y: int, to: Square) -> int:
        dx, dy = abs(x - to[0]), abs(y - to[1])
        return max(dx, dy) if alternating else dx + dy

    ahead = [*via, goal]
    rest = [sum(bare(*p, q) for p, q in pairwise(ahead[stage:])) for stage in range(len(ahead))]
    return lambda state: bare(state.x, state.y, ahead[state.stage]) + rest[state.stage]


def reachable(
    field: Battlefield, who: str, budget: int, squeeze: bool = False, tumble: bool = False
) -> Ruling[Mapping[Square, int]]:
    """The cheapest cost to every top-left square in which a move may end.

    Rule: SE-MOVE-1 to 6, SE-MOVE-8, SE-MOVE-9; SE-MOVE-14 when tumbling.

    Parameters
    ----------
    who : a creature's id.
    budget : movement left, in squares.
    squeeze : it may shrink onto a block of half its squares, rounded up, on the way.
    tumble : enemies' squares may be passed, and what they threaten or occupy costs double.

    Returns
    -------
    Costs by square, the start included at 0; the same in `evidence.costs`.

    Raises
    ------
    UnknownCreature : an id that is not on the field.
    """
    mover = Mover(field, who, squeeze=squeeze, tumble=tumble)
    costs = end_costs(mover, search(mover, budget))
    rules = ("SE-MOVE-9", *(("SE-MOVE-8",) if squeeze else ()), *(("SE-MOVE-14",) if tumble else ()))
    return Ruling(costs, rules, Evidence(squares=tuple(sorted(costs)), costs=costs))


def end_costs(mover: Mover, found: Search) -> dict[Square, int]:
    """The cheapest cost by square in which the move may end."""
    costs: dict[Square, int] = {}
    for state, cost in found.costs.items():
        square = Square(state.x, state.y)
        if state.fold is None and square not in costs and mover.may_end(*square):
            costs[square] = cost
    return costs


def path_cost(
    field: Battlefield, who: str, path: Sequence[tuple[int, int]], squeeze: bool = False, tumble: bool = False
) -> Ruling[tuple[int, ...]]:
    """What walking a path costs, added up square by square.

    Rule: SE-MOVE-1 to 6, SE-MOVE-8.

    Parameters
    ----------
    path : top-left squares, the start included.

    Returns
    -------
    The running cost at each square of the path, starting with 0.

    Raises
    ------
    BadPath : a step that may not be made, or an end in which the creature may not stay.
    """
    mover = Mover(field, who, squeeze=squeeze, tumble=tumble)
    if not path or tuple(path[0]) != mover.creature.square:
        raise BadPath("not_from_here", 0)
    layers: list[dict[State, tuple[int, State | None]]] = [_with_refolds(mover, {mover.start: (0, None)})]
    for index, ((x, y), (u, v)) in enumerate(pairwise(path), 1):
        if (u - x, v - y) not in WAYS:
            raise BadPath("no_step", index)
        way = WAYS.index((u - x, v - y))
        after: dict[State, tuple[int, State | None]] = {}
        for state, (cost, _) in layers[-1].items():
            made = mover.step(state, way)
            if made is not None and (made[0] not in after or cost + made[1] < after[made[0]][0]):
                after[made[0]] = (cost + made[1], state)
        if not after:
            raise BadPath(_why_no_step(mover, u, v), index)
        layers.append(_with_refolds(mover, after))
    whole = [state for state in layers[-1] if state.fold is None]
    if not whole or not mover.may_end(*path[-1]):
        raise BadPath(_why_not_here(mover, *path[-1]) or "does_not_fit", len(path) - 1)
    running = []
    at: State | None = min(whole, key=lambda s: layers[-1][s][0])
    for layer in reversed(layers):
        assert at is not None
        cost, at = layer[at]
        running.append(cost)
    costs = tuple(reversed(running))
    squares = tuple(Square(*square) for square in path)
    return Ruling(
        costs, ("SE-MOVE-1", "SE-MOVE-2"), Evidence(squares=squares, costs=dict(zip(squares, costs, strict=True)))
    )


def _with_refolds(mover: Mover, layer: dict[State, tuple[int, State | None]]) -> dict[State, tuple[int, State | None]]:
    """The states of one moment and what they may become before the next step (via unfolding too)."""
    full = dict(layer)
    for _ in range(2):
        for state, (cost, came) in list(full.items()):
            for other in mover.refolds(state):
                if other not in full or cost < full[other][0]:
                    full[other] = (cost, came)
    return full


def why_not(
    field: Battlefield, who: str, to: tuple[int, int], budget: int, squeeze: bool = False, tumble: bool = False
) -> str:
    """Why a move may not end on a square, in a word; "" where it may.

    "off_map", "solid" (a solid square is in the way of the space), "does_not_fit" (a wall would run through the
    space), "occupied", "no_way" (however far it went), "too_far" (`cheapest_path` without a budget tells how far).
    """
    mover = Mover(field, who, squeeze=squeeze, tumble=tumble)
    goal = Square(*to)
    here = _why_not_here(mover, *goal)
    if here:
        return here
    found = search(mover, None, goal=goal)
    costs = [cost for state, cost in found.costs.items() if state.fold is None and (state.x, state.y) == goal]
    if not costs:
        return "no_way"
    return "too_far" if min(costs) > budget else ""


def _why_not_here(mover: Mover, x: int, y: int) -> str:
    if mover.may_end(x, y):
        return ""
    field, size = mover.field, mover.size
    if not (0 <= x <= field.columns - size and 0 <= y <= field.rows - size):
        return "off_map"
    if not mover.is_free(x, y) or (x, y) in mover._wide:
        return "occupied"
    return _terrain_reason(mover, x, y)


def _terrain_reason(mover: Mover, x: int, y: int) -> str:
    solid = any(mover.field.terrain.is_kind(SquareKind.SOLID, s) for s in Space(Square(x, y), mover.size).squares)
    return "solid" if solid else "does_not_fit"


def _why_no_step(mover: Mover, x: int, y: int) -> str:
    field, size = mover.field, mover.size
    if not (0 <= x <= field.columns - size and 0 <= y <= field.rows - size):
        return "off_map"
    if (x, y) in mover._wide:
        return "occupied"
    return "blocked" if mover.fits(x, y) else _terrain_reason(mover, x, y)


def _stops(creatures: Sequence[Creature], size: int) -> set[tuple[int, int]]:
    """The top-left squares from which a space of `size` would share a square with one of the creatures."""
    return {
        (c.square[0] + i, c.square[1] + j)
        for c in creatures
        for i in range(1 - size, c.size)
        for j in range(1 - size, c.size)
    }
