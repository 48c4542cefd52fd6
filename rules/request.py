"""What a resolution may yield while it runs.

A resolution is a generator. It yields `Roll` and receives the faces, yields `Ask` and receives the key of the chosen
option, yields `Tell` (effects and what to show, to be stored at once) and receives nothing. It is re-run from its start
with the answers known so far, so it must be a pure function of the scene and the action it was started with.
"""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any

from geometry.grid import Square
from geometry.ruling import Evidence
from rules.card import NO_EVIDENCE, Card, Record
from rules.text import Text


@dataclass(frozen=True)
class Roll:
    """Dice to be rolled: `code` is "NdM"; `by` the token that rolls; `secret`: only the GM sees the faces."""

    code: str
    purpose: Text
    by: str | None = None
    secret: bool = False


@dataclass(frozen=True)
class Option:
    """One answer to a prompt. `likely` marks the one that gets the amber button."""

    key: str
    label: Text
    note: Text | None = None
    likely: bool = False


@dataclass(frozen=True)
class Ask:
    """A question to whoever plays `owner`. `kind` is what "always, never, ask me" is remembered by.

    `default` is the answer of "never" and of a time that ran out; "always" is the first option that is not the default.
    """

    owner: str
    kind: str
    question: Text
    options: tuple[Option, ...]
    default: str
    rule: str
    card: Card | None = None  # the attack that would follow, for its chance and reasons
    about: tuple[str, ...] = ()  # tokens the question is about
    evidence: Evidence = NO_EVIDENCE
    only_if_seen: bool = False  # where one of `about` is hidden from the owner, nobody is asked: the default holds


@dataclass(frozen=True)
class Moved:
    """A token went along `path` (top-left squares, the start included)."""

    token: str
    path: tuple[Square, ...]


@dataclass(frozen=True)
class Changed:
    """Fields of a token that have a new value: `profile` (its numbers), `fight` (what lasts in this fight)."""

    token: str
    profile: Mapping[str, Any] = field(default_factory=dict)
    fight: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class TurnSet:
    """The order of play as it now stands; its content belongs to the system. None: no fight goes on."""

    turn: Mapping[str, Any] | None


@dataclass(frozen=True)
class DoorSet:
    """A door was opened or closed."""

    barrier: str
    is_open: bool


Effect = Moved | Changed | TurnSet | DoorSet


@dataclass(frozen=True)
class Tell:
    """Effects that hold from here on, and the record that tables read about them."""

    effects: tuple[Effect, ...] = ()
    record: Record | None = None


Request = Roll | Ask | Tell
Resolution = Generator[Request, Any, None]
