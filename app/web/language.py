"""Language, light or dark, and credits: what stands on every page."""

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from app.i18n import LANGUAGES
from app.paths import data_dir
from app.web.render import THEMES, page

router = APIRouter()
A_YEAR = 365 * 24 * 3600


def safe_address(address: str) -> str:
    """An address of this house to go on to; anything else is the lobby."""
    own = address.startswith("/") and not address.startswith(("//", "/\\")) and address.isprintable()
    return address if own and len(address) < 2000 else "/"


def _remember(request: Request, key: str, value: str, then: str) -> Response:
    answer = RedirectResponse(safe_address(then), 303)
    answer.set_cookie(key, value, max_age=A_YEAR, samesite="lax", secure=request.url.scheme == "https")
    return answer


@router.post("/language")
def set_language(request: Request, lang: Annotated[str, Form()], then: Annotated[str, Form()] = "/") -> Response:
    """The switch in the corner. A page is shown again in the other language."""
    return _remember(request, "lang", lang if lang in LANGUAGES else "en", then)


@router.post("/theme")
def set_theme(request: Request, theme: Annotated[str, Form()], then: Annotated[str, Form()] = "/") -> Response:
    """Light or dark, without JavaScript; with it the page turns at once and sets the same cookie."""
    return _remember(request, "theme", theme if theme in THEMES else "light", then)


@router.get("/credits")
def credits(request: Request) -> Response:
    """Who made what is in here, and under which licence."""
    return page(request, "credits.html", vendored=_vendored())


def _vendored() -> list[list[str]]:
    """The rows of static/vendor/CREDITS.md: name, version, author, licence, files."""
    rows = []
    for line in (data_dir("static") / "vendor" / "CREDITS.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 4 and not set(cells[0]) <= {"-", " "}:
            rows.append(cells)
    return rows[1:]
