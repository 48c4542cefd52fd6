"""From dice to hit points, threshold and condition track. Rule: SE-DMG-1 and what it puts in order."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.request import Changed
from rules.systems.saga.fighter import Fighter
from rules.systems.saga.options import Options
from rules.systems.saga.profile import Weapon
from rules.text import Text, say, say_n, with_figures


@dataclass(frozen=True)
class Wound:
    """What one attack did to one target: the effect, what to tell, the rules used."""

    change: Changed | None
    lines: tuple[Text, ...]
    rules: tuple[str, ...]


@dataclass
class _Account:
    """The way of one attack's damage through one target. `left`: what has come through so far."""

    fighter: Fighter
    weapon: Weapon
    left: int
    options: Options
    profile: dict[str, Any] = field(default_factory=dict)
    fight: dict[str, Any] = field(default_factory=dict)
    lines: list[Text] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)

    @property
    def is_ion(self) -> bool:
        return self.weapon.effect == "ion"

    @property
    def is_gentle(self) -> bool:
        """Rule: SE-ION-2: ion and stun never kill."""
        return self.is_ion or self.weapon.stuns

    @property
    def is_creature(self) -> bool:
        return self.fighter.profile.kind == "creature"

    def note(self, rule: str, line: Text) -> None:
        self.rules.append(rule)
        self.lines.append(line)


def rolled_damage(faces: Sequence[int], bonus: int, *, doubled: bool) -> int:
    """The damage of a hit before halving, shields and reduction. Rule: SE-DMG-3, SE-ATK-4.

    >>> rolled_damage([2, 4, 5], 0, doubled=True), rolled_damage([1], -1, doubled=False)
    (22, 1)
    """
    return max(1, sum(faces) + bonus) * (2 if doubled else 1)


def threshold(fighter: Fighter, options: Options) -> int:
    """Rule: SE-COND-4."""
    following = fighter.penalty if options.threshold_follows_track else 0
    return max(1, fighter.profile.threshold + following)


def reduction(fighter: Fighter, types: set[str], *, ignores_dr: bool) -> int:
    """The one entry that helps most against this damage. Rule: SE-DR-1, 2."""
    amounts = [
        entry.amount
        for entry in fighter.profile.damage_reduction
        if not types & set(entry.types) and (not ignores_dr or entry.stops_lightsabers)
    ]
    return max(amounts, default=0)


def suffers_ion(fighter: Fighter) -> bool:
    """Rule: SE-ION-1: droids, vehicles, electronics and the cybernetically enhanced."""
    return fighter.profile.kind != "creature" or fighter.profile.cybernetic


def wound(fighter: Fighter, weapon: Weapon, damage: int, options: Options) -> Wound:
    """What `damage`, after doubling and halving, does to a fighter.

    Rule: SE-DMG-1: shields, reduction, ion or stun, hit points, threshold. Only creatures can be stunned (SE-STUN-1).
    """
    if weapon.stuns and fighter.profile.kind != "creature":
        return Wound(None, (say("{who} cannot be stunned.", who=fighter.name),), ("SE-STUN-1",))
    account = _Account(fighter, weapon, damage, options)
    _through_shields(account)
    _through_reduction(account)
    _off_hit_points(account)
    change = Changed(fighter.id, account.profile, account.fight) if account.profile or account.fight else None
    return Wound(change, tuple(account.lines), tuple(dict.fromkeys(account.rules)))


def _through_shields(account: _Account) -> None:
    """Rule: SE-SR-1, 2."""
    shields = account.fighter.profile.shields or 0
    if not shields:
        return
    if account.left <= shields:
        holds = say("The shields hold: {n} is not more than {shields}.", n=account.left, shields=shields)
        account.note("SE-SR-1", with_figures(account.fighter.id, holds, say("The shields hold.")))
        account.left = 0
        return
    account.left -= shields
    account.profile["shields"] = rest = max(0, shields - 5)
    takes = say("Shields take {n}: {left} left. They fall to {rest}.", n=shields, left=account.left, rest=rest)
    account.note("SE-SR-1", with_figures(account.fighter.id, takes, say("The shields take a part.")))


def _through_reduction(account: _Account) -> None:
    """Rule: SE-DR-1, 2."""
    types = {*account.weapon.types, *(("ion",) if account.is_ion else ())}
    reduced = reduction(account.fighter, types, ignores_dr=account.weapon.ignores_dr)
    if not reduced or not account.left:
        return
    account.left = max(0, account.left - reduced)
    takes = say("Damage reduction takes {n}: {left} left.", n=reduced, left=account.left)
    account.note("SE-DR-1", with_figures(account.fighter.id, takes, say("Damage reduction takes a part.")))


def _off_hit_points(account: _Account) -> None:
    """Rule: SE-ION-1, SE-STUN-1: half comes off; then the threshold is looked at with the undivided figure."""
    fighter, left = account.fighter, account.left
    off = left // 2 if account.is_gentle else left
    if account.is_gentle and left:
        rule = "SE-ION-1" if account.is_ion else "SE-STUN-1"
        half = say("Half of {n} comes off hit points: {half}.", n=left, half=off)
        account.note(rule, with_figures(fighter.id, half, say("Half comes off hit points.")))
    before = fighter.profile.hit_points or 0
    after = max(0, before - off)
    if after != before:
        account.profile["hit_points"] = after
        falls = say("{who}: {before} to {after} hit points.", who=fighter.name, before=before, after=after)
        account.lines.append(with_figures(fighter.id, falls))
    elif not left:
        account.lines.append(say("{who} takes no damage.", who=fighter.name))
    if left and not fighter.is_dead:  # SE-DMG-3: nothing neither moves the track nor kills
        _down_the_track(account, before, after)


def _down_the_track(account: _Account, before: int, after: int) -> None:
    """Rule: SE-DMG-2, SE-DMG-4 (already at 0: only what reaches the threshold does anything), SE-ION-2."""
    limit = threshold(account.fighter, account.options)
    reached = account.left >= limit
    if after == 0:
        if reached and not account.is_gentle:
            _die(account, limit)
        elif before > 0:
            account.profile["steps_down"] = 5
            _fall(account)
        else:
            line = say("{who} has no hit points left: {n} changes nothing.", who=account.fighter.name, n=account.left)
            account.note("SE-DMG-4", line)
    elif reached and (not account.is_ion or suffers_ion(account.fighter)):
        steps = account.fighter.profile.steps_down
        account.profile["steps_down"] = now = min(5, steps + (2 if account.is_gentle else 1))
        rule = "SE-DMG-2" if not account.is_gentle else "SE-ION-1" if account.is_ion else "SE-STUN-1"
        words = _steps_words(now - steps, account.left, limit)
        plainly = say_n("{n} step down the condition track.", "{n} steps down the condition track.", now - steps)
        account.note(rule, with_figures(account.fighter.id, words, plainly))
        if now == 5:
            _fall(account)


def _steps_words(steps: int, damage: int, limit: int) -> Text:
    return say_n(
        "{damage} reaches the threshold of {limit}: {n} step down.",
        "{damage} reaches the threshold of {limit}: {n} steps down.",
        steps,
        damage=damage,
        limit=limit,
    )


def _die(account: _Account, limit: int) -> None:
    who, left = account.fighter.name, account.left
    if account.is_creature:
        rule, plainly = "SE-DMG-2", say("{who} is killed.", who=who)
        words = say("{who} is killed: {n} reaches the threshold of {limit}.", who=who, n=left, limit=limit)
    else:
        rule, plainly = "SE-DMG-5", say("{who} is destroyed.", who=who)
        words = say("{who} is destroyed: {n} reaches the threshold of {limit}.", who=who, n=left, limit=limit)
    account.note(rule, with_figures(account.fighter.id, words, plainly))
    account.fight |= {"dead": True, "aim": None}


def _fall(account: _Account) -> None:
    """Unconscious or disabled; what it held lies on the ground (section 16). Rule: SE-COND-2, SE-DMG-5."""
    fighter = account.fighter
    account.fight |= {"aim": None, "gently_down": account.is_gentle}
    account.fight |= dict.fromkeys(("recovering", "recharging", "rounds_down"), 0)
    if fighter.is_down:
        return
    if account.is_creature:
        account.note("SE-COND-2", say("{who} is unconscious.", who=fighter.name))
    else:
        account.note("SE-DMG-5", say("{who} is disabled.", who=fighter.name))
    if fighter.profile.kind in ("vehicle", "object"):
        return
    account.fight["prone"] = True
    held = [armed.weapon.in_hand and armed.weapon.group != "natural" for armed in fighter.weapons]
    if any(held):
        account.profile["weapons"] = [
            {**weapon.model_dump(mode="json"), **({"where": "ground"} if drops else {})}
            for weapon, drops in zip(fighter.profile.weapons, held, strict=True)
        ]
