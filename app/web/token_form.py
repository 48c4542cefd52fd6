"""The form that places tokens or edits one: what it shows, and what was typed in it."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from starlette.datastructures import FormData

from app.encounter.errors import Refused
from app.encounter.limits import MAX_COPIES, check_on_map, clean_name
from app.encounter.state import Token
from app.i18n import square_name
from app.paths import data_dir
from app.web.answer import text_of
from app.web.board.outlines import blunt_diamond
from app.web.board.tokens import SIDE_WORDS, FaceView
from app.web.deps import Seated
from app.web.profile_form import Fieldset, Typed, controls, judge, read, stray_faults, write
from app.web.squares import parse_square
from geometry.grid import Square
from rules.system import Sample
from rules.text import Text, TokenName, say

OWN_FIELDS = ("name", "square", "copies", "side", "sample", "face")
NO_SUCH_SQUARE = say("A square is a letter and a number, for example H11.")
# What the drawn faces are called; only those who hear the page need it.
FACE_WORDS: Mapping[str, Text] = {
    "": say("letters of the name"),
    "g-scout": say("scout"),
    "g-blade": say("blade"),
    "g-gunner": say("gunner"),
    "g-slicer": say("slicer"),
    "g-officer": say("officer"),
    "g-trooper": say("trooper"),
    "g-droid": say("droid"),
    "g-hood": say("hood"),
    "g-worker": say("worker"),
    "g-beast": say("beast"),
}


@dataclass(frozen=True)
class Choice:
    """A sample as it is offered."""

    key: str
    title: Text
    face: FaceView


@dataclass(frozen=True)
class FormView:
    """What `tokens/_form.html` shows. `by` is "sample" or "form"; `token` is the one edited, if any."""

    title: Text
    path: str
    new_path: str
    back: str
    by: str
    token: str | None = None
    stamp: str = ""
    samples: tuple[Choice, ...] = ()
    sample: str = ""
    name: str = ""
    copies: str = "1"
    square: str = ""
    side: str = "enemy"
    face: str = ""
    hidden: bool = False
    typed: Typed = field(default_factory=dict)
    sets: tuple[Fieldset, ...] = ()
    faces: tuple[tuple[str, FaceView, Text], ...] = ()
    faults: Mapping[str, Text] = field(default_factory=dict)
    stray: tuple[Text, ...] = ()
    fault: Text | None = None
    starts: tuple[tuple[str, Text], ...] = ()  # samples whose figures may be filled in
    started: str = ""

    @property
    def sides(self) -> tuple[tuple[str, Text], ...]:
        return tuple((side, SIDE_WORDS[side]) for side in ("enemy", "ally", "neutral"))


@dataclass(frozen=True)
class Checked:
    """What was typed, read: for a command once `faults` is empty."""

    name: str
    side: str
    square: Square | None
    copies: int
    hidden: bool
    face: str | None
    profile: Mapping[str, Any]
    faults: Mapping[str, Text]


def new_form(table: Seated, by: str, sample: str = "", square: str = "") -> FormView:
    """An empty form, or one filled with a sample's figures."""
    base = f"/t/{table.table_id}/tokens"
    samples = table.system.samples()
    found = next((one for one in samples if one.key == sample), None)
    form = FormView(
        say("Place tokens"),
        base,
        f"{base}/new",
        base,
        by if by == "form" else "sample",
        sample=found.key if found else samples[0].key if samples else "",
        square=square,
    )
    if form.by == "form" and found:
        form = replace(form, face=found.face, started=found.key, typed=write(table.system.form(), found.profile))
    return dressed(table, form)


def edit_form(table: Seated, token: Token) -> FormView:
    """The form of a token as it stands."""
    base = f"/t/{table.table_id}/tokens"
    return dressed(
        table,
        FormView(
            say("Edit {token}", token=TokenName(token.id)),
            f"{base}/{token.id}/edit",
            f"{base}/new",
            f"{base}/{token.id}/sheet",
            "form",
            token=token.id,
            stamp=stamp_of(token),
            name=token.name,
            square=square_name(token.square) if token.square else "",
            side=token.side,
            face=token.face or "",
            typed=write(table.system.form(), token.profile),
        ),
    )


def typed_into(table: Seated, form: FormView, sent: FormData) -> FormView:
    """The form with what was sent in it, as it was typed."""
    return dressed(
        table,
        replace(
            form,
            sample=text_of(sent, "sample") or form.sample,
            name=text_of(sent, "name"),
            copies=text_of(sent, "copies") or "1",
            square=text_of(sent, "square"),
            side=text_of(sent, "side"),
            face=text_of(sent, "face"),
            hidden="hidden" in sent,
            stamp=text_of(sent, "stamp"),
            typed=read(table.system.form(), sent) if form.by == "form" else {},
        ),
    )


def dressed(table: Seated, form: FormView, faults: Mapping[str, Text] | None = None) -> FormView:
    """The form with its controls and faces made ready, and each fault at its field."""
    faults = faults or {}
    fields = table.system.form()
    own = {key: text for key, text in faults.items() if key in OWN_FIELDS}
    figures = {key.removeprefix("profile."): text for key, text in faults.items() if key not in own}
    shown = "side" if form.side not in SIDE_WORDS else form.side
    samples = tuple(Choice(one.key, one.title, _face(shown, one.face)) for one in table.system.samples())
    kept = ((form.face, _kept_face(table, form), say("picture")),) if form.face.startswith("picture:") else ()
    return replace(
        form,
        samples=samples if form.by == "sample" else (),
        starts=tuple((one.key, one.title) for one in samples),
        faces=(*kept, *((id, _face(shown, id), FACE_WORDS.get(id, say("another"))) for id in ("", *symbols()))),
        sets=controls(fields, form.typed, figures) if form.by == "form" else (),
        faults=own,
        stray=stray_faults(fields, form.typed, figures) if form.by == "form" else tuple(figures.values()),
    )


def check(table: Seated, form: FormView, before: Token | None = None) -> Checked:
    """Judge what was typed: every fault by its field, the profile's as "profile.…"."""
    faults: dict[str, Text] = {}
    sample = _sample(table, form.sample) if form.by == "sample" else None
    if form.by == "sample" and sample is None:
        faults["sample"] = say("Choose from the list.")
    name = form.name.strip()
    try:
        name = clean_name(name) if name or sample is None else ""
    except Refused as refused:
        faults["name"] = refused.reason
    square = _square(table, form.square, faults)
    if form.side not in SIDE_WORDS:
        faults["side"] = say("Choose from the list.")
    copies = form.copies.strip()
    if not (copies.isascii() and copies.isdigit() and 1 <= int(copies[:4]) <= MAX_COPIES):
        faults["copies"] = say("A number from 1 to {most}, please.", most=MAX_COPIES)
    if sample is not None:
        profile: Mapping[str, Any] = sample.profile
    elif form.by == "form":
        profile, wrong = judge(table.system, form.typed, before.profile if before else None)
        faults |= {f"profile.{key}": text for key, text in wrong.items()}
    else:
        profile = {}
    face: str | None = sample.face if sample else form.face
    if face not in (*symbols(), before.face if before else ""):
        face = None
    return Checked(
        name, form.side, square, 0 if "copies" in faults else int(copies), form.hidden, face, profile, faults
    )


def stamp_of(token: Token) -> str:
    """Changes with everything that the edit form shows, so that a stale copy is noticed."""
    shown = [token.name, token.side, token.square, token.face, token.profile]
    return hashlib.sha256(json.dumps(shown, sort_keys=True, default=str).encode()).hexdigest()[:16]


@lru_cache
def symbols() -> tuple[str, ...]:
    """The drawn faces in the sprite."""
    sprite = (data_dir("static") / "icons.svg").read_text(encoding="utf-8")
    return tuple(re.findall(r'<symbol id="(g-[a-z0-9-]+)"', sprite))


def title_of(table: Seated, key: str) -> Text:
    """What a sample is called: the name of its tokens where none was typed."""
    sample = _sample(table, key)
    return sample.title if sample else say("Token")


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields of a profile that have a new value."""
    return {key: value for key, value in after.items() if before.get(key, _NOTHING) != value}


_NOTHING = object()


def _sample(table: Seated, key: str) -> Sample | None:
    return next((one for one in table.system.samples() if one.key == key), None)


def _square(table: Seated, typed: str, faults: dict[str, Text]) -> Square | None:
    if not typed.strip():
        return None
    square = parse_square(typed)
    if square is None:
        faults["square"] = NO_SUCH_SQUARE
        return None
    try:
        check_on_map(table.encounter.map, square)
    except Refused as refused:
        faults["square"] = refused.reason
    return square


def _face(side: str, symbol: str) -> FaceView:
    return FaceView(
        side, glyph=symbol or None, letters="Ab", case_points=blunt_diamond(1, case=7), body_points=blunt_diamond(1)
    )


def _kept_face(table: Seated, form: FormView) -> FaceView:
    return replace(_face(form.side, ""), picture=f"/t/{table.table_id}/picture/{form.face.partition(':')[2]}")
