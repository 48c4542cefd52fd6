"""Ways to a table over HTTP: invitation, code, QR, the GM's link, and waiting to be let in."""

import re
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient

from app.encounter.commands import AdmitSeat, EditTable, RemoveSeat, RemoveToken
from app.encounter.state import Role
from app.web.deps import DEVICE
from geometry.grid import Square
from tests.app.web.seating import Seating

LONG = "x" * 10_000
MARKUP = "<img src=x onerror=alert(1)>"
ESCAPED = "&lt;img src=x onerror=alert(1)&gt;"


@pytest.fixture
def client(table: Seating) -> TestClient:
    """A browser that was never here."""
    return TestClient(
        table.gm.app,
        base_url="http://casilla.test",
        follow_redirects=False,
        headers={"sec-fetch-site": "same-origin"},
    )


@pytest.fixture
def link(table: Seating) -> str:
    return f"/j/{table.tables.join_code(table.id)}"


def seats(table: Seating) -> list[tuple[str, Role]]:
    return [(seat.name, seat.role) for seat in table.state.seats.values()]


def faults(html: str) -> list[str]:
    return re.findall(r'id="fault-(\w+)"', html)


def chosen(html: str) -> str:
    found = re.search(r'name="seat" value="([^"]+)"[^>]* checked', html)
    assert found
    return found[1]


# --- looking


def test_looking_takes_no_seat(table: Seating, client: TestClient, link: str) -> None:
    before = table.state
    for path in (link, f"{link}/qr.svg", "/join", f"/join?code={link[3:]}"):
        answer = client.get(path, headers={"user-agent": "a link preview"})
        assert answer.status_code in (200, 303)
        assert "set-cookie" not in answer.headers
    assert table.state == before


def test_an_invitation_says_who_invites_to_what(table: Seating, client: TestClient, link: str) -> None:
    page = client.get(link).text
    assert "Hangar 7" in page
    assert "GM Irene" in page
    assert link[3:] in page
    assert "Dario" not in page  # a seat without a token is nobody's business


def test_free_allies_can_be_chosen_and_nothing_else_is_named(table: Seating, client: TestClient, link: str) -> None:
    vexa = table.place("Vexa", side="ally")
    taken = table.place("Sael", Square(2, 2), side="ally", owner="player")
    for name, more in (("Roake", {}), ("Lurkmoss", {"side": "ally", "hidden": True})):
        table.place(name, Square(3, 3), **more)
    page = client.get(link).text
    assert re.findall(r'value="token:([^"]+)"( disabled)?', page) == [(vexa, ""), (taken, " disabled")]
    assert "played by Dario" in page
    assert "Roake" not in page
    assert "Lurkmoss" not in page


@pytest.mark.parametrize("code", ["XXXXXX", "x" * 5000, "%00", "<b>", "ñandú", "' OR 1=1 --"])
def test_a_code_that_does_not_exist(client: TestClient, code: str) -> None:
    answer = client.get("/join", params={"code": code})
    assert answer.status_code == 404
    assert faults(answer.text) == ["code"]
    assert "No table has this code." in answer.text
    assert 'value="<b>"' not in answer.text


@pytest.mark.parametrize("path", ["/j/XXXXXX", "/j/XXXXXX/qr.svg", "/gm/" + "x" * 43])
def test_links_that_lead_nowhere(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert '<h1 class="lead">There is nothing here</h1>' in answer.text


@pytest.mark.parametrize("path", ["/j/XXXXXX", "/gm/" + "x" * 43])
def test_nobody_sits_down_where_nothing_is(table: Seating, client: TestClient, path: str) -> None:
    answer = client.post(path, data={"name": "Mallory"})
    assert answer.status_code == 410
    assert "set-cookie" not in answer.headers
    assert ("Mallory", Role.PLAYER) not in seats(table)


def test_a_code_is_read_as_people_write_it(table: Seating, client: TestClient, link: str) -> None:
    code = link[3:]
    for typed in (code, code.lower(), f" {code[:3]} {code[3:]} ", f"{code[:3]}-{code[3:]}"):
        answer = client.get("/join", params={"code": typed})
        assert (answer.status_code, answer.headers["location"]) == (303, link)


def test_the_qr_code_is_a_picture_and_nothing_more(client: TestClient, link: str) -> None:
    answer = client.get(f"{link}/qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert ElementTree.fromstring(answer.content).tag == "{http://www.w3.org/2000/svg}svg"
    assert b"script" not in answer.content


# --- sitting down


@pytest.mark.parametrize(
    ("seat", "role", "goes_to"),
    [("player", Role.PLAYER, ""), ("spectator", Role.SPECTATOR, ""), ("screen", Role.SCREEN, "/screen")],
)
def test_the_post_takes_the_seat(
    table: Seating, client: TestClient, link: str, seat: str, role: Role, goes_to: str
) -> None:
    answer = client.post(link, data={"name": "  Marta  ", "seat": seat})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table.id}{goes_to}")
    assert seats(table)[-1] == ("Marta", role)
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert client.get(answer.headers["location"]).status_code == 200


def test_with_a_token_at_once(table: Seating, client: TestClient, link: str) -> None:
    vexa = table.place("Vexa", side="ally")
    client.post(link, data={"name": "Marta", "seat": f"token:{vexa}"})
    (owner,) = table.state.tokens[vexa].owners
    assert table.state.seats[owner].name == "Marta"


def test_who_sits_already_goes_on_to_the_table(table: Seating, link: str) -> None:
    answer = table.player.get(link)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table.id}")


@pytest.mark.parametrize(
    ("name", "seat", "fields", "words"),
    [
        ("", "player", ["name"], "Please give a name."),
        (LONG, "player", ["name"], "That text is too long: 60 characters at most."),
        ("Marta", "gm", ["seat"], "There is no such choice."),
        ("Marta", "token:nobody", ["seat"], "Somebody plays this token already, or it is gone."),
        ("", "throne", ["name", "seat"], "There is no such choice."),
    ],
)
def test_faults_stand_at_their_fields(
    table: Seating, client: TestClient, link: str, name: str, seat: str, fields: list[str], words: str
) -> None:
    before = table.state
    answer = client.post(link, data={"name": name, "seat": seat})
    assert answer.status_code == 422
    assert faults(answer.text) == fields
    assert words in answer.text
    assert table.state == before
    assert "set-cookie" not in answer.headers


def test_what_was_typed_and_chosen_stays(table: Seating, client: TestClient, link: str) -> None:
    vexa = table.place("Vexa", side="ally")
    answer = client.post(link, data={"name": MARKUP * 3, "seat": f"token:{vexa}"})
    assert f'name="name" value="{ESCAPED * 3}"' in answer.text
    assert chosen(answer.text) == f"token:{vexa}"
    assert MARKUP not in answer.text


def test_markup_is_a_name_like_any_other(table: Seating, client: TestClient, link: str) -> None:
    client.post(link, data={"name": MARKUP})
    page = table.gm.get(f"/t/{table.id}/invite").text
    assert ESCAPED in page
    assert MARKUP not in page


def test_tokens_that_are_taken_hidden_or_not_for_players_stay_so(table: Seating, client: TestClient, link: str) -> None:
    tokens = [
        table.place("Sael", side="ally", owner="player"),
        table.place("Lurkmoss", Square(2, 2), side="ally", hidden=True),
        table.place("Roake", Square(3, 3)),
    ]
    gone = table.place("Brann", Square(4, 4), side="ally")
    table.tables.handle(table.id, table.viewers["gm"], RemoveToken(gone))
    before = table.state
    for token in (*tokens, gone):
        answer = client.post(link, data={"name": "Marta", "seat": f"token:{token}"})
        assert (answer.status_code, faults(answer.text)) == (422, ["seat"])
        assert "Lurkmoss" not in answer.text
    assert table.state == before


def test_in_spanish(client: TestClient, link: str) -> None:
    page = client.post(link, data={"name": ""}, headers={"accept-language": "es"}).text
    assert '<html lang="es"' in page
    assert faults(page) == ["name"]
    for english in ("Please give a name.", "Who do you play?", "Join the table"):
        assert english not in page


# --- the GM's link


def test_a_second_gm_by_the_secret_link(table: Seating, client: TestClient) -> None:
    link = f"/gm/{table.tables.new_gm_secret(table.id)}"
    before = table.state
    page = client.get(link)
    assert page.status_code == 200
    assert "Hangar 7" in page.text
    assert table.state == before
    refused = client.post(link, data={"name": LONG})
    assert (refused.status_code, faults(refused.text)) == (422, ["name"])
    assert table.state == before
    assert client.post(link, data={"name": "Nora"}).headers["location"] == f"/t/{table.id}"
    assert seats(table)[-1] == ("Nora", Role.GM)
    assert client.get(f"/t/{table.id}/settings").status_code == 200
    assert client.get(link).headers["location"] == f"/t/{table.id}"


def test_a_new_gm_link_ends_the_old_one(table: Seating, client: TestClient) -> None:
    old, new = (table.tables.new_gm_secret(table.id) for _ in range(2))
    assert client.get(f"/gm/{old}").status_code == 404
    assert client.get(f"/gm/{new}").status_code == 200


def test_the_code_of_players_makes_no_gm(table: Seating, client: TestClient, link: str) -> None:
    assert client.get(f"/gm/{link[3:]}").status_code == 404
    assert client.post(link, data={"name": "Mallory", "seat": "gm"}).status_code == 422


# --- waiting


def ask(table: Seating, client: TestClient, link: str) -> str:
    """Ask to join a table that lets people in: the seat."""
    table.tables.handle(table.id, table.viewers["gm"], EditTable(approve=True))
    assert client.post(link, data={"name": "Marta"}).status_code == 303
    return next(seat.id for seat in table.state.seats.values() if seat.name == "Marta")


FRAGMENT = {"hx-request": "true"}


def test_who_waits_sees_nothing_of_the_table_until_let_in(table: Seating, client: TestClient, link: str) -> None:
    table.place("Vexa", side="ally")
    seat = ask(table, client, link)
    waiting = f"/t/{table.id}/waiting"
    for path in ("", "/text", "/screen", "/invite"):
        answer = client.get(f"/t/{table.id}{path}")
        assert (answer.status_code, answer.headers.get("location")) == (303, waiting)
        assert "Vexa" not in answer.text
    assert client.get(f"/t/{table.id}/stream").status_code == 404
    assert client.post(f"/t/{table.id}/undo").status_code == 403
    page = client.get(waiting).text
    assert "Waiting for Irene." in page
    assert "Vexa" not in page
    assert client.get(waiting, headers=FRAGMENT).headers.get("hx-redirect") is None
    table.tables.handle(table.id, table.viewers["gm"], AdmitSeat(seat))
    assert client.get(waiting, headers=FRAGMENT).headers["hx-redirect"] == f"/t/{table.id}"
    assert client.get(waiting).headers["location"] == f"/t/{table.id}"
    assert "Vexa" in client.get(f"/t/{table.id}").text


def test_a_table_that_lets_people_in_names_nobody_before(table: Seating, client: TestClient, link: str) -> None:
    table.place("Vexa", side="ally")
    table.tables.handle(table.id, table.viewers["gm"], EditTable(approve=True))
    page = client.get(link).text
    assert "Vexa" not in page
    assert "Ask to join" in page
    assert "Irene lets you in" in page


def test_who_is_sent_away_is_told(table: Seating, client: TestClient, link: str) -> None:
    seat = ask(table, client, link)
    table.tables.handle(table.id, table.viewers["gm"], RemoveSeat(seat))
    answer = client.get(f"/t/{table.id}/waiting")
    assert answer.status_code == 404
    assert "You have no seat at this table." in answer.text
    assert client.get(link).status_code == 200  # and may ask again


def test_the_question_can_be_taken_back(table: Seating, client: TestClient, link: str) -> None:
    ask(table, client, link)
    answer = client.post(f"/t/{table.id}/waiting/leave")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert ("Marta", Role.PLAYER) not in seats(table)


def test_a_stranger_waits_for_nothing(table: Seating, client: TestClient) -> None:
    assert client.get(f"/t/{table.id}/waiting").status_code == 404
    assert client.post(f"/t/{table.id}/waiting/leave").status_code == 410


def test_a_stale_cookie_is_a_new_guest(table: Seating, client: TestClient, link: str) -> None:
    client.cookies.set(DEVICE, "z" * 43)
    assert client.get(link).status_code == 200
    assert client.post(link, data={"name": "Marta"}).status_code == 303
    assert seats(table)[-1][0] == "Marta"
