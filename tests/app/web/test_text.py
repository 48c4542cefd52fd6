"""The text board: every seat reads the table in words, and does by links and forms what the map offers."""

import re
from html import unescape

import pytest

from app.encounter.commands import EditMap
from app.web.board.feed import SeatFeed, seat_of
from app.web.deps import DEVICE
from geometry.battlefield import Barrier, BarrierKind
from geometry.grid import Point, Square
from tests.app.web.seating import Seating


def words(page: str) -> str:
    """The main part as it is read."""
    main = page[page.index('<div id="text-main"') : page.index('id="text-log"')]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def test_who_is_where_how_far_and_behind_what(table: Seating) -> None:
    vexa = table.place("Vexa", Square(5, 9), side="ally", owner="player")
    table.place("Roake", Square(14, 5))
    table.place("Sael", Square(5, 10), side="ally")
    page = words(table.player.get(f"/t/{table.id}/text").text)
    assert "Vexa, at F10 Hit points 10/10" in page
    assert "Roake enemy · O6 · 13 squares, north-east Cover." in page
    assert "Rifle 35 % : Roake" in page
    assert "Sael ally · F11 · 1 square, south · Hit points 10/10" in page
    assert "Rifle: ally" not in page
    assert page.index("Roake enemy") < page.index("Sael ally")
    assert vexa in table.player.get(f"/t/{table.id}/text").text


def test_an_attack_is_read_before_it_is_made(table: Seating) -> None:
    vexa = table.place("Vexa", Square(5, 9), side="ally", owner="player")
    roake = table.place("Roake", Square(14, 5))
    query = {"token": vexa, "action": "shoot", "weapon": "rifle", "target": roake}
    page = table.player.get(f"/t/{table.id}/text", params=query).text
    assert "To Roake" in words(page)
    assert "Base attack FAKE-4" in words(page)
    form = re.search(r"<form[^>]*data-text-act>(.*?)</form>", page, re.S)
    assert form is not None
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[1]))
    assert sent == {**query, "expected": str(table.state.scene_version)}
    done = table.player.post(
        f"/t/{table.id}/act", data=sent, headers={"referer": f"http://casilla.test/t/{table.id}/text"}
    )
    assert done.status_code == 303
    assert done.headers["location"].startswith(f"/t/{table.id}/text")


def test_moving_by_a_list_or_by_a_typed_square(table: Seating) -> None:
    vexa = table.place("Vexa", Square(5, 9), side="ally", owner="player")
    table.place("Roake", Square(14, 5))
    ask = {"token": vexa, "action": "step"}
    page = table.player.get(f"/t/{table.id}/text", params=ask).text
    assert re.findall(r'<option value="([A-Z]+\d+)">', page) == ["G10", "H10"]
    assert "H10 · provokes Roake" in words(page)
    way = table.player.get(f"/t/{table.id}/text", params={**ask, "square": "h10"}).text
    assert "F10, G10, H10" in words(way)
    assert 'name="path" value="5,9;6,9;7,9"' in way
    far = table.player.get(f"/t/{table.id}/text", params={**ask, "square": "Q10"}).text
    assert "Too far. FAKE-5" in words(far)


@pytest.mark.parametrize("typed", ["over there", "H", "H0", "<b>"])
def test_a_square_that_is_none(table: Seating, typed: str) -> None:
    vexa = table.place("Vexa", Square(5, 9), side="ally", owner="player")
    answer = table.player.get(f"/t/{table.id}/text", params={"token": vexa, "action": "step", "square": typed})
    assert answer.status_code == 200
    assert "A square is a letter and a number, for example H11." in answer.text
    assert "<b>" not in answer.text.replace("<b>A square", "")


def test_a_token_that_is_gone_is_said_and_the_rest_stays(table: Seating) -> None:
    table.place("Roake")
    answer = table.gm.get(f"/t/{table.id}/text", params={"token": "nobody", "action": "shoot"})
    assert answer.status_code == 200
    assert "That token is not there any more." in answer.text
    assert "Roake" in words(answer.text)


def test_hidden_tokens_are_not_in_the_bytes_of_others(table: Seating) -> None:
    vexa = table.place("Vexa", Square(5, 9), side="ally", owner="player")
    lurker = table.place("Lurker", Square(12, 12), hidden=True)
    assert "enemy · M13" in words(table.gm.get(f"/t/{table.id}/text", params={"token": vexa}).text)
    for seat in (table.player, table.spectator):
        for query in ({}, {"token": lurker}, {"token": lurker, "action": "shoot"}):
            text = seat.get(f"/t/{table.id}/text", params=query).text
            assert "Lurker" not in text
            assert "M13" not in text
            assert text.count(lurker) == (0 if not query else text.count(f"token={lurker}"))


def test_a_spectator_reads_but_does_nothing(table: Seating) -> None:
    vexa = table.place("Vexa", Square(5, 9), side="ally", owner="player")
    page = table.spectator.get(f"/t/{table.id}/text", params={"token": vexa}).text
    assert "Vexa, at F10" in words(page)
    assert f'action="/t/{table.id}/act"' not in page


def test_every_action_of_the_board_is_offered(table: Seating) -> None:
    vexa = table.place("Vexa", Square(5, 9), side="ally", owner="player")
    page = words(table.player.get(f"/t/{table.id}/text").text)
    system = table.tables.load(table.id)
    assert system.tokens[vexa].name == "Vexa"
    assert [label for label in ("Move", "Rifle", "End turn") if label not in page] == []


def test_the_stream_of_the_text_board_draws_nothing_and_tells_no_secret(table: Seating) -> None:
    lurker = table.place("Lurker", Square(12, 12), hidden=True)
    table.place("Vexa", Square(5, 9), side="ally", owner="player")
    viewer = seat_of(table.tables, table.id, table.player.cookies[DEVICE], "text")
    news = SeatFeed(table.tables, table.id, viewer, "en", "text").news(0)
    assert news is not None
    assert 'id="log"' in news[1]
    assert "layer-tokens" not in news[1]
    assert "Lurker" not in news[1]
    assert lurker not in news[1]


def test_the_gm_has_the_doors_in_words_and_players_have_not(table: Seating) -> None:
    door = Barrier("hatch", BarrierKind.DOOR, (Point(8, 3), Point(8, 4)))
    table.tables.handle(table.id, table.viewers["gm"], EditMap(added=(door,)))
    assert "Door at I4: closed" in words(table.gm.get(f"/t/{table.id}/text").text)
    assert "Door at" not in table.player.get(f"/t/{table.id}/text").text
    sent = table.gm.post(f"/t/{table.id}/doors/hatch", data={"open": "on"})
    assert sent.status_code == 303
    assert "Door at I4: open" in words(table.gm.get(f"/t/{table.id}/text").text)
