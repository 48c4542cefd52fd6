"""What an import changed, left out or assumed, and why one is refused."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from app.encounter.errors import Refused
from rules.text import Text, say

PLACES_SHOWN = 5


@dataclass(frozen=True)
class Note:
    """One line of the report with the first few places it speaks of."""

    text: Text
    places: tuple[Text, ...] = ()


@dataclass(frozen=True)
class Report:
    """`notes` are read before saving; `tidied` is what changes no ruling and is mentioned once."""

    walls: int = 0
    doors: int = 0
    open_doors: int = 0
    windows: int = 0
    objects: int = 0
    lights: int = 0
    notes: tuple[Note, ...] = ()
    tidied: tuple[Text, ...] = ()
    asks_ambient: bool = False


@dataclass
class Findings:
    """Faults that refuse the file, flaws in it that do not, and notes, gathered while it is read."""

    faults: list[Text] = field(default_factory=list)
    flaws: list[Text] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    def note(self, text: Text, places: Sequence[Text] = ()) -> None:
        self.notes.append(Note(text, tuple(places[:PLACES_SHOWN])))

    def refuse_if_faulty(self) -> None:
        """Raise with every fault and, behind them, the flaws that alone would have been left out."""
        if self.faults:
            # The size first, then what lies on the map, then the picture: the order in which a GM would look.
            picture = [fault for fault in self.faults if fault.params.get("field") == "image"]
            others = [fault for fault in self.faults if fault not in picture]
            flaws = self.flaws[:PLACES_SHOWN]
            raise ImportRefused.for_faults([*others, *flaws, *picture] if others else [*picture, *flaws])


class ImportRefused(Refused):
    """The file is not imported; the game is as it was. `faults` are the single clauses, where there are any."""

    def __init__(self, reason: Text, faults: Sequence[Text] = ()) -> None:
        super().__init__(reason)
        self.faults = tuple(faults)

    @classmethod
    def for_faults(cls, faults: Sequence[Text]) -> "ImportRefused":
        if len(faults) == 1:
            return cls(say("This map can't be imported: {fault}.", fault=faults[0]), faults)
        reason = say(
            "This map can't be imported: {fault}. Also found: {others}.", fault=faults[0], others=listed(faults[1:])
        )
        return cls(reason, faults)


def listed(texts: Sequence[Text]) -> Text:
    """One text of several, with semicolons."""
    head = texts[0]
    for text in texts[1:]:
        head = say("{first}; {second}", first=head, second=text)
    return head
