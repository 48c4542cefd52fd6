"""A question, answered: what the panel says and what the map shows. The rules answer; here it is only laid out."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from app.encounter import view
from app.encounter.errors import Gone, Refused
from app.encounter.log import Entry
from app.web.board import overlays, panels
from app.web.board.cards import card_view, lights, marks, record_view
from app.web.board.eye import Eye
from app.web.board.outlines import UNIT
from app.web.board.overlays import Overlay
from app.web.board.panels import MORE
from app.web.board.question import Answered, ChoicesView, Go, Question, TargetRow, TargetsView, WayView
from geometry.grid import Square
from rules.card import Card, Refusal
from rules.errors import IllegalAction
from rules.scene import Action
from rules.system import Offer
from rules.text import Text, say

AIM_HINTS = {
    "point": say("Tap the intersection that it spreads from."),
    "block": say("Tap the square at the top left of the block."),
    "square": say("Tap a square on the map."),
}
GONE = say("That token is not there any more.")


def answer(eye: Eye, question: Question) -> Answered | None:
    """The answer to a question; None when nothing is asked.

    Raises Gone for a token that this seat does not know, Refused for an action that it does not have, IllegalAction
    when there is no way to a square.
    """
    if question.token is None:
        return None
    if question.token not in eye.known or (question.target is not None and question.target not in eye.known):
        raise Gone(GONE)
    if question.overrules and not eye.viewer.is_gm:
        raise Refused(say("Only the GM overrules."))
    if not eye.plays(question.token):
        return _looked_at(eye, question)
    if not question.action:
        question = replace(question, action=_first_move(eye, question.token))
    if question.action == MORE:
        return _choices(eye, question)
    offer = _offer(eye, question)
    if offer.aim == "path":
        wants_path = question.square is not None or question.path
        return _path(eye, question, offer) if wants_path else _reach(eye, question, offer)
    if offer.aim == "token" and question.target is None:
        return _targets(eye, question, offer)
    if offer.aim in ("square", "point", "block") and question.square is None:
        return _base(eye, question, offer, "reach", step="choose", hint=AIM_HINTS.get(offer.aim))
    return _card(eye, question, offer)


def _first_move(eye: Eye, token: str) -> str:
    """What a tap on one's own token asks: where it can go, if it can; else what it can do."""
    offers = eye.system.offers(eye.scene_of(token), token)
    move = next((offer for offer in offers if offer.aim == "path" and offer.refusal is None), None)
    return move.key if move and eye.known[token].square is not None else MORE


def _offer(eye: Eye, question: Question) -> Offer:
    token = question.token or ""
    offers = [o for o in eye.system.offers(eye.scene_of(token), token) if o.key == question.action]
    exact = [o for o in offers if (o.weapon, panels.args_of(o)) == (question.weapon, question.args)]
    if not offers:
        raise Refused(say("That token does not have this action."))
    return (exact or offers)[0]


def _size(eye: Eye, token: str) -> int:
    return max(eye.sheets[token].size, 1)


def _selected(eye: Eye, token: str) -> overlays.FrameView | None:
    return overlays.frame(eye.known[token].square, _size(eye, token))


def _middle(eye: Eye, token: str) -> tuple[tuple[int, int], ...]:
    square = eye.known[token].square
    half = _size(eye, token) * UNIT // 2
    return () if square is None else ((square.x * UNIT + half, square.y * UNIT + half),)


def _base(eye: Eye, question: Question, offer: Offer, kind: str, *, step: str, hint: Text | None = None) -> Answered:
    token = question.token or ""
    return Answered(
        kind=kind,
        question=replace(question, weapon=offer.weapon),
        table=eye.state.id,
        title=offer.label,
        step=step,
        aim=offer.aim,
        overlay=Overlay(selected=_selected(eye, token), focus=_middle(eye, token)),
        refusal=offer.refusal,
        hint=hint,
        expected=eye.state.scene_version,
    )


def _looked_at(eye: Eye, question: Question) -> Answered:
    """A token that somebody else plays: who it is, nothing to do."""
    token = question.token or ""
    return Answered(
        kind="choices",
        question=Question(token=token),
        table=eye.state.id,
        title=say("{name}", name=eye.names[token]),
        step="read",
        overlay=Overlay(selected=_selected(eye, token), focus=_middle(eye, token)),
        choices=ChoicesView(token, eye.names[token], eye.faces.get(token), eye.bar(token), (), ()),
        expected=eye.state.scene_version,
    )


def _choices(eye: Eye, question: Question) -> Answered:
    token = question.token or ""
    rows = panels.all_offers(eye, token)
    return replace(
        _looked_at(eye, question),
        question=Question(token=token, action=MORE),
        choices=ChoicesView(
            token, eye.names[token], eye.faces.get(token), eye.bar(token), panels.budget_of(eye, token), rows
        ),
    )


def _action(question: Question, start: Square | None = None) -> Action:
    path = question.path
    if path and question.square is not None:
        path = (*path, question.square)
    if path and start is not None:
        path = (start, *path)
    return Action(
        key=question.action or "",
        actor=question.token,
        weapon=question.weapon,
        target=question.target,
        square=question.square,
        path=path,
        args=dict(question.args),
        overrules=question.overrules,
    )


def _reach(eye: Eye, question: Question, offer: Offer) -> Answered:
    token = question.token or ""
    base = _base(eye, question, offer, "reach", step="choose", hint=say("Tap a square to see the way there."))
    if offer.refusal is not None:
        return replace(base, hint=None)
    reach = eye.system.reach(eye.scene_of(token), _action(base.question))
    shown = overlays.reach_view(reach, _size(eye, token))
    return replace(base, overlay=replace(base.overlay, reach=shown))


def _path(eye: Eye, question: Question, offer: Offer) -> Answered:
    token = question.token or ""
    reached = _reach(eye, replace(question, square=None, path=()), offer)
    back = reached.question.query()
    if offer.refusal is not None:
        return replace(reached, back="")
    size = _size(eye, token)
    asked = replace(question, weapon=offer.weapon)
    scene, action = eye.scene_of(token), _action(asked, eye.known[token].square)
    try:
        found = eye.system.path(scene, action)
    except IllegalAction as refused:
        refusal = Refusal(refused.rule, refused.reason)
        return replace(reached, question=asked, back=back, refusal=refusal, hint=None, step="read")
    card = found.card
    way = overlays.path_view(found, size, eye.faces.get(token))
    end = found.path[-1]
    points = tuple((square.x * UNIT + size * 50, square.y * UNIT + size * 50) for square in (found.path[0], end))
    overlay = replace(reached.overlay, selected=None, path=way, focus=points, evidence=_evidence(eye, card), aimed=None)
    waypoint = ";".join(f"{square.x},{square.y}" for square in (*asked.path, end))
    more_left = asked.square is not None and found.running[-1] < found.budget
    return replace(
        reached,
        kind="path",
        question=asked,
        title=card.title,
        step="read",
        back=back,
        overlay=overlay,
        card=card_view(card, eye.faces),
        way=WayView(
            threatened=bool(reached.overlay.reach and reached.overlay.reach.threat),
            by_here=asked.query(x=None, y=None, path=waypoint) if more_left else None,
            strikes=card.hints[: len(found.strikes)],
            rule=card.rules[-1] if card.rules else "",
        ),
        hint=None,
        go=_go(card, offer, asked, path=found.path) if card.refusal is None and _may_act(eye) else None,
    )


def _targets(eye: Eye, question: Question, offer: Offer) -> Answered:
    token = question.token or ""
    base = _base(eye, question, offer, "targets", step="choose")
    cards = eye.system.targets(eye.scene_of(token), _action(base.question)) if offer.refusal is None else ()
    cards = [card for card in cards if card.target in eye.known]
    rows = [_target_row(eye, base.question, card) for card in cards]
    rows.sort(key=lambda row: (not row.legal, row.friend, -(row.chance or 0)))
    # Whoever it makes no sense to aim at keeps a row in the list, and no flag on the map.
    meant = [card for card in cards if "ally" not in card.marks]
    selected = None if token in eye.acting else base.overlay.selected
    overlay = replace(
        base.overlay,
        selected=selected,
        tags=_tags(eye, meant),
        dim=_dimmed(eye, token, meant),
        focus=_middle(eye, token),
    )
    return replace(base, targets=TargetsView(offer.label, tuple(rows)), overlay=overlay)


def _target_row(eye: Eye, question: Question, card: Card) -> TargetRow:
    target = card.target or ""
    short = next((overlays.NOT_LEGAL[mark] for mark in card.marks if mark in overlays.NOT_LEGAL), say("not possible"))
    return TargetRow(
        id=target,
        name=eye.names[target],
        face=eye.faces.get(target),
        query=question.query(target=target),
        legal=card.refusal is None,
        chance=None if card.chance is None else round(card.chance * 100),
        marks=marks(card.marks),
        reason=card.refusal.reason if card.refusal else None,
        short=short,
        friend="ally" in card.marks,
    )


def _tags(eye: Eye, cards: Sequence[Card], aimed: str | None = None) -> tuple[overlays.TagView, ...]:
    found = []
    for card in cards:
        token = eye.known[card.target or ""]
        if token.square is not None:
            named = token.name if token.id == aimed else None
            found.append(overlays.tag_view(card, token.square, _size(eye, token.id), named=named))
    return tuple(found)


def _dimmed(eye: Eye, actor: str, cards: Sequence[Card]) -> tuple[str, ...]:
    legal = {card.target for card in cards if card.refusal is None}
    return tuple(id for id in eye.known if id not in legal and id != actor)


def _card(eye: Eye, question: Question, offer: Offer) -> Answered:
    token = question.token or ""
    base = _base(eye, question, offer, "card", step="read")
    asked = base.question
    card = eye.system.preview(eye.scene_of(token), _action(asked))
    overlay = replace(base.overlay, evidence=_evidence(eye, card))
    if offer.aim in ("point", "block") and asked.square is not None:
        overlay = replace(
            overlay, area=_area(eye, card, asked.square, offer.aim), focus=(*overlay.focus, _at(asked.square))
        )
    if card.target is not None and card.target in eye.known and card.target != token:
        target = eye.known[card.target]
        overlay = replace(
            overlay,
            selected=None,
            aimed=overlays.frame(target.square, _size(eye, target.id)),
            tags=_tags(eye, [card], aimed=target.id),
            focus=(*overlay.focus, *_middle(eye, target.id)),
        )
    return replace(
        base,
        title=card.title,
        back=asked.query(target=None, x=None, y=None) if offer.aim != "none" else "",
        overlay=overlay,
        card=card_view(card, eye.faces),
        refusal=None,
        go=_go(card, offer, asked) if card.refusal is None and offer.refusal is None and _may_act(eye) else None,
    )


def _at(square: Square) -> tuple[int, int]:
    return square.x * UNIT, square.y * UNIT


def _area(eye: Eye, card: Card, square: Square, aim: str) -> overlays.AreaView:
    """The squares of an area, its centre, and who of those that stand in it is reached."""
    inside = frozenset(card.evidence.squares)
    spaces = {id: frozenset(overlays.filled([t.square], _size(eye, id))) for id, t in eye.known.items() if t.square}
    standing = {eye.known[id].square: id in card.tokens for id, space in spaces.items() if space & inside}
    marks = {square: reached for square, reached in standing.items() if square is not None}
    return overlays.area_view(inside, square if aim == "point" else None, marks)


def _evidence(eye: Eye, card: Card) -> tuple[overlays.EvidenceView, ...]:
    """The card's own lines, and those of each row, which are shown when the row is pressed."""
    shown = card.refusal.evidence if card.refusal and lights(card.refusal.evidence) else card.evidence
    own = [overlays.evidence_view(shown, eye.state.map, eye.names)] if lights(shown) else []
    rows = [row for group in card.groups for row in group.rows if lights(row.evidence)]
    return (*own, *(overlays.evidence_view(row.evidence, eye.state.map, eye.names, row.key) for row in rows))


def _may_act(eye: Eye) -> bool:
    """While a prompt is open nothing else can be done: the button that goes on is the prompt's."""
    return eye.state.pending is None


def _go(card: Card, offer: Offer, question: Question, path: Sequence[Square] = ()) -> Go:
    # A button of the system's own words names its price itself.
    cost = None if card.button else card.cost or offer.cost
    fields = dict(question.fields)
    if path:
        fields = {key: value for key, value in fields.items() if key not in ("x", "y")}
        fields["path"] = ";".join(f"{square.x},{square.y}" for square in path)
    return Go(
        card.button or offer.label, cost.label if cost else None, offer.icon.removeprefix("i-"), tuple(fields.items())
    )


def reopened(eye: Eye, entry: Entry) -> Answered:
    """An entry of the log, opened again: what was told, and the lines as they were then."""
    records = tuple(record for record in entry.records if record.card is not None or record.rolls or record.path)
    cards = [record.card for record in records if record.card is not None]
    ways = [overlays.walked(record.path) for record in records if len(record.path) > 1]
    proofs = _evidence(eye, cards[-1]) if cards else ()
    named = [token for card in cards for token in (card.actor, card.target) if token and token in eye.known]
    return Answered(
        kind="record",
        question=Question(),
        table=eye.state.id,
        title=entry.text,
        step="read",
        overlay=Overlay(evidence=proofs, path=ways[-1] if ways else None, focus=_middles(eye, named)),
        records=tuple(record_view(record, eye.faces) for record in records),
        card=card_view(cards[-1], eye.faces) if cards else None,
        at=entry.at,
        expected=eye.state.scene_version,
    )


def _middles(eye: Eye, tokens: Iterable[str]) -> tuple[tuple[int, int], ...]:
    return tuple(point for token in tokens for point in _middle(eye, token))


def watched(eye: Eye) -> Overlay:
    """What a prompt shows on the map of the seat that must answer: the lines of the attack in question."""
    asked = view.prompt_for(eye.state, eye.viewer)
    if asked is None or asked.ask is None or not asked.mine:
        return Overlay()
    ask = asked.ask
    proofs = [overlays.evidence_view(ask.evidence, eye.state.map, eye.names)] if lights(ask.evidence) else []
    about = [token for token in (ask.owner, *ask.about) if token in eye.known]
    return Overlay(evidence=tuple(proofs), focus=_middles(eye, about))
