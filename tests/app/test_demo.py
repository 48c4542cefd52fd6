"""The demo table, under the real rules."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.demo import HOUSE, create_demo, house_demo
from app.encounter import view
from app.encounter.commands import Act, ClaimToken, Undo
from app.encounter.errors import Refused
from app.encounter.limits import fits
from app.encounter.log import log_for
from app.encounter.scene import size_of
from app.encounter.state import Role
from app.encounter.system import system_of
from app.service import Tables
from geometry.battlefield import BarrierKind, SquareKind
from rules.dice import SeededDice
from rules.scene import Action
from tests.support.tables import some_tables


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    with some_tables(tmp_path, SeededDice(1)) as found:
        yield found


def test_it_has_a_little_of_everything(tables: Tables) -> None:
    id, secret = create_demo(tables, "laptop")
    state = tables.load(id)
    assert tables.table_by_gm_secret(secret) == id
    assert state.map is not None
    assert {BarrierKind.WALL, BarrierKind.DOOR, BarrierKind.WINDOW, BarrierKind.LOW} == {
        barrier.kind for barrier in state.map.barriers.values()
    }
    assert {SquareKind.SOLID, SquareKind.COVER, SquareKind.LOW, SquareKind.DIFFICULT, SquareKind.SMOKE} <= set(
        state.map.squares
    )
    assert {token.side for token in state.tokens.values()} == {"ally", "enemy"}
    assert [token.hidden for token in state.tokens.values()].count(True) == 1


def test_everybody_stands_on_free_ground(tables: Tables) -> None:
    state = tables.load(create_demo(tables, "laptop")[0])
    assert state.map is not None
    blocked = state.map.squares[SquareKind.SOLID] | state.map.squares[SquareKind.COVER]
    squares = [token.square for token in state.tokens.values()]
    assert len(set(squares)) == len(squares)
    assert not blocked & set(squares)
    assert all(fits(state.map, t.square, size_of(state, t)) for t in state.tokens.values() if t.square)


def test_there_is_nothing_to_take_back_before_play(tables: Tables) -> None:
    id, _ = create_demo(tables, "laptop")
    gm = tables.seat_for(id, "laptop")
    assert gm is not None
    with pytest.raises(Refused):
        tables.handle(id, gm, Undo())
    assert [entry.text.msgid for entry in log_for(tables.load(id), tables.stored(id), gm)] == [
        "{who} sits down",
        "The table is opened",
    ]


def test_names_come_in_the_words_of_who_lays_it(tables: Tables) -> None:
    id, _ = create_demo(tables, "laptop", words=lambda text: f"<{text.msgid}>")
    assert {token.name for token in tables.load(id).tokens.values()} >= {"<Scout>", "<Officer>"}


def test_the_house_keeps_one_demo(tables: Tables) -> None:
    first, second = house_demo(tables), house_demo(tables)
    assert tables.table_by_gm_secret(first) is None
    assert tables.table_by_gm_secret(second) == HOUSE
    assert tables.join(HOUSE, "laptop", "GM", Role.GM).is_gm


def test_the_fight_starts_and_a_player_moves(tables: Tables) -> None:
    id, _ = create_demo(tables, "laptop")
    gm, sael = tables.seat_for(id, "laptop"), tables.join(id, "phone", "Sael", Role.PLAYER)
    assert gm is not None
    state = tables.load(id)
    scout = next(key for key, token in state.tokens.items() if token.name == "Scout")
    tables.handle(id, sael, ClaimToken(scout, sael.seat))
    state = tables.handle(id, gm, Act(Action(system_of(state).initiative)))
    full, seen = view.turn_for(state, gm), view.turn_for(state, sael)
    assert full is not None
    assert seen is not None
    assert len(full.entries) == len(seen.entries) + 1
    for _ in range(len(full.entries)):
        turn = view.turn_for(state, gm)
        assert turn is not None
        if turn.acting == (scout,):
            break
        end = next(
            o
            for o in system_of(state).offers(view.scene_for(state, gm, turn.acting[0]), turn.acting[0])
            if o.group == "turn" and not o.refusal
        )
        state = tables.handle(id, gm, Act(Action(end.key, turn.acting[0])))
    move = Action("move", scout)
    reach = system_of(state).reach(view.scene_for(state, sael, scout), move)
    goal = max(reach.costs, key=lambda square: (reach.costs[square], square))
    state = tables.handle(id, sael, Act(Action("move", scout, square=goal), state.scene_version))
    assert state.tokens[scout].square == goal
    state = tables.handle(id, sael, Undo())
    assert state.tokens[scout].square != goal
