"""Tokens placed, copied, edited, removed, and who plays them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count, islice
from typing import Any

from app.encounter.commands import ClaimToken, CopyToken, EditToken, PlaceToken, RemoveToken
from app.encounter.deciding import Decision
from app.encounter.deciding_seats import check_choice
from app.encounter.errors import Gone, Refused
from app.encounter.events import TokenEdited, TokenPlaced, TokenRemoved
from app.encounter.limits import MAX_COPIES, MAX_TOKENS, check_on_map, clean_name, clean_reason, fits
from app.encounter.means import Means
from app.encounter.scene import size_of
from app.encounter.state import Encounter, Role, Token
from app.encounter.system import system_of
from app.encounter.view import known_tokens
from app.encounter.viewer import Viewer
from geometry.grid import Square
from rules.text import say

SIDES = ("ally", "enemy", "neutral")
_FACE = re.compile(r"[a-z0-9][a-z0-9-]{0,59}|picture:[0-9a-f]{64}")
TokenCommand = PlaceToken | CopyToken | EditToken | RemoveToken | ClaimToken


def decide(state: Encounter, viewer: Viewer, command: TokenCommand, means: Means) -> Decision:
    match command:
        case PlaceToken():
            return _place(state, command, means)
        case CopyToken():
            return _copy(state, viewer, command, means)
        case EditToken():
            return _edit(state, viewer, command)
        case RemoveToken(token=id):
            _token(state, viewer, id)
            return Decision((TokenRemoved(id),))
        case ClaimToken():
            return _claim(state, viewer, command)


def _token(state: Encounter, viewer: Viewer, id: str) -> Token:
    token = known_tokens(state, viewer).get(id)
    if token is None:
        raise Gone(say("That token is not there any more."))
    return token


def _place(state: Encounter, command: PlaceToken, means: Means) -> Decision:
    if not 1 <= command.copies <= MAX_COPIES:
        raise Refused(say("From 1 to {most} copies at once.", most=MAX_COPIES), "copies")
    name = clean_name(command.name)
    profile = system_of(state).check_profile(command.profile)
    names = iter([name]) if command.copies == 1 else _numbered(state, name, hidden=command.hidden)
    size = size_of(state, Token("", name, _side(command.side), None, profile))
    squares = _squares_from(state, command.square, command.copies, size)
    tokens = (
        Token(
            id=means.new_id(),
            name=next(names),
            side=_side(command.side),
            square=square,
            profile=profile,
            hidden=command.hidden,
            face=_face(command.face),
        )
        for square in squares
    )
    return _placed(state, *tokens)


def _copy(state: Encounter, viewer: Viewer, command: CopyToken, means: Means) -> Decision:
    model = _token(state, viewer, command.token)
    name = next(_numbered(state, model.name, hidden=model.hidden))
    size = size_of(state, model)
    if command.square is not None:
        _check_fits(state, command.square, size)
    square = command.square or next(_squares_from(state, model.square, 1, size))
    token = Token(
        means.new_id(), name, model.side, square, model.profile, hidden=model.hidden, locked=False, face=model.face
    )
    return _placed(state, token)


def _placed(state: Encounter, *tokens: Token) -> Decision:
    if len(state.tokens) + len(tokens) > MAX_TOKENS:
        raise Refused(say("The table is full: {most} tokens.", most=MAX_TOKENS))
    return Decision(tuple(TokenPlaced(token) for token in tokens))


def _numbered(state: Encounter, name: str, *, hidden: bool) -> Iterator[str]:
    """Names that are free: "Guard 2", "Guard 3". Hidden ones get letters, so that no number betrays them by its gap."""
    stem = re.sub(r" (\d{1,3}|[A-Z])$", "", name)[:50]
    taken = {token.name for token in state.tokens.values()}
    marks = (chr(65 + n) if n < 26 else f"A{n}" for n in count()) if hidden else (str(n) for n in count(1))
    return (numbered for mark in marks if (numbered := f"{stem} {mark}") not in taken)


def _check_fits(state: Encounter, square: Square, size: int) -> None:
    check_on_map(state.map, square)
    if state.map is not None and not fits(state.map, square, size):
        raise Refused(say("It does not fit there: it would hang over the edge of the map."), "square")


def _squares_from(state: Encounter, square: Square | None, copies: int, size: int) -> Iterator[Square | None]:
    """`square` first, then free ones in rings around it, as far as the map goes."""
    if square is None:
        return iter([None] * copies)
    _check_fits(state, square, size)
    assert state.map is not None
    taken = {other for token in state.tokens.values() for other in _space(state, token)}
    near = (
        Square(square.x + size * dx, square.y + size * dy)
        for ring in range(1, 16)
        for dy in range(-ring, ring + 1)
        for dx in range(-ring, ring + 1)
        if max(abs(dx), abs(dy)) == ring
    )
    free = (other for other in near if fits(state.map, other, size) and not _filled(other, size) & taken)
    first = [] if copies == 1 and square in taken else [square]
    return iter([*first, *islice(free, copies), *[square] * copies][:copies])


def _filled(square: Square, size: int) -> set[Square]:
    return {Square(square.x + dx, square.y + dy) for dx in range(size) for dy in range(size)}


def _space(state: Encounter, token: Token) -> set[Square]:
    return set() if token.square is None else _filled(token.square, size_of(state, token))


def _side(side: str) -> str:
    if side not in SIDES:
        raise Refused(say("There is no such side."), "side")
    return side


def _face(face: str | None) -> str | None:
    if face is not None and face != "" and not _FACE.fullmatch(face):
        raise Refused(say("There is no such picture."), "face")
    return face


def _edit(state: Encounter, viewer: Viewer, command: EditToken) -> Decision:
    token = _token(state, viewer, command.token)
    if not viewer.is_gm and not _is_own_dress(state, viewer, command):
        raise Refused(say("Only the GM does that."))
    profile = _changed_profile(state, token, command.profile)
    square = None if command.off_map else command.square or token.square
    if square is not None and (command.square is not None or profile):
        _check_fits(state, square, size_of(state, replace(token, profile={**token.profile, **profile})))
    event = TokenEdited(
        token=token.id,
        name=_changed(token.name, None if command.name is None else clean_name(command.name)),
        side=_changed(token.side, None if command.side is None else _side(command.side)),
        square=_changed(token.square, command.square),
        off_map=command.off_map and token.square is not None,
        hidden=_changed(token.hidden, command.hidden),
        locked=_changed(token.locked, command.locked),
        face=_changed(token.face, _face(command.face)),
        profile=profile,
        fight=_changed_fight(state, token, command.fight),
        reason=None if command.reason is None else clean_reason(command.reason),
    )
    return Decision(() if event == TokenEdited(token.id, reason=event.reason) else (event,))


_NOTHING = object()


def _changed(before: Any, after: Any) -> Any:
    return None if after == before else after


def _is_own_dress(state: Encounter, viewer: Viewer, command: EditToken) -> bool:
    """Players may change name and face of what they play, nothing else."""
    dress = EditToken(command.token, name=command.name, face=command.face)
    return viewer.plays(state, command.token) and command == dress


def _changed_profile(state: Encounter, token: Token, patch: Mapping[str, Any]) -> Mapping[str, Any]:
    if not patch:
        return {}
    after = system_of(state).check_profile({**token.profile, **patch})
    return {key: value for key, value in after.items() if token.profile.get(key, _NOTHING) != value}


def _changed_fight(state: Encounter, token: Token, patch: Mapping[str, Any]) -> Mapping[str, Any]:
    """What lasts in a fight is the rules' own, but for the states that their form offers to the GM."""
    fields = {field.key: field for field in system_of(state).states()} if patch else {}
    for key, value in patch.items():
        check_choice(fields, key, value)
    return {key: value for key, value in patch.items() if token.fight.get(key, _NOTHING) != value}


def _claim(state: Encounter, viewer: Viewer, command: ClaimToken) -> Decision:
    token = _token(state, viewer, command.token)
    if not viewer.is_gm:
        _check_own_claim(state, viewer, token, command.seat)
    seat = None if command.seat is None else state.seats.get(command.seat)
    if command.seat is not None and (seat is None or seat.role not in (Role.GM, Role.PLAYER)):
        raise Gone(say("Nobody sits there who could play it."))
    owners = frozenset() if command.seat is None else frozenset({command.seat})
    return Decision(() if owners == token.owners else (TokenEdited(token.id, owners=owners),))


def _check_own_claim(state: Encounter, viewer: Viewer, token: Token, seat: str | None) -> None:
    if viewer.role is not Role.PLAYER:
        raise Refused(say("Only players take tokens."))
    if seat is None and viewer.seat in token.owners:
        return
    if seat != viewer.seat:
        raise Refused(say("Only the GM does that."))
    if token.owners - {viewer.seat}:
        names = [state.seats[id].name for id in token.owners if id in state.seats]
        raise Refused(say("{who} plays that token.", who=", ".join(names)))
    if token.side != "ally":
        raise Refused(say("That is the GM's token."))
