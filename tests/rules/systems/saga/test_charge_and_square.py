"""Charging, and attacking a square: worked examples of section 14, by their ids."""

from dataclasses import replace

import pytest

from geometry.battlefield import Barrier, BarrierKind
from geometry.grid import Point, Square
from rules.errors import IllegalAction
from rules.scene import Action
from rules.systems.saga import SYSTEM
from tests.support.resolving import resolve
from tests.support.saga import fighting, floor, hit_points, scene, steps_down, token

CHARGE = Action("charge", "a", target="b")


def charging(*others, at=(7, 2), marks=None, barriers=()):
    """A brute at (1, 2), 2 by 2, and an officer whose near side is 5 squares away."""
    terrain = floor(marks=marks or {}, barriers=barriers)
    return fighting(
        scene(token("a", "brute", (1, 2)), token("b", "officer", at, "ally"), *others, terrain=terrain), "a"
    )


def refusal(there, action):
    with pytest.raises(IllegalAction) as caught:
        resolve(SYSTEM, there, action)
    return caught.value.rule


def test_s90_a_charge():  # SE-MOVE-13
    run = resolve(SYSTEM, charging(), CHARGE, dice=[3, 1, 6])
    assert tuple(run.scene.combatants["a"].square) in ((4, 2), (5, 2))
    assert run.records[-1].title.params == {"total": 14, "defence": 14}
    assert hit_points(run.scene, "b") == 11
    fight = run.scene.combatants["a"].fight
    assert (fight["standard"], fight["move"], fight["swift"], fight["charged"]) == (False, False, False, True)
    shot = SYSTEM.preview(replace(run.scene, turn=None), Action("attack_ranged", "b", target="a"))
    assert shot.groups[1].total == 13
    after = resolve(SYSTEM, run.scene, Action("next")).scene
    assert resolve(SYSTEM, after, Action("next")).scene.combatants["a"].fight["charged"] is False


def test_a_charge_adds_two_and_shows_it():  # SE-MOVE-13, SE-ATK-2
    card = SYSTEM.preview(charging(), CHARGE)
    assert [(row.key, row.amount) for row in card.groups[0].rows] == [("base", 9), ("charge", 2)]


LOW = Barrier("low", BarrierKind.LOW, (Point(4, 0), Point(4, 9)))


@pytest.mark.parametrize(
    "there",
    [
        charging(at=(12, 2)),  # too far
        charging(at=(7, 9)),  # not straight
        charging(marks={(4, 2): "o", (4, 3): "o"}),
        charging(barriers=(LOW,)),
        charging(token("c", "officer", (4, 3), "ally")),
        charging(token("c", "trooper", (4, 3), "ally")),
    ],
    ids=["far", "bent", "crate", "low wall", "enemy", "unarmed enemy"],
)
def test_what_cannot_be_charged(there):  # SE-MOVE-13
    assert refusal(there, CHARGE) == "SE-MOVE-13"


def test_difficult_ground_doubles_a_charge():  # SE-MOVE-13, SE-MOVE-2
    rough = {(3, y): "^" for y in (2, 3)} | {(4, y): "^" for y in (2, 3)} | {(5, y): "^" for y in (2, 3)}
    run = resolve(SYSTEM, charging(marks=rough), CHARGE, dice=[2])
    assert tuple(run.scene.combatants["a"].square) == (4, 2)
    assert refusal(charging(at=(8, 2), marks=rough | {(6, 2): "^", (6, 3): "^"}), CHARGE) == "SE-MOVE-13"


def test_a_charge_may_be_stopped_on_the_way():  # SE-MOVE-13, SE-AOO-7
    charger = token(
        "a", "trooper", (1, 2), weapon={"group": "melee", "modes": "single", "shots_max": None, "shots": None}
    )
    there = fighting(scene(charger, token("b", "officer", (6, 2), "ally"), token("c", "knight", (2, 1), "ally")), "a")
    run = resolve(SYSTEM, there, CHARGE, dice=[10, 4, 4], answers=["strike"])
    assert run.scene.combatants["a"].fight["dead"] is True
    assert run.outcomes == ["hit"]


# -- attacking a square


def smoke(*others, at=(5, 0)):
    return scene(token("a", "trooper", (0, 0)), *others, terrain=floor(marks={at: "%"}))


OFFICER = token("b", "officer", (5, 0), "ally")
AT = Action("attack_square", "a", square=Square(5, 0))


def test_s46_the_square_of_somebody_unseen():  # SE-CONC-4, SE-SQ-1, SE-DMG-2
    card = SYSTEM.preview(smoke(OFFICER), Action("attack_ranged", "a", target="b"))
    assert (card.refusal.rule, card.refusal.instead) == ("SE-CONC-4", "attack_square")
    run = resolve(SYSTEM, smoke(OFFICER), AT, dice=[15, 4, 4, 4])
    assert run.records[-1].title.params == {"total": 14, "defence": 14}
    assert (hit_points(run.scene, "b"), steps_down(run.scene, "b")) == (6, 1)


def test_s47_an_empty_square_is_a_miss():  # SE-CONC-4, SE-SQ-1
    run = resolve(SYSTEM, smoke(), AT, dice=[20])
    assert run.records[-1].outcome == "miss"
    assert run.records[-1].title.msgid == "Miss"
    full, empty = SYSTEM.preview(smoke(OFFICER), AT), SYSTEM.preview(smoke(), AT)
    assert full == empty  # nothing is given away
    missed = resolve(SYSTEM, smoke(OFFICER), AT, dice=[2])
    assert missed.records[-1] == resolve(SYSTEM, smoke(), AT, dice=[2]).records[-1]


def test_a_visible_one_is_not_hit_by_its_square():  # SE-SQ-1
    there = scene(token("a", "trooper", (0, 0)), OFFICER)
    assert resolve(SYSTEM, there, AT, dice=[20]).records[-1].outcome == "miss"


def test_of_several_one_by_a_secret_die():  # SE-SQ-1, section 17
    tiny = token("c", "vermin", (5, 0), "ally")
    run = resolve(SYSTEM, smoke(OFFICER, tiny), AT, dice=[2, 18, 1, 1, 1])
    assert (run.rolls[0].code, run.rolls[0].secret) == ("1d2", True)
    assert hit_points(run.scene, "c") == 0


def test_refusals_of_an_attack_at_a_square():  # SE-ATK-3, SE-REACH-4
    assert refusal(smoke(), replace(AT, square=Square(0, 0))) == "SE-REACH-4"
    assert refusal(smoke(), replace(AT, square=Square(-1, 0))) == "SE-SQ-1"
    knight = scene(token("a", "knight", (0, 0)))
    assert refusal(knight, AT) == "SE-REACH-2"
    wall = Barrier("w", BarrierKind.WALL, (Point(3, 0), Point(3, 20)))
    walled = scene(token("a", "trooper", (0, 0)), terrain=floor(barriers=(wall,)))
    assert refusal(walled, AT) == "SE-COVER-9"
