"""What a seat may not know is not in what it gets."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.encounter import view
from app.encounter.commands import ClaimToken, EditTable, EditToken, PlaceToken, RemoveToken, Undo
from app.encounter.log import log_for
from app.encounter.state import Role
from app.encounter.viewer import Viewer
from geometry.grid import Point, Square
from geometry.ruling import Evidence, Line, Segment
from rules.card import Card, Group, Modifier, Record, Rolled
from rules.text import TokenName, say, with_figures
from tests.support.fake_system import FakeSystem, installed
from tests.support.table import FakeTable


@pytest.fixture
def fight(table: FakeTable) -> tuple[FakeTable, str, str, str]:
    """Vexa (Sael's), a guard, and a hidden ambusher first in the order of play."""
    vexa, guard = table.place("Vexa", 1, 1, owner="sael"), table.place("Guard", 2, 2, side="enemy")
    ambush = table.place("Ambush", 3, 3, side="enemy", hidden=True)
    table.act(table.gm, "start")
    return table, vexa, guard, ambush


def words(value: object, table: FakeTable, viewer: Viewer) -> str:
    """All that a page could print of `value`: itself, with the names that the viewer may read."""
    return repr(value) + repr(view.names_for(table.state, viewer))


def test_a_hidden_token_is_known_to_the_gm_and_its_player_only(fight: tuple[FakeTable, str, str, str]) -> None:
    table, vexa, guard, ambush = fight
    assert set(view.known_tokens(table.state, table.gm)) == {vexa, guard, ambush}
    assert set(view.known_tokens(table.state, table.sael)) == {vexa, guard}
    assert set(view.known_tokens(table.state, table.screen)) == {vexa, guard}
    table.do(table.gm, EditToken(vexa, hidden=True))
    assert vexa in view.known_tokens(table.state, table.sael)
    assert vexa not in view.known_tokens(table.state, table.screen)


def test_the_scene_is_the_same_for_all_and_without_hidden_tokens(fight: tuple[FakeTable, str, str, str]) -> None:
    table, vexa, guard, ambush = fight
    for viewer in (table.gm, table.sael, table.screen):
        assert set(view.scene_for(table.state, viewer).combatants) == {vexa, guard}
        assert set(view.scene_for(table.state, viewer, guard).combatants) == {vexa, guard}
    assert set(view.scene_for(table.state, table.gm, ambush).combatants) == {vexa, guard, ambush}
    assert set(view.scene_for(table.state, table.sael, ambush).combatants) == {vexa, guard}


def test_terrain_is_made_once_for_as_long_as_the_map_stands(fight: tuple[FakeTable, str, str, str]) -> None:
    table, vexa, *_ = fight
    first = view.scene_for(table.state, table.gm).terrain
    table.do(table.gm, EditToken(vexa, square=Square(9, 9)))
    assert view.scene_for(table.state, table.sael).terrain is first


def test_the_order_of_play_has_no_place_for_a_hidden_token(fight: tuple[FakeTable, str, str, str]) -> None:
    table, vexa, guard, ambush = fight
    full, seen = view.turn_for(table.state, table.gm), view.turn_for(table.state, table.sael)
    assert full is not None
    assert seen is not None
    assert [entry.token for entry in full.entries] == [ambush, guard, vexa]
    assert [entry.token for entry in seen.entries] == [guard, vexa]
    assert full.acting == (ambush,)
    assert seen.acting == ()
    assert ambush not in repr(seen)
    assert full.entries[1].note is not None


def test_a_hidden_token_still_has_its_turn(fight: tuple[FakeTable, str, str, str]) -> None:
    table, vexa, guard, ambush = fight
    table.act(table.gm, "end", ambush)
    table.act(table.gm, "end", guard)
    table.act(table.sael, "end", vexa)
    turn = view.turn_for(table.state, table.gm)
    assert turn is not None
    assert (turn.acting, turn.round) == ((ambush,), 2)


def test_sheets_are_whole_for_who_plays_the_token(fight: tuple[FakeTable, str, str, str]) -> None:
    table, vexa, guard, ambush = fight
    whole, outside = view.sheet_for(table.state, table.sael, vexa), view.sheet_for(table.state, table.sael, guard)
    assert whole is not None
    assert outside is not None
    assert whole.groups
    assert outside.groups == ()
    assert outside.bars
    assert view.sheet_for(table.state, table.sael, ambush) is None
    assert view.sheet_for(table.state, table.gm, ambush) is not None


def _card(actor: str, target: str, **more: object) -> Card:
    return Card(actor, "shoot", say("Shoot"), say("…"), target=target, tokens=(actor, target), **more)  # type: ignore[arg-type]


def test_a_card_that_names_a_hidden_token_anywhere_is_not_given(fight: tuple[FakeTable, str, str, str]) -> None:
    table, vexa, guard, ambush = fight
    plain = _card(vexa, guard)
    blocked = Evidence((Segment(Point(0, 0), Point(1, 1), Line.BLOCKED, ambush, Point(0.5, 0.5)),))
    row = Modifier("flank", 2, say("Flanked by {token}", token=TokenName(ambush)), "X-1")
    leaks = [
        _card(vexa, ambush),
        replace(plain, tokens=(vexa, guard, ambush)),
        replace(plain, evidence=blocked),
        replace(plain, evidence=Evidence(blockers=(ambush,))),
        replace(plain, evidence=Evidence(tokens=(ambush,))),
        replace(plain, groups=(Group("attack", say("Attack"), 2, (row,)),)),
        replace(plain, groups=(Group("attack", say("Attack"), 2, (replace(row, label=say("+2"), evidence=blocked),)),)),
        replace(plain, hints=(say("If {who} moves", who=say("{x}", x=TokenName(ambush))),)),
    ]
    assert view.card_for(table.state, table.sael, plain) == plain
    assert [view.card_for(table.state, table.sael, card) for card in leaks] == [None] * len(leaks)
    assert [view.card_for(table.state, table.gm, card) for card in leaks] == leaks


def test_a_wall_that_blocks_is_no_secret(fight: tuple[FakeTable, str, str, str]) -> None:
    table, vexa, guard, _ = fight
    card = _card(vexa, guard, evidence=Evidence(blockers=("wall", "solid@3,4")))
    assert view.card_for(table.state, table.sael, card) == card


def test_a_record_loses_lines_about_hidden_tokens_and_secret_dice(fight: tuple[FakeTable, str, str, str]) -> None:
    table, vexa, guard, ambush = fight
    record = Record(
        say("{token} shoots", token=TokenName(vexa)),
        rolls=(Rolled("1d20", (15,), say("to hit")), Rolled("1d20", (3,), say("stealth"), secret=True)),
        lines=(say("{token} is hit", token=TokenName(guard)), say("{token} wakes", token=TokenName(ambush))),
        tokens=(vexa, guard, ambush),
        card=_card(vexa, guard),
    )
    seen = view.record_for(table.state, table.sael, record)
    assert seen is not None
    assert seen.rolls == record.rolls[:1]
    assert seen.lines == record.lines[:1]
    assert ambush not in repr(seen)
    assert view.record_for(table.state, table.gm, record) == record
    for hidden in (replace(record, secret=True), replace(record, headline=say("{x}", x=TokenName(ambush)))):
        assert view.record_for(table.state, table.sael, hidden) is None


def test_the_table_may_keep_the_enemies_dice_to_itself(fight: tuple[FakeTable, str, str, str]) -> None:
    table, vexa, guard, _ = fight
    rolls = (Rolled("1d20", (15,), say("to hit")),)
    by_guard = Record(say("Hit"), "hit", say("21 against 19"), rolls, tokens=(guard, vexa), card=_card(guard, vexa))
    by_vexa = replace(by_guard, tokens=(vexa, guard), card=_card(vexa, guard))
    assert view.record_for(table.state, table.sael, by_guard) == by_guard
    table.do(table.gm, EditTable(options={"players_see_rolls": "off"}))
    seen = view.record_for(table.state, table.sael, by_guard)
    assert seen is not None
    assert (seen.rolls, seen.title, seen.card, seen.outcome) == ((), None, None, "hit")
    assert view.record_for(table.state, table.sael, by_vexa) == by_vexa
    assert view.record_for(table.state, table.screen, by_vexa) == by_vexa


def test_a_question_goes_to_who_is_asked(fight: tuple[FakeTable, str, str, str]) -> None:
    table, vexa, guard, _ = fight
    table.roll(15)
    table.act(table.gm, "shoot", guard, target=vexa)
    mine, gm, screen = (view.prompt_for(table.state, viewer) for viewer in (table.sael, table.gm, table.screen))
    assert mine is not None
    assert gm is not None
    assert screen is not None
    assert (mine.mine, mine.may_answer, mine.owner) == (True, True, vexa)
    assert (gm.mine, gm.may_answer) == (False, True)
    assert (screen.mine, screen.may_answer, screen.ask) == (False, False, None)
    assert screen.waits == say("Waiting for {who}", who="Sael")
    assert mine.ask is not None
    assert len(mine.ask.options) == 2


def test_a_question_about_a_hidden_attacker_does_not_say_who(fight: tuple[FakeTable, str, str, str]) -> None:
    table, vexa, _, ambush = fight
    table.roll(15)
    table.act(table.gm, "shoot", ambush, target=vexa)
    asked = view.prompt_for(table.state, table.sael)
    assert asked is not None
    assert asked.ask is not None
    assert asked.ask.about == ()
    assert "Ambush" not in words(asked, table, table.sael)


def test_undo_is_offered_to_who_may(table: FakeTable) -> None:
    vexa = table.place("Vexa", 1, 1, owner="sael")
    assert view.undo_for(table.state, table.sael) is None
    table.act(table.sael, "step", vexa, square=Square(2, 2))
    for viewer in (table.gm, table.sael):
        offered = view.undo_for(table.state, viewer)
        assert offered is not None
        assert offered.label.msgid == "{actor} steps"
    assert view.undo_for(table.state, table.screen) is None
    table.do(table.sael, Undo())
    assert view.redo_for(table.state, table.sael) is not None
    assert view.redo_for(table.state, table.screen) is None


def test_tokens_that_may_be_taken(table: FakeTable) -> None:
    free = table.place("Vexa", 1, 1)
    table.place("Taken", 2, 2, owner="gm")
    table.place("Foe", 3, 3, side="enemy")
    table.place("Hidden", 4, 4, hidden=True)
    assert set(view.claimable(table.state, table.sael)) == {free}


def test_ids_of_tokens_count_nothing() -> None:
    from app.service import random_id

    ids = [random_id() for _ in range(200)]
    assert len(set(ids)) == 200
    assert all(len(id) == 10 and id[0].isalpha() for id in ids)
    assert sorted(ids) != ids


STEPS = ("hide", "show", "edit", "copy", "remove", "start", "step", "shoot", "end", "undo", "claim")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 5)), max_size=20))
def test_nothing_that_a_seat_gets_names_a_token_that_was_never_shown(steps: list[tuple[str, int]]) -> None:
    """Whatever the GM does with a token that stays hidden, no other seat reads its id, name or profile."""
    with installed(FakeSystem()):
        table = FakeTable()
        table.place("Vexa", 1, 1, owner="sael")
        secret = table.place("Xyzzy", 7, 3, side="enemy", hidden=True)
        table.do(table.gm, EditToken(secret, profile={"plugh": 4711}))
        table.place("Guard", 2, 2, side="enemy")
        for step, number in steps:
            _step(table, step, number, secret)
        jon = Viewer("sael", Role.PLAYER)
        for viewer in (table.sael, table.screen, jon):
            given_ = [
                view.known_tokens(table.state, viewer),
                view.names_for(table.state, viewer),
                view.turn_for(table.state, viewer),
                view.prompt_for(table.state, viewer) if not _asks(table, secret) else None,
                view.scene_for(table.state, viewer).combatants,
                log_for(table.state, table.log, viewer),
                view.claimable(table.state, viewer),
            ]
            assert not any(word in repr(given_) for word in (secret, "Xyzzy", "plugh", "4711"))


def _asks(table: FakeTable, secret: str) -> bool:
    """The question's sentence holds the id of who attacks; a page fills in "somebody" for it."""
    pending = table.state.pending
    return pending is not None and pending.action.actor == secret


def _step(table: FakeTable, step: str, number: int, secret: str) -> None:
    from app.encounter.errors import Refused
    from rules.errors import IllegalAction

    tokens = list(table.state.tokens)
    token = tokens[number % len(tokens)] if tokens else secret
    other = secret if number % 2 else token
    table.roll(15, 3, 3, 3)
    try:
        match step:
            case "hide":
                table.do(table.gm, EditToken(token, hidden=True))
            case "show" if token != secret:
                table.do(table.gm, EditToken(token, hidden=False))
            case "edit":
                table.do(table.gm, EditToken(other, square=Square(number, 8), reason="because"))
            case "copy":
                table.do(table.gm, PlaceToken("Other", "enemy", Square(8, 8), {}))
            case "remove" if token != secret:
                table.do(table.gm, RemoveToken(token))
            case "start":
                table.act(table.gm, "start")
            case "step" | "end":
                table.act(table.gm, step, other, square=Square(number, 6))
            case "shoot":
                table.act(table.gm, step, other, target=tokens[0])
            case "undo":
                table.do(table.gm, Undo())
            case "claim":
                table.do(table.gm, ClaimToken(other, "gm"))
    except (Refused, IllegalAction, KeyError):
        pass  # not possible now: nothing happens


def test_figures_are_told_to_those_who_may_see_them(fight: tuple[FakeTable, str, str, str]) -> None:
    """Hit points and threshold of an enemy are the GM's to know; of an ally, everybody's at the table."""
    table, vexa, guard, _ = fight

    def told(token: str, viewer: Viewer) -> list[str]:
        lines = (with_figures(token, say("12 to 3")), with_figures(token, say("10 reaches 8"), say("one step")))
        seen = view.record_for(table.state, viewer, Record(say("hit"), lines=lines))
        return [line.msgid for line in seen.lines] if seen else []

    assert told(guard, table.gm) == ["12 to 3", "10 reaches 8"]
    assert told(guard, table.sael) == told(guard, table.screen) == ["one step"]
    assert told(vexa, table.sael) == ["12 to 3", "10 reaches 8"]
