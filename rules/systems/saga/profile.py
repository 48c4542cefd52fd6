"""The numbers of a creature, droid, vehicle or object, checked when made. Rule: Saga section 18."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from rules.errors import RuleError
from rules.system import ProfileError
from rules.text import Text, say

SIZES = ("Fine", "Diminutive", "Tiny", "Small", "Medium", "Large", "Huge", "Gargantuan", "Colossal")
SPACES = {"Large": 2, "Huge": 3, "Gargantuan": 4}
TALL_REACH = {"Large": 2, "Huge": 3, "Gargantuan": 4, "Colossal": 6}  # SE-REACH-1: the most that is usual for a size
RANGES = {  # SE-RANGE-1: point-blank, short, medium, long
    "pistol": (20, 40, 60, 80),
    "carbine": (30, 60, 150, 300),
    "rifle": (30, 60, 150, 300),
    "heavy": (50, 100, 250, 500),
    "simple": (20, 40, 60, 80),
    "thrown": (6, 8, 10, 12),
}
MELEE_GROUPS = ("melee", "natural")
BLASTERS = ("pistol", "carbine", "rifle")
SKILLS = ("acrobatics", "endurance", "mechanics", "perception", "stealth")
FEATS = ("combat_reflexes", "precise_shot", "burst_fire", "martial_arts_1", "evasion")

_DICE = re.compile(r"(\d{1,2})d(\d{1,3})([+-]\d{1,3})?")


def parse_damage(dice: str) -> tuple[int, int, int]:
    """Number of dice, sides and fixed bonus.

    >>> parse_damage("2d8+6"), parse_damage("1d4-1")
    ((2, 8, 6), (1, 4, -1))
    """
    match = _DICE.fullmatch(dice.replace(" ", "").replace("−", "-").lower())
    if not match or not 1 <= int(match[1]) <= 50 or int(match[2]) < 2:
        raise RuleError(f"not dice: {dice!r}")
    return int(match[1]), int(match[2]), int(match[3] or 0)


def _dice(value: str) -> str:
    count, sides, bonus = parse_damage(value)
    return f"{count}d{sides}{bonus:+d}" if bonus else f"{count}d{sides}"


def _words(value: Any) -> Any:
    """A form sends a set as one line with commas or as several values."""
    if isinstance(value, str):
        value = value.split(",")
    if isinstance(value, list | tuple | set | frozenset):
        return [word.strip().lower() if isinstance(word, str) else word for word in value if word != ""]
    return value


def _numbers(value: Any) -> Any:
    return re.split(r"[\s,/]+", value.strip()) if isinstance(value, str) else value


Number = Annotated[int, Field(ge=-999, le=999)]
Count = Annotated[int, Field(ge=0, le=99999)]
Dice = Annotated[str, Field(max_length=20), AfterValidator(_dice)]
Name = Annotated[str, Field(max_length=80)]
Word = Annotated[str, Field(min_length=1, max_length=30)]
Words = Annotated[list[Word], Field(max_length=12), BeforeValidator(_words)]
Ranges = Annotated[
    list[Annotated[int, Field(ge=1, le=9999)]], Field(min_length=4, max_length=4), BeforeValidator(_numbers)
]


class Model(BaseModel):
    """Unknown keys are ignored, so that a profile of a later release still opens."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class Weapon(Model):
    """A weapon; ability, training and size are in its figures."""

    name: Annotated[Name, Field(min_length=1)]
    group: Literal["melee", "natural", "pistol", "carbine", "rifle", "heavy", "simple", "thrown"]
    attack: Number
    damage: Dice
    types: Words = ["energy"]
    effect: Literal["normal", "ion", "stun"] = "normal"
    stun_setting: Literal["none", "switchable"] = "none"
    set_to_stun: bool = False
    stun_range: Annotated[int, Field(ge=1, le=9999)] | None = None
    ranges: Ranges | None = None
    modes: Literal["single", "autofire", "both"] = "single"
    set_to_autofire: bool = False
    area: Literal["none", "burst", "splash"] = "none"
    radius: Annotated[int, Field(ge=1, le=20)] | None = None
    shots_max: Count | None = None
    shots: Count | None = None
    stock: Literal["none", "folded", "extended"] = "none"
    ignores_dr: bool = False
    fits_slit: bool = False
    where: Literal["hand", "belt", "stored", "ground"] = "hand"

    @property
    def is_melee(self) -> bool:
        return self.group in MELEE_GROUPS

    @property
    def on_autofire(self) -> bool:
        """SE-MODE-1: autofire-only weapons cannot be set otherwise."""
        return self.modes == "autofire" or (self.modes == "both" and self.set_to_autofire)

    @property
    def stuns(self) -> bool:
        return self.effect == "stun" or (self.stun_setting == "switchable" and self.set_to_stun)

    @property
    def in_hand(self) -> bool:
        return self.group == "natural" or self.where == "hand"

    @property
    def threatens(self) -> bool:
        """Rule: SE-THREAT-1, 2. Melee, natural, pistol, carbine, or a stock folded; never with the stock out."""
        if not self.in_hand or self.modes == "autofire" or self.stock == "extended" or self.area != "none":
            return False
        return self.is_melee or self.group in ("pistol", "carbine") or self.stock == "folded"


class Reduction(Model):
    """Damage reduction: `types` bypass it. Rule: SE-DR-1, 2."""

    amount: Annotated[int, Field(ge=1, le=999)]
    types: Words = []
    stops_lightsabers: bool = False


class Skill(Model):
    bonus: Number | None = None
    trained: bool = False


class Unarmed(Model):
    attack: Number | None = None
    dice: Dice | None = None


class Profile(Model):
    """A profile. None where the document says "ask": then no ruling guesses it (SE-GM-1)."""

    name: Name = ""
    kind: Literal["creature", "droid", "vehicle", "object"] = "creature"
    cybernetic: bool = False
    size: Literal["Fine", "Diminutive", "Tiny", "Small", "Medium", "Large", "Huge", "Gargantuan", "Colossal"] = "Medium"
    space: Annotated[int, Field(ge=1, le=20)] | None = None
    reach: Annotated[int, Field(ge=0, le=20)] | None = None
    can_fold: bool = False
    base_speed: Annotated[int, Field(ge=0, le=40)]
    fly_speed: Annotated[int, Field(ge=0, le=80)] | None = None
    armour: Literal["none", "light", "medium", "heavy"] = "none"
    load: Literal["normal", "heavy"] = "normal"
    reflex: Number
    dexterity: Number = 0
    reflex_dexterity: Number | None = None
    strength: Number | None = None
    constitution: Number | None = None
    hit_points_max: Annotated[int, Field(ge=0, le=99999)]
    hit_points: Count | None = None
    threshold: Annotated[int, Field(ge=1, le=9999)]
    steps_down: Annotated[int, Field(ge=0, le=5)] = 0
    shields_max: Count = 0
    shields: Count | None = None
    damage_reduction: Annotated[list[Reduction], Field(max_length=12)] = []
    initiative: Number | None = None
    skills: dict[Literal["acrobatics", "endurance", "mechanics", "perception", "stealth"], Skill] = {}
    vision: Literal["normal", "low-light", "darkvision"] = "normal"
    feats: Words = []
    unarmed: Unarmed = Unarmed()
    weapons: Annotated[list[Weapon], Field(max_length=24)] = []

    @property
    def category(self) -> int:
        """Size category as a number: Medium 0, Large 1, Small -1."""
        return SIZES.index(self.size) - SIZES.index("Medium")

    @property
    def is_tiny(self) -> bool:
        """SE-SPACE-1: shares squares, and strikes only into its own (SE-REACH-4)."""
        return self.category <= -2


def _without_blanks(data: Any) -> Any:
    """An empty field of a form is a field that was not filled in."""
    if isinstance(data, Mapping):
        return {str(key): _without_blanks(value) for key, value in data.items() if value is not None and value != ""}
    if isinstance(data, list | tuple):
        return [_without_blanks(value) for value in data]
    return data


def _complete(profile: Profile) -> Profile:
    """The defaults that follow from other fields."""
    size, category = profile.size, profile.category
    given: dict[str, Any] = {}
    if profile.space is None and size != "Colossal":
        given["space"] = SPACES.get(size, 1)
    if profile.reach is None and category <= 0:
        given["reach"] = 0 if profile.is_tiny else 1
    if profile.reflex_dexterity is None:
        given["reflex_dexterity"] = profile.dexterity
    if profile.initiative is None:
        given["initiative"] = profile.dexterity
    if profile.strength is None and profile.kind == "creature":
        given["strength"] = 0
    if profile.constitution is None and profile.kind == "creature":
        given["constitution"] = 0
    if profile.hit_points is None:
        given["hit_points"] = profile.hit_points_max
    if profile.shields is None:
        given["shields"] = profile.shields_max
    if profile.unarmed.dice is None and size in ("Medium", "Small"):  # SE-UNARMED-1
        strength = given.get("strength", profile.strength) or 0
        dice = _dice(f"1d{4 if size == 'Medium' else 3}{strength:+d}")
        given["unarmed"] = profile.unarmed.model_copy(update={"dice": dice})
    given["weapons"] = [_complete_weapon(weapon) for weapon in profile.weapons]
    return profile.model_copy(update=given)


def _complete_weapon(weapon: Weapon) -> Weapon:
    given: dict[str, Any] = {}
    if weapon.ranges is None and weapon.group in RANGES:
        given["ranges"] = list(RANGES[weapon.group])
    if weapon.stun_range is None and weapon.stun_setting == "switchable" and weapon.group in BLASTERS:
        given["stun_range"] = 6  # SE-STUN-2
    if weapon.modes == "autofire":
        given["set_to_autofire"] = True
    if weapon.shots is None and weapon.shots_max is not None:
        given["shots"] = weapon.shots_max
    return weapon.model_copy(update=given)


def _faults(profile: Profile) -> dict[str, Text]:
    """What is wrong between fields that are each well made."""
    faults: dict[str, Text] = {}
    if (profile.hit_points or 0) > profile.hit_points_max:
        faults["hit_points"] = say("Hit points cannot be more than their maximum of {n}.", n=profile.hit_points_max)
    if (profile.shields or 0) > profile.shields_max:
        faults["shields"] = say("Shields cannot be more than their maximum of {n}.", n=profile.shields_max)
    if profile.reach == 0 and not profile.is_tiny:
        faults["reach"] = say("Only Tiny and smaller creatures have no reach.")
    if profile.kind == "droid" and profile.constitution is not None:
        faults["constitution"] = say("A droid has no Constitution.")
    for feat in profile.feats:
        if feat not in FEATS:
            faults["feats"] = say("There is no feat “{word}” here.", word=feat)
    for index, weapon in enumerate(profile.weapons):
        for field, text in _weapon_faults(weapon).items():
            faults[f"weapons.{index}.{field}"] = text
    return faults


def _weapon_faults(weapon: Weapon) -> dict[str, Text]:
    faults: dict[str, Text] = {}
    if weapon.ranges and sorted(set(weapon.ranges)) != list(weapon.ranges):
        faults["ranges"] = say("The four ranges must go up.")
    if weapon.area == "burst" and weapon.radius is None:
        faults["radius"] = say("A burst needs a radius.")
    if weapon.modes != "single" and weapon.is_melee:
        faults["modes"] = say("Only ranged weapons fire automatically.")
    if weapon.shots is not None and weapon.shots_max is None:
        faults["shots"] = say("Shots are counted only with a maximum.")
    elif weapon.shots is not None and weapon.shots_max is not None and weapon.shots > weapon.shots_max:
        faults["shots"] = say("Shots cannot be more than their maximum of {n}.", n=weapon.shots_max)
    return faults


def _sentence(error: Any) -> Text:
    """What to tell a person about one of pydantic's errors."""
    kind, context = error["type"], error.get("ctx") or {}
    if kind == "missing":
        return say("This must be filled in.")
    if kind.startswith("int") or kind == "finite_number":
        return say("A whole number is needed.")
    if kind.startswith("bool"):
        return say("Yes or no is needed.")
    if kind == "greater_than_equal":
        return say("At least {n} is needed.", n=context["ge"])
    if kind == "less_than_equal":
        return say("At most {n} is possible.", n=context["le"])
    if kind == "literal_error":
        return say("Choose one of the words offered.")
    if kind == "string_too_long":
        return say("At most {n} letters fit here.", n=context["max_length"])
    if kind == "string_too_short":
        return say("This must be filled in.")
    if kind == "value_error":
        return say("Write dice like 3d8 or 2d8+6.")
    if kind == "too_long":
        return say("At most {n} are possible.", n=context["max_length"])
    if kind == "too_short":
        return say("At least {n} are needed.", n=context["min_length"])
    return say("This cannot be read.")


def load(data: Mapping[str, Any]) -> Profile:
    """The profile that `data` holds, completed with its defaults.

    Rule: Saga section 18. Raises ProfileError with one sentence for each bad field.
    """
    try:
        profile = _complete(Profile.model_validate(_without_blanks(data)))
    except ValidationError as error:
        faults: dict[str, Text] = {}
        for fault in error.errors(include_url=False, include_input=False):
            faults.setdefault(".".join(str(part) for part in fault["loc"]) or "profile", _sentence(fault))
        raise ProfileError(faults) from None
    if faults := _faults(profile):
        raise ProfileError(faults)
    return profile


def load_once(data: Mapping[str, Any]) -> Profile:
    """As `load`, but a mapping that was read before is not read again: what a scene holds is never changed in place."""
    known = _read.get(id(data))
    if known is not None and known[0] is data:
        return known[1]
    profile = load(data)
    if len(_read) >= _MOST_READ:
        _read.clear()
    _read[id(data)] = data, profile  # the mapping is kept too, so that its id stays its own
    return profile


_MOST_READ = 2000
_read: dict[int, tuple[Mapping[str, Any], Profile]] = {}


def check_profile(data: Mapping[str, Any]) -> dict[str, Any]:
    """The completed profile as plain JSON; see `load`."""
    return load(data).model_dump(mode="json")
