"""A whole evening with three seats at once: a map comes in, somebody joins by link, walks into a blow, the power fails.

GM at a desk, player with a finger on a phone, table screen on a device of its own. All that player and screen receive
meanwhile is kept and searched for what they may not know.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from app.encounter.events import Told
from app.i18n import translate
from app.storage.codec import loads
from tests.support.evening import COLUMNS, House, Wire, depot, house_in

PHONE, DESKTOP, TELEVISION = (390, 844), (1440, 900), (1920, 1080)
LOST_LINK = re.compile(r"net::ERR_|NetworkError|Failed to fetch|network error", re.IGNORECASE)

HIDDEN = "Nightglass"
HIDDEN_WEAPON = "Whisperthorn"
HIDDEN_FIGURES = ("83917", "4871")  # hit points, threshold
HIDDEN_SQUARES = (("R13", 17, 12), ("S13", 18, 12))


@dataclass
class Faults:
    """What the consoles complain of. While the server is away, that it is away is no fault."""

    away: bool = False
    found: list[str] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        page.on("console", lambda said: self._complaint(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.found.append(f"page error: {error}"))

    def _complaint(self, text: str) -> None:
        if not (self.away and LOST_LINK.search(text)):
            self.found.append(text)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with house_in(tmp_path) as found:
        yield found


@pytest.fixture
def faults() -> Faults:
    return Faults()


@pytest.fixture
def new_page(chromium: Browser, faults: Faults) -> Iterator[Callable[..., Page]]:
    """A browser of its own, as on a device of its own."""
    contexts = []

    def open_(size: tuple[int, int], **more: Any) -> Page:
        width, height = size
        context = chromium.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **more)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        faults.listen(page)
        return page

    yield open_
    for context in contexts:
        context.close()


def linked(page: Page) -> None:
    page.wait_for_selector("html[data-live=on]", state="attached", timeout=20_000)


def on_board(page: Page) -> None:
    page.wait_for_selector("#map[data-ready=yes]")
    linked(page)


def glass(page: Page, x: int, y: int) -> tuple[float, float]:
    """Where the middle of a square lies in the window."""
    scale, left, top = page.evaluate(
        "() => { const m = document.querySelector('#map .view').getScreenCTM(); return [m.a, m.e, m.f]; }"
    )
    return (x + 0.5) * 100 * scale + left, (y + 0.5) * 100 * scale + top


def aim_at(page: Page, x: float, y: float) -> None:
    """Tap a target until its card comes: Chromium drops a tap while the map still moves under the sheet."""
    card = page.locator("#asked[data-kind=card]")
    for _ in range(3):
        tap(page, x, y)
        with suppress(AssertionError):
            expect(card).to_be_attached(timeout=2500)
            return
    expect(card).to_be_attached()


def tap(page: Page, x: int, y: int) -> None:
    """Put a finger in the middle of a square, as soon as the map lies still."""
    before = None
    while before != (before := glass(page, x, y)):
        page.wait_for_timeout(150)
    bring_into_sight(page, x, y)
    page.touchscreen.tap(*glass(page, x, y))


def bring_into_sight(page: Page, x: int, y: int) -> None:
    """Push the map with one finger until a square lies in the upper middle of the phone."""
    here, width = glass(page, x, y), PHONE[0]
    if 30 < here[0] < width - 30 and 110 < here[1] < 400:
        return
    cdp = page.context.new_cdp_session(page)
    by = (max(-150, min(150, width / 2 - here[0])), max(-100, min(100, 250 - here[1])))
    for kind, part in (("touchStart", 0.0), ("touchMove", 0.5), ("touchMove", 1.0), ("touchEnd", None)):
        at = [] if part is None else [{"x": width / 2 + by[0] * part, "y": 250 + by[1] * part, "id": 0}]
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
    page.wait_for_timeout(400)  # a tap at once would be taken for the end of the push
    assert glass(page, x, y) != here, "the map does not follow the finger"
    bring_into_sight(page, x, y)


def token(page: Page, name: str) -> str:
    """The id of a token on this page's map."""
    found = page.locator(f'#layer-tokens [data-name="{name}"]').get_attribute("data-token")
    assert found
    return found


def stands_at(page: Page, id: str, x: int, y: int) -> None:
    expect(page.locator(f"#token-{id}")).to_have_attribute("transform", f"translate({x * 100} {y * 100})")


def drawn(page: Page, id: str) -> str:
    """A token as it is drawn, whatever blanks lie between its parts."""
    return re.sub(r">\s+<", "><", page.locator(f"#token-{id}").evaluate("it => it.outerHTML"))


def comes_to_look(page: Page, id: str, old: str, *, same: bool) -> None:
    """Wait until a token looks as of old, or else."""
    for _ in range(100):
        if (drawn(page, id) == old) is same:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"it looks {'otherwise' if same else 'the same'} still: {page.url}")


# --- the GM's preparations


def open_table(page: Page) -> str:
    """A new table from the lobby: its address below the server's."""
    page.goto("/")
    page.get_by_label("Name", exact=True).fill("Night at the depot")
    page.get_by_label("Your name, as the GM").fill("Irene")
    page.get_by_label("Saga").check(force=True)
    page.get_by_label("A picture or a Universal VTT file").check(force=True)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile("/t/[a-z0-9]+"))
    found = re.search("/t/[a-z0-9]+", page.url)
    assert found
    return found[0]


def import_map(page: Page, table: str) -> None:
    page.goto(f"{table}/map")
    file = {"name": "Depot.uvtt", "mimeType": "application/json", "buffer": depot()}
    page.set_input_files('input[type="file"]', file)  # type: ignore[arg-type]
    page.get_by_role("button", name="Look at it").click()
    expect(page.locator("#import")).to_contain_text("1 closed door, 1 open door, 1 object")
    page.get_by_role("button", name="Use this map").click()
    page.wait_for_selector(f"#map[data-columns='{COLUMNS}']")


def place(page: Page, table: str, sample: str, name: str, square: str, side: str) -> None:
    page.goto(f"{table}/tokens/new")
    page.check(f"input[name=sample][value={sample}]", force=True)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Square, for example H11").fill(square)
    page.check(f"input[name=side][value={side}]", force=True)
    page.get_by_role("button", name="Place", exact=True).click()
    expect(page.get_by_text("Placed.")).to_be_visible()


def place_hidden(page: Page, table: str, square: str) -> str:
    """Somebody of whom only the GM knows, with figures that are nobody else's: its id."""
    page.goto(f"{table}/tokens/new?by=form&sample=assassin_droid")
    page.fill("#token-name", HIDDEN)
    page.fill("#token-square", square)
    page.check("input[name=side][value=enemy]", force=True)
    page.check("input[name=hidden]", force=True)
    page.fill('[name="profile.hit_points_max"]', HIDDEN_FIGURES[0])
    page.fill('[name="profile.hit_points"]', HIDDEN_FIGURES[0])
    page.fill('[name="profile.threshold"]', HIDDEN_FIGURES[1])
    page.fill('[name="profile.weapons.0.name"]', HIDDEN_WEAPON)
    page.get_by_role("button", name="Place", exact=True).click()
    expect(page.get_by_text("Placed.")).to_be_visible()
    page.goto(table)
    return token(page, HIDDEN)


def keep_dice_secret(page: Page, table: str) -> None:
    page.goto(f"{table}/settings")
    page.get_by_label("Players see the dice of the other side").select_option("off")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.")).to_be_visible()


def invitation(page: Page, table: str) -> str:
    page.goto(f"{table}/invite")
    return urlsplit(page.input_value("#invite-link")).path


def join(page: Page, link: str, name: str, who: str) -> None:
    """Take a seat by the link of the invitation: a token's, or another by its words."""
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_label(who).check(force=True)
    page.get_by_role("button", name="Join the table").click()
    page.wait_for_url(re.compile("/t/[a-z0-9]+"))


# --- what nobody but the GM may read


def secret_words(house: House) -> list[str]:
    """All that was written about dice that fell in secret, as the GM reads it; of attacks what they came to, too."""
    words: list[str] = []
    for *_, kind, payload in house.log():
        event = loads(kind, payload)
        if not isinstance(event, Told) or event.record is None:
            continue
        secret = [roll for roll in event.record.rolls if roll.secret]
        words += [translate(roll.label, "en", {}) for roll in secret]
        if secret and event.record.card and event.record.title:
            words.append(translate(event.record.title, "en", {}))
    return words


def static_words() -> str:
    """What everybody is sent whatever is played: needles must not stand in there."""
    folder = Path(__file__).resolve().parent.parent.parent / "static"
    return "\n".join(path.read_bytes().decode("latin-1") for path in folder.rglob("*") if path.is_file())


@pytest.fixture
def wires(house: House) -> Iterator[tuple[Wire, Wire]]:
    found = Wire(house), Wire(house)
    yield found
    for wire in found:
        wire.close()


def test_an_evening(house: House, wires: tuple[Wire, Wire], new_page: Callable[..., Page], faults: Faults) -> None:
    player_wire, screen_wire = wires
    gm = new_page(DESKTOP, base_url=house.base)
    phone = new_page(PHONE, base_url=player_wire.base, has_touch=True)
    screen = new_page(TELEVISION, base_url=screen_wire.base)

    table = open_table(gm)
    import_map(gm, table)
    place(gm, table, "scout", "Vexa", "D11", "ally")
    place(gm, table, "brute", "Bruno", "E12", "enemy")
    place(gm, table, "officer", "Roake", "L11", "enemy")
    hidden = place_hidden(gm, table, HIDDEN_SQUARES[0][0])
    keep_dice_secret(gm, table)
    link = invitation(gm, table)

    join(phone, link, "Dario", "Vexa")
    on_board(phone)
    join(screen, link, "Television", "This is the screen on the table")
    screen.goto(f"{table}/screen")
    linked(screen)
    everybody = (gm, phone, screen)

    # Behind the players' backs: the hidden one steps aside.
    gm.goto(f"{table}/tokens/{hidden}/sheet")
    gm.get_by_text("Move by hand").click()
    gm.fill("#place-square", HIDDEN_SQUARES[1][0])
    gm.get_by_role("button", name="Put it there").click()
    gm.goto(table)
    on_board(gm)
    vexa, roake = token(gm, "Vexa"), token(gm, "Roake")
    stands_at(gm, hidden, *HIDDEN_SQUARES[1][1:])

    # The fight begins, and it comes to be Vexa's turn.
    gm.locator('#dock [data-action="start"]').click()
    expect(gm.locator("#turn-order [aria-current]")).to_have_count(1)
    gm.click("#manage summary")
    for _ in range(4):
        if "Vexa" in gm.locator("#turn-order [aria-current]").inner_text():
            break
        before = gm.locator("#turn-order [aria-current]").inner_text()
        gm.get_by_role("button", name="Next turn").click()
        expect(gm.locator("#turn-order [aria-current]")).not_to_have_text(before)
    for page in (phone, gm):
        expect(page.locator("#turn-order [aria-current]")).to_contain_text("Vexa")
    expect(screen.locator(".ribbon--bottom")).to_contain_text("Vexa’s turn")

    # A step away from Bruno: he may strike, and Irene, who plays him, is asked.
    house.dice(3)
    phone.tap("#rest [data-group=move]")
    expect(phone.locator("#layer-area .reach")).to_be_attached()
    tap(phone, 3, 7)
    expect(phone.locator("#panel-now")).to_contain_text("On the way")
    expect(phone.locator(".board")).to_have_attribute("data-sheet", "half")
    phone.tap("#panel-now [data-go]")
    expect(phone.locator("#prompt")).to_contain_text("Waiting for the GM")
    expect(gm.locator("#prompt .prompt__choices button")).not_to_have_count(0)
    expect(screen.locator(".ribbon--bottom")).to_contain_text("Waiting for")
    question = gm.locator("#prompt-question").inner_text()
    assert "Bruno" in gm.locator("#prompt").inner_text()

    # The power fails.
    before_kill = house.log()
    faults.away = True
    house.kill()
    for page in everybody:
        page.wait_for_selector("html:not([data-live=on])", state="attached")
    assert house.log() == before_kill
    house.start()
    for page in everybody:
        linked(page)
    faults.away = False
    assert house.log() == before_kill
    expect(gm.locator("#prompt-question")).to_have_text(question)
    phone.reload()
    on_board(phone)
    expect(phone.locator("#prompt")).to_contain_text("Waiting for")
    stands_at(phone, vexa, 3, 10)

    # He strikes, misses, and she goes on.
    gm.locator("#prompt .prompt__choices button").first.click()
    for page in everybody:
        stands_at(page, vexa, 3, 7)
    for page in (gm, phone):
        expect(page.locator("#prompt .prompt")).not_to_be_attached()
    expect(phone.locator("#log")).to_contain_text("Bruno")
    expect(gm.locator("#panel-rest")).to_contain_text("3 + 9 = 12")

    # She shoots at Roake behind his crate.
    whole = {page: drawn(page, roake) for page in everybody}
    house.dice(17, 5)
    phone.tap("#rest [data-group=attack]")
    expect(phone.locator("#layer-overlay .tag")).not_to_have_count(0)
    aim_at(phone, 11, 10)
    expect(phone.locator("#panel-now")).to_contain_text("SE-COVER")
    phone.tap("#panel-now [data-go]")
    for page in (phone, gm):
        expect(page.locator("#panel-rest .result__word--hit")).to_be_attached()
        expect(page.locator("#log")).to_contain_text("Roake")
    expect(screen.locator(".ribbon--bottom .ribbon__asked")).to_contain_text("Roake")
    for page in everybody:
        expect(page.locator(f"#token-{roake}")).to_be_attached()
        comes_to_look(page, roake, whole[page], same=False)
    hurt = house.log()

    # Irene takes it back.
    gm.click("#undo")
    for page in everybody:
        comes_to_look(page, roake, whole[page], same=True)
    for page in (phone, gm):
        expect(page.locator("#panel-rest .result__word--hit")).not_to_be_attached()

    # Nothing of the log was lost or changed.
    log = house.log()
    assert log[: len(before_kill)] == before_kill
    assert log[: len(hurt)] == hurt
    assert [row[0] for row in log] == list(range(1, len(log) + 1))

    # The player is curious.
    for path in ("", "/text", "/screen", "/invite", f"/ask?token={vexa}&action=more", f"/tokens/{roake}/sheet"):
        assert phone.request.get(f"{table}{path}").ok
    placed = next(row[0] for row in log if row[4] == "token-placed" and hidden in row[5])
    for path in ("/tokens", "/export", "/settings", "/map", f"/log/{placed}"):
        assert not phone.request.get(f"{table}{path}").ok
    time.sleep(0.2)

    static = static_words()
    dice = secret_words(house)
    assert "3 + 9 = 12" in dice
    needles = [hidden, HIDDEN, HIDDEN_WEAPON, *HIDDEN_FIGURES, *dice]
    needles += [f"translate({x * 100} {y * 100})" for _, x, y in HIDDEN_SQUARES]
    needles += [f'data-x="{x}" data-y="{y}"' for _, x, y in HIDDEN_SQUARES]
    gm_reads = gm.request.get(table).text()
    assert HIDDEN in gm_reads
    assert hidden in gm_reads
    for wire in (player_wire, screen_wire):
        heard = wire.heard
        for known in ("Vexa", vexa, roake, "Bruno", "text/event-stream", "content-type: image/png"):
            assert known in heard
        assert "content-encoding" not in heard
        for needle in needles:
            assert needle not in static
            assert needle not in heard
        for name, _, _ in HIDDEN_SQUARES:
            assert not re.search(rf"\b{name}\b", heard)
        assert "Traceback" not in heard
    # Asked about that very square, the house says what it says of any bare one.
    (name, x, y), bare = HIDDEN_SQUARES[1], ("P13", 15, 12)
    answers = [phone.request.get(f"{table}/square?x={x}&y={y}").text() for x, y in ((x, y), bare[1:])]
    assert answers[0].replace(name, bare[0]) == answers[1]
    # And of somebody hidden what it says of nobody.
    for path in (
        "/ask?token={}",
        "/tokens/{}/sheet",
        "/ask?action=attack_ranged&weapon=0&token=" + vexa + "&target={}",
    ):
        some, none = (phone.request.get(table + path.format(id)) for id in (hidden, "nobody2345"))
        assert (some.status, some.text().replace(hidden, "nobody2345")) == (none.status, none.text())
    assert faults.found == []
    assert "Traceback" not in house.said.read_text()
