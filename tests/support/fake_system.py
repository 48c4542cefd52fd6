"""A rule system of ten lines for tests of the core: step, shoot (asks the target, rolls), next."""

from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from geometry.battlefield import SpatialOptions
from rules.card import Card, Record, Rolled
from rules.errors import IllegalAction
from rules.registry import systems
from rules.request import Ask, Changed, Moved, Option, Resolution, Roll, Tell, TurnSet
from rules.scene import Action, Scene
from rules.system import Bar, Field, Offer, ProfileError, Sheet, TurnEntry, TurnView
from rules.text import Text, TokenName, say


@dataclass
class FakeSystem:
    """`asks` is the kind of question that a shot puts to its target; another one plays changed rules.

    `only_if_seen`: of a hidden shooter nobody is asked.
    """

    key: str = "fake"
    title: Text = field(default_factory=lambda: say("Fake"))
    metres_per_square: str = "1.5"
    initiative: str = "start"
    asks: str = "dodge"
    only_if_seen: bool = False

    def options(self) -> Sequence[Field]:
        return [Field("players_see_rolls", say("Rolls"), "choice", choices=(("on", say("on")), ("off", say("off"))))]

    def spatial_options(self, options: Mapping[str, Any]) -> SpatialOptions:
        return SpatialOptions()

    def check_profile(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        if not isinstance(data.get("hp", 10), int):
            raise ProfileError({"hp": say("A number, please.")})
        return {"hp": 10, **data}

    def states(self) -> Sequence[Field]:
        return [Field("prone", say("Prone"), "flag")]

    def sheet(self, scene: Scene, token: str) -> Sheet:
        profile = scene.combatants[token].profile
        hp = profile["hp"]
        bar = Bar("hp", say("HP"), hp, 10)
        return Sheet(profile.get("size", 1), say("fake"), (bar,), groups=((say("Numbers"), ()),))

    def turn_view(self, scene: Scene) -> TurnView | None:
        if not scene.turn or not scene.turn["order"]:
            return None
        order = scene.turn["order"]
        entries = tuple(TurnEntry(token, note=say("after {token}", token=TokenName(order[0]))) for token in order)
        return TurnView(scene.turn["round"], None, entries, (order[scene.turn["index"]],))

    def offers(self, scene: Scene, actor: str) -> Sequence[Offer]:
        groups = {"step": "move", "shoot": "attack", "end": "turn"}
        return [Offer(key, say(key), "dot", "none", group) for key, group in groups.items()]

    def table_offers(self, scene: Scene) -> Sequence[Offer]:
        return [Offer("start", say("Start"), "dot", "none", "turn")]

    def resolve(self, scene: Scene, action: Action) -> Resolution:
        actor = action.actor
        if action.key == "start":
            order = sorted(scene.combatants, key=lambda id: scene.combatants[id].name)
            yield Tell((TurnSet({"order": order, "index": 0, "round": 1}),), Record(say("The fight begins")))
        elif actor is None or action.key not in ("step", "shoot", "end"):
            raise IllegalAction("FAKE-1", say("No such thing."))
        elif action.key == "step":
            here = scene.combatants[actor].square
            yield Tell((Moved(actor, (here, action.square)),), _record("{actor} steps", actor))
        elif action.key == "end":
            turn = dict(scene.turn or {})
            turn["index"] = (turn["index"] + 1) % len(turn["order"])
            turn["round"] += turn["index"] == 0
            yield Tell((TurnSet(turn),), _record("{actor} is done", actor))
        else:
            yield from self._shoot(scene, actor, action.target or "")

    def _shoot(self, scene: Scene, actor: str, target: str) -> Resolution:
        hit = (yield Roll("1d20", say("to hit"), by=actor))[0]
        question = say("{actor} shoots. Dodge?", actor=TokenName(actor))
        options = (Option("dodge", say("Dodge")), Option("stand", say("Stand")))
        answer = yield Ask(
            target, self.asks, question, options, "stand", "FAKE-2", about=(actor,), only_if_seen=self.only_if_seen
        )
        card = Card(actor, "shoot", say("Shoot"), say("…"), target=target, tokens=(actor, target))
        rolls = (Rolled("1d20", (hit,), say("to hit")),)
        if answer == "dodge" or hit < 10:
            yield Tell((), _record("{actor} misses", actor, target, outcome="miss", rolls=rolls, card=card))
            return
        damage = (yield Roll("1d6", say("damage"), by=actor))[0]
        hp = scene.combatants[target].profile["hp"] - damage
        yield Tell(
            (Changed(target, profile={"hp": hp}),),
            _record("{actor} hits", actor, target, outcome="hit", rolls=rolls, card=card),
        )


def _record(headline: str, *tokens: str, **more: Any) -> Record:
    return Record(say(headline, actor=TokenName(tokens[0])), tokens=tokens, **more)


@contextmanager
def installed(system: FakeSystem):
    """The registry with `system` in it."""
    systems()[system.key] = system  # type: ignore[assignment]
    try:
        yield system
    finally:
        del systems()[system.key]


@pytest.fixture
def fake_system():
    with installed(FakeSystem()) as system:
        yield system
