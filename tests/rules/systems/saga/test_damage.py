"""Shields, reduction, ion, stun, threshold and track: worked examples of section 14, by their ids."""

import pytest

from rules.effects import apply_effects
from rules.systems.saga.damage import rolled_damage, wound
from rules.systems.saga.fighter import Fighter
from rules.systems.saga.options import Options
from rules.systems.saga.profile import Weapon
from tests.support.saga import scene, token

BLASTER = {"name": "Blaster", "group": "pistol", "attack": 0, "damage": "3d6"}
SWORD = {"name": "Sword", "group": "melee", "attack": 0, "damage": "1d8", "types": ["slashing"]}
CLUB = {**SWORD, "types": ["bludgeoning"]}
LIGHTSABER = {**SWORD, "types": ["energy"], "ignores_dr": True}
ION = {**BLASTER, "effect": "ion"}
STUN = {**BLASTER, "stun_setting": "switchable", "set_to_stun": True}


def suffer(target, weapon, *damage, options=None):
    """The token after one attack or several: (hit points, shields, steps down, dead)."""
    there = scene(target)
    for amount in damage:
        done = wound(Fighter(there.combatants["b"]), Weapon(**weapon), amount, options or Options())
        assert done.lines
        there = apply_effects(there, [done.change] if done.change else [])
    state = there.combatants["b"]
    profile = state.profile
    return profile["hit_points"], profile["shields"], profile["steps_down"], bool(state.fight.get("dead"))


def b(sample, fight=None, **profile):
    return token("b", sample, (0, 0), fight=fight, **profile)


TWO_KINDS = [{"amount": 1}, {"amount": 10, "types": ["energy"]}]
CASES = [
    ("S14", b("war_droid"), BLASTER, [22], (43, 10, 0, False)),  # SE-SR-1, SE-DR-1
    ("S15", b("war_droid"), BLASTER, [15], (45, 15, 0, False)),  # SE-SR-1
    ("S16", b("war_droid", shields=0), LIGHTSABER, [12], (33, 0, 0, False)),  # SE-DR-1
    ("S17", b("brute", damage_reduction=TWO_KINDS), BLASTER, [9], (52, 0, 0, False)),  # SE-DR-1
    ("S18", b("assassin_droid"), ION, [20], (30, 0, 2, False)),  # SE-ION-1
    ("S19", b("brute"), ION, [30], (45, 0, 0, False)),  # SE-ION-1
    ("S20", b("officer"), STUN, [13], (12, 0, 2, False)),  # SE-STUN-1
    ("S21", b("battle_droid"), STUN, [30], (8, 0, 0, False)),  # SE-STUN-1
    ("S22", b("slicer", hit_points=5), STUN, [11], (0, 0, 5, False)),  # SE-STUN-1
    ("S36", b("brute", steps_down=4), SWORD, [12], (48, 0, 5, False)),  # SE-COND-2, SE-COND-4
    ("S75a", b("war_droid"), BLASTER, [22], (43, 10, 0, False)),
    ("S75b", b("war_droid"), BLASTER, [22, 16], (42, 5, 0, False)),
    ("S75c", b("war_droid"), BLASTER, [22, 16, 9], (42, 0, 0, False)),
    ("S75d", b("war_droid"), BLASTER, [22, 16, 9, 4], (42, 0, 0, False)),  # SE-DMG-1
    ("S77", b("war_droid"), ION, [30], (40, 10, 0, False)),  # SE-ION-1, SE-SR-1
    ("S78", b("assassin_droid", hit_points=5), ION, [20], (0, 0, 5, False)),  # SE-ION-2
    ("S79", b("officer", hit_points=6), STUN, [13], (0, 0, 5, False)),  # SE-STUN-1, SE-ION-2
    ("S97a", b("battle_droid"), BLASTER, [9], (0, 0, 5, False)),  # SE-DMG-5
    ("S97b", b("battle_droid"), BLASTER, [10], (0, 0, 0, True)),
    ("S97c", b("battle_droid"), BLASTER, [9, 1], (0, 0, 5, True)),  # SE-DMG-4
    ("ion on the enhanced", b("brute", cybernetic=True), ION, [30], (45, 0, 2, False)),
    ("ion fells an ordinary creature", b("officer"), ION, [36], (0, 0, 5, False)),  # SE-ION-2
    ("stun leaves the shields of a droid alone", b("war_droid"), STUN, [30], (45, 15, 0, False)),  # SE-SR-2
    ("already at 0", b("hunting_beast", hit_points=0, steps_down=5), SWORD, [9], (0, 0, 5, False)),
    ("nothing through", b("war_droid", shields=0, steps_down=4), SWORD, [5], (45, 0, 4, False)),  # SE-DMG-3
]  # fmt: skip


@pytest.mark.parametrize(("target", "weapon", "damage", "expected"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_worked_examples(target, weapon, damage, expected):
    assert suffer(target, weapon, *damage) == expected


@pytest.mark.parametrize(("weapon", "left"), [(SWORD, 15), (BLASTER, 10), (CLUB, 10)])
def test_s82_the_reduction_that_helps_most(weapon, left):  # SE-DR-1, SE-DR-2
    target = b(
        "brute",
        damage_reduction=[{"amount": 10, "types": ["piercing", "slashing"]}, {"amount": 5, "types": ["energy"]}],
    )
    assert suffer(target, weapon, 20)[0] == 60 - left


def test_a_reduction_that_stops_lightsabers():  # SE-DR-1
    target = b("brute", damage_reduction=[{"amount": 10, "stops_lightsabers": True}])
    assert suffer(target, LIGHTSABER, 12)[0] == 58


def test_the_threshold_may_stay_what_the_profile_says():  # SE-COND-4, option
    fixed = Options(threshold_follows_track=False)
    assert suffer(b("officer", steps_down=2), SWORD, 10)[2] == 3
    assert suffer(b("officer", steps_down=2), SWORD, 10, options=fixed)[2] == 2


def test_who_falls_drops_what_it_holds_but_keeps_its_teeth():  # section 16
    done = wound(Fighter(b("officer", hit_points=1)), Weapon(**SWORD), 2, Options())
    assert done.change.profile["weapons"][0]["where"] == "ground"
    assert done.change.fight["prone"] is True
    assert done.change.fight["gently_down"] is False
    done = wound(Fighter(b("hunting_beast", hit_points=1)), Weapon(**SWORD), 2, Options())
    assert "weapons" not in done.change.profile


def test_a_vehicle_is_disabled_without_lying_down():  # SE-DMG-5
    done = wound(Fighter(b("war_droid", kind="vehicle", shields=0, hit_points=3)), Weapon(**SWORD), 9, Options())
    assert "prone" not in done.change.fight
    assert "SE-DMG-5" in done.rules


def test_a_hit_rolls_at_least_one():  # SE-DMG-3, SE-ATK-4
    assert rolled_damage([1], -4, doubled=False) == 1
    assert rolled_damage([1], -4, doubled=True) == 2
    assert rolled_damage([3, 4], 6, doubled=True) == 26
