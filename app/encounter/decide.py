"""State and command to events, or a refusal. Nothing here is saved or told."""

from app.encounter import deciding_map, deciding_play, deciding_seats, deciding_tokens, deciding_undo
from app.encounter.commands import (
    Act,
    AdmitSeat,
    Answer,
    CallOff,
    ClaimToken,
    Command,
    CopyToken,
    EditMap,
    EditTable,
    EditToken,
    PlaceToken,
    Redo,
    RemoveSeat,
    RemoveToken,
    RewindTurn,
    SetDoor,
    SetMap,
    SetPicture,
    SetStanding,
    TakeSeat,
    Undo,
)
from app.encounter.deciding import Decision
from app.encounter.errors import Gone, Refused
from app.encounter.means import Means
from app.encounter.state import Encounter
from app.encounter.view import waiting_for
from app.encounter.viewer import Viewer
from rules.text import say

_GM_ONLY = (
    EditTable,
    AdmitSeat,
    SetMap,
    SetPicture,
    EditMap,
    SetDoor,
    PlaceToken,
    CopyToken,
    RemoveToken,
)
# What changes the scene under a waiting resolution is refused: its answers would no longer fit.
_NOT_WHILE_WAITING = (*_GM_ONLY[2:], EditToken, Act, Redo, RewindTurn)


def decide(state: Encounter, viewer: Viewer, command: Command, means: Means) -> Decision:
    """The events that `command` makes.

    Raises Refused (also Gone) when this seat may not, Stale when somebody was faster, IllegalAction when the rules
    forbid it, ProfileError for impossible figures.
    """
    _check_seat(state, viewer, command)
    if isinstance(command, _GM_ONLY) and not viewer.is_gm:
        raise Refused(say("Only the GM does that."))
    if state.pending is not None and (isinstance(command, _NOT_WHILE_WAITING) or _changes_options(command)):
        raise Refused(say("First an answer is needed from {who}.", who=waiting_for(state)))
    match command:
        case EditTable() | TakeSeat() | AdmitSeat() | RemoveSeat() | SetStanding():
            return deciding_seats.decide(state, viewer, command)
        case SetMap() | SetPicture() | EditMap() | SetDoor():
            return deciding_map.decide(state, viewer, command)
        case PlaceToken() | CopyToken() | EditToken() | RemoveToken() | ClaimToken():
            return deciding_tokens.decide(state, viewer, command, means)
        case Act() | Answer():
            return deciding_play.decide(state, viewer, command, means)
        case Undo() | Redo() | RewindTurn() | CallOff():
            return deciding_undo.decide(state, viewer, command)


def _check_seat(state: Encounter, viewer: Viewer, command: Command) -> None:
    if isinstance(command, TakeSeat) or viewer.seat == "":
        return
    seat = state.seats.get(viewer.seat)
    if seat is None or seat.role != viewer.role:
        raise Gone(say("You have no seat at this table any more."))
    if not seat.admitted and not isinstance(command, RemoveSeat):
        raise Refused(say("The GM has to let you in first."))


def _changes_options(command: Command) -> bool:
    return isinstance(command, EditTable) and command.options is not None
