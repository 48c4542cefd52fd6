"""What the board draws, from plain values: outlines, terrain, tokens, cards, overlays."""

from fractions import Fraction

import pytest

from app.encounter.state import Map, MapObject, Picture, Token
from app.web.board.cards import card_view, cells, record_view, signed
from app.web.board.outlines import blunt_diamond, number, outline, pieces
from app.web.board.overlays import evidence_view, path_view, reach_view, tag_view
from app.web.board.terrain import blocker_words, map_view
from app.web.board.tokens import bar_view, letters, token_view
from geometry.battlefield import Barrier, BarrierKind, SquareKind
from geometry.grid import Point, Square
from geometry.ruling import Evidence, Line, Segment
from rules.card import Card, Face, Group, Modifier, Record, Rolled
from rules.system import Badge, Bar, PathCard, Reach, Sheet, Strike
from rules.text import TokenName, say

RING = frozenset(Square(x, y) for x in range(3) for y in range(3)) - {Square(1, 1)}
DOOR = Barrier("door", BarrierKind.DOOR, (Point(2, 1), Point(2, 2)))
WALL = Barrier("wall", BarrierKind.WALL, (Point(0, 0), Point(4, 0), Point(4, 3)))
FIELD = Map(
    6,
    4,
    "Hall",
    barriers={"door": DOOR, "wall": WALL},
    squares={SquareKind.LOW: frozenset({Square(1, 1)}), SquareKind.SOLID: frozenset({Square(4, 1), Square(5, 3)})},
    objects=(MapObject("rock", "solid", (Point(4, 1), Point(5, 1), Point(5, 2), Point(4, 2))),),
)


def test_the_outline_of_a_ring_has_a_hole() -> None:
    assert outline(RING) == "M0 0L300 0L300 300L0 300ZM100 100L100 200L200 200L200 100Z"


def test_squares_that_meet_at_a_corner_keep_outlines_of_their_own() -> None:
    assert outline({Square(0, 0), Square(1, 1)}).count("M") == 2


def test_no_squares_have_no_outline() -> None:
    assert outline(frozenset()) == ""


@pytest.mark.parametrize(("value", "words"), [(3, "3"), (3.0, "3"), (2.5, "2.5"), (1 / 3, "0.33"), (-0.001, "0")])
def test_numbers_are_short(value: float, words: str) -> None:
    assert number(value) == words


def test_pieces_of_a_polyline_know_length_and_angle() -> None:
    assert list(pieces((Point(1, 1), Point(1, 3)))) == [(100, 100, 200, 90)]


def test_an_enemy_is_a_blunt_diamond_of_its_size() -> None:
    assert blunt_diamond(1) == "45,-5 55,-5 101,41 101,51 55,97 45,97 -1,51 -1,41"
    assert blunt_diamond(2).startswith("91,-10 109,-10 202,83")


def test_a_sign_stands_where_no_outline_is_drawn() -> None:
    view = map_view(FIELD, "")
    assert [(sign.kind, sign.x, sign.y) for sign in view.signs] == [("crate", 100, 100), ("block", 500, 300)]
    assert [shape.css for shape in view.shapes] == ["solid"]
    assert [(door.id, door.is_open, door.angle) for door in view.doors] == [("door", False, "90")]
    assert [wall.id for wall in view.walls] == ["wall"]


def test_a_picture_lies_so_that_its_grid_meets_ours() -> None:
    picture = Picture("abc", "image/png", 640, 480, square_pixels=64, offset=(32, 0))
    view = map_view(Map(9, 7, picture=picture), "/t/x/picture/abc")
    assert view.picture is not None
    assert (view.picture.x, view.picture.y, view.picture.width, view.picture.height) == ("-50", "0", "1000", "750")


def test_a_blocker_is_called_by_its_kind() -> None:
    assert blocker_words(FIELD, "door") == say("door")
    assert blocker_words(FIELD, "low@1,1") == say("low object")
    assert blocker_words(FIELD, "somebody") is None


def sheet(**more: object) -> Sheet:
    return Sheet(1, say("scout"), (Bar("hp", say("Hit points"), 8, 32),), **more)  # type: ignore[arg-type]


def test_a_token_shows_two_badges_and_counts_the_rest() -> None:
    badges = tuple(Badge(f"b{n}", "i-stun", say("stunned")) for n in range(4))
    token = Token("t", "Vexa", "ally", Square(3, 2), {}, locked=True)
    view = token_view(token, sheet(badges=badges), "table", sees_bar=True)
    assert (len(view.badges), view.more) == (2, 3)
    assert (view.x, view.y) == (300, 200)


def test_a_bar_is_drawn_only_for_who_may_see_it() -> None:
    token = Token("t", "Roake", "enemy", Square(0, 0), {})
    assert token_view(token, sheet(), "table").bar is None
    seen = token_view(token, sheet(), "table", sees_bar=True).bar
    assert seen is not None
    assert (seen.words, seen.low) == (None, True)


def test_a_dead_token_lies_below_and_has_no_bar() -> None:
    dead = sheet(badges=(Badge("dead", "i-skull", say("dead"), "dead"),))
    view = token_view(Token("t", "Roake", "enemy", Square(0, 0), {}), dead, "table", sees_bar=True)
    assert (view.layer, view.bar, view.dead) == (0, None, True)


@pytest.mark.parametrize(("value", "percent"), [(40, "100"), (32, "100"), (0, "0"), (-5, "0"), (8, "25")])
def test_a_bar_stays_within_its_ends(value: int, percent: str) -> None:
    assert bar_view(Bar("hp", say("HP"), value, 32), numbers=True).percent == percent


def test_letters_stand_for_a_face() -> None:
    assert (letters("Trooper 2"), letters("Vexa"), letters("X")) == ("T2", "VE", "X")


D20 = tuple(Face(value, value >= 14, special=value == 20) for value in range(1, 21))


def test_the_strip_numbers_first_face_first_success_and_last() -> None:
    strip = cells(D20)
    assert [cell.label for cell in strip if cell.label] == ["1", "14", "20"]
    assert [cell.tall for cell in strip].index(True) == 13
    assert strip[-1].css == " faces__cell--double"


def test_the_rolled_face_is_marked_and_its_neighbours_give_way() -> None:
    strip = cells(D20, rolled=15)
    assert [cell.label for cell in strip if cell.label] == ["1", "15", "20"]
    assert strip[14].css == " faces__cell--hit faces__cell--rolled"


def test_a_hundred_faces_become_a_bar_of_runs() -> None:
    strip = cells([Face(value, value <= 40) for value in range(1, 101)])
    assert [(cell.tall, cell.x) for cell in strip] == [(True, "1.5"), (False, "137.5")]


def test_amounts_wear_a_true_minus() -> None:
    assert (signed(7), signed(-2), signed(0), signed(14, plus=False)) == ("+7", "−2", "0", "14")


LINES = Evidence(
    segments=(
        Segment(Point(1, 1), Point(4, 1)),
        Segment(Point(1, 1), Point(4, 2), Line.BLOCKED, "low@2,1", Point(2, 1.5)),
        Segment(Point(1, 1), Point(5, 1), Line.GRAZING, stop=Point(3, 1)),
    ),
    others=(Segment(Point(0, 1), Point(4, 1)),),
    corner=Point(1, 1),
    blockers=("low@2,1",),
)
CARD = Card(
    "vexa",
    "shoot",
    say("Vexa to Roake"),
    say("Rifle"),
    target="roake",
    chance=Fraction(7, 20),
    faces=D20,
    groups=(
        Group(
            "attack",
            say("Attack"),
            5,
            (
                Modifier("base", 7, say("Base"), "SE-ATK-1"),
                Modifier("smoke", -2, say("Smoke"), "SE-CONC-1", evidence=LINES),
            ),
        ),
        Group(
            "defence",
            say("Reflex"),
            14,
            (
                Modifier("reflex", 14, say("Reflex"), "SE-ATK-1"),
                Modifier("cover", 0, say("Cover"), "SE-COVER-1", was=5, why="He shouts."),
            ),
        ),
    ),
    marks=("cover", "concealed"),
    evidence=LINES,
)


def test_a_card_shows_its_sums_as_they_are_read() -> None:
    view = card_view(CARD, {})
    assert [(group.total, [row.amount for row in group.rows]) for group in view.groups] == [
        ("+5", ["+7", "−2"]),
        ("14", ["14", "0"]),
    ]
    assert (view.percent, view.overruled, view.lines, view.sixteen) == (35, True, True, True)
    assert [row.lights for group in view.groups for row in group.rows] == [False, True, False, False]


def test_evidence_keeps_where_a_line_stops_and_what_it_touches() -> None:
    view = evidence_view(LINES, FIELD, {})
    clear, blocked, grazing = view.rays
    assert (clear.state, clear.path) == ("clear", "M100 100L400 100")
    assert (blocked.stop, blocked.beyond) == (("200", "150"), "M200 150L400 200")
    assert grazing.touch == ("300", "100")
    assert [(blocker.words, blocker.times) for blocker in view.blockers] == [(say("low object"), 1)]
    assert view.idle == (("0", "100"),)


def test_a_creature_that_is_not_known_is_no_named_blocker() -> None:
    hidden = Evidence(segments=(Segment(Point(0, 0), Point(4, 0), Line.BLOCKED, "lurker", Point(2, 0)),))
    assert evidence_view(hidden, FIELD, {}).blockers == ()
    assert evidence_view(hidden, FIELD, {"lurker": "Lurker"}).blockers[0].words == say(
        "{name}", name=TokenName("lurker")
    )


def test_a_tag_says_the_chance_or_why_not() -> None:
    legal = tag_view(CARD, Square(3, 2), 1)
    assert (legal.words, legal.legal, len(legal.icons), legal.x) == (("35 %",), True, 2, "350")


def test_the_reach_of_a_large_creature_covers_its_whole_space() -> None:
    reach = Reach(costs={Square(0, 0): 0, Square(1, 0): 1}, double=frozenset({Square(1, 0)}))
    view = reach_view(reach, 2)
    assert view.edge == "M0 0L300 0L300 200L0 200Z"
    assert [(cost.words, cost.hard) for cost in view.costs] == [("0", False), ("1*", True)]


def test_a_path_counts_up_and_marks_where_it_provokes() -> None:
    way = (Square(0, 0), Square(1, 0), Square(2, 1))
    card = PathCard(way, (0, 1, 3), 6, (Strike("t", 1), Strike("u", 1)), CARD)
    view = path_view(card, 1, None)
    assert view.line == "M50 50L150 50L250 150"
    assert [(cost.words, cost.last) for cost in view.costs] == [("1", False), ("3", True)]
    assert [(strike.x, strike.y, strike.words) for strike in view.strikes] == [("200", "100", "2")]


def test_a_record_shows_its_check_apart_from_the_damage() -> None:
    rolls = (Rolled("1d20", (16,), say("16 + 5")), Rolled("3d8", (5, 2, 7), say("15 damage")))
    view = record_view(Record(say("Vexa hits"), "hit", rolls=rolls, card=CARD), {})
    assert view.check is not None
    assert (view.check.faces, [die.code for die in view.dice], view.good) == ((16,), ["3d8"], True)
