"""The attack as an action of a turn: paid, provoked against where it is unarmed, struck. Rule: SE-ATK-3."""

from collections.abc import Sequence
from dataclasses import replace

from rules.card import Card
from rules.errors import IllegalAction
from rules.request import Resolution
from rules.scene import Action
from rules.systems.saga.attack import has_aimed, judge, require_legal
from rules.systems.saga.fighter import Armed
from rules.systems.saga.opportunity import guard_lowered
from rules.systems.saga.play import Play
from rules.systems.saga.situation import Blow
from rules.systems.saga.strike import strike
from rules.systems.saga.turn import payment
from rules.text import say


def serves(armed: Armed, key: str) -> bool:
    """Is this a weapon for that kind of attack?"""
    if key == "attack_unarmed":
        return armed.is_unarmed
    if armed.is_unarmed or armed.weapon.area != "none":
        return False
    return armed.weapon.is_melee if key == "attack_melee" else armed.is_ranged


def blow_of(play: Play, action: Action) -> Blow:
    """The blow that an action names. Raises IllegalAction where target or weapon is missing or of the wrong kind."""
    attacker = play.fighter(action.actor)
    if action.target is None:
        raise IllegalAction("SE-ATK-3", say("Choose a target."))
    target = play.fighter(action.target)
    ref = "unarmed" if action.key == "attack_unarmed" else action.weapon
    armed = attacker.armed(ref)
    if armed is None and ref is None:
        fitting = [one for one in attacker.weapons if serves(one, action.key)]
        armed = next((one for one in fitting if one.weapon.in_hand), fitting[0] if fitting else None)
    if armed is None or not serves(armed, action.key):
        raise IllegalAction("SE-ATK-3", say("Choose a weapon for this attack."))
    return Blow(attacker, target, armed, action.key, action.args, action.overrules)


def preview_attack(play: Play, action: Action) -> Card:
    return judge(play, blow_of(play, action)).card


def target_cards(play: Play, action: Action) -> Sequence[Card]:
    """A light card for every other token, the refused included."""
    attacker = play.fighter(action.actor)
    cards = []
    for other in play.scene.combatants:
        if other != attacker.id:
            cards.append(judge(play, blow_of(play, replace(action, target=other)), light=True).card)
    return cards


def steady(blow: Blow) -> dict[str, object]:
    """The aim and the brace that this very attack was prepared for. Rule: SE-AIM-1, SE-AUTO-2."""
    fight = blow.attacker.fight
    kept: dict[str, object] = {}
    if fight.aim is not None and has_aimed(blow):
        kept["aim"] = fight.aim.model_dump()
    if blow.is_braced and blow.action == "burst_fire":
        kept["braced"] = fight.braced
    return kept


def resolve_attack(play: Play, action: Action) -> Resolution:
    """One attack. Rule: SE-AOO-10: an unarmed one is answered before it happens, and may be lost with its cost."""
    blow = blow_of(play, action)
    require_legal(judge(play, blow, light=True))
    attacker = blow.attacker
    paid = payment(play, attacker, "standard", **steady(blow))
    if paid.fight:
        yield play.tell([paid])
    if blow.armed.is_unarmed and "martial_arts_1" not in attacker.profile.feats:
        yield from guard_lowered(play, attacker.id)
        if not play.fighter(attacker.id).is_able:
            return
    yield from strike(play, blow)
