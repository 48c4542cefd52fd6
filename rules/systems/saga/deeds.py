"""Every action by its key: one table that offers, previews and resolution share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rules.card import Card, with_tokens
from rules.errors import IllegalAction
from rules.request import Resolution
from rules.scene import Action
from rules.systems.saga import delay, gear, move, order, recovery, turn
from rules.systems.saga.area import SHOTS
from rules.systems.saga.area_strike import preview_area, resolve_area
from rules.systems.saga.assault import preview_attack, resolve_attack, target_cards
from rules.systems.saga.charge import preview_charge, resolve_charge
from rules.systems.saga.play import Play
from rules.systems.saga.square_attack import preview_square, resolve_square
from rules.systems.saga.walk import resolve_move
from rules.text import say


@dataclass(frozen=True)
class Deed:
    """What can be asked of an action: its card, and its resolution."""

    preview: Callable[[Play, Action], Card]
    resolve: Callable[[Play, Action], Resolution]


def _path_preview(play: Play, action: Action) -> Card:
    return move.path_card(play, action).card


def _end_preview(play: Play, action: Action) -> Card:
    return turn.end_turn_card(play, play.fighter(action.actor))


SINGLE = ("attack_ranged", "attack_melee", "attack_unarmed", "burst_fire")
DEEDS: dict[str, Deed] = {
    **{key: Deed(_path_preview, resolve_move) for key in move.GAITS},
    **{key: Deed(preview_attack, resolve_attack) for key in SINGLE},
    **{key: Deed(preview_area, resolve_area) for key in SHOTS},
    **{key: Deed(gear.deed_card, gear.resolve_deed) for key in gear.DEEDS},
    "charge": Deed(preview_charge, resolve_charge),
    "attack_square": Deed(preview_square, resolve_square),
    "recover": Deed(recovery.recover_card, recovery.resolve_recover),
    "recharge_shields": Deed(recovery.recharge_card, recovery.resolve_recharge),
    "delay": Deed(delay.delay_card, order.resolve_delay),
    "end_turn": Deed(_end_preview, order.resolve_next),
}
TABLE_DEEDS: dict[str, Callable[[Play, Action], Resolution]] = {
    "start": order.resolve_start,
    "next": order.resolve_next,
    "stop": order.resolve_stop,
    "add": order.resolve_add,
    "remove": order.resolve_remove,
    "reorder": order.resolve_reorder,
}


def deed_of(action: Action) -> Deed:
    """The action of a token. Raises IllegalAction for a key that no token's action has."""
    deed = DEEDS.get(action.key) if isinstance(action.key, str) else None
    if deed is None:
        raise IllegalAction("SE-ACT-1", say("There is no such action."))
    return deed


def preview(play: Play, action: Action) -> Card:
    """The full card of a token's action."""
    return with_tokens(deed_of(action).preview(play, action))


def require_gait(action: Action) -> None:
    """Raises IllegalAction for an action that is not a way of moving."""
    if not isinstance(action.key, str) or action.key not in move.GAITS:
        raise IllegalAction("SE-ACT-1", say("There is no such action."))


def targets(play: Play, action: Action) -> Sequence[Card]:
    """A light card for every other token, for actions that want one."""
    deed_of(action)
    play.fighter(action.actor)
    if action.key in SINGLE:
        return [with_tokens(card) for card in target_cards(play, action)]
    others = [other for other in play.scene.combatants if other != action.actor]
    if action.key in ("aim", "recharge_shields", "attack_splash", "charge"):
        return [preview(play, replace(action, target=other)) for other in others]
    return ()


def resolve(play: Play, action: Action) -> Resolution:
    """Carry an action out. Raises IllegalAction before its first request where it may not be done."""
    if action.actor is not None:
        yield from deed_of(action).resolve(play, action)
        return
    act = TABLE_DEEDS.get(action.key) if isinstance(action.key, str) else None
    if act is None:
        raise IllegalAction("SE-ACT-1", say("There is no such action."))
    yield from act(play, action)
