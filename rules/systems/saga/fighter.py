"""A combatant as the Saga rules see it: its profile, its state in the fight, and what follows from both."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from geometry.battlefield import Creature, Vision
from geometry.grid import Square
from rules.scene import Combatant
from rules.systems.saga.profile import Profile, Weapon, load_once, parse_damage
from rules.text import TokenName

PENALTIES = (0, -1, -2, -5, -10, -10)  # SE-COND-2, by steps down


class Aim(BaseModel):
    """SE-AIM-1, 2. `turns`: how many more ends of its own turn it outlasts."""

    model_config = ConfigDict(extra="ignore")
    target: str
    weapon: str
    turns: int = 1


class Fight(BaseModel):
    """What lasts in a fight (section 16). Kept as plain JSON in `Combatant.fight`."""

    model_config = ConfigDict(extra="ignore")
    standard: bool = True
    move: bool = True
    swift: bool = True
    acted: bool = False  # something was done in this turn
    opportunity_used: int = 0
    prone: bool = False
    helpless: bool = False
    flat_footed: bool = False
    running: bool = False
    charged: bool = False
    blinded: bool = False
    dead: bool = False
    aim: Aim | None = None
    braced: str | None = None  # the weapon that was braced, SE-AUTO-4
    recovering: int = 0  # swift actions spent, SE-ACT-3
    recharging: int = 0
    progressed: bool = False  # in this turn something was added to either
    gently_down: bool = False  # stun or ion took the last point, SE-DMG-6
    rounds_down: int = 0  # since it fell, SE-DMG-6
    held: dict[str, Any] | None = None  # how it stood before this turn began, for a turn that is delayed, SE-ACT-4


def read_fight(data: Mapping[str, Any]) -> Fight:
    """The fight state that `data` holds; a value that cannot be read counts as not set."""
    try:
        return Fight.model_validate(data)
    except ValidationError as error:
        bad = {fault["loc"][0] for fault in error.errors()}
        return Fight.model_validate({key: value for key, value in data.items() if key not in bad})


@dataclass(frozen=True)
class Armed:
    """A weapon in use. `ref` names it in actions: its place in the list, or "unarmed"."""

    ref: str
    weapon: Weapon

    @property
    def is_unarmed(self) -> bool:
        return self.ref == "unarmed"

    @property
    def is_ranged(self) -> bool:
        return not self.weapon.is_melee


class Fighter:
    """One combatant, read once. Rules: sections 1, 6, 10, 16."""

    def __init__(self, combatant: Combatant) -> None:
        self.combatant = combatant
        self.id = combatant.id
        self.side = combatant.side
        self.square: Square | None = combatant.square
        self.profile: Profile = load_once(combatant.profile)
        self.fight: Fight = read_fight(combatant.fight)
        self.name = TokenName(combatant.id)

    # -- how it stands

    @cached_property
    def is_dead(self) -> bool:
        return self.fight.dead

    @cached_property
    def is_down(self) -> bool:
        """Unconscious or disabled: five steps down, or no hit points left. Rule: SE-COND-2, SE-DMG-2."""
        return self.is_dead or self.profile.steps_down >= 5 or self.profile.hit_points == 0

    @cached_property
    def is_helpless(self) -> bool:
        return self.is_down or self.fight.helpless

    @cached_property
    def is_able(self) -> bool:
        return not self.is_helpless

    @cached_property
    def is_prone(self) -> bool:
        """Who is unconscious lies prone (SE-HELP-3); vehicles and objects do not."""
        return self.fight.prone or (self.is_down and self.profile.kind not in ("vehicle", "object"))

    @cached_property
    def steps_down(self) -> int:
        return 5 if self.is_down else self.profile.steps_down

    @cached_property
    def penalty(self) -> int:
        """Rule: SE-COND-1, 2."""
        return PENALTIES[self.steps_down]

    # -- movement

    @cached_property
    def speed(self) -> int:
        """Squares of one move action. Rule: SE-MOVE-7, 11."""
        profile = self.profile
        speed = profile.base_speed
        if profile.armour in ("medium", "heavy") or profile.load == "heavy":
            speed = speed * 3 // 4
        if self.steps_down >= 4 and speed:
            speed = max(1, speed // 2)
        return speed

    @property
    def withdraw_speed(self) -> int:
        """Rule: SE-AOO-8."""
        return max(1, self.speed // 2) if self.speed else 0

    @property
    def run_speed(self) -> int:
        """Rule: SE-MOVE-12, SE-MOVE-7."""
        return self.speed * (3 if self.profile.armour == "heavy" or self.profile.load == "heavy" else 4)

    @property
    def may_squeeze(self) -> bool:
        """Rule: SE-MOVE-8."""
        rigid = self.profile.kind in ("droid", "vehicle", "object") and not self.profile.can_fold
        return self.profile.category >= 1 and not rigid

    # -- weapons

    @cached_property
    def weapons(self) -> tuple[Armed, ...]:
        return tuple(Armed(str(index), weapon) for index, weapon in enumerate(self.profile.weapons))

    @cached_property
    def unarmed(self) -> Armed:
        """Bare hands, with what the profile says of them. Rule: SE-UNARMED-1."""
        given = self.profile.unarmed
        weapon = Weapon(
            name="unarmed", group="melee", attack=given.attack or 0, damage=given.dice or "1d4", types=["bludgeoning"]
        )
        return Armed("unarmed", weapon)

    def armed(self, ref: str | None) -> Armed | None:
        """The weapon that an action names: by place in the list, by name, or "unarmed"."""
        if ref == "unarmed":
            return self.unarmed
        for armed in self.weapons:
            if armed.ref == ref:
                return armed
        for armed in self.weapons:
            if armed.weapon.name == ref:
                return armed
        return None

    @cached_property
    def opportunity_weapons(self) -> tuple[Armed, ...]:
        """What it may strike with when somebody lowers the guard, best first. Rule: SE-THREAT-1, 2, SE-MODE-1."""
        ready = [armed for armed in self.weapons if armed.weapon.threatens]
        usable = [armed for armed in ready if not armed.weapon.on_autofire and armed.weapon.shots != 0]
        if "martial_arts_1" in self.profile.feats:
            usable.append(self.unarmed)
        return tuple(sorted(usable, key=lambda armed: -armed.weapon.attack))

    @property
    def threatens(self) -> bool:
        """Armed and able to strike. Rule: SE-THREAT-1, 2; the blinded do not threaten (section 16)."""
        armed = any(armed.weapon.threatens for armed in self.weapons) or "martial_arts_1" in self.profile.feats
        return armed and self.is_able and not self.fight.blinded

    @property
    def opportunity_allowance(self) -> int:
        """Attacks of opportunity in a round. Rule: SE-AOO-3, 5."""
        if "combat_reflexes" in self.profile.feats:
            return 1 + max(1, self.profile.dexterity)
        return 1

    @property
    def may_strike(self) -> bool:
        """Able, upright or reflexive, not flat-footed, allowance left. Rule: SE-AOO-5, 9."""
        if not self.threatens or self.fight.flat_footed:
            return False
        if self.is_prone and "combat_reflexes" not in self.profile.feats:
            return False
        return self.fight.opportunity_used < self.opportunity_allowance

    @property
    def vision(self) -> Vision:
        return Vision(self.profile.vision)

    @property
    def space_size(self) -> int:
        """Squares a side; an unknown one (Colossal without `space`) is taken as 1 and asked for where it matters."""
        return self.profile.space or 1

    def is_enemy_of(self, other: "Fighter") -> bool:
        return self.id != other.id and self.side != other.side

    def creature(self, square: Square | None = None) -> Creature | None:
        """How space sees it, on its own square or another; None where it has no place."""
        at = square or self.square
        if at is None:
            return None
        return Creature(
            id=self.id,
            square=at,
            size=self.space_size,
            side=self.side,
            reach=self.profile.reach,
            category=self.profile.category,
            threatens=self.threatens,
            obstructs=not self.is_dead,
            able=self.is_able,
            shares=self.profile.is_tiny,
            may_end_in=self.is_dead,
        )


def average(dice: str) -> float:
    """The mean of damage dice."""
    count, sides, bonus = parse_damage(dice)
    return count * (sides + 1) / 2 + bonus
