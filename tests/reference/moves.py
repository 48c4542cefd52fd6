"""Movement and attacks of opportunity (sections 6 and 7)."""

import heapq
from collections.abc import Iterator
from itertools import pairwise

from tests.reference.cover import cover
from tests.reference.distance import is_in_reach, threatens
from tests.reference.exact import touches
from tests.reference.scene import STOPS_STEPS, Creature, Scene, Square, centre, space
from tests.reference.sight import has_line_of_sight

State = tuple[Square, int, Square]  # top-left square and size of what moves, and where it lies in the unfolded space
STEPS = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]


class Mover:
    """One creature about to move."""

    def __init__(self, scene: Scene, who: Creature):
        self.scene, self.who = scene, who
        others = [c for c in scene.creatures.values() if c.name != who.name and not c.dead]
        self.enemies = {s for c in others if c.side != who.side for s in c.space}
        self.occupied = {s for c in others for s in c.space}
        self.walls = scene.pieces(STOPS_STEPS)
        self.low_walls = scene.pieces({"low"})
        self.slow = scene.ground["difficult"] | scene.ground["low"]

    def fits(self, squares: list[Square]) -> bool:
        """SE-MOVE-5, SE-MOVE-6: may the squares be stood on or passed, all at once?"""
        solid = self.scene.ground["solid"]
        if not all(self.scene.holds(s) and s not in solid and s not in self.enemies for s in squares):
            return False
        neighbours = [(s, t) for s in squares for t in ((s[0] + 1, s[1]), (s[0], s[1] + 1)) if t in squares]
        return not any(self.is_walled(s, t) for s, t in neighbours)

    def is_walled(self, one: Square, other: Square) -> bool:
        """SE-MOVE-5: the segment between the two centres touches a blocking wall."""
        return any(touches(centre(one), centre(other), wall) for wall in self.walls)

    def step_cost(self, squares: list[Square], step: Square) -> int | None:
        """SE-MOVE-1 to 5: what a step of all these squares costs; None where it is not allowed."""
        ends = [(x + step[0], y + step[1]) for x, y in squares]
        if not self.fits(ends):
            return None
        diagonal = step[0] != 0 and step[1] != 0
        slow = False
        for start, end in zip(squares, ends, strict=True):
            if self.is_walled(start, end) or (diagonal and self.passes_solid_corner(start, end)):
                return None
            # a part that follows crosses a low wall as the front does; of squares only the newly entered count
            crossed = any(touches(centre(start), centre(end), wall) for wall in self.low_walls)
            slow = slow or crossed or (end in self.slow and end not in squares)
        return (2 if diagonal else 1) * (2 if slow else 1)

    def passes_solid_corner(self, start: Square, end: Square) -> bool:
        """SE-MOVE-4: a solid square has its corner where a diagonal step crosses."""
        return bool({(start[0], end[1]), (end[0], start[1])} & self.scene.ground["solid"])

    def may_end(self, at: Square) -> bool:
        """SE-MOVE-6, SE-MOVE-8: it ends unfolded, on squares of nobody else."""
        return not self.occupied & set(space(at, self.who.size))


def reachable(scene: Scene, who: Creature, budget: int, *, squeeze: bool = False) -> list[list[int]]:
    """SE-MOVE-9: the cheapest cost to every place where the move may end."""
    mover = Mover(scene, who)
    small = (who.size + 1) // 2
    best: dict[State, int] = {(who.at, who.size, (0, 0)): 0}
    queue = [(0, (who.at, who.size, (0, 0)))]
    while queue:
        cost, state = heapq.heappop(queue)
        if cost > best[state]:
            continue
        at, size, offset = state
        for step in STEPS:
            price = mover.step_cost(space(at, size), step)
            if price is not None and cost + price <= budget:
                push(best, queue, cost + price, ((at[0] + step[0], at[1] + step[1]), size, offset))
        if squeeze and small < who.size:
            for other in refolded(mover, state, small):
                push(best, queue, cost, other)
    ends = {at: cost for (at, size, _), cost in best.items() if size == who.size and mover.may_end(at)}
    ends[who.at] = 0
    return sorted([x, y, cost] for (x, y), cost in ends.items())


def push(best: dict[State, int], queue: list[tuple[int, State]], cost: int, state: State) -> None:
    if cost < best.get(state, cost + 1):
        best[state] = cost
        heapq.heappush(queue, (cost, state))


def refolded(mover: Mover, state: State, small: int) -> Iterator[State]:
    """SE-MOVE-8: the blocks that it can shrink onto, or the space that it unfolds to."""
    (x, y), size, (i, j) = state
    full = mover.who.size
    if size < full:
        at = (x - i, y - j)
        if mover.fits(space(at, full)):
            yield at, full, (0, 0)
    else:
        for i in range(full - small + 1):
            for j in range(full - small + 1):
                yield (x + i, y + j), small, (i, j)


def opportunity(scene: Scene, who: Creature, path: list[Square]) -> dict[str, int]:
    """SE-AOO-1, 6, 11: for each enemy the first square of the path whose leaving gives it a legal attack."""
    found: dict[str, int] = {}
    for enemy in sorted(scene.creatures.values(), key=lambda c: c.name):
        if enemy.side == who.side or enemy.dead:
            continue
        for i, (here, there) in enumerate(pairwise(path)):
            standing = who.standing_at(here)
            now = scene.with_creature(standing)
            if provokes(now, enemy, standing, there) and may_strike(now, enemy, standing):
                found[enemy.name] = i
                break
    return found


def provokes(scene: Scene, enemy: Creature, mover: Creature, there: Square) -> bool:
    """SE-AOO-1, SE-AOO-11: does it leave a square that the enemy threatens, or enter an enemy's square?"""
    after = space(there, mover.size)
    left = [s for s in mover.space if s not in after]
    if any(s in enemy.space and s not in mover.space for s in after):
        return True
    return any(is_in_reach(s, enemy.space, enemy.reach) and threatens(scene, enemy, s) for s in left)


def may_strike(scene: Scene, enemy: Creature, target: Creature) -> bool:
    """SE-AOO-6: never with cover or total concealment."""
    return has_line_of_sight(scene, enemy, target) and cover(scene, enemy, target, melee=True) == "none"
