"""What every answer carries, what every post must show, and what goes wrong without a trace of code."""

import logging
import re
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy.exc import OperationalError

from app.encounter.errors import Gone, Refused, Stale
from app.i18n import choose_language, percent, translate
from app.main import create_app
from app.settings import Settings
from app.web.language import safe_address
from rules.errors import IllegalAction
from rules.text import TokenName, say, say_n
from tests.app.web.seating import Seating


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> FastAPI:
    app = create_app(Settings(data=tmp_path_factory.mktemp("frame")))
    raised = {
        "illegal": IllegalAction("SE-COVER-9", say("{who} cannot be aimed at.", who=TokenName("t"))),
        "refused": Refused(say("No.")),
        "gone": Gone(say("It is gone.")),
        "stale": Stale(say("Somebody was faster.")),
        "busy": OperationalError("UPDATE game", {}, Exception("database is locked")),
        "broken": ZeroDivisionError("the secret figure 4711"),
    }

    def breaks(kind: str) -> None:
        raise raised[kind]

    app.add_api_route("/raise/{kind}", breaks, methods=["GET", "POST"])
    app.add_api_route("/api/raise/{kind}", breaks, methods=["GET", "POST"])
    return app


@pytest.fixture
def browser(app: FastAPI) -> TestClient:
    return TestClient(
        app, base_url="http://casilla.test", follow_redirects=False, headers={"sec-fetch-site": "same-origin"}
    )


def bare(app: FastAPI) -> TestClient:
    """A client that says nothing of where it comes from."""
    return TestClient(app, base_url="http://casilla.test", follow_redirects=False)


@pytest.mark.parametrize("path", ["/", "/join", "/credits", "/nothing", "/static/css/theme.css", "/raise/broken"])
def test_every_answer_carries_the_headers_of_safety(browser: TestClient, path: str) -> None:
    headers = browser.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


def test_pages_are_not_kept_and_versioned_files_are(browser: TestClient) -> None:
    page = browser.get("/")
    assert page.headers["cache-control"] == "no-store"
    versioned = re.search(r'href="(/static/css/theme\.css\?v=[^"]+)"', page.text)
    assert versioned
    assert "immutable" in browser.get(versioned[1]).headers["cache-control"]
    assert browser.get("/static/js/main.js").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/static/../app/main.py", "/static/%2e%2e/pyproject.toml", "/static/..%2fMakefile"])
def test_static_files_lead_nowhere_else(browser: TestClient, path: str) -> None:
    assert browser.get(path).status_code == 404


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({"sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
        ({"sec-fetch-site": "none"}, False),
        ({"origin": "http://casilla.test", "cookie": "device=x"}, True),
        ({"origin": "http://evil.test", "cookie": "device=x"}, False),
        ({"origin": "null", "cookie": "device=x"}, False),
        ({"cookie": "device=x"}, False),
        ({}, True),
        ({"origin": "http://evil.test", "sec-fetch-site": "same-origin"}, True),
    ],
)
def test_posts_from_other_sites_do_nothing(app: FastAPI, headers: dict[str, str], allowed: bool) -> None:
    answer = bare(app).post("/language", data={"lang": "es"}, headers=headers)
    assert answer.status_code == (303 if allowed else 403)
    assert ("set-cookie" in answer.headers) is allowed


def test_a_foreign_post_changes_no_table(table: Seating) -> None:
    before = table.state
    answer = table.gm.post(f"/t/{table.id}/settings", data={"name": "Mine"}, headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403
    assert "another site" in answer.text
    assert table.state == before


STATUS = {"illegal": 422, "refused": 422, "gone": 410, "stale": 409, "broken": 500}


@pytest.mark.parametrize("kind", STATUS)
def test_each_error_has_its_answer_as_page_fragment_and_json(browser: TestClient, kind: str) -> None:
    page = browser.post(f"/raise/{kind}")
    assert page.status_code == STATUS[kind]
    assert "<!doctype html>" in page.text
    part = browser.post(f"/raise/{kind}", headers={"hx-request": "true"})
    assert part.status_code == STATUS[kind]
    assert part.headers["hx-reswap"] == "none"
    assert part.text.startswith('<div hx-swap-oob="innerHTML:#toast">')
    data = browser.post(f"/api/raise/{kind}")
    assert data.status_code == STATUS[kind]
    assert data.json()["error"]


def test_a_refusal_names_its_rule_and_nobody_who_is_not_known(browser: TestClient) -> None:
    assert "somebody cannot be aimed at." in browser.get("/raise/illegal").text
    assert browser.get("/api/raise/illegal").json() == {"error": "somebody cannot be aimed at.", "rule": "SE-COVER-9"}


def test_what_is_gone_is_not_found_by_looking(browser: TestClient) -> None:
    assert browser.get("/raise/gone").status_code == 404


def test_a_mistake_of_ours_is_written_down_and_shows_no_trace(
    browser: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, "casilla"):
        answer = browser.get("/raise/broken")
    assert answer.status_code == 500
    assert "mistake of the house" in answer.text
    assert not re.search(r"Traceback|ZeroDivision|4711|\.py", answer.text)
    assert "the secret figure 4711" in caplog.text


def test_a_database_that_does_not_answer_in_time_is_told(browser: TestClient) -> None:
    answer = browser.get("/raise/busy")
    assert answer.status_code == 503
    assert "try once more" in answer.text
    assert "UPDATE" not in answer.text


@pytest.mark.parametrize("path", ["/nothing", "/t/nothing", "/t/x%00y", "/j/%F0%9F%8E%B2", "/gm/" + "x" * 5000])
def test_addresses_that_lead_nowhere(browser: TestClient, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 404
    assert "There is nothing here" in answer.text


def test_a_method_that_an_address_does_not_take(browser: TestClient) -> None:
    assert browser.get("/tables").status_code == 405
    assert browser.post("/credits").status_code == 405


def test_the_language_is_asked_of_cookie_then_browser(browser: TestClient) -> None:
    assert '<html lang="es"' in browser.get("/", headers={"accept-language": "es-MX,en;q=0.5"}).text
    answer = browser.post("/language", data={"lang": "es", "then": "/join?code=7K4Q"})
    assert answer.headers["location"] == "/join?code=7K4Q"
    assert '<html lang="es"' in browser.get("/", headers={"accept-language": "en"}).text


@pytest.mark.parametrize(
    ("cookie", "accepted", "chosen"),
    [
        (None, None, "en"),
        (None, "de,fr", "en"),
        (None, "en-GB,es;q=.3", "en"),
        (None, "es;q=0.9,en;q=0.1", "es"),
        (None, "es;q=zero,en;q=0.1", "en"),
        (None, ";;;,,q=,*", "en"),
        (None, "es" + ",x" * 5000, "es"),
        ("xx", "es", "es"),
        ("en", "es", "en"),
    ],
)
def test_choice_of_language(cookie: str | None, accepted: str | None, chosen: str) -> None:
    assert choose_language(cookie, accepted) == chosen


def test_an_unknown_language_or_theme_is_none(browser: TestClient) -> None:
    assert "lang=en" in browser.post("/language", data={"lang": "../../etc"}).headers["set-cookie"]
    assert "theme=light" in browser.post("/theme", data={"theme": "pink"}).headers["set-cookie"]
    assert browser.post("/language", data={}).status_code == 422


def test_the_theme_of_the_cookie_stands_in_the_first_byte(browser: TestClient) -> None:
    browser.post("/theme", data={"theme": "dark"})
    assert 'data-theme="dark"' in browser.get("/").text


@pytest.mark.parametrize(
    "address", ["//evil.test", "https://evil.test", "/\\evil.test", "javascript:1", "", "/a\r\nb: c", "/" + "x" * 3000]
)
def test_one_is_never_sent_to_another_site(address: str) -> None:
    assert safe_address(address) == "/"


def test_texts_in_both_languages() -> None:
    assert translate(say_n("{n} person", "{n} people", 1), "es") == "1 persona"
    assert translate(say_n("{n} person", "{n} people", 3), "es") == "3 personas"
    assert translate(14.5, "es") == "14,5"
    assert translate(say("{who} cannot be aimed at.", who="{x}"), "en") == "{x} cannot be aimed at."
    assert percent(0.35, "en").replace("\xa0", " ") == percent(0.35, "es").replace("\xa0", " ") == "35 %"


def test_the_page_of_credits_names_what_is_vendored(browser: TestClient) -> None:
    page = browser.get("/credits").text
    assert "htmx" in page
    assert "SIL Open Font License" in page


def test_the_house_starts_in_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert TestClient(create_app(Settings(data=Path("data")))).get("/").status_code == 200
    assert (tmp_path / "data" / "casilla.db").exists()
