"""The lobby in a browser: opening a table, coming back to it, restoring one, language and theme; touch and keys."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from app.service import Tables
from app.web.deps import new_device
from tests.pages.conftest import DESKTOP, PHONE, TABLET

OpenHouse = Callable[..., Page]
SMALL = (320, 640)


@pytest.fixture
def open_house(chromium: Browser, house: Any) -> Iterator[OpenHouse]:
    """Open an address of the house as a browser that nobody knows yet, or with a device of its own."""
    faults: list[str] = []
    contexts = []

    def open_(
        path: str = "/", size: tuple[int, int] = DESKTOP, *, device: str = "", theme: str = "", **more: Any
    ) -> Page:
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", **{"locale": "en-GB", **more}
        )
        contexts.append(context)
        for name, value in (("device", device), ("theme", theme)):
            if value:
                context.add_cookies([{"name": name, "value": value, "url": house[0]}])
        page = context.new_page()
        page.set_default_timeout(8000)
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(house[0] + path)
        return page

    yield open_
    for context in contexts:
        context.close()
    # a page that says 404 or 422 is what is asked for here; the browser notes it all the same
    assert [fault for fault in faults if "status of 404" not in fault and "status of 422" not in fault] == []


def too_small(page: Page) -> list[str]:
    """What can be tapped and is less than 44 px high or wide; links within a sentence are words, not buttons."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("button, a, summary, input:not([type=hidden]), select")]
            .filter((part) => part.checkVisibility() && !part.matches(".skip"))
            .filter((part) => { const box = part.getBoundingClientRect(); return box.width < 44 || box.height < 43.5; })
            .map((part) => part.outerHTML)"""
    )
    return found


def test_a_table_is_opened_with_two_names_and_a_tap(open_house: OpenHouse) -> None:
    page = open_house(size=PHONE, has_touch=True)
    page.get_by_label("Name", exact=True).fill("The drowned archive")
    page.get_by_label("Your name, as the GM").fill("Irene")
    page.get_by_role("radio", name="No map yet").tap()
    page.get_by_role("button", name="Open the table").tap()
    page.wait_for_url("**/t/*")
    page.goto(page.url.split("/t/")[0] + "/")
    expect(page.get_by_role("heading", name="The drowned archive")).to_be_visible()
    page.get_by_role("link", name="Open The drowned archive").tap()
    page.wait_for_url("**/t/*")


def test_the_demo_is_laid_by_keyboard_alone(open_house: OpenHouse, house: Any) -> None:
    page = open_house()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the content")).to_be_focused()
    page.get_by_label("Name", exact=True).focus()
    page.keyboard.type("Hangar 7")
    page.keyboard.press("Tab")
    page.keyboard.type("Irene")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    tables: Tables = house[1]
    state = tables.load(page.url.rsplit("/", 1)[1])
    assert (state.name, len(state.tokens)) == ("Hangar 7", 9)


def test_what_is_wrong_stands_at_its_field_and_nothing_typed_is_lost(open_house: OpenHouse) -> None:
    page = open_house()
    page.get_by_label("Name", exact=True).evaluate("(field) => { field.removeAttribute('maxlength'); }")
    page.get_by_label("Name", exact=True).fill("x" * 10_000)
    page.get_by_label("Your name, as the GM").fill("<b>Irene</b>")
    page.get_by_role("button", name="Open the table").click()
    name = page.get_by_label("Name", exact=False).first
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("That text is too long: 60 characters at most.")).to_be_visible()
    expect(page.get_by_label("Your name, as the GM")).to_have_value("<b>Irene</b>")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_markup_in_a_name_is_words(open_house: OpenHouse, house: Any) -> None:
    device = new_device()
    house[1].create("<img src=x onerror=alert(1)>", "saga", device, gm="<script>alert(2)</script>")
    page = open_house(device=device)
    expect(page.get_by_role("heading", name="<img src=x onerror=alert(1)>")).to_be_visible()
    assert page.locator("main img, main script").count() == 0


def test_a_table_comes_back_from_its_file(open_house: OpenHouse, house: Any, tmp_path: Path) -> None:
    device = new_device()
    table_id, _ = house[1].create("Convoy to Halvek", "saga", device, gm="Irene")
    page = open_house(device=device)
    with page.expect_download() as download:
        page.evaluate("(address) => { location.href = address; }", f"/t/{table_id}/export")
    file = tmp_path / "table.casilla.zip"
    download.value.save_as(file)
    other = open_house()
    other.get_by_text("Restore a table from a file").click()
    other.get_by_label("The file that was exported").set_input_files(file)
    other.get_by_role("button", name="Restore").click()
    other.wait_for_url("**/t/*")
    other.goto(house[0])
    expect(other.get_by_role("heading", name="Convoy to Halvek")).to_be_visible()


def test_a_file_that_is_no_table_is_refused_in_a_sentence(open_house: OpenHouse, tmp_path: Path) -> None:
    wrong = tmp_path / "holiday.zip"
    wrong.write_bytes(b"no archive at all")
    page = open_house()
    page.get_by_text("Restore a table from a file").click()
    page.get_by_label("The file that was exported").set_input_files(wrong)
    page.get_by_role("button", name="Restore").click()
    expect(page.locator("#fault-archive")).to_be_visible()


def test_language_and_theme_turn_on_every_page_and_stay(open_house: OpenHouse) -> None:
    page = open_house()
    page.get_by_role("button", name="Change language to Español").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.get_by_role("button", name="Oscuro o claro").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    for path in ("/credits", "/join", "/nothing", "/"):
        page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2] + path)
        expect(page.locator("html")).to_have_attribute("lang", "es")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_system_wish_for_dark_is_followed_until_one_chooses(open_house: OpenHouse) -> None:
    page = open_house(color_scheme="dark")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Dark or light").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark


def test_the_lobby_works_without_scripts(open_house: OpenHouse) -> None:
    page = open_house(java_script_enabled=False)
    page.get_by_role("button", name="Dark or light").click()
    page.get_by_label("Name", exact=True).fill("Plain")
    page.get_by_label("Your name, as the GM").fill("Irene")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")


LOOKS = [(PHONE, "light"), (TABLET, "dark"), (DESKTOP, "light"), (PHONE, "dark")]


@pytest.mark.parametrize("path", ["/", "/join?code=XXXXXX", "/credits", "/nothing"])
@pytest.mark.parametrize(("size", "theme"), LOOKS[:2])
def test_axe_finds_nothing_and_nothing_is_too_small(
    open_house: OpenHouse, path: str, size: tuple[int, int], theme: str
) -> None:
    page = open_house(path, size, theme=theme)
    found = Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    assert too_small(page) == []


@pytest.mark.parametrize("lang", ["en-GB", "es-ES"])
def test_nothing_scrolls_sideways_on_the_smallest_phone(open_house: OpenHouse, house: Any, lang: str) -> None:
    device = new_device()
    house[1].create("W" * 60, "saga", device, gm="M" * 60)
    page = open_house("/", SMALL, locale=lang, device=device)
    for path in ("/", "/join", "/credits", "/nothing"):
        page.goto(house[0] + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL[0], path
