"""The board in a browser: by mouse, by touch, by keyboard alone, live in a second browser, and read by axe."""

import http.client
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, expect

from app.encounter.commands import Act, EditToken, RemoveSeat, SetMap
from app.encounter.state import Map
from geometry.grid import Square
from rules.scene import Action
from tests.support.board_live import Live

PHONE, TABLET, DESKTOP = (390, 844), (1024, 768), (1440, 900)
Open = Callable[..., Page]


@pytest.fixture
def open_board(chromium: Browser, live: Live) -> Iterator[Open]:
    """Open the board in a browser of its own; whatever is written to its console as an error fails the test."""
    faults: list[str] = []
    contexts = []

    def open_(who: str, size: tuple[int, int] = DESKTOP, *, touch: bool = False, **more: Any) -> Page:
        width, height = size
        context = chromium.new_context(
            viewport={"width": width, "height": height}, has_touch=touch, reduced_motion="reduce", **more
        )
        contexts.append(context)
        context.add_cookies([{"name": "device", "value": live.devices[who], "url": live.base}])
        page = context.new_page()
        page.set_default_timeout(8000)
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(live.url)
        page.wait_for_selector("#map[data-ready=yes]")
        page.wait_for_selector("#link-state[data-live=on]")
        return page

    open_.expected = []  # type: ignore[attr-defined]
    yield open_
    for context in contexts:
        context.close()
    expected = open_.expected  # type: ignore[attr-defined]
    assert [fault for fault in faults if not any(words in fault for words in expected)] == []


def on_glass(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where the middle of a square lies in the window."""
    scale, left, top = page.evaluate(
        "() => { const m = document.querySelector('#map .view').getScreenCTM(); return [m.a, m.e, m.f]; }"
    )
    return (x + 0.5) * 100 * scale + left, (y + 0.5) * 100 * scale + top


def click(page: Page, x: float, y: float) -> None:
    page.mouse.click(*on_glass(page, x, y))


def tap(page: Page, x: float, y: float) -> None:
    page.touchscreen.tap(*on_glass(page, x, y))


def token_at(page: Page, live: Live, name: str, x: int, y: int) -> None:
    expect(page.locator(f"#token-{live.tokens[name]}")).to_have_attribute(
        "transform", f"translate({x * 100} {y * 100})"
    )


# --- moving


def test_a_move_by_mouse_shows_reach_and_way_and_goes(live: Live, open_board: Open) -> None:
    live.put("Trooper", Square(14, 8))
    page = open_board("dario")
    click(page, 3, 6)
    expect(page.locator("#layer-area .reach")).to_be_attached()
    click(page, 5, 5)
    expect(page.locator("#asked")).to_have_attribute("data-kind", "path")
    expect(page.locator("#layer-overlay .cost--last")).to_be_attached()
    page.click("#panel-now [data-go]")
    token_at(page, live, "Vexa", 5, 5)
    expect(page.locator("#toast .toast")).to_contain_text("Vexa")
    expect(page.locator("#asked")).not_to_be_attached()
    assert live.square("Vexa") == Square(5, 5)


def test_a_tap_on_the_ghost_goes_too(live: Live, open_board: Open) -> None:
    live.put("Trooper", Square(14, 8))
    page = open_board("dario")
    click(page, 3, 6)
    expect(page.locator("#layer-area .reach")).to_be_attached()
    click(page, 4, 5)
    expect(page.locator("[data-ghost]")).to_be_attached()
    click(page, 4, 5)
    token_at(page, live, "Vexa", 4, 5)


def test_a_mouse_may_drag_the_token(live: Live, open_board: Open) -> None:
    page = open_board("dario")
    page.mouse.move(*on_glass(page, 3, 6))
    page.mouse.down()
    page.mouse.move(*on_glass(page, 4, 5), steps=4)
    page.mouse.up()
    expect(page.locator("#asked")).to_have_attribute("data-kind", "path")
    assert live.square("Vexa") == Square(3, 6)


def test_a_way_point_leads_the_way_round(live: Live, open_board: Open) -> None:
    live.put("Trooper", Square(14, 8))
    page = open_board("dario")
    click(page, 3, 6)
    expect(page.locator("#layer-area .reach")).to_be_attached()
    click(page, 4, 6)
    page.get_by_role("button", name="By here").click()
    expect(page.locator("#asked")).to_have_attribute("data-query", re.compile("path=4%2C6"))
    click(page, 5, 5)
    expect(page.locator("#asked")).to_have_attribute("data-query", re.compile("x=5"))
    page.click("#panel-now [data-go]")
    token_at(page, live, "Vexa", 5, 5)


def test_a_provoked_attack_is_asked_from_its_owner_in_another_browser(live: Live, open_board: Open) -> None:
    live.place("Bruno", "brute", "enemy", Square(4, 7))
    dario, irene = open_board("dario"), open_board("gm")
    click(dario, 3, 6)
    expect(dario.locator("#layer-area .reach")).to_be_attached()
    click(dario, 1, 4)
    expect(dario.locator("#layer-overlay .aoo")).to_be_attached()
    dario.click("#panel-now [data-go]")
    expect(dario.locator("#prompt")).to_contain_text("Waiting for")
    expect(irene.locator("#prompt .prompt__choices button")).not_to_have_count(0)
    expect(irene.locator("#prompt-question")).to_be_focused()
    irene.locator("#prompt .prompt__choices button").last.click()
    token_at(dario, live, "Vexa", 1, 4)
    expect(dario.locator("#prompt .prompt")).not_to_be_attached()
    expect(irene.locator("#prompt .prompt")).not_to_be_attached()


# --- attacking


def test_an_attack_by_mouse_with_card_lines_result_and_undo(live: Live, open_board: Open) -> None:
    page = open_board("dario")
    hurt = live.state.tokens[live.tokens["Roake"]]
    page.click("#dock [data-group=attack]")
    expect(page.locator("#layer-overlay .tag")).not_to_have_count(0)
    click(page, 11, 6)
    expect(page.locator("#asked")).to_have_attribute("data-kind", "card")
    expect(page.locator("#layer-area .ray").first).to_be_attached()
    page.check("[data-lines-choice][value=all]")
    expect(page.locator("#layer-area .evidence:not([hidden]) [data-lines=all]")).not_to_have_attribute("hidden", "")
    page.locator("#panel-now button[data-row]").first.click()
    expect(page.locator("#panel-now button[data-row]").first).to_have_attribute("aria-pressed", "true")
    page.click("#panel-now [data-go]")
    expect(page.locator("#panel-rest .result__word--hit")).to_be_visible()
    assert live.state.tokens[live.tokens["Roake"]] != hurt
    page.locator("#toast").get_by_role("button", name="Undo").click()
    expect(page.locator("#panel-rest .result__word--hit")).not_to_be_attached()
    assert live.state.tokens[live.tokens["Roake"]] == hurt


def test_a_burst_is_aimed_at_an_intersection_and_moved(live: Live, open_board: Open) -> None:
    page = open_board("dario")
    page.click("#dock [data-action=area_burst]")
    expect(page.locator("#asked")).to_have_attribute("data-aim", "point")
    click(page, 5.4, 7.4)
    expect(page.locator("#asked")).to_have_attribute("data-query", re.compile("x=6&y=8"))
    expect(page.locator("#layer-area .area")).to_be_attached()
    expect(page.locator("#layer-overlay .token__badge-icon")).to_have_count(1)
    click(page, 3.5, 7.5)
    expect(page.locator("#asked")).to_have_attribute("data-query", re.compile("x=4&y=8"))
    page.click("#panel-now [data-go]")
    expect(page.locator("#toast .toast")).to_be_visible()


def test_an_enemy_tapped_with_nothing_chosen_is_aimed_at(live: Live, open_board: Open) -> None:
    page = open_board("dario")
    click(page, 11, 6)
    expect(page.locator("#asked")).to_have_attribute("data-target", live.tokens["Roake"])
    page.keyboard.press("Escape")
    expect(page.locator("#asked")).to_have_attribute("data-kind", "targets")
    page.keyboard.press("Escape")
    expect(page.locator("#asked")).not_to_be_attached()


def test_move_and_attack_by_touch_on_a_phone(live: Live, open_board: Open) -> None:
    live.put("Trooper", Square(14, 8))
    page = open_board("dario", PHONE, touch=True)
    page.tap("#rest [data-group=move]")
    expect(page.locator("#layer-area .reach")).to_be_attached()
    expect(page.locator(".board")).to_have_attribute("data-sheet", "peek")
    tap(page, 4, 5)
    expect(page.locator(".board")).to_have_attribute("data-sheet", "half")
    page.tap("#panel-now [data-go]")
    token_at(page, live, "Vexa", 4, 5)
    page.tap("#rest [data-group=attack]")
    expect(page.locator("#layer-overlay .tag")).not_to_have_count(0)
    page.locator(f'[data-pick="{live.tokens["Roake"]}"]').dispatch_event("click")
    expect(page.locator("#asked")).to_have_attribute("data-kind", "card")
    page.tap("#panel-now [data-go]")
    expect(page.locator("#toast .toast")).to_be_visible()
    assert live.state.done[-1].by == live.viewers["dario"].seat


def test_two_fingers_zoom_and_one_pans(live: Live, open_board: Open) -> None:
    page = open_board("dario", PHONE, touch=True)
    cdp = page.context.new_cdp_session(page)
    scale = "() => document.querySelector('#map .view').getScreenCTM().a"

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    before = page.evaluate(scale)
    touch("touchStart", (150, 300), (230, 300))
    touch("touchMove", (130, 300), (250, 300))
    touch("touchMove", (110, 300), (270, 300))
    touch("touchEnd")
    assert page.evaluate(scale) == pytest.approx(before * 2, rel=0.05)
    x, y = on_glass(page, 3, 6)
    touch("touchStart", (150, 300))
    touch("touchMove", (170, 330))
    touch("touchMove", (190, 350))
    touch("touchEnd")
    assert on_glass(page, 3, 6) == pytest.approx((x + 40, y + 50), abs=1)
    expect(page.locator("#asked")).not_to_be_attached()


def test_move_attack_and_end_of_turn_by_keyboard_alone(live: Live, open_board: Open) -> None:
    live.put("Trooper", Square(14, 8))
    page = open_board("dario")
    page.focus("#map")
    page.keyboard.press("m")
    expect(page.locator("#layer-area .reach")).to_be_attached()
    page.keyboard.press("c")
    expect(page.locator("#cursor-says")).to_contain_text("D7, Vexa")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#cursor-says")).to_contain_text("E6")
    page.keyboard.press("Enter")
    expect(page.locator("#asked")).to_have_attribute("data-kind", "path")
    page.keyboard.press("Enter")
    token_at(page, live, "Vexa", 4, 5)
    page.keyboard.press("2")
    expect(page.locator("#asked")).to_have_attribute("data-kind", "targets")
    page.keyboard.press("t")
    page.keyboard.press("Enter")
    expect(page.locator("#asked")).to_have_attribute("data-kind", "card")
    page.keyboard.press("w")
    expect(page.locator("#panel-now .ruling__title")).to_be_focused()
    page.locator("#panel-now [data-go]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#panel-rest .result__word").first).to_be_visible()
    page.focus("#map")
    page.keyboard.press("Control+z")
    expect(page.locator("#toast .toast")).to_contain_text("Taken back")
    page.focus("#map")
    page.keyboard.press("e")
    expect(page.locator("#panel-now [data-go]")).to_be_visible()
    page.locator("#panel-now [data-go]").press("Enter")
    expect(page.locator("#turn-order [aria-current]", has_text="Vexa")).to_have_count(0)


def test_the_question_mark_lists_the_keys(live: Live, open_board: Open) -> None:
    page = open_board("dario")
    page.focus("#map")
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help")).not_to_be_visible()


# --- the GM


def test_the_gm_opens_a_door_by_tapping_it(live: Live, open_board: Open) -> None:
    page = open_board("gm")
    page.mouse.click(*on_glass(page, 7.5, 3))
    expect(page.locator("[data-door]")).to_have_attribute("data-door", "open")
    assert live.state.map is not None
    assert live.state.map.barriers["door"].is_open


def test_the_gm_overrules_a_row_and_says_why(live: Live, open_board: Open) -> None:
    page = open_board("gm")
    page.click("#dock [data-group=attack]")
    page.locator(f'[data-pick="{live.tokens["Roake"]}"]').click()
    page.get_by_role("button", name="Overrule").first.click()
    page.select_option("#over-key", "cover")
    page.fill("#over-value", "0")
    page.fill("#over-reason", "He stepped out.")
    page.locator("#overrule").get_by_role("button", name="Overrule").click()
    expect(page.locator(".mods__row--gm")).to_contain_text("He stepped out.")
    page.click("#panel-now [data-go]")
    expect(page.locator("#panel-rest")).to_contain_text("He stepped out.")


def test_the_gm_orders_the_turns(live: Live, open_board: Open) -> None:
    page = open_board("gm")
    page.click("#manage summary")
    before = page.locator("#turn-order .turn-order__name").all_inner_texts()
    page.get_by_role("button", name="Take Roake out").click()
    expect(page.locator("#turn-order")).not_to_contain_text("Roake")
    page.select_option("#manage select", label="Roake")
    page.locator("#manage").get_by_role("button", name="Add").click()
    expect(page.locator("#turn-order")).to_contain_text("Roake")
    page.get_by_role("button", name="Next turn").click()
    expect(page.locator("#turn-order [aria-current] .turn-order__name")).not_to_have_text(before[0])


def test_the_gm_hides_and_shows_the_chosen_token(live: Live, open_board: Open) -> None:
    irene, marta = open_board("gm"), open_board("marta")
    click(irene, 5, 7)
    expect(irene.locator("#asked")).to_have_attribute("data-token", live.tokens["Trooper"])
    irene.focus("#map")
    irene.keyboard.press("h")
    expect(marta.locator(f"#token-{live.tokens['Trooper']}")).not_to_be_attached()
    expect(irene.locator(f"#token-{live.tokens['Trooper']}")).to_have_class(re.compile("token--hidden"))
    irene.keyboard.press("h")
    expect(marta.locator(f"#token-{live.tokens['Trooper']}")).to_be_attached()


# --- live


def test_a_second_browser_sees_the_move_and_asks_its_open_question_anew(live: Live, open_board: Open) -> None:
    dario, marta = open_board("dario"), open_board("marta")
    dario.click("#dock [data-group=attack]")
    dario.locator(f'[data-pick="{live.tokens["Roake"]}"]').click()
    expect(dario.locator("#asked")).to_have_attribute("data-kind", "card")
    far = dario.inner_text(".ruling__weapon")
    live.put("Roake", Square(12, 8))
    token_at(marta, live, "Roake", 12, 8)
    token_at(dario, live, "Roake", 12, 8)
    expect(dario.locator(".ruling__weapon")).not_to_have_text(far)
    assert (
        marta.evaluate("id => document.getElementById(id).namespaceURI", f"token-{live.tokens['Roake']}")
        == "http://www.w3.org/2000/svg"
    )


def test_an_answer_that_another_question_overtook_comes_too_late(live: Live, open_board: Open) -> None:
    page = open_board("dario")
    held: list[Route] = []
    page.route("**/ask?*action=move*", lambda route: held.append(route))
    page.click('#dock [data-action="move"]')
    page.click('#dock [data-action="attack_ranged"]')
    expect(page.locator("#asked")).to_have_attribute("data-kind", "targets")
    with page.expect_response("**/ask?*action=move*"):
        held[0].continue_()
    page.wait_for_timeout(300)
    expect(page.locator("#asked")).to_have_attribute("data-kind", "targets")


def test_a_new_token_comes_and_a_hidden_one_stays_away(live: Live, open_board: Open) -> None:
    marta = open_board("marta")
    live.place("Brann", "heavy_gunner", "ally", Square(1, 1))
    expect(marta.locator(f"#token-{live.tokens['Brann']}")).to_be_attached()
    live.place("Shade", "trooper", "enemy", Square(1, 2), hidden=True)
    live.put("Roake", Square(12, 6))
    token_at(marta, live, "Roake", 12, 6)
    expect(marta.locator(f"#token-{live.tokens['Shade']}")).not_to_be_attached()
    live.handle(EditToken(live.tokens["Shade"], hidden=False))
    expect(marta.locator(f"#token-{live.tokens['Shade']}")).to_be_attached()


def test_a_new_map_is_brought_into_view_whole(live: Live, open_board: Open) -> None:
    marta = open_board("marta")
    live.handle(SetMap(Map(40, 30, "Yard")))
    expect(marta.locator("#map")).to_have_attribute("data-columns", "40")
    left, top = on_glass(marta, 0, 0)
    right, bottom = on_glass(marta, 39, 29)
    glass = marta.locator("#map").bounding_box()
    assert glass is not None
    assert glass["x"] < left < right < glass["x"] + glass["width"]
    assert glass["y"] < top < bottom < glass["y"] + glass["height"]


def test_a_tap_on_a_crowd_asks_which_one(live: Live, open_board: Open) -> None:
    live.put("Trooper", Square(4, 6))
    page = open_board("gm")
    for _ in range(5):
        page.click("[data-zoom=out]")
    click(page, 3.5, 6)
    chooser = page.locator("#chooser")
    expect(chooser.get_by_role("button", name="Trooper")).to_be_visible()
    chooser.get_by_role("button", name="Vexa").click()
    expect(page.locator("#asked")).to_have_attribute("data-token", live.tokens["Vexa"])


def test_an_act_that_finds_no_server_is_told(live: Live, open_board: Open) -> None:
    page = open_board("dario")
    page.click("#dock [data-group=attack]")
    expect(page.locator("#asked")).to_have_attribute("data-kind", "targets")
    expect(page.locator("#asked-says")).to_contain_text("Blaster rifle")
    page.context.set_offline(True)
    page.locator("[data-pick]").first.click()
    expect(page.locator("#toast")).to_contain_text("The table does not answer")
    open_board.expected.append("ERR_INTERNET_DISCONNECTED")  # type: ignore[attr-defined]
    open_board.expected.append("htmx")  # type: ignore[attr-defined]


def test_a_browser_that_was_away_catches_up(live: Live, open_board: Open) -> None:
    marta = open_board("marta")
    marta.context.set_offline(True)
    marta.evaluate("document.getElementById('live')._htmx.sse?.reader?.cancel?.()")
    live.put("Roake", Square(12, 6))
    live.put("Trooper", Square(6, 8))
    marta.context.set_offline(False)
    token_at(marta, live, "Roake", 12, 6)
    token_at(marta, live, "Trooper", 6, 8)


def heard(live: Live, who: str, since: int, until: str, last: str | None = None) -> str:
    """What a stream says from its start until some words are in it."""
    host = live.base.removeprefix("http://")
    connection = http.client.HTTPConnection(host, timeout=5)
    headers = {"cookie": f"device={live.devices[who]}"} | ({"last-event-id": last} if last else {})
    connection.request("GET", f"/t/{live.id}/stream?since={since}&page=board", headers=headers)
    answer = connection.getresponse()
    assert answer.headers["content-type"].startswith("text/event-stream")
    text = ""
    while until not in text:
        text += answer.readline().decode()
    connection.close()
    return text


def test_a_stream_resumes_after_the_last_event_it_was_sent(live: Live) -> None:
    version = live.state.version
    assert heard(live, "marta", version, "event: ping").startswith(f"id: {version}\n")
    behind = heard(live, "marta", version - 2, 'id="log"')
    assert f"id: {version}\ndata:" in behind
    resumed = heard(live, "marta", 0, "event: ping", last=str(version))
    assert resumed.startswith(f"id: {version}\n")
    assert "Lurkmoss" not in behind


def test_who_is_sent_away_is_told(live: Live, open_board: Open) -> None:
    ana = open_board("ana")
    live.handle(RemoveSeat(live.viewers["ana"].seat))
    expect(ana.locator("#map")).not_to_be_attached()
    expect(ana.locator("main")).to_contain_text("seat")
    open_board.expected.append("404")  # type: ignore[attr-defined]


def test_zoom_and_typed_words_outlive_what_the_stream_sends(live: Live, open_board: Open) -> None:
    irene = open_board("gm")
    irene.click("[data-zoom=in]")
    scale = irene.evaluate("() => document.querySelector('#map .view').getScreenCTM().a")
    live.put("Roake", Square(12, 6))
    token_at(irene, live, "Roake", 12, 6)
    assert irene.evaluate("() => document.querySelector('#map .view').getScreenCTM().a") == scale


def test_the_log_opens_a_ruling_again(live: Live, open_board: Open) -> None:
    act = Action("attack_ranged", live.tokens["Vexa"], weapon="0", target=live.tokens["Roake"])
    live.handle(Act(act), "dario")
    page = open_board("marta")
    page.click("#tab-log")
    page.get_by_role("button", name="Show this ruling on the map").first.click()
    expect(page.locator("#asked")).to_have_attribute("data-kind", "record")
    expect(page.locator("#layer-area .ray").first).to_be_attached()


# --- everybody


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("who", "size"), [("gm", DESKTOP), ("dario", PHONE), ("dario", TABLET)])
def test_axe_finds_nothing(live: Live, open_board: Open, who: str, size: tuple[int, int], scheme: str) -> None:
    page = open_board(who, size, color_scheme=scheme)
    assert faults_of(page) == []
    place = "#rest" if size == PHONE else "#dock"
    page.click(f"{place} [data-group=attack]")
    expect(page.locator("#asked")).to_have_attribute("data-kind", "targets")
    assert faults_of(page) == []
    page.locator(f'[data-pick="{live.tokens["Roake"]}"]').dispatch_event("click")
    expect(page.locator("#asked")).to_have_attribute("data-kind", "card")
    assert faults_of(page) == []


def faults_of(page: Page) -> list[str]:
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]})
    return [f"{each['id']}: {each['nodes'][0]['html'][:120]}" for each in found.response["violations"]]


@pytest.mark.parametrize("size", [PHONE, TABLET, (320, 640)])
def test_nothing_is_too_small_to_tap_and_nothing_scrolls_sideways(
    live: Live, open_board: Open, size: tuple[int, int]
) -> None:
    page = open_board("gm", size, touch=True)
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, a, input:not([type=hidden]), select, summary")]
          .filter((each) => each.checkVisibility() && !each.closest("dialog") && !each.matches(".skip, [type=radio]"))
          .map((each) => [each.outerHTML.slice(0, 90), each.getBoundingClientRect()])
          .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))
          .map(([html, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${html}`)"""
    )
    assert small == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_no_page_carries_inline_style_or_script(live: Live, open_board: Open) -> None:
    page = open_board("gm")
    html = page.request.get(live.url).text()
    assert not re.search(r"\sstyle=|\son[a-z]+=|<style|<script(?![^>]*src=)", html)


def test_spanish_fits(live: Live, open_board: Open) -> None:
    page = open_board("dario", PHONE, touch=True, locale="es-ES")
    assert page.evaluate("document.documentElement.lang") == "es"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_screenshots_for_the_eye(live: Live, open_board: Open, tmp_path: Path) -> None:
    page = open_board("dario", TABLET, touch=True, color_scheme="dark")
    page.tap("#dock [data-group=attack]")
    expect(page.locator("#layer-overlay .tag")).not_to_have_count(0)
    picture = tmp_path / "board.png"
    page.screenshot(path=picture)
    assert picture.stat().st_size > 20_000
