"""Taking a seat in a browser: by link and code, with a token or without, waiting to be let in, the GM's own link."""

import time
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from app.encounter.commands import AdmitSeat, EditTable, RemoveSeat
from app.encounter.state import Role
from app.web.deps import new_device
from tests.pages.conftest import PHONE, TABLET
from tests.pages.test_lobby import LOOKS, SMALL, OpenHouse, open_house, too_small
from tests.support.board_live import Live

__all__ = ["open_house"]


def invitation(live: Live) -> str:
    return f"/j/{live.tables.join_code(live.id)}"


def seat_named(live: Live, name: str) -> Any:
    return next((seat for seat in live.state.seats.values() if seat.name == name), None)


def test_a_player_joins_by_link_with_a_token(open_house: OpenHouse, live: Live) -> None:
    free = live.place("Brann", "heavy_gunner", "ally", live.square("Vexa")._replace(x=0))
    page = open_house(invitation(live), PHONE, has_touch=True)
    page.get_by_label("Your name").fill("Dario & son")
    page.get_by_role("radio", name="Brann").tap()
    page.get_by_role("button", name="Join the table").tap()
    page.wait_for_url(f"**/t/{live.id}")
    seat = seat_named(live, "Dario & son")
    assert seat.role is Role.PLAYER
    assert live.state.tokens[free].owners == {seat.id}


def test_an_invitation_tells_nothing_hidden_and_takes_no_seat(open_house: OpenHouse, live: Live) -> None:
    before = live.state
    page = open_house(invitation(live))
    text = page.content()
    assert "Lurkmoss" not in text
    assert "Roake" not in text  # an enemy is nobody's to take
    page.reload()
    assert live.state == before


def test_somebody_who_sits_already_goes_to_the_table(open_house: OpenHouse, live: Live) -> None:
    page = open_house(invitation(live), device=live.devices["gm"])
    assert page.url == live.url


@pytest.mark.parametrize(("choice", "role"), [("Only watch", Role.SPECTATOR), ("This is the screen", Role.SCREEN)])
def test_watching_and_the_screen_on_the_table(open_house: OpenHouse, live: Live, choice: str, role: Role) -> None:
    page = open_house(invitation(live), TABLET, has_touch=True)
    page.get_by_label("Your name").fill("Wall")
    page.get_by_role("radio", name=choice).tap()
    page.get_by_role("button", name="Join the table").tap()
    page.wait_for_url(f"**/t/{live.id}{'/screen' if role is Role.SCREEN else ''}")
    assert seat_named(live, "Wall").role is role


def test_a_code_may_be_typed_in_any_way(open_house: OpenHouse, live: Live) -> None:
    code = live.tables.join_code(live.id)
    page = open_house("/")
    page.get_by_label("Code of the table").fill(f" {code[:3].lower()}-{code[3:].lower()} ")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/j/{code}")


@pytest.mark.parametrize("path", ["/join?code=ZZZZZZ", "/j/ZZZZZZ", "/j/%3Cscript%3E", "/gm/nothing"])
def test_a_way_that_leads_nowhere_says_so(open_house: OpenHouse, path: str) -> None:
    page = open_house(path)
    expect(page.locator("main")).to_contain_text("another one" if "gm" in path else "code")


def test_a_name_that_is_taken_empty_or_endless(open_house: OpenHouse, live: Live) -> None:
    page = open_house(invitation(live))
    name = page.get_by_label("Your name")
    for typed, said in (
        ("marta", "sits here already"),
        ("\u200b \u200b", "Please give a name."),
        ("x" * 10_000, "too long"),
    ):
        name.evaluate("(field) => field.removeAttribute('maxlength')")
        name.fill(typed)
        page.get_by_role("button", name="Join the table").click()
        expect(page.locator("#fault-name")).to_contain_text(said)
        expect(name).to_have_attribute("aria-invalid", "true")
    assert len([seat for seat in live.state.seats.values() if seat.name.casefold() == "marta"]) == 1


def test_who_waits_goes_on_when_let_in(open_house: OpenHouse, live: Live) -> None:
    live.handle(EditTable(approve=True))
    page = open_house(invitation(live), PHONE, has_touch=True)
    assert "Vexa" not in page.content()  # nobody is told of the party before they are let in
    page.get_by_label("Your name").fill("Jon")
    page.get_by_role("button", name="Ask to join").tap()
    page.wait_for_url("**/waiting")
    expect(page.get_by_role("status").first).to_contain_text("Waiting for")
    page.goto(live.url)
    page.wait_for_url("**/waiting")
    live.handle(AdmitSeat(seat_named(live, "Jon").id))
    page.wait_for_url(live.url)


def test_who_is_not_wanted_is_told_and_who_goes_leaves_no_seat(open_house: OpenHouse, live: Live) -> None:
    live.handle(EditTable(approve=True))
    page = open_house(invitation(live))
    page.get_by_label("Your name").fill("Jon")
    page.get_by_role("button", name="Ask to join").click()
    page.wait_for_url("**/waiting")
    live.handle(RemoveSeat(seat_named(live, "Jon").id))
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    page.goto(live.base + invitation(live))
    page.get_by_label("Your name").fill("Jon")
    page.get_by_role("button", name="Ask to join").click()
    page.get_by_role("button", name="Do not join").click()
    page.wait_for_url(live.base + "/")
    assert seat_named(live, "Jon") is None


def test_who_waits_gets_nothing_of_the_table(open_house: OpenHouse, live: Live) -> None:
    live.handle(EditTable(approve=True))
    page = open_house(invitation(live))
    page.get_by_label("Your name").fill("Jon")
    page.get_by_role("button", name="Ask to join").click()
    page.wait_for_url("**/waiting")
    for path in ("", "/text", "/screen", "/stream", "/tokens", "/map", "/invite", "/ask"):
        answer = page.request.get(live.url + path, max_redirects=0, headers={"hx-request": "true"}, timeout=4000)
        assert answer.status in (403, 404), path
        assert "Roake" not in answer.text()


def test_the_link_of_the_gm_shows_and_only_its_button_takes(open_house: OpenHouse, live: Live) -> None:
    secret = live.tables.new_gm_secret(live.id)
    page = open_house(f"/gm/{secret}")
    page.reload()
    assert sum(seat.role is Role.GM for seat in live.state.seats.values()) == 1
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Lead this table").click()
    page.wait_for_url(f"**/t/{live.id}")
    assert seat_named(live, "Ada").role is Role.GM


def test_the_qr_code_is_a_picture_of_the_invitation(open_house: OpenHouse, live: Live) -> None:
    page = open_house(invitation(live))
    picture = page.get_by_role("img", name="QR code of the invitation")
    expect(picture).to_be_visible()
    assert picture.evaluate("(image) => image.complete && image.naturalWidth > 20")


def test_a_double_tap_takes_one_seat(open_house: OpenHouse, live: Live) -> None:
    page = open_house(invitation(live))
    page.get_by_label("Your name").fill("Twice")
    page.get_by_role("button", name="Join the table").dblclick()
    page.wait_for_url(f"**/t/{live.id}")
    time.sleep(0.2)
    assert len([seat for seat in live.state.seats.values() if seat.name == "Twice"]) == 1


@pytest.mark.parametrize(("size", "theme"), LOOKS)
def test_axe_finds_nothing_and_nothing_is_too_small(
    open_house: OpenHouse, live: Live, size: tuple[int, int], theme: str
) -> None:
    for path in (invitation(live), f"/gm/{live.tables.new_gm_secret(live.id)}"):
        page = open_house(path, size, theme=theme)
        found = Axe().run(page).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
        assert too_small(page) == []


@pytest.mark.parametrize(("size", "theme"), LOOKS)
def test_axe_finds_nothing_where_one_waits(
    open_house: OpenHouse, live: Live, size: tuple[int, int], theme: str
) -> None:
    live.handle(EditTable(approve=True))
    device = new_device()
    live.tables.join(live.id, device, "Nora", Role.PLAYER)
    page = open_house(f"/t/{live.id}/waiting", size, device=device, theme=theme)
    expect(page.get_by_text("Waiting for Irene.")).to_be_visible()
    assert [each["id"] for each in Axe().run(page).response["violations"]] == []
    assert too_small(page) == []


def test_the_longest_name_fits_the_smallest_phone(open_house: OpenHouse, live: Live) -> None:
    live.handle(EditTable(name="W" * 60))
    for lang in ("en-GB", "es-ES"):
        page = open_house(invitation(live), SMALL, locale=lang)
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL[0]
