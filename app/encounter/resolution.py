"""Runs a resolution of the rules with what is known so far. Decision 0001."""

import hashlib
from collections.abc import Mapping, Set
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any

from app.encounter.events import ActionEnded, Answered, Asked, Event, Rolled, Told
from app.encounter.means import Means
from app.encounter.scene import scene_for_action
from app.encounter.state import Encounter, Pending
from app.encounter.system import system_of
from rules.errors import IllegalAction
from rules.request import Ask, Request, Resolution, Roll, Tell


class NoLongerFits(Exception):
    """The rules ask something else than what was recorded."""


def fingerprint(request: Request) -> str:
    """A mark of what is asked for; words may change without changing it."""
    match request:
        case Roll():
            what: tuple[Any, ...] = ("roll", request.code, request.by, request.secret)
        case Ask():
            keys = tuple(option.key for option in request.options)
            what = ("ask", request.owner, request.kind, keys, request.about)
        case Tell():
            what = ("tell", request.effects, request.record.outcome if request.record else None)
    return hashlib.sha256(_canonical(what).encode()).hexdigest()[:16]


def _canonical(value: Any) -> str:
    if isinstance(value, Enum):
        return _canonical(value.value)
    if is_dataclass(value):
        inner = ",".join(f"{field.name}={_canonical(getattr(value, field.name))}" for field in fields(value))
        return f"{type(value).__name__}({inner})"
    if isinstance(value, Mapping):
        return "{" + ",".join(sorted(f"{_canonical(key)}:{_canonical(each)}" for key, each in value.items())) + "}"
    if isinstance(value, Set):
        return "<" + ",".join(sorted(_canonical(each) for each in value)) + ">"
    if isinstance(value, tuple | list):
        return "[" + ",".join(_canonical(each) for each in value) + "]"
    return repr(value)


def answerers(state: Encounter, token: str) -> tuple[str, ...]:
    """Seats that are asked for a token: those who play it, else the GM's."""
    owners = state.tokens[token].owners if token in state.tokens else frozenset()
    seated = tuple(id for id in state.seats if id in owners)
    return seated or tuple(id for id, seat in state.seats.items() if seat.role == "gm")


def standing_answer(state: Encounter, ask: Ask) -> tuple[str, str] | None:
    """The seat and its answer where it said "always" or "never" to this kind of question.

    "never" is the question's default, "always" the first option that is not.
    """
    for seat in answerers(state, ask.owner):
        standing = state.seats[seat].standing.get(ask.kind)
        if standing == "never":
            return seat, ask.default
        if standing == "always":
            return seat, next((option.key for option in ask.options if option.key != ask.default), ask.default)
    return None


def run(state: Encounter, pending: Pending, means: Means) -> list[Event]:
    """What happens next, up to the end or the next open question.

    `pending` holds the answers known so far. Raises IllegalAction when a new action may not be done, NoLongerFits
    when the recorded answers are not what the rules ask for now.
    """
    system = system_of(state)
    resolution = system.resolve(scene_for_action(pending.base, pending.action), pending.action)
    try:
        return _Driver(state, pending, means).drive(resolution)
    except IllegalAction:
        if pending.answers:
            raise NoLongerFits from None
        raise
    finally:
        resolution.close()


@dataclass
class _Driver:
    state: Encounter
    pending: Pending
    means: Means

    def drive(self, resolution: Resolution) -> list[Event]:
        recorded = list(self.pending.answers)
        new: list[Event] = []
        value: Any = None
        while True:
            try:
                request = resolution.send(value)
            except StopIteration:
                if recorded:
                    raise NoLongerFits from None
                return [*new, ActionEnded()]
            mark = fingerprint(request)
            if recorded:
                expected, value = recorded.pop(0)
                if expected != mark:
                    raise NoLongerFits
                continue
            event, value = self._answer(request, mark)
            new.append(event)
            if isinstance(event, Asked):
                return new

    def _answer(self, request: Request, mark: str) -> tuple[Event, Any]:
        match request:
            case Roll():
                faces = tuple(self.means.dice.roll(request.code))
                roller = self.state.tokens.get(request.by or "")
                return Rolled(mark, faces, request.secret or (roller is not None and roller.hidden)), faces
            case Tell(effects=changes, record=record):
                return Told(mark, changes, record), None
            case Ask():
                prompt = self.means.new_id()
                if request.only_if_seen and self._is_hidden_from_owner(request):
                    return Answered(prompt, mark, request.default, "", "default"), request.default
                standing = standing_answer(self.state, request)
                if standing is None:
                    return Asked(mark, prompt, request), None
                seat, option = standing
                return Answered(prompt, mark, option, seat, "standing"), option

    def _is_hidden_from_owner(self, ask: Ask) -> bool:
        """Would the mere question tell a player of a token that is hidden from them? Decision 0002."""
        told = (each for each in ask.about if each != ask.owner)
        hidden = any(each in self.state.tokens and self.state.tokens[each].hidden for each in told)
        return hidden and any(self.state.seats[seat].role != "gm" for seat in answerers(self.state, ask.owner))
