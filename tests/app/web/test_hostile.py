"""What no page of ours sends: answered in words, and nothing is changed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from app.encounter.commands import EditTable, EditToken
from app.encounter.state import Role
from app.main import create_app
from app.settings import Settings
from app.web.deps import DEVICE, new_device
from tests.support.board_live import Live, SteadyDice, lay_table, steady


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    app = create_app(Settings(data=tmp_path))
    tables, dice = app.state.tables, SteadyDice()
    steady(tables, dice)
    found = lay_table("", tables, dice)
    found.app = app
    yield found
    tables.engine.dispose()


def browser(live: Live, who: str = "gm", **headers: str) -> TestClient:
    given = {"origin": "http://testserver", **headers}
    return TestClient(
        live.app,
        cookies={DEVICE: live.devices[who]},
        headers=given,
        raise_server_exceptions=False,
        follow_redirects=False,
    )


@pytest.mark.parametrize("word", ["--5", "+-5", "-", "+", "٣", "²", "1e5", "NaN", "9" * 11, "9" * 5000])
def test_what_looks_like_a_number_breaks_nothing(live: Live, word: str) -> None:
    gm, before = browser(live), live.state.version
    token = live.tokens["Vexa"]
    for fields in ({"x": word, "y": "1"}, {"x": "1", "y": word}, {"expected": word}, {"path": f"{word},1"}):
        answer = gm.post(f"/t/{live.id}/act", data={"token": token, "action": "no such", **fields})
        assert answer.status_code in (409, 422)
    over = {"token": token, "action": "attack_ranged", "over_key": "range", "over_value": word, "over_reason": "why"}
    for page in ("ask", "text"):
        assert gm.get(f"/t/{live.id}/{page}", params=over).status_code in (200, 422)
    assert live.state.version == before


def test_a_referer_that_is_no_address_breaks_no_act(live: Live) -> None:
    answer = browser(live, referer="http://[x").post(
        f"/t/{live.id}/standing", data={"kind": "opportunity", "answer": "never"}
    )
    assert answer.status_code == 303


def test_an_origin_that_is_no_address_is_another_site(live: Live) -> None:
    answer = browser(live, origin="http://[x").post(f"/t/{live.id}/undo")
    assert answer.status_code == 403
    assert "another site" in answer.text


def test_who_waits_to_be_let_in_is_told_of_no_token(live: Live) -> None:
    live.handle(EditTable(approve=True))
    newcomer = TestClient(live.app, cookies={DEVICE: new_device()}, headers={"origin": "http://testserver"})
    live.tables.join(live.id, newcomer.cookies[DEVICE], "Newcomer", Role.PLAYER)
    for token in live.state.tokens:
        live.handle(EditToken(token, name="Zorblax"))
    assert live.state.turn is not None
    assert "Turn: Zorblax" in browser(live).get("/").text
    addresses = ["/", f"/j/{live.tables.join_code(live.id)}", f"/t/{live.id}", f"/t/{live.id}/text"]
    addresses += [
        f"/t/{live.id}/{part}" for part in ("ask", "stream", "screen", "tokens", "invite", "log/1", "waiting")
    ]
    for address in addresses:
        assert "Zorblax" not in newcomer.get(address).text, address


@pytest.mark.parametrize("charset", ["unicode_escape", "punycode", "undefined", "utf-7", '"idna"'])
def test_a_form_in_another_codec_is_refused(live: Live, charset: str) -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n\\ud800/.\r\n--x--\r\n'
    for address in ("/tables", f"/t/{live.id}/tokens", f"/t/{live.id}/settings"):
        kind = {"content-type": f"multipart/form-data; boundary=x; charset={charset}"}
        answer = browser(live).post(address, content=part, headers=kind)
        assert answer.status_code == 400
        assert "could not be read" in answer.text


def test_a_form_may_say_that_it_is_utf_8(live: Live) -> None:
    kind = {"content-type": "application/x-www-form-urlencoded; charset=UTF-8"}
    assert browser(live).post("/theme", content=b"theme=dark", headers=kind).status_code == 303


@pytest.mark.parametrize("address", ["/theme", "/tables", "/t/{id}/act", "/t/{id}/tokens", "/t/{id}/nothing"])
def test_a_body_larger_than_any_form_is_not_read(live: Live, address: str) -> None:
    kind = {"content-type": "multipart/form-data; boundary=x"}
    gm = browser(live)
    assert gm.post(address.format(id=live.id), content=iter([b"x"]), headers=kind).status_code == 413  # no length
    length = {"content-length": "9000000"}
    assert gm.post(address.format(id=live.id), content=b"", headers=kind | length).status_code == 413
