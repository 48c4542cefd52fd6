"""Acts by the rules, and answers to what they ask."""

from app.encounter.commands import Act, Answer
from app.encounter.deciding import Decision
from app.encounter.deciding_seats import standing
from app.encounter.errors import Gone, Refused, Stale
from app.encounter.events import ActionCalledOff, ActionStarted, Answered, Event
from app.encounter.limits import MAX_STEPS, NAME_LENGTH, clean_reason
from app.encounter.means import Means
from app.encounter.resolution import NoLongerFits, answerers, fingerprint, run
from app.encounter.scene import offer_for, scene_of_all
from app.encounter.state import Encounter, Pending, Role
from app.encounter.system import system_of
from app.encounter.view import known_tokens
from app.encounter.viewer import Viewer
from rules.scene import Action
from rules.text import Text, TokenName, say


def decide(state: Encounter, viewer: Viewer, command: Act | Answer, means: Means) -> Decision:
    if isinstance(command, Act):
        return _act(state, viewer, command, means)
    return _answer(state, viewer, command, means)


def _act(state: Encounter, viewer: Viewer, command: Act, means: Means) -> Decision:
    action = command.action
    _check_actor(state, viewer, action)
    if command.expected is not None and command.expected != state.scene_version:
        raise Stale(_who_was_faster(state))
    _check_size(action)
    known = known_tokens(state, viewer)
    if action.target is not None and action.target not in known:
        raise Gone(say("That token is not there any more."))
    if action.overrules and not viewer.is_gm:
        raise Refused(say("Only the GM overrules."))
    for overrule in action.overrules:
        clean_reason(overrule.reason)
    started = _started(state, viewer, action)
    pending = Pending(0, action, viewer.seat, state)
    return Decision((started, *run(state, pending, means)))


def _check_actor(state: Encounter, viewer: Viewer, action: Action) -> None:
    if action.actor is None:
        if not viewer.is_gm:
            raise Refused(say("Only the GM does that."))
    elif action.actor not in known_tokens(state, viewer):
        raise Gone(say("That token is not there any more."))
    elif viewer.role not in (Role.GM, Role.PLAYER) or not viewer.plays(state, action.actor):
        raise Refused(say("You do not play {token}.", token=TokenName(action.actor)))


def _check_size(action: Action) -> None:
    words = (action.key, action.weapon or "", action.target or "", *map(str, action.args))
    if len(action.path) > MAX_STEPS or len(action.args) > 50 or any(len(word) > NAME_LENGTH for word in words):
        raise Refused(say("That is too much for one action."))


def _started(state: Encounter, viewer: Viewer, action: Action) -> ActionStarted:
    turn = system_of(state).turn_view(scene_of_all(state))
    return ActionStarted(
        action=action,
        by=viewer.seat,
        label=_label(state, action),
        turn_of=turn.acting[0] if turn and turn.acting else None,
        round=turn.round if turn else 0,
        secret=action.actor is not None and state.tokens[action.actor].hidden,
    )


def _label(state: Encounter, action: Action) -> Text:
    offer = offer_for(state, action)
    label = offer.label if offer else say("{action}", action=action.key)
    return label if action.actor is None else say("{actor}: {action}", actor=TokenName(action.actor), action=label)


def _who_was_faster(state: Encounter) -> Text:
    who = state.seats[state.scene_by].name if state.scene_by in state.seats else say("Somebody")
    token = state.tokens.get(state.scene_token or "")
    if token is not None and token.square is not None and not token.hidden:
        return say(
            "{who} was faster: {token} stands at {square} now. Choose again.",
            who=who,
            token=TokenName(token.id),
            square=token.square,
        )
    return say("{who} was faster, and the table has changed. Choose again.", who=who)


def _answer(state: Encounter, viewer: Viewer, command: Answer, means: Means) -> Decision:
    pending = state.pending
    if pending is None or pending.ask is None or pending.prompt != command.prompt:
        raise Gone(say("That question is answered already."))
    ask = pending.ask
    asked = viewer.seat in answerers(state, ask.owner)
    if not asked and not viewer.is_gm:
        raise Refused(say("That question is not for you."))
    if command.option not in [option.key for option in ask.options]:
        raise Refused(say("There is no such choice."))
    mark = fingerprint(ask)
    answered = Answered(command.prompt, mark, command.option, viewer.seat, "seat" if asked else "gm")
    known = Pending(
        pending.action_id, pending.action, pending.by, pending.base, (*pending.answers, (mark, command.option))
    )
    kept: list[Event] = []
    if command.remember is not None and asked and viewer.seat in state.seats:
        kept.append(standing(state, viewer.seat, ask.kind, command.remember))
    try:
        after = run(state, known, means)
    except NoLongerFits:
        reason = say("The rules have changed since this action began. It is taken back; please do it again.")
        return Decision((ActionCalledOff(reason),), pending.action_id)
    return Decision((answered, *kept, *after), pending.action_id)
