"""Templates: one Jinja environment a language, pages with their frame, fragments without."""

import hashlib
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from babel.dates import format_datetime, format_time
from babel.numbers import format_decimal
from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context

from app import i18n
from app.paths import data_dir

THEMES = ("light", "dark")


@lru_cache
def environment(lang: str) -> Environment:
    """Where templates become words of `lang`; holds nothing of a request."""
    env = Environment(
        loader=FileSystemLoader(data_dir("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    env.policies["ext.i18n.trimmed"] = True
    env.install_gettext_translations(i18n.translations(lang), newstyle=True)  # type: ignore[attr-defined]
    env.filters |= {
        "tr": _tr,
        "number": lambda value: format_decimal(value, locale=lang),
        "percent": lambda chance: i18n.percent(chance, lang),
        "square": i18n.square_name,
        "clock": lambda moment: format_time(moment, "short", locale=lang),
        "moment": lambda moment: format_datetime(moment, "medium", locale=lang),
    }
    env.globals |= {"lang": lang, "languages": i18n.LANGUAGES, "asset": asset, "whole": _whole}
    return env


@pass_context
def _tr(context: Context, value: Any, names: Mapping[str, str] | None = None) -> str:
    """A `Text` in the page's language; names of tokens from the context's `names` (token id -> name)."""
    return i18n.translate(value, context["lang"], context.get("names") if names is None else names)


def _whole(chance: Fraction) -> int:
    return round(chance * 100)


@lru_cache
def _version() -> str:
    digest = hashlib.sha256()
    for path in sorted(data_dir("static").rglob("*")):
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:10]


def asset(path: str) -> str:
    """The address of a static file. It changes with the files, so a browser may keep it for good."""
    return f"/static/{path}?v={_version()}"


def language(request: Request) -> str:
    """The language of whoever asks."""
    return i18n.choose_language(request.cookies.get("lang"), request.headers.get("accept-language"))


def fragment(lang: str, template: str, **context: Any) -> str:
    """A part of a page, for a swap or the stream."""
    return environment(lang).get_template(template).render(context)


def page(request: Request, template: str, status_code: int = 200, **context: Any) -> HTMLResponse:
    """A whole page in the frame of `base.html`."""
    theme = request.cookies.get("theme")
    here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    frame = {"theme": theme if theme in THEMES else None, "here": here if request.method == "GET" else "/"}
    return HTMLResponse(fragment(language(request), template, **frame | context), status_code)


def wants_fragment(request: Request) -> bool:
    """Was this asked for by htmx, to be swapped into a page that stands?"""
    return request.headers.get("hx-request") == "true" and request.headers.get("hx-request-type") != "full"
