"""Whose turn it is, what a turn may spend, and the order of play to look at. Rules: SE-ACT-1 to 4."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.card import Card, Cost, Refusal
from rules.errors import IllegalAction, RuleError
from rules.request import Changed
from rules.system import TurnEntry, TurnView
from rules.systems.saga.fighter import Fight, Fighter
from rules.systems.saga.play import Play
from rules.text import Text, TokenName, say

COSTS: dict[str, Text] = {
    "standard": say("standard"),
    "move": say("move"),
    "swift": say("swift"),
    "2 swift": say("2 swift"),
    "full": say("full round"),
    "none": say("free"),
}
_NOTHING_LEFT: dict[str, Text] = {
    "standard": say("No standard action is left this turn."),
    "move": say("No move action is left this turn."),
    "swift": say("No swift action is left this turn."),
    "2 swift": say("Fewer than two swift actions are left this turn."),
    "full": say("A full round needs all three actions unspent."),
}
_PAID_FROM = {"swift": ("swift", "move", "standard"), "move": ("move", "standard"), "standard": ("standard",)}


@dataclass(frozen=True)
class Entry:
    """A place in the list: `count` is its label, `roll` the initiative rolled. Rule: SE-DELAY-4."""

    token: str
    count: int
    roll: int
    bonus: int = 0


@dataclass(frozen=True)
class Order:
    """The order of play as the turn stores it."""

    round: int
    entries: tuple[Entry, ...]
    acting: str | None
    delaying: Mapping[str, int | None] = field(default_factory=dict)  # token -> the count it waits for, None: open

    def to_turn(self) -> dict[str, Any]:
        order = [{"token": e.token, "count": e.count, "roll": e.roll, "bonus": e.bonus} for e in self.entries]
        turn = {"round": self.round, "acting": self.acting, "order": order}
        return {**turn, "delaying": dict(self.delaying)} if self.delaying else turn

    def place(self, token: str | None) -> int:
        """Index in the list; behind everybody who stands in it for one who does not."""
        return next((i for i, entry in enumerate(self.entries) if entry.token == token), len(self.entries))


def read_order(turn: Mapping[str, Any] | None) -> Order | None:
    """The order in `turn`; None where no fight goes on."""
    if turn is None:
        return None
    try:
        entries = tuple(
            Entry(str(row["token"]), int(row["count"]), int(row["roll"]), int(row.get("bonus", 0)))
            for row in turn.get("order", ())
        )
        delaying = {str(token): None if n is None else int(n) for token, n in turn.get("delaying", {}).items()}
        return Order(int(turn.get("round", 1)), entries, turn.get("acting"), delaying)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RuleError(f"not an order of play: {turn!r}") from error


# -- paying


def price(cost: str) -> Cost:
    return Cost(COSTS[cost])


def pay(fight: Fight, cost: str) -> dict[str, Any] | None:
    """What is spent for `cost`, as new values of the fight; None where it is not there. Rule: SE-ACT-1, 2.

    >>> pay(Fight(swift=False), "swift")
    {'move': False, 'acted': True}
    >>> pay(Fight(swift=False), "full") is None
    True
    """
    left = {"standard": fight.standard, "move": fight.move, "swift": fight.swift}
    if cost == "none":
        return {}
    if cost == "full":
        return {"standard": False, "move": False, "swift": False, "acted": True} if all(left.values()) else None
    spent: dict[str, Any] = {}
    for need in ("swift", "swift") if cost == "2 swift" else (cost,):
        slot = next((slot for slot in _PAID_FROM[need] if left[slot]), None)
        if slot is None:
            return None
        left[slot] = False
        spent[slot] = False
    return {**spent, "acted": True}


def may_act(play: Play, fighter: Fighter, cost: str) -> Refusal | None:
    """Why the fighter may not spend `cost` now: turn, actions left, able to act, in this order. Rule: SE-ATK-3.

    Where no fight goes on nothing is counted.
    """
    order = read_order(play.scene.turn)
    if order is not None:
        if order.acting != fighter.id:
            if order.acting in play.scene.combatants:
                return Refusal("SE-ACT-1", say("It is the turn of {who}.", who=TokenName(str(order.acting))))
            return Refusal("SE-ACT-1", say("It is not the turn of {who}.", who=fighter.name))
        if pay(fighter.fight, cost) is None:
            return Refusal("SE-ACT-2", _NOTHING_LEFT[cost])
    if not fighter.is_able:
        return Refusal("SE-COND-2" if fighter.is_down else "SE-HELP-2", say("{who} cannot act.", who=fighter.name))
    return None


def require(refusal: Refusal | None) -> None:
    """Raises IllegalAction where there is a refusal."""
    if refusal is not None:
        raise IllegalAction(refusal.rule, refusal.reason)


def payment(play: Play, fighter: Fighter, cost: str, **fight: Any) -> Changed:
    """The effect of paying; aim and brace are lost by any action but the one that keeps them.

    Rule: SE-ACT-2, SE-AIM-2, SE-AUTO-4.
    """
    spent = (pay(fighter.fight, cost) or {}) if play.in_fight else {}
    lost = {key: None for key in ("aim", "braced") if getattr(fighter.fight, key) is not None}
    return Changed(fighter.id, fight={**spent, **lost, **fight})


def turn_view(play: Play) -> TurnView | None:
    """The order of play for the eyes that `play` holds; tokens that are not in the scene are left out."""
    order = read_order(play.scene.turn)
    if order is None:
        return None
    current = order.place(order.acting)
    entries = []
    for index, entry in enumerate(order.entries):
        fighter = play.get(entry.token)
        if fighter is None:
            continue
        state = "acting" if index == current else "done" if index < current < len(order.entries) else "waiting"
        if entry.token in order.delaying:
            state = "delayed"
        if fighter.is_dead:
            state = "out"
        note = say("cannot act") if not fighter.is_able and not fighter.is_dead else None
        entries.append(TurnEntry(entry.token, entry.count, state, note))
    acting = play.get(order.acting) if order.acting else None
    budget: tuple[tuple[str, Text, bool], ...] = ()
    if acting is not None:
        fight = acting.fight
        budget = (
            ("standard", say("Standard action"), fight.standard),
            ("move", say("Move action"), fight.move),
            ("swift", say("Swift action"), fight.swift),
        )
    return TurnView(order.round, None, tuple(entries), (acting.id,) if acting else (), budget)


def end_turn_card(play: Play, fighter: Fighter) -> Card:
    """The card of ending a turn."""
    order = read_order(play.scene.turn)
    refusal = None
    if order is None:
        refusal = Refusal("SE-INIT-1", say("No fight goes on."))
    elif order.acting != fighter.id:
        refusal = Refusal("SE-ACT-1", say("It is not the turn of {who}.", who=fighter.name))
    return Card(
        actor=fighter.id,
        action="end_turn",
        title=say("{who} ends the turn", who=fighter.name),
        subtitle=say("What is left is lost."),
        rules=("SE-ACT-4",),
        tokens=(fighter.id,),
        cost=price("none"),
        button=say("End turn"),
        refusal=refusal,
    )
