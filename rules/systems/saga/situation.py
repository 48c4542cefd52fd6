"""What space decides about one attack: may it be made, and what is in the way. Rules: SE-ATK-3, SE-COVER, SE-CONC."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from geometry.battlefield import SquareKind
from geometry.concealment import Concealment
from geometry.cover import Cover
from geometry.ruling import Evidence, Ruling
from rules.card import Refusal
from rules.errors import IllegalAction
from rules.scene import Overrule
from rules.systems.saga.fighter import Armed, Fighter
from rules.systems.saga.haze import concealing
from rules.systems.saga.play import Play, number_arg, text_arg
from rules.systems.saga.rows import word
from rules.text import Text, say

COVER_LEVELS = ("none", "cover", "improved", "total")
CONCEALMENT_LEVELS = ("none", "concealment", "total")


@dataclass(frozen=True)
class Blow:
    """One attack that may be made: who, whom, with what, and how it came to it."""

    attacker: Fighter
    target: Fighter
    armed: Armed
    action: str  # key of the action, "opportunity" for an attack of opportunity
    args: Mapping[str, Any] = field(default_factory=dict)
    overrules: tuple[Overrule, ...] = ()
    paid: bool = False  # its cost is spent already, or it has none
    charging: bool = False  # SE-MOVE-13

    @property
    def shots(self) -> int:
        """What the weapon spends. Rule: SE-SHOT-1."""
        return 5 if self.action == "burst_fire" else 1

    @property
    def is_braced(self) -> bool:
        """Rule: SE-AUTO-2, 4."""
        return self.attacker.fight.braced == self.armed.ref

    @property
    def melee(self) -> bool:
        return self.armed.weapon.is_melee


@dataclass(frozen=True)
class Situation:
    """The spatial facts of a blow. `refusal` forbids it; `undecided` names what the table must say (SE-GM-1)."""

    distance: int | None = None
    cover: str = "none"  # as it counts
    computed_cover: str = "none"
    cover_ruling: Ruling[Cover] | None = None
    concealment: str = "none"
    concealment_ruling: Ruling[Concealment] | None = None
    flankers: tuple[str, ...] = ()
    refusal: Refusal | None = None
    undecided: Text | None = None
    haze: SquareKind | None = None  # what conceals
    marks: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    @property
    def evidence(self) -> Evidence:
        """What to draw: the lines of cover, what conceals, who flanks."""
        base = self.cover_ruling.evidence if self.cover_ruling else Evidence()
        if self.refusal is not None:
            return self.refusal.evidence
        clouds = self.concealment_ruling if self.concealment != "none" else None
        squares = clouds.evidence.squares if clouds else ()
        return Evidence(
            segments=base.segments,
            others=base.others,
            corner=base.corner,
            squares=tuple(dict.fromkeys([*base.squares, *squares])),
            blockers=base.blockers,
            tokens=tuple(dict.fromkeys([*base.tokens, *self.flankers])),
        )


def lifted(blow: Blow, rule: str) -> bool:
    """Has the table overruled this refusal? `refusal` takes the rule id, or "all"."""
    overrule = word(blow.overrules, "refusal")
    return overrule is not None and overrule.value in (rule, "all", True)


def longest_range(armed: Armed) -> int | None:
    """The last square it reaches; None where it has no ranges. Rule: SE-RANGE-1, SE-STUN-2."""
    weapon = armed.weapon
    if weapon.stun_setting == "switchable" and weapon.set_to_stun and weapon.stun_range is not None:
        return weapon.stun_range
    return weapon.ranges[3] if weapon.ranges else None


def look(play: Play, blow: Blow) -> Situation:
    """The situation of a blow, refusals in the order of SE-ATK-3."""
    if (missing := _missing_place(blow)) is not None:
        return _by_word(blow, missing)
    space = play.space
    distance = space.distance(blow.attacker, blow.target)
    refusal, undecided = (_reach if blow.melee else _range)(play, blow, distance)
    if undecided is not None:
        return Situation(distance, undecided=undecided)
    if refusal is None:
        refusal = _lines(play, blow) or _opening(play, blow) or _own_square(play, blow, distance)
    if refusal is not None:
        mark = {
            "SE-RANGE-1": "far",
            "SE-STUN-2": "far",
            "SE-REACH-2": "far",
            "SE-COVER-9": "total",
            "SE-CONC-4": "unseen",
        }
        return Situation(
            distance, refusal=refusal, marks=tuple(filter(None, [mark.get(refusal.rule)])), rules=(refusal.rule,)
        )
    return _in_the_way(play, blow, distance)


def _in_the_way(play: Play, blow: Blow, distance: int) -> Situation:
    aim = play.space.aim(blow.attacker, blow.target, melee=blow.melee)
    cover, concealment = aim.cover, aim.concealment
    computed = str(cover.value or "none")
    if computed == "total":  # lifted by the table
        computed = "improved"
    level = computed
    overrule = word(blow.overrules, "cover")
    if overrule is not None and overrule.value in COVER_LEVELS:
        level = overrule.value
    clouds, haze = concealing(play.scene.terrain, blow.attacker.vision, concealment.evidence)
    concealment = replace(concealment, evidence=clouds)
    conceal = "concealment" if concealment.value == "total" else str(concealment.value or "none")
    flankers = play.space.flankers(blow.attacker, blow.target) if blow.melee else ()
    marks = [
        mark
        for mark, there in ((level, level != "none"), ("concealed", conceal != "none"), ("flank", bool(flankers)))
        if there
    ]
    return Situation(
        distance,
        cover=level,
        computed_cover=computed,
        cover_ruling=cover,
        concealment=conceal,
        concealment_ruling=concealment,
        haze=haze if conceal != "none" else None,
        flankers=flankers,
        marks=tuple(marks),
        rules=(*cover.rules, *concealment.rules),
    )


def _missing_place(blow: Blow) -> Text | None:
    """What the map does not know about where the two stand. Rule: SE-GM-1."""
    for fighter in (blow.attacker, blow.target):
        if fighter.square is None:
            return say("Ask the table: {who} has no place on the map. Name range and cover.", who=fighter.name)
        if fighter.profile.space is None:
            return say("Ask the table: nobody knows how large {who} is. Name range and cover.", who=fighter.name)
    return None


def _by_word(blow: Blow, missing: Text) -> Situation:
    """An attack without places: the table names range and cover. Rule: SE-GM-1."""
    distance = number_arg(blow.args, "distance", 0, 9999)
    cover = text_arg(blow.args, "cover")
    conceal = text_arg(blow.args, "concealment") or "none"
    if distance is None or cover is None:
        return Situation(undecided=missing, rules=("SE-GM-1",))
    if cover not in COVER_LEVELS or conceal not in CONCEALMENT_LEVELS:
        raise IllegalAction(
            "SE-GM-1", say("Cover is none, cover, improved or total; concealment none, concealment or total.")
        )
    overrule = word(blow.overrules, "cover")
    level = overrule.value if overrule is not None and overrule.value in COVER_LEVELS else cover
    refusal = None
    longest = longest_range(blow.armed)
    if not blow.melee and longest is not None and distance > longest and not lifted(blow, "SE-RANGE-1"):
        refusal = Refusal("SE-RANGE-1", _too_far(distance, longest))
    elif level == "total":
        refusal = Refusal("SE-COVER-9", say("No line of effect. Nothing was spent."))
    elif conceal == "total":
        refusal = Refusal("SE-CONC-4", say("{who} cannot be seen from there.", who=blow.target.name))
    return Situation(
        distance, cover=level, computed_cover=cover, concealment=conceal, refusal=refusal, rules=("SE-GM-1",)
    )


def _too_far(distance: int, longest: int) -> Text:
    return say("Too far: {n} of {max} squares.", n=distance, max=longest)


def _range(play: Play, blow: Blow, distance: int) -> tuple[Refusal | None, Text | None]:
    """Rule: SE-RANGE-1, SE-STUN-2."""
    longest = longest_range(blow.armed)
    if longest is None:
        return None, say("Ask the table: {weapon} has no ranges.", weapon=blow.armed.weapon.name)
    stunning = blow.armed.weapon.stuns and blow.armed.weapon.effect != "stun"
    rule = "SE-STUN-2" if stunning else "SE-RANGE-1"
    if distance <= longest or lifted(blow, rule):
        return None, None
    if stunning:
        return Refusal(
            rule, say("Too far: set to stun it reaches {max} squares, not {n}.", n=distance, max=longest)
        ), None
    return Refusal(rule, _too_far(distance, longest)), None


def _reach(play: Play, blow: Blow, distance: int) -> tuple[Refusal | None, Text | None]:
    """Rule: SE-REACH-2 to 4; without a reach in the profile the table is asked (SE-GM-1)."""
    told = word(blow.overrules, "reach")
    if told is not None:
        inside: bool | None = told.value in (True, "yes", "true", "1", 1)
    else:
        inside = play.space.in_reach(blow.attacker, blow.target).value
    if inside is None:
        return None, say("Ask the table: the profile of {who} has no reach.", who=blow.attacker.name)
    if inside or lifted(blow, "SE-REACH-2"):
        return None, None
    if blow.attacker.profile.is_tiny:
        reason = say("{who} must be in the square of its target.", who=blow.attacker.name)
        return Refusal("SE-REACH-4", reason), None
    reach = blow.attacker.profile.reach or 0
    return Refusal("SE-REACH-2", say("Out of reach: {n} of {max} squares.", n=distance, max=reach)), None


def _lines(play: Play, blow: Blow) -> Refusal | None:
    """Line of effect, then line of sight. Rule: SE-COVER-9, SE-CONC-4, SE-COVER-11."""
    aim = play.space.aim(blow.attacker, blow.target, melee=blow.melee)
    effect, sight = aim.effect, aim.sight
    told = word(blow.overrules, "cover")
    level = told.value if told is not None else None
    if level == "total" or (not effect.value and level is None and not lifted(blow, "SE-COVER-9")):
        return Refusal(
            "SE-COVER-9",
            say("No line of effect. A wall stands between on every line. Nothing was spent.")
            if not effect.value
            else say("No line of effect. Nothing was spent."),
            effect.evidence,
        )
    if not sight.value and effect.value and not lifted(blow, "SE-CONC-4"):
        reason = say("{who} cannot be seen from there.", who=blow.target.name)
        return Refusal("SE-CONC-4", reason, sight.evidence, instead="attack_square")
    return None


def _opening(play: Play, blow: Blow) -> Refusal | None:
    """Rule: SE-COVER-15."""
    if not blow.melee or blow.armed.weapon.fits_slit or lifted(blow, "SE-COVER-15"):
        return None
    slit = play.space.through_slit(blow.attacker, blow.target)
    if not slit.value:
        return None
    return Refusal(
        "SE-COVER-15", say("{weapon} does not fit through the opening.", weapon=blow.armed.weapon.name), slit.evidence
    )


def _own_square(play: Play, blow: Blow, distance: int) -> Refusal | None:
    """Rule: SE-REACH-4: one's own square cannot be shot at."""
    if blow.melee or not play.space.share_a_square(blow.attacker, blow.target) or lifted(blow, "SE-REACH-4"):
        return None
    return Refusal(
        "SE-REACH-4", say("{who} is in your own square: only a melee attack reaches it.", who=blow.target.name)
    )
