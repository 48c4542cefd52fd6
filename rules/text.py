"""Sentences that are put into a language later: message keys, numbers and names that the viewer may or may not know."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True)
class TokenName:
    """The name of a token, filled in per viewer ("somebody" for whom it is hidden)."""

    token: str


@dataclass(frozen=True)
class Text:
    """An English sentence with `{name}` places, which is also the key of its translations.

    `params` holds numbers, words, further `Text`s and `TokenName`s. With `plural`, `count` picks the form.
    `figures_of`: the token whose own figures it tells (hit points, threshold); who may not see them reads `plainly`
    instead or, where that is None, nothing.
    """

    msgid: str
    params: Mapping[str, Any] = field(default_factory=dict)
    plural: str | None = None
    count: int | None = None
    figures_of: str | None = None
    plainly: Any = None  # a Text, or None


def say(msgid: str, **params: Any) -> Text:
    """A sentence to be translated. Babel extracts the first argument."""
    return Text(msgid, params)


def say_n(msgid: str, plural: str, count: int, **params: Any) -> Text:
    """A sentence whose form depends on `count`, which is also its parameter `n`."""
    return Text(msgid, {"n": count, **params}, plural, count)


def with_figures(token: str, text: Text, plainly: Text | None = None) -> Text:
    """`text`, which tells figures of `token`, and the sentence for those who may not see them."""
    return replace(text, figures_of=token, plainly=plainly)


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
