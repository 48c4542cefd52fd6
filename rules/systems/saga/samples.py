"""Ready profiles. Figures of Saga section 13; names and titles are our own."""

from typing import Any

from rules.system import Sample
from rules.systems.saga.profile import check_profile
from rules.text import Text, say

WEAPON_WORDS: dict[str, Text] = {
    text.msgid: text
    for text in (
        say("Blaster rifle"),
        say("Blaster pistol"),
        say("Blaster carbine"),
        say("Two cannons"),
        say("Ion pistol"),
        say("Vibroblade"),
        say("Vibro-axe"),
        say("Bite"),
        say("Frag grenade"),
        say("Lightsaber"),
        say("Repeating blaster"),
        say("Missile launcher"),
        say("Hold-out pistol"),
    )
}


def _shots(count: int) -> dict[str, Any]:
    return {"shots_max": count, "shots": count}


def _weapon(name: str, group: str, attack: int, damage: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "group": group, "attack": attack, "damage": damage, **more}


STUN = {"stun_setting": "switchable"}

_SAMPLES: tuple[tuple[str, Text, str, dict[str, Any]], ...] = (
    (
        "trooper",
        say("Trooper"),
        "g-trooper",
        {
            "base_speed": 6,
            "armour": "medium",
            "reflex": 16,
            "dexterity": 1,
            "strength": 1,
            "constitution": 1,
            "hit_points_max": 10,
            "threshold": 12,
            "initiative": 1,
            "vision": "low-light",
            "skills": {"perception": {"bonus": 2}},
            "weapons": [
                _weapon("Blaster rifle", "rifle", 4, "3d8", modes="both", stock="extended", **STUN, **_shots(50)),
            ],
        },
    ),
    (
        "officer",
        say("Officer"),
        "g-officer",
        {
            "base_speed": 6,
            "reflex": 14,
            "dexterity": 1,
            "constitution": 1,
            "hit_points_max": 18,
            "threshold": 11,
            "initiative": 6,
            "skills": {"mechanics": {"bonus": 5}, "perception": {"bonus": 5}},
            "unarmed": {"attack": 2},
            "weapons": [_weapon("Blaster pistol", "pistol", 5, "3d6", **STUN, **_shots(100))],
        },
    ),
    (
        "battle_droid",
        say("Battle droid"),
        "g-droid",
        {
            "kind": "droid",
            "base_speed": 6,
            "reflex": 10,
            "dexterity": 0,
            "strength": 0,
            "hit_points_max": 8,
            "threshold": 10,
            "initiative": 0,
            "vision": "darkvision",
            "skills": {"endurance": {"bonus": 0}},
            "weapons": [_weapon("Blaster carbine", "carbine", 2, "3d8", modes="both", stock="folded", **_shots(50))],
        },
    ),
    (
        "war_droid",
        say("War droid"),
        "g-droid",
        {
            "kind": "droid",
            "size": "Large",
            "reach": 1,
            "base_speed": 6,
            "reflex": 18,
            "dexterity": 2,
            "strength": 5,
            "hit_points_max": 45,
            "threshold": 25,
            "shields_max": 15,
            "damage_reduction": [{"amount": 5}],
            "initiative": 4,
            "skills": {"endurance": {"bonus": 8}},
            "weapons": [_weapon("Two cannons", "heavy", 7, "3d10", modes="autofire", **_shots(200))],
        },
    ),
    (
        "assassin_droid",
        say("Assassin droid"),
        "g-droid",
        {
            "kind": "droid",
            "base_speed": 6,
            "reflex": 19,
            "dexterity": 4,
            "strength": 2,
            "hit_points_max": 40,
            "threshold": 18,
            "damage_reduction": [{"amount": 5, "types": ["ion"]}],
            "initiative": 10,
            "skills": {"endurance": {"bonus": 5}},
            "weapons": [
                _weapon("Ion pistol", "pistol", 8, "3d6", effect="ion", types=["ion"], **_shots(50)),
                _weapon("Vibroblade", "melee", 8, "2d6", types=["slashing"]),
            ],
        },
    ),
    (
        "brute",
        say("Brute"),
        "g-worker",
        {
            "size": "Large",
            "reach": 2,
            "base_speed": 6,
            "reflex": 15,
            "dexterity": 0,
            "strength": 5,
            "constitution": 4,
            "hit_points_max": 60,
            "threshold": 22,
            "initiative": 0,
            "skills": {"endurance": {"bonus": 8}},
            "weapons": [_weapon("Vibro-axe", "melee", 9, "2d10", types=["slashing"])],
        },
    ),
    (
        "hunting_beast",
        say("Hunting beast"),
        "g-beast",
        {
            "size": "Huge",
            "reach": 3,
            "base_speed": 8,
            "reflex": 14,
            "dexterity": -1,
            "strength": 10,
            "constitution": 6,
            "hit_points_max": 95,
            "threshold": 32,
            "initiative": -1,
            "skills": {"perception": {"bonus": 4}},
            "weapons": [_weapon("Bite", "natural", 12, "2d8+10", types=["piercing"])],
        },
    ),
    (
        "scout",
        say("Scout"),
        "g-scout",
        {
            "base_speed": 6,
            "reflex": 17,
            "dexterity": 3,
            "strength": 1,
            "constitution": 2,
            "hit_points_max": 32,
            "threshold": 14,
            "initiative": 9,
            "feats": ["evasion", "precise_shot"],
            "skills": {
                "acrobatics": {"bonus": 9, "trained": True},
                "stealth": {"bonus": 9},
                "perception": {"bonus": 7},
            },
            "weapons": [
                _weapon("Blaster rifle", "rifle", 7, "3d8+1", **_shots(50)),
                _weapon("Frag grenade", "thrown", 6, "4d6", types=["slashing"], area="burst", radius=2, **_shots(3)),
            ],
        },
    ),
    (
        "knight",
        say("Knight"),
        "g-hood",
        {
            "base_speed": 6,
            "reflex": 21,
            "dexterity": 3,
            "strength": 1,
            "constitution": 2,
            "hit_points_max": 58,
            "threshold": 18,
            "initiative": 10,
            "feats": ["combat_reflexes"],
            "skills": {"acrobatics": {"bonus": 10, "trained": True}, "perception": {"bonus": 8}},
            "weapons": [_weapon("Lightsaber", "melee", 11, "2d8+6", ignores_dr=True, fits_slit=True)],
        },
    ),
    (
        "heavy_gunner",
        say("Heavy gunner"),
        "g-gunner",
        {
            "base_speed": 6,
            "armour": "medium",
            "reflex": 17,
            "dexterity": 1,
            "strength": 3,
            "constitution": 3,
            "hit_points_max": 44,
            "threshold": 17,
            "initiative": 3,
            "feats": ["burst_fire"],
            "skills": {"mechanics": {"bonus": 4}},
            "weapons": [
                _weapon("Repeating blaster", "heavy", 8, "3d10", modes="autofire", **_shots(200)),
                _weapon("Missile launcher", "heavy", 6, "6d6", area="splash", **_shots(4)),
            ],
        },
    ),
    (
        "slicer",
        say("Slicer"),
        "g-slicer",
        {
            "size": "Small",
            "base_speed": 4,
            "reflex": 15,
            "dexterity": 3,
            "strength": -1,
            "constitution": 0,
            "hit_points_max": 22,
            "threshold": 12,
            "initiative": 3,
            "unarmed": {"attack": 1},
            "skills": {"mechanics": {"bonus": 12}, "stealth": {"bonus": 12, "trained": True}},
            "weapons": [_weapon("Hold-out pistol", "pistol", 4, "3d4", **STUN, **_shots(100))],
        },
    ),
    (
        "vermin",
        say("Vermin"),
        "g-beast",
        {
            "size": "Tiny",
            "reach": 0,
            "base_speed": 6,
            "reflex": 15,
            "dexterity": 4,
            "strength": -4,
            "constitution": 0,
            "hit_points_max": 3,
            "threshold": 8,
            "initiative": 4,
            "skills": {"stealth": {"bonus": 14}},
            "weapons": [_weapon("Bite", "natural", 3, "1d3", types=["piercing"])],
        },
    ),
)

SAMPLES = tuple(Sample(key, title, face, check_profile(profile)) for key, title, face, profile in _SAMPLES)
