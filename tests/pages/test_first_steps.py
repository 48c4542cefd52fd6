"""What somebody new sees first: what to do next, and every name on the map."""

import re

from playwright.sync_api import Page, expect

from app.encounter.commands import ClaimToken, RemoveToken
from geometry.grid import Square
from tests.pages.conftest import PHONE, OpenPage, linked
from tests.support.board_live import Live


def names_shown(page: Page) -> list[dict[str, float]]:
    boxes: list[dict[str, float]] = page.evaluate(
        """() => [...document.querySelectorAll('.token__name')].filter((name) => name.getClientRects().length)
        .map((name) => name.getBoundingClientRect().toJSON())"""
    )
    return boxes


def test_names_of_neighbours_do_not_cover_one_another(live: Live, open_page: OpenPage) -> None:
    for x in range(4):
        live.place(f"Storm trooper {x}", "trooper", "enemy", Square(9 + x, 8))
    page = open_page("gm", "")
    linked(page)
    boxes = names_shown(page)
    assert len(boxes) > 5
    for i, one in enumerate(boxes):
        for two in boxes[i + 1 :]:
            apart = one["right"] <= two["left"] + 1 or two["right"] <= one["left"] + 1
            assert apart or one["bottom"] <= two["top"] + 1 or two["bottom"] <= one["top"] + 1


def test_a_player_without_a_token_is_told_on_the_phone(live: Live, open_page: OpenPage) -> None:
    live.place("Brann", "heavy_gunner", "ally", Square(1, 1))
    live.handle(ClaimToken(live.tokens["Vexa"], None))
    page = open_page("dario", "", PHONE, has_touch=True)
    page.get_by_role("link", name="Take a token").tap()
    expect(page.get_by_role("heading", name="Your tokens")).to_be_visible()
    page.locator("li", has_text="Brann").get_by_role("button").tap()
    page.get_by_role("link", name="To the board").tap()
    expect(page.get_by_role("toolbar", name="Brann’s actions").filter(visible=True)).to_be_visible()


def test_a_map_without_tokens_leads_to_placing_them(live: Live, open_page: OpenPage) -> None:
    for id in list(live.state.tokens):
        live.handle(RemoveToken(id))
    page = open_page("gm", "")
    linked(page)
    expect(page.get_by_role("button", name="Roll initiative")).to_have_count(0)
    page.get_by_role("link", name="Place tokens").filter(visible=True).click()
    page.get_by_label("Square, for example H11").wait_for()
    box = page.locator("#map").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_label("Square, for example H11")).to_have_value(re.compile("[A-Z][0-9]"))
    page.get_by_role("button", name="Place", exact=True).click()
    expect(page.locator("#layer-tokens .token")).to_have_count(1)


def test_a_refusal_goes_when_something_is_done(live: Live, open_page: OpenPage) -> None:
    page = open_page("gm", "")
    linked(page)
    page.evaluate(
        "document.getElementById('toast').innerHTML = '<div class=\"refusal\" role=\"alert\"><p>Too far.</p></div>'"
    )
    page.get_by_role("tab", name="Token").click()
    page.get_by_role("button", name="Lock").click()
    expect(page.locator("#toast .refusal")).to_have_count(0)


def test_the_key_for_the_next_target_keeps_to_those_that_can_be_hit(live: Live, open_page: OpenPage) -> None:
    live.put("Trooper", Square(9, 0))  # behind the inner wall
    page = open_page("dario", "")
    linked(page)
    page.focus("#map")
    page.get_by_role("button", name="Blaster rifle").filter(visible=True).first.click()
    expect(page.locator("[data-tag] .tag--no")).not_to_have_count(0)
    page.focus("#map")
    for _ in range(4):
        page.keyboard.press("t")
        expect(page.locator("#cursor-says")).not_to_contain_text("Trooper")
        expect(page.locator("#cursor-says")).to_contain_text(re.compile("Roake|Sael"))
