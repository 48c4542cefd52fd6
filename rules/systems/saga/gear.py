"""Actions without dice of their own: their cards, and doing them. Rules: section 15, SE-AOO-10."""

from collections.abc import Sequence

from geometry.ruling import Evidence
from rules.card import Card, Record, Refusal
from rules.errors import IllegalAction
from rules.request import Changed, DoorSet, Effect, Resolution
from rules.scene import Action
from rules.systems.saga.aiming import lost_aims
from rules.systems.saga.gear_acts import DEEDS, Request
from rules.systems.saga.opportunity import guard_lowered
from rules.systems.saga.play import Play, merged
from rules.systems.saga.turn import COSTS, may_act, payment, price, require
from rules.text import say


def request_of(play: Play, action: Action) -> Request:
    """The fighter, weapon and target of a simple action. Raises IllegalAction where one is missing."""
    deed, fighter = DEEDS[action.key], play.fighter(action.actor)
    armed = None
    if deed.fits is not None:
        armed = fighter.armed(action.weapon)
        if armed is None and action.weapon is None:
            armed = next((one for one in fighter.weapons if deed.fits(one)), None)
        if armed is None or armed.is_unarmed or not deed.fits(armed):
            raise IllegalAction("SE-ATK-3", say("Choose a weapon for this."))
    target = play.fighter(action.target) if action.target is not None else None
    return Request(play, fighter, action, armed, target)


def deed_refusal(request: Request) -> Refusal | None:
    """Turn, actions left, able to act; then the deed's own reasons."""
    deed = DEEDS[request.action.key]
    return may_act(request.play, request.fighter, deed.cost) or deed.why(request)


def deed_card(play: Play, action: Action) -> Card:
    """The card of a simple action; refusals are in it."""
    request, deed = request_of(play, action), DEEDS[action.key]
    refused = deed_refusal(request)
    return Card(
        actor=request.fighter.id,
        action=deed.key,
        title=deed.told(request) if deed.aim == "none" or request.target else deed.label,
        subtitle=say("Costs: {cost}", cost=COSTS[deed.cost]),
        target=request.target.id if request.target else None,
        weapon=request.armed.ref if request.armed else None,
        hints=(say("Lowers the guard: enemies who threaten the square may strike."),) if deed.provokes else (),
        rules=(deed.rule, *(("SE-AOO-1",) if deed.provokes else ())),
        tokens=(request.fighter.id, *((request.target.id,) if request.target else ())),
        cost=price(deed.cost),
        button=say("{label} · {cost}", label=deed.label, cost=COSTS[deed.cost]),
        refusal=refused,
        evidence=refused.evidence if refused else Evidence(),
    )


def resolve_deed(play: Play, action: Action) -> Resolution:
    """Pay, be struck at where it lowers the guard, do it. Rule: SE-AOO-10: who then cannot act has lost the act."""
    request, deed = request_of(play, action), DEEDS[action.key]
    require(deed_refusal(request))
    paid = payment(play, request.fighter, deed.cost)
    if deed.provokes:
        if paid.fight:
            yield play.tell([paid])
        yield from guard_lowered(play, request.fighter.id)
        request = request_of(play, action)
        if not request.fighter.is_able or deed.why(request) is not None:
            lost = Record(
                say("The act of {who} is lost", who=request.fighter.name),
                outcome="lost",
                rules=("SE-AOO-10",),
                tokens=(request.fighter.id,),
            )
            yield play.tell((), lost)
            return
        paid = Changed(request.fighter.id)
    effects = deed.does(request)
    record = Record(
        deed.told(request),
        outcome="done",
        rules=(deed.rule,),
        tokens=(request.fighter.id, *((request.target.id,) if request.target else ())),
    )
    told = [
        *merged(paid, *(e for e in effects if isinstance(e, Changed))),
        *(e for e in effects if not isinstance(e, Changed)),
    ]
    yield play.tell([*(e for e in told if not _is_empty(e)), *_aims_lost_by(play, told)], record)


def _is_empty(effect: Effect) -> bool:
    return isinstance(effect, Changed) and not effect.profile and not effect.fight


def _aims_lost_by(play: Play, effects: Sequence[Effect]) -> list[Changed]:
    """A door that closes may end somebody's aim. Rule: SE-AIM-2."""
    if not any(isinstance(effect, DoorSet) for effect in effects):
        return []
    return lost_aims(play.after(effects))
