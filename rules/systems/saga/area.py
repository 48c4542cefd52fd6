"""Attacks on everybody in an area: bursts, autofire, splash. Rules: SE-AREA-1 to 6, SE-AUTO-1, SE-SPLASH-1, 2."""

from dataclasses import dataclass, replace

from geometry.grid import Square
from geometry.ruling import Evidence, Ruling
from rules.card import Card, Face, Group, Modifier, Refusal
from rules.errors import IllegalAction
from rules.scene import Action
from rules.systems.saga.attack import (
    attack_rows,
    autofire_row,
    chance_of,
    defence_rows,
    judge,
    mode_refusal,
    range_row,
    steps_words,
    sum_words,
    weapon_refusal,
)
from rules.systems.saga.fighter import Armed, Fighter
from rules.systems.saga.play import Play
from rules.systems.saga.rows import ATTACK_KEYS, DEFENCE_KEYS, overruled, row
from rules.systems.saga.situation import Blow, Situation, longest_range
from rules.systems.saga.squares import as_square
from rules.systems.saga.turn import may_act, price
from rules.systems.saga.words import damage_words, weapon_words
from rules.text import Text, say, say_n

SHOTS = {"area_burst": 1, "autofire": 10, "attack_splash": 1}
LEAST = 10  # SE-AREA-1: a total below it does nothing


@dataclass(frozen=True)
class Hurt:
    """Somebody in the area: its Reflex there, whether cover protects it, whether it stands beside a splash."""

    fighter: Fighter
    defence: int
    group: Group
    covered: bool = False
    neighbour: bool = False

    def share(self, face: int, total: int) -> tuple[int, bool]:
        """How often the damage is halved, and whether it takes any. Rule: SE-AREA-1, 3, 6, SE-COVER-13, SE-SPLASH-1.

        A natural 20 hits everybody, a natural 1 nobody (SE-ATK-4).
        """
        hit = face == 20 or (face != 1 and total >= self.defence)
        evades = "evasion" in self.fighter.profile.feats
        if hit:
            return int(self.neighbour) + int(evades), True
        if self.covered or self.neighbour or evades:
            return 0, False
        return 1, True


@dataclass(frozen=True)
class AreaJudged:
    """An area attack with everything computed."""

    action: str
    attacker: Fighter
    armed: Armed
    card: Card
    attack: int = 0
    hurts: tuple[Hurt, ...] = ()


def armed_for(fighter: Fighter, action: Action) -> Armed:
    """The weapon of an area attack. Raises IllegalAction where there is none."""
    armed = fighter.armed(action.weapon)
    if armed is None and action.weapon is None:
        armed = next((one for one in fighter.weapons if serves_area(one, action.key)), None)
    if armed is None or not serves_area(armed, action.key):
        raise IllegalAction("SE-ATK-3", say("Choose a weapon for this attack."))
    return armed


def serves_area(armed: Armed, key: str) -> bool:
    """Is this a weapon for that kind of attack?"""
    if armed.is_unarmed or not armed.is_ranged:
        return False
    kind = {"area_burst": "burst", "attack_splash": "splash", "autofire": "none"}[key]
    return armed.weapon.area == kind and (key != "autofire" or armed.weapon.modes != "single")


def judge_area(play: Play, action: Action, *, paid: bool = False) -> AreaJudged:
    """The card of an area attack: one roll, everybody in it with Reflex and chance."""
    attacker = play.fighter(action.actor)
    armed = armed_for(attacker, action)
    if action.key == "attack_splash":
        return _splash(play, attacker, armed, action, paid=paid)
    return _area(play, attacker, armed, action, paid=paid)


# -- bursts and blocks


def _area(play: Play, attacker: Fighter, armed: Armed, action: Action, *, paid: bool) -> AreaJudged:
    square = as_square(action.square)
    burst = action.key == "area_burst"
    refused = _before_space(play, attacker, armed, action.key, paid=paid)
    if attacker.square is None:
        refused = refused or Refusal("SE-GM-1", say("Ask the table: {who} has no place on the map.", who=attacker.name))
    if not _is_there(play, square, burst=burst):
        raise IllegalAction("SE-AREA-2", say("That is not on the map."))
    if burst:
        covered = play.space.burst(square, armed.weapon.radius or 1)
        near = frozenset(play.space.round_point(square))
    else:
        covered = play.space.block(square)
        near = covered.value or frozenset()
    blank = _blank(attacker, armed, action, covered.evidence)
    distance = min((play.space.distance_to_square(attacker, one) for one in near), default=0) if attacker.square else 0
    if refused is None:
        refused = _out_of_range(armed, distance) or _no_effect(play, attacker, action.key, square, covered)
    if refused is not None:
        return AreaJudged(action.key, attacker, armed, replace(blank, refusal=refused, distance=distance))
    rows = [row("base", armed.weapon.attack)]
    if attacker.penalty:
        rows.append(row("track", attacker.penalty, steps_words(attacker)))
    rows += range_row(armed, distance)
    if not burst:
        braced = attacker.fight.braced == armed.ref
        rows.append(autofire_row(say("Autofire"), "SE-AUTO-1", braced=braced))
    inside = [play.fighter(token) for token in play.space.in_area(covered.value or frozenset())]
    hurts = [
        hurt
        for fighter in inside
        if not fighter.is_dead and (hurt := _hurt(play, attacker, armed, action, fighter, square)) is not None
    ]
    return _finished(attacker, armed, action, blank, rows, hurts, distance)


def _is_there(play: Play, square: Square, *, burst: bool) -> bool:
    terrain = play.scene.terrain
    if burst:
        return 0 <= square.x <= terrain.columns and 0 <= square.y <= terrain.rows
    return play.space.is_on_map(square)


def _before_space(play: Play, attacker: Fighter, armed: Armed, key: str, *, paid: bool) -> Refusal | None:
    """Rule: SE-ATK-3: actions, able, in hand, shots, mode."""
    if not paid and (refused := may_act(play, attacker, "standard")) is not None:
        return refused
    return weapon_refusal(armed, needs_shots=SHOTS[key]) or (
        mode_refusal(armed, autofire=True) if key == "autofire" else None
    )


def _out_of_range(armed: Armed, distance: int) -> Refusal | None:
    """Rule: SE-RANGE-1, SE-STUN-2, SE-AREA-5: to the nearest of the four squares."""
    longest = longest_range(armed)
    if longest is None or distance <= longest:
        return None
    return Refusal("SE-RANGE-1", say("Too far: {n} of {max} squares.", n=distance, max=longest))


def _no_effect(
    play: Play, attacker: Fighter, key: str, square: Square, covered: Ruling[frozenset[Square]]
) -> Refusal | None:
    """Rule: SE-AREA-2, SE-AUTO-1: line of effect to the point, or to one square of the block."""
    if key == "area_burst":
        effect = play.space.effect_to_point(attacker, square)
        if effect.value:
            return None
        evidence = effect.evidence
    else:
        tested = [play.space.effect_to_square(attacker, one) for one in sorted(covered.value or ())]
        if any(one.value for one in tested):
            return None
        evidence = tested[0].evidence if tested else Evidence()
    return Refusal(
        "SE-COVER-9", say("No line of effect. A wall stands between on every line. Nothing was spent."), evidence
    )


def _hurt(play: Play, attacker: Fighter, armed: Armed, action: Action, fighter: Fighter, square: Square) -> Hurt | None:
    """One target of a burst or block; None where nothing reaches it. Rule: SE-AREA-4, SE-COVER-12."""
    if action.key == "area_burst":
        cover = play.space.cover_from_point(square, fighter, attacker)
    elif fighter.id == attacker.id:
        return None
    else:
        cover = play.space.aim(attacker, fighter, melee=False).cover
    level = str(cover.value or "none")
    if level == "total":
        return None
    return _with_cover(
        play, attacker, armed, action, fighter, Situation(cover=level, computed_cover=level, cover_ruling=cover)
    )


def _with_cover(
    play: Play,
    attacker: Fighter,
    armed: Armed,
    action: Action,
    fighter: Fighter,
    situation: Situation,
    *,
    neighbour: bool = False,
) -> Hurt:
    blow = Blow(attacker, fighter, armed, action.key, paid=True)
    rows = overruled(defence_rows(play, blow, situation), DEFENCE_KEYS, action.overrules)
    total = sum(modifier.amount for modifier in rows)
    title = say("Reflex Defense of {who}", who=fighter.name)
    group = Group(f"defence:{fighter.id}", title, total, rows)
    covered = any(modifier.key == "cover" and modifier.amount > 0 for modifier in rows)
    return Hurt(fighter, total, group, covered, neighbour)


# -- splash


def _splash(play: Play, attacker: Fighter, armed: Armed, action: Action, *, paid: bool) -> AreaJudged:
    """Rule: SE-SPLASH-1, 2: the roll takes all of SE-ATK-2; cover counts from the primary target."""
    if action.target is None:
        raise IllegalAction("SE-ATK-3", say("Choose a target."))
    primary = play.fighter(action.target)
    blow = Blow(attacker, primary, armed, "attack_splash", action.args, action.overrules, paid=paid)
    judged = judge(play, blow, light=True)
    if not judged.is_legal:
        return AreaJudged(action.key, attacker, armed, judged.card)
    rows = list(attack_rows(play, blow, judged.situation))
    hurts = [_with_cover(play, attacker, armed, action, primary, Situation())]
    if primary.square is not None:
        hurts += _neighbours(play, attacker, armed, action, primary)
    blank = replace(judged.card, groups=(), hints=())
    return _finished(attacker, armed, action, blank, rows, hurts, judged.situation.distance)


def _neighbours(play: Play, attacker: Fighter, armed: Armed, action: Action, primary: Fighter) -> list[Hurt]:
    """Everybody beside the primary target, friend or foe, with line of effect from its centre, in reading order."""
    found = []
    beside = [
        other
        for other in play.space.fighters
        if other.id != primary.id and not other.is_dead and play.space.is_adjacent(other, primary)
    ]
    for other in sorted(beside, key=lambda one: (one.square.y, one.square.x) if one.square else (0, 0)):
        cover = play.space.cover_from_splash(primary, other)
        level = str(cover.value or "none")
        if level != "total":
            situation = Situation(cover=level, computed_cover=level, cover_ruling=cover)
            found.append(_with_cover(play, attacker, armed, action, other, situation, neighbour=True))
    return found


# -- the card


def _blank(attacker: Fighter, armed: Armed, action: Action, evidence: Evidence) -> Card:
    return Card(
        actor=attacker.id,
        action=action.key,
        title=say("{attacker} attacks an area", attacker=attacker.name),
        subtitle=say("{weapon}", weapon=weapon_words(armed.weapon.name)),
        weapon=armed.ref,
        evidence=evidence,
        tokens=(attacker.id,),
        cost=price("standard"),
        button=say("Attack · {cost}", cost=say("standard")),
    )


def _finished(
    attacker: Fighter,
    armed: Armed,
    action: Action,
    blank: Card,
    rows: list[Modifier],
    hurts: list[Hurt],
    distance: int | None,
) -> AreaJudged:
    final = overruled(rows, ATTACK_KEYS, action.overrules)
    attack = sum(modifier.amount for modifier in final)
    faces = tuple(
        Face(
            face, face != 1 and face + attack >= LEAST and any(_hits(hurt, face, attack) for hurt in hurts), face == 20
        )
        for face in range(1, 21)
    )
    weapon = weapon_words(armed.weapon.name)
    subtitle = say("{weapon}", weapon=weapon)
    if distance is not None:
        subtitle = say_n("{weapon} · {n} square", "{weapon} · {n} squares", distance, weapon=weapon)
    card = replace(
        blank,
        subtitle=subtitle,
        distance=distance,
        sum=sum_words(attack, None),
        faces=faces,
        hints=tuple(_chance_words(hurt, attack) for hurt in hurts),
        groups=(Group("attack", say("Attack"), attack, final), *(hurt.group for hurt in hurts)),
        damage=damage_words(armed.weapon),
        rules=tuple(
            dict.fromkeys(["SE-AREA-1", *(m.rule for m in final), *(m.rule for h in hurts for m in h.group.rows)])
        ),
        marks=("area",),
        tokens=tuple(dict.fromkeys([attacker.id, *blank.tokens, *(hurt.fighter.id for hurt in hurts)])),
        refusal=None,
    )
    return AreaJudged(action.key, attacker, armed, card, attack, tuple(hurts))


def _hits(hurt: Hurt, face: int, attack: int) -> bool:
    return face == 20 or face + attack >= hurt.defence


def _chance_words(hurt: Hurt, attack: int) -> Text:
    """Who is in, and how likely it is hit. Rule: SE-AREA-1: a total below 10 hits nobody."""
    percent = int(chance_of(attack, max(hurt.defence, LEAST)) * 100)
    if hurt.covered:
        return say("{who}: {percent} %, in cover", who=hurt.fighter.name, percent=percent)
    return say("{who}: {percent} %", who=hurt.fighter.name, percent=percent)
