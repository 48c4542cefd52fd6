"""What a question draws on the map: reach, path, targets, evidence. In units of 100 a square, for the layers
`layer-area` (below the tokens) and `layer-overlay` (above them)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.encounter.state import Map
from app.web.board.cards import NOT_LEGAL, MarkView, marks
from app.web.board.outlines import UNIT, centre, number, outline, polyline
from app.web.board.terrain import blocker_square, blocker_words
from app.web.board.tokens import FaceView
from geometry.grid import Point, Square
from geometry.ruling import Evidence, Line, Segment
from rules.card import Card
from rules.system import PathCard, Reach
from rules.text import Text, TokenName, say

GLYPH_WIDTH = 8.9  # of the tag's words, on the glass


@dataclass(frozen=True)
class CostView:
    x: str
    y: str
    words: str
    hard: bool = False
    last: bool = False


@dataclass(frozen=True)
class ReachView:
    edge: str
    costs: tuple[CostView, ...]
    second: str
    threat: str


@dataclass(frozen=True)
class StrikeView:
    """The red triangle where a path provokes."""

    x: str
    y: str
    words: str


@dataclass(frozen=True)
class PathView:
    line: str
    costs: tuple[CostView, ...]
    strikes: tuple[StrikeView, ...]
    ghost: FaceView | None
    ghost_x: int
    ghost_y: int


@dataclass(frozen=True)
class TagView:
    """The flag over a target: `words` its chance or why not. `half` is half its width on the glass."""

    token: str
    x: str
    y: str
    words: tuple[Text | str | TokenName, ...]
    icons: tuple[MarkView, ...]
    legal: bool
    half: float

    @property
    def text_x(self) -> str:
        return number(-self.half + 5)

    def icon_x(self, index: int) -> str:
        return number(self.half - 19 * (len(self.icons) - index) - 1)

    @property
    def box(self) -> str:
        w, e = number(self.half), number(self.half + 4)
        top, foot = f"M-{w} -37H{w}Q{e} -37 {e} -33V-14", f"Q{e} -10 {w} -10H7L0 -2L-7 -10H-{w}"
        return f"{top}{foot}Q-{e} -10 -{e} -14V-33Q-{e} -37 -{w} -37Z"


@dataclass(frozen=True)
class RayView:
    """A line that was tested. `beyond` goes on from where it was stopped; `touch` is the point it grazes."""

    state: str
    path: str
    beyond: str | None = None
    stop: tuple[str, str] | None = None
    touch: tuple[str, str] | None = None


@dataclass(frozen=True)
class BlockerView:
    """An obstacle, framed and named once."""

    path: str | None
    x: str
    y: str
    words: Text
    times: int


@dataclass(frozen=True)
class EvidenceView:
    """What one answer rests on. `key`: the row of the card that it belongs to, "" for the card itself."""

    key: str
    rays: tuple[RayView, ...] = ()
    others: tuple[RayView, ...] = ()
    corner: tuple[str, str] | None = None
    idle: tuple[tuple[str, str], ...] = ()
    blockers: tuple[BlockerView, ...] = ()
    squares: str = ""
    tokens: tuple[str, ...] = ()


@dataclass(frozen=True)
class AreaView:
    """An area that is aimed. `centre`: the point it spreads from; `marks`: (x, y, icon) by each who stands in it."""

    path: str
    centre: tuple[int, int] | None
    marks: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class FrameView:
    """Brackets or a frame round a token's space."""

    x: int
    y: int
    side: int


@dataclass(frozen=True)
class Overlay:
    """All that a question draws. `focus`: the points (in units) that should stay in sight."""

    selected: FrameView | None = None
    aimed: FrameView | None = None
    reach: ReachView | None = None
    path: PathView | None = None
    tags: tuple[TagView, ...] = ()
    evidence: tuple[EvidenceView, ...] = ()
    area: AreaView | None = None
    mine: str = ""  # my own threatened squares, in a prompt
    dim: tuple[str, ...] = ()
    focus: tuple[tuple[int, int], ...] = ()


def frame(square: Square | None, size: int = 1) -> FrameView | None:
    return None if square is None else FrameView(square.x * UNIT, square.y * UNIT, size * UNIT)


def reach_view(reach: Reach, size: int, *, costs: bool = True) -> ReachView:
    """Tint, edge and costs. The outline goes round all squares that the space may fill."""
    reached = filled(reach.costs, size)
    second = filled(reach.second, size) | reached if reach.second else frozenset[Square]()
    # Who threatens nothing that can be reached does not matter now.
    near = (squares for squares in reach.threat.values() if not reached.isdisjoint(squares))
    threatened = frozenset(square for squares in near for square in squares)
    return ReachView(
        edge=outline(reached),
        costs=tuple(_reach_cost(reach, square, cost) for square, cost in reach.costs.items()) if costs else (),
        second=outline(second),
        threat=outline(threatened),
    )


def filled(squares: Iterable[Square], size: int) -> frozenset[Square]:
    """All squares of spaces of `size` that stand at these top-left squares."""
    return frozenset(Square(s.x + i, s.y + j) for s in squares for i in range(size) for j in range(size))


def _reach_cost(reach: Reach, square: Square, cost: int) -> CostView:
    x, y = centre(square)
    hard = square in reach.double
    return CostView(number(x), number(y), f"{cost}*" if hard else str(cost), hard)


def area_view(squares: frozenset[Square], centre: Square | None, standing: Mapping[Square, bool]) -> AreaView:
    """The outline of an area; `standing` says of each who stands in it (by square) whether it is reached."""
    return AreaView(
        path=outline(squares),
        centre=None if centre is None else (centre.x * UNIT, centre.y * UNIT),
        marks=tuple(
            (number((square.x + 0.1) * UNIT), number((square.y + 0.1) * UNIT), "i-check" if reached else "i-minus")
            for square, reached in standing.items()
        ),
    )


def path_view(answer: PathCard, size: int, face: FaceView | None) -> PathView:
    """Line, running costs, ghost at the end, a triangle where it provokes."""
    middles = [centre(square, size) for square in answer.path]
    end = answer.path[-1]
    costs = [
        CostView(number(x), number(y), str(cost))
        for (x, y), cost in zip(middles[1:-1], answer.running[1:-1], strict=False)
    ]
    if len(answer.path) > 1:
        x, y = (end.x + size - 0.08) * UNIT, (end.y + 0.08) * UNIT
        costs.append(CostView(number(x), number(y), str(answer.running[-1]), last=True))
    return PathView(
        line=polyline(Point(x / UNIT, y / UNIT) for x, y in middles),
        costs=tuple(costs),
        strikes=tuple(_strikes(answer, middles)),
        ghost=face if len(answer.path) > 1 else None,
        ghost_x=end.x * UNIT,
        ghost_y=end.y * UNIT,
    )


def walked(path: Sequence[Square]) -> PathView:
    """A path that was taken, as the log shows it again."""
    end = path[-1]
    line = polyline(Point(square.x + 0.5, square.y + 0.5) for square in path)
    return PathView(line, (), (), None, end.x * UNIT, end.y * UNIT)


def _strikes(answer: PathCard, middles: Sequence[tuple[float, float]]) -> Iterable[StrikeView]:
    for index, count in sorted(Counter(strike.index for strike in answer.strikes).items()):
        if index + 1 >= len(middles):
            continue
        (ax, ay), (bx, by) = middles[index], middles[index + 1]
        yield StrikeView(number((ax + bx) / 2), number((ay + by) / 2), "!" if count == 1 else str(count))


def tag_view(card: Card, square: Square, size: int, *, named: str | None = None) -> TagView:
    """The flag over a target. `named`: its name, when it is the one aimed at."""
    legal = card.refusal is None
    words: list[Text | str | TokenName] = [TokenName(card.target)] if named and card.target else []
    icons = marks([mark for mark in card.marks if mark in ("cover", "improved", "concealed")]) if legal else ()
    if card.chance is not None and legal:
        words.append(f"{round(card.chance * 100)} %")
    elif not legal:
        words.append(next((NOT_LEGAL[mark] for mark in card.marks if mark in NOT_LEGAL), say("not possible")))
    length = (
        len(named or "")
        + bool(named)
        + sum(len(w.msgid if isinstance(w, Text) else w) for w in words if not isinstance(w, TokenName))
    )
    half = round((length * GLYPH_WIDTH + 19 * len(icons) + 10) / 2, 1)
    x = (square.x + size / 2) * UNIT
    return TagView(card.target or "", number(x), number(square.y * UNIT - 15), tuple(words), icons, legal, half)


def evidence_view(evidence: Evidence, field: Map | None, names: Mapping[str, str], key: str = "") -> EvidenceView:
    """The lines and squares of an answer. `names`: the tokens that this viewer knows; other blockers stay unnamed."""
    return EvidenceView(
        key=key,
        rays=tuple(_ray(segment) for segment in evidence.segments),
        others=tuple(_ray(segment) for segment in evidence.others),
        corner=_point(evidence.corner),
        idle=tuple(_idle(evidence)),
        blockers=tuple(_blockers(evidence, field, names)),
        squares=outline(frozenset(evidence.squares)),
        tokens=tuple(token for token in evidence.tokens if token in names),
    )


def _point(point: Point | None) -> tuple[str, str] | None:
    return None if point is None else (number(point[0] * UNIT), number(point[1] * UNIT))


def _idle(evidence: Evidence) -> Iterable[tuple[str, str]]:
    for start in sorted({segment.start for segment in evidence.others}):
        if start != evidence.corner and (point := _point(start)):
            yield point


def _ray(segment: Segment) -> RayView:
    if segment.state is Line.BLOCKED:
        end = segment.stop or segment.end
        beyond = polyline((end, segment.end)) if end != segment.end else None
        return RayView("blocked", polyline((segment.start, end)), beyond, stop=_point(end))
    if segment.state is Line.GRAZING:
        return RayView("graze", polyline((segment.start, segment.end)), touch=_point(segment.stop))
    return RayView("clear", polyline((segment.start, segment.end)))


def _blockers(evidence: Evidence, field: Map | None, names: Mapping[str, str]) -> Iterable[BlockerView]:
    met = Counter(segment.blocker for segment in evidence.segments if segment.blocker)
    for blocker in dict.fromkeys((*evidence.blockers, *met)):
        words = blocker_words(field, blocker) or (say("{name}", name=TokenName(blocker)) if blocker in names else None)
        stops = [s.stop for s in evidence.segments if s.blocker == blocker and s.stop is not None]
        if words is None or not (stops or blocker_square(blocker)):
            continue
        square = blocker_square(blocker)
        x, y = (
            ((square.x + 0.5) * UNIT, (square.y + 1) * UNIT) if square else (stops[0].x * UNIT, stops[0].y * UNIT + 16)
        )
        path = None
        if square:
            left, top = square.x * UNIT + 4, square.y * UNIT + 4
            path = f"M{left} {top}h92v92h-92z"
        yield BlockerView(path, number(x), number(y), words, met.get(blocker, 0))
