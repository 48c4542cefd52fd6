"""Bring the sentences of the code into the catalogues: new ones come in empty, those that nobody says any more go."""

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LOCALES = ROOT / "locales"
KEYWORDS = DEFAULT_KEYWORDS | {"say": None, "say_n": (1, 2)}
METHODS = [("**.py", "python"), ("**.html", "jinja2")]
OPTIONS = {"**.html": {"silent": "false", "trimmed": "true", "newstyle_gettext": "true"}}
FOLDERS = ("app", "rules", "geometry", "templates")


def extracted() -> Catalog:
    """Every sentence in code and templates that a person may read."""
    catalog = Catalog(project="Casilla", fuzzy=False)
    for folder in FOLDERS:
        found = extract_from_dir(
            ROOT / folder, METHODS, OPTIONS, keywords=KEYWORDS, comment_tags=("i18n:",), strip_comment_tags=True
        )
        for _file, _line, message, comments, context in found:
            catalog.add(message, auto_comments=comments, context=context)
    return catalog


def read(lang: str) -> Catalog:
    """The catalogue of a language as it stands."""
    with (LOCALES / lang / "LC_MESSAGES" / "messages.po").open("rb") as source:
        return read_po(source, locale=lang)


def update(lang: str) -> int:
    """Bring a catalogue in step with the code; how many sentences wait for a translation."""
    catalog = read(lang)
    catalog.update(extracted(), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    catalog.msgid_bugs_address = ""
    with (LOCALES / lang / "LC_MESSAGES" / "messages.po").open("wb") as target:
        write_po(target, catalog, width=110, no_location=True, sort_output=True)
    return sum(1 for message in catalog if message.id and not all(forms(message.string)))


def forms(string: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """The translations of a message, one for each plural form."""
    return tuple(string) if isinstance(string, tuple | list) else (string or "",)


if __name__ == "__main__":
    for folder in sorted(LOCALES.glob("*/LC_MESSAGES")):
        lang = folder.parent.name
        print(f"{lang}: {update(lang)} sentences wait for a translation")
