"""Delaying: worked examples of section 14, by their ids."""

from dataclasses import replace

import pytest

from rules.errors import IllegalAction
from rules.scene import Action
from rules.systems.saga import SYSTEM
from tests.support.resolving import resolve
from tests.support.saga import scene, token

DELAY, END = Action("delay"), Action("end_turn")


def fight(acting, **counts):
    """A fight in which tokens stand on these counts; the roll is the count."""
    there = scene(*(token(name, "officer", (3 * n, 0), "neutral") for n, name in enumerate(counts)))
    order = [{"token": name, "count": count, "roll": count, "bonus": 0} for name, count in counts.items()]
    return replace(there, turn={"round": 1, "acting": acting, "order": order})


def after(there, action, who, *answers, **args):
    return resolve(SYSTEM, there, replace(action, actor=who, args=args), answers=answers).scene


def listed(there):
    return [(row["token"], row["count"]) for row in there.turn["order"]]


def test_s26_stepping_in_after_somebody():  # SE-DELAY-1
    there = after(fight("a", a=22, b=14, c=9), DELAY, "a")
    view = SYSTEM.turn_view(there)
    assert view.acting == ("b",)
    assert view.entries[0].state == "delayed"
    there = after(there, END, "b", "act")
    assert there.turn["acting"] == "a"
    assert listed(there) == [("b", 14), ("a", 13), ("c", 9)]
    there = after(there, END, "a")
    assert (there.turn["acting"], there.turn["round"]) == ("c", 1)


def test_s85_two_who_delay():  # SE-DELAY-1, SE-DELAY-2, SE-DELAY-4
    there = after(after(fight("a", a=22, d=18, b=14, c=13), DELAY, "a"), DELAY, "d")
    there = after(there, END, "b", "act", "act")
    assert listed(there) == [("b", 14), ("a", 13), ("d", 13), ("c", 13)]
    assert there.turn["acting"] == "a"
    assert after(there, END, "a").turn["acting"] == "d"


def test_s86_a_delayed_turn_is_lost_at_the_next_own_count():  # SE-DELAY-3
    there = after(fight("a", a=22, b=14), DELAY, "a")
    there = after(there, END, "b", "wait")
    assert (there.turn["acting"], there.turn["round"]) == ("a", 2)
    assert "delaying" not in there.turn
    assert after(there, DELAY, "a").turn["acting"] == "b"


def test_waiting_for_a_count():  # SE-DELAY-4: after those already there
    there = after(fight("a", a=22, b=14, c=14, d=9), DELAY, "a", count=14)
    there = after(after(there, END, "b"), END, "c")
    assert there.turn["acting"] == "a"
    assert listed(there) == [("b", 14), ("c", 14), ("a", 14), ("d", 9)]


def test_waiting_for_a_count_below_all():
    there = after(fight("a", a=22, b=14), DELAY, "a", count=3)
    there = after(there, END, "b")
    assert (there.turn["acting"], there.turn["round"]) == ("a", 1)
    assert listed(there) == [("b", 14), ("a", 3)]
    assert after(there, END, "a").turn["acting"] == "b"


def test_a_delayed_turn_starts_when_it_is_taken():  # SE-ACT-4, SE-AOO-9
    there = fight("b", a=22, b=14)
    spent = replace(there.combatants["a"], fight={"opportunity_used": 1, "flat_footed": True})
    there = replace(there, combatants={**there.combatants, "a": spent})
    begun = after(there, END, "b")
    assert begun.combatants["a"].fight["opportunity_used"] == 0
    there = after(begun, DELAY, "a")
    assert there.combatants["a"].fight["opportunity_used"] == 1
    assert there.combatants["a"].fight["flat_footed"] is True
    there = after(there, END, "b", "act")
    assert there.combatants["a"].fight["opportunity_used"] == 0


@pytest.mark.parametrize(
    ("who", "args", "rule"),
    [("b", {}, "SE-ACT-1"), ("a", {"count": 22}, "SE-DELAY-4"), ("a", {"count": "soon"}, "SE-GM-1")],
)
def test_when_nobody_may_delay(who, args, rule):  # SE-DELAY-4
    with pytest.raises(IllegalAction) as caught:
        after(fight("a", a=22, b=14), DELAY, who, **args)
    assert caught.value.rule == rule


def test_who_has_acted_does_not_delay():  # SE-DELAY-4
    there = after(fight("a", a=22, b=14), Action("drop_prone"), "a")
    with pytest.raises(IllegalAction) as caught:
        after(there, DELAY, "a")
    assert caught.value.rule == "SE-DELAY-4"


def test_a_delayer_who_is_taken_out_waits_no_more():
    there = after(fight("a", a=22, b=14, c=9), DELAY, "a")
    there = resolve(SYSTEM, there, Action("remove", args={"token": "a"})).scene
    assert after(there, END, "b").turn["acting"] == "c"
