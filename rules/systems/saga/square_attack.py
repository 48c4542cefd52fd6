"""An attack at a square in which somebody unseen may be. Rules: SE-SQ-1, SE-CONC-4."""

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Any

from geometry.grid import Square
from rules.card import NO_EVIDENCE, Card, Group, Modifier, Record, Refusal, Rolled
from rules.errors import IllegalAction
from rules.request import Request, Resolution
from rules.scene import Action
from rules.systems.saga.assault import serves
from rules.systems.saga.attack import (
    Judged,
    attack_rows,
    defence_rows,
    mode_refusal,
    range_row,
    steps_words,
    sum_words,
    weapon_refusal,
)
from rules.systems.saga.damage import rolled_damage, wound
from rules.systems.saga.fighter import Armed, Fighter
from rules.systems.saga.opportunity import guard_lowered, in_initiative_order
from rules.systems.saga.play import Play, merged
from rules.systems.saga.profile import parse_damage
from rules.systems.saga.rows import ATTACK_KEYS, DEFENCE_KEYS, overruled, row
from rules.systems.saga.situation import Blow, Situation, longest_range
from rules.systems.saga.squares import as_square
from rules.systems.saga.strike import damage_label, spent_shots, steadiness_lost, sum_label
from rules.systems.saga.turn import may_act, payment, price, require
from rules.systems.saga.words import damage_words, weapon_words
from rules.text import Text, say, say_n


@dataclass(frozen=True)
class SquareJudged:
    """The attack as its owner sees it: nothing in it depends on who is there."""

    attacker: Fighter
    armed: Armed
    square: Square
    card: Card
    rows: tuple[Modifier, ...] = ()

    @property
    def attack(self) -> int:
        return sum(modifier.amount for modifier in self.rows)


def preview_square(play: Play, action: Action) -> Card:
    return judge_square(play, action).card


def judge_square(play: Play, action: Action) -> SquareJudged:
    """The card of an attack at a square; a refusal is in it. Rule: SE-SQ-1: -5, no further concealment."""
    attacker = play.fighter(action.actor)
    armed = attacker.armed(action.weapon) if action.weapon is not None else next(iter(square_weapons(attacker)), None)
    if armed is None or not any(serves(armed, key) for key in ("attack_ranged", "attack_melee", "attack_unarmed")):
        raise IllegalAction("SE-ATK-3", say("Choose a weapon for this attack."))
    square = as_square(action.square)
    if not play.space.is_on_map(square):
        raise IllegalAction("SE-SQ-1", say("That is not on the map."))
    distance = None if attacker.square is None else play.space.distance_to_square(attacker, square)
    refused = _refusal(play, attacker, armed, square, distance)
    name = weapon_words(armed.weapon.name)
    subtitle = say("{weapon}", weapon=name)
    if distance is not None:
        subtitle = say_n("{weapon} · {n} square", "{weapon} · {n} squares", distance, weapon=name)
    card = Card(
        actor=attacker.id,
        action="attack_square",
        title=say("{attacker} attacks a square", attacker=attacker.name),
        subtitle=subtitle,
        weapon=armed.ref,
        distance=distance,
        evidence=replace(refused.evidence if refused else NO_EVIDENCE, squares=(square,)),
        rules=(refused.rule,) if refused else ("SE-SQ-1",),
        tokens=(attacker.id,),
        cost=price("standard"),
        button=say("Attack · {cost}", cost=say("standard")),
        refusal=refused,
    )
    if refused is not None or distance is None:
        return SquareJudged(attacker, armed, square, card)
    rows = overruled(_rows(attacker, armed, distance), ATTACK_KEYS, action.overrules)
    attack = sum(modifier.amount for modifier in rows)
    card = replace(
        card,
        sum=sum_words(attack, None),
        hints=(say("Only somebody unseen in that square can be hit."),),
        groups=(Group("attack", say("Attack"), attack, rows),),
        damage=damage_words(armed.weapon),
        rules=tuple(dict.fromkeys(modifier.rule for modifier in rows)),
    )
    return SquareJudged(attacker, armed, square, card, rows)


def square_weapons(fighter: Fighter) -> list[Armed]:
    """What it may attack a square with."""
    return [
        armed
        for armed in fighter.weapons
        if armed.weapon.in_hand and armed.weapon.area == "none" and not armed.weapon.on_autofire
    ]


def _rows(attacker: Fighter, armed: Armed, distance: int) -> list[Modifier]:
    rows = [row("base", armed.weapon.attack)]
    if attacker.penalty:
        rows.append(row("track", attacker.penalty, steps_words(attacker)))
    if armed.is_ranged:
        rows += range_row(armed, distance)
    elif attacker.is_prone:
        rows.append(row("own_prone", -5, say("{who} is prone", who=attacker.name)))
    rows.append(row("square", -5))
    return rows


def _refusal(play: Play, attacker: Fighter, armed: Armed, square: Square, distance: int | None) -> Refusal | None:
    """In the order of SE-ATK-3."""
    refused = may_act(play, attacker, "standard") or weapon_refusal(armed, needs_shots=1)
    if (refused := refused or mode_refusal(armed, autofire=False)) is not None:
        return refused
    if distance is None:
        return Refusal("SE-GM-1", say("Ask the table: {who} has no place on the map.", who=attacker.name))
    if armed.is_ranged:
        longest = longest_range(armed)
        if longest is not None and distance > longest:
            return Refusal("SE-RANGE-1", say("Too far: {n} of {max} squares.", n=distance, max=longest))
    else:
        inside = play.space.square_in_reach(attacker, square)
        if inside is None:
            return Refusal("SE-GM-1", say("Ask the table: the profile of {who} has no reach.", who=attacker.name))
        if not inside:
            reach = attacker.profile.reach or 0
            return Refusal("SE-REACH-2", say("Out of reach: {n} of {max} squares.", n=distance, max=reach))
    own = square in play.space.squares_of(attacker)
    effect = play.space.effect_to_square(attacker, square)
    if not own and not effect.value:
        reason = say("No line of effect. A wall stands between on every line. Nothing was spent.")
        return Refusal("SE-COVER-9", reason, effect.evidence)
    if own and armed.is_ranged:
        return Refusal("SE-REACH-4", say("Nobody shoots into their own square."))
    return None


# -- making it happen


def resolve_square(play: Play, action: Action) -> Resolution:
    """Pay, roll, and hit who is unseen there, if anybody is. Rule: SE-SQ-1 (an empty square is rolled for too)."""
    judged = judge_square(play, action)
    require(judged.card.refusal)
    paid = payment(play, judged.attacker, "standard")
    if paid.fight:
        yield play.tell([paid])
    if judged.armed.is_unarmed and "martial_arts_1" not in judged.attacker.profile.feats:
        yield from guard_lowered(play, judged.attacker.id)
        if not play.fighter(judged.attacker.id).is_able:
            return
    attacker = play.fighter(judged.attacker.id)
    target = yield from _who_is_there(play, attacker, judged)
    request = play.d20(attacker, say("{attacker} attacks a square", attacker=attacker.name))
    face = (yield request)[0]
    rolls = [Rolled(request.code, (face,), sum_label(face, judged.attack), secret=request.secret)]
    changes = [*spent_shots(attacker, judged.armed, 1), *steadiness_lost(attacker)]
    hit = _struck(play, action, judged, attacker, target) if target is not None else None
    if hit is None or hit.outcome(face) == "miss" or target is None:
        record = Record(
            say("{attacker} attacks a square and misses", attacker=attacker.name),
            outcome="miss",
            title=say("Miss"),
            rolls=tuple(rolls),
            rules=judged.card.rules,
            tokens=(attacker.id,),
            card=judged.card,
        )
        yield play.tell(merged(*changes), record)
        return
    outcome = hit.outcome(face)
    count, sides, bonus = parse_damage(judged.armed.weapon.damage)
    request = play.dice(f"{count}d{sides}", attacker, say("Damage of {attacker}", attacker=attacker.name))
    faces = yield request
    damage = rolled_damage(faces, bonus, doubled=outcome == "critical")
    label = damage_label(faces, bonus, damage, doubled=outcome == "critical")
    rolls.append(Rolled(request.code, tuple(faces), label, secret=request.secret))
    suffered = wound(target, judged.armed.weapon, damage, play.options)
    changes += [suffered.change] if suffered.change else []
    record = Record(
        say("{attacker} attacks a square and hits {target}", attacker=attacker.name, target=target.name),
        outcome=outcome,
        title=_title(face, hit),
        rolls=tuple(rolls),
        lines=suffered.lines,
        rules=tuple(dict.fromkeys([*judged.card.rules, *suffered.rules])),
        tokens=(attacker.id, target.id),
        card=judged.card,
    )
    yield play.tell(merged(*changes), record)


def _title(face: int, hit: Judged) -> Text:
    return say("Hit: {total} against {defence}", total=face + hit.attack, defence=hit.defence)


def _who_is_there(play: Play, attacker: Fighter, judged: SquareJudged) -> Generator[Request, Any, Fighter | None]:
    """Who can be hit: in the square, and with total concealment. Of several one, by a die that only the GM sees."""
    melee = judged.armed.weapon.is_melee
    unseen = []
    for other in in_initiative_order(play, play.space.fighters):
        if other.id == attacker.id or other.is_dead or judged.square not in play.space.squares_of(other):
            continue
        aim = play.space.aim(attacker, other, melee=melee)
        if aim.effect.value and not aim.sight.value:
            unseen.append(other)
    if len(unseen) < 2:
        return unseen[0] if unseen else None
    request = replace(play.dice(f"1d{len(unseen)}", attacker, say("Who is hit")), secret=True)
    return unseen[(yield request)[0] - 1]


def _struck(play: Play, action: Action, judged: SquareJudged, attacker: Fighter, target: Fighter) -> Judged:
    """The blow as it really is: what concerns the target counts, though it was not shown."""
    key = "attack_melee" if judged.armed.weapon.is_melee else "attack_ranged"
    blow = Blow(attacker, target, judged.armed, key, paid=True)
    cover = play.space.aim(attacker, target, melee=blow.melee).cover
    level = str(cover.value or "none")
    level = "none" if level == "total" else level
    situation = Situation(judged.card.distance, cover=level, computed_cover=level, cover_ruling=cover)
    rows = [*attack_rows(play, blow, situation), row("square", -5)]
    bonuses = overruled(rows, ATTACK_KEYS, action.overrules)
    against = overruled(defence_rows(play, blow, situation), DEFENCE_KEYS, action.overrules)
    return Judged(blow, judged.card, situation, sum(one.amount for one in bonuses), sum(one.amount for one in against))
