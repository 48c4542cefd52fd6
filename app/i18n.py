"""Languages: catalogues, choosing one, and putting a `Text` into it."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from io import BytesIO
from typing import Any

from babel import negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent
from babel.support import NullTranslations, Translations

from app.paths import data_dir
from geometry.grid import Square
from rules.text import Text, TokenName, say

LANGUAGES = {"en": "English", "es": "Español"}
SOMEBODY = say("somebody")  # a token whose name this viewer may not know


@lru_cache
def translations(lang: str) -> NullTranslations:
    """The catalogue of a language, compiled in memory; English is the key itself."""
    path = data_dir("locales") / lang / "LC_MESSAGES" / "messages.po"
    if not path.exists():
        return NullTranslations()
    binary = BytesIO()
    with path.open("rb") as source:
        write_mo(binary, read_po(source, locale=lang))
    binary.seek(0)
    return Translations(fp=binary)


def choose_language(cookie: str | None, accepted: str | None) -> str:
    """The language of the cookie, else the best of an Accept-Language header, else English."""
    if cookie in LANGUAGES:
        return cookie
    wishes = sorted(_weighted(accepted or ""), key=lambda wish: -wish[1])
    return negotiate_locale([tag.replace("-", "_") for tag, weight in wishes if weight > 0], list(LANGUAGES)) or "en"


def _weighted(header: str) -> list[tuple[str, float]]:
    wishes = []
    for part in header.split(",")[:20]:
        tag, _, rest = part.strip().partition(";")
        try:
            weight = float(rest.partition("=")[2]) if rest else 1.0
        except ValueError:
            weight = 0.0
        wishes.append((tag.strip(), weight))
    return wishes


def translate(value: Any, lang: str, names: Mapping[str, str] | None = None) -> str:
    """A `Text`, a token's name, a number or a word, as this viewer reads it.

    `names` holds the tokens that the viewer may know; any other is "somebody".
    """
    match value:
        case Text():
            catalogue = translations(lang)
            if value.plural is not None and value.count is not None:
                pattern = catalogue.ungettext(value.msgid, value.plural, value.count)
            else:
                pattern = catalogue.ugettext(value.msgid)
            return pattern.format_map({key: translate(part, lang, names) for key, part in value.params.items()})
        case TokenName():
            return (names or {}).get(value.token) or translate(SOMEBODY, lang)
        case bool() | str():
            return str(value)
        case Fraction():
            return format_decimal(float(value), locale=lang)
        case int() | float():
            return format_decimal(value, locale=lang)
        case Square():
            return square_name(value)
        case tuple() | list():
            return ", ".join(translate(part, lang, names) for part in value)
    return str(value)


def percent(chance: Fraction | float, lang: str) -> str:
    """A chance as people read it: "35 %" in both languages, whole numbers."""
    return format_percent(round(float(chance), 2), format="#,##0 %", locale=lang)


def square_name(square: Square) -> str:
    """What a square is called at the table: column letters, row number ("A1" is the top left one)."""
    letters, number = "", square.x + 1
    while number > 0:
        number, digit = divmod(number - 1, 26)
        letters = chr(65 + digit) + letters
    return f"{letters}{square.y + 1}" if letters else f"({square.x}, {square.y})"
