"""The map under the tokens: set, drawn, erased; doors by the GM's hand."""

from collections.abc import Iterator
from dataclasses import replace

from app.encounter.commands import EditMap, SetDoor, SetMap, SetPicture
from app.encounter.deciding import Decision
from app.encounter.errors import Gone, Refused
from app.encounter.events import Event, MapEdited, MapSet, PictureSet, TokenEdited
from app.encounter.fold import edited_map
from app.encounter.limits import NAME_LENGTH, check_map, clean_name, fits
from app.encounter.scene import size_of
from app.encounter.state import Encounter, Map
from app.encounter.viewer import Viewer
from geometry.battlefield import BarrierKind
from rules.text import say

MapCommand = SetMap | SetPicture | EditMap | SetDoor


def decide(state: Encounter, viewer: Viewer, command: MapCommand) -> Decision:
    match command:
        case SetMap(map=map_):
            check_map(map_)
            name = clean_name(map_.name[:NAME_LENGTH]) if map_.name.strip() else ""
            return Decision((MapSet(replace(map_, name=name)), *_taken_off(state, map_)))
        case SetPicture(picture=picture):
            check_map(replace(_map(state), picture=picture))
            return _unless_same(state, PictureSet(picture))
        case EditMap():
            event = MapEdited(command.added, command.removed, command.marked, command.cleared, command.objects_removed)
            return _unless_same(state, event)
        case SetDoor(barrier=id, is_open=is_open):
            door = _map(state).barriers.get(id)
            if door is None:
                raise Gone(say("That door is not there any more."))
            if door.kind is not BarrierKind.DOOR:
                raise Refused(say("That is no door."))
            return _unless_same(state, MapEdited(added=(replace(door, is_open=is_open),)))


def _taken_off(state: Encounter, map_: Map) -> Iterator[TokenEdited]:
    """Large tokens that would hang over the new map's edge; small ones are the fold's."""
    for token in state.tokens.values():
        square = token.square
        if square is not None and fits(map_, square, 1) and not fits(map_, square, size_of(state, token)):
            yield TokenEdited(token.id, off_map=True)


def _map(state: Encounter) -> Map:
    if state.map is None:
        raise Refused(say("There is no map yet."))
    return state.map


def _unless_same(state: Encounter, event: Event) -> Decision:
    before = _map(state)
    after = replace(before, picture=event.picture) if isinstance(event, PictureSet) else before
    if isinstance(event, MapEdited):
        after = edited_map(before, event)
        check_map(after)
    return Decision(() if after == before else (event,))
