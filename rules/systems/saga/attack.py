"""One attack on one target: the card that explains it, and what comes of it. Rules: SE-ATK-1 to 4."""

from dataclasses import dataclass, replace
from fractions import Fraction

from geometry.ruling import Evidence
from rules.card import Card, Face, Group, Modifier, Refusal
from rules.errors import IllegalAction
from rules.systems.saga.fighter import Armed, Fighter
from rules.systems.saga.play import Play
from rules.systems.saga.rows import ATTACK_KEYS, COVER_BONUS, DEFENCE_KEYS, overruled, row, word
from rules.systems.saga.situation import Blow, Situation, look
from rules.systems.saga.turn import may_act, pay, price, require
from rules.systems.saga.words import SQUARES, barrier_words, damage_words, weapon_words
from rules.text import Text, TokenName, say, say_n

OUTCOMES = ("hit", "miss", "critical")
_RANGE_WORDS = (
    (0, say("Point-blank range")),
    (-2, say("Short range")),
    (-5, say("Medium range")),
    (-10, say("Long range")),
)


_ROW_MARKS = {"target_down": "prone", "into_melee": "melee"}


@dataclass(frozen=True)
class Judged:
    """A blow with everything computed."""

    blow: Blow
    card: Card
    situation: Situation
    attack: int = 0
    defence: int = 0

    @property
    def is_legal(self) -> bool:
        return self.card.refusal is None and self.card.undecided is None

    def outcome(self, face: int) -> str:
        """Rule: SE-ATK-1, SE-ATK-4."""
        if face == 1 or (face != 20 and face + self.attack < self.defence):
            return "miss"
        return "critical" if face == 20 else "hit"


# -- what adds up


def range_penalty(armed: Armed, distance: int) -> tuple[int, Text]:
    """Penalty and name of a range. Rule: SE-RANGE-1, SE-STUN-1 (a stun setting has none)."""
    weapon = armed.weapon
    if not weapon.ranges or (weapon.stuns and weapon.effect != "stun"):
        return _RANGE_WORDS[0]
    for limit, named in zip(weapon.ranges, _RANGE_WORDS, strict=True):
        if distance <= limit:
            return named
    return _RANGE_WORDS[-1]


def range_row(armed: Armed, distance: int) -> list[Modifier]:
    """The row of a range, where it costs anything."""
    amount, label = range_penalty(armed, distance)
    return [row("range", amount, label, note=say_n("{n} square", "{n} squares", distance))] if amount else []


def attack_rows(play: Play, blow: Blow, situation: Situation) -> list[Modifier]:
    """Every modifier of the attack roll, in the order of SE-ATK-2."""
    attacker, weapon = blow.attacker, blow.armed.weapon
    rows = [row("base", weapon.attack)]
    if attacker.penalty:
        rows.append(row("track", attacker.penalty, steps_words(attacker)))
    if not blow.melee and situation.distance is not None:
        rows += range_row(blow.armed, situation.distance)
    if situation.flankers:
        ally = TokenName(situation.flankers[0])
        rows.append(
            row("flanking", 2, say("Flanking with {who}", who=ally), evidence=Evidence(tokens=situation.flankers))
        )
    if blow.melee and attacker.is_prone:
        rows.append(row("own_prone", -5, say("{who} is prone", who=attacker.name)))
    if (down := _target_down(blow)) is not None:
        rows.append(down)
    if blow.charging:
        rows.append(row("charge", 2))
    if not blow.melee and (melee := _into_melee(play, blow)) is not None:
        rows.append(melee)
    if situation.concealment != "none":
        ruling = situation.concealment_ruling
        evidence = ruling.evidence if ruling else Evidence()
        rule = "SE-CONC-2" if blow.melee else "SE-CONC-1"
        label, note = _concealed(situation, evidence)
        rows.append(row("concealment", -2, label, rule, note=note, evidence=evidence))
    if blow.action == "burst_fire":
        rows.append(autofire_row(say("Burst fire"), "SE-AUTO-3", braced=blow.is_braced))
    return rows


def autofire_row(label: Text, rule: str, *, braced: bool) -> Modifier:
    """Rule: SE-AUTO-1 to 3: 5 off, braced 2."""
    return row("autofire", -2 if braced else -5, label, rule, note=say("braced") if braced else None)


def steps_words(fighter: Fighter) -> Text:
    """How far down the condition track somebody is."""
    return say_n("{who} is {n} step down", "{who} is {n} steps down", fighter.steps_down, who=fighter.name)


def _target_down(blow: Blow) -> Modifier | None:
    """Rule: SE-PRONE-1, SE-HELP-1, 3: one +5 in melee, -5 at range for who lies."""
    target = blow.target
    if blow.melee:
        if target.is_helpless:
            return row("target_down", 5, say("{who} is helpless", who=target.name), "SE-HELP-1")
        if target.is_prone:
            return row("target_down", 5, say("{who} is prone", who=target.name))
    elif target.is_prone:
        return row("target_down", -5, say("{who} is prone", who=target.name))
    return None


def _into_melee(play: Play, blow: Blow) -> Modifier | None:
    """Rule: SE-MELEE-1, 2."""
    if blow.attacker.square is None or blow.target.square is None:
        return None
    beside = next(
        (
            ally
            for ally in play.space.fighters
            if ally.side == blow.attacker.side
            and ally.id not in (blow.attacker.id, blow.target.id)
            and not ally.is_dead
            and play.space.is_adjacent(ally, blow.target)
        ),
        None,
    )
    if beside is None:
        return None
    evidence = Evidence(tokens=(beside.id,))
    if "precise_shot" in blow.attacker.profile.feats:
        note = say("{ally} is next to {who}. Precise Shot: no penalty.", ally=beside.name, who=blow.target.name)
        return row("into_melee", 0, note=note, evidence=evidence)
    note = say("{ally} is next to {who}.", ally=beside.name, who=blow.target.name)
    return row("into_melee", -5, note=note, evidence=evidence)


def _concealed(situation: Situation, evidence: Evidence) -> tuple[Text, Text | None]:
    label = say("Concealed")
    if situation.haze is not None:
        label = say("Concealed by {what}", what=SQUARES[situation.haze])
    crossing = sum(segment.conceals for segment in evidence.segments)
    if not crossing:
        return label, None
    return label, say("{n} of {total} lines cross it", n=crossing, total=len(evidence.segments))


def defence_rows(play: Play, blow: Blow, situation: Situation) -> list[Modifier]:
    """Every modifier of the Reflex Defense, in the order of SE-ATK-2."""
    target = blow.target
    rows = [row("reflex", target.profile.reflex)]
    if target.penalty:
        rows.append(row("defence_track", target.penalty, steps_words(target)))
    dexterity = target.profile.reflex_dexterity or 0
    if target.is_helpless:
        rows.append(row("dexterity", -dexterity - 5, say("{who} is helpless", who=target.name), "SE-HELP-3"))
    elif target.fight.flat_footed and dexterity > 0:
        rows.append(row("dexterity", -dexterity, say("{who} is flat-footed", who=target.name)))
    elif target.fight.running and dexterity > 0:
        rows.append(row("dexterity", -dexterity, say("{who} is running", who=target.name), "SE-MOVE-12"))
    if target.fight.charged:
        rows.append(row("charged", -2))
    if situation.computed_cover != "none" or situation.cover != "none":
        rows.append(cover_row(play, blow, situation))
    return rows


def has_aimed(blow: Blow) -> bool:
    """Rule: SE-AIM-1, 2: only the next shot of that weapon on that target, never an attack of opportunity."""
    aim = blow.attacker.fight.aim
    return (
        aim is not None
        and blow.action in ("attack_ranged", "burst_fire")
        and aim.target == blow.target.id
        and aim.weapon == blow.armed.ref
    )


def cover_row(play: Play, blow: Blow, situation: Situation) -> Modifier:
    """What is in the way, and what it is worth. Rule: SE-COVER-1, SE-COVER-8, SE-AIM-1."""
    level = situation.computed_cover if situation.computed_cover in COVER_BONUS else "improved"
    evidence = situation.cover_ruling.evidence if situation.cover_ruling else Evidence()
    words = barrier_words(play.scene, evidence.blockers)
    improved = level == "improved"
    if words is None:
        label = say("Improved cover") if improved else say("Cover")
    elif improved:
        label = say("Improved cover: {what}", what=words)
    else:
        label = say("Cover: {what}", what=words)
    note = None
    if evidence.segments:
        blocked = sum(segment.state == "blocked" for segment in evidence.segments)
        note = say("{n} of {total} lines blocked", n=blocked, total=len(evidence.segments))
    amount, rule = COVER_BONUS[level], "SE-COVER-8" if improved else "SE-COVER-1"
    if has_aimed(blow):
        amount, rule, note = 0, "SE-AIM-1", say("Aimed: cover does not count.")
    return row("cover", amount, label, rule, note=note, evidence=evidence)


# -- the card


def judge(play: Play, blow: Blow, *, light: bool = False) -> Judged:
    """The card of a blow, with what it adds up to. A refusal or a missing datum is in the card."""
    forbidden = _before_space(play, blow)
    situation = look(play, blow)
    if forbidden is not None:
        situation = replace(situation, refusal=forbidden, undecided=None)
    elif situation.refusal is None and situation.undecided is None:
        situation = replace(situation, undecided=_missing_figures(blow))
    card = _blank_card(blow, situation)
    if situation.refusal is not None or situation.undecided is not None:
        return Judged(blow, card, situation)
    bonuses = overruled(attack_rows(play, blow, situation), ATTACK_KEYS, blow.overrules)
    against = overruled(defence_rows(play, blow, situation), DEFENCE_KEYS, blow.overrules)
    attack = sum(modifier.amount for modifier in bonuses)
    defence = sum(modifier.amount for modifier in against)
    judged = Judged(blow, card, situation, attack, defence)
    faces = tuple(Face(face, judged.outcome(face) != "miss", face == 20) for face in range(1, 21))
    chance = Fraction(sum(face.succeeds for face in faces), 20)
    computed = _computed_chance(bonuses, against) if blow.overrules else None
    if (told := told_outcome(blow)) is not None:
        computed, chance = chance, Fraction(0 if told == "miss" else 1)
    full = replace(
        card,
        chance=chance,
        was=computed if computed != chance else None,
        need=say("Rolls {n} or more", n=next(face.value for face in faces if face.succeeds)),
        sum=sum_words(attack, defence),
        faces=faces,
        groups=(
            Group("attack", say("Attack"), attack, bonuses),
            Group("defence", say("Reflex Defense of {who}", who=blow.target.name), defence, against),
        ),
        damage=damage_words(blow.armed.weapon),
        marks=(*card.marks, *(_ROW_MARKS[one.key] for one in bonuses if one.amount and one.key in _ROW_MARKS)),
        rules=tuple(dict.fromkeys(modifier.rule for modifier in (*bonuses, *against))),
        tokens=_tokens(blow, situation, bonuses),
    )
    judged = replace(judged, card=full)
    if not light:
        judged = replace(judged, card=replace(full, hints=_hints(play, judged)))
    return judged


def _tokens(blow: Blow, situation: Situation, rows: tuple[Modifier, ...]) -> tuple[str, ...]:
    named = [token for modifier in rows for token in modifier.evidence.tokens]
    return tuple(dict.fromkeys([blow.attacker.id, blow.target.id, *situation.flankers, *named]))


def _computed_chance(attack: tuple[Modifier, ...], defence: tuple[Modifier, ...]) -> Fraction:
    """The chance without the table's word."""
    bonus = sum(modifier.amount if modifier.was is None else modifier.was for modifier in attack)
    against = sum(modifier.amount if modifier.was is None else modifier.was for modifier in defence)
    return chance_of(bonus, against)


def chance_of(attack: int, defence: int) -> Fraction:
    """The share of faces that hit: a natural 20 always, a natural 1 never. Rule: SE-ATK-1.

    >>> chance_of(5, 19), chance_of(0, 60), chance_of(50, 10)
    (Fraction(7, 20), Fraction(1, 20), Fraction(19, 20))
    """
    return Fraction(min(19, max(1, 21 - (defence - attack))), 20)


def _blank_card(blow: Blow, situation: Situation) -> Card:
    attacker, target, armed = blow.attacker, blow.target, blow.armed
    weapon = weapon_words(armed.weapon.name)
    if situation.distance is None:
        subtitle = say("{weapon}", weapon=weapon)
    else:
        subtitle = say_n("{weapon} · {n} square", "{weapon} · {n} squares", situation.distance, weapon=weapon)
    free = blow.action == "opportunity"
    marks = situation.marks
    if target.side == attacker.side:
        marks = (*marks, "ally")
    return Card(
        actor=attacker.id,
        action=blow.action,
        title=say("{attacker} to {target}", attacker=attacker.name, target=target.name),
        subtitle=subtitle,
        target=target.id,
        weapon=armed.ref,
        distance=situation.distance,
        evidence=situation.evidence,
        rules=situation.rules,
        marks=marks,
        tokens=(attacker.id, target.id),
        cost=price("none" if free else "standard"),
        button=say("Attack") if free else say("Attack · {cost}", cost=say("standard")),
        refusal=situation.refusal,
        undecided=situation.undecided,
    )


def sum_words(attack: int, defence: int | None) -> Text:
    """What is rolled, and against what; without a defence where there are several."""
    bonus = abs(attack)
    if defence is None:
        return say("d20 − {bonus}", bonus=bonus) if attack < 0 else say("d20 + {bonus}", bonus=bonus)
    if attack < 0:
        return say("d20 − {bonus} against Reflex {defence}", bonus=bonus, defence=defence)
    return say("d20 + {bonus} against Reflex {defence}", bonus=bonus, defence=defence)


def told_outcome(blow: Blow) -> str | None:
    """The result that the table has laid down. Rule: SE-GM-1."""
    told = word(blow.overrules, "outcome")
    if told is None:
        return None
    if told.value not in OUTCOMES:
        raise IllegalAction("SE-GM-1", say("The result is hit, miss or critical."))
    return str(told.value)


def _before_space(play: Play, blow: Blow) -> Refusal | None:
    """The refusals of SE-ATK-3 that come before space: actions, able, in hand, shots, mode (SE-MODE-1)."""
    if blow.attacker.id == blow.target.id:
        return Refusal("SE-ATK-3", say("Nobody attacks themselves."))
    if not blow.paid and (refusal := may_act(play, blow.attacker, "standard")) is not None:
        return refusal
    if blow.target.is_dead:
        return Refusal("SE-ATK-3", say("{who} is dead already.", who=blow.target.name))
    if blow.action == "burst_fire" and "burst_fire" not in blow.attacker.profile.feats:
        return Refusal("SE-AUTO-3", say("{who} has not learned burst fire.", who=blow.attacker.name))
    return weapon_refusal(blow.armed, needs_shots=blow.shots) or mode_refusal(
        blow.armed, autofire=blow.action == "burst_fire"
    )


def mode_refusal(armed: Armed, *, autofire: bool) -> Refusal | None:
    """Rule: SE-MODE-1."""
    name = weapon_words(armed.weapon.name)
    if armed.weapon.on_autofire and not autofire:
        return Refusal("SE-MODE-1", say("{weapon} is set to autofire.", weapon=name))
    if autofire and not armed.weapon.on_autofire:
        return Refusal("SE-MODE-1", say("{weapon} is not set to autofire.", weapon=name))
    return None


def weapon_refusal(armed: Armed, *, needs_shots: int) -> Refusal | None:
    """In hand, and loaded. Rule: SE-ATK-3, SE-SHOT-1."""
    weapon = armed.weapon
    if not weapon.in_hand:
        return Refusal("SE-ATK-3", say("{weapon} is not in hand.", weapon=weapon_words(weapon.name)))
    if weapon.shots is not None and not weapon.is_melee and weapon.shots < needs_shots:
        return Refusal(
            "SE-SHOT-1",
            say(
                "{weapon} has too few shots: {n} of {need}.",
                weapon=weapon_words(weapon.name),
                n=weapon.shots,
                need=needs_shots,
            ),
        )
    return None


def _missing_figures(blow: Blow) -> Text | None:
    """Rule: SE-GM-1: a profile that does not say its unarmed attack is asked about."""
    given = blow.attacker.profile.unarmed
    if blow.armed.is_unarmed and (
        given.dice is None or (given.attack is None and word(blow.overrules, "base") is None)
    ):
        return say("Ask the table: the profile of {who} has no unarmed attack.", who=blow.attacker.name)
    return None


def _hints(play: Play, judged: Judged) -> tuple[Text, ...]:
    """What would help: aiming, where cover is in the way and the actions are there. Rule: SE-AIM-1.

    And what nobody knows: whether an ally without a reach flanks (SE-GM-1).
    """
    blow = judged.blow
    if blow.melee and blow.attacker.square is not None and blow.target.square is not None:
        unknown = play.space.unknown_flankers(blow.attacker, blow.target)
        return tuple(
            say("Ask the table: does {who} flank? A reach is not known.", who=TokenName(ally)) for ally in unknown
        )
    cover = next((m.amount for m in judged.card.groups[1].rows if m.key == "cover"), 0)
    if blow.melee or cover <= 0 or blow.action == "opportunity" or judged.card.was is not None:
        return ()
    fight = blow.attacker.fight
    if play.in_fight:
        aimed = pay(fight, "2 swift")
        if aimed is None or pay(fight.model_copy(update=aimed), "standard") is None:
            return ()
    percent = int(chance_of(judged.attack, judged.defence - cover) * 100)
    return (say("If {who} aims first (2 swift actions): {percent} %", who=blow.attacker.name, percent=percent),)


def require_legal(judged: Judged) -> None:
    """Raises IllegalAction where the card holds a refusal or a question to the table."""
    require(judged.card.refusal)
    if judged.card.undecided is not None:
        raise IllegalAction("SE-GM-1", judged.card.undecided)
