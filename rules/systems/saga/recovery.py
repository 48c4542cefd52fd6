"""Coming round: consciousness, the condition track, shields. Rules: SE-DMG-6, SE-COND-3, SE-SR-1, 2, SE-ACT-3."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from rules.card import Card, Record, Refusal, Rolled
from rules.request import Changed, Request, Resolution
from rules.scene import Action
from rules.systems.saga.fighter import Fighter
from rules.systems.saga.play import Play, merged
from rules.systems.saga.turn import COSTS, may_act, payment, price, require
from rules.text import Text, say

EVERY = 10  # rounds between two checks, SE-DMG-6
DIFFICULTY = 10
RECHARGE_DIFFICULTY = 20
NEEDED = 3  # swift actions, SE-ACT-3


@dataclass(frozen=True)
class Check:
    """What the start of a turn brings to somebody who cannot act."""

    change: Changed | None
    awake: bool = False
    lines: tuple[Text, ...] = ()
    rolls: tuple[Rolled, ...] = ()


def consciousness(play: Play, fighter: Fighter) -> Generator[Request, Any, Check]:
    """One more round down; in the tenth a check. Rule: SE-DMG-6: without track penalty; stun and ion never kill."""
    if not fighter.is_down or fighter.profile.kind != "creature":
        return Check(None, lines=(say("{who} cannot act.", who=fighter.name),))
    rounds = fighter.fight.rounds_down + 1
    if rounds % EVERY:
        line = say("{who} is unconscious.", who=fighter.name)
        return Check(Changed(fighter.id, fight={"rounds_down": rounds}), lines=(line,))
    request = play.d20(fighter, say("Consciousness of {who}", who=fighter.name))
    face = (yield request)[0]
    bonus = fighter.profile.constitution or 0
    total = face + bonus
    label = say("{who}: {roll} + {bonus} = {total}", who=fighter.name, roll=face, bonus=bonus, total=total)
    rolls = (Rolled(request.code, (face,), label, secret=request.secret),)
    if total >= DIFFICULTY:
        return Check(_awake(fighter), True, (say("{who} wakes.", who=fighter.name),), rolls)
    mortal = not fighter.profile.hit_points and not fighter.fight.gently_down
    if mortal and (face == 1 or total <= DIFFICULTY - 5):
        return Check(Changed(fighter.id, fight={"dead": True}), False, (say("{who} dies.", who=fighter.name),), rolls)
    line = say("{who} stays unconscious.", who=fighter.name)
    return Check(Changed(fighter.id, fight={"rounds_down": rounds}), False, (line,), rolls)


def _awake(fighter: Fighter) -> Changed:
    points = max(1, fighter.profile.hit_points or 0)
    return Changed(
        fighter.id,
        profile={"hit_points": points, "steps_down": 4},
        fight={"prone": True, "rounds_down": 0, "gently_down": False},
    )


# -- recover


def recover_refusal(play: Play, fighter: Fighter) -> Refusal | None:
    """Rule: SE-COND-3."""
    if (refused := may_act(play, fighter, "swift")) is not None:
        return refused
    if not fighter.profile.steps_down:
        return Refusal("SE-COND-3", say("{who} has nothing to recover from.", who=fighter.name))
    return None


def recover_card(play: Play, action: Action) -> Card:
    fighter = play.fighter(action.actor)
    done = fighter.fight.recovering
    return Card(
        actor=fighter.id,
        action="recover",
        title=say("{who} recovers", who=fighter.name),
        subtitle=say("{n} of {max} swift actions done", n=done, max=NEEDED),
        rules=("SE-COND-3", "SE-ACT-3"),
        tokens=(fighter.id,),
        cost=price("swift"),
        button=say("{label} · {cost}", label=say("Recover"), cost=COSTS["swift"]),
        refusal=recover_refusal(play, fighter),
    )


def resolve_recover(play: Play, action: Action) -> Resolution:
    """One swift action towards a step up the track. Rule: SE-COND-3, SE-ACT-3."""
    fighter = play.fighter(action.actor)
    require(recover_refusal(play, fighter))
    paid = payment(play, fighter, "swift")
    done = fighter.fight.recovering + 1
    if done < NEEDED:
        change = Changed(fighter.id, fight={"recovering": done, "progressed": True})
        record = Record(
            say("{who} recovers: {n} of {max}", who=fighter.name, n=done, max=NEEDED),
            outcome="progress",
            rules=("SE-ACT-3",),
            tokens=(fighter.id,),
        )
    else:
        change = Changed(fighter.id, profile={"steps_down": fighter.profile.steps_down - 1}, fight={"recovering": 0})
        record = Record(
            say("{who} recovers one step", who=fighter.name),
            outcome="done",
            rules=("SE-COND-3",),
            tokens=(fighter.id,),
        )
    yield play.tell(merged(paid, change), record)


# -- recharge shields


def _mechanic(fighter: Fighter, device: Fighter) -> tuple[str, int | None]:
    """The skill that counts and its bonus: a droid's Endurance for itself, else Mechanics. Rule: SE-SR-1."""
    skill = "endurance" if device.id == fighter.id and fighter.profile.kind == "droid" else "mechanics"
    known = fighter.profile.skills.get(skill)  # type: ignore[call-overload]
    return skill, known.bonus if known is not None else None


def _device(play: Play, action: Action) -> Fighter:
    return play.fighter(action.target if action.target is not None else action.actor)


def recharge_refusal(play: Play, fighter: Fighter, device: Fighter) -> Refusal | None:
    """Rule: SE-SR-1, 2."""
    if (refused := may_act(play, fighter, "swift")) is not None:
        return refused
    if not device.profile.shields_max:
        return Refusal("SE-SR-1", say("{who} has no shields.", who=device.name))
    if (device.profile.shields or 0) >= device.profile.shields_max:
        return Refusal("SE-SR-1", say("The shields of {who} are full.", who=device.name))
    if device.id == fighter.id and fighter.profile.kind != "droid":
        return Refusal("SE-SR-1", say("Only a droid recharges itself."))
    if device.id != fighter.id:
        if fighter.square is None or device.square is None or not play.space.is_adjacent(fighter, device):
            return Refusal("SE-SR-2", say("{who} is not next to it.", who=fighter.name))
        if device.profile.kind == "creature":
            return Refusal("SE-SR-2", say("Only devices and vehicles are recharged by others."))
    if _mechanic(fighter, device)[1] is None:
        return Refusal(
            "SE-GM-1", say("Ask the table: the profile of {who} has no bonus for this check.", who=fighter.name)
        )
    return None


def recharge_card(play: Play, action: Action) -> Card:
    fighter, device = play.fighter(action.actor), _device(play, action)
    refused = recharge_refusal(play, fighter, device)
    return Card(
        actor=fighter.id,
        action="recharge_shields",
        title=say("{who} recharges the shields of {target}", who=fighter.name, target=device.name),
        subtitle=say("{n} of {max} swift actions done", n=fighter.fight.recharging, max=NEEDED),
        target=device.id,
        rules=("SE-SR-1", "SE-ACT-3"),
        tokens=(fighter.id, device.id),
        cost=price("swift"),
        button=say("{label} · {cost}", label=say("Recharge"), cost=COSTS["swift"]),
        refusal=refused,
    )


def resolve_recharge(play: Play, action: Action) -> Resolution:
    """One swift action towards +5 shields; with the third comes the check. Rule: SE-SR-1, 2."""
    fighter, device = play.fighter(action.actor), _device(play, action)
    require(recharge_refusal(play, fighter, device))
    paid = payment(play, fighter, "swift")
    done = fighter.fight.recharging + 1
    tokens = (fighter.id, device.id)
    if done < NEEDED:
        change = Changed(fighter.id, fight={"recharging": done, "progressed": True})
        headline = say("{who} recharges shields: {n} of {max}", who=fighter.name, n=done, max=NEEDED)
        record = Record(headline, outcome="progress", rules=("SE-ACT-3",), tokens=tokens)
        yield play.tell(merged(paid, change), record)
        return
    bonus = (_mechanic(fighter, device)[1] or 0) + fighter.penalty
    request = play.d20(fighter, say("{who} recharges shields", who=fighter.name))
    face = (yield request)[0]
    total = face + bonus
    rolled = Rolled(
        request.code,
        (face,),
        say("{face} + {bonus} = {total}", face=face, bonus=bonus, total=total),
        secret=request.secret,
    )
    reset = Changed(fighter.id, fight={"recharging": 0})
    if total < RECHARGE_DIFFICULTY:
        failed = say("{who} fails to recharge the shields", who=fighter.name)
        record = Record(failed, outcome="failed", rolls=(rolled,), rules=("SE-SR-2",), tokens=tokens)
        yield play.tell(merged(paid, reset), record)
        return
    shields = min(device.profile.shields_max, (device.profile.shields or 0) + 5)
    record = Record(
        say("{who} recharges the shields of {target} to {n}", who=fighter.name, target=device.name, n=shields),
        outcome="done",
        rolls=(rolled,),
        rules=("SE-SR-1",),
        tokens=tokens,
    )
    yield play.tell(merged(paid, reset, Changed(device.id, profile={"shields": shields})), record)
