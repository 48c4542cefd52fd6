"""Waking, recovering, recharging: worked examples of section 14, by their ids."""

from dataclasses import replace

import pytest

from rules.errors import IllegalAction
from rules.scene import Action
from rules.systems.saga import SYSTEM
from tests.support.resolving import resolve
from tests.support.saga import fighting, hit_points, scene, steps_down, token

RECOVER = Action("recover", "a")
RECHARGE = Action("recharge_shields", "a")


def next_turn(there, *dice):
    """To the next turn of "a", past a bystander."""
    there = resolve(SYSTEM, there, Action("end_turn", "a")).scene
    return resolve(SYSTEM, there, Action("end_turn", "z"), dice=dice).scene


def alone(one):
    return fighting(scene(one, token("z", "officer", (9, 9), "neutral")), "a", "z")


def times(there, action, count, dice=()):
    for n in range(count):
        there = resolve(SYSTEM, there, action, dice=dice if n == count - 1 else ()).scene
    return there


def test_s38_recovering_over_three_rounds():  # SE-COND-3, SE-ACT-3
    there = times(alone(token("a", "knight", (0, 0), steps_down=2)), RECOVER, 1)
    there = times(next_turn(there), RECOVER, 2)
    assert steps_down(there, "a") == 1
    there = times(next_turn(there), RECOVER, 3)
    assert steps_down(there, "a") == 0
    assert there.combatants["a"].fight["standard"] is False


def test_s39_a_turn_without_progress_loses_it():  # SE-ACT-3
    there = times(alone(token("a", "knight", (0, 0), steps_down=2)), RECOVER, 1)
    there = times(next_turn(next_turn(there)), RECOVER, 2)
    assert steps_down(there, "a") == 2
    assert there.combatants["a"].fight["recovering"] == 2


def test_nobody_recovers_from_nothing():  # SE-COND-3
    with pytest.raises(IllegalAction) as caught:
        resolve(SYSTEM, alone(token("a", "knight", (0, 0))), RECOVER)
    assert caught.value.rule == "SE-COND-3"
    assert "recover" not in {offer.key for offer in SYSTEM.offers(alone(token("a", "knight", (0, 0))), "a")}


@pytest.mark.parametrize(("face", "shields"), [(12, 5), (11, 0)])
def test_s76_recharging_at_once(face, shields):  # SE-SR-1, SE-SR-2
    there = times(alone(token("a", "war_droid", (0, 0), shields=0)), RECHARGE, 3, [face])
    assert there.combatants["a"].profile["shields"] == shields
    assert there.combatants["a"].fight["recharging"] == 0


def test_s76_recharging_over_two_rounds():  # SE-SR-2, SE-ACT-3
    there = times(alone(token("a", "war_droid", (0, 0), shields=0)), RECHARGE, 1)
    there = times(next_turn(there), RECHARGE, 2, [12])
    assert there.combatants["a"].profile["shields"] == 5


def test_a_mechanic_recharges_what_is_beside():  # SE-SR-1, SE-SR-2
    vehicle = token("b", "war_droid", (1, 1), kind="vehicle", shields=12)
    there = fighting(scene(token("a", "slicer", (0, 0)), vehicle, token("c", "officer", (5, 5))), "a")
    at = replace(RECHARGE, target="b")
    assert times(there, at, 3, [8]).combatants["b"].profile["shields"] == 15
    cards = {card.target: card.refusal for card in SYSTEM.targets(there, RECHARGE)}
    assert cards["b"] is None
    assert cards["c"].rule == "SE-SR-1"


def unconscious(con, rounds=9, **more):
    fight = {"rounds_down": rounds, **more.pop("fight", {})}
    down = token("a", "officer", (0, 0), "enemy", fight, hit_points=0, steps_down=5, constitution=con, **more)
    return fighting(scene(down, token("z", "officer", (9, 9), "neutral")), "z", "a")


@pytest.mark.parametrize(
    ("face", "awake", "dead"), [(9, True, False), (6, False, False), (4, False, True), (1, False, True)]
)
def test_s81_consciousness(face, awake, dead):  # SE-DMG-6
    run = resolve(SYSTEM, unconscious(1), Action("end_turn", "z"), dice=[face])
    state = run.scene.combatants["a"]
    assert bool(state.fight.get("dead")) is dead
    assert run.scene.turn["acting"] == ("a" if awake else "z")
    if awake:
        assert (hit_points(run.scene, "a"), steps_down(run.scene, "a"), state.fight["prone"]) == (1, 4, True)


def test_s81_who_was_stunned_does_not_die_of_it():  # SE-DMG-6, SE-STUN-1
    run = resolve(SYSTEM, unconscious(0, fight={"gently_down": True}), Action("end_turn", "z"), dice=[1])
    assert not run.scene.combatants["a"].fight.get("dead")


def test_the_check_comes_every_tenth_round_only():  # SE-DMG-6
    run = resolve(SYSTEM, unconscious(1, rounds=3), Action("end_turn", "z"))
    assert run.scene.combatants["a"].fight["rounds_down"] == 4
    assert run.rolls == []


def test_s36_with_hit_points_left_no_roll_kills():  # SE-DMG-6
    down = token("a", "brute", (0, 0), "enemy", {"rounds_down": 9}, hit_points=48, steps_down=5, constitution=-4)
    there = fighting(scene(down, token("z", "officer", (9, 9), "neutral")), "z", "a")
    assert not resolve(SYSTEM, there, Action("end_turn", "z"), dice=[1]).scene.combatants["a"].fight.get("dead")
