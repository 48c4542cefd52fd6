"""Pages in a browser: Chromium, a served table, and a page that fails on any error in its console."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright

from tests.support.board_live import Live, lay_table, served
from tests.support.browser import launch

PHONE, TABLET, DESKTOP = (390, 844), (1024, 768), (1440, 900)
OpenPage = Callable[..., Page]


def _is_fault(said: ConsoleMessage) -> bool:
    """An error, but for the browser's own note that a form came back with what is wrong in it."""
    return said.type == "error" and "status of 422" not in said.text


def linked(page: Page) -> None:
    """Wait until the page's stream stands."""
    page.wait_for_selector("html[data-live=on]", state="attached")


@pytest.fixture(scope="module")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = launch(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with served(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture
def live(house: Any) -> Live:
    return lay_table(*house)


@pytest.fixture
def open_page(chromium: Browser, live: Live) -> Iterator[OpenPage]:
    """Open an address of the table ("/text") as one of its seats."""
    faults: list[str] = []
    contexts = []

    def open_(who: str, path: str, size: tuple[int, int] = DESKTOP, *, theme: str = "light", **more: Any) -> Page:
        width, height = size
        context = chromium.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **more)
        contexts.append(context)
        context.add_cookies(
            [
                {"name": "device", "value": live.devices[who], "url": live.base},
                {"name": "theme", "value": theme, "url": live.base},
            ]
        )
        page = context.new_page()
        page.set_default_timeout(8000)
        page.on("console", lambda said: faults.append(f"{said.text} {said.location}") if _is_fault(said) else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(live.url + path)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert faults == []
