"""What rules look at, made from a table's state. Hidden tokens are left out for everybody: decision 0002."""

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock

from app.encounter.state import Encounter, Map, Token
from app.encounter.system import system_of
from geometry.battlefield import Battlefield
from rules.scene import Action, Combatant, Scene
from rules.system import Offer

_NO_MAP = Map(columns=1, rows=1)
_KEPT = 64
_lock = Lock()
_terrains: "OrderedDict[tuple[int, str, str], tuple[Map, Battlefield]]" = OrderedDict()


def scene_of(state: Encounter, shown: Mapping[str, Token]) -> Scene:
    """The scene with just the tokens `shown`."""
    combatants = {
        id: Combatant(id, token.name, token.side, token.square, token.profile, token.fight)
        for id, token in shown.items()
    }
    return Scene(terrain_of(state), combatants, state.turn, state.options)


def scene_with(state: Encounter, actor: str | None = None) -> Scene:
    """The scene as every seat has it; a hidden token is in it for its own action only."""
    return scene_of(state, {id: token for id, token in state.tokens.items() if not token.hidden or id == actor})


def scene_of_all(state: Encounter) -> Scene:
    return scene_of(state, state.tokens)


def size_of(state: Encounter, token: Token) -> int:
    """Squares a side that a token fills, by its profile."""
    return system_of(state).sheet(scene_of(state, {token.id: token}), token.id).size


def scene_for_action(state: Encounter, action: Action) -> Scene:
    """The scene in which an action is carried out.

    Acts of the table and of the order of play see everybody: a hidden token has its turn too.
    """
    if not any(token.hidden for token in state.tokens.values()):
        return scene_of_all(state)
    if action.actor is None:
        return scene_of_all(state)
    offer = offer_for(state, action)
    if offer is not None and offer.group == "turn":
        return scene_of_all(state)
    return scene_with(state, action.actor)


def offer_for(state: Encounter, action: Action) -> Offer | None:
    """The offer that an action takes up."""
    system = system_of(state)
    if action.actor is None:
        offers = system.table_offers(scene_of_all(state))
    else:
        offers = system.offers(scene_with(state, action.actor), action.actor)
    found = [offer for offer in offers if offer.key == action.key]
    exact = [offer for offer in found if offer.weapon == action.weapon]
    return next(iter(exact or found), None)


def terrain_of(state: Encounter) -> Battlefield:
    """The map without creatures. The same object as long as map and options stand, since building it is dear."""
    map_, options = state.map or _NO_MAP, state.options
    key = (id(map_), state.system, repr(sorted(options.items())))
    with _lock:
        found = _terrains.get(key)
    if found is not None and found[0] is map_:
        return found[1]
    spatial = system_of(state).spatial_options(options)
    terrain = Battlefield(map_.columns, map_.rows, tuple(map_.barriers.values()), map_.squares, {}, spatial)
    with _lock:
        _terrains[key] = (map_, terrain)
        while len(_terrains) > _KEPT:
            _terrains.popitem(last=False)
    return terrain
