"""What an effect of the rules does to the table."""

from collections.abc import Iterable
from dataclasses import replace

from app.encounter.state import Encounter
from rules.request import Changed, DoorSet, Effect, Moved, TurnSet


def apply(state: Encounter, effects: Iterable[Effect]) -> Encounter:
    """The table after `effects`. What speaks of a token or door that is not there does nothing."""
    for effect in effects:
        state = _apply(state, effect)
    return state


def is_seen_by_all(state: Encounter, effect: Effect) -> bool:
    """Does it change what others than the GM look at?"""
    if isinstance(effect, Moved | Changed):
        return effect.token in state.tokens and not state.tokens[effect.token].hidden
    return True


def _apply(state: Encounter, effect: Effect) -> Encounter:
    match effect:
        case Moved(token=id, path=path) if id in state.tokens and path:
            token = replace(state.tokens[id], square=path[-1])
            return replace(state, tokens={**state.tokens, id: token})
        case Changed(token=id) if id in state.tokens:
            token = state.tokens[id]
            token = replace(token, profile={**token.profile, **effect.profile}, fight={**token.fight, **effect.fight})
            return replace(state, tokens={**state.tokens, id: token})
        case TurnSet(turn=turn):
            return replace(state, turn=turn)
        case DoorSet(barrier=id, is_open=is_open) if state.map and id in state.map.barriers:
            door = replace(state.map.barriers[id], is_open=is_open)
            return replace(state, map=replace(state.map, barriers={**state.map.barriers, id: door}))
    return state
