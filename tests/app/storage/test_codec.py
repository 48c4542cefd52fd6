"""Events to JSON and back: what comes back is what went in, and nothing else is let in."""

import json
from dataclasses import fields
from fractions import Fraction
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.encounter.events import Asked, Event, MapEdited, MapSet, SeatTaken, TableEdited, TokenEdited, TokenPlaced, Told
from app.encounter.state import Light, Map, MapObject, Picture, Role, Seat, Token
from app.storage import codec
from geometry.battlefield import Barrier, BarrierKind, SquareKind
from geometry.grid import Point, Square
from geometry.ruling import Evidence, Line, Segment
from rules.card import Card, Cost, Face, Group, Modifier, Record, Refusal, Rolled
from rules.request import Ask, Changed, DoorSet, Moved, Option, TurnSet
from rules.text import TokenName, say, say_n

EVIDENCE = Evidence(
    segments=(Segment(Point(0, 0), Point(1.5, 2), Line.BLOCKED, "wall", Point(0.5, 0.5), True),),
    others=(Segment(Point(0, 0), Point(1, 1)),),
    corner=Point(0, 0),
    squares=(Square(1, 2),),
    blockers=("wall", "solid@1,2"),
    tokens=("a",),
    costs={Square(1, 2): 3, Square(0, 0): 0},
)
CARD = Card(
    "a",
    "shoot",
    say("{actor} shoots {n}", actor=TokenName("a"), n=Fraction(1, 3), inner=say("x", deep=say_n("one", "{n}", 2))),
    say("sub"),
    target="b",
    distance=4,
    chance=Fraction(7, 20),
    faces=(Face(1, False), Face(20, True, True)),
    hints=(say("aim"),),
    groups=(Group("attack", say("Attack"), 5, (Modifier("base", 5, say("Base"), "X-1", evidence=EVIDENCE, was=3),)),),
    evidence=EVIDENCE,
    marks=("cover",),
    cost=Cost(say("standard")),
    refusal=Refusal("X-2", say("no"), EVIDENCE, "walk"),
)
RECORD = Record(
    say("Hit"), "hit", say("21"), (Rolled("1d20", (3,), say("to hit"), True),), card=CARD, path=(Square(1, 1),)
)
EXAMPLES: list[Event] = [
    Told(
        "mark", (Moved("a", (Square(0, 0), Square(1, 1))), TurnSet({"order": ["a"], "round": 1}), TurnSet(None)), RECORD
    ),
    Told("mark", (Changed("a", {"hp": 3}, {"prone": True, "list": [1, 2.5, None]}), DoorSet("door", True))),
    Asked(
        "mark", "p1", Ask("a", "aoo", say("Strike?"), (Option("yes", say("Yes"), likely=True),), "no", "X", card=CARD)
    ),
    SeatTaken(Seat("s", Role.PLAYER, "Sael", standing={"aoo": "never"})),
    TokenPlaced(Token("a", "Ñandú", "ally", None, {"hp": 10, "weapons": [{"name": "rifle"}]}, owners=frozenset("ab"))),
    TokenEdited("a", square=Square(3, 4), owners=frozenset()),
    TokenEdited("a", fight={"!": "odd", "tuple": (1, (2, 3)), "numbers": {1: "one"}}),
    MapSet(
        Map(
            5,
            5,
            "Hall",
            {"d": Barrier("d", BarrierKind.DOOR, (Point(1, 1), Point(1, 2.25)), True)},
            {SquareKind.FOG: frozenset({Square(1, 1), Square(2, 2)})},
            (MapObject("o", "low", (Point(0, 0), Point(1, 0), Point(1, 1))),),
            (Light(Point(1, 1), 3.0, 1.5),),
            Picture("0" * 64, "image/png", 100, 100, 33.3, (1.0, -2.5)),
        )
    ),
    MapEdited(cleared={SquareKind.SMOKE: frozenset()}, removed=("d",)),
]


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: event.kind)
def test_what_is_read_is_what_was_written(event: Event) -> None:
    again = codec.loads(event.kind, codec.dumps(event))
    assert again == event
    assert codec.loads(event.kind, codec.dumps(again)) == event
    assert type(again) is type(event)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), JSON_VALUES, max_size=4))
def test_whatever_a_system_keeps_comes_back(profile: dict[str, Any]) -> None:
    event = TokenEdited("a", profile=profile)
    assert codec.loads(event.kind, codec.dumps(event)) == event


def test_every_kind_of_event_can_be_stored() -> None:
    for type_ in get_args(Event):
        assert codec._decoder(type_)
        assert codec._encoder(type_)
    kinds = [type_.kind for type_ in get_args(Event)]
    assert len(set(kinds)) == len(kinds)


def test_defaults_are_left_out() -> None:
    assert json.loads(codec.dumps(TokenEdited("a", hidden=True))) == {"token": "a", "hidden": True}


def test_a_field_of_an_event_may_be_added_later() -> None:
    """What an older release wrote lacks it."""
    assert codec.loads("table-edited", '{"name": "x"}') == TableEdited(name="x")
    optional = {f.name for f in fields(TableEdited)}
    assert optional == {"name", "options", "approve"}


def test_what_was_renamed_stays_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "RENAMED", {"TableEdited.title": "name", "Phrase": "Text"})
    codec._decoder.cache_clear()
    try:
        text = '{"title": "x", "options": {"a": {"!": "Phrase", "msgid": "hello"}}}'
        assert codec.loads("table-edited", text) == TableEdited(name="x", options={"a": say("hello")})
    finally:
        codec._decoder.cache_clear()


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("no-such-kind", "{}"),
        ("table-edited", "no json"),
        ("table-edited", "[]"),
        ("table-edited", "null"),
        ("table-edited", '{"nmae": "x"}'),
        ("table-edited", '{"name": 3}'),
        ("table-edited", '{"name": "x", "name": "y"}'),
        ("table-edited", '{"approve": 1}'),
        ("table-edited", '{"options": {"x": NaN}}'),
        ("table-edited", '{"options": {"x": Infinity}}'),
        ("table-edited", '{"options": {"x": 1e999}}'),
        ("table-edited", '{"options": {"x": {"!": "Popen"}}}'),
        ("table-edited", '{"options": {"x": {"!": "Fraction", "of": "1/0"}}}'),
        ("table-edited", '{"options": {"x": {"!": "Fraction", "of": "1e99999999"}}}'),
        ("table-edited", '{"options": {"x": {"!": ["a"]}}}'),
        ("table-edited", '{"options": {"x": {"!": "dict", "of": [[{}, 1]]}}}'),
        ("table-edited", '{"options": ' + "[" * 100_000 + "]" * 100_000 + "}"),
        ("seat-taken", '{"seat": {"id": "s", "role": "king", "name": "x"}}'),
        ("seat-taken", '{"seat": {"id": "s", "name": "x"}}'),
        ("token-edited", '{"token": "a", "square": [1]}'),
        ("token-edited", '{"token": "a", "square": [1, "2"]}'),
        ("token-edited", '{"token": "a", "square": [1.5, 2]}'),
        ("token-edited", '{"token": "a", "owners": "ab"}'),
        ("map-set", '{"map": {"columns": true, "rows": 3}}'),
        ("told", '{"request": "x", "effects": [{"!": "Text", "msgid": "no effect"}]}'),
        ("told", '{"request": "x", "effects": [{"token": "a"}]}'),
    ],
)
def test_anything_else_is_refused(kind: str, text: str) -> None:
    with pytest.raises(codec.CodecError):
        codec.from_data(kind, codec.parse(text))


def test_what_cannot_be_stored_is_not_stored() -> None:
    with pytest.raises(codec.CodecError):
        codec.dumps(TokenEdited("a", profile={"x": object()}))
    with pytest.raises(codec.CodecError):
        codec.dumps(TokenEdited("a", profile={"x": float("inf")}))
