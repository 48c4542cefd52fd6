"""A token as one seat reads it: its sheet, and what that seat may do to it by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from app.encounter import view
from app.encounter.errors import Gone
from app.encounter.state import Role, Token
from app.web.board.tokens import SIDE_WORDS, BarView, FaceView, bar_view, face_view
from app.web.deps import Seated
from geometry.grid import Square
from rules.system import Badge, Bar, Field, Row
from rules.text import Text, say

Groups = tuple[tuple[Text, tuple[Row, ...]], ...]
STATS_IN_A_GRID = 8  # so many plain numbers stand as a grid, more as lines


@dataclass(frozen=True)
class Number:
    """A number that the GM may set: key in the profile, its name, what it is now."""

    key: str
    label: Text
    value: str


@dataclass(frozen=True)
class SheetView:
    """What `tokens/_sheet.html` shows. Only what this seat may know is in it."""

    id: str
    path: str
    list_path: str
    name: str
    face: FaceView
    square: Square | None
    side: Text
    subtitle: Text | None = None
    players: tuple[str, ...] = ()
    hidden: bool = False
    locked: bool = False
    badges: tuple[Badge, ...] = ()
    bars: tuple[BarView, ...] = ()
    figures: Groups = ()
    groups: Groups = ()
    is_gm: bool = False
    may_take: bool = False
    may_leave: bool = False
    seats: tuple[tuple[str, str], ...] = ()
    owners: frozenset[str] = frozenset()
    hurt: tuple[Bar, ...] = ()
    numbers: tuple[Number, ...] = ()
    open: str = ""  # the tool that stays open, with what was typed in it
    fault: Text | None = None
    done: Text | None = None
    typed: Mapping[str, str] = field(default_factory=dict)


GONE = say("This token is not on the table any more.")


def token_here(here: Seated, token: str) -> Token:
    """The token, if this seat may know of it. Raises Gone: hidden and removed look alike."""
    known = view.known_tokens(here.encounter, here.viewer)
    if token not in known:
        raise Gone(GONE)
    return known[token]


def sheet_view(here: Seated, token: Token) -> SheetView:
    """The sheet for the seat that asks: all of it for its player and the GM, bars and badges for the others."""
    sheet = view.sheet_for(here.encounter, here.viewer, token.id)
    if sheet is None:
        raise Gone(GONE)
    mine = here.viewer.plays(here.encounter, token.id)
    seats = here.encounter.seats
    shown = SheetView(
        id=token.id,
        path=f"/t/{here.table_id}/tokens/{token.id}",
        list_path=f"/t/{here.table_id}/tokens",
        name=token.name,
        face=face_view(token, sheet, here.table_id),
        square=token.square,
        side=SIDE_WORDS.get(token.side, SIDE_WORDS["neutral"]),
        players=tuple(seats[seat].name for seat in sorted(token.owners) if seat in seats),
        badges=sheet.badges,
        bars=tuple(bar_view(bar, numbers=mine) for bar in sheet.bars),
        may_take=here.viewer.role is Role.PLAYER and not token.owners and token.side == "ally",
        may_leave=here.viewer.role is Role.PLAYER and here.viewer.seat in token.owners,
    )
    if not mine:
        return shown
    grids, lines = _split(sheet.groups)
    shown = replace(shown, subtitle=sheet.subtitle, figures=grids, groups=lines, locked=token.locked)
    if not here.viewer.is_gm:
        return shown
    return replace(
        shown,
        hidden=token.hidden,
        is_gm=True,
        seats=tuple((seat.id, seat.name) for seat in seats.values() if seat.role is Role.PLAYER and seat.admitted),
        owners=token.owners,
        hurt=tuple(bar for bar in sheet.bars if _is_number(token.profile.get(bar.key))),
        numbers=numbers(here.system.form(), token.profile),
    )


def numbers(fields: Sequence[Field], profile: Mapping[str, Any]) -> tuple[Number, ...]:
    """The numbers of a profile that have a name of their own, in the order of the form."""
    return tuple(
        Number(item.key, item.label, str(profile.get(item.key, "–")))
        for item in fields
        if item.kind == "integer" and "." not in item.key
    )


def _split(groups: Groups) -> tuple[Groups, Groups]:
    """Groups of a few plain numbers (a grid), and the others (lines)."""
    grids: list[tuple[Text, tuple[Row, ...]]] = []
    lines: list[tuple[Text, tuple[Row, ...]]] = []
    for title, rows in groups:
        plain = len(rows) <= STATS_IN_A_GRID and all(isinstance(row.value, int) and row.note is None for row in rows)
        (grids if plain else lines).append((title, rows))
    return tuple(grids), tuple(lines)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
