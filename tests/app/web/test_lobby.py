"""The lobby over HTTP: a new table, the tables of this device, a code, a table back from its file."""

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.encounter.commands import Act
from app.encounter.state import Role
from app.main import create_app
from app.service import Tables
from app.settings import Settings
from app.web.deps import DEVICE
from geometry.grid import Square
from rules.scene import Action
from tests.app.web.seating import Seating
from tests.support import loops

LONG = "x" * 10_000
MARKUP = '<script>alert("x")</script>'
ESCAPED = "&lt;script&gt;alert(&#34;x&#34;)&lt;/script&gt;"
GOOD = {"name": "Hangar 7", "gm": "Irene", "system": "saga", "map": "empty"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(Settings(data=tmp_path, max_archive_bytes=200_000))
    yield TestClient(
        app, base_url="http://casilla.test", follow_redirects=False, headers={"sec-fetch-site": "same-origin"}
    )
    app.state.tables.engine.dispose()


def tables_of(client: TestClient) -> Tables:
    tables: Tables = client.app.state.tables
    return tables


def mine(client: TestClient) -> list[str]:
    """The names of the tables where this browser has a seat."""
    device = client.cookies.get(DEVICE)
    return [tables_of(client).load(entry.id).name for entry in tables_of(client).tables_of(device)] if device else []


def value_of(html: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', html)
    assert found
    return found[1]


# --- a new table


def test_looking_makes_neither_table_nor_cookie(client: TestClient) -> None:
    answer = client.get("/")
    assert answer.status_code == 200
    assert "No table yet on this device" in answer.text
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(("map_", "goes_to"), [("empty", ""), ("file", "/map"), ("demo", "")])
def test_whoever_opens_a_table_is_its_gm(client: TestClient, map_: str, goes_to: str) -> None:
    answer = client.post("/tables", data={**GOOD, "map": map_})
    assert answer.status_code == 303
    table = re.fullmatch(rf"/t/([\w-]+){goes_to}", answer.headers["location"])
    assert table
    state = tables_of(client).load(table[1])
    assert (state.name, [(seat.name, seat.role) for seat in state.seats.values()]) == (
        "Hangar 7",
        [("Irene", Role.GM)],
    )
    assert (state.map is not None) is (map_ == "demo")
    assert client.get(f"/t/{table[1]}").status_code == 200


def test_the_cookie_of_the_device_is_out_of_reach(client: TestClient) -> None:
    cookie = client.post("/tables", data=GOOD).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie
    assert "secure" not in cookie  # on plain http in a home network it would never come back
    safe = TestClient(client.app, base_url="https://casilla.test", headers={"sec-fetch-site": "same-origin"})
    assert "secure" in safe.post("/tables", data=GOOD, follow_redirects=False).headers["set-cookie"].lower()


def test_only_a_hash_of_the_device_is_stored(client: TestClient, tmp_path: Path) -> None:
    client.post("/tables", data=GOOD)
    secret = client.cookies[DEVICE]
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("casilla.db*"))
    assert len(secret) >= 40
    assert secret.encode() not in stored


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("name", "", "Please give a name."),
        ("name", " \u200b\u202e ", "Please give a name."),
        ("name", LONG, "That text is too long: 60 characters at most."),
        ("gm", "", "Please give a name."),
        ("gm", "y" * 61, "That text is too long: 60 characters at most."),
        ("system", "chess", "There are no such rules here."),
        ("map", "moon", "There is no such choice."),
    ],
)
def test_each_fault_stands_at_its_field(client: TestClient, field: str, typed: str, words: str) -> None:
    answer = client.post("/tables", data={**GOOD, field: typed})
    assert answer.status_code == 422
    assert re.findall(r'id="fault-(\w+)"', answer.text) == [field]
    assert words in answer.text
    assert mine(client) == []
    assert "set-cookie" not in answer.headers


def test_all_faults_are_told_at_once_and_nothing_typed_is_lost(client: TestClient) -> None:
    answer = client.post("/tables", data={"name": MARKUP * 10, "gm": " ", "system": "saga", "map": "moon"})
    assert re.findall(r'id="fault-(\w+)"', answer.text) == ["name", "gm", "map"]
    assert value_of(answer.text, "name") == ESCAPED * 10
    assert value_of(answer.text, "gm") == " "
    assert re.findall(r'aria-describedby="fault-(\w+)"', answer.text) == ["name", "gm"]


def test_an_answer_does_not_give_back_ten_thousand_characters(client: TestClient) -> None:
    answer = client.post("/tables", data={**GOOD, "name": LONG})
    assert len(value_of(answer.text, "name")) == 2000


def test_markup_is_a_name_like_any_other(client: TestClient) -> None:
    table = client.post("/tables", data={**GOOD, "name": MARKUP}).headers["location"]
    for path in ("/", table, f"{table}/text", f"{table}/invite", f"{table}/screen"):
        page = client.get(path).text
        assert MARKUP not in page
        assert ESCAPED in page


def test_a_form_without_fields_is_answered_at_its_fields(client: TestClient) -> None:
    answer = client.post("/tables", data={})
    assert answer.status_code == 422
    assert re.findall(r'id="fault-(\w+)"', answer.text) == ["name", "gm", "system"]


def test_the_demo_at_one_tap(client: TestClient) -> None:
    answer = client.post("/tables/demo")
    assert answer.status_code == 303
    assert mine(client) == ["Demo: the hangar"]
    assert "Trooper 1" in client.get(answer.headers["location"]).text


def test_the_demo_speaks_the_language_of_who_opens_it(client: TestClient) -> None:
    client.post("/tables/demo", headers={"accept-language": "es"})
    (name,) = mine(client)
    assert name != "Demo: the hangar"
    page = client.get("/", headers={"accept-language": "es"}).text
    assert '<html lang="es"' in page
    assert "Un mapa que conoce las reglas." in page


def test_faults_in_spanish(client: TestClient) -> None:
    answer = client.post("/tables", data={**GOOD, "name": ""}, headers={"accept-language": "es-MX,es;q=0.9"})
    assert "Please give a name." not in answer.text
    assert re.search(r'id="fault-name">.*</svg>[^<]+</span>', answer.text)


# --- the tables of this device


def test_rows_say_who_sits_there_and_in_which_role(table: Seating) -> None:
    assert re.search(r"Fake · GM · 2 people", table.gm.get("/").text)
    assert re.search(r"Fake · player · 2 people", table.player.get("/").text)
    assert re.search(r"Fake · spectator · 2 people", table.spectator.get("/").text)


def test_a_row_names_no_hidden_token(table: Seating) -> None:
    lurker = table.place("Lurkmoss", hidden=True)
    table.place("Vexa", Square(3, 3), owner="player")
    table.tables.handle(table.id, table.viewers["gm"], Act(Action("start")))
    for _ in range(4):
        turn = table.state.turn
        assert turn is not None
        if turn["order"][turn["index"]] == lurker:
            break
        table.tables.handle(table.id, table.viewers["gm"], Act(Action("end", turn["order"][turn["index"]])))
    assert "Turn: Lurkmoss" in table.gm.get("/").text
    for one in (table.player, table.spectator):
        page = one.get("/").text
        assert "Lurkmoss" not in page
        assert lurker not in page


def test_another_browser_sees_none_of_them(client: TestClient) -> None:
    client.post("/tables", data=GOOD)
    assert "Hangar 7" in client.get("/").text
    client.cookies.clear()
    assert "Hangar 7" not in client.get("/").text
    client.cookies.set(DEVICE, "x" * 43)
    assert "Hangar 7" not in client.get("/").text


# --- back from a file


def exported(client: TestClient) -> bytes:
    address = client.post("/tables/demo").headers["location"]
    answer = client.get(f"{address}/export")
    assert answer.status_code == 200
    return answer.content


def restore(client: TestClient, data: bytes, name: str = "table.zip", **more: Any) -> Any:
    return client.post("/tables/restore", files={"archive": (name, io.BytesIO(data))}, **more)


def test_a_table_comes_back_from_its_file(client: TestClient) -> None:
    data = exported(client)
    client.cookies.clear()
    answer = restore(client, data)
    assert answer.status_code == 303
    assert mine(client) == ["Demo: the hangar"]
    page = client.get(answer.headers["location"]).text
    assert "Assassin droid" in page  # who brings it leads it


def zip_of(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"no zip at all", "the file is damaged or of another kind"),
        (b"", "the file is damaged or of another kind"),
        (zip_of({"readme.txt": b"x"}), "it does not hold what an export holds"),
        (zip_of({"../../etc/passwd": b"x"}), "it does not hold what an export holds"),
    ],
    ids=["text", "empty", "foreign", "way out"],
)
def test_a_file_that_is_none_is_refused_where_it_was_chosen(client: TestClient, data: bytes, words: str) -> None:
    answer = restore(client, data)
    assert answer.status_code == 422
    page = answer.text
    assert words in page
    assert 'id="fault-archive"' in page
    assert re.search(r"<details[^>]* open>", page)
    assert mine(client) == []


def test_half_of_an_export_is_refused_whole(client: TestClient) -> None:
    data = exported(client)
    answer = restore(client, data[: len(data) // 2])
    assert answer.status_code == 422
    assert mine(client) == ["Demo: the hangar"]


def test_no_file_chosen(client: TestClient) -> None:
    for sent in ({"files": {"archive": ("", b"")}}, {"data": {"archive": "words"}}):
        answer = client.post("/tables/restore", **sent)
        assert answer.status_code == 422
        assert "Choose the file that was exported." in answer.text


@pytest.mark.parametrize("length", [b"209715200", b"-1", b"x", b"\xb2", None])
def test_a_file_of_two_hundred_megabytes_is_not_even_read(client: TestClient, length: bytes | None) -> None:
    heard: list[Any] = []

    async def receive() -> Any:
        raise AssertionError("the body was asked for")

    async def send(message: Any) -> None:
        heard.append(message)

    headers = [(b"host", b"casilla.test"), (b"content-type", b"multipart/form-data; boundary=x")]
    headers += [(b"content-length", length)] if length else []
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/tables/restore",
        "query_string": b"",
        "headers": headers,
        "server": ("casilla.test", 80),
        "scheme": "http",
    }
    loops.run(client.app(scope, receive, send))
    assert heard[0]["status"] == 413
    assert b"too large" in b"".join(message.get("body", b"") for message in heard[1:])
    assert mine(client) == []


def test_a_body_that_is_no_form(client: TestClient) -> None:
    answer = client.post("/tables/restore", content=b"--x\r\nbroken", headers={"content-type": "multipart/form-data"})
    assert answer.status_code in (400, 422)
    assert "Traceback" not in answer.text
