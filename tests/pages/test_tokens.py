"""The GM's hand on tokens in a browser: from the board's panel, by tap and by keyboard, and the pages on their own."""

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from geometry.grid import Square
from tests.pages.conftest import DESKTOP, PHONE, OpenPage, linked
from tests.support.board_live import Live


def on_glass(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where the middle of a square lies in the window."""
    scale, left, top = page.evaluate(
        "() => { const m = document.querySelector('#map .view').getScreenCTM(); return [m.a, m.e, m.f]; }"
    )
    return (x + 0.5) * 100 * scale + left, (y + 0.5) * 100 * scale + top


@pytest.fixture
def sheet(open_page: OpenPage, live: Live) -> Callable[[str], Page]:
    """The GM's board with a token's sheet in its panel."""

    def open_(name: str) -> Page:
        page = open_page("gm", "")
        page.wait_for_selector("#map[data-ready=yes]")
        linked(page)
        square = live.square(name)
        assert square is not None
        page.mouse.click(*on_glass(page, square.x, square.y))
        page.wait_for_selector("#asked", state="attached")
        page.get_by_role("tab", name="Token").click()
        expect(page.locator("#token-sheet-name")).to_have_text(name)
        return page

    return open_


def test_a_tap_on_the_map_puts_the_token_there(sheet: Callable[[str], Page], live: Live) -> None:
    page = sheet("Roake")
    page.get_by_text("Move by hand").click()
    expect(page.locator("[data-place-hint]")).to_be_visible()
    page.mouse.click(*on_glass(page, 14, 8))
    expect(page.locator("#token-sheet")).to_contain_text("Roake stands at O9 now.")
    assert live.square("Roake") == Square(14, 8)
    expect(page.locator("#token-" + live.tokens["Roake"])).to_have_attribute("transform", "translate(1400 800)")


def test_damage_by_keyboard_and_what_is_wrong_stays(sheet: Callable[[str], Page], live: Live) -> None:
    page = sheet("Roake")
    page.get_by_text("Damage, or another number").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Hit points: take away").focus()
    page.keyboard.type("5")
    page.keyboard.press("Tab")
    page.keyboard.type("a falling crate")
    page.keyboard.press("Enter")
    expect(page.locator("#token-sheet")).to_contain_text("Hit points: 18 before, 13 now.")
    expect(page.locator("#token-sheet-name")).to_be_focused()
    assert live.state.tokens[live.tokens["Roake"]].profile["hit_points"] == 13


def test_hiding_takes_it_from_the_players_at_once(
    sheet: Callable[[str], Page], open_page: OpenPage, live: Live
) -> None:
    player = open_page("dario", "")
    linked(player)
    expect(player.locator("#token-" + live.tokens["Roake"])).to_have_count(1)
    page = sheet("Roake")
    page.get_by_role("button", name="Hide").click()
    expect(page.locator("#token-sheet")).to_contain_text("hidden from players")
    expect(player.locator("#token-" + live.tokens["Roake"])).to_have_count(0)


def test_removing_offers_to_undo_it(sheet: Callable[[str], Page], live: Live) -> None:
    page = sheet("Trooper")
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("#token-sheet")).to_contain_text("Trooper was removed.")
    page.locator("#token-sheet").get_by_role("button", name="Undo").click()
    expect(page.locator("#token-" + live.tokens["Trooper"])).to_have_count(1)


def test_three_troopers_from_the_samples_by_a_tap(sheet: Callable[[str], Page], live: Live) -> None:
    page = sheet("Roake")
    page.get_by_role("link", name="Place tokens").click()
    page.locator("#token-sheet label", has_text="Battle droid").click()
    page.get_by_label("How many").fill("3")
    page.mouse.click(*on_glass(page, 10, 8))
    expect(page.get_by_label("Square, for example H11")).to_have_value("K9")
    page.get_by_role("button", name="Place", exact=True).click()
    expect(page.locator(".token-row", has_text="Battle droid 3")).to_be_visible()
    names = {token.name: token.square for token in live.state.tokens.values()}
    assert names["Battle droid 1"] == Square(10, 8)
    assert {"Battle droid 2", "Battle droid 3"} <= names.keys()


def test_what_is_wrong_is_told_where_it_is(open_page: OpenPage, live: Live) -> None:
    page = open_page("gm", "/tokens/new?by=form&sample=trooper", PHONE)
    page.locator("[name='name']").fill("Kel")
    page.locator("[name='profile.reflex']").fill("sixteen")
    page.get_by_role("button", name="Place", exact=True).click()
    wrong = page.locator("[name='profile.reflex']")
    expect(wrong).to_be_focused()
    expect(wrong).to_have_value("sixteen")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#profile-reflex-fault")).to_have_text("A whole number, please.")
    expect(page.locator("[name='name']")).to_have_value("Kel")
    found = Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    page.locator("[name='profile.reflex']").fill("16")
    page.keyboard.press("Enter")
    expect(page.locator("#token-sheet-name")).to_have_text("Kel")


def test_rows_and_figures_by_form_without_a_script(open_page: OpenPage, live: Live) -> None:
    page = open_page("gm", "/tokens/new?by=form&sample=trooper", PHONE, java_script_enabled=False)
    page.get_by_label("Name", exact=True).first.fill("Sergeant <Kel>")
    page.get_by_role("button", name=re.compile("One more.*Weapons")).click()
    page.locator("[name='profile.weapons.1.name']").fill("knife")
    page.locator("[name='profile.weapons.1.attack']").fill("much")
    page.locator("[name='profile.weapons.1.damage']").fill("1d4")
    page.locator("[name='profile.weapons.1.group']").select_option("melee")
    assert page.locator("[name='name']").input_value() == "Sergeant <Kel>"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
@pytest.mark.parametrize("path", ["/tokens", "/tokens/new?by=form&sample=scout", "/tokens/{Vexa}/sheet", "/invite"])
def test_axe_finds_nothing(open_page: OpenPage, live: Live, path: str, size: tuple[int, int], theme: str) -> None:
    page = open_page("gm", path.format(**live.tokens), size, theme=theme)
    found = Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
