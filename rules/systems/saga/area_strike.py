"""An area attack carried out: one roll, one damage roll for all, each target in turn. Rules: SE-AREA-1, SE-AREA-4."""

from rules.card import Card, Record, Rolled, with_tokens
from rules.errors import IllegalAction
from rules.request import Resolution
from rules.scene import Action
from rules.systems.saga.area import LEAST, SHOTS, AreaJudged, Hurt, judge_area
from rules.systems.saga.damage import rolled_damage, wound
from rules.systems.saga.play import Play, merged
from rules.systems.saga.profile import parse_damage
from rules.systems.saga.strike import damage_label, spent_shots, steadiness_lost, sum_label
from rules.systems.saga.turn import payment, require
from rules.systems.saga.words import weapon_words
from rules.text import Text, names_in, say


def preview_area(play: Play, action: Action) -> Card:
    return judge_area(play, action).card


def resolve_area(play: Play, action: Action) -> Resolution:
    """Pay, roll once, roll damage if anybody takes any, and wound in reading order. Rule: SE-AREA-1, 4, 6, SE-DMG-1."""
    judged = judge_area(play, action)
    require(judged.card.refusal)
    if judged.card.undecided is not None:
        raise IllegalAction("SE-GM-1", judged.card.undecided)
    attacker = judged.attacker
    kept = (
        {"braced": judged.armed.ref} if action.key == "autofire" and attacker.fight.braced == judged.armed.ref else {}
    )
    paid = payment(play, attacker, "standard", **kept)
    if paid.fight:
        yield play.tell([paid])
    attacker = play.fighter(attacker.id)
    request = play.d20(attacker, say("{attacker} attacks an area", attacker=attacker.name))
    face = (yield request)[0]
    total = face + judged.attack
    rolls = [Rolled(request.code, (face,), sum_label(face, judged.attack), secret=request.secret)]
    changes = [*spent_shots(attacker, judged.armed, SHOTS[action.key]), *steadiness_lost(attacker)]
    shares = _shares(judged, face, total)
    lines: list[Text] = []
    rules = list(judged.card.rules)
    if any(takes for _, (_, takes) in shares):
        count, sides, bonus = parse_damage(judged.armed.weapon.damage)
        request = play.dice(f"{count}d{sides}", attacker, say("Damage of {attacker}", attacker=attacker.name))
        faces = yield request
        damage = rolled_damage(faces, bonus, doubled=False)
        label = damage_label(faces, bonus, damage, doubled=False)
        rolls.append(Rolled(request.code, tuple(faces), label, secret=request.secret))
        for hurt, (halvings, takes) in shares:
            lines.append(_word(hurt, face, total, halvings, takes=takes))
            if takes:
                # The attacker's own shots may be in its profile as well: what was told before counts.
                there = play.after(changes).fighter(hurt.fighter.id)
                suffered = wound(there, judged.armed.weapon, damage // 2**halvings, play.options)
                lines += suffered.lines
                rules += suffered.rules
                changes += [suffered.change] if suffered.change else []
    elif total < LEAST and face != 20:
        lines.append(say("A total below 10 does nothing."))
    else:
        lines += [_word(hurt, face, total, halvings, takes=takes) for hurt, (halvings, takes) in shares]
    yield play.tell(merged(*changes), _record(judged, total, rolls, lines, rules, hits=any(t for _, (_, t) in shares)))


def _shares(judged: AreaJudged, face: int, total: int) -> list[tuple[Hurt, tuple[int, bool]]]:
    """What each takes; below 10 nobody takes anything. Rule: SE-AREA-1."""
    if total < LEAST and face != 20:
        return [(hurt, (0, False)) for hurt in judged.hurts]
    return [(hurt, hurt.share(face, total)) for hurt in judged.hurts]


def _word(hurt: Hurt, face: int, total: int, halvings: int, *, takes: bool) -> Text:
    who = hurt.fighter.name
    hit = face == 20 or (face != 1 and total >= hurt.defence)
    if hit and not halvings:
        return say("{who} is hit: {total} against {defence}", who=who, total=total, defence=hurt.defence)
    if hit:
        return say(
            "{who} is hit and takes a part: {total} against {defence}", who=who, total=total, defence=hurt.defence
        )
    if takes:
        return say(
            "{who} is missed and takes half: {total} against {defence}", who=who, total=total, defence=hurt.defence
        )
    return say(
        "{who} is missed and takes nothing: {total} against {defence}", who=who, total=total, defence=hurt.defence
    )


def _record(
    judged: AreaJudged, total: int, rolls: list[Rolled], lines: list[Text], rules: list[str], *, hits: bool
) -> Record:
    card = with_tokens(judged.card)
    weapon = weapon_words(judged.armed.weapon.name)
    return Record(
        say("{attacker} attacks an area with {weapon}", attacker=judged.attacker.name, weapon=weapon),
        outcome="hit" if hits else "miss",
        title=say("Total {total}", total=total),
        rolls=tuple(rolls),
        lines=tuple(lines),
        rules=tuple(dict.fromkeys(rules)),
        tokens=tuple(dict.fromkeys([*card.tokens, *names_in(lines)])),
        card=card,
    )
