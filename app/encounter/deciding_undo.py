"""Taking back, and doing again."""

from app.encounter.commands import CallOff, Redo, RewindTurn, Undo
from app.encounter.deciding import Decision
from app.encounter.errors import Gone, Refused
from app.encounter.events import ActionCalledOff, Redone, Undone
from app.encounter.scene import scene_of_all
from app.encounter.state import Done, Encounter, Role
from app.encounter.system import system_of
from app.encounter.viewer import Viewer
from rules.text import say

UndoCommand = Undo | Redo | RewindTurn | CallOff


def decide(state: Encounter, viewer: Viewer, command: UndoCommand) -> Decision:
    match command:
        case Undo(action=action):
            return _undo(state, viewer, action)
        case Redo(action=action):
            return _redo(state, viewer, action)
        case RewindTurn():
            return _rewind(state, viewer)
        case CallOff():
            return _call_off(state, viewer, None)


def _may(viewer: Viewer, by: str) -> bool:
    return viewer.is_gm or (viewer.role is Role.PLAYER and by == viewer.seat)


def may_undo(state: Encounter, viewer: Viewer) -> bool:
    """Would `Undo` be granted to this seat now?"""
    if state.pending is not None:
        return _may(viewer, state.pending.by)
    return bool(state.done) and _may(viewer, state.done[-1].by)


def may_redo(state: Encounter, viewer: Viewer) -> bool:
    return state.pending is None and bool(state.undone) and _may(viewer, state.undone[-1].by)


def _undo(state: Encounter, viewer: Viewer, action: int | None) -> Decision:
    if state.pending is not None:
        return _call_off(state, viewer, action)
    if not state.done:
        raise Refused(say("There is nothing to take back."))
    last = state.done[-1]
    if action is not None and action != last.id:
        raise Gone(say("Something else is the last action now."))
    if not _may(viewer, last.by):
        raise Refused(say("You can take back only your own last action. Ask the GM."))
    return Decision((Undone((last.id,)),))


def _redo(state: Encounter, viewer: Viewer, action: int | None) -> Decision:
    if not state.undone:
        raise Refused(say("There is nothing to do again."))
    last = state.undone[-1]
    if action is not None and action != last.id:
        raise Gone(say("Something else was taken back last."))
    if not _may(viewer, last.by):
        raise Refused(say("You can do again only what was yours. Ask the GM."))
    return Decision((Redone((last.id,)),))


def _rewind(state: Encounter, viewer: Viewer) -> Decision:
    actions = this_turn(state)
    if not actions:
        raise Refused(say("Nothing was done in this turn."))
    if not all(_may(viewer, done.by) for done in actions):
        raise Refused(say("Others have acted in this turn. Ask the GM."))
    return Decision((Undone(tuple(done.id for done in reversed(actions))),))


def this_turn(state: Encounter) -> tuple[Done, ...]:
    """What was done since the current turn started, oldest first; edits count from its first act on."""
    turn = system_of(state).turn_view(scene_of_all(state))
    if turn is None or not turn.acting:
        return ()
    now = (turn.acting[0], turn.round)
    first = len(state.done)
    for index in range(len(state.done) - 1, -1, -1):
        done = state.done[index]
        if (done.turn_of, done.round) == now:
            first = index
        elif done.turn_of is not None or done.round:
            break
    return state.done[first:]


def _call_off(state: Encounter, viewer: Viewer, action: int | None) -> Decision:
    pending = state.pending
    if pending is None or (action is not None and action != pending.action_id):
        raise Gone(say("Nothing waits for an answer any more."))
    if not _may(viewer, pending.by):
        raise Refused(say("You can take back only your own last action. Ask the GM."))
    who = state.seats[viewer.seat].name if viewer.seat in state.seats else say("The GM")
    return Decision((ActionCalledOff(say("{who} takes it back.", who=who)),), pending.action_id)
