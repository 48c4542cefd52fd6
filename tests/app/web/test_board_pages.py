"""The board over HTTP: questions, acts, refusals, and that no seat is sent what it may not know."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.encounter.commands import ClaimToken, EditTable, EditToken, RemoveSeat, SetDoor
from app.encounter.state import Role
from app.main import create_app
from app.settings import Settings
from app.web.board import parts
from app.web.board.feed import SeatFeed
from app.web.deps import DEVICE, new_device
from geometry.grid import Square
from tests.support.board_live import Live, SteadyDice, lay_table, steady

HTMX = {"hx-request": "true", "origin": "http://testserver"}
SECRET = "Lurkmoss"


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    app = create_app(Settings(data=tmp_path))
    tables, dice = app.state.tables, SteadyDice()
    steady(tables, dice)
    found = lay_table("", tables, dice)
    found.app = app
    yield found
    tables.engine.dispose()


@pytest.fixture
def seat(live: Live) -> Callable[[str], TestClient]:
    def open_(who: str) -> TestClient:
        return TestClient(live.app, cookies={DEVICE: live.devices[who]}, headers=HTMX, raise_server_exceptions=False)

    return open_


@pytest.fixture
def dario(seat: Callable[[str], TestClient]) -> TestClient:
    return seat("dario")


@pytest.fixture
def irene(seat: Callable[[str], TestClient]) -> TestClient:
    return seat("gm")


def rifle(live: Live, **more: Any) -> dict[str, Any]:
    return {"token": live.tokens["Vexa"], "action": "attack_ranged", "weapon": "0", **more}


def shot(live: Live) -> dict[str, Any]:
    return rifle(live, target=live.tokens["Roake"], expected=live.state.scene_version)


# --- the page


@pytest.mark.parametrize("who", ["gm", "dario", "ana"])
def test_every_seat_has_its_board(live: Live, seat: Callable[[str], TestClient], who: str) -> None:
    page = seat(who).get(live.url)
    assert page.status_code == 200
    assert 'id="map"' in page.text
    assert f'id="token-{live.tokens["Vexa"]}"' in page.text


def test_who_has_no_seat_finds_nothing(live: Live) -> None:
    stranger = TestClient(live.app, headers=HTMX)
    assert stranger.get(live.url).status_code == 404
    assert stranger.get(f"{live.url}/ask").status_code == 404
    assert stranger.get(f"{live.url}/stream").status_code == 404


def test_tools_and_hidden_tokens_are_the_gms(live: Live, irene: TestClient, dario: TestClient) -> None:
    assert 'class="rail"' in irene.get(live.url).text
    assert SECRET in irene.get(live.url).text
    assert 'class="rail"' not in dario.get(live.url).text


# --- questions


def test_a_weapon_asks_for_its_targets(live: Live, dario: TestClient) -> None:
    answer = dario.get(f"{live.url}/ask", params=rifle(live)).text
    assert 'data-kind="targets"' in answer
    assert f'data-tag="{live.tokens["Roake"]}"' in answer
    assert 'id="layer-overlay"' in answer


def test_a_target_gets_its_card_with_lines_and_a_button(live: Live, dario: TestClient) -> None:
    answer = dario.get(f"{live.url}/ask", params=rifle(live, target=live.tokens["Roake"])).text
    assert 'data-kind="card"' in answer
    assert 'class="ray' in answer
    assert "SE-COVER-1" in answer
    assert f'name="expected" value="{live.state.scene_version}"' in answer


def test_a_tap_on_ones_own_token_asks_where_it_can_go(live: Live, dario: TestClient) -> None:
    answer = dario.get(f"{live.url}/ask", params={"token": live.tokens["Vexa"]}).text
    assert 'data-aim="path"' in answer
    assert 'class="reach"' in answer


def test_a_square_asks_for_the_way_there(live: Live, dario: TestClient) -> None:
    live.place("Bruno", "brute", "enemy", Square(4, 7))
    answer = dario.get(f"{live.url}/ask", params={"token": live.tokens["Vexa"], "action": "move", "x": 1, "y": 4}).text
    assert 'data-kind="path"' in answer
    assert "data-ghost" in answer
    assert "Provokes Bruno" in answer
    assert 'class="on-glass aoo"' in answer


def test_a_square_out_of_reach_says_why(live: Live, dario: TestClient) -> None:
    asked = {"token": live.tokens["Vexa"], "action": "move", "x": 14, "y": 1}
    answer = dario.get(f"{live.url}/ask", params=asked).text
    assert 'class="refusal"' in answer
    assert "data-go" not in answer


def test_nothing_asked_closes_the_panel(live: Live, dario: TestClient) -> None:
    assert 'id="asked"' not in dario.get(f"{live.url}/ask").text


def test_somebody_elses_token_can_only_be_looked_at(live: Live, dario: TestClient) -> None:
    answer = dario.get(f"{live.url}/ask", params={"token": live.tokens["Roake"], "action": "move"}).text
    assert 'data-kind="choices"' in answer
    assert "data-go" not in answer


def test_the_cursor_reads_out_its_square(live: Live, dario: TestClient) -> None:
    assert "D7, Vexa, ally" in dario.get(f"{live.url}/square", params={"x": 3, "y": 6}).text
    assert "low object" in dario.get(f"{live.url}/square", params={"x": 10, "y": 6}).text


@pytest.mark.parametrize(
    ("query", "status"),
    [("x=abc&y=1", 422), ("x=NaN&y=1", 422), ("token=nobody", 404), ("path=1;2;x", 422), ("over_key=" + "a" * 9, 200)],
)
def test_questions_that_cannot_be_read_are_refused_in_words(
    live: Live, dario: TestClient, query: str, status: int
) -> None:
    answer = dario.get(f"{live.url}/ask?{query}")
    assert answer.status_code == status
    assert "Traceback" not in answer.text


# --- acts


def test_a_shot_is_told_with_its_undo(live: Live, dario: TestClient) -> None:
    answer = dario.post(f"{live.url}/act", data=shot(live))
    assert answer.status_code == 200
    assert 'hx-swap-oob="innerHTML:#toast"' in answer.text
    assert f'action="/t/{live.id}/undo"' in answer.text
    assert 'id="log"' in answer.text
    assert "result__word--hit" in answer.text


def test_the_undo_takes_back_what_it_names_and_nothing_else(live: Live, dario: TestClient) -> None:
    before = live.state.tokens
    dario.post(f"{live.url}/act", data=shot(live))
    done = live.state.done[-1].id
    assert dario.post(f"{live.url}/undo", data={"action": done - 1}).status_code == 410
    assert dario.post(f"{live.url}/undo", data={"action": done}).status_code == 200
    assert live.state.tokens == before
    assert dario.post(f"{live.url}/redo", data={}).status_code == 200
    assert live.state.done[-1].id == done


def test_back_to_the_start_of_the_turn(live: Live, dario: TestClient) -> None:
    before = live.state.tokens
    dario.post(f"{live.url}/act", data=shot(live))
    assert "rewind" in dario.get(live.url).text
    assert dario.post(f"{live.url}/rewind").status_code == 200
    assert live.state.tokens == before


def test_a_question_asked_on_an_older_scene_is_refused(live: Live, dario: TestClient) -> None:
    old = shot(live)
    live.put("Roake", Square(12, 6))
    answer = dario.post(f"{live.url}/act", data=old)
    assert answer.status_code == 409
    assert "Irene was faster" in answer.text
    assert "Roake" in answer.text


def test_nobody_acts_for_somebody_else(live: Live, seat: Callable[[str], TestClient]) -> None:
    version = live.state.version
    for who in ("marta", "ana"):
        assert seat(who).post(f"{live.url}/act", data=shot(live)).status_code == 422
    assert live.state.version == version


def test_a_plain_form_leads_back_to_the_board(live: Live, dario: TestClient) -> None:
    del dario.headers["hx-request"]
    answer = dario.post(f"{live.url}/act", data=shot(live), follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, live.url)


def test_the_gm_overrules_a_row_with_a_reason(live: Live, irene: TestClient, dario: TestClient) -> None:
    over = {"over_key": "cover", "over_value": "0", "over_reason": "He stepped out."}
    asked = rifle(live, target=live.tokens["Roake"], **over)
    answer = irene.get(f"{live.url}/ask", params=asked).text
    assert "mods__row--gm" in answer
    assert "He stepped out." in answer
    assert dario.get(f"{live.url}/ask", params=asked).status_code == 422
    assert irene.post(f"{live.url}/act", data={**shot(live), **over}).status_code == 200
    assert "He stepped out." in dario.get(live.url).text


def provoked(live: Live, dario: TestClient) -> None:
    """Dario's scout walks away from a brute; Marta plays the brute."""
    live.place("Bruno", "brute", "enemy", Square(4, 7))
    live.handle(ClaimToken(live.tokens["Bruno"], live.viewers["marta"].seat))
    way = {"token": live.tokens["Vexa"], "action": "move", "path": "3,6;2,5"}
    assert dario.post(f"{live.url}/act", data=way).status_code == 200


def test_only_the_owner_and_the_gm_get_the_answers_of_a_prompt(
    live: Live, dario: TestClient, irene: TestClient, seat: Callable[[str], TestClient]
) -> None:
    provoked(live, dario)
    assert 'data-ask="mine"' in seat("marta").get(live.url).text
    assert "You may answer for" in irene.get(live.url).text
    waiting = dario.get(live.url).text
    assert "Waiting for" in waiting
    assert 'name="option"' not in waiting
    pending = live.state.pending
    assert pending is not None
    asked = {"prompt": pending.prompt, "option": "decline"}
    assert dario.post(f"{live.url}/answer", data=asked).status_code == 422
    assert seat("marta").post(f"{live.url}/answer", data={**asked, "option": "rubbish"}).status_code == 422
    assert seat("marta").post(f"{live.url}/answer", data=asked).status_code == 200
    assert seat("marta").post(f"{live.url}/answer", data=asked).status_code == 410
    assert live.square("Vexa") == Square(2, 5)


def test_while_a_prompt_is_open_nothing_else_can_be_gone_on_with(
    live: Live, dario: TestClient, irene: TestClient
) -> None:
    way = {"token": live.tokens["Vexa"], "action": "move", "x": 2, "y": 5}
    assert "data-go" in dario.get(f"{live.url}/ask", params=way).text
    provoked(live, dario)
    for seat in (dario, irene):
        assert "data-go" not in seat.get(f"{live.url}/ask", params=way).text


def test_an_answer_may_be_kept_and_asked_for_again(
    live: Live, dario: TestClient, seat: Callable[[str], TestClient]
) -> None:
    provoked(live, dario)
    marta, pending = seat("marta"), live.state.pending
    assert pending is not None
    marta.post(f"{live.url}/answer", data={"prompt": pending.prompt, "option": "decline", "remember": "never"})
    assert "attack of opportunity: <b>never</b>" in marta.get(live.url).text
    marta.post(f"{live.url}/standing", data={"kind": "opportunity", "answer": "ask"})
    assert "attack of opportunity" not in marta.get(live.url).text


def test_whoever_started_an_action_may_call_it_off(live: Live, dario: TestClient) -> None:
    provoked(live, dario)
    assert dario.post(f"{live.url}/call-off").status_code == 200
    assert live.state.pending is None
    assert live.square("Vexa") == Square(3, 6)


def test_the_gm_is_told_who_waits_at_the_door(live: Live, irene: TestClient, dario: TestClient) -> None:
    live.handle(EditTable(approve=True))
    live.tables.join(live.id, new_device(), "Newcomer", Role.PLAYER)
    assert "Newcomer asks to join" in irene.get(live.url).text
    assert "asks to join" not in dario.get(live.url).text


def test_a_player_without_a_token_is_led_to_one(live: Live, seat: Callable[[str], TestClient]) -> None:
    assert "You play no token yet." not in seat("marta").get(live.url).text
    live.handle(ClaimToken(live.tokens["Sael"], None))
    assert "You play no token yet." in seat("marta").get(live.url).text


# --- secrets


def test_no_byte_that_a_player_gets_tells_of_a_hidden_token(live: Live, dario: TestClient) -> None:
    vexa, hidden = live.tokens["Vexa"], live.tokens[SECRET]
    feed = SeatFeed(live.tables, live.id, live.viewers["dario"], "en", "board")
    heard = [dario.get(live.url).text, feed.news(0)[1]]  # type: ignore[index]
    for query in (
        {"token": vexa},
        {"token": vexa, "action": "move", "x": 6, "y": 5},
        {"token": vexa, "action": "more"},
        rifle(live),
        rifle(live, target=live.tokens["Roake"]),
        {"token": hidden},
        rifle(live, target=hidden),
    ):
        heard.append(dario.get(f"{live.url}/ask", params=query).text)
    heard.append(dario.get(f"{live.url}/square", params={"x": 13, "y": 2}).text)
    heard.append(dario.post(f"{live.url}/act", data=shot(live)).text)
    live.handle(EditToken(hidden, square=Square(12, 2)))
    heard.append(feed.news(0)[1])  # type: ignore[index]
    heard.append(dario.get(live.url).text)
    told = "\n".join(heard)
    assert "Vexa" in told
    assert SECRET not in told
    assert told.count(hidden) == 0
    assert 'data-x="13" data-y="2"' not in told


def test_what_happens_to_a_hidden_token_is_only_a_tick_for_others(live: Live) -> None:
    feed = SeatFeed(live.tables, live.id, live.viewers["dario"], "en", "board")
    feed.news(0)
    live.handle(EditToken(live.tokens[SECRET], square=Square(12, 2)))
    assert feed.news(live.state.version - 1) == (live.state.version, "")


def test_markup_in_a_name_stays_words(live: Live, dario: TestClient) -> None:
    live.place("<i onload=x>&", "trooper", "enemy", Square(6, 6))
    feed = SeatFeed(live.tables, live.id, live.viewers["dario"], "en", "board")
    heard = [dario.get(live.url).text, feed.news(0)[1]]  # type: ignore[index]
    heard += [
        dario.get(f"{live.url}/ask", params=query).text for query in (rifle(live), {"token": live.tokens["Vexa"]})
    ]
    assert "&lt;i onload=x&gt;&amp;" in heard[0]
    assert "<i onload" not in "".join(heard)


# --- the feed of the stream


def test_a_fresh_page_is_sent_nothing_and_an_old_one_everything(live: Live) -> None:
    version = live.state.version
    fresh = SeatFeed(live.tables, live.id, live.viewers["dario"], "en", "board")
    old = SeatFeed(live.tables, live.id, live.viewers["dario"], "en", "board")
    assert fresh.news(version) == (version, "")
    found = old.news(version - 3)
    assert found is not None
    assert all(f'id="{part}"' in found[1] for part in ("layer-tokens", "layer-walls", "dock", "log", "turn-order"))


def test_a_step_sends_the_one_token_that_stepped(live: Live) -> None:
    feed = SeatFeed(live.tables, live.id, live.viewers["marta"], "en", "board")
    feed.news(live.state.version)
    live.put("Roake", Square(12, 6))
    found = feed.news(0)
    assert found is not None
    assert f'id="token-{live.tokens["Roake"]}"' in found[1]
    assert f'id="token-{live.tokens["Vexa"]}"' not in found[1]
    assert 'id="layer-tokens"' not in found[1]
    assert 'id="layer-walls"' not in found[1]
    assert '<svg xmlns="http://www.w3.org/2000/svg"><g' in found[1]


def test_a_door_sends_the_walls(live: Live) -> None:
    feed = SeatFeed(live.tables, live.id, live.viewers["marta"], "en", "board")
    feed.news(live.state.version)
    live.handle(SetDoor("door", True))
    found = feed.news(0)
    assert found is not None
    assert 'data-door="open"' in found[1]


def test_a_seat_sent_away_ends_its_stream(live: Live) -> None:
    feed = SeatFeed(live.tables, live.id, live.viewers["ana"], "en", "board")
    feed.news(live.state.version)
    live.handle(RemoveSeat(live.viewers["ana"].seat))
    assert feed.news(0) is None


def test_a_part_is_rendered_once_for_all_who_see_the_same(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    viewers = [live.viewers[who] for who in ("dario", "marta", "ana", "gm")]
    feeds = [SeatFeed(live.tables, live.id, viewer, "en", "board") for viewer in viewers]
    for feed in feeds:
        feed.news(0)
    rendered: list[str] = []
    render = parts.fragment

    def counted(lang: str, template: str, **context: Any) -> str:
        rendered.append(template)
        return render(lang, template, **context)

    monkeypatch.setattr(parts, "fragment", counted)
    live.put("Roake", Square(12, 6))
    for feed in feeds:
        feed.news(0)
    assert rendered.count("board/_token.html") == 2  # with its bar for the GM, without for the others
    assert rendered.count("board/_log.html") == 2
    assert rendered.count("board/_terrain.html") == 0
