"""Who sits at the table, and how the table is set up."""

from collections.abc import Mapping
from typing import Any

from app.encounter.commands import AdmitSeat, EditTable, RemoveSeat, SetStanding, TakeSeat
from app.encounter.deciding import Decision
from app.encounter.errors import Gone, Refused
from app.encounter.events import SeatEdited, SeatLeft, SeatTaken, TableEdited
from app.encounter.limits import MAX_SEATS, NAME_LENGTH, clean_name
from app.encounter.state import Encounter, Role, Seat
from app.encounter.system import system_of
from app.encounter.viewer import Viewer
from rules.system import Field
from rules.text import say

_MAX_STANDING = 50
SeatCommand = EditTable | TakeSeat | AdmitSeat | RemoveSeat | SetStanding


def decide(state: Encounter, viewer: Viewer, command: SeatCommand) -> Decision:
    match command:
        case TakeSeat():
            return _take(state, command)
        case AdmitSeat(seat=id):
            return Decision(() if _seat(state, id).admitted else (SeatEdited(id, admitted=True),))
        case RemoveSeat(seat=id):
            return _remove(state, viewer, id)
        case SetStanding():
            return Decision((standing(state, viewer.seat, command.prompt_kind, command.answer),))
        case EditTable():
            return _edit(state, command)


def _take(state: Encounter, command: TakeSeat) -> Decision:
    name = clean_name(command.name)
    if command.seat in state.seats or not 1 <= len(command.seat) <= NAME_LENGTH:
        raise Refused(say("That seat is taken."))
    others = [seat for seat in state.seats.values() if seat.id != command.instead_of]
    if len(others) >= MAX_SEATS:
        raise Refused(say("The table is full: {most} seats.", most=MAX_SEATS))
    people = (seat for seat in others if seat.role in (Role.GM, Role.PLAYER))
    if command.role in (Role.GM, Role.PLAYER) and any(seat.name.casefold() == name.casefold() for seat in people):
        raise Refused(say("Somebody called {name} sits here already. Please take another name.", name=name), "name")
    admitted = command.role is Role.GM or not state.approve
    left = [SeatLeft(seat.id) for seat in state.seats.values() if seat.id == command.instead_of]
    return Decision((*left, SeatTaken(Seat(command.seat, command.role, name, admitted))))


def _seat(state: Encounter, id: str) -> Seat:
    if id not in state.seats:
        raise Gone(say("That seat is empty."))
    return state.seats[id]


def _remove(state: Encounter, viewer: Viewer, id: str) -> Decision:
    if not viewer.is_gm and id != viewer.seat:
        raise Refused(say("Only the GM does that."))
    seat = _seat(state, id)
    if seat.role is Role.GM and sum(each.role is Role.GM for each in state.seats.values()) == 1:
        raise Refused(say("A table needs a GM."))
    return Decision((SeatLeft(id),))


def standing(state: Encounter, seat: str, kind: str, answer: str) -> SeatEdited:
    """What a seat wants to be asked from now on."""
    kept = dict(_seat(state, seat).standing)
    if answer not in ("always", "never", "ask") or not 1 <= len(kind) <= NAME_LENGTH:
        raise Refused(say("There is no such choice."))
    kept.pop(kind, None)
    if answer != "ask":
        kept[kind] = answer
    if len(kept) > _MAX_STANDING:
        raise Refused(say("There is no such choice."))
    return SeatEdited(seat, standing=kept)


def _edit(state: Encounter, command: EditTable) -> Decision:
    name = None if command.name is None else clean_name(command.name)
    options = None if command.options is None else checked_options(state, command.options)
    changed = (
        (name is not None and name != state.name)
        or (options is not None and options != state.options)
        or (command.approve is not None and command.approve != state.approve)
    )
    return Decision((TableEdited(name, options, command.approve),) if changed else ())


def checked_options(state: Encounter, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """All options of the table's system, with what is given in place of what stood."""
    fields = {field.key: field for field in system_of(state).options()}
    for key, value in given.items():
        check_choice(fields, key, value)
    defaults = {key: _default(field) for key, field in fields.items()}
    return {key: given.get(key, state.options.get(key, default)) for key, default in defaults.items()}


def check_choice(fields: Mapping[str, Field], key: str, value: Any) -> None:
    """Refuse a value that the form of `fields` cannot give."""
    if key not in fields or not _fits(fields[key], value):
        raise Refused(say("There is no such choice."), key[:NAME_LENGTH])


def _fits(field: Field, value: Any) -> bool:
    match field.kind:
        case "choice":
            return any(value == choice for choice, _ in field.choices)
        case "flag":
            return isinstance(value, bool)
        case "integer":
            low, high = field.minimum, field.maximum
            whole = isinstance(value, int) and not isinstance(value, bool)
            return whole and (low is None or value >= low) and (high is None or value <= high)
    return isinstance(value, str) and len(value) <= NAME_LENGTH


def _default(field: Field) -> Any:
    if field.choices:
        return field.choices[0][0]
    return {"flag": False, "integer": field.minimum or 0}.get(field.kind, "")
