"""Tokens as they are drawn, on the map and as the small face beside a name."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.encounter.state import Token
from app.web.board.outlines import UNIT, blunt_diamond, number
from geometry.grid import Square
from rules.system import Badge, Bar, Sheet
from rules.text import Text, say

SIDE_WORDS = {"ally": say("ally"), "enemy": say("enemy"), "neutral": say("neutral")}
BADLY_HURT = 0.25  # from a quarter down the bar changes
BADGES_SHOWN = 2
OUT = {"unconscious", "disabled", "helpless"}


@dataclass(frozen=True)
class FaceView:
    """A token's face: shape by side, glyph, picture or two letters."""

    side: str
    size: int = 1
    glyph: str | None = None  # a symbol of the sprite
    picture: str | None = None
    letters: str = ""
    hidden: bool = False
    dead: bool = False
    out: bool = False
    case_points: str = ""
    body_points: str = ""

    @property
    def middle(self) -> str:
        return number(self.size * 50)

    @property
    def middle_y(self) -> str:
        return number(self.size * 46)


@dataclass(frozen=True)
class BarView:
    """A bar as a share of its full length. `words`, its numbers, is None for those who may not read them."""

    percent: str
    low: bool
    words: str | None = None
    label: Text | None = None

    def width(self, whole: int) -> str:
        return number(float(self.percent) * whole / 100)


@dataclass(frozen=True)
class BadgeView:
    icon: str
    label: Text
    secret: bool = False


@dataclass(frozen=True)
class TokenView:
    """A token on the map. `bar` is None for those who may not see it; `more` badges did not fit."""

    id: str
    name: str
    side: Text
    square: Square
    face: FaceView
    bar: BarView | None
    badges: tuple[BadgeView, ...]
    more: int
    acting: bool
    mine: bool
    prone: bool
    dead: bool
    out: bool
    hidden: bool

    @property
    def x(self) -> int:
        return self.square.x * UNIT

    @property
    def y(self) -> int:
        return self.square.y * UNIT

    @property
    def size(self) -> int:
        return self.face.size

    @property
    def layer(self) -> int:
        """Who lies on top: the dead below the living, whoever acts above all."""
        return 0 if self.dead else 2 if self.acting else 1


def letters(name: str) -> str:
    """Two letters for a token without a face: the initials, or the first two."""
    words = name.split()
    return "".join(word[0] for word in words[:2]).upper() if len(words) > 1 else name[:2].upper()


def face_view(token: Token, sheet: Sheet | None, table: str) -> FaceView:
    """The face of a token; `sheet` tells its size and state, `table` is where its picture is fetched."""
    size = max(sheet.size, 1) if sheet else 1
    states = {badge.state for badge in sheet.badges} if sheet else set()
    kind, _, digest = (token.face or "").partition(":")
    return FaceView(
        side=token.side if token.side in SIDE_WORDS else "neutral",
        size=size,
        glyph=token.face if kind.startswith("g-") else None,
        picture=f"/t/{table}/picture/{digest}" if kind == "picture" and digest else None,
        letters=letters(token.name),
        hidden=token.hidden,
        dead="dead" in states,
        out=bool(states & OUT),
        case_points=blunt_diamond(size, case=7),
        body_points=blunt_diamond(size),
    )


def bar_view(bar: Bar, *, numbers: bool) -> BarView:
    """A bar in percent of its whole; never more than full, never less than empty."""
    share = min(max(bar.value / bar.maximum, 0), 1) if bar.maximum > 0 else 0.0
    return BarView(
        number(round(share * 100, 1)), share <= BADLY_HURT, f"{bar.value}/{bar.maximum}" if numbers else None, bar.label
    )


def token_view(
    token: Token,
    sheet: Sheet,
    table: str,
    *,
    acting: bool = False,
    mine: bool = False,
    sees_bar: bool = False,
    sees_numbers: bool = False,
) -> TokenView:
    """A token that stands on the map. Its square must not be None."""
    assert token.square is not None
    states = {badge.state for badge in sheet.badges}
    badges = _badges(token, sheet.badges)
    return TokenView(
        id=token.id,
        name=token.name,
        side=SIDE_WORDS.get(token.side, SIDE_WORDS["neutral"]),
        square=token.square,
        face=face_view(token, sheet, table),
        bar=bar_view(sheet.bars[0], numbers=sees_numbers) if sheet.bars and sees_bar and "dead" not in states else None,
        badges=badges[:BADGES_SHOWN],
        more=max(len(badges) - BADGES_SHOWN, 0),
        acting=acting,
        mine=mine,
        prone="prone" in states,
        dead="dead" in states,
        out=bool(states & OUT),
        hidden=token.hidden,
    )


def _badges(token: Token, badges: Sequence[Badge]) -> tuple[BadgeView, ...]:
    """Hidden and locked first, then the conditions."""
    own = []
    if token.hidden:
        own.append(BadgeView("i-eye-off", say("hidden from players"), secret=True))
    if token.locked:
        own.append(BadgeView("i-lock", say("locked")))
    return (*own, *(BadgeView(badge.icon, badge.label) for badge in badges))
