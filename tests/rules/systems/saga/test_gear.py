"""Posture, settings, loading, drawing, aiming: the simple actions of section 15."""

from dataclasses import replace

import pytest

from geometry.battlefield import Barrier, BarrierKind
from geometry.grid import Point
from rules.errors import IllegalAction
from rules.scene import Action
from rules.systems.saga import SYSTEM
from rules.systems.saga.doors import doors_beside
from rules.systems.saga.play import Play
from tests.support.resolving import resolve
from tests.support.saga import fighting, floor, scene, token

SHOOT = Action("attack_ranged", "a", target="b")


def pair(**weapon):
    return fighting(scene(token("a", "trooper", (0, 0), weapon=weapon), token("b", "officer", (6, 0), "ally")), "a")


def weapon(scene, who="a"):
    return scene.combatants[who].profile["weapons"][0]


def refused(scene, action):
    with pytest.raises(IllegalAction) as caught:
        resolve(SYSTEM, scene, action)
    return caught.value.rule


def test_s98_two_switches_in_one_turn_leave_the_standard_action():  # SE-MODE-1, SE-ACT-2, SE-STUN-2
    run = resolve(SYSTEM, pair(), Action("switch_autofire", "a"))
    assert weapon(run.scene)["set_to_autofire"] is True
    assert run.records[0].headline.msgid == "{who} sets {weapon} to autofire"
    assert refused(run.scene, SHOOT) == "SE-MODE-1"
    assert "attack_ranged" not in {offer.key for offer in SYSTEM.offers(run.scene, "a")}
    run = resolve(SYSTEM, run.scene, Action("switch_stun", "a"))
    fight = run.scene.combatants["a"].fight
    assert (fight["swift"], fight["move"], fight.get("standard", True)) == (False, False, True)
    back = resolve(SYSTEM, run.scene, Action("switch_autofire", "a"))
    assert back.records[0].headline.msgid == "{who} sets {weapon} to single shots"
    assert weapon(back.scene)["set_to_stun"] is True


def test_a_weapon_with_one_setting_is_not_switched():  # SE-MODE-1
    assert refused(pair(modes="single"), Action("switch_autofire", "a")) == "SE-ATK-3"


def test_drawing_holstering_dropping_picking_up():
    start = pair(stock="none", where="belt")
    assert refused(start, SHOOT) == "SE-ATK-3"
    drawn = resolve(SYSTEM, start, Action("draw", "a")).scene
    assert weapon(drawn)["where"] == "hand"
    assert weapon(resolve(SYSTEM, drawn, Action("holster", "a")).scene)["where"] == "belt"
    dropped = resolve(SYSTEM, drawn, Action("drop_item", "a")).scene
    assert weapon(dropped)["where"] == "ground"
    assert weapon(resolve(SYSTEM, dropped, Action("pick_up", "a")).scene)["where"] == "hand"


def test_picking_up_in_a_threatened_square_provokes():  # SE-AOO-1
    start = fighting(
        scene(token("a", "trooper", (0, 0), weapon={"where": "ground"}), token("b", "knight", (1, 1), "ally")), "a"
    )
    run = resolve(SYSTEM, start, Action("pick_up", "a"), answers=["decline"])
    assert [ask.owner for ask in run.asks] == ["b"]
    assert weapon(run.scene)["where"] == "hand"


def test_the_stock_decides_whether_it_threatens():  # SE-THREAT-1, SE-THREAT-2
    start = pair(stock="extended")
    run = resolve(SYSTEM, start, Action("stock", "a"))
    assert weapon(run.scene)["stock"] == "folded"
    assert run.records[0].headline.msgid == "{who} folds the stock of {weapon}"


@pytest.mark.parametrize(("shots", "rule"), [(0, "SE-SHOT-1"), (1, None)])
def test_shots_are_counted(shots, rule):  # SE-SHOT-1
    start = pair(shots=shots)
    if rule:
        assert refused(start, SHOOT) == rule
    else:
        assert weapon(resolve(SYSTEM, start, SHOOT, dice=[2]).scene)["shots"] == 0


def test_loading_needs_something_to_load():  # SE-SHOT-1
    assert refused(pair(), Action("load", "a")) == "SE-SHOT-1"
    uncounted = pair(shots_max=None, shots=None)
    assert refused(uncounted, Action("load", "a")) == "SE-ATK-3"


def test_prone_and_up_again():  # SE-PRONE-1
    down = resolve(SYSTEM, pair(), Action("drop_prone", "a")).scene
    assert refused(down, Action("drop_prone", "a")) == "SE-PRONE-1"
    keys = {offer.key for offer in SYSTEM.offers(down, "a")}
    assert "stand_up" in keys
    assert "drop_prone" not in keys
    up = resolve(SYSTEM, down, Action("stand_up", "a")).scene
    assert refused(up, Action("stand_up", "a")) == "SE-PRONE-1"
    assert up.combatants["a"].fight["move"] is False


def test_aiming_needs_two_swift_actions_and_sight():  # SE-AIM-1, SE-AIM-2
    spent = fighting(
        scene(
            token("a", "trooper", (0, 0), fight={"swift": False, "move": False}), token("b", "officer", (6, 0), "ally")
        ),
        "a",
    )
    assert refused(spent, Action("aim", "a", target="b")) == "SE-ACT-2"
    wall = Barrier("w", BarrierKind.WALL, (Point(3, 0), Point(3, 20)))
    walled = replace(pair(), terrain=floor(barriers=(wall,)))
    assert refused(walled, Action("aim", "a", target="b")) == "SE-AIM-2"
    cards = SYSTEM.targets(walled, Action("aim", "a"))
    assert [card.refusal.rule for card in cards] == ["SE-AIM-2"]


def test_s89_another_action_or_an_attack_of_opportunity_ends_an_aim():  # SE-AIM-2
    aimed = resolve(SYSTEM, pair(stock="folded"), Action("aim", "a", target="b")).scene
    free = replace(aimed, turn=None)
    assert resolve(SYSTEM, free, Action("stock", "a")).scene.combatants["a"].fight["aim"] is None
    walker = token("c", "officer", (1, 0), "ally")
    passing = fighting(replace(free, combatants={**free.combatants, "c": walker}), "c")
    run = resolve(SYSTEM, passing, Action("move", "c", path=((1, 0), (2, 0))), dice=[2], answers=["strike"])
    assert run.scene.combatants["a"].fight["aim"] is None
    keeps = resolve(SYSTEM, passing, Action("move", "c", path=((1, 0), (2, 0))), answers=["decline"])
    assert keeps.scene.combatants["a"].fight["aim"]["target"] == "b"


def test_an_aim_counts_for_its_weapon_and_target_only():  # SE-AIM-1
    crates = floor(marks={(4, 0): "o", (4, 5): "o"})
    start = scene(
        token("a", "trooper", (0, 3)),
        token("b", "officer", (5, 0), "ally"),
        token("c", "officer", (5, 5), "ally"),
        terrain=crates,
    )
    aimed = resolve(SYSTEM, start, Action("aim", "a", target="b")).scene

    def cover(target):
        rows = SYSTEM.preview(aimed, Action("attack_ranged", "a", target=target)).groups[1].rows
        return [row.amount for row in rows if row.key == "cover"]

    assert cover("c") == [5]
    assert cover("b") in ([], [0])


@pytest.mark.parametrize(
    ("door", "beside"),
    [
        (((3, 2), (3, 3)), True),  # the edge of its square
        (((3, 1), (3, 2)), True),  # a corner of it
        (((4, 2), (4, 3)), False),  # beyond the next square
        (((2.5, 2), (2.5, 3)), True),  # through its own square
        (((0, 0), (9, 9)), True),
    ],
)
def test_which_doors_are_beside(door, beside):
    barrier = Barrier("d", BarrierKind.DOOR, tuple(Point(*point) for point in door))
    there = Play(scene(token("a", "officer", (2, 2)), terrain=floor(barriers=(barrier,))))
    assert bool(doors_beside(there, there.fighter("a"))) is beside


def test_a_large_creature_reaches_the_doors_of_all_its_squares():
    barrier = Barrier("d", BarrierKind.DOOR, (Point(4, 3), Point(4, 4)))
    there = Play(scene(token("a", "brute", (2, 2)), terrain=floor(barriers=(barrier,))))
    assert [door.id for door in doors_beside(there, there.fighter("a"))] == ["d"]


def test_the_sheet_tells_bars_badges_and_figures():
    hurt = token("a", "war_droid", (0, 0), fight={"prone": True}, steps_down=2, shields=10)
    sheet = SYSTEM.sheet(scene(hurt), "a")
    assert [(bar.key, bar.value, bar.maximum) for bar in sheet.bars] == [("hit_points", 45, 45), ("shields", 10, 15)]
    assert [badge.key for badge in sheet.badges] == ["prone", "track"]
    assert sheet.size == 2
    dead = SYSTEM.sheet(scene(token("a", "officer", (0, 0), fight={"dead": True})), "a")
    assert [(badge.key, badge.state) for badge in dead.badges] == [("dead", "dead")]


def test_a_fight_state_that_cannot_be_read_counts_as_not_set():
    odd = token("a", "officer", (0, 0), fight={"prone": "perhaps", "aim": 7, "opportunity_used": [], "dead": False})
    assert SYSTEM.sheet(scene(odd), "a").badges == ()


def test_dice_of_the_other_side_may_be_secret():  # option players_see_rolls
    start = scene(token("a", "trooper", (0, 0)), token("b", "officer", (6, 0), "ally"), players_see_rolls="off")
    run = resolve(SYSTEM, start, SHOOT, dice=[12, 1, 1, 1])
    assert [roll.secret for roll in run.rolls] == [True, True]
    assert all(rolled.secret for rolled in run.records[-1].rolls)
    run = resolve(SYSTEM, start, replace(SHOOT, actor="b", target="a"), dice=[2])
    assert [roll.secret for roll in run.rolls] == [False]


def test_an_unknown_size_is_asked_about():  # SE-GM-1
    start = scene(
        token("a", "trooper", (0, 0)), token("b", "hunting_beast", (6, 6), "ally", size="Colossal", space=None)
    )
    assert SYSTEM.preview(start, SHOOT).undecided is not None
    assert refused(start, Action("move", "b", square=(7, 7))) == "SE-GM-1"


def test_an_unknown_reach_leaves_flanking_to_the_table():  # SE-GM-1, SE-FLANK-2
    start = scene(
        token("a", "knight", (2, 2)), token("b", "officer", (3, 2), "ally"), token("c", "brute", (4, 2), reach=None)
    )
    card = SYSTEM.preview(start, Action("attack_melee", "a", target="b"))
    assert [hint.params["who"].token for hint in card.hints] == ["c"]
