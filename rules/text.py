"""Sentences that are put into a language later: message keys, numbers and names that the viewer may or may not know."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class TokenName:
    """The name of a token, filled in per viewer ("somebody" for whom it is hidden)."""

    token: str


@dataclass(frozen=True)
class Text:
    """An English sentence with `{name}` places, which is also the key of its translations.

    `params` holds numbers, words, further `Text`s and `TokenName`s. With `plural`, `count` picks the form.
    """

    msgid: str
    params: Mapping[str, Any] = field(default_factory=dict)
    plural: str | None = None
    count: int | None = None


def say(msgid: str, **params: Any) -> Text:
    """A sentence to be translated. Babel extracts the first argument."""
    return Text(msgid, params)


def say_n(msgid: str, plural: str, count: int, **params: Any) -> Text:
    """A sentence whose form depends on `count`, which is also its parameter `n`."""
    return Text(msgid, {"n": count, **params}, plural, count)


def names_in(*texts: Any) -> tuple[str, ...]:
    """The ids of all tokens that texts speak of, each once; what is no text is looked over.

    >>> names_in(say("{who} waits for {other}", who=TokenName("a"), other=say("{x}", x=TokenName("b"))), None)
    ('a', 'b')
    """
    found: dict[str, None] = {}
    for text in texts:
        if isinstance(text, TokenName):
            found[text.token] = None
        elif isinstance(text, Text):
            found.update(dict.fromkeys(names_in(*text.params.values())))
        elif isinstance(text, tuple | list):
            found.update(dict.fromkeys(names_in(*text)))
    return tuple(found)
