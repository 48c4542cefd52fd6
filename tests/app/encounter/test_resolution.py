"""A resolution that waits for people: run again from the log with what is known."""

import pytest

from app.encounter.commands import Answer, CallOff, ClaimToken, EditToken, RemoveSeat, SetStanding, Undo
from app.encounter.errors import Refused
from app.encounter.events import ActionCalledOff, ActionEnded, Answered, Asked, Rolled, Told
from app.encounter.fold import replay
from app.encounter.resolution import fingerprint
from rules.request import Ask, Changed, Option, Roll, Tell
from rules.text import say
from tests.support.fake_system import FakeSystem
from tests.support.table import FakeTable, without_versions


@pytest.fixture
def duel(table: FakeTable) -> tuple[FakeTable, str, str]:
    return table, table.place("Vexa", 1, 1, owner="sael"), table.place("Guard", 2, 2, side="enemy")


def shoot(table: FakeTable, guard: str, vexa: str, *faces: int) -> str:
    """The id of the question that Vexa's player is asked."""
    table.roll(*faces)
    table.act(table.gm, "shoot", guard, target=vexa)
    assert table.state.pending is not None
    assert table.state.pending.prompt is not None
    return table.state.pending.prompt


def kinds(table: FakeTable, since: int) -> list[type]:
    return [type(stored.event) for stored in table.log[since:]]


def test_it_stops_at_a_question_and_goes_on_with_the_answer(duel: tuple[FakeTable, str, str]) -> None:
    table, vexa, guard = duel
    prompt = shoot(table, guard, vexa, 15)
    first = table.state.pending.action_id  # type: ignore[union-attr]
    since = table.state.version
    table.roll(4)  # only the damage is rolled: the first die is known
    table.do(table.sael, Answer(prompt, "stand"))
    table.dice.assert_used_up()
    assert kinds(table, since) == [Answered, Rolled, Told, ActionEnded]
    assert {stored.action for stored in table.log[since:]} == {first}
    assert table.token(vexa).profile["hp"] == 6
    assert table.state.pending is None
    assert table.state.done[-1].label.msgid == "{actor} hits"


def test_the_log_alone_restores_a_half_finished_resolution(duel: tuple[FakeTable, str, str]) -> None:
    table, vexa, guard = duel
    shoot(table, guard, vexa, 15)
    assert replay(table.log) == table.state


def test_the_gm_answers_for_anybody(duel: tuple[FakeTable, str, str]) -> None:
    table, vexa, guard = duel
    prompt = shoot(table, guard, vexa, 15)
    table.do(table.gm, Answer(prompt, "dodge"))
    answered = [stored.event for stored in table.log if isinstance(stored.event, Answered)]
    assert [(event.by, event.how) for event in answered] == [("gm", "gm")]
    assert table.token(vexa).profile["hp"] == 10


def test_a_token_without_a_player_is_the_gms_to_answer_for(duel: tuple[FakeTable, str, str]) -> None:
    table, vexa, guard = duel
    prompt = shoot(table, guard, vexa, 15)
    table.do(table.sael, RemoveSeat("sael"))
    table.do(table.gm, Answer(prompt, "dodge"))
    assert table.log[-3].event.how == "seat"  # type: ignore[union-attr]


@pytest.mark.parametrize(("standing", "hp"), [("always", 10), ("never", 7)])
def test_a_standing_answer_asks_nobody(duel: tuple[FakeTable, str, str], standing: str, hp: int) -> None:
    """ "never" is the question's default, "always" the other."""
    table, vexa, guard = duel
    table.do(table.sael, SetStanding("dodge", standing))
    table.roll(15, 3)
    since = table.state.version
    table.act(table.gm, "shoot", guard, target=vexa)
    assert Asked not in kinds(table, since)
    assert table.state.pending is None
    assert table.token(vexa).profile["hp"] == hp


def test_an_answer_may_be_remembered_and_forgotten(duel: tuple[FakeTable, str, str]) -> None:
    table, vexa, guard = duel
    prompt = shoot(table, guard, vexa, 15)
    table.do(table.sael, Answer(prompt, "dodge", remember="always"))
    assert table.state.seats["sael"].standing == {"dodge": "always"}
    table.do(table.sael, SetStanding("dodge", "ask"))
    assert table.state.seats["sael"].standing == {}
    shoot(table, guard, vexa, 15)


def test_what_a_seat_said_stays_when_the_action_is_taken_back(duel: tuple[FakeTable, str, str]) -> None:
    table, vexa, guard = duel
    prompt = shoot(table, guard, vexa, 15)
    table.do(table.sael, Answer(prompt, "dodge", remember="never"))
    table.do(table.gm, Undo())
    assert table.state.seats["sael"].standing == {"dodge": "never"}


@pytest.mark.parametrize("command", [CallOff(), Undo()])
def test_taking_back_what_waits(duel: tuple[FakeTable, str, str], command: CallOff | Undo) -> None:
    table, vexa, guard = duel
    before = table.state
    shoot(table, guard, vexa, 15)
    with pytest.raises(Refused):
        table.do(table.sael, command)
    table.do(table.gm, command)
    assert without_versions(table.state) == without_versions(before)
    assert table.state.undone == ()


def test_who_started_it_may_take_it_back(duel: tuple[FakeTable, str, str]) -> None:
    table, vexa, guard = duel
    table.do(table.gm, ClaimToken(guard, "gm"))
    table.roll(15)
    table.act(table.sael, "shoot", vexa, target=guard)
    table.do(table.sael, Undo())
    assert table.state.pending is None


def test_changed_rules_call_it_off_and_say_so(duel: tuple[FakeTable, str, str], rules: FakeSystem) -> None:
    table, vexa, guard = duel
    before = table.state
    prompt = shoot(table, guard, vexa, 15)
    rules.asks = "parry"
    table.do(table.sael, Answer(prompt, "stand"))
    assert isinstance(table.log[-1].event, ActionCalledOff)
    assert "rules have changed" in table.log[-1].event.reason.msgid
    assert without_versions(table.state) == without_versions(before)


def test_rules_that_forbid_it_now_call_it_off(duel: tuple[FakeTable, str, str]) -> None:
    """The base of a waiting action cannot change, so only other rules can do this."""
    table, vexa, guard = duel
    prompt = shoot(table, guard, vexa, 15)
    pending = table.state.pending
    assert pending is not None
    assert pending.base.tokens[vexa] == table.token(vexa)
    with pytest.raises(Refused):
        table.do(table.gm, EditToken(vexa, profile={"hp": 1}))
    table.roll(1)
    table.do(table.sael, Answer(prompt, "stand"))
    assert table.state.pending is None


def test_hidden_tokens_roll_in_secret(duel: tuple[FakeTable, str, str]) -> None:
    table, vexa, guard = duel
    table.do(table.gm, EditToken(guard, hidden=True))
    shoot(table, guard, vexa, 15)
    rolled = [stored.event for stored in table.log if isinstance(stored.event, Rolled)]
    assert [event.secret for event in rolled] == [True]


def test_a_fingerprint_follows_what_is_asked_not_how_it_is_said() -> None:
    roll = Roll("1d20", say("to hit"), by="a")
    assert fingerprint(roll) == fingerprint(Roll("1d20", say("attack roll"), by="a"))
    assert fingerprint(roll) != fingerprint(Roll("2d20", say("to hit"), by="a"))
    ask = Ask("a", "dodge", say("Dodge?"), (Option("yes", say("Yes")),), "yes", "X-1")
    assert fingerprint(ask) != fingerprint(Ask("b", "dodge", say("Dodge?"), ask.options, "yes", "X-1"))
    one, other = {"hp": 3, "worn": ["a"]}, {"worn": ["a"], "hp": 3}
    assert fingerprint(Tell((Changed("a", one),))) == fingerprint(Tell((Changed("a", other),)))
    assert fingerprint(Tell((Changed("a", one),))) != fingerprint(Tell((Changed("a", {"hp": 2}),)))


def test_a_question_that_needs_sight_is_not_put_about_a_hidden_token(
    duel: tuple[FakeTable, str, str], rules: FakeSystem
) -> None:
    table, vexa, guard = duel
    rules.only_if_seen = True
    table.do(table.gm, EditToken(guard, hidden=True))
    table.roll(15, 3)
    since = table.state.version
    table.act(table.gm, "shoot", guard, target=vexa)
    answered = [stored.event for stored in table.log[since:] if isinstance(stored.event, Answered)]
    assert [(event.option, event.how) for event in answered] == [("stand", "default")]
    assert table.token(vexa).profile["hp"] == 7


def test_the_gm_is_asked_about_a_hidden_token(duel: tuple[FakeTable, str, str], rules: FakeSystem) -> None:
    table, vexa, guard = duel
    rules.only_if_seen = True
    table.do(table.gm, EditToken(guard, hidden=True))
    table.do(table.gm, ClaimToken(vexa, None))
    assert shoot(table, guard, vexa, 15)
