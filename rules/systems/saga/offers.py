"""What a token can do now, in the order of the dock; the impossible with its reason. Rule: section 15."""

from collections.abc import Sequence
from dataclasses import replace

from rules.scene import Action
from rules.system import Offer
from rules.systems.saga import gear, move, recovery
from rules.systems.saga.attack import weapon_refusal
from rules.systems.saga.charge import charge_refusal, charge_weapons
from rules.systems.saga.delay import delay_refusal
from rules.systems.saga.doors import doors_beside
from rules.systems.saga.fighter import Armed, Fighter
from rules.systems.saga.play import Play
from rules.systems.saga.square_attack import square_weapons
from rules.systems.saga.turn import end_turn_card, may_act, price, read_order
from rules.systems.saga.words import weapon_words
from rules.text import Text, say

_GAITS: dict[str, tuple[Text, str]] = {
    "move": (say("Move"), "move"),
    "withdraw": (say("Withdraw"), "other"),
    "run": (say("Run"), "other"),
}


def offers(play: Play, actor: str) -> Sequence[Offer]:
    """Move, attacks, aim, the rest, end of turn."""
    fighter = play.fighter(actor)
    gaits = {key: _gait(play, fighter, key) for key in move.GAITS}
    return [
        gaits["move"],
        *([_simple(play, fighter, "stand_up")] if fighter.is_prone else []),
        *_attacks(play, fighter),
        *_aims(play, fighter),
        gaits["withdraw"],
        *_tumble(play, fighter),
        gaits["run"],
        *_charges(play, fighter),
        *_squares(play, fighter),
        *_doors(play, fighter),
        *_gear(play, fighter),
        *_recovery(play, fighter),
        *([] if fighter.is_prone else [_simple(play, fighter, "drop_prone")]),
        *_end(play, fighter),
    ]


def _gait(play: Play, fighter: Fighter, key: str) -> Offer:
    gait, (label, group) = move.GAITS[key], _GAITS[key]
    refused = move.refusal(play, fighter, gait)
    return Offer(key, label, "i-move", "path", group, cost=price(gait.cost), refusal=refused, rule=gait.rule)


def _tumble(play: Play, fighter: Fighter) -> list[Offer]:
    """Rule: SE-MOVE-14: for the trained only."""
    skill = fighter.profile.skills.get("acrobatics")
    if skill is None or not skill.trained:
        return []
    offer = _gait(play, fighter, "move")
    return [replace(offer, label=say("Tumble"), group="other", rule="SE-MOVE-14", args={move.TUMBLE: "yes"})]


def _attacks(play: Play, fighter: Fighter) -> list[Offer]:
    """For each weapon in hand what it can do as it is set. Rule: SE-MODE-1."""
    found = []
    for armed in fighter.weapons:
        if not armed.weapon.in_hand:
            continue
        for key, aim in _ways_to_attack(fighter, armed):
            found.append(_attack(play, fighter, armed, key, "attack", aim))
    return [*found, _attack(play, fighter, fighter.unarmed, "attack_unarmed", "other")]


def _ways_to_attack(fighter: Fighter, armed: Armed) -> list[tuple[str, str]]:
    weapon = armed.weapon
    if weapon.area != "none":
        return [("area_burst", "point")] if weapon.area == "burst" else [("attack_splash", "token")]
    if weapon.is_melee:
        return [("attack_melee", "token")]
    if not weapon.on_autofire:
        return [("attack_ranged", "token")]
    ways = [("autofire", "block")]
    if "burst_fire" in fighter.profile.feats:
        ways.append(("burst_fire", "token"))
    return ways


def _attack(play: Play, fighter: Fighter, armed: Armed, key: str, group: str, aim: str = "token") -> Offer:
    shots = {"autofire": 10, "burst_fire": 5}.get(key, 1)
    refused = may_act(play, fighter, "standard") or weapon_refusal(armed, needs_shots=shots)
    name = weapon_words(armed.weapon.name)
    label = say("Unarmed attack") if armed.is_unarmed else say("{weapon}", weapon=name)
    if key in ("autofire", "burst_fire"):
        label = (
            say("Autofire: {weapon}", weapon=name) if key == "autofire" else say("Burst fire: {weapon}", weapon=name)
        )
    return Offer(
        key,
        label,
        "i-area" if aim in ("point", "block") else "i-attack",
        aim,
        group,
        weapon=armed.ref,
        cost=price("standard"),
        refusal=refused,
        rule="SE-ATK-3",
    )


def _charges(play: Play, fighter: Fighter) -> list[Offer]:
    found = []
    refused = charge_refusal(play, fighter)
    for armed in charge_weapons(fighter):
        if not armed.weapon.in_hand:
            continue
        label = say("Charge: {weapon}", weapon=weapon_words(armed.weapon.name))
        found.append(
            Offer("charge", label, "i-bolt", "token", "other", armed.ref, price("standard"), refused, "SE-MOVE-13")
        )
    return found


def _squares(play: Play, fighter: Fighter) -> list[Offer]:
    found = []
    for armed in square_weapons(fighter):
        refused = may_act(play, fighter, "standard") or weapon_refusal(armed, needs_shots=1)
        label = say("Attack a square: {weapon}", weapon=weapon_words(armed.weapon.name))
        found.append(
            Offer(
                "attack_square", label, "i-target", "square", "other", armed.ref, price("standard"), refused, "SE-SQ-1"
            )
        )
    return found


def _aims(play: Play, fighter: Fighter) -> list[Offer]:
    fits = [armed for armed in fighter.weapons if gear.DEEDS["aim"].fits and gear.DEEDS["aim"].fits(armed)]
    return [_simple(play, fighter, "aim", armed, named=len(fits) > 1) for armed in fits if not armed.weapon.on_autofire]


def _gear(play: Play, fighter: Fighter) -> list[Offer]:
    found = []
    for key, deed in gear.DEEDS.items():
        if deed.fits is None or key == "aim":
            continue
        found += [_simple(play, fighter, key, armed, named=True) for armed in fighter.weapons if deed.fits(armed)]
    return found


def _doors(play: Play, fighter: Fighter) -> list[Offer]:
    deed = gear.DEEDS["operate"]
    refused = may_act(play, fighter, deed.cost)
    return [
        Offer(
            "operate",
            say("Close the door") if door.is_open else say("Open the door"),
            deed.icon,
            "none",
            deed.group,
            cost=price(deed.cost),
            refusal=refused,
            rule=deed.rule,
            args={"barrier": door.id},
        )
        for door in doors_beside(play, fighter)
    ]


def _simple(play: Play, fighter: Fighter, key: str, armed: Armed | None = None, *, named: bool = False) -> Offer:
    deed = gear.DEEDS[key]
    request = gear.Request(play, fighter, Action(key, fighter.id, weapon=armed.ref if armed else None), armed)
    refused = may_act(play, fighter, deed.cost) or (deed.why(request) if deed.aim == "none" else None)
    label = deed.label
    if armed is not None and named:
        label = say("{label}: {weapon}", label=deed.label, weapon=weapon_words(armed.weapon.name))
    return Offer(
        key,
        label,
        deed.icon,
        deed.aim,
        deed.group,
        weapon=armed.ref if armed else None,
        cost=price(deed.cost),
        refusal=refused,
        rule=deed.rule,
    )


def _recovery(play: Play, fighter: Fighter) -> list[Offer]:
    found = []
    if fighter.profile.steps_down and not fighter.is_down:
        refused = recovery.recover_refusal(play, fighter)
        found.append(
            Offer("recover", say("Recover"), "i-heart", "none", "other", None, price("swift"), refused, "SE-COND-3")
        )
    own = fighter.profile.kind == "droid" and fighter.profile.shields_max
    if own:
        refused = recovery.recharge_refusal(play, fighter, fighter)
        label = say("Recharge own shields")
        found.append(
            Offer("recharge_shields", label, "i-shield", "none", "other", None, price("swift"), refused, "SE-SR-1")
        )
    elif "mechanics" in fighter.profile.skills:
        refused = may_act(play, fighter, "swift")
        label = say("Recharge shields")
        found.append(
            Offer("recharge_shields", label, "i-shield", "token", "other", None, price("swift"), refused, "SE-SR-1")
        )
    return found


def _end(play: Play, fighter: Fighter) -> list[Offer]:
    if not play.in_fight:
        return []
    refused = end_turn_card(play, fighter).refusal
    late = delay_refusal(play, fighter)
    return [
        Offer("end_turn", say("End turn"), "i-end", "none", "turn", refusal=refused, rule="SE-ACT-4"),
        Offer("delay", say("Delay"), "i-clock", "none", "turn", refusal=late, rule="SE-DELAY-1"),
    ]


def table_offers(play: Play) -> Sequence[Offer]:
    """What the GM does for the whole table. `add`, `remove`, `reorder` take a token; see `turn` for their `args`."""
    order = read_order(play.scene.turn)
    if order is None:
        return [Offer("start", say("Roll initiative"), "i-flag", "none", "turn", rule="SE-INIT-1")]
    return [
        Offer("next", say("Next turn"), "i-end", "none", "turn", rule="SE-ACT-4"),
        Offer("add", say("Add to the order of play"), "i-plus", "token", "other", rule="SE-INIT-1"),
        Offer("remove", say("Take out of the order of play"), "i-minus", "token", "other", rule="SE-INIT-1"),
        Offer("reorder", say("Change the order of play"), "i-swap", "token", "other", rule="SE-DELAY-4"),
        Offer("stop", say("End the fight"), "i-x", "none", "turn", rule="SE-INIT-1"),
    ]
