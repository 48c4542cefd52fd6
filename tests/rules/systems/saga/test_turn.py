"""Initiative, the order of play, and what a turn may spend."""

import pytest

from rules.errors import IllegalAction
from rules.scene import Action
from rules.systems.saga import SYSTEM
from rules.systems.saga.fighter import Fight
from rules.systems.saga.turn import pay, read_order
from tests.support.resolving import resolve
from tests.support.saga import fighting, scene, token


def order(scene):
    return [entry.token for entry in read_order(scene.turn).entries]


def three(*bonuses):
    return scene(
        *(
            token(name, "officer", (3 * i, 0), "ally" if i % 2 else "enemy", initiative=bonus)
            for i, (name, bonus) in enumerate(zip("abc", bonuses, strict=True))
        )
    )


def test_s84_ties_go_to_the_bonus_then_to_a_roll_off():  # SE-INIT-1
    run = resolve(SYSTEM, three(3, 5, 3), Action("start"), dice=[12, 10, 12, 7, 9])
    assert order(run.scene) == ["b", "c", "a"]
    assert run.scene.turn["acting"] == "b"
    assert [roll.by for roll in run.rolls] == ["a", "b", "c", "a", "c"]


def test_a_roll_off_goes_on_until_they_differ():  # SE-INIT-1
    run = resolve(SYSTEM, three(3, 3, 0), Action("start"), dice=[12, 12, 1, 5, 5, 2, 3])
    assert order(run.scene) == ["b", "a", "c"]


@pytest.mark.parametrize(
    ("costs", "left"),
    [  # S99
        (["swift", "standard", "move"], (False, False, False)),
        (["move", "move"], (False, False, True)),
        (["swift", "swift", "swift"], (False, False, False)),
        (["swift", "full"], None),
        (["move", "swift", "swift"], (False, False, False)),
        (["2 swift", "standard"], (False, False, False)),
        (["2 swift", "2 swift"], None),
        (["standard", "standard"], None),
    ],
)
def test_s99_payments(costs, left):  # SE-ACT-1, SE-ACT-2
    fight = Fight()
    for cost in costs:
        spent = pay(fight, cost)
        if spent is None:
            assert left is None
            return
        fight = fight.model_copy(update=spent)
    assert (fight.standard, fight.move, fight.swift) == left


def test_end_of_turn_passes_on_and_a_new_round_begins():  # SE-ACT-4
    start = fighting(three(0, 0, 0), "a", "b", "c")
    run = resolve(SYSTEM, start, Action("end_turn", "a"))
    assert SYSTEM.turn_view(run.scene).acting == ("b",)
    run = resolve(SYSTEM, run.scene, Action("next"))
    run = resolve(SYSTEM, run.scene, Action("next"))
    view = SYSTEM.turn_view(run.scene)
    assert (view.round, view.acting) == (2, ("a",))
    assert [entry.state for entry in view.entries] == ["acting", "waiting", "waiting"]


def test_who_cannot_act_loses_its_turn_on_its_count():  # SE-ACT-4, SE-COND-2
    start = fighting(
        scene(
            token("a", "officer", (0, 0)),
            token("b", "officer", (3, 0), fight={"opportunity_used": 1}, hit_points=0, steps_down=5),
            token("c", "officer", (6, 0), fight={"dead": True}),
            token("d", "officer", (9, 0)),
        ),
        "a",
    )
    run = resolve(SYSTEM, start, Action("end_turn", "a"))
    assert SYSTEM.turn_view(run.scene).acting == ("d",)
    assert run.scene.combatants["b"].fight["opportunity_used"] == 0
    assert [line.msgid for line in run.records[0].lines] == ["{who} is unconscious."]


def test_a_turn_gives_back_actions_and_ends_what_lasted_until_it():  # SE-ACT-4, SE-MOVE-12, SE-FLAT-1
    spent = {
        "standard": False,
        "move": False,
        "swift": False,
        "running": True,
        "flat_footed": True,
        "opportunity_used": 2,
    }
    start = fighting(scene(token("a", "officer", (0, 0)), token("b", "officer", (5, 0), fight=spent)), "a")
    fight = resolve(SYSTEM, start, Action("end_turn", "a")).scene.combatants["b"].fight
    assert {key: fight[key] for key in spent} == {
        "standard": True,
        "move": True,
        "swift": True,
        "running": False,
        "flat_footed": False,
        "opportunity_used": 0,
    }


def test_a_newcomer_stands_by_its_roll():
    start = fighting(three(0, 0, 0), "a", "b")  # counts 30 and 29
    run = resolve(SYSTEM, start, Action("add", args={"token": "c"}), dice=[17])
    assert order(run.scene) == ["a", "b", "c"]
    run = resolve(SYSTEM, start, Action("add", args={"token": "c", "count": "30"}))
    assert order(run.scene) == ["a", "c", "b"]


def test_removing_the_acting_one_passes_the_turn():
    start = fighting(three(0, 0, 0), "c", "a", "b")
    run = resolve(SYSTEM, start, Action("remove", args={"token": "c"}))
    assert order(run.scene) == ["a", "b"]
    assert run.scene.turn["acting"] == "a"
    assert run.scene.turn["round"] == 1


def test_removing_the_last_one_while_it_acts_begins_a_round():
    start = fighting(three(0, 0, 0), "a", "b", "c")
    start = resolve(SYSTEM, resolve(SYSTEM, start, Action("next")).scene, Action("next")).scene
    run = resolve(SYSTEM, start, Action("remove", args={"token": "c"}))
    assert (run.scene.turn["acting"], run.scene.turn["round"]) == ("a", 2)


def test_reorder_puts_one_before_another():  # SE-DELAY-4: the list is the order, the count its label
    start = fighting(three(0, 0, 0), "a", "b", "c")
    run = resolve(SYSTEM, start, Action("reorder", args={"token": "c", "before": "b"}))
    assert order(run.scene) == ["a", "c", "b"]
    run = resolve(SYSTEM, run.scene, Action("reorder", args={"token": "a"}))
    assert order(run.scene) == ["c", "b", "a"]
    assert run.scene.turn["acting"] == "a"


def test_the_end_of_the_fight_ends_what_a_turn_held():
    start = fighting(
        scene(token("a", "officer", (0, 0), fight={"running": True, "standard": False, "prone": True})), "a"
    )
    run = resolve(SYSTEM, start, Action("stop"))
    assert run.scene.turn is None
    fight = run.scene.combatants["a"].fight
    assert (fight["running"], fight["standard"], fight["prone"]) == (False, True, True)


@pytest.mark.parametrize(
    "action",
    [
        Action("start", args={"tokens": 5}),
        Action("start", args={"tokens": ["nobody"]}),
        Action("start", args={"tokens": [["a"]]}),
        Action("next"),
        Action("stop"),
        Action("add", args={"token": "a"}),
        Action("remove", args={"token": "a"}),
        Action("reorder", args={"token": "a"}),
        Action("nonsense"),
    ],
    ids=lambda action: f"{action.key}-{action.args}",
)
def test_what_makes_no_sense_without_a_fight(action):
    with pytest.raises(IllegalAction):
        resolve(SYSTEM, three(0, 0, 0), action)


@pytest.mark.parametrize(
    "action",
    [
        Action("start"),
        Action("end_turn", "b"),
        Action("end_turn", "nobody"),
        Action("add", args={"token": "a"}),
        Action("add", args={"token": "c", "count": "many"}),
        Action("add", args={"token": "c", "count": 10**30}),
        Action("add", args={"token": ["c"]}),
        Action("add"),
        Action("remove", args={"token": "c"}),
        Action("reorder", args={"token": "a", "before": "c"}),
        Action("reorder", args={"token": "a", "before": 3}),
        Action("drop_prone", "b"),
    ],
    ids=lambda action: f"{action.key}-{action.actor}-{action.args}",
)
def test_what_makes_no_sense_in_a_fight(action):
    with pytest.raises(IllegalAction):
        resolve(SYSTEM, fighting(three(0, 0, 0), "a", "b"), action)


def test_a_hidden_one_in_the_order_is_left_out_of_what_others_see():
    start = fighting(three(0, 0, 0), "a", "b", "c")
    seen = scene(*(start.combatants[name] for name in "bc"))
    view = SYSTEM.turn_view(type(start)(seen.terrain, seen.combatants, start.turn, {}))
    assert [entry.token for entry in view.entries] == ["b", "c"]
    assert view.acting == ()
    assert view.budget == ()
