"""Moving: where to, what it costs, what it provokes. Rules: SE-MOVE-1 to 15, SE-AOO-8."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from geometry.errors import BadPath
from geometry.grid import Square
from geometry.ruling import Evidence
from rules.card import Card, Cost, Refusal, with_tokens
from rules.errors import IllegalAction
from rules.scene import Action
from rules.system import PathCard, Reach, Strike
from rules.systems.saga.fighter import Fighter
from rules.systems.saga.opportunity import (
    enemies_of,
    strikes_along,
    unknown_reach,
)
from rules.systems.saga.play import Play
from rules.systems.saga.profile import Skill
from rules.systems.saga.squares import as_square
from rules.systems.saga.turn import COSTS, may_act, pay
from rules.text import Text, TokenName, say, say_n

MAX_STEPS = 400
DIRECTIONS = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


@dataclass(frozen=True)
class Gait:
    """A way of moving: its price, its rule, whether it goes in one line, whether it is safe."""

    key: str
    cost: str
    rule: str
    title: Text
    straight: bool = False
    safe: bool = False
    tumble: bool = False

    def budget(self, fighter: Fighter) -> int:
        return {"move": fighter.speed, "withdraw": fighter.withdraw_speed, "run": fighter.run_speed}[self.key]


GAITS = {
    gait.key: gait
    for gait in (
        Gait("move", "move", "SE-MOVE-11", say("{who} moves")),
        Gait("withdraw", "move", "SE-AOO-8", say("{who} withdraws"), safe=True),
        Gait("run", "full", "SE-MOVE-12", say("{who} runs"), straight=True),
    )
}
TUMBLE = "tumble"  # in the `args` of a move
TUMBLE_DIFFICULTY = 15


def gait_of(action: Action) -> Gait:
    """The way of moving that an action names. Rule: SE-MOVE-14: only a plain move is tumbled."""
    gait = GAITS[action.key]
    if action.args.get(TUMBLE) not in (None, "", False, "no"):
        if gait.key != "move":
            raise IllegalAction("SE-MOVE-14", say("Only a plain move can be tumbled."))
        return replace(gait, tumble=True)
    return gait


_WHY: dict[str, Text] = {
    "off_map": say("That square is not on the map."),
    "occupied": say("Somebody stands there. A move ends on a free square."),
    "blocked": say("A wall or another creature is in the way."),
    "no_way": say("There is no way there."),
    "no_step": say("That is not one step."),
    "solid": say("Something solid stands there."),
    "does_not_fit": say("{who} does not fit there."),
}
_RUN_WHY = say("A run goes in one straight line.")


def refusal(play: Play, fighter: Fighter, gait: Gait) -> Refusal | None:
    """Why the fighter may not move so now. Rule: section 15."""
    if (refused := may_act(play, fighter, gait.cost)) is not None:
        return refused
    if fighter.is_prone:
        reason = say("{who} is prone and must stand up first.", who=fighter.name)
        return Refusal("SE-MOVE-11", reason, instead="stand_up")
    if fighter.square is None:
        return Refusal("SE-GM-1", say("Ask the table: {who} has no place on the map.", who=fighter.name))
    if fighter.profile.space is None:
        return Refusal(
            "SE-GM-1", say("Ask the table: the profile of {who} does not say how large it is.", who=fighter.name)
        )
    if gait.tumble and not acrobatics(fighter).trained:
        return Refusal("SE-MOVE-14", say("{who} is not trained in Acrobatics.", who=fighter.name))
    if gait.tumble and acrobatics(fighter).bonus is None:
        return Refusal("SE-GM-1", say("Ask the table: the profile of {who} has no Acrobatics.", who=fighter.name))
    if gait.budget(fighter) < 1:
        return Refusal("SE-MOVE-11", say("{who} cannot move.", who=fighter.name))
    return None


def acrobatics(fighter: Fighter) -> Skill:
    """What its profile says of tumbling."""
    return fighter.profile.skills.get("acrobatics", Skill())


# -- paths


def _is_step(one: Square, other: Square) -> bool:
    return max(abs(one.x - other.x), abs(one.y - other.y)) == 1


def _straight_line(start: Square, end: Square) -> tuple[Square, ...]:
    """All squares from one to the other in one of the eight directions. Rule: SE-MOVE-12."""
    dx, dy = end.x - start.x, end.y - start.y
    length = max(abs(dx), abs(dy))
    if length > MAX_STEPS or (dx and dy and abs(dx) != abs(dy)):
        raise IllegalAction("SE-MOVE-12", _RUN_WHY)
    step = ((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))
    return tuple(Square(start.x + step[0] * n, start.y + step[1] * n) for n in range(length + 1))


def _is_straight(path: Sequence[Square]) -> bool:
    steps = {(b.x - a.x, b.y - a.y) for a, b in pairwise(path)}
    return len(steps) <= 1


def _why(fighter: Fighter, reason: str) -> Text:
    text = _WHY.get(reason, _WHY["blocked"])
    return Text(text.msgid, {"who": fighter.name})


def way(play: Play, fighter: Fighter, gait: Gait, action: Action) -> tuple[tuple[Square, ...], tuple[int, ...]]:
    """The path that an action names and its running cost. Raises IllegalAction where there is none within the budget.

    A path of single steps is taken as it is; way-points are joined by the cheapest way that provokes least (SE-MOVE-9).
    """
    assert fighter.square is not None
    points = [as_square(value) for value in action.path[: MAX_STEPS + 1]]
    if not points:
        if action.square is None:
            raise IllegalAction("SE-MOVE-9", say("Choose a square to move to."))
        points = [fighter.square, as_square(action.square)]
    if points[0] != fighter.square:
        points.insert(0, fighter.square)
    points = [point for index, point in enumerate(points) if index == 0 or point != points[index - 1]]
    if len(points) < 2:
        raise IllegalAction("SE-MOVE-9", say("{who} stands there already.", who=fighter.name))
    for point in points:
        if not play.space.is_on_map(point):
            raise IllegalAction("SE-MOVE-9", _WHY["off_map"])
    budget = gait.budget(fighter)
    if gait.straight and len(points) == 2:
        points = list(_straight_line(points[0], points[1]))
    if gait.straight and not _is_straight(points):
        raise IllegalAction("SE-MOVE-12", _RUN_WHY)
    if all(_is_step(a, b) for a, b in pairwise(points)):
        path = tuple(points)
    else:
        route = play.space.best_path(fighter, points[-1], points[1:-1], budget, tumble=gait.tumble)
        if route is None:
            raise IllegalAction(*_no_way(play, fighter, gait, points[-1]))
        path = tuple(route.path)
    return path, _running(play, fighter, gait, path)


def _running(play: Play, fighter: Fighter, gait: Gait, path: tuple[Square, ...]) -> tuple[int, ...]:
    try:
        running = play.space.walk(fighter, path, tumble=gait.tumble)
    except BadPath as error:
        raise IllegalAction("SE-MOVE-5", _why(fighter, error.reason)) from None
    if running[-1] > gait.budget(fighter):
        raise IllegalAction(gait.rule, _too_far(fighter, gait, running[-1], path[-1]))
    return running


def _too_far(fighter: Fighter, gait: Gait, cost: int, to: Square) -> Text:
    budget = gait.budget(fighter)
    start = fighter.square
    if gait.key == "move" and start is not None and cost <= fighter.run_speed:
        dx, dy = abs(to.x - start.x), abs(to.y - start.y)
        if not dx or not dy or dx == dy:
            return say("Too far: {n} of {max} squares. A run would reach it.", n=cost, max=budget)
    return say("Too far: {n} of {max} squares.", n=cost, max=budget)


def _no_way(play: Play, fighter: Fighter, gait: Gait, to: Square) -> tuple[str, Text]:
    reason = play.space.why_not(fighter, to, gait.budget(fighter))
    if reason == "too_far":
        longer = play.space.best_path(fighter, to, (), None)
        if longer is not None:
            return gait.rule, _too_far(fighter, gait, play.space.walk(fighter, longer.path)[-1], to)
        return gait.rule, say("That is farther than {max} squares.", max=gait.budget(fighter))
    return ("SE-MOVE-6" if reason == "occupied" else "SE-MOVE-5"), _why(fighter, reason)


def safe_steps(play: Play, fighter: Fighter, gait: Gait, path: Sequence[Square]) -> int:
    """How many steps of a path provoke nothing. Rule: SE-AOO-2, SE-AOO-8; raises IllegalAction for a bad first step."""
    if not gait.safe:
        return 0
    crossed = frozenset().union(*(play.space.squares_of(fighter, square) for square in path[1:]))
    for enemy in enemies_of(play, fighter):
        if enemy.is_able and play.space.squares_of(enemy) & crossed:
            raise IllegalAction(
                "SE-AOO-8", say("Withdrawing does not lead through the square of {who}.", who=enemy.name)
            )
    if play.options.withdraw == "whole_move":
        return len(path)
    first = play.space.squares_of(fighter, path[1])
    for enemy in enemies_of(play, fighter):
        threatened = play.space.threatened_by(enemy) if enemy.threatens else frozenset()
        if threatened and threatened & first:
            raise IllegalAction("SE-AOO-8", say("The first step still ends where {who} threatens.", who=enemy.name))
    return 1


# -- questions


def path_card(play: Play, action: Action) -> PathCard:
    """A path with its cost a step and what it provokes. Raises IllegalAction where there is none. Rule: SE-MOVE-9."""
    fighter, gait = play.fighter(action.actor), gait_of(action)
    refused = refusal(play, fighter, gait)
    if refused is not None and fighter.square is None:
        raise IllegalAction(refused.rule, refused.reason)
    path, running = way(play, fighter, gait, action)
    found = strikes_along(play, fighter, path, safe_steps(play, fighter, gait, path))
    strikes = tuple(Strike(enemy, index) for enemy, index in found.items())
    budget = gait.budget(fighter)
    hints = [say("Provokes {who} when leaving this square", who=TokenName(strike.enemy)) for strike in strikes]
    if not gait.safe:
        hints += [
            say("Ask the table: the profile of {who} has no reach.", who=enemy.name)
            for enemy in unknown_reach(play, fighter, path)
        ]
    if gait.tumble:
        hints.append(_tumble_hint(fighter))
    squares = say_n("{n} square", "{n} squares", running[-1])
    card = Card(
        actor=fighter.id,
        action=gait.key,
        title=Text(gait.title.msgid, {"who": fighter.name}),
        subtitle=say("{n} of {max} squares", n=running[-1], max=budget),
        distance=running[-1],
        hints=tuple(hints),
        evidence=Evidence(tokens=tuple(found), costs=dict(zip(path, running, strict=True))),
        rules=(gait.rule, *(("SE-AOO-1",) if strikes else ())),
        marks=("provokes",) if strikes else (),
        tokens=(fighter.id, *found),
        cost=Cost(COSTS[gait.cost]),
        button=_button(gait, squares),
        refusal=refused,
    )
    return PathCard(path, running, budget, strikes, with_tokens(card))


def _tumble_hint(fighter: Fighter) -> Text:
    bonus = (acrobatics(fighter).bonus or 0) + fighter.penalty
    percent = min(100, max(0, (21 - TUMBLE_DIFFICULTY + bonus) * 5))
    return say("Tumbling: {percent} % that nothing provokes", percent=percent)


def _button(gait: Gait, squares: Text) -> Text:
    if gait.key == "withdraw":
        return say("Withdraw · {squares}", squares=squares)
    if gait.key == "run":
        return say("Run · {squares}", squares=squares)
    return say("Move · {squares}", squares=squares)


def reach(play: Play, action: Action) -> Reach:
    """Where a movement of this kind may end. Rule: SE-MOVE-9, SE-MOVE-11, SE-MOVE-12."""
    fighter, gait = play.fighter(action.actor), gait_of(action)
    if fighter.square is None or refusal(play, fighter, gait) is not None:
        return Reach(costs={})
    budget = gait.budget(fighter)
    threat = {
        enemy.id: threatened
        for enemy in enemies_of(play, fighter)
        if not gait.safe and enemy.may_strike and (threatened := play.space.threatened_by(enemy))
    }
    if gait.straight:
        return Reach(_lines(play, fighter, budget), threat=threat, budget=budget)
    # A second move action is a movement of its own: its far edge is shown, its path is asked for when it is taken.
    far = play.space.routes(
        fighter, budget * 2 if _has_second_move(play, fighter, gait) else budget, tumble=gait.tumble
    )
    costs = {square: cost for square, cost in far.costs.items() if cost <= budget}
    provokes = {} if gait.safe else {s: by for s in costs if (by := tuple(far.provokes(s)))}
    return Reach(
        costs,
        second=frozenset(far.costs) - frozenset(costs),
        double=play.space.double_squares(),
        provokes=provokes,
        threat=threat,
        budget=budget,
    )


def _has_second_move(play: Play, fighter: Fighter, gait: Gait) -> bool:
    if gait.key != "move" or gait.tumble:
        return False
    first = pay(fighter.fight, "move")
    return not play.in_fight or (first is not None and pay(fighter.fight.model_copy(update=first), "move") is not None)


def _lines(play: Play, fighter: Fighter, budget: int) -> dict[Square, int]:
    """The ends of every straight run within the budget."""
    assert fighter.square is not None
    costs: dict[Square, int] = {fighter.square: 0}
    for dx, dy in DIRECTIONS:
        way = [Square(fighter.square.x + dx * n, fighter.square.y + dy * n) for n in range(budget + 1)]
        path = [square for square in way if play.space.is_on_map(square)]
        running = _as_far_as_possible(play, fighter, path)
        for square, cost in zip(path, running, strict=False):
            if 0 < cost <= budget and play.space.may_stay(fighter, square):
                costs[square] = cost
    return costs


def _as_far_as_possible(play: Play, fighter: Fighter, path: Sequence[Square]) -> tuple[int, ...]:
    """The running cost of as much of a path as can be walked."""
    while len(path) > 1:
        try:
            return play.space.walk(fighter, path)
        except BadPath as error:
            path = path[: max(1, min(error.index, len(path) - 1))]
    return ()
