"""The profile of section 18: defaults, faults by field, plain JSON in and out."""

import json

import pytest

from rules.system import ProfileError
from rules.systems.saga import SYSTEM

LEAST = {"base_speed": 6, "reflex": 14, "hit_points_max": 10, "threshold": 12}
PISTOL = {"name": "Pistol", "group": "pistol", "attack": 3, "damage": "3d6"}


def faults(**more):
    with pytest.raises(ProfileError) as caught:
        SYSTEM.check_profile({**LEAST, **more})
    return set(caught.value.faults)


def test_the_defaults_are_filled_in():
    profile = SYSTEM.check_profile({**LEAST, "dexterity": "2", "weapons": [PISTOL]})
    assert (profile["reflex_dexterity"], profile["initiative"]) == (2, 2)
    assert (profile["hit_points"], profile["space"], profile["reach"]) == (10, 1, 1)
    assert profile["unarmed"] == {"attack": None, "dice": "1d4"}  # SE-UNARMED-1
    assert profile["weapons"][0]["ranges"] == [20, 40, 60, 80]  # SE-RANGE-1


def test_what_the_document_asks_for_is_not_guessed():  # SE-GM-1, SE-REACH-1
    assert SYSTEM.check_profile({**LEAST, "size": "Large"})["reach"] is None
    assert SYSTEM.check_profile({**LEAST, "size": "Colossal"})["space"] is None
    assert SYSTEM.check_profile({**LEAST, "size": "Tiny"})["reach"] == 0
    assert SYSTEM.check_profile({**LEAST, "size": "Small"})["unarmed"]["dice"] == "1d3"


def test_checking_twice_changes_nothing():
    for sample in SYSTEM.samples():
        assert SYSTEM.check_profile(sample.profile) == sample.profile
        assert json.loads(json.dumps(sample.profile)) == sample.profile


def test_empty_fields_of_a_form_are_fields_not_filled_in():
    profile = SYSTEM.check_profile({**LEAST, "reach": "", "hit_points": "", "feats": ["evasion"], "can_fold": "on"})
    assert (profile["reach"], profile["hit_points"], profile["can_fold"]) == (1, 10, True)


def test_every_missing_field_is_named():
    with pytest.raises(ProfileError) as caught:
        SYSTEM.check_profile({})
    assert set(caught.value.faults) == set(LEAST)


@pytest.mark.parametrize(
    ("figures", "field"),
    [
        ({"hit_points": 11}, "hit_points"),
        ({"shields": 1}, "shields"),
        ({"reach": 0}, "reach"),
        ({"kind": "droid", "constitution": 1}, "constitution"),
        ({"size": "Giant"}, "size"),
        ({"reflex": "high"}, "reflex"),
        ({"reflex": 10**30}, "reflex"),
        ({"reflex": float("nan")}, "reflex"),
        ({"reflex": [1]}, "reflex"),
        ({"steps_down": 6}, "steps_down"),
        ({"threshold": 0}, "threshold"),
        ({"feats": ["flying"]}, "feats"),
        ({"name": "x" * 10_000}, "name"),
        ({"skills": {"cooking": {"bonus": 1}}}, "skills.cooking.[key]"),
        ({"weapons": [{**PISTOL, "damage": "lots"}]}, "weapons.0.damage"),
        ({"weapons": [{**PISTOL, "damage": "99d1"}]}, "weapons.0.damage"),
        ({"weapons": [PISTOL, {**PISTOL, "group": "spoon"}]}, "weapons.1.group"),
        ({"weapons": [{**PISTOL, "ranges": [6, 6, 7, 8]}]}, "weapons.0.ranges"),
        ({"weapons": [{**PISTOL, "area": "burst"}]}, "weapons.0.radius"),
        ({"weapons": [{**PISTOL, "shots_max": 3, "shots": 4}]}, "weapons.0.shots"),
        ({"weapons": [{**PISTOL, "group": "melee", "modes": "both"}]}, "weapons.0.modes"),
        ({"weapons": [3]}, "weapons.0"),
        ({"weapons": [PISTOL] * 99}, "weapons"),
        ({"damage_reduction": [{"amount": 0}]}, "damage_reduction.0.amount"),
    ],
    ids=str,
)
def test_impossible_figures_are_named_by_field(figures, field):
    assert faults(**figures) == {field}


def test_all_samples_of_the_document_are_there():
    assert [sample.key for sample in SYSTEM.samples()] == [
        "trooper", "officer", "battle_droid", "war_droid", "assassin_droid", "brute",
        "hunting_beast", "scout", "knight", "heavy_gunner", "slicer", "vermin",
    ]  # fmt: skip
    speeds = {sample.key: SYSTEM.check_profile(sample.profile)["base_speed"] for sample in SYSTEM.samples()}
    assert speeds["hunting_beast"] == 8
