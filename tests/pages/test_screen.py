"""The table screen in a browser: live, true to the inch, turned by quarters, and without a finding of axe."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from geometry.grid import Square
from tests.pages.conftest import PHONE, TABLET, OpenPage, linked
from tests.support.board_live import Live

WALL = (1920, 1080)


def square_on_glass(page: Page) -> float:
    """CSS pixels a square."""
    return page.evaluate(
        "Math.hypot(...(({a, b}) => [a, b])(document.querySelector('#map .view').getScreenCTM())) * 100"
    )


def settings(page: Page) -> None:
    page.mouse.move(300, 300)
    page.locator("#screen-settings > summary").click()


def test_a_move_shows_by_itself_whoever_opened_the_screen(open_page: OpenPage, live: Live) -> None:
    page = open_page("gm", "/screen", WALL)
    linked(page)
    expect(page.locator("#token-" + live.tokens["Lurkmoss"])).to_have_count(0)
    live.put("Vexa", Square(5, 5))
    expect(page.locator("#token-" + live.tokens["Vexa"])).to_have_attribute("transform", "translate(500 500)")
    assert "Lurkmoss" not in page.content()


def test_the_ribbons_follow_the_turn(open_page: OpenPage, live: Live) -> None:
    page = open_page("ana", "/screen", WALL)
    linked(page)
    expect(page.locator(".ribbon--bottom .ribbon__turn")).to_have_text("Vexa’s turn")
    live.turn_of("Sael")
    for edge in ("bottom", "top", "left", "right"):
        expect(page.locator(f".ribbon--{edge} .ribbon__turn")).to_have_text("Sael’s turn")


def test_a_square_is_an_inch_once_the_diagonal_is_known(open_page: OpenPage) -> None:
    page = open_page("gm", "/screen", WALL, screen={"width": 1920, "height": 1080})
    settings(page)
    page.get_by_label("Diagonal of the screen, in inches").fill("32 cm")
    page.get_by_role("button", name="Done").click()
    settings(page)
    expect(page.locator("#diagonal-fault")).to_be_visible()
    page.get_by_label("Diagonal of the screen, in inches").fill("24,0")
    page.keyboard.press("Enter")
    expect(page.locator("#diagonal-fault")).to_be_hidden()
    inch = (1920**2 + 1080**2) ** 0.5 / 24
    assert square_on_glass(page) == pytest.approx(inch, rel=1e-3)
    page.reload()
    assert square_on_glass(page) == pytest.approx(inch, rel=1e-3)


def test_quarter_turns_turn_the_map_and_keep_it_whole(open_page: OpenPage) -> None:
    page = open_page("gm", "/screen", TABLET)
    settings(page)
    for turn in ("90", "180", "270", ""):
        page.get_by_role("button", name="Turn by a quarter").click()
        transform = page.locator("#map .view").get_attribute("transform") or ""
        assert f"rotate({turn})" in transform if turn else transform == ""
        box = page.locator("#layer-walls, #layer-terrain").first.bounding_box()
        assert box is not None
        assert min(box["x"], box["y"]) >= 0
        assert box["x"] + box["width"] <= TABLET[0]
        assert box["y"] + box["height"] <= TABLET[1]


def test_the_settings_hide_while_nobody_touches_the_screen(open_page: OpenPage) -> None:
    page = open_page("gm", "/screen", WALL)
    expect(page.locator("#screen-settings")).to_be_hidden(timeout=9000)
    page.mouse.move(500, 400)
    expect(page.locator("#screen-settings")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, TABLET, WALL])
def test_axe_finds_nothing(open_page: OpenPage, size: tuple[int, int], theme: str) -> None:
    page = open_page("gm", "/screen", size, theme=theme)
    settings(page)
    assert Axe().run(page).response["violations"] == []
