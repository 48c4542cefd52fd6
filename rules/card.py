"""The card that explains an action before it is done, and the record of it afterwards.

One shape for all systems: page, map overlay, log, text board and API read the same object.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from geometry.grid import Square
from geometry.ruling import Evidence
from rules.text import Text, names_in

NO_EVIDENCE = Evidence()


@dataclass(frozen=True)
class Refusal:
    """Why something may not be done: rule, sentence, and what to draw."""

    rule: str
    reason: Text
    evidence: Evidence = NO_EVIDENCE
    instead: str | None = None  # key of an action that is offered in its place


@dataclass(frozen=True)
class Modifier:
    """One row of a sum. `key` is stable, so that the GM can overrule the row; `was` is the computed value then."""

    key: str
    amount: int
    label: Text
    rule: str
    note: Text | None = None
    evidence: Evidence = NO_EVIDENCE
    was: int | None = None
    why: str | None = None  # the reason given for overruling


@dataclass(frozen=True)
class Group:
    """Rows that add up to `total`. `key` tells groups apart ("attack", "defence")."""

    key: str
    title: Text
    total: int
    rows: tuple[Modifier, ...]


@dataclass(frozen=True)
class Face:
    """One face of the strip under the chance: does it succeed, does it do something special."""

    value: int
    succeeds: bool
    special: bool = False


@dataclass(frozen=True)
class Cost:
    """A price in the system's own words ("standard", "2 swift"), or in squares."""

    label: Text


@dataclass(frozen=True)
class Card:
    """An action on a target, computed: what is needed, how likely it is, and why.

    `chance` is exact; None where the action rolls nothing. `refusal` is set when it may not be done. `marks` are the
    reasons at a glance for the tag on the map: "cover", "improved", "total", "concealed", "ally", "far" ...
    `tokens` are all tokens that the card speaks of, so that a viewer's form of it can be made.
    """

    actor: str
    action: str
    title: Text
    subtitle: Text
    target: str | None = None
    weapon: str | None = None
    distance: int | None = None
    chance: Fraction | None = None
    need: Text | None = None  # "Rolls 14 or more"
    sum: Text | None = None  # "d20 + 5 against Reflex 19"
    faces: tuple[Face, ...] = ()
    hints: tuple[Text, ...] = ()  # "If Vexa aims first (2 swift actions): 60 %"
    groups: tuple[Group, ...] = ()
    damage: Text | None = None
    evidence: Evidence = NO_EVIDENCE
    rules: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    cost: Cost | None = None
    button: Text | None = None
    refusal: Refusal | None = None
    undecided: Text | None = None  # "Ask the table: …"
    was: Fraction | None = None  # the computed chance, where the table's word changed it


def with_tokens(card: Card) -> Card:
    """The card with all tokens that it names in `tokens`, after those that stand there."""
    rows = [text for group in card.groups for row in group.rows for text in (group.title, row.label, row.note)]
    said = names_in(
        (card.title, card.subtitle, card.need, card.sum, card.hints, card.damage, card.button, card.undecided),
        rows,
        card.refusal.reason if card.refusal else None,
    )
    return replace(card, tokens=tuple(dict.fromkeys([*card.tokens, *said])))


@dataclass(frozen=True)
class Rolled:
    """Dice as they fell; `kept` sums are the system's business, told in `label`."""

    code: str
    faces: tuple[int, ...]
    label: Text
    secret: bool = False


@dataclass(frozen=True)
class Record:
    """What happened, for toast, result card and log. `outcome` is "hit", "miss" or another word of the system.

    `tokens`: all tokens named; `secret`: only the GM reads it. `card` is the card as it stood when the dice fell.
    """

    headline: Text
    outcome: str = ""
    title: Text | None = None  # "Hit: 21 against 19"
    rolls: tuple[Rolled, ...] = ()
    lines: tuple[Text, ...] = ()  # consequences, each a sentence
    rules: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    card: Card | None = None
    path: tuple[Square, ...] = ()
    secret: bool = False
