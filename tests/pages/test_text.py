"""The text board in a browser: a turn by keyboard, by touch and without a script; live beside another seat; axe."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from geometry.grid import Square
from tests.pages.conftest import PHONE, TABLET, OpenPage, linked
from tests.support.board_live import Live


def text(page: Page) -> str:
    return page.locator("#text-main").inner_text()


def test_an_attack_by_touch_on_a_phone_and_the_gm_reads_it(open_page: OpenPage, live: Live) -> None:
    gm = open_page("gm", "/text")
    linked(gm)
    page = open_page("dario", "/text", PHONE, has_touch=True)
    linked(page)
    row = page.locator(".text-board__row", has_text="Roake")
    expect(row).to_contain_text("enemy · L7 · 8 squares, east")
    row.get_by_role("link", name=re.compile(r"Blaster rifle \d+ %")).tap()
    expect(page.locator("#text-asked")).to_contain_text("Rolls")
    page.locator("#text-asked [data-go]").tap()
    expect(page.locator("#text-main .result")).to_be_visible()
    expect(page.locator("#text-asked")).to_have_count(0)
    expect(gm.locator("#log")).to_contain_text("Roake")
    expect(gm.locator("#text-main")).to_contain_text("Vexa, at D7")


def test_a_move_by_keyboard_alone(open_page: OpenPage, live: Live) -> None:
    page = open_page("dario", "/text")
    linked(page)
    page.get_by_role("link", name="Move", exact=False).first.focus()
    page.keyboard.press("Enter")
    choice = page.get_by_label("Where to")
    choice.focus()
    choice.select_option("D6")
    page.get_by_role("button", name="Show the way").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#text-asked")).to_contain_text("D7, D6")
    expect(page.locator("#text-asked")).to_be_focused()
    page.locator("#text-asked [data-go]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#me-title")).to_have_text("Vexa, at D6")
    assert live.square("Vexa") == Square(3, 5)


def test_a_move_without_a_script(open_page: OpenPage, live: Live) -> None:
    page = open_page("dario", "/text", PHONE, java_script_enabled=False)
    page.get_by_role("link", name="Move", exact=False).first.click()
    page.get_by_label("Where to").select_option("D6")
    page.get_by_role("button", name="Show the way").click()
    page.locator("#text-asked [data-go]").click()
    assert page.url.endswith("/text")
    assert "Vexa, at D6" in text(page)


def test_it_moves_on_by_itself_and_keeps_the_focus(open_page: OpenPage, live: Live) -> None:
    page = open_page("marta", "/text", TABLET)
    linked(page)
    page.get_by_label("Look from").focus()
    live.put("Roake", Square(9, 8))
    expect(page.locator(".text-board__row", has_text="Roake")).to_contain_text("J9")
    expect(page.get_by_label("Look from")).to_be_focused()
    live.turn_of("Sael")
    expect(page.locator("#me-title + p")).to_contain_text("Your turn")


def test_a_prompt_is_answered_in_words(open_page: OpenPage, live: Live) -> None:
    live.put("Roake", Square(4, 6))
    gm = open_page("gm", "/text", PHONE, has_touch=True)
    linked(gm)
    page = open_page("dario", f"/text?token={live.tokens['Vexa']}&action=move&square=D4")
    linked(page)
    expect(page.locator("#text-asked")).to_contain_text("Roake")
    page.locator("#text-asked [data-go]").click()
    expect(page.locator("#prompt")).to_contain_text("Waiting for")
    gm.locator("#prompt button[name=option]").last.tap()
    expect(gm.locator("#prompt [data-prompt]")).to_have_count(0)
    expect(page.locator("#prompt [data-prompt]")).to_have_count(0)


def test_the_gm_opens_a_door_in_words(open_page: OpenPage, live: Live) -> None:
    page = open_page("gm", "/text")
    linked(page)
    page.get_by_role("button", name=re.compile("Open it")).click()
    expect(page.locator("#text-main")).to_contain_text("Door at I4: open")
    assert live.state.map is not None
    assert live.state.map.barriers["door"].is_open


def test_undo_takes_back_from_here(open_page: OpenPage, live: Live) -> None:
    page = open_page("gm", "/text?token=" + live.tokens["Vexa"])
    linked(page)
    live.put("Vexa", Square(4, 6))
    expect(page.locator("#me-title")).to_have_text("Vexa, at E7")
    page.locator("#undo").click()
    expect(page.locator("#me-title")).to_have_text("Vexa, at D7")


def test_a_refused_act_says_why_and_the_page_stays(open_page: OpenPage, live: Live) -> None:
    page = open_page("dario", f"/text?token={live.tokens['Vexa']}&action=move&square=D6", PHONE)
    linked(page)
    live.turn_of("Sael")
    expect(page.locator("#text-asked [role=alert], #text-main [role=alert]").first).to_be_visible()
    assert live.square("Vexa") == Square(3, 6)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, TABLET])
@pytest.mark.parametrize("query", ["", "?token={Vexa}&action=move&square=D6", "?square=§"])
def test_axe_finds_nothing(open_page: OpenPage, live: Live, size: tuple[int, int], theme: str, query: str) -> None:
    page = open_page("dario", "/text" + query.format(**live.tokens), size, theme=theme)
    found = Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
