"""A question about the board as it was tapped, and the shape of its answer."""

from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import urlencode

from app.web.board.cards import CardView, MarkView, RecordView
from app.web.board.overlays import Overlay
from app.web.board.panels import OfferView, query_of
from app.web.board.tokens import BarView, FaceView
from geometry.grid import Square
from rules.card import Refusal
from rules.scene import Overrule
from rules.text import Text


@dataclass(frozen=True)
class Question:
    """What was tapped, as it came. Every field may be missing."""

    token: str | None = None
    action: str | None = None
    weapon: str | None = None
    target: str | None = None
    square: Square | None = None
    path: tuple[Square, ...] = ()  # way-points after the start
    overrules: tuple[Overrule, ...] = ()
    args: tuple[tuple[str, str], ...] = ()  # what only the system knows

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        given = {
            "token": self.token,
            "action": self.action,
            "weapon": self.weapon,
            "target": self.target,
            "x": self.square and str(self.square.x),
            "y": self.square and str(self.square.y),
            "path": ";".join(f"{square.x},{square.y}" for square in self.path) or None,
        }
        given |= {f"arg_{key}": value for key, value in self.args}
        return tuple((key, value) for key, value in given.items() if value is not None)

    def query(self, **change: str | None) -> str:
        """The question as the query of its address, with something changed (None: left out)."""
        given = dict(self.fields) | change
        return query_of(
            given.pop("token", None),
            given.pop("action", None) or "",
            given.pop("weapon", None),
            **{key: value for key, value in given.items() if value is not None},
        )


@dataclass(frozen=True)
class Go:
    """The button that goes on: what it says, what it costs, the action it carries out."""

    label: Text
    cost: Text | None
    icon: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class TargetRow:
    id: str
    name: str
    face: FaceView | None
    query: str
    legal: bool
    chance: int | None
    marks: tuple[MarkView, ...]
    reason: Text | None
    short: Text | str
    friend: bool


@dataclass(frozen=True)
class TargetsView:
    label: Text
    rows: tuple[TargetRow, ...]


@dataclass(frozen=True)
class ChoicesView:
    token: str
    name: str
    face: FaceView | None
    bar: BarView | None
    budget: tuple[tuple[Text, bool], ...]
    rows: tuple[OfferView, ...]


@dataclass(frozen=True)
class WayView:
    """`by_here`: the question that makes the end of the path a way-point."""

    threatened: bool
    by_here: str | None = None
    strikes: tuple[Text, ...] = ()
    rule: str = ""


@dataclass(frozen=True)
class Answered:
    """The whole answer. `kind` names what the panel holds: "choices", "targets", "reach", "path", "card".

    `step`: "choose" while something on the map is still to be tapped, "read" when there is a card to read.
    `back`: the question before this one.
    """

    kind: str
    question: Question
    table: str
    title: Text
    step: str
    aim: str = ""
    back: str = ""
    overlay: Overlay = field(default_factory=Overlay)
    card: CardView | None = None
    targets: TargetsView | None = None
    choices: ChoicesView | None = None
    way: WayView | None = None
    refusal: Refusal | None = None
    hint: Text | None = None
    go: Go | None = None
    records: tuple[RecordView, ...] = ()
    at: datetime | None = None
    expected: int = 0

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        return self.question.fields

    @property
    def overrules(self) -> tuple[Overrule, ...]:
        return self.question.overrules

    @property
    def query(self) -> str:
        over = [
            pair
            for over in self.question.overrules
            for pair in (("over_key", over.key), ("over_value", str(over.value)), ("over_reason", over.reason))
        ]
        return "&".join(filter(None, (self.question.query(), urlencode(over))))
