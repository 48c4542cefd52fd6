"""The log as people read it."""

from app.encounter.commands import CallOff, ClaimToken, EditToken, Redo, RemoveToken, SetDoor, Undo
from app.encounter.events import ActionEnded, ActionStarted, Told
from app.encounter.log import Entry, log_for
from app.encounter.viewer import Viewer
from geometry.grid import Square
from rules.card import Record
from rules.scene import Action
from rules.text import TokenName, say
from tests.support.table import FakeTable


def read(table: FakeTable, viewer: Viewer, limit: int = 100) -> list[Entry]:
    return log_for(table.state, table.log, viewer, limit)


def messages(table: FakeTable, viewer: Viewer) -> list[str]:
    return [entry.text.msgid for entry in read(table, viewer)]


def test_newest_first_and_no_more_than_asked_for(table: FakeTable) -> None:
    vexa = table.place("Vexa", 1, 1)
    table.do(table.gm, EditToken(vexa, square=Square(2, 2)))
    assert messages(table, table.gm)[:2] == ["{token} is moved by hand", "{token} is placed"]
    assert len(read(table, table.gm, 2)) == 2
    assert messages(table, table.gm)[-1] == "The table is opened"


def test_an_action_is_one_entry_with_its_records_and_its_turn(table: FakeTable) -> None:
    vexa, zed = table.place("Vexa", 1, 1, owner="sael"), table.place("Zed", 2, 2, side="enemy")
    table.act(table.gm, "start")
    table.act(table.sael, "step", vexa, square=Square(3, 3))
    table.act(table.sael, "end", vexa)
    table.act(table.gm, "step", zed, square=Square(5, 5))
    last, end, step, start = read(table, table.sael)[:4]
    assert step.text.msgid == "{actor} steps"
    assert (step.by, step.actor) == ("Sael", vexa)
    assert step.turn == end.turn != last.turn
    assert step.turn is not None
    assert step.turn.params["round"] == 1
    assert start.turn is None
    assert start.text.msgid == "The fight begins"
    assert len(step.records) == 1


def test_undone_entries_stay_struck_through(table: FakeTable) -> None:
    vexa = table.place("Vexa", 1, 1)
    table.do(table.gm, EditToken(vexa, square=Square(2, 2)))
    table.do(table.gm, Undo())
    entry = read(table, table.sael)[0]
    assert entry.undone is not None
    assert entry.undone.params == {"who": "Irene"}
    table.do(table.gm, Redo())
    assert read(table, table.sael)[0].undone is None


def test_a_called_off_action_says_why(table: FakeTable) -> None:
    vexa, guard = table.place("Vexa", 1, 1, owner="sael"), table.place("Guard", 2, 2, side="enemy")
    table.roll(15)
    table.act(table.gm, "shoot", guard, target=vexa)
    table.do(table.gm, CallOff())
    assert read(table, table.sael)[0].undone is not None


def test_what_the_gm_does_with_hidden_tokens_is_only_the_gms(table: FakeTable) -> None:
    foe = table.place("Ambush", 1, 1, side="enemy", hidden=True)
    table.do(table.gm, EditToken(foe, square=Square(4, 4)))
    table.act(table.gm, "step", foe, square=Square(5, 5))
    table.do(table.gm, ClaimToken(foe, "gm"))
    seen, secret = messages(table, table.sael), messages(table, table.gm)
    assert len(secret) == len(seen) + 4
    assert all(entry.secret for entry in read(table, table.gm)[:4])


def test_showing_a_token_does_not_tell_what_it_did_before(table: FakeTable) -> None:
    foe = table.place("Ambush", 1, 1, side="enemy", hidden=True)
    table.do(table.gm, EditToken(foe, square=Square(4, 4)))
    table.do(table.gm, EditToken(foe, hidden=False))
    table.do(table.gm, Undo())
    table.do(table.gm, EditToken(foe, square=Square(6, 6)))
    table.do(table.gm, EditToken(foe, hidden=False))
    shown = [entry for entry in read(table, table.sael) if entry.text.params.get("token")]
    assert [entry.text.msgid for entry in shown] == ["{token} is shown", "{token} is shown"]


def _acted(table: FakeTable, actor: str, *records: Record) -> None:
    label = say("{actor}: {action}", actor=TokenName(actor), action=say("End turn"))
    told = [Told("mark", (), record) for record in records]
    table.save([ActionStarted(Action("end", actor), "sael", label), *told, ActionEnded()], by="sael", action=None)


def test_an_action_stays_when_what_came_of_it_is_about_a_hidden_token(table: FakeTable) -> None:
    vexa, foe = table.place("Vexa", 1, 1, owner="sael"), table.place("Ambush", 1, 1, side="enemy", hidden=True)
    _acted(table, vexa, Record(say("{token} is next", token=TokenName(foe)), tokens=(foe,)))
    entry = read(table, table.sael)[0]
    assert (entry.text.msgid, entry.actor, entry.records) == ("{actor}: {action}", vexa, ())
    assert len(read(table, table.gm)[0].records) == 1


def test_a_secret_roll_leaves_no_entry_and_no_title(table: FakeTable) -> None:
    vexa = table.place("Vexa", 1, 1, owner="sael")
    before = messages(table, table.sael)
    secret = Record(say("{token} notices it", token=TokenName(vexa)), tokens=(vexa,), secret=True)
    _acted(table, vexa, secret)
    assert messages(table, table.sael) == before
    assert table.state.done[-1].label.msgid == "{actor}: {action}"
    _acted(table, vexa, secret, Record(say("{token} waits", token=TokenName(vexa)), tokens=(vexa,)))
    assert "notices" not in repr(read(table, table.sael))
    assert messages(table, table.sael)[0] == "{token} waits"


def test_doors_claims_and_departures_have_their_words(table: FakeTable) -> None:
    vexa = table.place("Vexa", 1, 1)
    table.do(table.sael, ClaimToken(vexa, "sael"))
    table.do(table.gm, SetDoor("door", True))
    table.do(table.gm, RemoveToken(vexa))
    assert messages(table, table.screen)[:3] == ["{token} is removed", "A door is opened", "{who} plays {token}"]


def test_an_overruling_keeps_its_reason(table: FakeTable) -> None:
    vexa = table.place("Vexa", 1, 1)
    table.do(table.gm, EditToken(vexa, profile={"hp": 2}, reason="A long fall"))
    assert read(table, table.sael)[0].reason == "A long fall"


def test_what_is_titled_by_a_hidden_token_keeps_what_may_be_known(table: FakeTable) -> None:
    """The fight begins, and the first turn is a hidden token's: only the turn is a secret."""
    table.place("Vexa", 1, 1, owner="sael")
    table.place("Ambush", 2, 2, hidden=True)
    table.act(table.gm, "start")
    assert messages(table, table.sael)[0] == "The fight begins"
