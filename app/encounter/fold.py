"""State from events. A replay rolls no dice and asks no rule."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

from app.encounter import effects
from app.encounter.events import (
    ActionCalledOff,
    ActionEnded,
    ActionStarted,
    Answered,
    Asked,
    Event,
    MapEdited,
    MapSet,
    PictureSet,
    Redone,
    Rolled,
    SeatEdited,
    SeatLeft,
    SeatTaken,
    Stored,
    TableCreated,
    TableEdited,
    TokenEdited,
    TokenPlaced,
    TokenRemoved,
    Told,
    Undone,
)
from app.encounter.state import Done, Encounter, Map, Pending, Token
from geometry.battlefield import BarrierKind
from rules.card import Record
from rules.text import Text, TokenName, say

# These stand whatever is undone: who sits at the table and how the table is set up.
LASTING = (TableCreated, TableEdited, SeatTaken, SeatEdited, SeatLeft)
TURNING_BACK = (Undone, Redone, ActionCalledOff)


@dataclass(frozen=True)
class History:
    """A table's whole log with the state that it makes."""

    events: tuple[Stored, ...] = ()
    state: Encounter = field(default_factory=Encounter)

    def extend(self, new: Sequence[Stored]) -> "History":
        """The history with `new` at its end. Only turning back makes it fold anew from the start."""
        events = (*self.events, *new)
        if any(isinstance(stored.event, TURNING_BACK) for stored in new):
            return History(events, replay(events))
        state = self.state
        for stored in new:
            state = fold(state, stored)
        return History(events, state)


def replay(events: Iterable[Stored]) -> Encounter:
    """The table after `events`, without the actions that were undone or called off."""
    events = tuple(events)
    off, redoable = _turned_back(events)
    state = Encounter()
    labels: dict[int, Done] = {}
    for stored in events:
        if stored.action in off and not isinstance(stored.event, LASTING + TURNING_BACK):
            _note(labels, state, stored)
            state = replace(state, version=stored.seq)
        else:
            state = fold(state, stored)
    return replace(state, undone=tuple(labels[action] for action in redoable))


def _turned_back(events: Iterable[Stored]) -> tuple[frozenset[int], tuple[int, ...]]:
    """Actions that do not count (undone and not redone, or called off), and those that may be redone."""
    gone: set[int] = set()  # for good
    redoable: dict[int, None] = {}  # in the order of taking back
    for stored in events:
        match stored.event:
            case Undone(actions=actions):
                redoable.update(dict.fromkeys(actions))
            case Redone(actions=actions):
                for action in actions:
                    redoable.pop(action, None)
            case ActionCalledOff():
                gone.add(stored.action)
            case event if stored.seq == stored.action and is_undoable(event):
                gone.update(redoable)
                redoable.clear()
    return frozenset(gone.union(redoable)), tuple(redoable)


def is_undoable(event: Event) -> bool:
    """Does an action that starts with this event stand in the list of what may be undone?"""
    if isinstance(event, TokenEdited):
        return event.owners is None  # who plays a token is a matter of seats
    return isinstance(event, ActionStarted | MapSet | MapEdited | PictureSet | TokenPlaced | TokenRemoved)


def _note(labels: dict[int, Done], state: Encounter, stored: Stored) -> None:
    if stored.seq == stored.action and is_undoable(stored.event):
        labels[stored.action] = _done(state, stored)
    elif isinstance(stored.event, Told) and stored.action in labels:
        labels[stored.action] = _titled(labels[stored.action], stored.event)


def fold(state: Encounter, stored: Stored) -> Encounter:
    """The state after one more event. `Undone` and `Redone` only count here; `replay` carries them out."""
    event = stored.event
    before = state
    if stored.seq == stored.action and is_undoable(event):
        state = replace(state, done=(*state.done, _done(state, stored)), undone=())
    state = replace(_fold(state, stored), version=stored.seq)
    if _changes_scene(before, event):
        state = replace(state, scene_version=stored.seq, scene_by=stored.by, scene_token=_moved(event))
    return state


def _fold(state: Encounter, stored: Stored) -> Encounter:
    match stored.event:
        case TableCreated(id=id, name=name, system=system, options=options):
            return replace(state, id=id, name=name, system=system, options=options)
        case TableEdited() as event:
            return replace(
                state,
                name=state.name if event.name is None else event.name,
                options=state.options if event.options is None else event.options,
                approve=state.approve if event.approve is None else event.approve,
            )
        case SeatTaken(seat=seat):
            return replace(state, seats={**state.seats, seat.id: seat})
        case SeatEdited(seat=id) as event if id in state.seats:
            seat = state.seats[id]
            seat = replace(
                seat,
                name=seat.name if event.name is None else event.name,
                admitted=seat.admitted if event.admitted is None else event.admitted,
                standing=seat.standing if event.standing is None else event.standing,
            )
            return replace(state, seats={**state.seats, id: seat})
        case SeatLeft(seat=id):
            seats = {key: seat for key, seat in state.seats.items() if key != id}
            tokens = {key: replace(token, owners=token.owners - {id}) for key, token in state.tokens.items()}
            return replace(state, seats=seats, tokens=tokens)
        case MapSet(map=map_):
            tokens = {key: _fitted(token, map_) for key, token in state.tokens.items()}
            return replace(state, map=map_, tokens=tokens)
        case MapEdited() as event if state.map:
            return replace(state, map=edited_map(state.map, event))
        case PictureSet(picture=picture) if state.map:
            return replace(state, map=replace(state.map, picture=picture))
        case TokenPlaced(token=token):
            return replace(state, tokens={**state.tokens, token.id: token})
        case TokenEdited(token=id) as event if id in state.tokens:
            return replace(state, tokens={**state.tokens, id: _edited_token(state.tokens[id], event)})
        case TokenRemoved(token=id) if id in state.tokens:
            tokens = {key: token for key, token in state.tokens.items() if key != id}
            return replace(state, tokens=tokens, removed={**state.removed, id: state.tokens[id]})
        case event:
            return _resolve(state, stored.action, event)


def _resolve(state: Encounter, action: int, event: Event) -> Encounter:
    if isinstance(event, ActionStarted):
        base = replace(state, done=(), undone=(), removed={})  # rules look at none of these
        return replace(state, pending=Pending(action, event.action, event.by, base))
    pending = state.pending
    if pending is None or pending.action_id != action:
        return state
    match event:
        case Rolled(request=request, faces=faces):
            return replace(state, pending=replace(pending, answers=(*pending.answers, (request, faces))))
        case Asked(prompt=prompt, ask=ask):
            return replace(state, pending=replace(pending, prompt=prompt, ask=ask))
        case Answered(request=request, option=option):
            answers = (*pending.answers, (request, option))
            return replace(state, pending=replace(pending, answers=answers, prompt=None, ask=None))
        case Told(request=request) as told:
            done = state.done
            if done and done[-1].id == action:
                done = (*done[:-1], _titled(done[-1], told))
            answers = (*pending.answers, (request, None))
            state = replace(state, done=done, pending=replace(pending, answers=answers))
            return effects.apply(state, told.effects)
        case ActionEnded():
            return replace(state, pending=None)
    return state


def _fitted(token: Token, map_: Map) -> Token:
    square = token.square
    if square is None or (square.x < map_.columns and square.y < map_.rows):
        return token
    return replace(token, square=None)


def edited_map(map_: Map, event: MapEdited) -> Map:
    barriers = {key: barrier for key, barrier in map_.barriers.items() if key not in event.removed}
    barriers |= {barrier.id: barrier for barrier in event.added}
    squares = dict(map_.squares)
    for kind, cleared in event.cleared.items():
        squares[kind] = squares.get(kind, frozenset()) - cleared
    for kind, marked in event.marked.items():
        squares[kind] = squares.get(kind, frozenset()) | marked
    objects = tuple(each for each in map_.objects if each.id not in event.objects_removed)
    return replace(map_, barriers=barriers, squares={k: v for k, v in squares.items() if v}, objects=objects)


def _edited_token(token: Token, event: TokenEdited) -> Token:
    given = {
        key: value
        for key in ("name", "side", "square", "hidden", "locked", "face", "owners")
        if (value := getattr(event, key)) is not None
    }
    if event.off_map:
        given["square"] = None
    profile, fight = {**token.profile, **event.profile}, {**token.fight, **event.fight}
    return replace(token, profile=profile, fight=fight, **given)


def _changes_scene(state: Encounter, event: Event) -> bool:
    """Did what rules look at change for everybody? What happens to a hidden token does not show."""
    match event:
        case TableEdited(options=options):
            return options is not None
        case MapSet() | MapEdited() | Undone() | Redone() | ActionCalledOff():
            return True
        case TokenPlaced(token=token):
            return not token.hidden
        case TokenEdited(token=id, hidden=hidden, owners=owners) if id in state.tokens:
            return owners is None and (not state.tokens[id].hidden or hidden is False)
        case TokenRemoved(token=id) if id in state.tokens:
            return not state.tokens[id].hidden
        case Told(effects=changes):
            return any(effects.is_seen_by_all(state, effect) for effect in changes)
    return False


def _moved(event: Event) -> str | None:
    match event:
        case TokenEdited(token=token, square=square) if square is not None:
            return token
        case Told(effects=changes):
            moved = [change.token for change in changes if isinstance(change, effects.Moved)]
            return moved[-1] if moved else None
    return None


def _titled(done: Done, told: Told) -> Done:
    """The first record about the actor says best what the action was."""
    record = told.record
    if record is None or done.titled or not is_about(record, done.actor):
        return done
    return replace(done, label=record.headline, titled=True)


def is_about(record: Record, actor: str | None) -> bool:
    """Is it the actor's own record, or one of an act of the table, that everybody may read?"""
    return not record.secret and (actor is None or record.tokens[:1] == (actor,))


def _done(state: Encounter, stored: Stored) -> Done:
    event = stored.event
    if isinstance(event, ActionStarted):
        actor = event.action.actor
        return Done(stored.action, event.by, event.label, actor, event.turn_of, event.round, event.secret)
    hidden = {id for id, token in state.tokens.items() if token.hidden}
    barriers = state.map.barriers if state.map else ()
    return Done(stored.action, stored.by, label_of(event, barriers), secret=is_secret(event, hidden))


def is_secret(event: Event, tokens_hidden: Collection[str]) -> bool:
    """Does an edit concern only what players may not know? `tokens_hidden` were hidden before it."""
    match event:
        case TokenPlaced(token=token):
            return token.hidden
        case TokenEdited(token=id, hidden=hidden):
            return hidden or (hidden is None and id in tokens_hidden)
        case TokenRemoved(token=id):
            return id in tokens_hidden
    return False


def label_of(event: Event, barriers: Collection[str]) -> Text:
    """What undo and log call an edit; `barriers` are those that stood before it."""
    match event:
        case TokenPlaced(token=token):
            return say("{token} is placed", token=TokenName(token.id))
        case TokenRemoved(token=id):
            return say("{token} is removed", token=TokenName(id))
        case TokenEdited(token=id):
            name = TokenName(id)
            if event.hidden is not None:
                return say("{token} is hidden", token=name) if event.hidden else say("{token} is shown", token=name)
            if event.square is not None:
                return say("{token} is moved by hand", token=name)
            if event.off_map:
                return say("{token} is taken off the map", token=name)
            return say("{token} is edited", token=name)
        case MapSet(map=map_):
            return say("New map: {name}", name=map_.name) if map_.name else say("New map")
        case PictureSet():
            return say("The map's picture is changed")
        case MapEdited(added=(door,)) if door.kind is BarrierKind.DOOR and door.id in barriers:
            return say("A door is opened") if door.is_open else say("A door is closed")
    return say("The map is edited")
