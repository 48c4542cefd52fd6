"""A card and a record as they are shown: rows, faces of the die, what may be lit on the map."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.web.board.outlines import number
from app.web.board.tokens import FaceView
from geometry.ruling import Evidence
from rules.card import Card, Face, Group, Modifier, Record, Refusal, Rolled
from rules.text import Text, say

MINUS = "−"
STRIP = 340  # width of the strip of faces
MARK_WORDS: Mapping[str, tuple[str, Text]] = {
    "cover": ("i-shield-half", say("cover")),
    "improved": ("i-shield-full", say("improved cover")),
    "total": ("i-shield-full", say("total cover")),
    "concealed": ("i-cloud", say("concealed")),
    "no line": ("i-x", say("no line")),
    "far": ("i-x", say("too far")),
    "ally": ("i-x", say("ally")),
    "prone": ("i-prone", say("prone")),
    "melee": ("i-swap", say("in melee")),
    "flanked": ("i-flag", say("flanked")),
    "unseen": ("i-eye-off", say("unseen")),
}
NOT_LEGAL = {"total": say("no line"), "unseen": say("unseen"), "far": say("too far"), "ally": say("ally")}


@dataclass(frozen=True)
class RowView:
    """One row of a sum. `lights`: it has something to show on the map."""

    key: str
    amount: str
    label: Text
    note: Text | None
    rule: str
    lights: bool
    void: bool
    was: str | None = None
    why: str | None = None


@dataclass(frozen=True)
class GroupView:
    key: str
    title: Text
    total: str
    rows: tuple[RowView, ...]


@dataclass(frozen=True)
class CellView:
    """One face of the die, or a run of faces that are alike where there are many."""

    css: str
    x: str
    width: str
    label: str | None
    tall: bool
    middle: str


@dataclass(frozen=True)
class MarkView:
    icon: str
    label: Text


@dataclass(frozen=True)
class CardView:
    """A `Card` for one viewer. `lines`: there are lines to choose from; `sixteen`: more than the four that decided."""

    card: Card
    actor: FaceView | None
    target: FaceView | None
    percent: int | None
    cells: tuple[CellView, ...]
    groups: tuple[GroupView, ...]
    marks: tuple[MarkView, ...]
    lines: bool
    sixteen: bool
    overruled: bool
    computed: int | None = None  # the chance before the GM's word

    @property
    def refusal(self) -> Refusal | None:
        return self.card.refusal


@dataclass(frozen=True)
class DiceView:
    code: str
    faces: tuple[int, ...]
    label: Text
    secret: bool

    @property
    def single(self) -> bool:
        return len(self.faces) == 1


@dataclass(frozen=True)
class RecordView:
    """What happened, for result card, toast and log."""

    record: Record
    actor: FaceView | None
    target: FaceView | None
    cells: tuple[CellView, ...]
    check: DiceView | None
    dice: tuple[DiceView, ...]
    good: bool | None


def signed(amount: int, *, plus: bool = True) -> str:
    """A number with its sign as printed: a true minus."""
    if amount < 0:
        return f"{MINUS}{-amount}"
    return f"+{amount}" if plus and amount else str(amount)


def card_view(card: Card, faces: Mapping[str, FaceView]) -> CardView:
    """A card as shown; `faces` are the faces of the tokens that the viewer knows."""
    rows = [row for group in card.groups for row in group.rows]
    return CardView(
        card=card,
        actor=faces.get(card.actor),
        target=faces.get(card.target or ""),
        percent=None if card.chance is None else round(card.chance * 100),
        cells=cells(card.faces),
        groups=tuple(_group(group) for group in card.groups),
        marks=marks(card.marks),
        lines=bool(card.evidence.segments),
        sixteen=bool(card.evidence.others),
        overruled=card.was is not None or any(row.was is not None for row in rows),
        computed=None if card.was is None else round(card.was * 100),
    )


def record_view(record: Record, faces: Mapping[str, FaceView]) -> RecordView:
    """A record as shown. Its first die that stands alone is the check; the rest are shown as dice."""
    card = record.card
    dice = tuple(_dice(rolled) for rolled in record.rolls)
    check = next((die for die in dice if die.single), None) if card and card.faces else None
    return RecordView(
        record=record,
        actor=faces.get(card.actor if card else next(iter(record.tokens), "")),
        target=faces.get(card.target or "") if card else None,
        cells=cells(card.faces, check.faces[0] if check else None) if card else (),
        check=check,
        dice=tuple(die for die in dice if die is not check),
        good={"hit": True, "miss": False}.get(record.outcome),
    )


def marks(keys: Sequence[str]) -> tuple[MarkView, ...]:
    """The reasons at a glance; a key of a system's own is shown as it is."""
    return tuple(MarkView(*MARK_WORDS.get(key, ("i-info", say(key)))) for key in keys)


def lights(evidence: Evidence) -> bool:
    """Is there anything in it to draw?"""
    return bool(evidence.segments or evidence.squares or evidence.tokens or evidence.blockers)


def _group(group: Group) -> GroupView:
    # A sum against a number is a modifier (+5), a defence is the number itself (19).
    plain = group.key != "attack"
    rows = tuple(_row(row, plain=plain and index == 0) for index, row in enumerate(group.rows))
    return GroupView(group.key, group.title, signed(group.total, plus=not plain), rows)


def _row(row: Modifier, *, plain: bool) -> RowView:
    return RowView(
        key=row.key,
        amount=signed(row.amount, plus=not plain),
        label=row.label,
        note=row.note,
        rule=row.rule,
        lights=lights(row.evidence),
        void=row.amount == 0,
        was=None if row.was is None else signed(row.was),
        why=row.why,
    )


def _dice(rolled: Rolled) -> DiceView:
    return DiceView(rolled.code, rolled.faces, rolled.label, rolled.secret)


def cells(faces: Sequence[Face], rolled: int | None = None) -> tuple[CellView, ...]:
    """The strip under the chance: a cell a face up to twenty-four, beyond that a bar of runs."""
    if not faces:
        return ()
    runs = [[face] for face in faces] if len(faces) <= 24 else _runs(faces)
    step = STRIP / len(faces)
    first = next((face.value for face in faces if face.succeeds), None)
    numbered = {faces[0].value, faces[-1].value} | ({first} if first is not None else set())
    if rolled is not None:
        # A neighbour's number would run into that of the face that fell.
        numbered = {value for value in numbered if abs(value - rolled) * step > 20} | {rolled}
    found, at = [], 0
    for run in runs:
        face = run[0]
        fell = rolled is not None and run[0].value <= rolled <= run[-1].value
        label = next((str(each.value) for each in run if each.value in numbered), None)
        if fell:
            label = str(rolled)
        css = " faces__cell--double" if face.special else " faces__cell--hit" if face.succeeds else ""
        css += " faces__cell--rolled" if fell else ""
        x, width = number(at * step + 1.5), number(len(run) * step - 3)
        found.append(CellView(css, x, width, label, tall=face.succeeds, middle=number((at + len(run) / 2) * step)))
        at += len(run)
    return tuple(found)


def _runs(faces: Sequence[Face]) -> list[list[Face]]:
    runs: list[list[Face]] = []
    for face in faces:
        if runs and (runs[-1][0].succeeds, runs[-1][0].special) == (face.succeeds, face.special):
            runs[-1].append(face)
        else:
            runs.append([face])
    return runs
