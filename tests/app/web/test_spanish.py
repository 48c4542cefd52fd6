"""Pages asked for in Spanish are Spanish: no sentence of the catalogue stands there in English."""

import re
from collections import deque
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.web.board.router import overrules_of
from app.web.token_form import FACE_WORDS, symbols
from scripts.messages import forms, read

SPOKEN = ("aria-label", "title", "placeholder", "alt", "label")
MOST_PAGES = 60
LINK = re.compile(r'(?:hx-get|href)="(/t/[^"]+)"')
TOKEN = re.compile(r'id="token-([a-z0-9]+)"')
PLACE = re.compile(r"%\(\w+\)s|\{\w+\}")


class Words(HTMLParser):
    """What a person reads or hears of a page, piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in ("script", "style")
        self.found |= {value.strip() for name, value in attrs if name in SPOKEN and value}

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.found.add(" ".join(data.split()))


def english() -> tuple[set[str], re.Pattern[str]]:
    """The sentences of the catalogue that read otherwise in Spanish: whole ones, and those with places as a pattern."""
    pairs = [(form, forms(entry.string)) for entry in read("es") if entry.id for form in forms(entry.id)]
    spanish = {form for _, found in pairs for form in found}
    only = [form for form, found in pairs if form not in spanish]
    patterns = [form for form in only if PLACE.search(form) and len(re.findall(r"[a-z]+", PLACE.sub("", form))) > 2]
    places = "|".join(".+".join(map(re.escape, PLACE.split(form))) for form in patterns)
    return {form for form in only if not PLACE.search(form)}, re.compile(places)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(Settings(data=tmp_path))
    headers = {"sec-fetch-site": "same-origin"}
    yield TestClient(app, base_url="http://casilla.test", headers=headers, cookies={"lang": "es"})
    app.state.tables.engine.dispose()


def pages(client: TestClient, table: str) -> Iterator[tuple[str, str]]:
    """The pages of the house, and what the board's own links lead to."""
    parts = ("", "/text", "/screen", "/invite", "/settings", "/tokens", "/tokens/new", "/tokens/new?by=form", "/map")
    waiting = deque(["/", "/join", "/join?code=XXXX", "/credits", "/nowhere", *(f"/t/{table}{part}" for part in parts)])
    done: set[str] = set()
    while waiting and len(done) < MOST_PAGES:
        address = waiting.popleft()
        if address in done or "/export" in address or "/picture/" in address:
            continue
        done.add(address)
        text = client.get(address).text
        yield address, text
        waiting += map(unescape, LINK.findall(text))
        waiting += [f"/t/{table}/ask?token={token}" for token in TOKEN.findall(text)]


def test_no_page_in_spanish_says_a_sentence_in_english(client: TestClient) -> None:
    table = re.findall(r"/t/(\w+)", str(client.post("/tables/demo").url))[0]
    whole, filled = english()
    left: dict[str, str] = {}
    seen: set[str] = set()
    for address, text in pages(client, table):
        words = Words()
        words.feed(text)
        seen |= words.found
        left |= {piece: address for piece in words.found if piece in whole or filled.fullmatch(piece)}
    assert left == {}
    assert {"Todas las figuras", "Mesa nueva", "Sitios e invitación"} <= seen


def test_faults_are_told_in_spanish(client: TestClient) -> None:
    answer = client.post("/tables", data={"name": "", "gm": "Irene", "system": "saga", "map": "empty"})
    assert answer.status_code == 422
    assert "Escribe un nombre." in answer.text
    assert 'lang="es"' in answer.text


def test_an_outcome_may_be_typed_in_either_language() -> None:
    typed = {"miss": "miss", "Fallo": "miss", "acierto crítico": "critical", "-2": -2, "perhaps": "perhaps"}
    for words, value in typed.items():
        assert overrules_of(["outcome"], [words], ["why"])[0].value == value
    assert overrules_of(["cover"], ["Fallo"], ["why"])[0].value == "Fallo"


def test_every_drawn_face_has_a_name_to_be_heard() -> None:
    assert set(FACE_WORDS) == {"", *symbols()}
