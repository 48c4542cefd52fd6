"""The order of play: how it begins, goes on and is changed. Rules: SE-INIT-1, SE-ACT-4, SE-DELAY-4."""

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import Any

from rules.card import Record, Rolled
from rules.errors import IllegalAction
from rules.request import Changed, Effect, Request, Resolution, TurnSet
from rules.scene import Action
from rules.systems.saga.delay import between_turns, count_reached, delay_refusal, step_in, wanted_count
from rules.systems.saga.fighter import Fighter
from rules.systems.saga.play import Play, number_arg, text_arg
from rules.systems.saga.recovery import consciousness
from rules.systems.saga.turn import Entry, Order, may_act, read_order, require
from rules.text import Text, TokenName, names_in, say

_HELD = ("standard", "move", "swift", "acted", "opportunity_used", "running", "charged", "flat_footed")


def _at_start(fighter: Fighter) -> Changed:
    """Rule: SE-ACT-4. What lasted until the start of its turn ends; allowance and actions are full."""
    kept = fighter.fight.model_dump(include=set(_HELD))
    return Changed(
        fighter.id,
        fight={
            "held": kept,
            "standard": True,
            "move": True,
            "swift": True,
            "acted": False,
            "opportunity_used": 0,
            "running": False,
            "charged": False,
            "flat_footed": False,
        },
    )


def _at_end(fighter: Fighter) -> tuple[Changed, ...]:
    """Rule: SE-AIM-2 (an aim lasts until the end of the next turn), SE-AUTO-4, SE-ACT-3 (progress needs every turn)."""
    fight = fighter.fight
    ended: dict[str, Any] = {}
    if fight.aim is not None:
        outlasts = fight.aim.turns > 0
        ended["aim"] = fight.aim.model_copy(update={"turns": fight.aim.turns - 1}).model_dump() if outlasts else None
    if fight.braced is not None:
        ended["braced"] = None
    if fight.recovering or fight.recharging:
        ended["progressed"] = False
        if not fight.progressed:
            ended |= {"recovering": 0, "recharging": 0}
    return (Changed(fighter.id, fight=ended),) if ended else ()


@dataclass
class _Advance:
    """The way to the next who can act, and what happened on it."""

    order: Order
    effects: list[Effect] = field(default_factory=list)
    lines: list[Text] = field(default_factory=list)
    rolls: list[Rolled] = field(default_factory=list)


def _advance(play: Play, order: Order, *, after: int) -> Generator[Request, Any, _Advance]:
    """Go on from the place behind `after` to the next who can act.

    Those who cannot lose their turn on their count; the unconscious check then, every tenth round.
    Rule: SE-ACT-4, SE-DMG-6. Who waits for a count comes when it is reached (SE-DELAY-4) and loses the delayed
    turn when the next own one comes (SE-DELAY-3).
    """
    way = _Advance(order)
    index = after
    seen: set[str] = set()
    while way.order.entries:
        index += 1
        wraps = index >= len(way.order.entries)
        reached = count_reached(play, way.order, None if wraps else way.order.entries[index])
        if reached is not None and index > 0:
            token, count = reached
            gone = way.order.place(token) < index
            way.order = step_in(way.order, [token], index, count)
            index -= gone
        elif wraps:
            index = 0
            way.order = replace(way.order, round=way.order.round + 1)
        token = way.order.entries[index].token
        if token in seen:
            break
        seen.add(token)
        waiting = {other: n for other, n in way.order.delaying.items() if other != token}
        way.order = replace(way.order, delaying=waiting)
        if (yield from _begins(play, way, token)):
            way.order = replace(way.order, acting=token)
            return way
    way.order = replace(way.order, acting=None)
    return way


def _begins(play: Play, way: _Advance, token: str) -> Generator[Request, Any, bool]:
    """The start of a turn; whether it can be taken."""
    fighter = play.get(token)
    if fighter is None or fighter.is_dead:
        return False
    way.effects.append(_at_start(fighter))
    if fighter.is_able:
        return True
    check = yield from consciousness(play, fighter)
    way.effects += [check.change] if check.change else []
    way.lines += check.lines
    way.rolls += check.rolls
    return check.awake


def _turn_record(way: _Advance, before: Order | None) -> Record:
    order, lines = way.order, way.lines
    headline = say("Nobody in the order of play can act.")
    if order.acting is not None:
        headline = say("Turn of {who}", who=TokenName(order.acting))
    if before is None or order.round != before.round:
        lines = [say("Round {n}", n=order.round), *lines]
    return Record(
        headline,
        outcome="turn",
        rolls=tuple(way.rolls),
        lines=tuple(lines),
        rules=("SE-ACT-4", *(("SE-DMG-6",) if way.rolls else ())),
        tokens=names_in(headline, lines),
    )


def resolve_next(play: Play, action: Action) -> Resolution:
    """End the turn that goes on and begin the next: the acting one's `end_turn`, the table's `next`."""
    order = read_order(play.scene.turn)
    if order is None:
        raise IllegalAction("SE-INIT-1", say("No fight goes on."))
    if action.actor is not None and order.acting != action.actor:
        require(may_act(play, play.fighter(action.actor), "none"))
    acting = play.get(order.acting) if order.acting else None
    ended = _at_end(acting) if acting else ()
    order = yield from between_turns(play, order, acting.id if acting else None)
    index = order.place(order.acting)
    after = index if index < len(order.entries) else -1
    way = yield from _advance(play, order, after=after)
    yield play.tell([*ended, *way.effects, TurnSet(way.order.to_turn())], _turn_record(way, order))


def resolve_delay(play: Play, action: Action) -> Resolution:
    """The turn is put off: it stands as before it began, and the next one acts. Rule: SE-DELAY-1, 4, SE-ACT-4."""
    fighter = play.fighter(action.actor)
    count = wanted_count(action)
    require(delay_refusal(play, fighter, count))
    order = read_order(play.scene.turn)
    assert order is not None
    waiting = {**order.delaying, fighter.id: count}
    undone = Changed(fighter.id, fight={**(fighter.fight.held or {}), "held": None})
    told = Record(say("{who} delays", who=fighter.name), outcome="turn", rules=("SE-DELAY-1",), tokens=(fighter.id,))
    yield play.tell([undone, TurnSet(replace(order, delaying=waiting).to_turn())], told)
    order = replace(order, delaying=waiting)
    way = yield from _advance(play, order, after=order.place(fighter.id))
    yield play.tell([*way.effects, TurnSet(way.order.to_turn())], _turn_record(way, order))


# -- the table's acts


def _roll_off(play: Play, tied: list[str]) -> Any:
    """Roll until the tied differ. Rule: SE-INIT-1. Returns them in their order."""
    rolls: dict[str, int] = {}
    for token in tied:
        fighter = play.fighter(token)
        faces = yield play.d20(fighter, say("Roll-off for initiative: {who}", who=fighter.name))
        rolls[token] = faces[0]
    ordered: list[str] = []
    for value in sorted(set(rolls.values()), reverse=True):
        same = [token for token in tied if rolls[token] == value]
        ordered += (yield from _roll_off(play, same)) if len(same) > 1 else same
    return ordered


def _roll_initiative(play: Play, tokens: list[str]) -> Any:
    """One d20 each in the order of the list, then roll-offs. Rule: SE-INIT-1."""
    entries: dict[str, Entry] = {}
    rolled: list[Rolled] = []
    for token in tokens:
        fighter = play.fighter(token)
        bonus = fighter.profile.initiative or 0
        request = play.d20(fighter, say("Initiative of {who}", who=fighter.name))
        faces = yield request
        total = faces[0] + bonus
        entries[token] = Entry(token, total, faces[0], bonus)
        label = say("{who}: {roll} + {bonus} = {total}", who=fighter.name, roll=faces[0], bonus=bonus, total=total)
        rolled.append(Rolled("1d20", tuple(faces), label, secret=request.secret))
    ordered: list[Entry] = []
    keys = sorted({(entry.count, entry.bonus) for entry in entries.values()}, reverse=True)
    for key in keys:
        tied = [token for token in tokens if (entries[token].count, entries[token].bonus) == key]
        names = (yield from _roll_off(play, tied)) if len(tied) > 1 else tied
        ordered += [entries[name] for name in names]
    return ordered, rolled


def resolve_start(play: Play, action: Action) -> Resolution:
    """Roll initiative and begin the first turn. Rule: SE-INIT-1, SE-AOO-9 (allowances are full)."""
    if play.scene.turn is not None:
        raise IllegalAction("SE-INIT-1", say("A fight goes on already."))
    tokens = _who_fights(play, action)
    entries, rolled = yield from _roll_initiative(play, tokens)
    fresh = {"standard": True, "move": True, "swift": True, "acted": False, "opportunity_used": 0, "aim": None}
    begun: list[Effect] = [Changed(token, fight=fresh) for token in tokens]
    way = yield from _advance(play, Order(1, tuple(entries), None), after=-1)
    record = _turn_record(way, None)
    record = replace(
        record,
        title=say("The fight begins"),
        rolls=(*rolled, *way.rolls),
        rules=("SE-INIT-1",),
        tokens=tuple(dict.fromkeys([*tokens, *record.tokens])),
    )
    yield play.tell([*begun, *way.effects, TurnSet(way.order.to_turn())], record)


def _who_fights(play: Play, action: Action) -> list[str]:
    named = action.args.get("tokens")
    if isinstance(named, str):
        named = [word for word in named.split(",") if word]
    if named is not None:
        if not isinstance(named, list | tuple):
            raise IllegalAction("SE-INIT-1", say("Name the tokens that take part."))
        tokens = list(dict.fromkeys(play.fighter(token).id for token in named))
    else:
        living = [fighter for fighter in play.fighters if not fighter.is_dead]
        placed = [fighter for fighter in living if fighter.square is not None]
        tokens = [fighter.id for fighter in placed or living]
    if not tokens:
        raise IllegalAction("SE-INIT-1", say("There is no token to fight."))
    return tokens


def resolve_stop(play: Play, action: Action) -> Resolution:
    """The fight is over: no order of play, and what lasted a turn ends."""
    if play.scene.turn is None:
        raise IllegalAction("SE-INIT-1", say("No fight goes on."))
    ended = [
        Changed(fighter.id, fight={**_at_start(fighter).fight, "aim": None})
        for fighter in play.fighters
        if fighter.combatant.fight
    ]
    yield play.tell([*ended, TurnSet(None)], Record(say("The fight is over"), outcome="turn"))


def _order_for(play: Play, action: Action) -> tuple[Order, Fighter]:
    order = read_order(play.scene.turn)
    if order is None:
        raise IllegalAction("SE-INIT-1", say("No fight goes on."))
    return order, play.fighter(text_arg(action.args, "token") or action.target)


def resolve_add(play: Play, action: Action) -> Resolution:
    """A newcomer rolls initiative (or takes `count`) and stands behind those with the same count. Rule: SE-INIT-1."""
    order, fighter = _order_for(play, action)
    if order.place(fighter.id) < len(order.entries):
        raise IllegalAction("SE-INIT-1", say("{who} is in the order of play already.", who=fighter.name))
    count = number_arg(action.args, "count", -99, 999)
    rolled: tuple[Rolled, ...] = ()
    if count is None:
        entries, rolls = yield from _roll_initiative(play, [fighter.id])
        entry, rolled = entries[0], tuple(rolls)
    else:
        entry = Entry(fighter.id, count, count, fighter.profile.initiative or 0)
    index = next((i for i, other in enumerate(order.entries) if other.count < entry.count), len(order.entries))
    grown = replace(order, entries=(*order.entries[:index], entry, *order.entries[index:]))
    record = Record(
        say("{who} joins the fight on {n}", who=fighter.name, n=entry.count),
        outcome="turn",
        rolls=rolled,
        rules=("SE-INIT-1",),
        tokens=(fighter.id,),
    )
    fresh = Changed(fighter.id, fight=_at_start(fighter).fight)
    yield play.tell([fresh, TurnSet(grown.to_turn())], record)


def resolve_remove(play: Play, action: Action) -> Resolution:
    """Out of the order of play; if it was acting, the next one acts. A token that is gone may be named too."""
    order = read_order(play.scene.turn)
    token = text_arg(action.args, "token") or action.target
    if order is None or order.place(token) == len(order.entries):
        raise IllegalAction("SE-INIT-1", say("This token is not in the order of play."))
    index = order.place(token)
    waiting = {other: n for other, n in order.delaying.items() if other != token}
    rest = replace(order, entries=(*order.entries[:index], *order.entries[index + 1 :]), delaying=waiting)
    way = _Advance(rest)
    if order.acting == token:
        way = yield from _advance(play, rest, after=index - 1)
    record = Record(
        say("{who} leaves the order of play", who=TokenName(str(token))),
        outcome="turn",
        rolls=tuple(way.rolls),
        lines=tuple(way.lines),
        tokens=tuple(dict.fromkeys([str(token), *names_in(way.lines)])),
    )
    yield play.tell([*way.effects, TurnSet(way.order.to_turn())], record)


def resolve_reorder(play: Play, action: Action) -> Resolution:
    """Put `token` before another one of the list (`before`), or at its end. Its count becomes that of its place."""
    order, fighter = _order_for(play, action)
    index = order.place(fighter.id)
    before = text_arg(action.args, "before")
    if index == len(order.entries) or (before and order.place(before) == len(order.entries)):
        raise IllegalAction("SE-INIT-1", say("This token is not in the order of play."))
    entry = order.entries[index]
    others = [other for other in order.entries if other.token != fighter.id]
    place = next((i for i, other in enumerate(others) if other.token == before), len(others)) if before else len(others)
    if before == fighter.id:
        place = index
    neighbour = others[place] if place < len(others) else (others[-1] if others else entry)
    moved = replace(entry, count=neighbour.count)
    changed = replace(order, entries=(*others[:place], moved, *others[place:]))
    record = Record(say("{who} now acts on {n}", who=fighter.name, n=moved.count), outcome="turn", tokens=(fighter.id,))
    yield play.tell([TurnSet(changed.to_turn())], record)
