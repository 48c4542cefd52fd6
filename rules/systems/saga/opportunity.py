"""Attacks of opportunity: who may strike, asked of its owner, one for each occasion. Rules: SE-AOO-1 to 11."""

from collections.abc import Generator, Iterable, Sequence
from dataclasses import replace
from typing import Any

from geometry.grid import Square
from geometry.ruling import Evidence
from rules.card import with_tokens
from rules.request import Ask, Changed, Option, Request
from rules.scene import Overrule
from rules.systems.saga.attack import Judged, judge
from rules.systems.saga.fighter import Fighter
from rules.systems.saga.play import Play
from rules.systems.saga.profile import TALL_REACH
from rules.systems.saga.situation import Blow
from rules.systems.saga.space import are_enemies
from rules.systems.saga.strike import strike
from rules.systems.saga.turn import read_order
from rules.systems.saga.words import weapon_words
from rules.text import Text, say


def in_initiative_order(play: Play, fighters: Iterable[Fighter]) -> list[Fighter]:
    """Rule: SE-AOO-9: several owners at one point are asked in initiative order."""
    order = read_order(play.scene.turn)
    if order is None:
        return list(fighters)
    return sorted(fighters, key=lambda fighter: order.place(fighter.id))


def enemies_of(play: Play, fighter: Fighter) -> list[Fighter]:
    """Those who may strike at it, in initiative order."""
    hostile = [other for other in play.fighters if other.square is not None and are_enemies(other.side, fighter.side)]
    return in_initiative_order(play, hostile)


def blows(play: Play, striker: Fighter, provoker: Fighter) -> list[Judged]:
    """The legal attacks of opportunity, likeliest first. Rule: SE-AOO-3, 5, 6 (no cover, no total concealment), 9.

    Where the profile has no reach, the table has said by then that it threatens (SE-GM-1).
    """
    if not striker.may_strike:
        return []
    told = (Overrule("reach", True, ""),) if striker.profile.reach is None else ()
    judged = [
        judge(play, Blow(striker, provoker, armed, "opportunity", overrules=told, paid=True), light=True)
        for armed in striker.opportunity_weapons
    ]
    legal = [one for one in judged if one.is_legal and one.situation.computed_cover == "none"]
    return sorted(legal, key=lambda one: -(one.card.chance or 0))


def _is_near_enough_to_ask(play: Play, striker: Fighter, squares: frozenset[Square]) -> bool:
    """Whether a creature of its size could threaten one of `squares` at all, where its profile has no reach."""
    most = TALL_REACH.get(striker.profile.size, 1)
    return any(play.space.distance_to_square(striker, square) <= most for square in squares)


def threatens_any(play: Play, striker: Fighter, squares: frozenset[Square]) -> bool | None:
    """Does it threaten one of `squares`? None: its profile has no reach, so the table is asked. Rule: SE-GM-1."""
    if not striker.threatens or not squares:
        return False
    threatened = play.space.threatened_by(striker)
    if threatened is None:
        return None if _is_near_enough_to_ask(play, striker, squares) else False
    return bool(threatened & squares)


def occasions(play: Play, mover: Fighter, path: Sequence[Square], index: int) -> list[tuple[Fighter, bool | None]]:
    """Enemies whom the step from `path[index]` gives an occasion; None beside one: ask the table for its reach.

    Rule: SE-AOO-1 (every square no longer occupied counts), SE-AOO-11 (entering an able enemy's square).
    """
    before, after = play.space.squares_of(mover, path[index]), play.space.squares_of(mover, path[index + 1])
    found: list[tuple[Fighter, bool | None]] = []
    for enemy in enemies_of(play, mover):
        if not enemy.may_strike:
            continue
        entered = enemy.square is not None and bool(after & play.space.squares_of(enemy) - before)
        threat = True if entered and enemy.is_able else threatens_any(play, enemy, before - after)
        if threat is None or threat:
            found.append((enemy, threat))
    return found


def strikes_along(play: Play, mover: Fighter, path: Sequence[Square], safe_steps: int = 0) -> dict[str, int]:
    """Enemy -> index in `path` of the square whose leaving gives it its first legal attack. Rule: SE-AOO-4, 6."""
    found: dict[str, int] = {}
    for index in range(safe_steps, len(path) - 1):
        there = play.as_if(mover.id, path[index])
        for enemy, threat in occasions(there, there.fighter(mover.id), path, index):
            if enemy.id not in found and threat and blows(there, enemy, there.fighter(mover.id)):
                found[enemy.id] = index
    return found


def unknown_reach(play: Play, mover: Fighter, path: Sequence[Square]) -> list[Fighter]:
    """Enemies on the way of whom nobody can say whether they threaten. Rule: SE-GM-1."""
    found: dict[str, Fighter] = {}
    for index in range(len(path) - 1):
        found |= {enemy.id: enemy for enemy, threat in occasions(play, mover, path, index) if threat is None}
    return list(found.values())


def ask_reach(play: Play, striker: Fighter, provoker: Fighter) -> Generator[Request, Any, bool]:
    """The table says whether a creature without reach in its profile threatens here. Rule: SE-GM-1, SE-REACH-1."""
    answer = yield Ask(
        owner=striker.id,
        kind="reach",
        question=say(
            "Ask the table: the profile of {who} has no reach. Does it threaten {target} here?",
            who=striker.name,
            target=provoker.name,
        ),
        options=(Option("yes", say("It threatens")), Option("no", say("It does not"))),
        default="no",
        rule="SE-GM-1",
        about=(striker.id, provoker.id),
        only_if_seen=True,
    )
    return bool(answer == "yes")


def offer_strike(
    play: Play, striker: Fighter, provoker: Fighter, question: Text, *, evidence: Evidence | None = None
) -> Generator[Request, Any, bool]:
    """Ask the owner, and strike if it says so. Returns whether the occasion was there. Rule: SE-AOO-3, 9."""
    legal = blows(play, striker, provoker)
    if not legal:
        return False
    best = legal[0]
    options = [_option("strike", say("Strike"), best, likely=(best.card.chance or 0) * 2 >= 1)]
    options += [
        _option(
            f"strike:{one.blow.armed.ref}",
            say("Strike with {weapon}", weapon=weapon_words(one.blow.armed.weapon.name)),
            one,
        )
        for one in legal[1:]
    ]
    options.append(Option("decline", say("Let it pass")))
    answer = yield Ask(
        owner=striker.id,
        kind="opportunity",
        question=question,
        options=tuple(options),
        default="decline",
        rule="SE-AOO-3",
        card=with_tokens(best.card),
        about=(provoker.id, striker.id),
        only_if_seen=True,
        evidence=evidence or Evidence(),
    )
    chosen = {option.key: one for option, one in zip(options[:-1], legal, strict=True)}.get(answer)
    if chosen is not None:
        used = play.fighter(striker.id).fight.opportunity_used + 1
        counted = (Changed(striker.id, fight={"opportunity_used": used}),) if play.in_fight else ()
        yield from strike(play, replace(chosen.blow, args={}), *counted)
    return True


def _option(key: str, label: Text, judged: Judged, *, likely: bool = False) -> Option:
    percent = int((judged.card.chance or 0) * 100)
    note = say("{weapon}: {percent} %", weapon=weapon_words(judged.blow.armed.weapon.name), percent=percent)
    return Option(key, label, note, likely)


def guard_lowered(play: Play, doer: str) -> Generator[Request, Any, None]:
    """An act that lowers the guard, before it happens. Rule: SE-AOO-1, SE-AOO-10: each is an occasion of its own."""
    fighter = play.fighter(doer)
    if fighter.square is None:
        return
    for enemy in enemies_of(play, fighter):
        striker, fighter = play.fighter(enemy.id), play.fighter(doer)
        if not fighter.is_able:
            return
        threat = threatens_any(play, striker, play.space.squares_of(fighter)) if striker.may_strike else False
        if threat is None:
            threat = yield from ask_reach(play, striker, fighter)
        if threat:
            yield from offer_strike(play, striker, fighter, say("{who} lowers the guard. Strike?", who=fighter.name))
