"""A profile to read in play: bars, badges, figures. Rules: sections 16 and 18."""

from rules.system import Badge, Bar, Row, Sheet
from rules.systems.saga.damage import threshold
from rules.systems.saga.fighter import Armed, Fighter
from rules.systems.saga.form import SIZES
from rules.systems.saga.play import Play
from rules.systems.saga.words import damage_words, type_words, weapon_words
from rules.text import Text, TokenName, say, say_n

_KINDS = {
    "creature": say("Creature"),
    "droid": say("Droid"),
    "vehicle": say("Vehicle"),
    "object": say("Object"),
}


def sheet(play: Play, token: str) -> Sheet:
    """The sheet of a token."""
    fighter = play.fighter(token)
    profile = fighter.profile
    bars = [Bar("hit_points", say("Hit points"), profile.hit_points or 0, profile.hit_points_max)]
    if profile.shields_max:
        bars.append(Bar("shields", say("Shields"), profile.shields or 0, profile.shields_max))
    return Sheet(
        fighter.space_size,
        say("{kind}, {size}", kind=_KINDS[profile.kind], size=dict(SIZES)[profile.size]),
        tuple(bars),
        badges(fighter),
        (
            (say("Defences"), _defences(play, fighter)),
            (say("Movement"), _movement(fighter)),
            (say("Weapons"), tuple(_weapon(armed) for armed in fighter.weapons)),
            (say("Skills"), _skills(fighter)),
        ),
    )


def badges(fighter: Fighter) -> tuple[Badge, ...]:
    """Its states, the gravest first. Rule: section 16."""
    found = []
    creature = fighter.profile.kind == "creature"
    if fighter.is_dead:
        label = say("Dead") if creature else say("Destroyed")
        found.append(Badge("dead", "i-skull", label, "dead", "SE-DMG-2"))
    elif fighter.is_down:
        label = say("Unconscious") if creature else say("Disabled")
        found.append(Badge("unconscious", "i-sleep", label, "unconscious", "SE-COND-2"))
    elif fighter.fight.helpless:
        found.append(Badge("helpless", "i-lock", say("Helpless"), None, "SE-HELP-2"))
    if fighter.is_prone and not fighter.is_dead:
        found.append(Badge("prone", "i-prone", say("Prone"), "prone", "SE-PRONE-1"))
    if fighter.profile.steps_down and not fighter.is_down:
        steps = say_n("{n} step down", "{n} steps down", fighter.profile.steps_down)
        found.append(Badge("track", "i-track", steps, None, "SE-COND-1"))
    fight = fighter.fight
    if fight.flat_footed:
        found.append(Badge("flat_footed", "i-alert", say("Flat-footed"), None, "SE-FLAT-1"))
    if fight.blinded:
        found.append(Badge("blinded", "i-eye-off", say("Blinded"), None, "SE-CONC-4"))
    if fight.running:
        found.append(Badge("running", "i-move", say("Running"), None, "SE-MOVE-12"))
    if fight.aim is not None:
        found.append(
            Badge("aiming", "i-aim", say("Aiming at {who}", who=TokenName(fight.aim.target)), None, "SE-AIM-1")
        )
    return tuple(found)


def _defences(play: Play, fighter: Fighter) -> tuple[Row, ...]:
    profile = fighter.profile
    rows = [
        Row(say("Reflex Defense"), profile.reflex + fighter.penalty, rule="SE-ATK-1"),
        Row(say("Damage threshold"), threshold(fighter, play.options), rule="SE-COND-4"),
        Row(say("Initiative"), profile.initiative or 0, rule="SE-INIT-1"),
    ]
    for entry in profile.damage_reduction:
        value: Text | int = entry.amount
        if entry.types:
            value = say("{n}, not against {types}", n=entry.amount, types=type_words(entry.types))
        rows.append(Row(say("Damage reduction"), value, rule="SE-DR-1"))
    return tuple(rows)


def _movement(fighter: Fighter) -> tuple[Row, ...]:
    reach: Text | int = say("not known") if fighter.profile.reach is None else fighter.profile.reach
    return (
        Row(say("Speed"), fighter.speed, rule="SE-MOVE-11"),
        Row(say("Withdraw"), fighter.withdraw_speed, rule="SE-AOO-8"),
        Row(say("Run"), fighter.run_speed, rule="SE-MOVE-12"),
        Row(say("Reach"), reach, rule="SE-REACH-2"),
    )


def _weapon(armed: Armed) -> Row:
    weapon = armed.weapon
    bonus = f"{weapon.attack:+d}".replace("-", "−")
    notes = say("{attack}: {damage}", attack=bonus, damage=damage_words(weapon))
    label = say("{weapon}", weapon=weapon_words(weapon.name))
    if weapon.shots is None:
        return Row(label, notes, rule="SE-ATK-3")
    shots = say("{n} of {max} shots", n=weapon.shots, max=weapon.shots_max or 0)
    return Row(label, notes, shots, "SE-SHOT-1")


def _skills(fighter: Fighter) -> tuple[Row, ...]:
    words = {
        "acrobatics": say("Acrobatics"),
        "endurance": say("Endurance"),
        "mechanics": say("Mechanics"),
        "perception": say("Perception"),
        "stealth": say("Stealth"),
    }
    rows = []
    for key, skill in fighter.profile.skills.items():
        if skill.bonus is not None:
            note = say("trained") if skill.trained else None
            rows.append(Row(words[key], skill.bonus + fighter.penalty, note))
    return tuple(rows)
