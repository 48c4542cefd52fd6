"""Moving, and what it provokes: worked examples of section 14, by their ids."""

from dataclasses import replace

import pytest

from geometry.battlefield import Barrier, BarrierKind
from geometry.grid import Point, Square
from rules.errors import IllegalAction
from rules.request import Changed, Moved
from rules.scene import Action
from rules.system import Strike
from rules.systems.saga import SYSTEM
from rules.systems.saga.fighter import Fighter
from tests.support.resolving import resolve
from tests.support.saga import fighting, floor, hit_points, scene, token


def go(*squares, key="move", who="a"):
    return Action(key, who, path=tuple(Square(*square) for square in squares))


def line(start, end):
    """The squares of a straight way."""
    (x, y), (u, v) = start, end
    steps = max(abs(u - x), abs(v - y))
    return [(x + (u - x) * n // steps, y + (v - y) * n // steps) for n in range(steps + 1)]


def place(run, who="a"):
    return tuple(run.scene.combatants[who].square)


@pytest.mark.parametrize(
    ("sample", "figures", "expected"),
    [
        ("scout", {"steps_down": 4}, (3, 1, 12)),  # S37
        ("trooper", {"steps_down": 4}, (2, 1, 8)),  # S37
        ("scout", {"armour": "heavy"}, (4, 2, 12)),  # S29
        ("scout", {}, (6, 3, 24)),
        ("slicer", {"load": "heavy"}, (3, 1, 9)),
        ("vermin", {"base_speed": 1, "steps_down": 4}, (1, 1, 4)),
    ],
)
def test_s29_s37_how_far_they_move(sample, figures, expected):  # SE-MOVE-7, SE-MOVE-11, SE-MOVE-12, SE-AOO-8
    fighter = Fighter(token("a", sample, (0, 0), **figures))
    assert (fighter.speed, fighter.withdraw_speed, fighter.run_speed) == expected


def test_a_move_is_paid_and_told():  # SE-MOVE-11
    start = fighting(scene(token("a", "scout", (2, 2)), token("b", "officer", (20, 2), "ally")), "a")
    run = resolve(SYSTEM, start, Action("move", "a", square=Square(8, 2)))
    assert place(run) == (8, 2)
    assert run.scene.combatants["a"].fight["move"] is False
    assert run.records[-1].headline.params["n"] == 6
    run = resolve(SYSTEM, run.scene, Action("move", "a", square=Square(8, 8)))
    assert run.scene.combatants["a"].fight["standard"] is False
    with pytest.raises(IllegalAction) as caught:
        resolve(SYSTEM, run.scene, Action("move", "a", square=Square(8, 9)))
    assert caught.value.rule == "SE-ACT-2"


def test_way_points_are_joined():  # SE-MOVE-9
    start = scene(token("a", "scout", (2, 2)))
    card = SYSTEM.path(start, go((2, 2), (2, 5), (5, 5)))
    assert card.running[-1] == 6
    assert Square(2, 5) in card.path
    assert card.path[-1] == (5, 5)


def test_diagonals_and_difficult_ground():  # SE-MOVE-1, SE-MOVE-2
    start = scene(token("a", "scout", (2, 2)), terrain=floor(marks={(3, 3): "^", (4, 4): "o"}))
    assert SYSTEM.path(start, go((2, 2), (3, 3))).running == (0, 4)
    with pytest.raises(IllegalAction) as caught:
        SYSTEM.path(start, go((2, 2), (3, 3), (4, 4)))
    assert caught.value.rule == "SE-MOVE-11"
    assert caught.value.reason.params == {"n": 8, "max": 6}


def test_too_far_says_so_and_that_a_run_would_reach_it():
    with pytest.raises(IllegalAction) as caught:
        SYSTEM.path(scene(token("a", "scout", (2, 2))), Action("move", "a", square=Square(10, 2)))
    assert caught.value.reason.msgid == "Too far: {n} of {max} squares. A run would reach it."
    assert caught.value.reason.params == {"n": 8, "max": 6}


def test_walls_stop_and_doors_open():  # SE-MOVE-5; `operate` of section 15
    wall = (
        Barrier("w1", BarrierKind.WALL, (Point(4, 0), Point(4, 2))),
        Barrier("d", BarrierKind.DOOR, (Point(4, 2), Point(4, 3))),
        Barrier("w2", BarrierKind.WALL, (Point(4, 3), Point(4, 5))),
    )
    start = scene(token("a", "scout", (3, 2)), terrain=floor(columns=8, rows=5, barriers=wall))
    with pytest.raises(IllegalAction) as caught:
        resolve(SYSTEM, start, Action("move", "a", square=Square(5, 2)))
    assert caught.value.rule == "SE-MOVE-5"
    offer = next(offer for offer in SYSTEM.offers(start, "a") if offer.key == "operate")
    assert offer.label.msgid == "Open the door"
    run = resolve(SYSTEM, start, Action("operate", "a", args=offer.args))
    assert run.records[-1].headline.msgid == "{who} opens the door"
    assert place(resolve(SYSTEM, run.scene, Action("move", "a", square=Square(5, 2)))) == (5, 2)
    far = scene(token("a", "scout", (1, 2)), terrain=start.terrain)
    with pytest.raises(IllegalAction):
        resolve(SYSTEM, far, Action("operate", "a", args={"barrier": "d"}))


def test_nobody_ends_on_an_occupied_square():  # SE-MOVE-6
    start = scene(token("a", "scout", (2, 2)), token("b", "officer", (4, 2)), token("c", "officer", (2, 4), "ally"))
    for square in ((4, 2), (2, 4)):
        with pytest.raises(IllegalAction) as caught:
            SYSTEM.path(start, Action("move", "a", square=Square(*square)))
        assert caught.value.rule == "SE-MOVE-6"
    assert SYSTEM.path(start, Action("move", "a", square=Square(5, 2))).running[-1] == 3  # through a friend


def test_neutral_bystanders_neither_stop_nor_strike():  # SE-MOVE-6
    start = scene(token("a", "scout", (2, 2)), token("b", "knight", (3, 2), "neutral"))
    card = SYSTEM.path(start, go((2, 2), (3, 2), (4, 2)))
    assert card.strikes == ()


def test_prone_ones_stand_up_first():  # SE-MOVE-11, SE-PRONE-1
    start = fighting(scene(token("a", "scout", (2, 2), fight={"prone": True})), "a")
    card = SYSTEM.preview(start, Action("move", "a", square=Square(3, 2)))
    assert (card.refusal.rule, card.refusal.instead) == ("SE-MOVE-11", "stand_up")
    up = resolve(SYSTEM, start, Action("stand_up", "a")).scene
    assert up.combatants["a"].fight["prone"] is False
    assert place(resolve(SYSTEM, up, Action("move", "a", square=Square(3, 2)))) == (3, 2)


def test_reach_holds_costs_second_zone_and_threat():  # SE-MOVE-9, SE-MOVE-11
    start = fighting(scene(token("a", "slicer", (5, 5)), token("b", "knight", (6, 6), "ally")), "a")
    reach = SYSTEM.reach(start, Action("move", "a"))
    assert reach.budget == 4
    assert reach.costs[Square(5, 9)] == 4
    assert Square(5, 10) not in reach.costs
    assert Square(5, 10) in reach.second
    assert Square(6, 6) not in reach.costs
    assert reach.threat["b"] >= {Square(5, 5), Square(7, 7)}
    assert reach.provokes[Square(2, 5)] == ("b",)
    once = replace(start, combatants={**start.combatants, "a": token("a", "slicer", (5, 5), fight={"standard": False})})
    assert SYSTEM.reach(once, Action("move", "a")).second == frozenset()


def test_s91_a_run_is_straight_takes_all_and_lays_open():  # SE-MOVE-12, SE-FLAT-1
    start = fighting(scene(token("a", "knight", (0, 5)), token("b", "trooper", (12, 8), "ally")), "a")
    run = resolve(SYSTEM, start, Action("run", "a", square=Square(24, 5)))
    assert place(run) == (24, 5)
    fight = run.scene.combatants["a"].fight
    assert (fight["standard"], fight["move"], fight["swift"], fight["running"]) == (False, False, False, True)
    shot = Action("attack_ranged", "b", target="a")
    ready = resolve(SYSTEM, run.scene, Action("end_turn", "a")).scene
    assert SYSTEM.preview(ready, shot).groups[1].total == 18
    run = resolve(SYSTEM, ready, shot, dice=[14, 1, 1, 1])
    assert run.records[-1].title.params == {"total": 18, "defence": 18}
    with pytest.raises(IllegalAction):
        resolve(SYSTEM, start, Action("run", "a", square=Square(8, 9)))


def test_a_run_needs_all_three_actions():  # SE-ACT-2
    start = fighting(scene(token("a", "knight", (0, 5), fight={"swift": False})), "a")
    with pytest.raises(IllegalAction) as caught:
        resolve(SYSTEM, start, Action("run", "a", square=Square(10, 5)))
    assert caught.value.rule == "SE-ACT-2"


def test_where_a_run_may_end():  # SE-MOVE-12
    reach = SYSTEM.reach(scene(token("a", "slicer", (5, 5))), Action("run", "a"))
    assert reach.costs[Square(21, 5)] == 16
    assert reach.costs[Square(13, 13)] == 16
    assert Square(7, 6) not in reach.costs


# -- attacks of opportunity


def test_s24_reach_two_is_provoked_once_at_the_square_left():  # SE-AOO-1, SE-AOO-4, SE-REACH-1
    start = scene(token("a", "trooper", (0, 0), "ally"), token("b", "brute", (4, 0)))
    card = SYSTEM.path(start, go((0, 0), (1, 0), (2, 0), (3, 0)))
    assert card.strikes == (Strike("b", 2),)
    run = resolve(SYSTEM, start, go((0, 0), (1, 0), (2, 0), (3, 0)), dice=[2], answers=["strike"])
    assert tuple(run.scenes[0].combatants["a"].square) == (2, 0)  # it stands on the square that it is leaving
    assert run.asks[0].owner == "b"
    assert run.asks[0].about[0] == "a"
    assert run.asks[0].card.chance is not None
    assert run.outcomes == ["miss", "moved"]


def test_s25_two_enemies_strike_once_each():  # SE-AOO-3, SE-AOO-4
    start = fighting(
        scene(
            token("a", "scout", (2, 1), "ally"),
            token("b", "knight", (3, 3)),
            token("c", "knight", (3, 4)),
        ),
        "a",
    )
    path = go(*line((2, 1), (2, 6)))
    assert {(s.enemy, s.index) for s in SYSTEM.path(start, path).strikes} == {("b", 1), ("c", 2)}
    run = resolve(SYSTEM, start, path, dice=[2, 2], answers=["strike", "strike"])
    assert [ask.owner for ask in run.asks] == ["b", "c"]
    assert run.scene.combatants["b"].fight["opportunity_used"] == 1
    assert place(run) == (2, 6)


def test_an_owner_may_decline_and_is_asked_once():  # SE-AOO-3, SE-AOO-4
    start = scene(token("a", "scout", (2, 2), "ally"), token("b", "knight", (3, 3)))
    run = resolve(SYSTEM, start, go(*line((2, 2), (2, 6))), answers=["decline"])
    assert place(run) == (2, 6)
    assert run.outcomes == ["moved"]


def test_s23_combat_reflexes():  # SE-AOO-5, SE-AOO-9: Dexterity +3, so four in a round, one for each movement
    there = scene(token("k", "knight", (5, 5)))
    for n, name in enumerate("abcde"):
        walker = token(name, "officer", (4, 5), "ally")
        there = fighting(replace(there, combatants={"k": there.combatants["k"], name: walker}), name, "k")
        strikes = n < 4
        run = resolve(SYSTEM, there, go((4, 5), (3, 5), who=name), dice=[2] * strikes, answers=["strike"] * strikes)
        there = run.scene
    assert there.combatants["k"].fight["opportunity_used"] == 4


def test_s53_an_attack_of_opportunity_that_kills_ends_the_move():  # SE-AOO-6, SE-AOO-7, SE-DMG-2
    start = scene(token("a", "trooper", (2, 2)), token("b", "knight", (3, 2), "ally"))
    run = resolve(SYSTEM, start, go(*line((2, 2), (2, 6))), dice=[6, 3, 4], answers=["strike"])
    assert hit_points(run.scene, "a") == 0
    assert run.scene.combatants["a"].fight["dead"] is True
    assert place(run) == (2, 2)
    assert not any(isinstance(effect, Moved) for effect in run.effects)
    assert run.records[-1].outcome == "stopped"


def test_s54_loading_beside_a_pistol():  # SE-AOO-1, SE-AOO-10, SE-ATK-3
    start = fighting(
        scene(token("a", "trooper", (2, 2), weapon={"shots": 0}), token("b", "officer", (3, 2), "ally")), "a"
    )
    run = resolve(SYSTEM, start, Action("load", "a"), dice=[10], answers=["strike"])
    assert run.outcomes == ["miss", "done"]
    assert run.scene.combatants["a"].profile["weapons"][0]["shots"] == 50
    run = resolve(SYSTEM, run.scene, Action("attack_ranged", "a", target="b"), dice=[9])
    assert run.records[-1].title.params == {"n": 1}


def test_s55_killed_while_aiming():  # SE-AOO-10, SE-AIM-1
    start = fighting(scene(token("a", "trooper", (2, 2)), token("b", "officer", (3, 2), "ally")), "a")
    run = resolve(SYSTEM, start, Action("aim", "a", target="b"), dice=[12, 4, 4, 4], answers=["strike"])
    fight = run.scene.combatants["a"].fight
    assert (fight["dead"], fight["swift"], fight["move"], fight["aim"]) == (True, False, False, None)
    assert run.outcomes == ["hit", "lost"]


def test_s56_only_reflexes_strike_from_the_ground():  # SE-AOO-5, SE-PRONE-1
    start = scene(
        token("a", "trooper", (2, 2)),
        token("b", "officer", (1, 3), "ally", {"prone": True}),
        token("c", "knight", (3, 3), "ally", {"prone": True}),
    )
    run = resolve(SYSTEM, start, go(*line((2, 2), (2, 5))), dice=[7], answers=["strike"])
    assert [ask.owner for ask in run.asks] == ["c"]
    assert run.records[0].title.params == {"n": 3}


THREATENING = [
    ("trooper", {"stock": "none"}, (), False),
    ("trooper", {"stock": "folded"}, (), True),
    ("battle_droid", {"stock": "none"}, (), True),
    ("officer", {}, (), True),
    ("officer", {"stock": "extended"}, (), False),
    ("officer", {"where": "belt"}, (), False),
    ("officer", {"where": "belt"}, ("martial_arts_1",), True),
    ("war_droid", {}, (), False),
]


@pytest.mark.parametrize(("sample", "weapon", "feats", "expected"), THREATENING)
def test_s58_who_threatens(sample, weapon, feats, expected):  # SE-THREAT-1, SE-THREAT-2
    assert Fighter(token("a", sample, (0, 0), weapon=weapon, feats=list(feats))).threatens is expected


def test_s59_withdrawing():  # SE-AOO-2, SE-AOO-8
    start = scene(token("a", "scout", (4, 2), "ally"), token("b", "brute", (2, 2)))
    away = go(*line((4, 2), (7, 2)), key="withdraw")
    assert resolve(SYSTEM, start, away).outcomes == ["moved"]
    strict = replace(start, options={"withdraw": "first_square"})
    with pytest.raises(IllegalAction) as caught:
        resolve(SYSTEM, strict, away)
    assert caught.value.rule == "SE-AOO-8"
    with pytest.raises(IllegalAction):
        resolve(SYSTEM, start, go(*line((4, 2), (8, 2)), key="withdraw"))


def test_withdrawing_under_the_strict_option_is_safe_for_one_step():  # SE-AOO-8
    strict = scene(
        token("a", "scout", (2, 5), "ally"),
        token("b", "knight", (2, 6)),
        token("c", "knight", (4, 2)),
        withdraw="first_square",
    )
    card = SYSTEM.path(strict, go((2, 5), (2, 4), (2, 3), (1, 3), key="withdraw"))
    assert card.strikes == ()
    with_second = SYSTEM.path(strict, go((2, 5), (2, 4), (3, 3), key="withdraw"))
    assert with_second.strikes == ()


def test_s94_a_tiny_creature_provokes_by_entering():  # SE-REACH-4, SE-AOO-6, SE-AOO-11
    start = scene(token("a", "vermin", (2, 2)), token("b", "officer", (3, 2), "ally"))
    run = resolve(SYSTEM, start, go((2, 2), (3, 2)), dice=[9], answers=["strike"])
    assert tuple(run.scenes[0].combatants["a"].square) == (2, 2)
    assert run.records[0].title.params == {"n": 1}
    assert place(run) == (3, 2)
    bite = SYSTEM.preview(run.scene, Action("attack_melee", "a", target="b"))
    assert bite.refusal is None
    shot = SYSTEM.preview(run.scene, Action("attack_ranged", "b", target="a"))
    assert shot.refusal.rule == "SE-REACH-4"
    bite = SYSTEM.preview(start, Action("attack_melee", "a", target="b"))
    assert bite.refusal.rule == "SE-REACH-4"


def test_s96_each_movement_is_an_occasion_of_its_own():  # SE-AOO-4, SE-AOO-9
    start = fighting(scene(token("a", "officer", (2, 2), "ally"), token("k", "knight", (3, 3))), "a")
    run = resolve(SYSTEM, start, go((2, 2), (2, 3)), dice=[2], answers=["strike"])
    run = resolve(SYSTEM, run.scene, go((2, 3), (2, 4)), dice=[2], answers=["strike"])
    assert run.scene.combatants["k"].fight["opportunity_used"] == 2


def test_s105_a_profile_without_reach_is_asked_about():  # SE-GM-1, SE-REACH-1
    start = scene(token("a", "trooper", (2, 2)), token("b", "brute", (3, 2), "ally", reach=None))
    away = go((2, 2), (1, 2))
    card = SYSTEM.path(start, away).card
    assert [hint.msgid for hint in card.hints] == ["Ask the table: the profile of {who} has no reach."]
    run = resolve(SYSTEM, start, away, answers=["no"])
    assert [ask.kind for ask in run.asks] == ["reach"]
    run = resolve(SYSTEM, start, away, dice=[2], answers=["yes", "strike"])
    assert [ask.kind for ask in run.asks] == ["reach", "opportunity"]
    assert place(run) == (1, 2)


def test_no_attack_of_opportunity_through_cover_or_by_the_surprised():  # SE-AOO-6, SE-AOO-9
    behind = scene(
        token("a", "trooper", (2, 2)),
        token("c", "slicer", (4, 2)),
        token("b", "brute", (5, 2), "ally"),
        terrain=floor(rows=3),
    )
    path = go((2, 2), (1, 2))
    assert SYSTEM.path(behind, path).strikes == ()
    surprised = scene(token("a", "trooper", (2, 2)), token("b", "knight", (3, 2), "ally", {"flat_footed": True}))
    assert SYSTEM.path(surprised, path).strikes == ()


def test_initiative_decides_who_is_asked_first():  # SE-AOO-9
    there = scene(
        token("b", "knight", (1, 1), "ally"), token("c", "knight", (3, 1), "ally"), token("a", "officer", (2, 2))
    )
    run = resolve(SYSTEM, fighting(there, "a", "c", "b"), go((2, 2), (2, 3)), answers=["decline", "decline"])
    assert [ask.owner for ask in run.asks] == ["c", "b"]


def test_an_aim_is_lost_by_moving_and_by_losing_sight():  # SE-AIM-2, S89
    wall = Barrier("w", BarrierKind.WALL, (Point(10, 0), Point(10, 10)))
    start = fighting(
        scene(token("a", "trooper", (2, 2)), token("b", "officer", (8, 12), "ally"), terrain=floor(barriers=(wall,))),
        "a",
    )
    aimed = resolve(SYSTEM, start, Action("aim", "a", target="b")).scene
    assert aimed.combatants["a"].fight["aim"]["target"] == "b"
    moved = resolve(SYSTEM, replace(aimed, turn=None), go((2, 2), (2, 3))).scene
    assert moved.combatants["a"].fight["aim"] is None
    kept = resolve(SYSTEM, aimed, Action("end_turn", "a")).scene
    assert kept.combatants["a"].fight["aim"]["turns"] == 0
    hides = resolve(SYSTEM, kept, Action("move", "b", square=Square(12, 11)))
    assert Changed("a", fight={"aim": None}) not in hides.effects or hides.scene.combatants["a"].fight["aim"] is None
    again = resolve(SYSTEM, kept, Action("end_turn", "b")).scene
    assert again.combatants["a"].fight["aim"]["turns"] == 0
    assert resolve(SYSTEM, again, Action("end_turn", "a")).scene.combatants["a"].fight["aim"] is None


@pytest.mark.parametrize(
    "action",
    [
        Action("move", "a"),
        Action("move", "a", square=Square(2, 2)),
        Action("move", "a", square=Square(-1, 2)),
        Action("move", "a", square=Square(10**9, 2)),
        Action("move", "a", square=("2", "3")),
        Action("move", "a", square=5),
        Action("move", "a", path=((2, 2), (2, 3), "x")),
        Action("move", "a", path=((2, 2), None)),
        Action("move", "a", path=((2, 2), (2.5, 3))),
        Action("move", "a", path=((9, 9), (9, 10))),
        Action("move", "nobody", square=Square(3, 3)),
        Action("run", "a", square=Square(10**9, 2)),
        Action("operate", "a", args={"barrier": 7}),
        Action("operate", "a"),
        Action("aim", "a"),
        Action("load", "a", weapon="nothing"),
        Action("withdraw", "a", square=Square(2, 2)),
    ],
    ids=str,
)
def test_malformed_moves_are_refused(action):
    start = scene(token("a", "scout", (2, 2)), token("b", "officer", (7, 7), "ally"))
    with pytest.raises(IllegalAction):
        resolve(SYSTEM, start, action)


def test_a_token_without_a_place_does_not_move():  # SE-GM-1
    start = scene(token("a", "scout", None), token("b", "officer", (7, 7), "ally"))
    with pytest.raises(IllegalAction) as caught:
        resolve(SYSTEM, start, Action("move", "a", square=Square(3, 3)))
    assert caught.value.rule == "SE-GM-1"
    assert SYSTEM.reach(start, Action("move", "a")).costs == {}
    assert SYSTEM.offers(start, "a")[0].key == "move"


def gap(width):
    """Two rooms of six rows with an opening of `width` squares in the wall between, at column 5."""
    walls = (
        Barrier("w1", BarrierKind.WALL, (Point(5, 0), Point(5, 2))),
        Barrier("w2", BarrierKind.WALL, (Point(5, 2 + width), Point(5, 6))),
    )
    return floor(columns=12, rows=6, barriers=walls)


def test_large_creatures_squeeze_and_machines_do_not():  # SE-MOVE-8, SE-MOVE-15
    brute = token("a", "brute", (3, 2))
    there = scene(brute, terrain=gap(1))
    card = SYSTEM.path(there, Action("move", "a", square=Square(6, 2)))
    assert card.path[-1] == (6, 2)
    assert place(resolve(SYSTEM, there, Action("move", "a", square=Square(6, 2)))) == (6, 2)
    with pytest.raises(IllegalAction):  # it unfolds before it stops
        SYSTEM.path(there, Action("move", "a", square=Square(4, 2)))
    droid = scene(token("a", "war_droid", (3, 2)), terrain=gap(1))
    with pytest.raises(IllegalAction):
        SYSTEM.path(droid, Action("move", "a", square=Square(6, 2)))
    folding = scene(token("a", "war_droid", (3, 2), can_fold=True), terrain=gap(1))
    assert SYSTEM.path(folding, Action("move", "a", square=Square(6, 2))).path[-1] == (6, 2)


def test_a_large_mover_provokes_when_one_of_its_squares_is_left():  # SE-AOO-1
    there = scene(token("a", "brute", (2, 2)), token("b", "officer", (1, 1), "ally"), terrain=floor())
    assert SYSTEM.path(there, go((2, 2), (3, 2))).strikes == (Strike("b", 0),)
    stays = scene(token("a", "brute", (2, 2)), token("b", "officer", (4, 4), "ally"), terrain=floor())
    assert SYSTEM.path(stays, go((2, 2), (3, 2))).strikes == ()


def test_the_path_that_provokes_least_is_offered():  # SE-MOVE-9
    there = scene(token("a", "scout", (2, 2)), token("b", "officer", (4, 4), "ally"))
    card = SYSTEM.path(there, Action("move", "a", square=Square(5, 1)))
    assert card.strikes == ()
    assert card.running[-1] == 4


# -- tumbling


def tumbling(*squares):
    return replace(go(*squares), args={"tumble": "yes"})


def test_s60_tumbling_costs_double_where_it_is_threatened():  # SE-MOVE-14
    start = scene(token("a", "scout", (2, 2), "ally"), token("b", "officer", (4, 3)))
    with pytest.raises(IllegalAction) as caught:
        resolve(SYSTEM, start, tumbling(*line((2, 2), (6, 2))))
    assert caught.value.reason.params == {"n": 7, "max": 6}
    near = scene(token("a", "scout", (2, 2), "ally"), token("b", "officer", (2, 3)))
    card = SYSTEM.path(near, tumbling(*line((2, 2), (5, 2))))
    assert card.running == (0, 2, 3, 4)
    run = resolve(SYSTEM, near, tumbling(*line((2, 2), (5, 2))), dice=[6])
    assert run.asks == []
    assert place(run) == (5, 2)
    assert run.outcomes == ["done", "moved"]


def test_s61_a_failed_tumble_ends_before_the_enemy():  # SE-MOVE-14, SE-AOO-1, SE-AOO-11
    start = scene(token("a", "scout", (2, 2), "ally"), token("b", "officer", (3, 2)))
    run = resolve(SYSTEM, start, tumbling((2, 2), (3, 2), (4, 2)), dice=[5, 6], answers=["strike"])
    assert place(run) == (2, 2)
    assert run.outcomes == ["failed", "miss", "stopped"]
    run = resolve(SYSTEM, start, tumbling((2, 2), (3, 2), (4, 2)), dice=[6])
    assert place(run) == (4, 2)


def test_a_failed_tumble_that_enters_nobody_goes_on():  # SE-MOVE-14
    start = scene(token("a", "scout", (2, 2), "ally"), token("b", "officer", (2, 3)))
    run = resolve(SYSTEM, start, tumbling(*line((2, 2), (5, 2))), dice=[1, 2], answers=["strike"])
    assert place(run) == (5, 2)


def test_only_the_trained_tumble_and_only_in_a_plain_move():  # SE-MOVE-14
    start = scene(token("a", "officer", (2, 2)))
    with pytest.raises(IllegalAction):
        resolve(SYSTEM, start, tumbling((2, 2), (3, 2)))
    scout = scene(token("a", "scout", (2, 2)))
    with pytest.raises(IllegalAction):
        resolve(SYSTEM, scout, replace(go((2, 2), (3, 2), key="withdraw"), args={"tumble": "yes"}))
    offers = [offer.args for offer in SYSTEM.offers(scout, "a") if offer.key == "move"]
    assert offers == [{}, {"tumble": "yes"}]
