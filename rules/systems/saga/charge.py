"""A charge: straight at the target, one blow, and the turn is over. Rule: SE-MOVE-13."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from geometry.battlefield import BarrierKind, SquareKind
from geometry.errors import BadPath
from geometry.grid import Square, gaps
from rules.card import Card, Refusal
from rules.errors import IllegalAction
from rules.request import Resolution
from rules.scene import Action
from rules.systems.saga.assault import serves
from rules.systems.saga.attack import Judged, judge, weapon_refusal
from rules.systems.saga.fighter import Armed, Fighter
from rules.systems.saga.move import DIRECTIONS
from rules.systems.saga.opportunity import enemies_of, strikes_along
from rules.systems.saga.play import Play
from rules.systems.saga.situation import Blow
from rules.systems.saga.slits import touches
from rules.systems.saga.strike import strike
from rules.systems.saga.turn import may_act, payment, price, require
from rules.systems.saga.walk import walk
from rules.text import TokenName, say

LEAST = 2  # squares


def preview_charge(play: Play, action: Action) -> Card:
    return _judged(play, action)[0]


def resolve_charge(play: Play, action: Action) -> Resolution:
    """Declared and paid, walked with what it provokes, and struck where it arrives. Rule: SE-MOVE-13, SE-AOO-7."""
    card, path, judged = _judged(play, action)
    require(card.refusal)
    if judged is None or card.undecided is not None:
        raise IllegalAction("SE-GM-1", card.undecided or say("Ask the table."))
    fighter = play.fighter(action.actor)
    over = {"standard": False, "move": False, "swift": False, "charged": True} if play.in_fight else {}
    paid = payment(play, fighter, "standard", **over)
    if paid.fight:
        yield play.tell([paid])
    reached = yield from walk(play, fighter.id, path)
    if reached == len(path) - 1 and play.fighter(fighter.id).is_able:
        yield from strike(play, judged.blow)


def charge_refusal(play: Play, fighter: Fighter) -> Refusal | None:
    """Why nobody can be charged at now."""
    if (refused := may_act(play, fighter, "standard")) is not None:
        return refused
    if fighter.is_prone:
        reason = say("{who} is prone and must stand up first.", who=fighter.name)
        return Refusal("SE-MOVE-11", reason, instead="stand_up")
    if fighter.square is None:
        return Refusal("SE-GM-1", say("Ask the table: {who} has no place on the map.", who=fighter.name))
    return None


def charge_weapons(fighter: Fighter) -> list[Armed]:
    """What it may charge with: melee weapons, or bare hands."""
    return [armed for armed in (*fighter.weapons, fighter.unarmed) if serves_charge(armed)]


def serves_charge(armed: Armed) -> bool:
    return armed.is_unarmed or serves(armed, "attack_melee")


def _judged(play: Play, action: Action) -> tuple[Card, tuple[Square, ...], Judged | None]:
    """The card of a charge, its path, and the blow at its end."""
    fighter = play.fighter(action.actor)
    if action.target is None:
        raise IllegalAction("SE-MOVE-13", say("Choose a target to charge at."))
    target = play.fighter(action.target)
    armed = fighter.armed(action.weapon) if action.weapon is not None else next(iter(charge_weapons(fighter)), None)
    if armed is None or not serves_charge(armed):
        raise IllegalAction("SE-MOVE-13", say("Choose a melee weapon to charge with."))
    blow = Blow(fighter, target, armed, "charge", action.args, action.overrules, paid=True, charging=True)
    refused = charge_refusal(play, fighter) or weapon_refusal(armed, needs_shots=0)
    if refused is not None:
        return _refused(blow, refused), (), None
    found = next(_ends(play, fighter, blow), None)
    if found is None:
        reason = say(
            "No straight way of {least} to {max} squares leads to {who}.",
            least=LEAST,
            max=fighter.speed,
            who=target.name,
        )
        return _refused(blow, Refusal("SE-MOVE-13", reason)), (), None
    path, cost, judged = found
    strikes = strikes_along(play, fighter, path)
    hints = [say("Provokes {who} when leaving this square", who=TokenName(enemy)) for enemy in strikes]
    card = replace(
        judged.card,
        action="charge",
        title=say("{attacker} charges {target}", attacker=fighter.name, target=target.name),
        distance=cost,
        hints=tuple(hints),
        evidence=replace(judged.card.evidence, costs=dict.fromkeys(path, 0)),
        rules=("SE-MOVE-13", *judged.card.rules),
        cost=price("standard"),
        button=say("Charge · {cost}", cost=say("standard")),
        tokens=tuple(dict.fromkeys([*judged.card.tokens, *strikes])),
    )
    return card, path, judged


def _refused(blow: Blow, refused: Refusal) -> Card:
    return Card(
        actor=blow.attacker.id,
        action="charge",
        title=say("{attacker} charges {target}", attacker=blow.attacker.name, target=blow.target.name),
        subtitle=say("A charge goes straight at its target."),
        target=blow.target.id,
        weapon=blow.armed.ref,
        evidence=refused.evidence,
        rules=(refused.rule,),
        tokens=(blow.attacker.id, blow.target.id),
        cost=price("standard"),
        refusal=refused,
    )


def _ends(play: Play, fighter: Fighter, blow: Blow) -> Iterator[tuple[tuple[Square, ...], int, Judged]]:
    """The legal charges, the shortest first, with the blow at the end of each."""
    if blow.target.square is None or fighter.square is None:
        return
    for cost, path in _runs(play, fighter):
        if not _could_reach(play, fighter, path[-1], blow.target):
            continue
        there = play.as_if(fighter.id, path[-1])
        judged = judge(there, replace(blow, attacker=there.fighter(fighter.id)))
        if judged.card.refusal is None:
            yield path, cost, judged


def _could_reach(play: Play, fighter: Fighter, end: Square, target: Fighter) -> bool:
    """Is the target near enough to be worth a look? A reach that is not known might be any."""
    across, along = gaps(play.space.squares_of(fighter, end), play.space.squares_of(target))
    reach = fighter.profile.reach
    return reach is None or max(across, along) <= max(1, reach)


def _runs(play: Play, fighter: Fighter) -> list[tuple[int, tuple[Square, ...]]]:
    """Every straight run of a legal length, the shortest first; worked out once for all targets."""
    key = ("charge", fighter.id)
    if key not in play.memo:
        lines = [_line(play, fighter, way) for way in DIRECTIONS]
        play.memo[key] = sorted((cost, path) for line in lines for path, cost in line if LEAST <= cost <= fighter.speed)
    return play.memo[key]


def _line(play: Play, fighter: Fighter, way: tuple[int, int]) -> list[tuple[tuple[Square, ...], int]]:
    """Every prefix of one straight line that may be charged along, with its cost."""
    assert fighter.square is not None
    found = []
    path = [fighter.square]
    while len(path) <= fighter.speed:
        path.append(Square(path[-1].x + way[0], path[-1].y + way[1]))
        if not play.space.is_on_map(path[-1]) or not _may_charge(play, fighter, path[-2], path[-1]):
            break
        try:
            cost = play.space.walk(fighter, path)[-1]
        except BadPath as error:
            if error.reason == "occupied" and error.index == len(path) - 1:
                continue
            break
        if cost > fighter.speed:
            break
        found.append((tuple(path), cost))
    return found


def _may_charge(play: Play, fighter: Fighter, before: Square, after: Square) -> bool:
    """No low object, low wall or enemy's square on the line."""
    entered = play.space.squares_of(fighter, after) - play.space.squares_of(fighter, before)
    low = play.scene.terrain.squares.get(SquareKind.LOW, frozenset())
    if entered & low or any(
        entered & play.space.squares_of(enemy) for enemy in enemies_of(play, fighter) if enemy.is_able
    ):
        return False
    step = (after.x - before.x, after.y - before.y)
    walls = [b for b in play.scene.terrain.barriers if b.kind is BarrierKind.LOW]
    return not any(
        touches(_centre(square), _centre(Square(square.x + step[0], square.y + step[1])), pair)
        for square in play.space.squares_of(fighter, before)
        for wall in walls
        for pair in pairwise(wall.points)
    )


def _centre(square: Square) -> tuple[float, float]:
    return square.x + 0.5, square.y + 0.5
