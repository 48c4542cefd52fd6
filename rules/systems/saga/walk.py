"""Moving, step by step: paid, struck at, stopped or arrived. Rules: SE-MOVE-11 to 14, SE-AOO-1 to 8, 11."""

from collections.abc import Generator, Sequence
from typing import Any

from geometry.grid import Square
from geometry.ruling import Evidence
from rules.card import Record, Rolled
from rules.request import Effect, Moved, Request, Resolution
from rules.scene import Action
from rules.systems.saga.aiming import lost_aims
from rules.systems.saga.fighter import Fighter
from rules.systems.saga.move import TUMBLE_DIFFICULTY, acrobatics, gait_of, refusal, safe_steps, way
from rules.systems.saga.opportunity import ask_reach, blows, enemies_of, occasions, offer_strike, strikes_along
from rules.systems.saga.play import Play
from rules.systems.saga.turn import payment, require
from rules.text import say, say_n


def resolve_move(play: Play, action: Action) -> Resolution:
    """Pay, walk, be struck at, arrive or be stopped. Rule: SE-MOVE-11, 12, SE-AOO-1 to 8."""
    fighter, gait = play.fighter(action.actor), gait_of(action)
    require(refusal(play, fighter, gait))
    path, running = way(play, fighter, gait, action)
    safe = safe_steps(play, fighter, gait, path)
    paid = payment(play, fighter, gait.cost, **({"running": True} if gait.key == "run" and play.in_fight else {}))
    if paid.fight:
        yield play.tell([paid])
    start, barred = 0, None
    if gait.tumble:
        safe, start, barred = yield from _tumble(play, fighter.id, path)
    reached = start + (yield from walk(play, fighter.id, path[start:], safe=safe, barred=barred))
    cost, stopped = running[reached], reached < len(path) - 1
    who = fighter.name
    headline = say_n("{who} moves {n} square", "{who} moves {n} squares", cost, who=who)
    lines = [say("{who} is stopped there.", who=who)] if stopped else []
    record = Record(
        headline,
        outcome="stopped" if stopped else "moved",
        lines=tuple(lines),
        rules=(gait.rule, *(("SE-AOO-7",) if stopped else ())),
        tokens=(fighter.id,),
        path=path[: reached + 1],
    )
    yield play.tell((), record)


def walk(
    play: Play, mover: str, path: Sequence[Square], *, safe: int = 0, barred: int | None = None
) -> Generator[Request, Any, int]:
    """Go along a path, asking at each square who may strike there; returns the index where it ends.

    The mover stands on the square it is leaving while its enemies decide (SE-AOO-6), each is asked once for the whole
    movement (SE-AOO-4), and who cannot go on stays there (SE-AOO-7). `barred`: index of the square that it tries to
    leave in vain, provoking (SE-MOVE-14).
    """
    asked: set[str] = set()
    stands = 0
    for index in range(safe, len(path) - 1):
        there = play.as_if(mover, path[index])
        for enemy, threat in occasions(there, there.fighter(mover), path, index):
            there = play.as_if(mover, path[index])
            if enemy.id in asked or not can_go_on(there.fighter(mover)):
                continue
            if threat and not blows(there, there.fighter(enemy.id), there.fighter(mover)):
                continue
            if index > stands:
                yield _moved(play, mover, path[stands : index + 1])
                stands = index
            asked.add(enemy.id)
            yield from _occasion(play, enemy.id, mover, certain=threat is True)
        if not can_go_on(play.fighter(mover)):
            return stands
        if index == barred:
            if index > stands:
                yield _moved(play, mover, path[stands : index + 1])
            return index
    if stands < len(path) - 1:
        yield _moved(play, mover, path[stands:])
    return len(path) - 1


def _occasion(play: Play, striker: str, mover: str, *, certain: bool) -> Generator[Request, Any, None]:
    """One enemy's chance at a mover who is about to leave its square."""
    if not certain:
        threatens = yield from ask_reach(play, play.fighter(striker), play.fighter(mover))
        if not threatens:
            return
    fighter = play.fighter(mover)
    yield from offer_strike(
        play,
        play.fighter(striker),
        fighter,
        say("{who} moves away from you. Strike?", who=fighter.name),
        evidence=Evidence(squares=tuple(sorted(play.space.squares_of(fighter)))),
    )


def _tumble(play: Play, mover: str, path: tuple[Square, ...]) -> Generator[Request, Any, tuple[int, int, int | None]]:
    """One check before the first step that would provoke or enters an enemy's square. Rule: SE-MOVE-14.

    Returns how many of the steps that are left are safe, the index where it stands now, and how many steps it gets
    before the enemy's square that it may not enter. Success: all are safe. Failure: it provokes as usual.
    """
    fighter = play.fighter(mover)
    entering = _first_entered(play, fighter, path)
    first = min([*strikes_along(play, fighter, path).values(), entering])
    if first >= len(path):
        return len(path), 0, None
    if first:
        yield _moved(play, mover, path[: first + 1])
    fighter = play.fighter(mover)
    request = play.d20(fighter, say("Tumbling: {who}", who=fighter.name))
    face = (yield request)[0]
    bonus = (acrobatics(fighter).bonus or 0) + fighter.penalty
    total = face + bonus
    label = say("{face} + {bonus} = {total}", face=face, bonus=bonus, total=total)
    success = total >= TUMBLE_DIFFICULTY
    record = Record(
        say("{who} tumbles past", who=fighter.name) if success else say("{who} fails to tumble", who=fighter.name),
        outcome="done" if success else "failed",
        rolls=(Rolled(request.code, (face,), label, secret=request.secret),),
        rules=("SE-MOVE-14",),
        tokens=(fighter.id,),
    )
    yield play.tell((), record)
    if success:
        return len(path), first, None
    return 0, first, entering - first if entering < len(path) else None


def _first_entered(play: Play, fighter: Fighter, path: Sequence[Square]) -> int:
    """Index of the square from which an able enemy's square is first entered; the path's length where none is."""
    for index in range(len(path) - 1):
        after = play.space.squares_of(fighter, path[index + 1])
        if any(enemy.is_able and after & play.space.squares_of(enemy) for enemy in enemies_of(play, fighter)):
            return index
    return len(path)


def can_go_on(fighter: Fighter) -> bool:
    """Rule: SE-AOO-7."""
    return fighter.is_able and not fighter.is_prone


def _moved(play: Play, mover: str, path: Sequence[Square]) -> Request:
    effects: list[Effect] = [Moved(mover, tuple(path))]
    return play.tell([*effects, *lost_aims(play.as_if(mover, path[-1]))])
