"""Bursts, autofire, splash, burst fire: worked examples of section 14, by their ids."""

from dataclasses import replace

import pytest

from geometry.battlefield import Barrier, BarrierKind
from geometry.grid import Point, Square
from rules.errors import IllegalAction
from rules.scene import Action
from rules.systems.saga import SYSTEM
from tests.support.resolving import resolve
from tests.support.saga import fighting, floor, hit_points, scene, steps_down, token

FRAG = Action("area_burst", "a", weapon="1", square=Square(6, 6))
BLOCK = Action("autofire", "a", square=Square(6, 5))
MISSILE = Action("attack_splash", "a", target="b")
BURST_FIRE = Action("burst_fire", "a", target="b")
AUTO = {"set_to_autofire": True}


def done(there, action, *dice):
    return resolve(SYSTEM, there, action, dice=dice)


def shots(run, index=0):
    return run.scene.combatants["a"].profile["weapons"][index]["shots"]


def refusal(there, action):
    with pytest.raises(IllegalAction) as caught:
        resolve(SYSTEM, there, action)
    return caught.value.rule


def thrown(*others, **terrain):
    return scene(token("a", "scout", (3, 6)), *others, terrain=floor(**terrain))


OFFICER = token("b", "officer", (6, 6), "ally")


def test_s6_cover_from_the_centre():  # SE-AREA-1, SE-COVER-12, SE-COVER-13
    there = thrown(OFFICER, token("c", "trooper", (5, 4), "ally"), marks={(5, 5): "T"})
    card = SYSTEM.preview(there, FRAG)
    assert {group.key: group.total for group in card.groups} == {"attack": 6, "defence:b": 14, "defence:c": 21}
    run = done(there, FRAG, 8, 3, 4, 4, 5)
    assert (hit_points(run.scene, "b"), steps_down(run.scene, "b"), hit_points(run.scene, "c")) == (2, 1, 10)
    assert shots(run, 1) == 2


def test_s7_below_ten_nothing_happens():  # SE-AREA-1
    run = done(thrown(OFFICER), FRAG, 3)
    assert hit_points(run.scene, "b") == 18
    assert run.records[-1].outcome == "miss"


def autofire(*others, **figures):
    weapon = {"set_to_autofire": True}
    return scene(token("a", "trooper", (1, 5), weapon=weapon, **figures), *others)


SCOUT, SLICER = token("s", "scout", (6, 5), "ally"), token("c", "slicer", (7, 6), "ally")


@pytest.mark.parametrize(("face", "scout", "slicer"), [(16, 32, 9), (20, 26, 9)], ids=["S8", "S9"])
def test_s8_s9_autofire_and_evasion(face, scout, slicer):  # SE-AUTO-1, SE-AREA-1, SE-AREA-3
    run = done(autofire(SCOUT, SLICER), BLOCK, face, 5, 4, 4)
    assert (hit_points(run.scene, "s"), hit_points(run.scene, "c")) == (scout, slicer)
    assert steps_down(run.scene, "c") == 1
    assert shots(run) == 40


def gunner(*others, fight=None, at=(1, 5)):
    return fighting(scene(token("a", "heavy_gunner", at, fight=fight), *others, terrain=floor(80, 12)), "a")


def test_s10_s62_a_braced_gunner():  # SE-AUTO-2, SE-AUTO-4, SE-ACT-1
    there = gunner(SCOUT, SLICER)
    assert dict(_rows(SYSTEM.preview(there, BLOCK)))["autofire"] == -5
    braced = done(there, Action("brace", "a")).scene
    assert braced.combatants["a"].fight["braced"] == "0"
    assert dict(_rows(SYSTEM.preview(braced, BLOCK)))["autofire"] == -2
    fired = done(braced, BLOCK, 2)
    assert fired.scene.combatants["a"].fight["braced"] is None
    moved = done(there, Action("move", "a", square=Square(1, 6))).scene
    braced = done(moved, Action("brace", "a")).scene
    assert refusal(braced, BLOCK) == "SE-ACT-2"  # (b)
    waits = done(done(there, Action("brace", "a")).scene, Action("end_turn", "a")).scene
    assert waits.combatants["a"].fight["braced"] is None  # (d)


def _rows(card):
    return [(row.key, row.amount) for row in card.groups[0].rows]


def test_another_action_ends_a_brace():  # SE-AUTO-4
    braced = replace(done(gunner(SCOUT), Action("brace", "a")).scene, turn=None)
    assert done(braced, Action("drop_prone", "a")).scene.combatants["a"].fight["braced"] is None


@pytest.mark.parametrize(
    ("weapon", "legal"),
    [
        ({"group": "heavy", "modes": "autofire"}, True),
        ({"group": "rifle", "modes": "autofire"}, True),
        ({"group": "pistol", "modes": "autofire", "stock": "extended"}, True),
        ({"group": "pistol", "modes": "autofire", "stock": "none"}, False),
        ({"group": "rifle", "modes": "both"}, False),
    ],
)
def test_what_can_be_braced(weapon, legal):  # SE-AUTO-4
    there = scene(token("a", "trooper", (0, 0), weapon=weapon))
    if legal:
        assert done(there, Action("brace", "a")).scene.combatants["a"].fight["braced"] == "0"
    else:
        assert refusal(there, Action("brace", "a")) in ("SE-AUTO-4", "SE-ATK-3")


def test_s63_braced_autofire_at_short_range():  # SE-AUTO-2, SE-AREA-1, SE-RANGE-1, SE-AREA-3
    there = gunner(token("s", "scout", (61, 5), "ally"), token("c", "slicer", (62, 6), "ally"), fight={"braced": "0"})
    far = replace(BLOCK, square=Square(61, 5))
    assert _rows(SYSTEM.preview(there, far)) == [("base", 8), ("range", -2), ("autofire", -2)]
    run = done(there, far, 9, 2, 9, 4)
    assert (hit_points(run.scene, "s"), hit_points(run.scene, "c")) == (32, 15)


TARGET = token("b", "scout", (6, 5), "ally")


def test_s64_burst_fire():  # SE-AUTO-3, SE-DMG-2
    run = done(gunner(TARGET), BURST_FIRE, 14, 3, 7, 1, 9, 4)
    assert run.records[-1].title.params == {"total": 17, "defence": 17}
    assert (hit_points(run.scene, "b"), steps_down(run.scene, "b"), shots(run)) == (8, 1, 195)


def test_s65_a_natural_20_of_burst_fire_doubles():  # SE-AUTO-3, SE-ATK-4
    run = done(gunner(TARGET), BURST_FIRE, 20, 3, 7, 1, 9, 4)
    assert run.scene.combatants["b"].fight["dead"] is True


@pytest.mark.parametrize(
    ("left", "legal"), [(10, {"autofire", "burst_fire"}), (9, {"burst_fire"}), (5, {"burst_fire"}), (4, set())]
)
def test_s66_shots_left(left, legal):  # SE-AUTO-1, SE-AUTO-3, SE-SHOT-1
    there = fighting(scene(token("a", "heavy_gunner", (1, 5), weapon={"shots": left}), TARGET), "a")
    offers = {offer.key for offer in SYSTEM.offers(there, "a") if offer.weapon == "0" and offer.refusal is None}
    assert offers & {"autofire", "burst_fire", "attack_ranged"} == legal


def test_s67_a_total_below_ten_still_costs_ten_shots():  # SE-AREA-1, SE-SHOT-1
    run = done(autofire(SCOUT, SLICER), BLOCK, 10)
    assert shots(run) == 40
    assert run.records[-1].lines[0].msgid == "A total below 10 does nothing."


def launcher(*others, **terrain):
    weapon = {"attack": 12, "area": "burst", "radius": 2, "damage": "4d6", "modes": "single", "group": "thrown"}
    return scene(token("a", "trooper", (3, 6), weapon={**weapon, "ranges": None}), *others, terrain=floor(**terrain))


@pytest.mark.parametrize(("marks", "left"), [({}, 50), ({(7, 6): "T", (7, 5): "T"}, 60)])
def test_s68_a_natural_1_misses_everybody(marks, left):  # SE-ATK-4, SE-COVER-13
    burst = replace(FRAG, weapon="0", square=Square(7, 6))
    there = launcher(token("b", "brute", (8, 6) if marks else (7, 6), "ally"), marks=marks)
    dice = (1,) if marks else (1, 5, 5, 5, 5)
    assert (
        hit_points(done(there, replace(burst, square=Square(7, 7) if marks else Square(7, 6)), *dice).scene, "b")
        == left
    )


def test_s70_a_wall_between_protects():  # SE-AREA-2, SE-COVER-9
    wall = Barrier("w", BarrierKind.WALL, (Point(7, 0), Point(7, 20)))
    there = thrown(token("b", "officer", (7, 6), "ally"), barriers=(wall,))
    run = done(there, FRAG, 15)
    assert hit_points(run.scene, "b") == 18
    behind = replace(FRAG, square=Square(9, 6))
    assert refusal(there, behind) == "SE-COVER-9"


def test_s71_friend_or_foe_and_range():  # SE-AREA-1, SE-AREA-4, SE-AREA-5, SE-RANGE-1
    there = thrown(token("b", "officer", (12, 6), "ally"), token("c", "slicer", (11, 5)))
    far = replace(FRAG, square=Square(12, 6))
    assert _rows(SYSTEM.preview(there, far)) == [("base", 6), ("range", -2)]
    run = done(there, far, 6, 1, 1, 2, 2)
    assert (hit_points(run.scene, "b"), hit_points(run.scene, "c")) == (15, 19)


@pytest.mark.parametrize(("dice", "left"), [((11, 1, 1, 2, 2), 29), ((10,), 32)])
def test_s72_dropped_at_ones_own_feet(dice, left):  # SE-AREA-3, SE-AREA-4
    run = done(thrown(), replace(FRAG, square=Square(3, 6)), *dice)
    assert hit_points(run.scene, "a") == left


def missile(sample, *others):
    return scene(token("a", "heavy_gunner", (1, 5)), token("b", sample, (8, 5), "ally"), *others)


def test_s12_s13_splash():  # SE-SPLASH-1
    knight = token("c", "knight", (10, 5), "ally")
    there = missile("brute", knight)
    run = done(there, MISSILE, 13, 2, 4, 4, 4, 4, 4)
    assert (hit_points(run.scene, "b"), steps_down(run.scene, "b"), hit_points(run.scene, "c")) == (38, 1, 58)
    run = done(there, MISSILE, 6, 2, 4, 4, 4, 4, 4)
    assert (hit_points(run.scene, "b"), hit_points(run.scene, "c")) == (49, 58)
    assert shots(run, 1) == 3


S73 = [("a", 13, 21, None), ("b", 6, 32, None), ("c", 13, 27, 38), ("d", 6, 32, 49)]


@pytest.mark.parametrize(("trial", "face", "scout", "brute"), S73, ids=[f"S73{c[0]}" for c in S73])
def test_s73_splash_and_evasion(trial, face, scout, brute):  # SE-SPLASH-1, SE-SPLASH-2, SE-AREA-3
    dice = (face, 2, 4, 4, 4, 4, 4)
    if brute is None:
        run = done(missile("scout"), MISSILE, *(dice if trial == "a" else dice[:1]))
        assert hit_points(run.scene, "b") == scout
        return
    run = done(missile("brute", token("c", "scout", (10, 5), "ally")), MISSILE, *dice)
    assert (hit_points(run.scene, "c"), hit_points(run.scene, "b")) == (scout, brute)


def test_s74_splash_below_ten_and_a_natural_20():  # SE-SPLASH-2, SE-AREA-1
    there = missile("brute", token("c", "knight", (10, 5), "ally"))
    run = done(there, MISSILE, 3)
    assert (hit_points(run.scene, "b"), hit_points(run.scene, "c")) == (60, 58)
    run = done(there, MISSILE, 20, 2, 4, 4, 4, 4, 4)
    assert (hit_points(run.scene, "b"), hit_points(run.scene, "c")) == (38, 47)


def test_s98_stunning_autofire_and_no_feat():  # SE-MODE-1, SE-AUTO-1, SE-STUN-2
    weapon = {"set_to_autofire": True, "set_to_stun": True}
    there = scene(token("a", "trooper", (1, 5), weapon=weapon), SLICER)
    run = done(there, BLOCK, 18, 4, 4, 4)
    assert (hit_points(run.scene, "c"), steps_down(run.scene, "c")) == (16, 2)
    assert refusal(there, replace(BLOCK, square=Square(9, 5))) == "SE-RANGE-1"
    assert refusal(there, replace(BURST_FIRE, target="c")) == "SE-AUTO-3"
    single = scene(token("a", "trooper", (1, 5)), SLICER)
    assert refusal(single, BLOCK) == "SE-MODE-1"


def test_an_aim_gains_nothing_for_an_area():  # SE-AIM-2, S89 (d)
    there = scene(
        token("a", "trooper", (1, 5), weapon=AUTO, fight={"aim": {"target": "c", "weapon": "0"}}),
        token("c", "slicer", (7, 5), "ally"),
        terrain=floor(marks={(4, 5): "T"}),
    )
    rows = SYSTEM.preview(there, replace(BLOCK, square=Square(7, 5))).groups[1].rows
    assert [(row.key, row.amount) for row in rows] == [("reflex", 15), ("cover", 5)]


@pytest.mark.parametrize(
    "action",
    [
        replace(FRAG, square=None),
        replace(FRAG, square=Square(-3, 0)),
        replace(FRAG, square=Square(10**9, 0)),
        replace(FRAG, weapon="0"),
        replace(FRAG, actor="nobody"),
        Action("autofire", "a", square=Square(0, 0)),
        Action("attack_splash", "a", target="b"),
        Action("burst_fire", "a"),
    ],
    ids=str,
)
def test_malformed_area_attacks_are_refused(action):
    with pytest.raises(IllegalAction):
        done(thrown(OFFICER), action)
