"""An attack carried out: dice, damage, record. Rules: SE-ATK-1, SE-ATK-4, SE-DMG-1, SE-SHOT-1."""

from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import Any

from rules.card import Modifier, Record, Rolled, with_tokens
from rules.request import Changed, Request
from rules.systems.saga.attack import Judged, judge, told_outcome
from rules.systems.saga.damage import rolled_damage, wound
from rules.systems.saga.fighter import Armed, Fighter
from rules.systems.saga.play import Play, merged, weapon_change
from rules.systems.saga.profile import parse_damage
from rules.systems.saga.situation import Blow
from rules.systems.saga.words import weapon_words
from rules.text import Text, names_in, say

_HEADLINES = {
    "hit": say("{attacker} hits {target} with {weapon}"),
    "critical": say("{attacker} hits {target} critically with {weapon}"),
    "miss": say("{attacker} misses {target} with {weapon}"),
}
_OUTCOME_WORDS = {"hit": say("hit"), "miss": say("miss"), "critical": say("critical hit")}


def spent_shots(fighter: Fighter, armed: Armed, shots: int) -> tuple[Changed, ...]:
    """Rule: SE-SHOT-1: spent whatever the roll; not counted without `shots`."""
    weapon = armed.weapon
    if armed.is_unarmed or weapon.is_melee or weapon.shots is None:
        return ()
    return (weapon_change(fighter, armed.ref, shots=max(0, weapon.shots - shots)),)


def strike(play: Play, blow: Blow, *also: Changed) -> Generator[Request, Any, None]:
    """Roll a blow whose cost is paid, and store what it does and `also`.

    One that has become impossible is lost and said so.
    """
    blow = replace(blow, attacker=play.fighter(blow.attacker.id), target=play.fighter(blow.target.id), paid=True)
    judged = judge(play, blow, light=True)
    if not judged.is_legal:
        yield play.tell(also, _lost(judged))
        return
    attacker, target = blow.attacker, blow.target
    request = play.d20(attacker, say("{attacker} attacks {target}", attacker=attacker.name, target=target.name))
    face = (yield request)[0]
    computed = judged.outcome(face)
    outcome = told_outcome(blow) or computed
    rolls = [Rolled(request.code, (face,), sum_label(face, judged.attack), secret=request.secret)]
    lines = _overrule_lines(judged, computed, outcome)
    rules = list(judged.card.rules)
    changes = [*also, *spent_shots(attacker, blow.armed, blow.shots), *steadiness_lost(attacker)]
    if outcome == "miss":
        lines += _difference(face, judged)
    else:
        count, sides, bonus = parse_damage(blow.armed.weapon.damage)
        count += 2 if blow.action == "burst_fire" else 0  # SE-AUTO-3
        request = play.dice(f"{count}d{sides}", attacker, say("Damage of {attacker}", attacker=attacker.name))
        faces = yield request
        damage = rolled_damage(faces, bonus, doubled=outcome == "critical")
        label = damage_label(faces, bonus, damage, doubled=outcome == "critical")
        rolls.append(Rolled(request.code, tuple(faces), label, secret=request.secret))
        suffered = wound(target, blow.armed.weapon, damage, play.options)
        lines += suffered.lines
        rules += suffered.rules
        changes += [suffered.change] if suffered.change else []
    headline = replace(
        _HEADLINES[outcome],
        params={"attacker": attacker.name, "target": target.name, "weapon": weapon_words(blow.armed.weapon.name)},
    )
    card = with_tokens(judged.card)
    record = Record(
        headline,
        outcome=outcome,
        title=_title(face, judged, outcome),
        rolls=tuple(rolls),
        lines=tuple(lines),
        rules=tuple(dict.fromkeys(rules)),
        tokens=tuple(dict.fromkeys([*card.tokens, *names_in(lines)])),
        card=card,
    )
    yield play.tell(merged(*changes), record)


def steadiness_lost(attacker: Fighter) -> tuple[Changed, ...]:
    """Rule: SE-AIM-2, SE-AUTO-4: the shot and an attack of opportunity end an aim and a brace."""
    lost = {key: None for key in ("aim", "braced") if getattr(attacker.fight, key) is not None}
    return (Changed(attacker.id, fight=lost),) if lost else ()


def _lost(judged: Judged) -> Record:
    card = with_tokens(judged.card)
    reason = card.refusal.reason if card.refusal else card.undecided
    return Record(
        say("The attack of {who} is lost", who=judged.blow.attacker.name),
        outcome="lost",
        lines=(reason,) if reason else (),
        rules=(card.refusal.rule,) if card.refusal else ("SE-GM-1",),
        tokens=card.tokens,
        card=card,
    )


def _title(face: int, judged: Judged, outcome: str) -> Text:
    total, short = face + judged.attack, judged.defence - face - judged.attack
    if outcome == "critical":
        return say("Critical hit: {total} against {defence}", total=total, defence=judged.defence)
    if outcome == "hit":
        return say("Hit: {total} against {defence}", total=total, defence=judged.defence)
    if short > 0:
        return say("Miss by {n}", n=short)
    return say("Miss")


def sum_label(face: int, attack: int) -> Text:
    """The die and what is added to it."""
    if attack < 0:
        return say("{face} − {bonus} = {total}", face=face, bonus=-attack, total=face + attack)
    return say("{face} + {bonus} = {total}", face=face, bonus=attack, total=face + attack)


def damage_label(faces: Sequence[int], bonus: int, damage: int, *, doubled: bool) -> Text:
    """The damage dice as they add up."""
    dice = " + ".join(str(face) for face in faces)
    if bonus:
        dice += f" {'+' if bonus > 0 else '−'} {abs(bonus)}"
    if doubled:
        return say("({dice}) × 2 = {n} damage", dice=dice, n=damage)
    return say("{dice} = {n} damage", dice=dice, n=damage)


def _difference(face: int, judged: Judged) -> list[Text]:
    """What alone turned a hit into a miss: cover or concealment."""
    if face == 1:
        return [say("A natural 1 always misses.")]
    short = judged.defence - face - judged.attack
    rows = {modifier.key: modifier for group in judged.card.groups for modifier in group.rows}
    if _would_hit(rows.get("cover"), short):
        return [say("Cover made the difference: without it this would have hit.")]
    if _would_hit(rows.get("concealment"), short):
        return [say("Concealment made the difference: without it this would have hit.")]
    return []


def _would_hit(modifier: Modifier | None, short: int) -> bool:
    return modifier is not None and 0 < short <= abs(modifier.amount)


def _overrule_lines(judged: Judged, computed: str, outcome: str) -> list[Text]:
    """Computed and final, both kept. Rule: SE-GM-1, SE-COVER-11."""
    lines = []
    for group in judged.card.groups:
        for modifier in group.rows:
            if modifier.was is not None:
                lines.append(
                    say(
                        "Overruled: {row}: {now} instead of {was}. “{why}”",
                        row=modifier.label,
                        now=modifier.amount,
                        was=modifier.was,
                        why=modifier.why or "",
                    )
                )
    for overrule in judged.blow.overrules:
        if overrule.key == "outcome":
            lines.append(
                say(
                    "Overruled: {now} instead of {was}. “{why}”",
                    now=_OUTCOME_WORDS[outcome],
                    was=_OUTCOME_WORDS[computed],
                    why=str(overrule.reason),
                )
            )
        elif overrule.key in ("refusal", "reach"):
            lines.append(say("Overruled: the attack may be made. “{why}”", why=str(overrule.reason)))
    return lines
