"""Who may do what, and what bad input gets: a sentence, and nothing changed."""

import math
from dataclasses import replace

import pytest

from app.encounter.commands import (
    AdmitSeat,
    Answer,
    CallOff,
    ClaimToken,
    CopyToken,
    EditMap,
    EditTable,
    EditToken,
    PlaceToken,
    Redo,
    RemoveSeat,
    RemoveToken,
    RewindTurn,
    SetDoor,
    SetMap,
    SetPicture,
    SetStanding,
    TakeSeat,
    Undo,
)
from app.encounter.errors import Gone, Refused, Stale
from app.encounter.limits import clean_name
from app.encounter.state import Map, MapObject, Picture, Role
from app.encounter.viewer import Viewer
from geometry.battlefield import Barrier, BarrierKind, SquareKind
from geometry.grid import Point, Square
from rules.errors import IllegalAction
from rules.scene import Action, Overrule
from rules.system import ProfileError
from tests.support.table import DOOR, HALL, FakeTable

PICTURE = Picture("0" * 64, "image/png", 700, 350, 35.0)


def refuses(table: FakeTable, viewer: Viewer, *commands: object, error: type[Exception] = Refused) -> list[str]:
    """The sentences of refused commands; the log stays as it was."""
    sentences = []
    for command in commands:
        nothing_changed = table.unchanged()
        with pytest.raises(error) as caught:
            table.do(viewer, command)  # type: ignore[arg-type]
        nothing_changed()
        sentences.append(caught.value.reason.msgid)  # type: ignore[attr-defined]
    return sentences


# --- names ---


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Vexa \n Roake ", "Vexa Roake"),
        ("Ve\x00x\x1ba\u202e", "Vexa"),
        ("<b>Vexa</b>", "<b>Vexa</b>"),
        ("n\u0303", "ñ"),
        ("🧑‍🚀", "🧑‍🚀"),
        ("x" * 60, "x" * 60),
    ],
)
def test_a_name_is_kept_without_what_does_not_print(given: str, kept: str) -> None:
    assert clean_name(given) == kept


@pytest.mark.parametrize("given", ["", "   ", "\x00\u200b", "x" * 61, "x" * 10_000, "\ud800"])
def test_a_name_of_nothing_or_without_end_is_refused(given: str) -> None:
    with pytest.raises(Refused):
        clean_name(given)


# --- roles ---

GM_ONLY = [
    EditTable(name="Other"),
    AdmitSeat("sael"),
    SetMap(HALL),
    SetPicture(PICTURE),
    EditMap(removed=("wall",)),
    SetDoor("door", True),
    PlaceToken("Guard", "enemy", Square(1, 1), {}),
    RemoveSeat("gm"),
]


@pytest.mark.parametrize("command", GM_ONLY)
def test_only_the_gm_sets_the_table(table: FakeTable, command: object) -> None:
    assert refuses(table, table.sael, command) == ["Only the GM does that."]
    refuses(table, table.screen, command)


def test_players_touch_only_their_own_token(table: FakeTable) -> None:
    own, other = table.place("Vexa", 1, 1, owner="sael"), table.place("Roake", 2, 2)
    refuses(table, table.sael, CopyToken(own), RemoveToken(own), EditToken(other, name="Mine"))
    refuses(table, table.sael, EditToken(own, square=Square(5, 5)), EditToken(own, profile={"hp": 99}))
    refuses(table, table.sael, EditToken(own, name="Vexa", hidden=True))
    table.do(table.sael, EditToken(own, name="Vexa the Quick", face="g-scout"))
    assert table.token(own).name == "Vexa the Quick"


def test_a_player_takes_a_free_ally_only(table: FakeTable) -> None:
    free, foe = table.place("Vexa", 1, 1), table.place("Guard", 2, 2, side="enemy")
    taken = table.place("Irene's", 3, 3, owner="gm")
    hidden = table.place("Ambush", 4, 4, hidden=True)
    assert refuses(table, table.sael, ClaimToken(foe, "sael")) == ["That is the GM's token."]
    assert refuses(table, table.sael, ClaimToken(taken, "sael")) == ["{who} plays that token."]
    assert refuses(table, table.sael, ClaimToken(free, "gm")) == ["Only the GM does that."]
    refuses(table, table.sael, ClaimToken(hidden, "sael"), ClaimToken("none", "sael"), error=Gone)
    refuses(table, table.screen, ClaimToken(free, "screen"))
    refuses(table, table.gm, ClaimToken(free, "screen"), ClaimToken(free, "nobody"), error=Gone)
    table.do(table.sael, ClaimToken(free, "sael"))
    assert table.token(free).owners == {"sael"}
    table.do(table.sael, ClaimToken(free, None))
    assert table.token(free).owners == frozenset()


def test_who_has_no_seat_or_another_role_is_refused(table: FakeTable) -> None:
    command = SetStanding("dodge", "always")
    refuses(table, Viewer("nobody", Role.PLAYER), command, error=Gone)
    refuses(table, Viewer("sael", Role.GM), EditTable(name="Mine"), error=Gone)


def test_newcomers_wait_where_the_gm_approves(table: FakeTable) -> None:
    table.do(table.gm, EditTable(approve=True))
    vexa, jon = table.place("Vexa", 1, 1), Viewer("jon", Role.PLAYER)
    table.do(jon, TakeSeat("jon", Role.PLAYER, "Jon"))
    assert refuses(table, jon, ClaimToken(vexa, "jon")) == ["The GM has to let you in first."]
    table.do(table.gm, AdmitSeat("jon"))
    table.do(jon, ClaimToken(vexa, "jon"))
    assert table.token(vexa).owners == {"jon"}


def test_two_people_of_one_name_are_refused(table: FakeTable) -> None:
    refuses(table, Viewer("x", Role.PLAYER), TakeSeat("x", Role.PLAYER, " SAEL "))
    refuses(table, Viewer("sael", Role.PLAYER), TakeSeat("sael", Role.PLAYER, "Other"))
    table.do(Viewer("tv", Role.SCREEN), TakeSeat("tv", Role.SCREEN, "Screen"))


def test_a_table_has_a_last_seat_and_a_last_gm(table: FakeTable) -> None:
    refuses(table, table.gm, RemoveSeat("gm"))
    for n in range(37):
        table.do(Viewer(f"s{n}", Role.SPECTATOR), TakeSeat(f"s{n}", Role.SPECTATOR, "Guest"))
    refuses(table, Viewer("late", Role.PLAYER), TakeSeat("late", Role.PLAYER, "Late"))


def test_options_are_those_of_the_rules(table: FakeTable) -> None:
    table.do(table.gm, EditTable(options={"players_see_rolls": "off"}))
    assert table.state.options == {"players_see_rolls": "off"}
    refuses(table, table.gm, EditTable(options={"players_see_rolls": "maybe"}), EditTable(options={"other": 1}))


def test_what_changes_nothing_is_not_logged(table: FakeTable) -> None:
    vexa = table.place("Vexa", 1, 1)
    nothing_changed = table.unchanged()
    for command in (
        EditTable(name="Friday"),
        EditToken(vexa, name="Vexa", square=Square(1, 1), profile={"hp": 10}),
        SetDoor("door", False),
        EditMap(added=(DOOR,), cleared={SquareKind.FOG: frozenset({Square(1, 1)})}),
        AdmitSeat("sael"),
        SetPicture(None),
    ):
        table.do(table.gm, command)
    nothing_changed()


# --- map ---


@pytest.mark.parametrize(
    "bad",
    [
        Map(0, 5),
        Map(5, 501),
        Map(5, 5, barriers={"a": Barrier("a", BarrierKind.WALL, (Point(0, 0),))}),
        Map(5, 5, barriers={"a": Barrier("a", BarrierKind.WALL, (Point(0, 0), Point(math.nan, 1)))}),
        Map(5, 5, barriers={"a": Barrier("a", BarrierKind.WALL, (Point(0, 0), Point(math.inf, 1)))}),
        Map(5, 5, barriers={"a": Barrier("b", BarrierKind.WALL, (Point(0, 0), Point(1, 1)))}),
        Map(5, 5, squares={SquareKind.FOG: frozenset({Square(5, 0)})}),
        Map(5, 5, objects=(MapObject("o", "low", (Point(math.nan, 0), Point(1, 1))),)),
        Map(5, 5, picture=replace(PICTURE, square_pixels=math.nan)),
        Map(5, 5, picture=replace(PICTURE, offset=(math.inf, 0.0))),
        Map(5, 5, barriers={str(n): replace(DOOR, id=str(n)) for n in range(20_001)}),
    ],
)
def test_an_impossible_map_is_refused(table: FakeTable, bad: Map) -> None:
    refuses(table, table.gm, SetMap(bad))


def test_walls_and_squares_are_drawn_and_erased(table: FakeTable) -> None:
    window = Barrier("w", BarrierKind.WINDOW, (Point(0, 0), Point(1, 0)))
    fog = {SquareKind.FOG: frozenset({Square(1, 1), Square(2, 1)})}
    table.do(table.gm, EditMap(added=(window,), removed=("wall",), marked=fog))
    assert table.state.map is not None
    assert set(table.state.map.barriers) == {"door", "w"}
    table.do(table.gm, EditMap(cleared={SquareKind.FOG: frozenset({Square(1, 1)})}))
    assert table.state.map.squares == {SquareKind.FOG: frozenset({Square(2, 1)})}
    refuses(table, table.gm, EditMap(marked={SquareKind.FOG: frozenset({Square(20, 1)})}))


def test_a_door_is_a_door(table: FakeTable) -> None:
    refuses(table, table.gm, SetDoor("wall", True))
    refuses(table, table.gm, SetDoor("none", True), error=Gone)
    table.do(table.gm, SetDoor("door", True))
    assert table.state.map is not None
    assert table.state.map.barriers["door"].is_open


# --- tokens ---


def test_copies_are_numbered_and_stand_on_free_squares_nearby(table: FakeTable) -> None:
    table.do(table.gm, PlaceToken("Guard", "enemy", Square(3, 3), {}, copies=3))
    tokens = list(table.state.tokens.values())
    assert [token.name for token in tokens] == ["Guard 1", "Guard 2", "Guard 3"]
    assert len({token.square for token in tokens}) == 3
    table.do(table.gm, CopyToken(tokens[1].id))
    assert list(table.state.tokens.values())[-1].name == "Guard 4"


def test_hidden_copies_leave_no_gap_in_the_numbers(table: FakeTable) -> None:
    for hidden in (False, True, False):
        table.do(table.gm, PlaceToken("Guard", "enemy", Square(3, 3), {}, copies=2, hidden=hidden))
    names = {token.name for token in table.state.tokens.values() if not token.hidden}
    assert names == {"Guard 1", "Guard 2", "Guard 3", "Guard 4"}


def test_impossible_tokens_are_refused(table: FakeTable) -> None:
    good = PlaceToken("Guard", "enemy", Square(1, 1), {})
    refuses(
        table,
        table.gm,
        replace(good, name="x" * 10_000),
        replace(good, side="undead"),
        replace(good, square=Square(20, 0)),
        replace(good, square=Square(-1, 0)),
        replace(good, copies=0),
        replace(good, copies=21),
        replace(good, face="../../etc/passwd"),
        replace(good, face="<svg>"),
    )
    with pytest.raises(ProfileError):
        table.do(table.gm, replace(good, profile={"hp": "many"}))
    refuses(table, table.gm, EditToken("none", name="X"), RemoveToken("none"), CopyToken("none"), error=Gone)


def test_a_table_holds_only_so_many_tokens(table: FakeTable) -> None:
    for _ in range(10):
        table.do(table.gm, PlaceToken("Guard", "enemy", None, {}, copies=20))
    refuses(table, table.gm, PlaceToken("Guard", "enemy", None, {}))


def test_overruling_a_token_needs_a_reason_that_says_something(table: FakeTable) -> None:
    vexa = table.place("Vexa", 1, 1)
    refuses(table, table.gm, EditToken(vexa, profile={"hp": 3}, reason="  "))
    table.do(table.gm, EditToken(vexa, profile={"hp": 3}, reason="A fall"))
    assert table.token(vexa).profile["hp"] == 3
    assert table.log[-1].event.reason == "A fall"  # type: ignore[union-attr]


def test_the_gm_sets_the_states_that_the_rules_offer(table: FakeTable) -> None:
    vexa = table.place("Vexa", 1, 1)
    refuses(table, table.gm, EditToken(vexa, fight={"flying": True}), EditToken(vexa, fight={"prone": "very"}))
    table.do(table.gm, EditToken(vexa, fight={"prone": True}))
    assert table.token(vexa).fight == {"prone": True}


# --- play ---


def test_acting_is_for_who_plays_the_token(table: FakeTable) -> None:
    vexa, guard = table.place("Vexa", 1, 1, owner="sael"), table.place("Guard", 2, 2, side="enemy")
    nothing_changed = table.unchanged()
    with pytest.raises(Refused):
        table.act(table.sael, "step", guard, square=Square(3, 3))
    with pytest.raises(Refused):
        table.act(table.screen, "step", vexa, square=Square(3, 3))
    with pytest.raises(Refused):
        table.act(table.sael, "start")
    with pytest.raises(Gone):
        table.act(table.sael, "step", "none", square=Square(3, 3))
    with pytest.raises(Gone):
        table.act(table.sael, "shoot", vexa, target="none")
    with pytest.raises(IllegalAction):
        table.act(table.sael, "fly", vexa)
    nothing_changed()
    table.act(table.sael, "step", vexa, square=Square(3, 3))
    assert table.token(vexa).square == Square(3, 3)


def test_a_hidden_target_is_as_if_it_were_not_there(table: FakeTable) -> None:
    vexa, foe = table.place("Vexa", 1, 1, owner="sael"), table.place("Foe", 2, 2, side="enemy", hidden=True)
    with pytest.raises(Gone) as hidden:
        table.act(table.sael, "shoot", vexa, target=foe)
    with pytest.raises(Gone) as missing:
        table.act(table.sael, "shoot", vexa, target="none")
    assert hidden.value.reason == missing.value.reason


def test_who_is_slower_hears_who_was_faster(table: FakeTable) -> None:
    vexa = table.place("Vexa", 1, 1, owner="sael")
    seen = table.state.scene_version
    table.act(table.sael, "step", vexa, square=Square(3, 7))
    nothing_changed = table.unchanged()
    with pytest.raises(Stale) as caught:
        table.act(table.gm, "step", vexa, square=Square(5, 5), expected=seen)
    nothing_changed()
    assert caught.value.reason.params["who"] == "Sael"
    assert caught.value.reason.params["square"] == Square(3, 7)
    table.act(table.gm, "step", vexa, square=Square(5, 5), expected=table.state.scene_version)


def test_only_the_gm_overrules_and_says_why(table: FakeTable) -> None:
    vexa = table.place("Vexa", 1, 1, owner="sael")
    word = (Overrule("cover", 0, "He stepped out"),)
    with pytest.raises(Refused):
        table.act(table.sael, "step", vexa, square=Square(2, 2), overrules=word)
    with pytest.raises(Refused):
        table.act(table.gm, "step", vexa, square=Square(2, 2), overrules=(replace(word[0], reason=""),))
    table.act(table.gm, "step", vexa, square=Square(2, 2), overrules=word)
    assert table.token(vexa).square == Square(2, 2)


def test_an_endless_action_is_refused(table: FakeTable) -> None:
    vexa = table.place("Vexa", 1, 1, owner="sael")
    nothing_changed = table.unchanged()
    for fields in ({"path": (Square(1, 1),) * 1001}, {"weapon": "x" * 1000}, {"args": {str(n): n for n in range(99)}}):
        with pytest.raises(Refused):
            table.act(table.sael, "step", vexa, **fields)
    nothing_changed()


# --- while a question is open ---


@pytest.fixture
def waiting(table: FakeTable) -> FakeTable:
    """Guard has shot at Vexa, and Sael is asked."""
    vexa, guard = table.place("Vexa", 1, 1, owner="sael"), table.place("Guard", 2, 2, side="enemy")
    table.roll(15)
    table.act(table.gm, "shoot", guard, target=vexa)
    assert table.state.pending is not None
    return table


def test_a_waiting_question_holds_the_scene_still(waiting: FakeTable) -> None:
    vexa, guard = waiting.state.tokens
    said = refuses(
        waiting,
        waiting.gm,
        SetMap(HALL),
        SetDoor("door", True),
        PlaceToken("More", "enemy", None, {}),
        EditToken(vexa, square=Square(9, 9)),
        RemoveToken(vexa),
        EditTable(options={"players_see_rolls": "off"}),
        Redo(),
        RewindTurn(),
    )
    assert set(said) == {"First an answer is needed from {who}."}
    with pytest.raises(Refused) as caught:
        waiting.act(waiting.gm, "step", guard, square=Square(3, 3))
    assert caught.value.reason.params == {"who": "Sael"}


def test_seats_and_names_go_on_meanwhile(waiting: FakeTable) -> None:
    waiting.do(Viewer("jon", Role.PLAYER), TakeSeat("jon", Role.PLAYER, "Jon"))
    waiting.do(waiting.gm, EditTable(name="Saturday"))
    waiting.do(waiting.sael, SetStanding("dodge", "never"))
    assert waiting.state.pending is not None
    assert waiting.state.name == "Saturday"


def test_answers_come_from_who_is_asked(waiting: FakeTable) -> None:
    assert waiting.state.pending is not None
    prompt = waiting.state.pending.prompt or ""
    refuses(waiting, waiting.screen, Answer(prompt, "dodge"))
    refuses(waiting, waiting.sael, Answer(prompt, "fly"))
    refuses(waiting, waiting.sael, Answer("other", "dodge"), error=Gone)
    waiting.do(waiting.sael, Answer(prompt, "dodge"))
    refuses(waiting, waiting.sael, Answer(prompt, "dodge"), error=Gone)


# --- undo ---


def test_players_take_back_only_their_own_last_action(table: FakeTable) -> None:
    vexa = table.place("Vexa", 1, 1, owner="sael")
    refuses(table, table.sael, Undo())
    table.act(table.sael, "step", vexa, square=Square(2, 2))
    refuses(table, table.screen, Undo())
    table.do(table.sael, Undo())
    assert table.token(vexa).square == Square(1, 1)
    table.do(table.sael, Redo())
    assert table.token(vexa).square == Square(2, 2)
    table.do(table.gm, EditToken(vexa, square=Square(7, 7)))
    refuses(table, table.sael, Undo())
    table.do(table.gm, Undo())
    refuses(table, table.sael, Redo())


def test_two_who_press_undo_at_once_undo_one(table: FakeTable) -> None:
    vexa = table.place("Vexa", 1, 1)
    for x in (2, 3):
        table.do(table.gm, EditToken(vexa, square=Square(x, 1)))
    last = table.state.done[-1].id
    table.do(table.gm, Undo(last))
    refuses(table, table.gm, Undo(last), error=Gone)
    assert table.token(vexa).square == Square(2, 1)
    table.do(table.gm, Redo(last))
    refuses(table, table.gm, Redo(last))


def test_a_new_action_ends_what_could_be_done_again(table: FakeTable) -> None:
    vexa = table.place("Vexa", 1, 1)
    table.do(table.gm, EditToken(vexa, square=Square(2, 2)))
    table.do(table.gm, Undo())
    table.do(table.gm, EditToken(vexa, square=Square(3, 3)))
    refuses(table, table.gm, Redo())
    assert table.token(vexa).square == Square(3, 3)


def test_nothing_to_take_back(table: FakeTable) -> None:
    table.do(table.gm, Undo())  # the map
    refuses(table, table.gm, Undo(), RewindTurn())
    refuses(table, table.gm, CallOff(), error=Gone)


def test_rewinding_takes_back_the_whole_turn(table: FakeTable) -> None:
    vexa, _ = table.place("Vexa", 1, 1, owner="sael"), table.place("Zed", 2, 2, side="enemy")
    table.act(table.gm, "start")
    before = table.state
    table.act(table.sael, "step", vexa, square=Square(3, 3))
    table.act(table.sael, "step", vexa, square=Square(4, 4))
    table.do(table.sael, RewindTurn())
    assert table.token(vexa).square == Square(1, 1)
    assert table.state.done == before.done
    assert len(table.state.undone) == 2


def test_rewinding_stops_at_the_turn_before(table: FakeTable) -> None:
    vexa, zed = table.place("Vexa", 1, 1, owner="sael"), table.place("Zed", 2, 2, side="enemy")
    table.act(table.gm, "start")
    table.act(table.sael, "step", vexa, square=Square(3, 3))
    table.act(table.sael, "end", vexa)
    refuses(table, table.gm, RewindTurn())
    table.act(table.gm, "step", zed, square=Square(5, 5))
    table.do(table.gm, EditToken(zed, profile={"hp": 1}))
    refuses(table, table.sael, RewindTurn())
    table.do(table.gm, RewindTurn())
    assert table.token(zed).square == Square(2, 2)
    assert table.token(zed).profile["hp"] == 10
    assert table.token(vexa).square == Square(3, 3)


def test_an_action_needs_no_rule_words_to_be_stored(table: FakeTable) -> None:
    """What was asked for stands in the log as it came."""
    vexa = table.place("Vexa", 1, 1, owner="sael")
    table.act(table.sael, "step", vexa, square=Square(3, 3), args={"note": "quickly"})
    started = table.log[-3].event
    assert started.action == Action("step", vexa, square=Square(3, 3), args={"note": "quickly"})  # type: ignore[union-attr]


def test_large_tokens_stay_wholly_on_the_map(table: FakeTable) -> None:
    large = PlaceToken("Droid", "enemy", Square(18, 8), {"size": 2}, copies=2)
    refuses(table, table.gm, replace(large, square=Square(19, 8)))
    table.do(table.gm, large)
    one, other = table.state.tokens
    assert table.token(other).square == Square(16, 6)
    refuses(table, table.gm, EditToken(one, square=Square(18, 9)), EditToken(one, profile={"size": 3}))
    refuses(table, table.gm, CopyToken(one, Square(19, 9)))
    table.do(table.gm, SetMap(Map(19, 10)))
    assert table.token(one).square is None
    assert table.token(other).square == Square(16, 6)
    table.do(table.gm, Undo())
    assert table.token(one).square == Square(18, 8)
