"""What one viewer may know. The only door through which a table's state leaves."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from app.encounter.deciding_undo import may_redo, may_undo
from app.encounter.resolution import answerers
from app.encounter.scene import scene_of_all, scene_with
from app.encounter.state import Done, Encounter, Role, Token
from app.encounter.system import system_of
from app.encounter.viewer import Viewer
from geometry.ruling import Evidence
from rules.card import Card, Record
from rules.request import Ask
from rules.scene import Scene
from rules.system import Sheet, TurnView
from rules.text import Text, TokenName, say


@dataclass(frozen=True)
class Prompt:
    """An open question as a seat sees it.

    `may_answer`: this seat may (the GM always); `mine`: it is the one who is asked. Others get no `ask`, only `waits`.
    """

    id: str
    mine: bool
    may_answer: bool
    waits: Text  # "Waiting for Sael"
    ask: Ask | None = None
    owner: str | None = None  # token, where the viewer knows it
    by: str = ""  # seat that started the action


def known_tokens(state: Encounter, viewer: Viewer) -> Mapping[str, Token]:
    """Tokens that the viewer may see: what is not hidden, and what they play themselves."""
    if viewer.is_gm:
        return state.tokens
    return {id: token for id, token in state.tokens.items() if not token.hidden or _owns(viewer, token)}


def _owns(viewer: Viewer, token: Token) -> bool:
    return viewer.role is Role.PLAYER and viewer.seat in token.owners


def names_for(state: Encounter, viewer: Viewer) -> Mapping[str, str]:
    """Names to fill into sentences, those of removed tokens included."""
    gone = {id: token.name for id, token in state.removed.items() if viewer.is_gm or not token.hidden}
    return gone | {id: token.name for id, token in known_tokens(state, viewer).items()}


def scene_for(state: Encounter, viewer: Viewer, actor: str | None = None) -> Scene:
    """The scene that rules are asked with. The same for all seats, but for a hidden `actor` that the viewer knows."""
    return scene_with(state, actor if actor in known_tokens(state, viewer) else None)


def sheet_for(state: Encounter, viewer: Viewer, token: str) -> Sheet | None:
    """The sheet of a token: whole for who plays it, else only bars and badges; None where it is not known."""
    if token not in known_tokens(state, viewer):
        return None
    sheet = system_of(state).sheet(scene_for(state, viewer, token), token)
    return sheet if viewer.plays(state, token) else replace(sheet, groups=())


def turn_for(state: Encounter, viewer: Viewer) -> TurnView | None:
    """The order of play without the tokens that the viewer does not know."""
    turn = system_of(state).turn_view(scene_of_all(state))
    if turn is None:
        return None
    known = known_tokens(state, viewer)
    acting = tuple(token for token in turn.acting if token in known)
    entries = tuple(
        entry if _knows(entry.note, known) else replace(entry, note=None)
        for entry in turn.entries
        if entry.token in known
    )
    return replace(turn, entries=entries, acting=acting, budget=turn.budget if acting else ())


def tokens_in(value: Any) -> Iterator[str]:
    """Ids of all tokens that are named anywhere in a text, card or record."""
    if isinstance(value, TokenName):
        yield value.token
    elif isinstance(value, Evidence):
        yield from value.tokens
        yield from value.blockers
        for segment in (*value.segments, *value.others):
            if segment.blocker:
                yield segment.blocker
    elif isinstance(value, Card):
        yield from (value.actor, *value.tokens)
        if value.target:
            yield value.target
        yield from _inside(value)
    elif isinstance(value, Record):
        yield from value.tokens
        yield from _inside(value)
    elif is_dataclass(value):
        yield from _inside(value)
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from tokens_in(each)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from tokens_in(each)


def _inside(value: Any) -> Iterator[str]:
    for field in fields(value):
        yield from tokens_in(getattr(value, field.name))


def unknown_tokens(state: Encounter, viewer: Viewer) -> frozenset[str]:
    """Ids that this viewer must not come across, those of removed tokens included."""
    if viewer.is_gm:
        return frozenset()
    hidden = [id for id, token in state.tokens.items() if token.hidden and not _owns(viewer, token)]
    return frozenset(hidden).union(id for id, token in state.removed.items() if token.hidden)


def knows(state: Encounter, viewer: Viewer, value: Any) -> bool:
    """Does the viewer know every token named in `value`? Ids of walls and squares are nobody's secret."""
    secret = unknown_tokens(state, viewer)
    return not secret or secret.isdisjoint(tokens_in(value))


def _knows(value: Any, known: Mapping[str, Token]) -> bool:
    return all(id in known for id in tokens_in(value))


def card_for(state: Encounter, viewer: Viewer, card: Card | None) -> Card | None:
    """The card, or nothing where it speaks of a token that the viewer does not know."""
    return card if card is not None and knows(state, viewer, card) else None


def record_for(state: Encounter, viewer: Viewer, record: Record | None) -> Record | None:
    """What this viewer reads of a record: lines about unknown tokens and secret rolls are left out.

    None where the record itself is secret or is about somebody whom they do not know. With the table option
    `players_see_rolls` off, the dice of those whom no player plays are left out too.
    """
    if record is None or viewer.is_gm:
        return record
    if record.secret or not knows(state, viewer, (record.headline, record.title)):
        return None
    secret = unknown_tokens(state, viewer)
    record = replace(
        record,
        rolls=tuple(roll for roll in record.rolls if not roll.secret and knows(state, viewer, roll.label)),
        lines=tuple(
            told for line in record.lines if knows(state, viewer, line) and (told := _told(state, viewer, line))
        ),
        tokens=tuple(token for token in record.tokens if token not in secret),
        card=card_for(state, viewer, record.card),
    )
    if not _may_see_rolls(state, record):
        record = replace(record, title=None, rolls=(), card=None)
    return record


def sees_figures(state: Encounter, viewer: Viewer, token: str) -> bool:
    """Bars and their numbers are for the GM, for who plays a token, and for its allies at the table."""
    found = state.tokens.get(token) or state.removed.get(token)
    return viewer.is_gm or (found is not None and (found.side == "ally" or _owns(viewer, found)))


def _told(state: Encounter, viewer: Viewer, line: Text) -> Text | None:
    """A line of a record, without the figures of those whose figures are not for this viewer."""
    if line.figures_of is None or sees_figures(state, viewer, line.figures_of):
        return line
    return line.plainly


def _may_see_rolls(state: Encounter, record: Record) -> bool:
    if state.options.get("players_see_rolls", "on") in ("on", True):
        return True
    actor = record.card.actor if record.card else next(iter(record.tokens), None)
    token = state.tokens.get(actor or "") or state.removed.get(actor or "")
    return token is not None and any(id in state.seats and state.seats[id].role is Role.PLAYER for id in token.owners)


def waiting_for(state: Encounter) -> Text | str:
    """Who has to answer, in words."""
    if state.pending is None or state.pending.ask is None:
        return say("the GM")
    seats = [state.seats[id] for id in answerers(state, state.pending.ask.owner)]
    players = [seat.name for seat in seats if seat.role is not Role.GM]
    return ", ".join(players) if players else say("the GM")


def prompt_for(state: Encounter, viewer: Viewer) -> Prompt | None:
    """The open question, with its choices only for who may answer."""
    pending = state.pending
    if pending is None or pending.ask is None or pending.prompt is None:
        return None
    ask = pending.ask
    waits = say("Waiting for {who}", who=waiting_for(state))
    mine = viewer.seat in answerers(state, ask.owner) and viewer.role in (Role.GM, Role.PLAYER)
    if not mine and not viewer.is_gm:
        return Prompt(pending.prompt, False, False, waits, by=pending.by)
    owner = ask.owner if ask.owner in known_tokens(state, viewer) else None
    return Prompt(pending.prompt, mine, True, waits, ask_for(state, viewer, ask), owner, pending.by)


def ask_for(state: Encounter, viewer: Viewer, ask: Ask) -> Ask:
    """A question without what the viewer does not know; names in its sentences are filled in per viewer."""
    if viewer.is_gm:
        return ask
    known = known_tokens(state, viewer)
    return replace(
        ask,
        card=card_for(state, viewer, ask.card),
        about=tuple(token for token in ask.about if token in known),
        evidence=ask.evidence if knows(state, viewer, ask.evidence) else Evidence(),
    )


def undo_for(state: Encounter, viewer: Viewer) -> Done | None:
    """The action that this seat may take back now, for the button's words."""
    return state.done[-1] if state.done and may_undo(state, viewer) else None


def redo_for(state: Encounter, viewer: Viewer) -> Done | None:
    return state.undone[-1] if may_redo(state, viewer) else None


def claimable(state: Encounter, viewer: Viewer) -> Mapping[str, Token]:
    """Tokens that this player may take: known allies that nobody plays."""
    return {id: token for id, token in known_tokens(state, viewer).items() if token.side == "ally" and not token.owners}
