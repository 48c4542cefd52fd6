"""Cover beyond the worked cases: evidence, points on barriers, splashes, options."""

from dataclasses import replace

from geometry.battlefield import SpatialOptions
from geometry.cover import Cover, aim, cover, cover_from_point, cover_from_splash
from geometry.grid import Point, Square
from geometry.ruling import Line
from geometry.space import Space
from tests.geometry.drawn import creature, drawn, stand, wall


def test_the_ruling_shows_four_lines_of_the_chosen_corner_and_the_other_twelve() -> None:
    ruling = cover(drawn("A......", ".......", ".......", ".....#.", "......B"), "A", "B")
    assert ruling.value is Cover.IMPROVED
    assert ruling.rules[0] == "SE-COVER-8"
    assert ruling.evidence.corner == Point(0, 0)
    assert [s.start for s in ruling.evidence.segments] == [Point(0, 0)] * 4
    assert [s.end for s in ruling.evidence.segments] == [Point(6, 4), Point(7, 4), Point(7, 5), Point(6, 5)]
    assert [s.state for s in ruling.evidence.segments] == [Line.BLOCKED] * 3 + [Line.CLEAR]
    assert ruling.evidence.segments[1].stop == Point(5.25, 3)
    assert len(ruling.evidence.others) == 12
    assert ruling.evidence.blockers == ("solid@5,3",)


def test_blockers_are_named_by_barrier_square_and_creature() -> None:
    assert cover(drawn("A.C.B"), "A", "B").evidence.blockers == ("C",)
    assert cover(drawn("A.T.B"), "A", "B").evidence.blockers == ("cover@2,0",)
    fence = drawn("A...B", walls=[wall((3, 0), (3, 1), kind="low")])
    assert cover(fence, "A", "B").evidence.blockers == ("low-1",)
    assert cover(drawn("A.#.B"), "A", "B").evidence.blockers == ("solid@2,0",)


def test_a_line_along_an_edge_is_grazing() -> None:
    lines = cover(drawn("A...B", "..C.."), "A", "B").evidence
    assert Line.GRAZING in {s.state for s in (*lines.segments, *lines.others)}


def test_a_creature_that_stands_elsewhere_for_the_question_does_not_obstruct_from_where_it_is() -> None:
    field = drawn("A....", "....B")
    assert cover(field, Space(Square(0, 1), 1, "A"), "B").value is Cover.NONE
    moved = field.with_creature(stand("A", 2, 1, side="heroes"))
    assert cover(moved, Space(Square(0, 1), 1, "A"), "B").value is Cover.NONE
    assert cover(moved, Square(0, 1), "B").value is Cover.COVER


def test_options_say_who_gives_cover() -> None:
    field = drawn("A.C.B")
    assert cover(field, "A", "B").value is Cover.COVER
    assert cover(field.with_options(SpatialOptions(allies_give_cover=False)), "A", "B").value is Cover.NONE
    down = creature(field, "C", able=False)
    assert cover(down, "A", "B").value is Cover.COVER  # SE-COVER-10
    assert cover(down.with_options(SpatialOptions(unconscious_give_cover=False)), "A", "B").value is Cover.NONE
    corner = drawn("A......", ".......", ".......", ".....#.", "......B")
    assert cover(corner.with_options(SpatialOptions(improved_cover_auto=False)), "A", "B").value is Cover.COVER


def test_somebody_who_shares_the_square_of_either_does_not_obstruct() -> None:
    field = drawn("A...B").with_creatures(
        {"A": stand("A", 0, 0), "B": stand("B", 4, 0, side="b"), "C": stand("C", 0, 0, shares=True, side="b")}
    )
    assert cover(field, "A", "B").value is Cover.NONE


def test_a_cover_object_in_the_attackers_own_square_obstructs() -> None:  # SE-COVER-7
    assert cover(drawn("A...B", under={"A": ["cover"]}), "A", "B").value is Cover.COVER


def test_a_burst_on_a_wall_spares_who_is_behind_it() -> None:  # SE-COVER-12
    field = drawn("A....", "....B", walls=[wall((2, 1), (5, 1))])
    assert cover_from_point(field, (3, 1), "B", thrower="A").value is Cover.TOTAL
    assert cover_from_point(field, (3, 1), "B").value is Cover.NONE
    below = drawn(".....", "A...B", walls=[wall((2, 1), (5, 1))])
    assert cover_from_point(below, (3, 1), "B", thrower="A").value is Cover.NONE


def test_a_splash_is_measured_from_the_middle_of_its_primary_target() -> None:  # SE-SPLASH-2
    field = drawn("A..BD", "...#.", "....E")
    assert cover_from_splash(field, "B", "B").value is Cover.NONE
    assert cover_from_splash(field, "B", "D").value is Cover.NONE
    assert cover_from_splash(field, "B", "E").value is Cover.IMPROVED
    walled = replace(field, barriers=drawn("....", walls=[wall((4, -1), (4, 3))]).barriers)
    assert cover_from_splash(walled, "B", "D").value is Cover.TOTAL


def test_no_sight_but_effect_is_total_concealment_with_cover_still_judged() -> None:  # SE-CONC-4
    found = aim(drawn("A.%C.B"), "A", "B")
    assert (found.effect.value, found.sight.value) == (True, False)
    assert found.cover.value is Cover.COVER
    assert found.concealment.value == "total"


def test_the_blinded_see_nobody() -> None:
    found = aim(drawn("A...B"), "A", "B", blinded=True)
    assert found.concealment.value == "total"
    assert found.cover.value is Cover.NONE
