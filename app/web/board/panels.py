"""What stands round the map: turn order, dock, prompt, history, log, and the panel at rest."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import urlencode

from app.encounter import view
from app.encounter.log import Entry
from app.encounter.state import Done, Role
from app.web.board.cards import RecordView, record_view
from app.web.board.eye import Eye
from app.web.board.tokens import BarView, FaceView
from rules.request import Option
from rules.system import Offer, TurnEntry
from rules.text import Text, TokenName, say

DOCK_PLACES = 4  # actions in the dock; the rest stands behind "More"
ENTRIES_AT_REST = 6
MORE = "more"  # the question for all actions of a token
ICONS = {"move": "move", "attack": "attack", "turn": "end", "other": "more"}


@dataclass(frozen=True)
class TurnEntryView:
    id: str
    name: str
    face: FaceView
    acting: bool
    state: Text
    note: Text | None
    out: bool
    new_round: int | None


@dataclass(frozen=True)
class TurnOrderView:
    round: int
    entries: tuple[TurnEntryView, ...] = ()


@dataclass(frozen=True)
class OfferView:
    """A button of the dock. `direct`: it is done at once; else `query` asks about it."""

    key: str
    label: Text
    icon: str
    group: str
    query: str = ""
    weapon: str | None = None
    token: str | None = None
    direct: bool = False
    ends_turn: bool = False
    reason: Text | None = None
    cost: Text | None = None
    rule: str | None = None
    args: tuple[tuple[str, str], ...] = ()
    expected: int = 0


@dataclass(frozen=True)
class DockView:
    """The actions of one token, or of the table. `label` says whose."""

    label: Text
    token: str | None = None
    name: str = ""
    face: FaceView | None = None
    bar: BarView | None = None
    budget: tuple[tuple[Text, bool], ...] = ()
    offers: tuple[OfferView, ...] = ()
    ends: tuple[OfferView, ...] = ()
    table_offers: tuple[OfferView, ...] = ()
    may_claim: bool = False  # a player without a token, and there is one to take
    no_tokens: bool = False  # a GM with a map and nobody on it


@dataclass(frozen=True)
class PromptView:
    """`options` is empty for those who may not answer. `owner` is a token's name, or who is waited for."""

    id: str
    mine: bool
    waits: Text
    owner: str | None
    face: FaceView | None
    question: Text | None = None
    detail: Text | None = None
    percent: int | None = None
    rule: str = ""
    options: tuple[Option, ...] = ()
    may_call_off: bool = False


@dataclass(frozen=True)
class HistoryView:
    undo: Done | None
    redo: Done | None
    rewind: bool


@dataclass(frozen=True)
class LogEntryView:
    """`turn` is set on the first entry of a turn (newest first)."""

    seq: int
    turn: Text | None
    at: datetime
    face: FaceView | None
    text: Text
    lines: tuple[Text, ...]
    rules: tuple[str, ...]
    undone: Text | None
    secret: bool
    opens: bool


@dataclass(frozen=True)
class LogView:
    entries: tuple[LogEntryView, ...]


@dataclass(frozen=True)
class ManageView:
    """The order of play in the GM's hand. `acts`: what is done at once; `may`: which of add, remove, reorder there are.

    `order` and `absent` are (token, name, the token before which "earlier" puts it).
    """

    acts: tuple[OfferView, ...]
    may: frozenset[str]
    order: tuple[tuple[str, str, str | None], ...]
    absent: tuple[tuple[str, str], ...]
    expected: int


@dataclass(frozen=True)
class RestView:
    """The panel while nothing is asked: whose turn, what is left, the last result, what happened before."""

    title: Text
    budget: tuple[tuple[Text, bool], ...]
    record: RecordView | None
    undo: Done | None
    rewind: bool
    entries: tuple[LogEntryView, ...]
    has_map: bool
    is_gm: bool
    manage: ManageView | None
    standing: tuple[tuple[str, Text, Text], ...]
    newcomers: tuple[tuple[str, str], ...]  # seats that wait for the GM: id, name
    may_claim: bool  # as in the dock
    no_tokens: bool


STANDING_WORDS = {"always": say("always"), "never": say("never")}
KIND_WORDS = {"opportunity": say("attack of opportunity"), "reach": say("reach that the profile does not tell")}


def turn_order(eye: Eye) -> TurnOrderView:
    """Whoever acts first, then the others as they come; the next round begins where the order wraps."""
    turn = eye.turn
    if turn is None:
        return TurnOrderView(0)
    entries = turn.entries
    first = next((i for i, entry in enumerate(entries) if entry.token in turn.acting), 0)
    order = [*entries[first:], *entries[:first]]
    wraps = len(entries) - first
    return TurnOrderView(
        turn.round,
        tuple(
            _turn_entry(eye, entry, turn.round + 1 if i == wraps and first else None) for i, entry in enumerate(order)
        ),
    )


def _turn_entry(eye: Eye, entry: TurnEntry, new_round: int | None) -> TurnEntryView:
    acting = entry.token in eye.acting
    mine = acting and entry.token in eye.mine and not eye.viewer.is_gm
    round_ = eye.turn.round if eye.turn else 0
    return TurnEntryView(
        id=entry.token,
        name=eye.names.get(entry.token, ""),
        face=eye.faces[entry.token],
        acting=acting,
        state=say("Your turn") if mine else say("Round {n}", n=round_),
        note=entry.note,
        out=entry.state == "out" and not acting,
        new_round=new_round,
    )


def dock(eye: Eye, token: str | None = None) -> DockView:
    """The dock for a token, by default for whom this seat would act."""
    token = token or eye.dock_token
    if token is None or token not in eye.known:
        label = say("You watch") if eye.state.map else say("No map yet")
        return DockView(
            say("Actions of the table") if eye.viewer.is_gm else label,
            table_offers=() if no_tokens(eye) else _table_offers(eye),
            may_claim=may_claim(eye),
            no_tokens=no_tokens(eye),
        )
    offers = eye.system.offers(eye.scene_of(token), token) if eye.plays(token) else ()
    budget = budget_of(eye, token)
    shown = [_offer(eye, token, offer, budget) for offer in offers if offer.group in ("move", "attack", "other")]
    kept = _kept(shown)
    more = [OfferView(MORE, say("More"), "more", "other", query_of(token, MORE))] if len(kept) < len(shown) else []
    ends = [_offer(eye, token, offer, budget) for offer in offers if offer.group == "turn" and offer.refusal is None]
    return DockView(
        label=say("{name}’s actions", name=TokenName(token)),
        token=token,
        name=eye.names[token],
        face=eye.faces[token],
        bar=eye.bar(token),
        budget=budget,
        offers=(*kept, *more),
        ends=tuple(ends[:1]),
        table_offers=_table_offers(eye) if eye.turn is None else (),
    )


def _kept(offers: Sequence[OfferView]) -> list[OfferView]:
    """Moves first, then attacks, then the rest: what can be done now before what cannot."""
    rank = {"move": 0, "attack": 1, "other": 2}
    best = sorted(offers, key=lambda offer: (offer.reason is not None, rank[offer.group]))[:DOCK_PLACES]
    return sorted(best, key=lambda offer: rank[offer.group])


def all_offers(eye: Eye, token: str) -> tuple[OfferView, ...]:
    """Every action of a token, the impossible ones with their reason."""
    budget = budget_of(eye, token)
    return tuple(_offer(eye, token, offer, budget) for offer in eye.system.offers(eye.scene_of(token), token))


def budget_of(eye: Eye, token: str) -> tuple[tuple[Text, bool], ...]:
    """What is left of its turn, while it is its turn."""
    if eye.turn is None or token not in eye.acting:
        return ()
    return tuple((words, left) for _, words, left in eye.turn.budget)


def args_of(offer: Offer) -> tuple[tuple[str, str], ...]:
    """What only the system knows of an offer, as it travels in addresses and forms."""
    return tuple((key, str(value)) for key, value in sorted(offer.args.items()))


def query_of(token: str | None, action: str, weapon: str | None = None, **more: str | int) -> str:
    """A question as the query of its address."""
    given = {"token": token, "action": action, "weapon": weapon, **more}
    return urlencode({key: value for key, value in given.items() if value is not None})


def _offer(eye: Eye, token: str, offer: Offer, budget: Sequence[tuple[Text, bool]]) -> OfferView:
    ends_turn = offer.group == "turn"
    return OfferView(
        key=offer.key,
        label=offer.label,
        icon=offer.icon.removeprefix("i-"),
        group=offer.group,
        query=query_of(token, offer.key, offer.weapon, **{f"arg_{key}": value for key, value in args_of(offer)}),
        weapon=offer.weapon,
        token=token,
        direct=ends_turn and not any(left for _, left in budget),
        ends_turn=ends_turn,
        reason=offer.refusal.reason if offer.refusal else None,
        cost=offer.cost.label if offer.cost else None,
        rule=offer.refusal.rule if offer.refusal else offer.rule,
        args=args_of(offer),
        expected=eye.state.scene_version,
    )


def _table_offers(eye: Eye) -> tuple[OfferView, ...]:
    """What the GM does for the whole table; only what is possible."""
    if not eye.viewer.is_gm or eye.state.pending is not None:
        return ()
    return tuple(
        OfferView(
            offer.key,
            offer.label,
            offer.icon.removeprefix("i-"),
            offer.group,
            direct=True,
            cost=offer.cost.label if offer.cost else None,
            expected=eye.state.scene_version,
        )
        for offer in eye.system.table_offers(eye.scene)
        if offer.refusal is None and offer.aim == "none"
    )


def prompt(eye: Eye) -> PromptView | None:
    """The open question: with its choices for who may answer, with who is waited for else."""
    asked = view.prompt_for(eye.state, eye.viewer)
    if asked is None:
        return None
    ask = asked.ask
    face = eye.faces.get(asked.owner or "")
    name = eye.names.get(asked.owner or "")
    if ask is None or not asked.may_answer:
        return PromptView(asked.id, False, asked.waits, name, face)
    card = ask.card
    return PromptView(
        id=asked.id,
        mine=asked.mine,
        waits=asked.waits,
        owner=name,
        face=face,
        question=ask.question,
        detail=card.subtitle if card else None,
        percent=round(card.chance * 100) if card and card.chance is not None else None,
        rule=ask.rule,
        options=ask.options,
        may_call_off=eye.viewer.is_gm or asked.by == eye.viewer.seat,
    )


def history(eye: Eye) -> HistoryView:
    return HistoryView(view.undo_for(eye.state, eye.viewer), view.redo_for(eye.state, eye.viewer), eye.may_rewind)


def log(eye: Eye) -> LogView:
    """What happened, newest first, grouped by turn."""
    return LogView(_entries(eye, eye.entries))


def _entries(eye: Eye, entries: Sequence[Entry]) -> tuple[LogEntryView, ...]:
    found: list[LogEntryView] = []
    turn = None
    for entry in entries:
        shown = _entry(eye, entry)
        found.append(shown if entry.turn != turn else replace(shown, turn=None))
        turn = entry.turn
    return tuple(found)


def _entry(eye: Eye, entry: Entry) -> LogEntryView:
    lines: list[Text] = []
    for record in entry.records:
        told = (record.headline if record.headline != entry.text else None, record.title, *record.lines)
        lines.extend(line for line in told if line is not None)
    if entry.reason:
        lines.append(say("{who}: “{reason}”", who=entry.by or say("The GM"), reason=entry.reason))
    rules = dict.fromkeys(rule for record in entry.records for rule in record.rules)
    return LogEntryView(
        seq=entry.id,
        turn=entry.turn,
        at=entry.at,
        face=eye.faces.get(entry.actor or _told_of(entry) or next(view.tokens_in(entry.text), "")),
        text=entry.text,
        lines=tuple(lines),
        rules=tuple(rules)[:3],
        undone=entry.undone,
        secret=entry.secret,
        opens=not entry.undone and any(record.card is not None or record.path for record in entry.records),
    )


def _told_of(entry: Entry) -> str:
    """The one token that an entry without an actor is about, if it is one."""
    tokens = {token for record in entry.records for token in record.tokens}
    return tokens.pop() if len(tokens) == 1 else ""


def rest(eye: Eye) -> RestView:
    """The panel at rest. The last result stands there until something else happens."""
    order = turn_order(eye)
    acting = next((entry for entry in order.entries if entry.acting), None)
    title = say("Round {n}", n=order.round) if eye.turn else say("No fight goes on")
    if acting is not None:
        title = say("Round {n}: {token}", n=order.round, token=TokenName(acting.id))
    last = next((entry for entry in eye.entries if entry.records and not entry.undone), None)
    told = last is not None and next(
        (r for r in reversed(last.records) if r.card is not None or 0 < len(r.rolls) < 4), None
    )
    record = told if told and last is eye.entries[0] else None
    undo = view.undo_for(eye.state, eye.viewer)
    return RestView(
        title=title,
        budget=tuple((words, left) for _, words, left in eye.turn.budget) if eye.turn else (),
        record=record_view(record, eye.faces) if record else None,
        undo=undo if record and last and undo and undo.id == last.id else None,
        rewind=eye.may_rewind,
        entries=_entries(eye, eye.entries[:ENTRIES_AT_REST]),
        has_map=eye.state.map is not None,
        is_gm=eye.viewer.is_gm,
        manage=manage(eye),
        standing=_standing(eye),
        newcomers=tuple((s.id, s.name) for s in eye.state.seats.values() if eye.viewer.is_gm and not s.admitted),
        may_claim=may_claim(eye),
        no_tokens=no_tokens(eye),
    )


def may_claim(eye: Eye) -> bool:
    """Is this a player without a token, and there is one to take?"""
    return eye.viewer.role is Role.PLAYER and not eye.mine and bool(view.claimable(eye.state, eye.viewer))


def no_tokens(eye: Eye) -> bool:
    """Is this a GM with a map and no token yet? Placing them is what comes next."""
    return eye.viewer.is_gm and eye.state.map is not None and not eye.state.tokens


def manage(eye: Eye) -> ManageView | None:
    """What the GM may do to the order of play; None for others and while no fight goes on."""
    turn = eye.turn
    if turn is None or not eye.viewer.is_gm or eye.state.pending is not None:
        return None
    order = [entry.token for entry in turn.entries]
    may = {offer.key for offer in eye.system.table_offers(eye.scene) if offer.refusal is None}
    return ManageView(
        acts=_table_offers(eye),
        may=frozenset(may),
        order=tuple((id, eye.names[id], order[i - 1] if i else None) for i, id in enumerate(order)),
        absent=tuple((id, token.name) for id, token in eye.known.items() if id not in order),
        expected=eye.state.scene_version,
    )


def _standing(eye: Eye) -> tuple[tuple[str, Text, Text], ...]:
    """The prompts that this seat lets be answered by themselves: kind, its words, the answer."""
    seat = eye.state.seats.get(eye.viewer.seat)
    given = seat.standing.items() if seat else ()
    return tuple(
        (kind, KIND_WORDS.get(kind, say("{kind}", kind=kind)), STANDING_WORDS[answer])
        for kind, answer in given
        if answer in STANDING_WORDS
    )
