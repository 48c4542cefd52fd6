"""One attack on one target: worked examples of section 14, by their ids."""

from dataclasses import replace
from fractions import Fraction

import pytest

from geometry.battlefield import Barrier, BarrierKind
from geometry.grid import Point
from rules.errors import IllegalAction
from rules.scene import Action, Overrule
from rules.systems.saga import SYSTEM
from rules.systems.saga.attack import chance_of
from tests.support.resolving import resolve
from tests.support.saga import fighting, floor, hit_points, scene, steps_down, token

SHOOT = Action("attack_ranged", "a", target="b")
STRIKE = Action("attack_melee", "a", target="b")


def rows(card, key):
    """The rows of a group as (key, amount)."""
    group = next(group for group in card.groups if group.key == key)
    assert group.total == sum(row.amount for row in group.rows)
    return [(row.key, row.amount) for row in group.rows]


def both(card):
    return rows(card, "attack"), rows(card, "defence")


def shot(scene, *dice, action=SHOOT, answers=()):
    """Resolve an attack; returns the run and the record of the attack itself."""
    run = resolve(SYSTEM, scene, action, dice=dice, answers=answers)
    return run, run.records[-1]


def test_s1_a_plain_shot():  # SE-ATK-1, SE-DMG-2
    run, record = shot(scene(token("a", "trooper", (0, 0)), token("b", "officer", (5, 0), "ally")), 12, 5, 2, 7)
    assert record.outcome == "hit"
    assert record.title.params == {"total": 16, "defence": 14}
    assert (hit_points(run.scene, "b"), steps_down(run.scene, "b")) == (4, 1)
    assert run.scene.combatants["a"].profile["weapons"][0]["shots"] == 49  # SE-SHOT-1


def test_s2_cover_behind_a_crate():  # SE-COVER-1, SE-COVER-6
    there = scene(
        token("a", "trooper", (0, 0)), token("b", "officer", (4, 0), "ally"), terrain=floor(marks={(2, 0): "o"})
    )
    assert both(SYSTEM.preview(there, SHOOT)) == ([("base", 4)], [("reflex", 14), ("cover", 5)])
    _, record = shot(there, 12)
    assert record.title.msgid == "Miss by {n}"
    assert record.title.params == {"n": 3}
    assert [line.msgid for line in record.lines] == ["Cover made the difference: without it this would have hit."]


def test_s3_short_range():  # SE-RANGE-1
    there = scene(token("a", "trooper", (0, 0)), token("b", "officer", (35, 0), "ally"))
    assert rows(SYSTEM.preview(there, SHOOT), "attack") == [("base", 4), ("range", -2)]
    assert shot(there, 15, 1, 1, 1)[1].title.params["total"] == 17


def test_s4_a_prone_target_at_range():  # SE-PRONE-1
    there = scene(token("a", "trooper", (0, 0)), token("b", "officer", (5, 0), "ally", {"prone": True}))
    assert shot(there, 14)[1].title.params == {"n": 1}


def test_s5_flanking_a_prone_target():  # SE-FLANK-1, SE-PRONE-1
    there = scene(
        token("a", "brute", (0, 0)),
        token("c", "brute", (3, 0)),
        token("b", "officer", (2, 0), "ally", {"prone": True}),
    )
    assert rows(SYSTEM.preview(there, STRIKE), "attack") == [("base", 9), ("flanking", 2), ("target_down", 5)]
    run, record = shot(there, 2, 8, 9, action=STRIKE)
    assert record.title.params["total"] == 18
    assert (hit_points(run.scene, "b"), steps_down(run.scene, "b")) == (1, 1)


def test_s30_a_helpless_target():  # SE-HELP-1, SE-HELP-3
    there = scene(token("a", "knight", (0, 0)), token("b", "officer", (1, 0), "ally", {"helpless": True}))
    assert both(SYSTEM.preview(there, STRIKE)) == (
        [("base", 11), ("target_down", 5)],
        [("reflex", 14), ("dexterity", -6)],
    )


def test_s31_a_critical_hit_kills():  # SE-ATK-4, SE-DMG-2
    run, record = shot(scene(token("a", "trooper", (0, 0)), token("b", "officer", (5, 0), "ally")), 20, 2, 4, 5)
    assert record.outcome == "critical"
    assert hit_points(run.scene, "b") == 0
    assert run.scene.combatants["b"].fight["dead"] is True


def test_s32_a_natural_1_misses():  # SE-ATK-1, SE-ATK-4
    there = scene(token("a", "knight", (0, 0)), token("b", "battle_droid", (1, 0), "ally"))
    assert shot(there, 1, action=STRIKE)[1].outcome == "miss"


def hurt_officer(**more):
    return token("b", "officer", (5, 0), "ally", hit_points=4, steps_down=1, **more)


def test_s33_unconscious_below_the_threshold():  # SE-DMG-2, SE-COND-4
    run, record = shot(scene(token("a", "officer", (0, 0)), hurt_officer()), 13, 2, 3, 4)
    assert record.title.params == {"total": 18, "defence": 13}
    state = run.scene.combatants["b"]
    assert (state.profile["hit_points"], state.profile["steps_down"]) == (0, 5)
    assert not state.fight.get("dead")
    assert state.profile["weapons"][0]["where"] == "ground"


def test_s34_killed_at_the_threshold():  # SE-DMG-2, SE-COND-4
    run, _ = shot(scene(token("a", "officer", (0, 0)), hurt_officer()), 13, 2, 4, 4)
    assert run.scene.combatants["b"].fight["dead"] is True


def test_s35_the_track_counts_on_both_sides():  # SE-COND-1, SE-ATK-2
    there = scene(token("a", "officer", (0, 0), steps_down=2), token("b", "scout", (5, 0), "ally"))
    assert shot(there, 13)[1].title.params == {"n": 1}
    there = scene(token("a", "trooper", (5, 0), "ally"), token("b", "officer", (0, 0), steps_down=2))
    assert rows(SYSTEM.preview(there, SHOOT), "defence") == [("reflex", 14), ("defence_track", -2)]
    assert shot(there, 7)[1].title.params == {"n": 1}


RANGES = [
    ("officer", [(20, 0), (21, -2), (40, -2), (41, -5), (60, -5), (61, -10), (80, -10), (81, None)]),
    ("trooper", [(30, 0), (31, -2), (60, -2), (61, -5), (150, -5), (151, -10), (300, -10), (301, None)]),
]


@pytest.mark.parametrize(("sample", "distance", "penalty"), [(s, d, p) for s, table in RANGES for d, p in table])
def test_s40_every_border_of_the_ranges(sample, distance, penalty):  # SE-RANGE-1
    there = scene(token("a", sample, (0, 0)), token("b", "brute", None, "ally"))
    card = SYSTEM.preview(there, replace(SHOOT, args={"distance": distance, "cover": "none"}))
    if penalty is None:
        assert card.refusal.rule == "SE-RANGE-1"
    else:
        assert dict(rows(card, "attack")).get("range", 0) == penalty


@pytest.mark.parametrize(
    ("group", "distance", "penalty"),
    [("heavy", 50, 0), ("heavy", 51, -2), ("heavy", 500, -10), ("heavy", 501, None)]
    + [("thrown", d, p) for d, p in [(6, 0), (7, -2), (8, -2), (9, -5), (10, -5), (11, -10), (12, -10), (13, None)]],
)
def test_s40_heavy_and_thrown(group, distance, penalty):  # SE-RANGE-1
    thrower = token("a", "trooper", (0, 0), weapon={"group": group, "ranges": None, "modes": "single"})
    card = SYSTEM.preview(
        scene(thrower, token("b", "brute", None, "ally")), replace(SHOOT, args={"distance": distance, "cover": "none"})
    )
    if penalty is None:
        assert card.refusal.rule == "SE-RANGE-1"
    else:
        assert dict(rows(card, "attack")).get("range", 0) == penalty


def test_s41_the_distance_counts_both_axes():  # SE-RANGE-1, SE-DIST-1
    there = scene(token("a", "officer", (0, 0)), token("b", "trooper", (12, 10), "ally"))
    card = SYSTEM.preview(there, SHOOT)
    assert (card.distance, rows(card, "attack")) == (22, [("base", 5), ("range", -2)])
    assert shot(there, 15, 1, 1, 1)[1].title.params["total"] == 18


def beside(sample, **ally):
    """A shooter, an officer, and an ally of the shooter beside the officer."""
    return scene(
        token("a", sample, (0, 0)), token("b", "officer", (5, 0), "ally"), token("c", "slicer", (6, 0), **ally)
    )


def test_s42_into_melee_and_precise_shot():  # SE-MELEE-1, SE-MELEE-2
    assert rows(SYSTEM.preview(beside("trooper"), SHOOT), "attack") == [("base", 4), ("into_melee", -5)]
    assert shot(beside("trooper"), 14)[1].outcome == "miss"
    assert rows(SYSTEM.preview(beside("scout"), SHOOT), "attack") == [("base", 7), ("into_melee", 0)]
    assert hit_points(shot(beside("scout"), 7, 1, 1, 1)[0].scene, "b") == 14


def test_s43_the_unconscious_count_the_dead_do_not():  # SE-MELEE-2
    assert shot(beside("trooper", hit_points=0), 14)[1].outcome == "miss"
    assert hit_points(shot(beside("trooper", fight={"dead": True}), 14, 3, 3, 3)[0].scene, "b") == 9


def fogged(marks, *others):
    return scene(
        token("a", "trooper", (0, 0)), token("b", "slicer", (6, 0), "ally"), *others, terrain=floor(marks=marks)
    )


def test_s44_fog_and_a_crate():  # SE-CONC-1, SE-COVER-1
    there = fogged({(3, 0): "~", (5, 0): "o"})
    assert both(SYSTEM.preview(there, SHOOT)) == (
        [("base", 4), ("concealment", -2)],
        [("reflex", 15), ("cover", 5)],
    )
    assert shot(there, 17)[1].title.params == {"n": 1}


def test_s45_nothing_of_it_adds_up():  # SE-CONC-3, SE-COVER-1
    there = fogged({(2, 0): "~", (3, 0): "~", (5, 0): "o"}, token("c", "officer", (4, 0), "ally"))
    assert hit_points(shot(there, 18, 1, 1, 1)[0].scene, "b") == 19


def test_s46_dense_smoke_hides():  # SE-CONC-4
    there = scene(
        token("a", "trooper", (0, 0)), token("b", "officer", (5, 0), "ally"), terrain=floor(marks={(5, 0): "%"})
    )
    card = SYSTEM.preview(there, SHOOT)
    assert card.refusal.rule == "SE-CONC-4"
    with pytest.raises(IllegalAction) as caught:
        resolve(SYSTEM, there, SHOOT)
    assert caught.value.rule == "SE-CONC-4"


@pytest.mark.parametrize(
    ("looker", "mark", "expected"),
    [("trooper", ",", 0), ("officer", ",", -2), ("trooper", "!", None), ("battle_droid", "!", 0)],
)
def test_s48_light_and_eyes(looker, mark, expected):  # SE-CONC-4, SE-CONC-5
    there = scene(token("a", looker, (0, 0)), token("b", "slicer", (5, 0), "ally"), terrain=floor(marks={(5, 0): mark}))
    card = SYSTEM.preview(there, SHOOT)
    if expected is None:
        assert card.refusal.rule == "SE-CONC-4"
    else:
        assert dict(rows(card, "attack")).get("concealment", 0) == expected


def test_s49_prone_against_prone():  # SE-PRONE-1, SE-DMG-2
    there = scene(
        token("a", "knight", (0, 0), fight={"prone": True}), token("b", "officer", (1, 0), "ally", {"prone": True})
    )
    assert rows(SYSTEM.preview(there, STRIKE), "attack") == [("base", 11), ("own_prone", -5), ("target_down", 5)]
    run, record = shot(there, 3, 4, 4, action=STRIKE)
    assert record.title.params == {"total": 14, "defence": 14}
    assert (hit_points(run.scene, "b"), steps_down(run.scene, "b")) == (4, 1)


def test_s50_the_unconscious_are_prone_helpless_and_five_down():  # SE-HELP-1, SE-HELP-3, SE-PRONE-1, SE-COND-2
    down = token("b", "officer", (1, 0), "ally", hit_points=0, steps_down=5)
    card = SYSTEM.preview(scene(token("a", "knight", (0, 0)), down), STRIKE)
    assert both(card) == (
        [("base", 11), ("target_down", 5)],
        [("reflex", 14), ("defence_track", -10), ("dexterity", -6)],
    )
    card = SYSTEM.preview(scene(token("a", "trooper", (3, 0)), down), SHOOT)
    assert rows(card, "attack") == [("base", 4), ("target_down", -5)]


def test_s51_a_sleeping_beast_loses_a_negative_dexterity_too():  # SE-HELP-3
    asleep = token("b", "hunting_beast", (1, 0), "ally", {"helpless": True, "prone": True})
    run, record = shot(scene(token("a", "knight", (0, 0)), asleep), 4, 1, 2, action=STRIKE)
    assert record.title.params == {"total": 20, "defence": 10}
    assert hit_points(run.scene, "b") == 86


def test_s52_no_flanking_at_range():  # SE-FLANK-1, SE-MELEE-1
    there = scene(token("a", "officer", (0, 0)), token("b", "trooper", (1, 0), "ally"), token("c", "officer", (2, 0)))
    assert rows(SYSTEM.preview(there, SHOOT), "attack") == [("base", 5), ("into_melee", -5)]
    assert shot(there, 16, 1, 1, 1)[1].title.params == {"total": 16, "defence": 16}


def test_s57_shooting_beside_an_enemy_provokes_nothing():  # SE-AOO-1
    there = scene(token("a", "trooper", (0, 0)), token("b", "officer", (1, 0), "ally"))
    assert hit_points(shot(there, 10, 1, 2, 3)[0].scene, "b") == 12


def test_s80_the_stun_setting_reaches_six():  # SE-STUN-1, SE-STUN-2
    stunner = token("a", "trooper", (0, 0), weapon={"set_to_stun": True})
    there = scene(stunner, token("b", "officer", (6, 0), "ally"))
    assert rows(SYSTEM.preview(there, SHOOT), "attack") == [("base", 4)]
    run, _ = shot(there, 10, 4, 4, 5)
    assert (hit_points(run.scene, "b"), steps_down(run.scene, "b")) == (12, 2)  # S20
    card = SYSTEM.preview(scene(stunner, token("b", "officer", (7, 0), "ally")), SHOOT)
    assert card.refusal.rule == "SE-STUN-2"


def test_s83_an_unarmed_attack_provokes_and_does_at_least_one():  # SE-UNARMED-1, SE-AOO-1, SE-DMG-3
    carbine = {"group": "carbine", "stock": "folded", "attack": 2}
    there = scene(token("a", "slicer", (0, 0), "ally"), token("b", "trooper", (1, 0), weapon=carbine))
    run, record = shot(there, 3, 15, 1, action=Action("attack_unarmed", "a", target="b"), answers=["strike"])
    assert run.outcomes == ["miss", "hit"]
    assert record.title.params == {"total": 16, "defence": 16}
    assert hit_points(run.scene, "b") == 9


def test_s88_aim_and_shoot_in_one_turn():  # SE-AIM-1, SE-COVER-8
    wall = Barrier("w", BarrierKind.EMBRASURE, (Point(19, 0), Point(19, 1)))
    terrain = floor(rows=1, barriers=(wall,))
    there = scene(token("a", "trooper", (0, 0)), token("b", "officer", (20, 0), "ally"), terrain=terrain)
    there = fighting(there, "a")
    card = SYSTEM.preview(there, SHOOT)
    assert rows(card, "defence") == [("reflex", 14), ("cover", 10)]
    assert [hint.params["percent"] for hint in card.hints] == [55]
    aimed = resolve(SYSTEM, there, Action("aim", "a", target="b")).scene
    assert rows(SYSTEM.preview(aimed, SHOOT), "defence") == [("reflex", 14), ("cover", 0)]
    run, record = shot(aimed, 10, 1, 1, 1)
    assert record.title.params == {"total": 14, "defence": 14}
    assert hit_points(run.scene, "b") == 15
    assert run.scene.combatants["a"].fight["aim"] is None  # SE-AIM-2: the shot ends it
    with pytest.raises(IllegalAction) as caught:
        resolve(SYSTEM, run.scene, SHOOT)
    assert caught.value.rule == "SE-ACT-2"


def test_s92_reach_over_a_crate_and_past_a_creature():  # SE-COVER-6, SE-COVER-1, SE-REACH-2
    brute = token("a", "brute", (0, 0))
    slicer = token("b", "slicer", (3, 0), "ally")
    crate = scene(brute, slicer, terrain=floor(marks={(2, 0): "o", (2, 1): "o"}))
    assert hit_points(shot(crate, 6, 1, 1, action=STRIKE)[0].scene, "b") == 20
    past = scene(brute, slicer, token("c", "officer", (2, 0)), token("d", "officer", (2, 1)))
    assert shot(past, 6, action=STRIKE)[1].outcome == "miss"


def test_s93_through_an_embrasure():  # SE-COVER-15, SE-COVER-5
    slit = Barrier("slit", BarrierKind.EMBRASURE, (Point(1, 0), Point(1, 1)))
    there = scene(
        token("a", "knight", (0, 0)), token("b", "knight", (1, 0), "ally"), terrain=floor(rows=1, barriers=(slit,))
    )
    assert hit_points(shot(there, 11, 1, 1, action=STRIKE)[0].scene, "b") == 50
    axe = token("a", "knight", (0, 0), weapon={"fits_slit": False})
    card = SYSTEM.preview(replace(there, combatants={**there.combatants, "a": axe}), STRIKE)
    assert card.refusal.rule == "SE-COVER-15"


@pytest.mark.parametrize(("at", "legal"), [((2, 0), True), ((3, 0), True), ((2, 2), True), ((3, 2), False)])
def test_s103_reach_two(at, legal):  # SE-REACH-2, SE-REACH-3
    there = scene(token("a", "brute", (0, 0)), token("b", "officer", at, "ally"))
    card = SYSTEM.preview(there, STRIKE)
    assert (card.refusal is None) is legal
    square = scene(token("a", "brute", (0, 0)), token("b", "officer", at, "ally"), reach_shape="square")
    assert SYSTEM.preview(square, STRIKE).refusal is None


def test_s104_the_table_lowers_cover():  # SE-COVER-11, SE-GM-1
    wall = Barrier("w", BarrierKind.EMBRASURE, (Point(4, 0), Point(4, 1)))
    there = scene(
        token("a", "trooper", (0, 0)), token("b", "officer", (5, 0), "ally"), terrain=floor(rows=1, barriers=(wall,))
    )
    told = replace(SHOOT, overrules=(Overrule("cover", "cover", "He stepped out to shout."),))
    card = SYSTEM.preview(there, told)
    cover = card.groups[1].rows[-1]
    assert (cover.amount, cover.was, cover.why) == (5, 10, "He stepped out to shout.")
    assert (card.chance, card.was) == (Fraction(6, 20), Fraction(1, 20))
    _, record = shot(there, 15, 1, 1, 1, action=told)
    assert record.title.params == {"total": 19, "defence": 19}
    assert record.lines[0].params["was"] == 10


def test_a_row_that_was_not_there_may_be_added():  # SE-GM-1
    there = scene(token("a", "trooper", (0, 0)), token("b", "officer", (5, 0), "ally"))
    told = replace(SHOOT, overrules=(Overrule("gm", 2, "High ground"), Overrule("gm_defence", "-1", "Startled")))
    assert both(SYSTEM.preview(there, told)) == ([("base", 4), ("gm", 2)], [("reflex", 14), ("gm_defence", -1)])


def test_the_result_may_be_overruled():  # SE-GM-1
    there = scene(token("a", "trooper", (0, 0)), token("b", "officer", (5, 0), "ally"))
    told = replace(SHOOT, overrules=(Overrule("outcome", "hit", "For the story"),))
    run, record = shot(there, 2, 1, 1, 1, action=told)
    assert record.outcome == "hit"
    assert hit_points(run.scene, "b") == 15
    assert record.lines[0].params["was"].msgid == "miss"


@pytest.mark.parametrize(
    "overrule",
    [
        Overrule(key, value, "")
        for key, value in (
            ("cover", "much"),
            ("gm", "lots"),
            ("gm", "--5"),
            ("gm", "+-5"),
            ("base", 10**12),
            ("outcome", 3),
        )
    ],
    ids=lambda overrule: f"{overrule.key}={overrule.value}",
)
def test_an_overrule_that_makes_no_sense(overrule):  # SE-GM-1
    there = scene(token("a", "trooper", (0, 0)), token("b", "officer", (5, 0), "ally"))
    with pytest.raises(IllegalAction):
        SYSTEM.preview(there, replace(SHOOT, overrules=(overrule,)))


def walled():
    wall = Barrier("w", BarrierKind.WALL, (Point(3, 0), Point(3, 20)))
    return scene(token("a", "trooper", (0, 5)), token("b", "officer", (6, 5), "ally"), terrain=floor(barriers=(wall,)))


def test_total_cover_stops_the_attack_unless_the_table_says_otherwise():  # SE-COVER-9, SE-COVER-11
    card = SYSTEM.preview(walled(), SHOOT)
    assert card.refusal.rule == "SE-COVER-9"
    assert card.refusal.reason.msgid == ("No line of effect. A wall stands between on every line. Nothing was spent.")
    assert card.marks == ("total",)
    told = replace(SHOOT, overrules=(Overrule("cover", "cover", "The door was ajar"),))
    card = SYSTEM.preview(walled(), told)
    assert card.refusal is None
    assert dict(rows(card, "defence"))["cover"] == 5


def test_cover_raised_to_total():  # SE-COVER-11: prone behind a low wall may be total
    there = scene(token("a", "trooper", (0, 0)), token("b", "officer", (5, 0), "ally"))
    told = replace(SHOOT, overrules=(Overrule("cover", "total", "Lies behind it"),))
    assert SYSTEM.preview(there, told).refusal.rule == "SE-COVER-9"


def test_refusals_come_in_their_order():  # SE-ATK-3
    """Each cause is taken away in turn; the next one shows."""
    spent = {"standard": False, "helpless": True}
    weapon = {"where": "belt", "shots": 0, "set_to_autofire": True}
    wall = Barrier("w", BarrierKind.WALL, (Point(300, 0), Point(300, 3)))
    terrain = floor(columns=400, rows=3, barriers=(wall,), marks={(280, 1): "%"})

    def rule(fight, weapon, at=(320, 1)):
        shooter = token("a", "trooper", (0, 1), fight=fight, weapon=weapon)
        there = scene(shooter, token("b", "officer", at, "ally"), terrain=terrain)
        return SYSTEM.preview(fighting(there, "a"), SHOOT).refusal.rule

    found = [rule(spent, weapon)]
    found.append(rule({"helpless": True}, weapon))
    found.append(rule({}, weapon))
    found.append(rule({}, {**weapon, "where": "hand"}))
    found.append(rule({}, {"set_to_autofire": True}))
    found.append(rule({}, {}))
    found.append(rule({}, {}, (300, 1)))
    found.append(rule({}, {}, (280, 1)))
    assert found == [
        "SE-ACT-2", "SE-HELP-2", "SE-ATK-3", "SE-SHOT-1", "SE-MODE-1", "SE-RANGE-1", "SE-COVER-9", "SE-CONC-4",
    ]  # fmt: skip


def test_it_is_somebody_elses_turn():  # SE-ACT-1
    there = fighting(scene(token("a", "trooper", (0, 0)), token("b", "officer", (5, 0), "ally")), "b")
    assert SYSTEM.preview(there, SHOOT).refusal.rule == "SE-ACT-1"


def test_modifiers_stand_in_the_order_of_the_document():  # SE-ATK-2
    there = scene(
        token("a", "trooper", (0, 5), steps_down=1),
        token("b", "officer", (40, 5), "ally", {"prone": True, "running": True}, steps_down=2),
        token("c", "slicer", (41, 5)),
        terrain=floor(marks={(20, 5): "~", (38, 5): "o"}),
    )
    told = replace(SHOOT, overrules=(Overrule("gm", 1, ""), Overrule("gm_defence", 1, "")))
    assert both(SYSTEM.preview(there, told)) == (
        [
            ("base", 4),
            ("track", -1),
            ("range", -2),
            ("target_down", -5),
            ("into_melee", -5),
            ("concealment", -2),
            ("gm", 1),
        ],
        [("reflex", 14), ("defence_track", -2), ("dexterity", -1), ("cover", 5), ("gm_defence", 1)],
    )


@pytest.mark.parametrize("bonus", [-20, -3, 0, 4, 13, 40])
@pytest.mark.parametrize("defence", [-5, 1, 14, 20, 21, 24, 60])
def test_the_chance_is_the_share_of_faces_that_hit(bonus, defence):  # SE-ATK-1
    faces = [face for face in range(1, 21) if face == 20 or (face != 1 and face + bonus >= defence)]
    assert chance_of(bonus, defence) == Fraction(len(faces), 20)


def test_the_strip_the_need_and_the_dice_agree():  # SE-ATK-1
    there = scene(token("a", "trooper", (0, 0)), token("b", "officer", (5, 0), "ally"))
    card = SYSTEM.preview(there, SHOOT)
    assert card.need.params == {"n": 10}
    assert card.chance == Fraction(11, 20)
    for face in card.faces:
        dice = [face.value, 1, 1, 1] if face.succeeds else [face.value]
        outcome = shot(there, *dice)[1].outcome
        assert outcome == ("critical" if face.special else "hit" if face.succeeds else "miss")


def test_a_token_without_a_place_is_asked_about():  # SE-GM-1
    there = scene(token("a", "trooper", (0, 0)), token("b", "officer", None, "ally"))
    card = SYSTEM.preview(there, SHOOT)
    assert card.undecided is not None
    assert card.chance is None
    with pytest.raises(IllegalAction) as caught:
        resolve(SYSTEM, there, SHOOT)
    assert caught.value.rule == "SE-GM-1"
    named = replace(SHOOT, args={"distance": "35", "cover": "cover"})
    assert both(SYSTEM.preview(there, named)) == ([("base", 4), ("range", -2)], [("reflex", 14), ("cover", 5)])


def test_a_target_outside_the_map_has_no_place():  # SE-GM-1
    there = scene(token("a", "trooper", (0, 0)), token("b", "officer", (5, 999), "ally"))
    assert SYSTEM.preview(there, SHOOT).undecided is not None


def test_no_reach_in_the_profile_is_asked_about():  # SE-GM-1, SE-REACH-1
    there = scene(token("a", "brute", (0, 0), reach=None), token("b", "officer", (2, 0), "ally"))
    assert SYSTEM.preview(there, STRIKE).undecided is not None
    told = replace(STRIKE, overrules=(Overrule("reach", "yes", "Long arms"),))
    assert SYSTEM.preview(there, told).chance == chance_of(9, 14)


@pytest.mark.parametrize(
    "action",
    [
        Action("attack_ranged", "a"),
        Action("attack_ranged", "a", target="nobody"),
        Action("attack_ranged", "nobody", target="b"),
        Action("attack_ranged", "a", weapon="7", target="b"),
        Action("attack_ranged", "a", weapon="²", target="b"),
        Action("attack_melee", "a", target="b"),
        Action("attack_ranged", "a", weapon="unarmed", target="b"),
        Action("attack_ranged", "a", target="b", args={"distance": {}, "cover": "none"}),
        Action("attack_ranged", "a", target="b", args={"distance": "9" * 40, "cover": "none"}),
        Action("attack_ranged", "a", target="b", args={"distance": 5, "cover": ["none"]}),
        Action("attack_ranged", "a", target="b", args={"distance": 5, "cover": "thick"}),
        Action("attack_everything", "a", target="b"),
        Action("", "a"),
    ],
    ids=str,
)
def test_malformed_attacks_are_refused(action):
    there = scene(token("a", "trooper", (0, 0)), token("b", "officer", None, "ally"))
    with pytest.raises(IllegalAction):
        resolve(SYSTEM, there, action)
    with pytest.raises(IllegalAction):
        SYSTEM.preview(there, action)


def test_targets_are_all_others_each_with_chance_or_reason():
    there = scene(
        token("a", "trooper", (0, 0)),
        token("b", "officer", (5, 0), "ally"),
        token("c", "slicer", (59, 0), "ally", {"dead": True}),
        token("d", "officer", (6, 6)),
        token("e", "officer", None, "ally"),
    )
    cards = {card.target: card for card in SYSTEM.targets(there, Action("attack_ranged", "a"))}
    assert set(cards) == set("bcde")
    assert cards["b"].chance == Fraction(11, 20)
    assert cards["c"].refusal.rule == "SE-ATK-3"
    assert "ally" in cards["d"].marks
    assert cards["e"].undecided is not None


@pytest.mark.parametrize("distance", ["--5", "-", "²", "5.0", "9" * 9])
def test_a_range_that_is_no_number(distance):  # SE-GM-1
    there = scene(token("a", "trooper", None), token("b", "officer", (5, 0), "ally"))
    with pytest.raises(IllegalAction):
        SYSTEM.preview(there, replace(SHOOT, args={"distance": distance, "cover": "none"}))
