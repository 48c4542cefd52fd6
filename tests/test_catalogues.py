"""Every sentence that a person may read stands in every language, form by form."""

import re
from functools import lru_cache

import pytest
from babel.messages.catalog import Catalog, Message

from app.i18n import LANGUAGES
from scripts.messages import LOCALES, extracted, forms, read

TRANSLATED = [lang for lang in LANGUAGES if lang != "en"]
PLACE = re.compile(r"%\(\w+\)\w|\{\w+\}")


@lru_cache
def sentences() -> Catalog:
    return extracted()


def ids(message: Message) -> tuple[str, ...]:
    return forms(message.id)


def test_every_language_of_the_switch_has_a_catalogue() -> None:
    assert {path.parent.name for path in LOCALES.glob("*/LC_MESSAGES")} == set(TRANSLATED)


@pytest.mark.parametrize("lang", TRANSLATED)
def test_catalogue_is_complete_and_in_step(lang: str) -> None:
    catalog = read(lang)
    missing = [message.id for message in sentences() if message.id and catalog.get(message.id, message.context) is None]
    stale = [message.id for message in catalog if message.id and sentences().get(message.id, message.context) is None]
    empty = [
        message.id for message in catalog if message.id and not all(form.strip() for form in forms(message.string))
    ]
    fuzzy = [message.id for message in catalog if message.id and message.fuzzy]
    short = [
        message.id
        for message in catalog
        if isinstance(message.id, tuple) and len(forms(message.string)) != catalog.num_plurals
    ]
    assert (missing, stale, empty, fuzzy, short) == ([], [], [], [], []), "run `make messages`, then translate"


@pytest.mark.parametrize("lang", TRANSLATED)
def test_translations_have_the_places_of_their_sentence(lang: str) -> None:
    wrong = []
    for message in read(lang):
        if not message.id:
            continue
        known = {place for form in ids(message) for place in PLACE.findall(form)}
        for form in forms(message.string):
            places = set(PLACE.findall(form))
            # a plural form may say "one" where the sentence has a number
            if places - known or (len(ids(message)) == 1 and places != known):
                wrong.append((message.id, form))
    assert wrong == []


@pytest.mark.parametrize("lang", TRANSLATED)
def test_translations_with_braces_can_be_filled_in(lang: str) -> None:
    for message in read(lang):
        for form in forms(message.string) if message.id else ():
            if "%(" not in form:
                form.format_map({place.strip("{}"): "x" for place in PLACE.findall(form)})
