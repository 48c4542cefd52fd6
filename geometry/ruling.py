"""A spatial answer together with everything that led to it.

One `Ruling` feeds the overlay on the map, the card, the log, the text form and the API, so nothing here knows how it
will be drawn or in which language it will be read.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

from geometry.grid import Point, Square

T = TypeVar("T")


class Line(StrEnum):
    """What became of one segment that a rule looked at."""

    CLEAR = "clear"
    GRAZING = "grazing"  # touches a corner or runs along an edge, and counts as clear
    BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class Segment:
    """A line that was tested, from `start` to `end`, in squares.

    `blocker` is the id of the first obstacle met (a barrier's id, `kind@x,y` for a square, a creature's id) and `stop`
    the point where it is met; both are None unless `state` is BLOCKED. For GRAZING `stop` is the point touched.
    `conceals` tells whether it passes through a concealing area.
    """

    start: Point
    end: Point
    state: Line = Line.CLEAR
    blocker: str | None = None
    stop: Point | None = None
    conceals: bool = False


@dataclass(frozen=True, slots=True)
class Evidence:
    """What may be drawn to show why an answer is what it is. Every field may be empty."""

    segments: tuple[Segment, ...] = ()  # the lines that decided (for cover: the four of the chosen corner)
    others: tuple[Segment, ...] = ()  # further lines that were tested (for cover: the other twelve)
    corner: Point | None = None  # the corner or centre that the lines start from
    squares: tuple[Square, ...] = ()
    blockers: tuple[str, ...] = ()  # ids as in Segment.blocker, most often met first
    tokens: tuple[str, ...] = ()  # creatures that took part (an ally that flanks, who threatens)
    costs: Mapping[Square, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ruling(Generic[T]):
    """An answer, the rule ids it rests on, and its evidence.

    `value` is None where the question cannot be decided ("ask the table", SE-GM-1); `undecided` then says which datum
    is missing, by its name.
    """

    value: T | None
    rules: tuple[str, ...]
    evidence: Evidence = Evidence()
    undecided: str | None = None
