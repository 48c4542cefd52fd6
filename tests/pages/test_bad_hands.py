"""Whatever people do wrong, on the real rules: a sentence in their language, and the log stands as it stood."""

import html
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx import Response

from app.encounter.commands import RemoveToken
from app.main import create_app
from app.settings import Settings
from app.web.deps import DEVICE
from geometry.grid import Square
from tests.support.board_live import Live, SteadyDice, lay_table, steady
from tests.support.map_files import fixture, picture_bomb

LONG = "x" * 10_000
MARKUP = "<img src=x onerror=alert(1)>"
Send = Callable[[TestClient, Live], Response]


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    app = create_app(Settings(data=tmp_path))
    tables, dice = app.state.tables, SteadyDice()
    steady(tables, dice)
    found = lay_table("", tables, dice)
    found.app = app
    yield found
    tables.engine.dispose()


def browser(live: Live, who: str, lang: str = "en", **headers: str) -> TestClient:
    """A browser of one seat that swaps fragments, as the board does."""
    return TestClient(
        live.app,
        cookies={DEVICE: live.devices[who], "lang": lang},
        headers={"hx-request": "true", "origin": "http://testserver", **headers},
        raise_server_exceptions=False,
        follow_redirects=False,
    )


def act(live: Live, **fields: Any) -> dict[str, Any]:
    return {"token": live.tokens["Vexa"], "expected": live.state.scene_version, **fields}


def move(live: Live, x: int, y: int) -> dict[str, Any]:
    return act(live, action="move", x=x, y=y)


def shot(live: Live, target: str = "Roake") -> dict[str, Any]:
    return act(live, action="attack_ranged", weapon="0", target=live.tokens[target])


def posted(path: str, fields: Callable[[Live], Mapping[str, Any]]) -> Send:
    return lambda client, live: client.post(f"/t/{live.id}/{path}", data=dict(fields(live)))


def sent_map(data: bytes, name: str) -> Send:
    return lambda client, live: client.post(f"/t/{live.id}/map/file", files={"file": (name, data)})


def too_large(client: TestClient, live: Live) -> Response:
    """Says that 200 MB are to come; nobody waits for them."""
    size = {"content-length": str(200 * 1024 * 1024), "content-type": "multipart/form-data; boundary=x"}
    return client.post(f"/t/{live.id}/map/file", content=iter([b"--x\r\n"]), headers=size)


def gone(client: TestClient, live: Live) -> Response:
    sent = shot(live)
    live.handle(RemoveToken(live.tokens["Roake"]))
    return client.post(f"/t/{live.id}/act", data={**sent, "expected": live.state.scene_version})


def stale(client: TestClient, live: Live) -> Response:
    sent = shot(live)
    live.put("Roake", Square(12, 6))
    return client.post(f"/t/{live.id}/act", data=sent)


@dataclass(frozen=True)
class Wrong:
    """Who sends what, and the words that are to stand in the answer."""

    who: str
    send: Send
    status: int
    en: str
    es: str


WRONG = {
    "another seat's token": Wrong("marta", posted("act", shot), 422, "You do not play Vexa.", "Tú no juegas con Vexa."),
    "a spectator": Wrong("ana", posted("act", shot), 422, "You do not play Vexa.", "Tú no juegas con Vexa."),
    "another's turn": Wrong(
        "marta",
        posted("act", lambda live: {**move(live, 4, 3), "token": live.tokens["Sael"]}),
        422,
        "It is the turn of Vexa.",
        "Es el turno de Vexa.",
    ),
    "through the wall": Wrong(
        "dario",
        posted("act", lambda live: move(live, 14, 1)),
        422,
        "Too far: 16 of 6 squares.",
        "Demasiado lejos: 16 de 6 casillas.",
    ),
    "off the map": Wrong(
        "dario",
        posted("act", lambda live: move(live, -5, 900)),
        422,
        "That square is not on the map.",
        "Esa casilla no está en el mapa.",
    ),
    "herself": Wrong(
        "dario",
        posted("act", lambda live: shot(live, "Vexa")),
        422,
        "Nobody attacks themselves.",
        "Nadie se ataca a sí mismo.",
    ),
    "a weapon she has not": Wrong(
        "dario",
        posted("act", lambda live: {**shot(live), "weapon": "9"}),
        422,
        "Choose a weapon for this attack.",
        "Elige un arma para este ataque.",
    ),
    "a target that is no token": Wrong(
        "dario",
        posted("act", lambda live: {**shot(live), "target": "nobody"}),
        410,
        "That token is not there any more.",
        "Esa figura ya no está.",
    ),
    "an older scene": Wrong("dario", stale, 409, "Irene was faster: Roake stands at M7 now.", "Roake está en M7."),
    "a token that is gone": Wrong("dario", gone, 410, "That token is not there any more.", "Esa figura ya no está."),
    "an answer to no question": Wrong(
        "dario",
        posted("answer", lambda live: {"prompt": "p", "option": "strike"}),
        410,
        "That question is answered already.",
        "Esa pregunta ya tiene respuesta.",
    ),
    "the GM's door": Wrong(
        "dario",
        posted("doors/door", lambda live: {"open": "on"}),
        422,
        "Only the GM does that.",
        "Eso solo lo hace el DJ.",
    ),
    "the GM's map": Wrong(
        "dario",
        sent_map(fixture("normal.dd2vtt"), "a.uvtt"),
        403,
        "Your seat may not do this.",
        "Tu sitio no puede hacer esto.",
    ),
    "an endless name": Wrong(
        "gm",
        posted("settings", lambda live: {"name": LONG}),
        422,
        "That text is too long: 60 characters at most.",
        "Ese texto es demasiado largo: 60 caracteres como mucho.",
    ),
    "an endless name of a token": Wrong(
        "gm",
        posted("tokens", lambda live: {"by": "sample", "sample": "trooper", "name": LONG, "side": "enemy"}),
        422,
        "That text is too long: 60 characters at most.",
        "Ese texto es demasiado largo: 60 caracteres como mucho.",
    ),
    "no number": Wrong(
        "gm",
        posted("map/grid", lambda live: {"columns": "NaN", "rows": "8"}),
        422,
        "A map has from 1 to 500 squares a side.",
        "Un mapa tiene de 1 a 500 casillas por lado.",
    ),
    "a file of 200 MB": Wrong(
        "gm",
        too_large,
        413,
        "This file is too large: a map may have 64 MB.",
        "Este archivo es demasiado grande: un mapa puede tener 64 MB.",
    ),
    "a picture that is none": Wrong(
        "gm",
        sent_map(b"not a picture", "cave.png"),
        422,
        "the picture is neither PNG, JPEG nor WebP",
        "la imagen no es PNG, JPEG ni WebP",
    ),
    "a bomb": Wrong(
        "gm",
        sent_map(picture_bomb(), "cave 30x20.png"),
        422,
        "the picture has more than 100 million pixels",
        "la imagen tiene más de 100 millones de píxeles",
    ),
    "NaN in a map": Wrong(
        "gm",
        sent_map(fixture("normal.dd2vtt").replace(b'"x": 8', b'"x": NaN', 1), "a.uvtt"),
        422,
        "line 9 has NaN, which is no number",
        "la línea 9 tiene NaN, que no es un número",
    ),
    "a code of nobody": Wrong(
        "gm",
        lambda client, live: client.get("/join?code=ZZZZZZ"),
        404,
        "No table has this code.",
        "Ninguna mesa tiene este código.",
    ),
    "a link of nobody": Wrong(
        "gm",
        lambda client, live: client.get("/j/ZZZZZZ"),
        404,
        "No table has this code.",
        "Ninguna mesa tiene este código.",
    ),
    "a table of nobody": Wrong(
        "gm",
        lambda client, live: client.get("/t/nowhere"),
        404,
        "You have no seat at this table.",
        "No tienes sitio en esta mesa.",
    ),
}


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("name", WRONG)
def test_a_sentence_in_ones_language_and_nothing_is_changed(live: Live, name: str, lang: str) -> None:
    wrong = WRONG[name]
    other = name in ("an older scene", "a token that is gone")  # there somebody else did something in between
    before = live.tables.stored(live.id)
    answer = wrong.send(browser(live, wrong.who, lang), live)
    told = html.unescape(answer.text)
    assert answer.status_code == wrong.status
    assert (wrong.es if lang == "es" else wrong.en) in told
    assert "Traceback" not in told
    assert 'File "' not in told
    assert len(live.tables.stored(live.id)) == len(before) + other


def test_two_taps_at_once_are_one_shot(live: Live) -> None:
    sent, before = shot(live), len(live.state.done)
    with ThreadPoolExecutor(2) as hands:
        clients = [browser(live, "dario"), browser(live, "gm")]
        answers = list(hands.map(lambda each: each.post(f"/t/{live.id}/act", data=sent), clients))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert len(live.state.done) == before + 1
    slower = next(answer for answer in answers if answer.status_code == 409)
    assert "was faster" in html.unescape(slower.text)


def test_two_who_answer_at_once_give_one_answer(live: Live) -> None:
    prompt = asked(live)
    with ThreadPoolExecutor(2) as hands:
        answers = list(
            hands.map(
                lambda option: browser(live, "gm").post(
                    f"/t/{live.id}/answer", data={"prompt": prompt, "option": option}
                ),
                ("strike", "decline"),
            )
        )
    assert sorted(answer.status_code for answer in answers) == [200, 410]
    assert [stored.event.kind for stored in live.tables.stored(live.id)].count("answered") == 1


def asked(live: Live) -> str:
    """The prompt after Vexa walked away from Bruno, who may strike."""
    live.place("Bruno", "brute", "enemy", Square(4, 7))
    assert browser(live, "dario").post(f"/t/{live.id}/act", data=move(live, 1, 4)).status_code == 200
    assert live.state.pending is not None
    return live.state.pending.prompt or ""


@pytest.mark.parametrize("path", ["", "/text", "/screen"])
@pytest.mark.parametrize("who", ["gm", "dario", "marta", "ana"])
def test_a_reload_in_the_middle_of_a_question_finds_it_again(live: Live, who: str, path: str) -> None:
    prompt, before = asked(live), live.state.version
    for _ in range(2):
        page = browser(live, who).get(f"/t/{live.id}{path}")
        assert page.status_code == 200
        if path == "":
            assert f'data-prompt="{prompt}"' in page.text
        assert (f'name="prompt" value="{prompt}"' in page.text) == (who == "gm" and path != "/screen")
        assert "Waiting for the GM" in html.unescape(page.text) or (who == "gm" and path != "/screen")
    assert live.state.version == before


@pytest.mark.parametrize(("lang", "words"), [("en", "First an answer is needed"), ("es", "Antes tiene que responder")])
def test_who_goes_on_while_somebody_is_asked_is_told_who_is_waited_for(live: Live, lang: str, words: str) -> None:
    asked(live)
    before = live.state.version
    answer = browser(live, "dario", lang).post(f"/t/{live.id}/act", data=shot(live))
    assert answer.status_code == 422
    assert live.state.version == before
    assert words in html.unescape(answer.text)


def test_markup_stays_words_wherever_a_name_is_read(live: Live) -> None:
    sent = {"by": "sample", "sample": "trooper", "name": MARKUP, "side": "enemy", "square": "A1", "copies": "1"}
    assert browser(live, "gm").post(f"/t/{live.id}/tokens", data=sent).status_code == 200
    for who in ("gm", "dario", "ana"):
        for path in ("", "/text", "/screen", "/square?x=0&y=0"):
            page = browser(live, who).get(f"/t/{live.id}{path}").text
            assert "<img src=x" not in page
    assert MARKUP in html.unescape(browser(live, "dario").get(f"/t/{live.id}").text)
