"""The seam: all that `app/` may ask of a rule system. Nothing here knows which systems there are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from geometry.battlefield import SpatialOptions
from geometry.grid import Square
from geometry.ruling import Evidence
from rules.card import Card, Cost, Refusal
from rules.request import Resolution
from rules.scene import Action, Scene
from rules.text import Text


@dataclass(frozen=True)
class Field:
    """One field of the profile form. `kind`: text, integer, choice, flag, flags, list. `group` titles a fieldset.

    A "list" (weapons) holds `fields` of its own. `choices` are (value, words).
    """

    key: str
    label: Text
    kind: str
    group: Text | None = None
    choices: tuple[tuple[str, Text], ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    required: bool = False
    help: Text | None = None
    fields: tuple["Field", ...] = ()


@dataclass(frozen=True)
class Sample:
    """A ready profile. `face` is the id of a symbol in the icon sprite."""

    key: str
    title: Text
    face: str
    profile: Mapping[str, Any]


@dataclass(frozen=True)
class Bar:
    """A number with a maximum: hit points, shields."""

    key: str
    label: Text
    value: int
    maximum: int


@dataclass(frozen=True)
class Badge:
    """A condition on a token. `icon` is a symbol id, `state` a CSS state of the token ("prone", "dead")."""

    key: str
    icon: str
    label: Text
    state: str | None = None
    rule: str | None = None


@dataclass(frozen=True)
class Row:
    """A line of a sheet: a word and its value."""

    label: Text
    value: Text | int | str
    note: Text | None = None
    rule: str | None = None


@dataclass(frozen=True)
class Sheet:
    """A profile to read in play. `public` bars and badges may be seen by everybody who sees the token."""

    size: int  # squares a side
    subtitle: Text
    bars: tuple[Bar, ...] = ()
    badges: tuple[Badge, ...] = ()
    groups: tuple[tuple[Text, tuple[Row, ...]], ...] = ()


@dataclass(frozen=True)
class TurnEntry:
    """One place in the order of play. `state`: acting, waiting, delayed, readied, done, out."""

    token: str
    count: Text | int | None = None
    state: str = "waiting"
    note: Text | None = None


@dataclass(frozen=True)
class TurnView:
    """The order of play, from the first of the round on; `acting` are those who may act now.

    `budget` says what the acting one has left, as (key, words, left).
    """

    round: int
    phase: Text | None
    entries: tuple[TurnEntry, ...]
    acting: tuple[str, ...]
    budget: tuple[tuple[str, Text, bool], ...] = ()


@dataclass(frozen=True)
class Offer:
    """An action that a token has. `aim` says what must be tapped: "none", "path", "token", "square", "point", "block".

    `group`: "move", "attack", "other" (behind More), "turn". `refusal` says why it is not possible now.
    """

    key: str
    label: Text
    icon: str
    aim: str
    group: str
    weapon: str | None = None
    cost: Cost | None = None
    refusal: Refusal | None = None
    rule: str | None = None
    args: Mapping[str, Any] = field(default_factory=dict)  # go into `Action.args` as they are


@dataclass(frozen=True)
class Reach:
    """Where a path of an action may end. `costs` by top-left square; `second` may be reached by a longer action.

    `double` squares cost twice; `provokes` says which enemies strike if the cheapest path to a square is taken;
    `threat` are the squares that those enemies threaten, by enemy.
    """

    costs: Mapping[Square, int]
    second: frozenset[Square] = frozenset()
    double: frozenset[Square] = frozenset()
    provokes: Mapping[Square, tuple[str, ...]] = field(default_factory=dict)
    threat: Mapping[str, frozenset[Square]] = field(default_factory=dict)
    budget: int = 0


@dataclass(frozen=True)
class Strike:
    """An attack of opportunity that a path provokes: by whom, on leaving which square of the path (index)."""

    enemy: str
    index: int


@dataclass(frozen=True)
class PathCard:
    """A path computed: cost per step (running), what it provokes, the card that explains it."""

    path: tuple[Square, ...]
    running: tuple[int, ...]
    budget: int
    strikes: tuple[Strike, ...]
    card: Card


class RuleSystem(Protocol):
    """What a system gives. All methods are pure; `scene` may be one viewer's.

    Profiles and fights come and go as plain JSON mappings; `check_profile` is the one place where they are judged.
    """

    key: str
    title: Text
    metres_per_square: str  # as a decimal text
    initiative: str  # what starting the fight is called: key of the table action ("start")

    def options(self) -> Sequence[Field]:
        """The table options, as form fields; their first choice or minimum is the default."""
        ...

    def spatial_options(self, options: Mapping[str, Any]) -> SpatialOptions: ...

    def samples(self) -> Sequence[Sample]: ...

    def form(self) -> Sequence[Field]: ...

    def check_profile(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """The profile, completed with defaults, as plain JSON.

        Raises ProfileError with one sentence for each bad field.
        """
        ...

    def states(self) -> Sequence[Field]:
        """Fields of `Combatant.fight` that the GM may set by hand (bound, surprised, blinded ...), as form fields."""
        ...

    def sheet(self, scene: Scene, token: str) -> Sheet: ...

    def turn_view(self, scene: Scene) -> TurnView | None: ...

    def offers(self, scene: Scene, actor: str) -> Sequence[Offer]:
        """What a token can do, the impossible included with its reason."""
        ...

    def table_offers(self, scene: Scene) -> Sequence[Offer]:
        """What the GM does for the whole table: start, next, end of the fight."""
        ...

    def targets(self, scene: Scene, action: Action) -> Sequence[Card]:
        """A card for every other token, the refused included. Light: enough for tag and row."""
        ...

    def reach(self, scene: Scene, action: Action) -> Reach: ...

    def path(self, scene: Scene, action: Action) -> PathCard:
        """The path that `action` names: `path` way-points (start first) or only `square`, then the best way there.

        Raises IllegalAction when there is none.
        """
        ...

    def preview(self, scene: Scene, action: Action) -> Card:
        """The full card of an action on its target; a refusal is in the card, not raised."""
        ...

    def resolve(self, scene: Scene, action: Action) -> Resolution:
        """Carry an action out. Raises IllegalAction before its first yield when it may not be done."""
        ...

    def rulebook(self, rule: str) -> Text | None:
        """The sentence that players are shown for a rule id."""
        ...


class ProfileError(ValueError):
    """A profile with impossible figures: every fault, by field."""

    def __init__(self, faults: Mapping[str, Text]) -> None:
        super().__init__("; ".join(f"{field}: {text.msgid}" for field, text in faults.items()))
        self.faults = faults


__all__ = [
    "Badge",
    "Bar",
    "Evidence",
    "Field",
    "Offer",
    "PathCard",
    "ProfileError",
    "Reach",
    "Row",
    "RuleSystem",
    "Sample",
    "Sheet",
    "Strike",
    "TurnEntry",
    "TurnView",
]
