"""The table screen: the same for whoever opens it, and nothing of what only the GM knows."""

import re

from app.encounter.state import Role
from app.web.board.feed import SeatFeed, seat_of
from app.web.deps import DEVICE
from geometry.grid import Square
from tests.app.web.seating import Seating


def body(page: str) -> str:
    """The page without what belongs to the browser: language, theme and the address of its stream."""
    return re.sub(r'<form action="/(language|theme)".*?</form>', "", page[page.index("<main") :], flags=re.S)


def test_everybody_sees_the_same_screen(table: Seating) -> None:
    table.place("Vexa", Square(5, 9), side="ally", owner="player")
    table.place("Lurker", Square(12, 12), hidden=True)
    pages = [body(seat.get(f"/t/{table.id}/screen").text) for seat in (table.gm, table.player, table.spectator)]
    assert "Vexa" in pages[0]
    assert pages[0] == pages[1] == pages[2]


def test_nothing_hidden_is_in_the_bytes(table: Seating) -> None:
    lurker = table.place("Lurker", Square(12, 12), hidden=True)
    page = table.gm.get(f"/t/{table.id}/screen").text
    assert "Lurker" not in page
    assert lurker not in page
    assert "translate(1200 1200)" not in page


def test_it_takes_no_orders(table: Seating) -> None:
    table.place("Vexa", Square(5, 9), side="ally")
    page = table.gm.get(f"/t/{table.id}/screen").text
    assert "hx-post" not in page
    assert 'method="post"' not in page


def test_the_ribbons_say_whose_turn_it_is_and_who_is_next(table: Seating) -> None:
    table.place("Anna", Square(1, 1), side="ally")
    table.place("Ben", Square(2, 2), hidden=False)
    quiet = table.gm.get(f"/t/{table.id}/screen").text
    assert "No fight goes on" in quiet
    table.gm.post(f"/t/{table.id}/act", data={"action": "start"})
    page = table.gm.get(f"/t/{table.id}/screen").text
    assert page.count("Anna’s turn") == 4
    assert page.count("next Ben") == 4
    assert page.count('role="status"') >= 1


def test_markup_in_a_name_is_only_letters(table: Seating) -> None:
    table.place("<img src=x>", Square(1, 1), side="ally")
    table.gm.post(f"/t/{table.id}/act", data={"action": "start"})
    page = table.gm.get(f"/t/{table.id}/screen").text
    assert "<img src=x>" not in page
    assert "&lt;img src=x&gt;’s turn" in page


def test_what_was_done_last_is_drawn_and_said_until_something_else_is(table: Seating) -> None:
    vexa = table.place("Vexa", Square(1, 1), side="ally")
    roake = table.place("Roake", Square(6, 1))
    act = f"/t/{table.id}/act"
    table.gm.post(act, data={"action": "shoot", "token": vexa, "target": roake})
    assert table.gm.get(f"/t/{table.id}/screen").text.count("Waiting for ") == 4
    pending = table.state.pending
    assert pending is not None
    table.gm.post(f"/t/{table.id}/answer", data={"prompt": pending.prompt or "", "option": "dodge"})
    page = table.gm.get(f"/t/{table.id}/screen").text
    assert page.count("Vexa misses") == 4
    assert 'class="token__aim"' in page
    table.gm.post(act, data={"action": "step", "token": vexa, "x": "3", "y": "1"})
    after = table.gm.get(f"/t/{table.id}/screen").text
    assert "Vexa misses" not in after
    assert 'class="token__aim"' not in after


def test_the_stream_of_a_screen_has_a_screens_eyes_even_for_the_gm(table: Seating) -> None:
    lurker = table.place("Lurker", Square(12, 12), hidden=True)
    table.place("Vexa", Square(5, 9), side="ally")
    device = table.gm.cookies[DEVICE]
    viewer = seat_of(table.tables, table.id, device, "screen")
    assert viewer.role is Role.SCREEN
    news = SeatFeed(table.tables, table.id, viewer, "en", "screen").news(0)
    assert news is not None
    assert "Vexa" in news[1]
    assert "screen-ribbons" in news[1]
    assert "Lurker" not in news[1]
    assert lurker not in news[1]
