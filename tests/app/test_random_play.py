"""Two rounds of anything that anybody might do with the demo table, under the real rules.

Whatever happens, the log tells the whole table, only the known refusals come, and no seat reads of the hidden token.
"""

import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from app.demo import create_demo, hangar
from app.encounter import view
from app.encounter.commands import (
    Act,
    Answer,
    CallOff,
    ClaimToken,
    Command,
    EditToken,
    PlaceToken,
    Redo,
    RemoveToken,
    RewindTurn,
    SetDoor,
    SetMap,
    Undo,
)
from app.encounter.errors import Refused, Stale
from app.encounter.fold import replay
from app.encounter.log import log_for
from app.encounter.state import Encounter, Map, Role
from app.encounter.system import system_of
from app.encounter.viewer import Viewer
from app.service import Tables
from geometry.grid import Square
from rules.dice import SeededDice
from rules.errors import IllegalAction
from rules.scene import Action
from rules.system import Offer
from tests.support.tables import open_tables, some_tables

STEPS = 40


class Game:
    """A demo table with a player and a screen, and a hidden droid that nobody but the GM may hear of."""

    def __init__(self, tables: Tables, seed: int) -> None:
        self.tables, self.random = tables, random.Random(seed)
        self.id, _ = create_demo(tables, "laptop")
        gm = tables.seat_for(self.id, "laptop")
        assert gm is not None
        self.gm = gm
        self.player = tables.join(self.id, "phone", "Sael", Role.PLAYER)
        self.screen = tables.join(self.id, "tv", "Screen", Role.SCREEN)
        self.secret = next(id for id, token in self.state.tokens.items() if token.hidden)
        for id, token in self.state.tokens.items():
            if token.side == "ally":
                tables.handle(self.id, gm, ClaimToken(id, self.player.seat))

    @property
    def state(self) -> Encounter:
        return self.tables.load(self.id)

    def step(self) -> None:
        viewer = self.gm if self.random.random() < 0.7 else self.player
        with suppress(Refused, Stale, IllegalAction):
            self.tables.handle(self.id, viewer, self.command())

    def command(self) -> Command:
        state, pick = self.state, self.random.choice
        token = pick([id for id in state.tokens if id != self.secret])
        if state.pending is not None and state.pending.ask is not None:
            answer = Answer(state.pending.prompt or "", pick(state.pending.ask.options).key)
            return pick([answer, answer, answer, CallOff(), Undo()])
        if state.turn is None:
            return Act(Action("start"))
        if self.random.random() < 0.6:
            return self.act()
        commands: list[Command] = [
            EditToken(pick([token, self.secret]), square=self.square()),
            EditToken(token, hidden=pick([True, False])),
            EditToken(token, off_map=True),
            RemoveToken(token),
            PlaceToken("Trooper", "enemy", self.square(), state.tokens[token].profile),
            SetDoor(pick(["control-door", "store-door"]), pick([True, False])),
            SetMap(pick([hangar("Hangar"), Map(12, 12)])),
            *[Undo(), Undo(), Redo(), RewindTurn()],
        ]
        return pick(commands)

    def square(self) -> Square:
        return Square(self.random.randrange(22), self.random.randrange(14))

    def act(self) -> Act:
        state = self.state
        turn, system = view.turn_for(state, self.gm), system_of(state)
        actor = turn.acting[0] if turn and turn.acting else self.secret
        scene = view.scene_for(state, self.gm, actor)
        offers = [offer for offer in system.offers(scene, actor) if not offer.refusal]
        offer = self.random.choice(offers) if offers else Offer("end_turn", system.title, "", "none", "turn")
        action = Action(offer.key, actor, offer.weapon, args=offer.args)
        target, square = None, None
        if offer.aim == "token":
            target = self.random.choice([card.target for card in system.targets(scene, action)] or [None])
        elif offer.aim == "path":
            square = self.random.choice(list(system.reach(scene, action).costs) or [self.square()])
        elif offer.aim != "none":
            square = self.square()
        return Act(Action(offer.key, actor, offer.weapon, target, square, args=offer.args))

    def seen_by(self, viewer: Viewer) -> Iterator[object]:
        """All that pages are made of, for one seat."""
        state = self.state
        yield view.known_tokens(state, viewer)
        yield view.names_for(state, viewer)
        yield view.turn_for(state, viewer)
        yield log_for(state, self.tables.stored(self.id), viewer)
        yield view.scene_for(state, viewer).combatants
        yield [view.sheet_for(state, viewer, token) for token in view.known_tokens(state, viewer)]
        prompt = view.prompt_for(state, viewer)
        if state.pending is None or state.pending.action.actor != self.secret:
            yield prompt  # a question about its own deed holds its id, which a page reads as "somebody"


@pytest.mark.parametrize("seed", [1, 2])
def test_the_log_is_the_table_and_secrets_are_kept(tmp_path: Path, seed: int) -> None:
    with some_tables(tmp_path, SeededDice(seed)) as tables:
        game = Game(tables, seed)
        for _ in range(STEPS):
            game.step()
            for viewer in (game.player, game.screen):
                words = repr(list(game.seen_by(viewer)))
                assert game.secret not in words
                assert "Assassin droid" not in words
            assert "Assassin droid" in repr(list(game.seen_by(game.gm)))
        assert len(tables.stored(game.id)) > STEPS
        assert replay(tables.stored(game.id)) == game.state
        again = open_tables(tmp_path)
        assert again.load(game.id) == game.state
        again.engine.dispose()
