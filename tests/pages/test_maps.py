"""Maps in a browser: import by picker and by drop, the grid as it is typed, drawing by mouse, touch and keyboard."""

import base64
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from app.encounter.state import Map
from geometry.battlefield import BarrierKind, SquareKind
from geometry.grid import Point, Square
from tests.support.board_live import Live
from tests.support.map_files import FILES, changed, fixture, picture, portal

PHONE, TABLET, DESKTOP = (390, 844), (1024, 768), (1440, 900)
Open = Callable[..., Page]


@pytest.fixture
def open_page(chromium: Browser, live: Live) -> Iterator[Open]:
    """Open a page of the table; whatever is written to its console as an error fails the test."""
    faults: list[str] = []
    contexts = []

    def open_(path: str = "", who: str = "gm", size: tuple[int, int] = DESKTOP, **more: Any) -> Page:
        width, height = size
        context = chromium.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **more)
        contexts.append(context)
        context.add_cookies([{"name": "device", "value": live.devices[who], "url": live.base}])
        page = context.new_page()
        page.set_default_timeout(8000)
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(live.url + path)
        if not path:
            page.wait_for_selector("#map[data-ready=yes]")
            page.wait_for_selector("#link-state[data-live=on]")
        return page

    yield open_
    for context in contexts:
        context.close()
    assert faults == []


def on_glass(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a place on the map, in squares, lies in the window."""
    scale, left, top = page.evaluate(
        "() => { const m = document.querySelector('#map .view').getScreenCTM(); return [m.a, m.e, m.f]; }"
    )
    return x * 100 * scale + left, y * 100 * scale + top


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*on_glass(page, *start))
    page.mouse.down()
    page.mouse.move(*on_glass(page, *end), steps=4)
    page.mouse.up()


def settled(page: Page, live: Live, holds: Callable[[Map], bool]) -> Map:
    """The map as soon as something is true of it."""
    for _ in range(80):
        assert live.state.map is not None
        if holds(live.state.map):
            return live.state.map
        page.wait_for_timeout(50)
    raise AssertionError("the map does not become what was drawn")


def take_up(page: Page, tool: str, kind: str) -> None:
    page.click(f'[data-tool-button="{tool}"]')
    page.check(f'[data-tool-kinds="{tool}"] input[value="{kind}"]')


def drop_file(page: Page, name: str, data: bytes) -> None:
    """Drop a file in the middle of the page, as from the desktop."""
    page.evaluate(
        """([name, data]) => {
            const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([bytes], name));
            for (const kind of ["dragenter", "dragover", "drop"]) {
                document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
            }
        }""",
        [name, base64.b64encode(data).decode()],
    )


def test_a_map_by_the_file_picker_and_seen_at_once_by_a_player(live: Live, open_page: Open) -> None:
    page = open_page("/map")
    page.set_input_files('input[type="file"]', FILES / "normal.dd2vtt")
    page.get_by_role("button", name="Look at it").click()
    expect(page.locator("#import")).to_contain_text("7 wall pieces")
    expect(page.locator("#import-map image")).to_have_count(1)
    page.select_option("#door-2", "door")
    expect(page.locator("#import")).to_contain_text("2 closed doors")
    watching = open_page(who="dario")
    page.get_by_role("button", name="Use this map").click()
    page.wait_for_selector("#map[data-columns='8']")
    expect(watching.locator("#layer-picture image")).to_have_count(1)
    expect(watching.locator("#layer-walls .door-leaf")).to_have_count(2)
    expect(watching.locator("#map")).to_have_attribute("data-columns", "8")
    expect(watching.locator("#map")).to_have_attribute("data-rows", "6")


def test_a_file_dropped_on_the_board(live: Live, open_page: Open) -> None:
    page = open_page()
    drop_file(page, "shed.uvtt", fixture("normal.dd2vtt"))
    page.wait_for_selector("#import")
    expect(page.get_by_label("Name")).to_have_value("shed")


def test_a_file_too_large_is_told_before_it_is_sent(live: Live, open_page: Open) -> None:
    page = open_page("/map")
    page.evaluate("document.querySelector('form[data-drop]').dataset.most = 100")
    page.set_input_files('input[type="file"]', FILES / "normal.dd2vtt")
    expect(page.locator("[data-too-large]")).to_be_visible()
    page.get_by_role("button", name="Look at it").click()
    page.wait_for_timeout(200)
    assert page.url.endswith("/map")


def test_the_grid_follows_what_is_typed(live: Live, open_page: Open) -> None:
    page = open_page("/map")
    file = {"name": "cave.png", "mimeType": "image/png", "buffer": picture(600, 400)}
    page.set_input_files('input[type="file"]', [file])  # type: ignore[list-item]
    page.get_by_role("button", name="Look at it").click()
    page.wait_for_selector("#import")
    page.wait_for_load_state()  # its scripts run
    page.get_by_label("Columns").fill("12")
    image = page.locator("#import-map .map__picture")
    expect(page.get_by_label("Pixels a square")).to_have_value("50")
    expect(page.get_by_label("Rows")).to_have_value("8")
    expect(image).to_have_attribute("width", "1200.000")
    expect(page.locator("#import-map #layer-grid rect")).to_have_attribute("width", "1200")
    page.get_by_label("Pixels a square").fill("47.5")
    page.get_by_label("First line from the left, in pixels").fill("9.5")
    expect(image).to_have_attribute("x", "-20.000")
    page.get_by_role("button", name="Use this map").click()
    page.wait_for_selector("#map")
    made = settled(page, live, lambda map_: map_.columns == 12)
    assert made.picture is not None
    assert (made.picture.square_pixels, made.picture.offset) == (47.5, (9.5, 0.0))


def test_walls_by_taps_doors_by_a_tap_and_squares_by_a_drag(live: Live, open_page: Open) -> None:
    page = open_page()
    take_up(page, "walls", "wall")
    for corner in ((10, 1), (14, 1), (14, 4)):
        page.mouse.click(*on_glass(page, *corner))
    take_up(page, "doors", "door")
    page.mouse.click(*on_glass(page, 12.5, 1.1))
    take_up(page, "ground", "cover")
    drag(page, (10.5, 7.5), (12.5, 8.5))
    made = settled(page, live, lambda map_: len(map_.squares.get(SquareKind.COVER, ())) == 6)
    doors = {b.points for b in made.barriers.values() if b.kind is BarrierKind.DOOR}
    assert (Point(12, 1), Point(13, 1)) in doors
    assert any(b.points == (Point(14, 1), Point(14, 4)) for b in made.barriers.values())
    expect(page.locator("#layer-terrain .sign--barrel")).to_have_count(6)
    page.click("#undo")
    settled(page, live, lambda map_: SquareKind.COVER not in map_.squares)


def test_a_wall_is_erased_by_a_tap_and_nothing_there_is_said(live: Live, open_page: Open) -> None:
    page = open_page()
    take_up(page, "walls", "erase-walls")
    page.mouse.click(*on_glass(page, 8.1, 1.5))
    settled(page, live, lambda map_: "inner" not in map_.barriers)
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#tool-row")).to_be_hidden()
    expect(page.locator('[data-tool-button="select"]')).to_be_focused()


def test_drawing_by_keyboard_alone(live: Live, open_page: Open) -> None:
    page = open_page()
    page.locator("#map").focus()
    page.keyboard.press("b")
    for key in ("ArrowRight", "Enter", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.locator("#tool-says")).to_have_text("Corner 10, 5")
    page.keyboard.press("Enter")
    settled(page, live, lambda map_: any(b.points == (Point(8, 5), Point(10, 5)) for b in map_.barriers.values()))
    page.keyboard.press("f")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#tool-says")).to_have_text("I6")
    for key in ("Enter", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    made = settled(page, live, lambda map_: SquareKind.FOG in map_.squares)
    assert made.squares[SquareKind.FOG] == {Square(8, 5), Square(8, 6)}
    page.keyboard.press("Escape")
    assert page.evaluate("document.getElementById('map').dataset.tool") is None


def test_drawing_by_touch_and_moving_the_map_with_two_fingers(live: Live, open_page: Open) -> None:
    page = open_page(size=TABLET, has_touch=True)
    page.locator('[data-tool-button="light"]').tap()
    page.touchscreen.tap(*on_glass(page, 5.5, 5.5))
    settled(page, live, lambda map_: map_.squares.get(SquareKind.DIM) == frozenset({Square(5, 5)}))
    before = on_glass(page, 0, 0)
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *at: tuple[float, float]) -> None:
        marks = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(at)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": marks})

    touch("touchStart", (300, 300))
    touch("touchStart", (300, 300), (400, 300))
    for step in (20, 40, 60):
        touch("touchMove", (300 + step, 300 + step), (400 + step, 300 + step))
    touch("touchEnd")
    assert on_glass(page, 0, 0) != before
    assert live.state.map is not None
    assert live.state.map.squares.get(SquareKind.DIM) == frozenset({Square(5, 5)})
    start, end = on_glass(page, 9.5, 5.5), on_glass(page, 10.5, 5.5)
    touch("touchStart", start)
    touch("touchMove", ((start[0] + end[0]) / 2, start[1]))
    touch("touchMove", end)
    touch("touchEnd")
    settled(page, live, lambda map_: len(map_.squares.get(SquareKind.DIM, ())) == 3)


def test_players_get_no_tools(live: Live, open_page: Open) -> None:
    page = open_page(who="dario")
    assert page.locator("[data-tool-button], #tool-row, #map-drop").count() == 0


@pytest.mark.parametrize(
    ("size", "scheme"),
    [(PHONE, "light"), (TABLET, "dark"), (DESKTOP, "light"), (DESKTOP, "dark")],
    ids=["phone", "tablet", "desktop", "desktop-dark"],
)
def test_axe_finds_nothing_and_nothing_is_too_small(
    live: Live, open_page: Open, size: tuple[int, int], scheme: str
) -> None:
    page = open_page("/map", size=size, color_scheme=scheme)
    sound(page)
    two = [portal((2, 2), (3, 2)), portal((3, 2), (4, 2)), portal((5, 2), (5, 2.8))]
    data = changed(lambda d: (d.update(portals=two), d["environment"].update(ambient_light="#202020")))
    file = {"name": "shed.uvtt", "mimeType": "application/json", "buffer": data}
    page.set_input_files('input[type="file"]', [file])  # type: ignore[list-item]
    page.get_by_role("button", name="Look at it").click()
    page.wait_for_selector("#import")
    sound(page)


def test_axe_finds_nothing_in_the_tools(live: Live, open_page: Open) -> None:
    page = open_page(size=TABLET)
    page.click('[data-tool-button="walls"]')
    sound(page)


def sound(page: Page) -> None:
    """No finding of axe, no sideways scroll, no control under 44 pixels."""
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]})
    assert found.response["violations"] == [], found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate(
        """() => [...document.querySelectorAll(
                ".maps-page :is(button, select, .field__input, summary, .check), .tool-row :is(button, label)")]
            .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 43.5)
            .map((each) => each.outerHTML.slice(0, 90))"""
    )
    assert small == []
