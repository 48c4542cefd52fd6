"""The board in words: who is where as seen from one token, how far, behind what, and what can be done about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import atan2, degrees, floor

from app.web.board import panels
from app.web.board.asking import Answered
from app.web.board.cards import marks
from app.web.board.eye import Eye
from app.web.board.overlays import NOT_LEGAL
from app.web.board.panels import OfferView, query_of
from app.web.board.tokens import SIDE_WORDS, BarView, FaceView
from geometry.battlefield import BarrierKind
from geometry.grid import Square, gaps
from rules.card import Card, Refusal
from rules.scene import Action
from rules.system import Offer
from rules.text import Text, TokenName, say, say_n

COMPASS = (
    say("east"),
    say("south-east"),
    say("south"),
    say("south-west"),
    say("west"),
    say("north-west"),
    say("north"),
    say("north-east"),
)
SIDE_ORDER = {"enemy": 0, "ally": 1, "neutral": 2}
CLEAR = say("Clear")


@dataclass(frozen=True)
class Shot:
    """A button of a row: an attack on this token, with its chance or the reason at a glance why not."""

    label: Text
    icon: str
    query: str
    legal: bool
    percent: int | None = None
    short: Text | str = ""


@dataclass(frozen=True)
class Row:
    """One token as seen from `me`."""

    id: str
    name: str
    face: FaceView
    side: Text
    square: Square
    wide: int
    distance: Text | None
    direction: Text | None
    words: tuple[Text, ...]
    refusal: Refusal | None
    bar: BarView | None
    players: tuple[str, ...]
    acting: bool
    hidden: bool
    shots: tuple[Shot, ...]
    why: str | None


@dataclass(frozen=True)
class Landing:
    """A square where a move may end."""

    square: Square
    cost: int
    provokes: tuple[str, ...]


@dataclass(frozen=True)
class Door:
    """A door in the GM's hand: the square on its lower or right side names the place."""

    id: str
    square: Square
    is_open: bool


@dataclass(frozen=True)
class Me:
    """The token that is looked from."""

    id: str
    name: str
    face: FaceView
    square: Square | None
    bar: BarView | None
    badges: tuple[Text, ...]
    budget: tuple[tuple[Text, bool], ...]
    offers: tuple[OfferView, ...]
    more: tuple[OfferView, ...]
    mine: bool
    acting: bool


@dataclass(frozen=True)
class TextView:
    """What `text/_main.html` shows. `choices`: whose eyes may be taken."""

    me: Me | None
    choices: tuple[tuple[str, str], ...]
    rows: tuple[Row, ...]
    absent: tuple[str, ...] = ()
    landings: tuple[Landing, ...] = ()
    steps: tuple[Square, ...] = ()
    asked: Answered | None = None
    fault: Text | None = None
    rule: str | None = None
    typed: str = ""
    doors: tuple[Door, ...] = ()
    table_offers: tuple[OfferView, ...] = field(default_factory=tuple)


def looks_from(eye: Eye, token: str | None) -> str | None:
    """Whose eyes: the token asked for, else who would act, else one of one's own, else whoever acts."""
    if token in eye.known:
        return token
    if eye.dock_token is not None:
        return eye.dock_token
    return next(iter((*eye.acting, *eye.mine)), None)


def text_view(
    eye: Eye,
    token: str | None,
    asked: Answered | None = None,
    fault: Text | None = None,
    rule: str | None = None,
    typed: str = "",
) -> TextView:
    """The whole text board for a seat, looking from `token`."""
    me = looks_from(eye, token)
    others = [id for id, one in eye.known.items() if id != me and one.square is not None]
    cards = _cards(eye, me) if me else []
    rows = sorted((_row(eye, me, id, cards) for id in others), key=lambda row: _nearness(eye, me, row.id))
    landings = _landings(eye, asked) if asked and asked.aim == "path" and asked.kind in ("reach", "path") else ()
    return TextView(
        me=_me(eye, me) if me else None,
        choices=tuple(sorted(((id, eye.names[id]) for id in eye.known), key=lambda one: one[1].casefold())),
        rows=tuple(rows),
        absent=tuple(one.name for id, one in eye.known.items() if one.square is None and id != me),
        landings=landings,
        steps=_steps(asked) if asked else (),
        asked=asked,
        fault=fault,
        rule=rule,
        typed=typed,
        doors=_doors(eye) if eye.viewer.is_gm else (),
        table_offers=panels.dock(eye).table_offers if eye.viewer.is_gm else (),
    )


def distance(eye: Eye, one: str, other: str) -> int | None:
    """Counted squares between two tokens; None where one has no square."""
    spaces = [_space(eye, id) for id in (one, other)]
    if not all(spaces):
        return None
    long, short = sorted(gaps(*spaces), reverse=True)
    doubles = eye.scene.terrain.options.diagonal == "double"
    return long + (short if doubles else short // 2)


def direction(start: tuple[float, float], end: tuple[float, float]) -> Text | None:
    """The point of the compass nearest to the way from `start` to `end`, the map's top being north."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    if not dx and not dy:
        return None
    return COMPASS[round(degrees(atan2(dy, dx)) / 45) % 8]


def _space(eye: Eye, token: str) -> list[Square]:
    square, size = eye.known[token].square, max(eye.sheets[token].size, 1)
    return [] if square is None else [Square(square.x + i, square.y + j) for i in range(size) for j in range(size)]


def _middle(eye: Eye, token: str) -> tuple[float, float] | None:
    square, half = eye.known[token].square, max(eye.sheets[token].size, 1) / 2
    return None if square is None else (square.x + half, square.y + half)


def _nearness(eye: Eye, me: str | None, token: str) -> tuple[int, int, str]:
    far = distance(eye, me, token) if me else None
    one = eye.known[token]
    side = SIDE_ORDER.get(one.side, 2)
    if me and eye.known[me].side == "enemy":
        side = {0: 1, 1: 0}.get(side, 2)  # for the other side the allies are the enemies
    return side, 10_000 if far is None else far, one.name


def _me(eye: Eye, token: str) -> Me:
    sheet = eye.sheets[token]
    mine = eye.plays(token)
    offers = panels.all_offers(eye, token) if mine else ()
    dock = panels.dock(eye, token)
    shown = {(one.key, one.weapon) for one in (*dock.offers, *dock.ends)}
    return Me(
        id=token,
        name=eye.names[token],
        face=eye.faces[token],
        square=eye.known[token].square,
        bar=eye.bar(token),
        badges=tuple(badge.label for badge in sheet.badges),
        budget=panels.budget_of(eye, token),
        offers=tuple(one for one in offers if (one.key, one.weapon) in shown),
        more=tuple(one for one in offers if (one.key, one.weapon) not in shown),
        mine=mine,
        acting=token in eye.acting,
    )


def _cards(eye: Eye, me: str) -> list[tuple[Offer, Mapping[str, Card]]]:
    """For each attack of the token, the card of every target; light ones, enough for a row."""
    if not eye.plays(me) or eye.known[me].square is None:
        return []
    scene = eye.scene_of(me)
    attacks = [one for one in eye.system.offers(scene, me) if one.group == "attack" and one.aim == "token"]
    found: list[tuple[Offer, Mapping[str, Card]]] = []
    for offer in attacks:
        if any(offer.weapon == one.weapon for one, _ in found):
            continue  # another act with the same weapon (to aim it): among the actions, not in every row
        cards = eye.system.targets(scene, Action(offer.key, me, offer.weapon))
        found.append(
            (offer, {card.target: card for card in cards if card.target is not None and card.target in eye.known})
        )
    return found


def _row(eye: Eye, me: str | None, token: str, cards: Sequence[tuple[Offer, Mapping[str, Card]]]) -> Row:
    one, sheet = eye.known[token], eye.sheets[token]
    assert one.square is not None
    own = [(offer, found[token]) for offer, found in cards if token in found]
    card = next((card for _, card in own if card.refusal is None), own[0][1] if own else None)
    far = card.distance if card and card.distance is not None else distance(eye, me, token) if me else None
    start, end = _middle(eye, me) if me else None, _middle(eye, token)
    words = tuple(badge.label for badge in sheet.badges)
    if me and one.side == eye.known[me].side:
        own, card = [], None  # whoever shoots at an ally goes by way of the action itself
    if card is not None:
        words += _seen(card)
    seats = eye.state.seats
    shots = tuple(_shot(me or "", offer, card) for offer, card in own if offer.refusal is None)
    refusal = card.refusal if card else None
    if own and own[0][0].refusal is not None and refusal and refusal.rule == own[0][0].refusal.rule:
        refusal = None  # said once, where the action is asked for
    return Row(
        id=token,
        name=one.name,
        face=eye.faces[token],
        side=SIDE_WORDS.get(one.side, SIDE_WORDS["neutral"]),
        square=one.square,
        wide=max(sheet.size, 1),
        distance=None if far is None else say_n("{n} square", "{n} squares", far),
        direction=direction(start, end) if start and end else None,
        words=words,
        refusal=refusal,
        bar=eye.bar(token),
        players=tuple(seats[id].name for id in sorted(one.owners) if id in seats),
        acting=token in eye.acting,
        hidden=one.hidden,
        shots=shots,
        why=query_of(me, own[0][0].key, own[0][0].weapon, target=token) if own else None,
    )


def _seen(card: Card) -> tuple[Text, ...]:
    """What lies between, in words: the modifiers that are more than the figures themselves, else the marks."""
    rows = [row for group in card.groups for row in group.rows[1:]]
    found = [say("{what} ({note})", what=row.label, note=row.note) if row.note else row.label for row in rows]
    seen = tuple(found) or tuple(mark.label for mark in marks(card.marks))
    return seen or ((CLEAR,) if card.refusal is None else ())


def _shot(me: str, offer: Offer, card: Card) -> Shot:
    short = next((NOT_LEGAL[mark] for mark in card.marks if mark in NOT_LEGAL), say("not now"))
    return Shot(
        label=offer.label,
        icon=offer.icon.removeprefix("i-"),
        query=query_of(me, offer.key, offer.weapon, target=card.target or ""),
        legal=card.refusal is None,
        percent=None if card.chance is None else round(card.chance * 100),
        short=short,
    )


def _doors(eye: Eye) -> tuple[Door, ...]:
    """All doors of the map, from the top left on."""
    barriers = eye.state.map.barriers.values() if eye.state.map else ()
    found = []
    for one in (each for each in barriers if each.kind is BarrierKind.DOOR):
        start, end = one.points[0], one.points[-1]
        middle = Square(floor((start.x + end.x) / 2), floor((start.y + end.y) / 2))
        found.append(Door(one.id, middle, one.is_open))
    return tuple(sorted(found, key=lambda door: (door.square.y, door.square.x)))


def _landings(eye: Eye, asked: Answered) -> tuple[Landing, ...]:
    """Where the move that is asked about may end: cheapest first."""
    question = asked.question
    if asked.refusal is not None and asked.kind == "reach" and asked.step == "choose":
        return ()
    token = question.token or ""
    reach = eye.system.reach(eye.scene_of(token), Action(question.action or "", token, question.weapon))
    found = [
        Landing(square, cost, tuple(eye.names[id] for id in reach.provokes.get(square, ()) if id in eye.names))
        for square, cost in reach.costs.items()
        if square != eye.known[token].square
    ]
    return tuple(sorted(found, key=lambda one: (one.cost, one.square.y, one.square.x)))


def _steps(asked: Answered) -> tuple[Square, ...]:
    """The squares of a way that was found, start included."""
    path = dict(asked.go.fields).get("path", "") if asked.go else ""
    pairs = (pair.split(",") for pair in path.split(";") if pair)
    return tuple(Square(int(x), int(y)) for x, y in pairs)


def title_of(view: TextView) -> Text:
    """What the page is called: whose eyes are taken."""
    return say("Seen from {token}", token=TokenName(view.me.id)) if view.me else say("Text board")
