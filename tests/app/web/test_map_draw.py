"""Drawing over HTTP: one stroke a post, for the GM alone, each of them undone by itself."""

from typing import Any

import pytest
from httpx import Response

from app.encounter.commands import Undo
from geometry.battlefield import BarrierKind, SquareKind
from geometry.grid import Point, Square
from tests.app.web.seating import Seating


def stroke(table: Seating, tool: str, x1: Any, y1: Any, x2: Any, y2: Any, who: str = "gm") -> Response:
    form = {"tool": tool, "x1": x1, "y1": y1, "x2": x2, "y2": y2}
    answer: Response = getattr(table, who).post(f"/t/{table.id}/map/draw", data=form, headers={"hx-request": "true"})
    return answer


def test_a_stroke_is_drawn_and_undone_by_itself(table: Seating) -> None:
    assert stroke(table, "wall", 1, 1, 4, 1).status_code == 204
    assert stroke(table, "door", 2.5, 1.1, 2.5, 1.1).status_code == 204
    assert stroke(table, "low", 5.5, 5.5, 6.5, 5.5).status_code == 204
    made = table.state.map
    assert made is not None
    assert made.squares == {SquareKind.LOW: frozenset({Square(5, 5), Square(6, 5)})}
    kinds = sorted(barrier.kind for barrier in made.barriers.values())
    assert kinds == [BarrierKind.DOOR, BarrierKind.WALL, BarrierKind.WALL]
    for left in (3, 1, 0):
        table.tables.handle(table.id, table.viewers["gm"], Undo())
        assert table.state.map is not None
        assert len(table.state.map.barriers) == left
        assert table.state.map.squares == {}


def test_what_lies_there_already_is_no_new_entry(table: Seating) -> None:
    stroke(table, "fog", 1.5, 1.5, 3.5, 3.5)
    before = table.state.version
    assert stroke(table, "fog", 1.5, 1.5, 2.5, 2.5).status_code == 204
    assert table.state.version == before


@pytest.mark.parametrize("who", ["player", "spectator"])
def test_only_the_gm_draws(table: Seating, who: str) -> None:
    before = table.state
    assert stroke(table, "wall", 1, 1, 4, 1, who).status_code == 403
    assert table.state == before


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e999", "", "x", "99", "-3", "9" * 400])
@pytest.mark.parametrize("tool", ["wall", "smoke"])
def test_places_that_are_none(table: Seating, tool: str, value: str) -> None:
    before = table.state
    answer = stroke(table, tool, value, 1, 4, 1)
    assert answer.status_code == 422
    assert "Traceback" not in answer.text
    assert table.state == before


@pytest.mark.parametrize("tool", ["", "lava", "<script>", "w" * 10_000])
def test_tools_that_are_none(table: Seating, tool: str) -> None:
    before = table.state
    answer = stroke(table, tool, 1, 1, 4, 1)
    assert answer.status_code == 422
    assert "<script>" not in answer.text
    assert table.state == before


def test_a_door_is_as_long_as_it_was_drawn(table: Seating) -> None:
    stroke(table, "door", 3, 3, 5, 3)
    assert table.state.map is not None
    (door,) = table.state.map.barriers.values()
    assert door.points == (Point(3, 3), Point(5, 3))
