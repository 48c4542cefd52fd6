"""The table options of section 12. The first value of each is the default."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from geometry.battlefield import SpatialOptions
from rules.system import Field
from rules.text import say

_ON, _OFF = ("on", say("On")), ("off", say("Off"))

FIELDS = (
    Field(
        "reach_shape",
        say("Shape of reach"),
        "choice",
        choices=(("counted", say("Diagonals count two")), ("square", say("A full square"))),
    ),
    Field("improved_cover_auto", say("Improved cover is computed"), "choice", choices=(_ON, _OFF)),
    Field("allies_give_cover", say("Allies give cover"), "choice", choices=(_ON, _OFF)),
    Field("unconscious_give_cover", say("The unconscious give cover"), "choice", choices=(_ON, _OFF)),
    Field("flanking_needs_threat", say("Only those who threaten flank"), "choice", choices=(_OFF, _ON)),
    Field(
        "withdraw",
        say("Withdrawing"),
        "choice",
        choices=(("whole_move", say("The whole move is safe")), ("first_square", say("Only the first square is safe"))),
    ),
    Field("threshold_follows_track", say("The threshold falls with the condition"), "choice", choices=(_ON, _OFF)),
    Field("players_see_rolls", say("Players see the dice of the other side"), "choice", choices=(_ON, _OFF)),
)


@dataclass(frozen=True)
class Options:
    """The options as the rules ask for them."""

    reach_shape: str = "counted"
    improved_cover_auto: bool = True
    allies_give_cover: bool = True
    unconscious_give_cover: bool = True
    flanking_needs_threat: bool = False
    withdraw: str = "whole_move"
    threshold_follows_track: bool = True
    players_see_rolls: bool = True

    @property
    def spatial(self) -> SpatialOptions:
        return SpatialOptions(
            reach_shape=self.reach_shape,
            improved_cover_auto=self.improved_cover_auto,
            allies_give_cover=self.allies_give_cover,
            unconscious_give_cover=self.unconscious_give_cover,
            flanking_needs_threat=self.flanking_needs_threat,
        )


def read_options(given: Mapping[str, Any]) -> Options:
    """Options from what the table stores; an unknown value is the default.

    >>> read_options({"allies_give_cover": "off", "withdraw": "nonsense"}).allies_give_cover
    False
    """
    values: dict[str, Any] = {}
    for field in FIELDS:
        words = [word for word, _ in field.choices]
        word = given.get(field.key, words[0])
        if isinstance(word, bool):
            word = "on" if word else "off"
        if word not in words:
            word = words[0]
        values[field.key] = word == "on" if words[0] in ("on", "off") else word
    return Options(**values)
