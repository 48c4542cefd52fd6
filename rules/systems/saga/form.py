"""The profile as form fields. Keys are those of section 18; a dotted key is a field of a nested mapping."""

from rules.system import Field
from rules.systems.saga.words import TYPES
from rules.text import Text, say

SIZES = (
    ("Fine", say("Fine")),
    ("Diminutive", say("Diminutive")),
    ("Tiny", say("Tiny")),
    ("Small", say("Small")),
    ("Medium", say("Medium")),
    ("Large", say("Large")),
    ("Huge", say("Huge")),
    ("Gargantuan", say("Gargantuan")),
    ("Colossal", say("Colossal")),
)
_WHO, _BODY, _DEFENCE, _MOVE, _SENSES = (
    say("Who it is"),
    say("Body"),
    say("Defences"),
    say("Movement"),
    say("Senses and skills"),
)
_FIGHT = say("Weapons and feats")
_SKILLS: tuple[tuple[str, Text], ...] = (
    ("acrobatics", say("Acrobatics")),
    ("endurance", say("Endurance")),
    ("mechanics", say("Mechanics")),
    ("perception", say("Perception")),
    ("stealth", say("Stealth")),
)
_ASK = say("Left empty, the table is asked where it matters.")

WEAPON = (
    Field("name", say("Name"), "text", maximum=80, required=True),
    Field(
        "group",
        say("Group"),
        "choice",
        required=True,
        choices=(
            ("melee", say("Melee")),
            ("natural", say("Natural")),
            ("pistol", say("Pistol")),
            ("carbine", say("Carbine")),
            ("rifle", say("Rifle")),
            ("heavy", say("Heavy")),
            ("simple", say("Simple")),
            ("thrown", say("Thrown")),
        ),
    ),
    Field("attack", say("Attack bonus"), "integer", minimum=-999, maximum=999, required=True),
    Field("damage", say("Damage"), "text", maximum=20, required=True, help=say("Dice like 3d8 or 2d8+6.")),
    Field("types", say("Damage types"), "flags", choices=tuple((key, words) for key, words in TYPES.items())),
    Field(
        "effect",
        say("Effect"),
        "choice",
        choices=(("normal", say("Normal")), ("ion", say("Ion")), ("stun", say("Stun only"))),
    ),
    Field(
        "stun_setting",
        say("Stun setting"),
        "choice",
        choices=(("none", say("None")), ("switchable", say("Can be switched"))),
    ),
    Field(
        "modes",
        say("Fire"),
        "choice",
        choices=(
            ("single", say("Single shots")),
            ("both", say("Single shots and autofire")),
            ("autofire", say("Autofire only")),
        ),
    ),
    Field(
        "area",
        say("Area"),
        "choice",
        choices=(("none", say("None")), ("burst", say("Burst")), ("splash", say("Splash"))),
    ),
    Field("radius", say("Radius of the burst"), "integer", minimum=1, maximum=20),
    Field("shots_max", say("Shots when full"), "integer", minimum=0, maximum=99999, help=say("Empty: not counted.")),
    Field("shots", say("Shots left"), "integer", minimum=0, maximum=99999),
    Field(
        "stock",
        say("Stock"),
        "choice",
        choices=(("none", say("None")), ("folded", say("Folded")), ("extended", say("Extended"))),
    ),
    Field("ignores_dr", say("Ignores damage reduction"), "flag"),
    Field("fits_slit", say("Strikes through a firing slit"), "flag"),
    Field(
        "where",
        say("Where it is"),
        "choice",
        choices=(
            ("hand", say("In hand")),
            ("belt", say("At the belt")),
            ("stored", say("Stored away")),
            ("ground", say("On the ground")),
        ),
    ),
)
REDUCTION = (
    Field("amount", say("Amount"), "integer", minimum=1, maximum=999, required=True),
    Field("types", say("Bypassed by"), "flags", choices=tuple((key, words) for key, words in TYPES.items())),
    Field("stops_lightsabers", say("Also stops lightsabers"), "flag"),
)


def _skills() -> list[Field]:
    fields = []
    for key, words in _SKILLS:
        fields.append(Field(f"skills.{key}.bonus", words, "integer", _SENSES, minimum=-999, maximum=999))
        fields.append(Field(f"skills.{key}.trained", say("{skill}: trained", skill=words), "flag", _SENSES))
    return fields


FIELDS: tuple[Field, ...] = (
    Field(
        "kind",
        say("Kind"),
        "choice",
        _WHO,
        choices=(
            ("creature", say("Creature")),
            ("droid", say("Droid")),
            ("vehicle", say("Vehicle")),
            ("object", say("Object")),
        ),
    ),
    Field("size", say("Size"), "choice", _WHO, choices=(SIZES[4], *SIZES[:4], *SIZES[5:])),
    Field("space", say("Squares a side"), "integer", _WHO, minimum=1, maximum=20, help=say("Empty: by its size.")),
    Field("reach", say("Reach"), "integer", _WHO, minimum=0, maximum=20, help=_ASK),
    Field("cybernetic", say("Cybernetic"), "flag", _WHO),
    Field("hit_points_max", say("Hit points when unhurt"), "integer", _BODY, minimum=0, maximum=99999, required=True),
    Field("hit_points", say("Hit points now"), "integer", _BODY, minimum=0, maximum=99999),
    Field("threshold", say("Damage threshold"), "integer", _BODY, minimum=1, maximum=9999, required=True),
    Field("steps_down", say("Steps down the condition track"), "integer", _BODY, minimum=0, maximum=5),
    Field("strength", say("Strength modifier"), "integer", _BODY, minimum=-999, maximum=999),
    Field("constitution", say("Constitution modifier"), "integer", _BODY, minimum=-999, maximum=999),
    Field("dexterity", say("Dexterity modifier"), "integer", _BODY, minimum=-999, maximum=999),
    Field("initiative", say("Initiative bonus"), "integer", _BODY, minimum=-999, maximum=999),
    Field("reflex", say("Reflex Defense"), "integer", _DEFENCE, minimum=-999, maximum=999, required=True),
    Field("reflex_dexterity", say("Of it from Dexterity"), "integer", _DEFENCE, minimum=-999, maximum=999),
    Field("shields_max", say("Shield rating when full"), "integer", _DEFENCE, minimum=0, maximum=99999),
    Field("shields", say("Shield rating now"), "integer", _DEFENCE, minimum=0, maximum=99999),
    Field("damage_reduction", say("Damage reduction"), "list", _DEFENCE, fields=REDUCTION),
    Field("base_speed", say("Base speed"), "integer", _MOVE, minimum=0, maximum=40, required=True),
    Field("fly_speed", say("Flying speed"), "integer", _MOVE, minimum=0, maximum=80),
    Field(
        "armour",
        say("Armour"),
        "choice",
        _MOVE,
        choices=(
            ("none", say("None")),
            ("light", say("Light armour")),
            ("medium", say("Medium armour")),
            ("heavy", say("Heavy armour")),
        ),
    ),
    Field(
        "load", say("Carried load"), "choice", _MOVE, choices=(("normal", say("Normal")), ("heavy", say("Heavy load")))
    ),
    Field("can_fold", say("Can fold to squeeze"), "flag", _MOVE),
    Field(
        "vision",
        say("Vision"),
        "choice",
        _SENSES,
        choices=(
            ("normal", say("Normal")),
            ("low-light", say("Low-light vision")),
            ("darkvision", say("Darkvision")),
        ),
    ),
    *_skills(),
    Field(
        "feats",
        say("Feats"),
        "flags",
        _FIGHT,
        choices=(
            ("combat_reflexes", say("Combat Reflexes")),
            ("precise_shot", say("Precise Shot")),
            ("burst_fire", say("Burst Fire")),
            ("martial_arts_1", say("Martial Arts I")),
            ("evasion", say("Evasion")),
        ),
    ),
    Field("unarmed.attack", say("Unarmed attack bonus"), "integer", _FIGHT, minimum=-999, maximum=999, help=_ASK),
    Field("unarmed.dice", say("Unarmed damage"), "text", _FIGHT, maximum=20, help=say("Empty: by its size.")),
    Field("weapons", say("Weapons"), "list", _FIGHT, fields=WEAPON),
)

STATES: tuple[Field, ...] = (
    Field("prone", say("Prone"), "flag"),
    Field("helpless", say("Helpless"), "flag"),
    Field("flat_footed", say("Flat-footed"), "flag"),
    Field("blinded", say("Blinded"), "flag"),
    Field("dead", say("Dead"), "flag"),
)
