"""Delaying: waiting with a turn and stepping in later. Rules: SE-DELAY-1 to 4, SE-ACT-4."""

from collections.abc import Generator
from dataclasses import replace
from typing import Any

from rules.card import Card, Refusal
from rules.request import Ask, Option, Request
from rules.scene import Action
from rules.systems.saga.fighter import Fighter
from rules.systems.saga.play import Play, number_arg
from rules.systems.saga.turn import Entry, Order, may_act, price, read_order
from rules.text import TokenName, say


def delay_refusal(play: Play, fighter: Fighter, count: int | None = None) -> Refusal | None:
    """Rule: SE-DELAY-4: at the start of the turn, before any action, openly or to a lower count."""
    order = read_order(play.scene.turn)
    if order is None:
        return Refusal("SE-INIT-1", say("No fight goes on."))
    if (refused := may_act(play, fighter, "none")) is not None:
        return refused
    if fighter.fight.acted:
        return Refusal("SE-DELAY-4", say("{who} has already acted this turn.", who=fighter.name))
    own = order.place(fighter.id)
    if count is not None and own < len(order.entries) and count >= order.entries[own].count:
        return Refusal("SE-DELAY-4", say("Name a count lower than {n}.", n=order.entries[own].count))
    return None


def wanted_count(action: Action) -> int | None:
    """The count that an action waits for; None: openly."""
    return number_arg(action.args, "count", -99, 999)


def delay_card(play: Play, action: Action) -> Card:
    """The card of delaying."""
    fighter = play.fighter(action.actor)
    return Card(
        actor=fighter.id,
        action="delay",
        title=say("{who} delays", who=fighter.name),
        subtitle=say("The turn may be taken after any other one."),
        rules=("SE-DELAY-1",),
        tokens=(fighter.id,),
        cost=price("none"),
        button=say("Delay"),
        refusal=delay_refusal(play, fighter, wanted_count(action)),
    )


def step_in(order: Order, tokens: list[str], place: int, count: int) -> Order:
    """The list with those who waited at `place`, an index of the list as it stands, on `count`. Rule: SE-DELAY-4."""
    before = [entry for entry in order.entries[:place] if entry.token not in tokens]
    behind = [entry for entry in order.entries[place:] if entry.token not in tokens]
    known = {entry.token: entry for entry in order.entries}
    moved = [replace(known[token], count=count) for token in tokens]
    waiting = {token: n for token, n in order.delaying.items() if token not in tokens}
    return replace(order, entries=(*before, *moved, *behind), delaying=waiting)


def _waiting(play: Play, order: Order, *, fixed: bool) -> list[Entry]:
    """Those who wait and can act, the higher roll first. Rule: SE-DELAY-2."""
    found = []
    for entry in order.entries:
        fighter = play.get(entry.token)
        if entry.token not in order.delaying or fighter is None or not fighter.is_able:
            continue
        if (order.delaying[entry.token] is not None) is fixed:
            found.append(entry)
    return sorted(found, key=lambda entry: -entry.roll)


def between_turns(play: Play, order: Order, ended: str | None) -> Generator[Request, Any, Order]:
    """Between two turns: who waits openly is asked, who waits for a count that is reached steps in.

    Rule: SE-DELAY-1, 2, 4. `ended`: whose turn just ended; nobody is asked where a turn was only put off.
    """
    if ended is not None:
        stepping = []
        for entry in _waiting(play, order, fixed=False):
            answer = yield Ask(
                owner=entry.token,
                kind="delay",
                question=say("The turn of {who} is over. Act now?", who=TokenName(ended)),
                options=(Option("act", say("Act now")), Option("wait", say("Wait"))),
                default="wait",
                rule="SE-DELAY-1",
                about=(ended, entry.token),
                only_if_seen=True,
            )
            if answer == "act":
                stepping.append(entry.token)
        if stepping:
            place = order.place(ended)
            order = step_in(order, stepping, place + 1, order.entries[place].count - 1)
    return order


def count_reached(play: Play, order: Order, following: Entry | None) -> tuple[str, int] | None:
    """Who waits for a count that comes before `following` (None: before the next round), and that count."""
    for entry in sorted(_waiting(play, order, fixed=True), key=lambda entry: -(order.delaying[entry.token] or 0)):
        count = order.delaying[entry.token]
        if count is not None and (following is None or following.count < count):
            return entry.token, count
    return None
