"""The GM's hand on tokens: placing, editing, numbers, moving; and the sheet that every seat reads."""

import re
from collections.abc import Mapping
from dataclasses import replace

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import FormData

from app.encounter.commands import ClaimToken, CopyToken, EditToken, PlaceToken, RemoveToken
from app.encounter.errors import Gone, Refused
from app.i18n import translate
from app.service import Tables
from app.web import token_form
from app.web.answer import GmHere, Posted, show, text_of
from app.web.deps import Seated, SeatedHere, TablesHere
from app.web.face import MEDIA_TYPE, PictureFault, face_picture
from app.web.profile_form import change_rows
from app.web.render import wants_fragment
from app.web.sheet import sheet_view, token_here
from app.web.squares import parse_square
from app.web.token_form import FormView
from rules.system import ProfileError
from rules.text import Text, TokenName, say

router = APIRouter(prefix="/t/{table_id}/tokens")


@router.get("")
def tokens_list(request: Request, here: GmHere) -> Response:
    """All tokens, hidden ones too."""
    tokens = sorted(here.encounter.tokens.values(), key=lambda token: token.name.casefold())
    return show(request, here, say("Tokens"), "tokens/_list.html", rows=[sheet_view(here, token) for token in tokens])


@router.get("/new")
def new_token(request: Request, here: GmHere, by: str = "sample", sample: str = "", square: str = "") -> Response:
    form = token_form.new_form(here, by, sample, square)
    return show(request, here, form.title, "tokens/_form.html", form=form)


@router.post("")
def place_token(request: Request, here: GmHere, sent: Posted, tables: TablesHere) -> Response:
    """Place one token or several of a kind. Every fault stands at its field and nothing typed is lost."""
    blank = token_form.new_form(here, text_of(sent, "by"))
    form = token_form.typed_into(here, blank, sent)
    if row := text_of(sent, "row"):
        return _form(request, here, _with_row(here, form, row))
    checked = token_form.check(here, form)
    if checked.faults:
        return _form(request, here, form, checked.faults)
    name = checked.name or translate(token_form.title_of(here, form.sample), here.lang)
    place = PlaceToken(
        name[:1].upper() + name[1:],
        checked.side,
        checked.square,
        checked.profile,
        checked.face,
        checked.hidden,
        checked.copies,
    )
    try:
        now = tables.handle(here.table_id, here.viewer, place)
    except Refused as refused:
        return _form(request, here, form, *_refusal(refused))
    new = [token for id, token in now.tokens.items() if id not in here.encounter.tokens]
    if len(new) != 1:
        return _done(request, replace(here, encounter=now), None)
    return _done(request, replace(here, encounter=now), new[0].id, say("Placed."))


@router.get("/{token}/sheet")
def sheet(request: Request, here: SeatedHere, token: str) -> Response:
    """The sheet: for every seat, with what this seat may read and do."""
    found = token_here(here, token)
    title = say("Sheet of {token}", token=TokenName(found.id))
    return show(request, here, title, "tokens/_sheet.html", sheet=sheet_view(here, found))


@router.get("/{token}/edit")
def edit(request: Request, here: GmHere, token: str) -> Response:
    form = token_form.edit_form(here, token_here(here, token))
    return show(request, here, form.title, "tokens/_form.html", form=form)


@router.post("/{token}/edit")
def save(request: Request, here: GmHere, sent: Posted, tables: TablesHere, token: str) -> Response:
    """Save an edited token, unless somebody changed it since the form was opened: then the form says so, 409."""
    found = token_here(here, token)
    form = token_form.typed_into(here, token_form.edit_form(here, found), sent)
    if row := text_of(sent, "row"):
        return _form(request, here, _with_row(here, form, row))
    checked = token_form.check(here, form, found)
    if checked.faults:
        return _form(request, here, form, checked.faults)
    if form.stamp != (stamp := token_form.stamp_of(found)):
        stale = say(
            "{token} was changed in the meantime. Save again to put your figures over it.", token=TokenName(found.id)
        )
        return _form(request, here, replace(form, stamp=stamp), fault=stale, status=409)
    change = EditToken(
        found.id,
        name=checked.name,
        side=checked.side,
        square=checked.square,
        off_map=checked.square is None,
        face=checked.face or "",
        profile=token_form.changed(found.profile, checked.profile),
    )
    try:
        now = tables.handle(here.table_id, here.viewer, change)
    except Refused as refused:
        return _form(request, here, form, *_refusal(refused))
    return _done(request, replace(here, encounter=now), found.id, say("Saved."))


@router.post("/{token}/copy")
def copy(request: Request, here: GmHere, tables: TablesHere, token: str) -> Response:
    now = tables.handle(here.table_id, here.viewer, CopyToken(token_here(here, token).id))
    new = next(id for id in now.tokens if id not in here.encounter.tokens)
    return _done(request, replace(here, encounter=now), new, say("This is the copy."))


@router.post("/{token}/hide")
def hide(request: Request, here: GmHere, tables: TablesHere, token: str) -> Response:
    return _edited(request, here, tables, EditToken(token, hidden=True), say("Hidden from players."))


@router.post("/{token}/reveal")
def reveal(request: Request, here: GmHere, tables: TablesHere, token: str) -> Response:
    return _edited(request, here, tables, EditToken(token, hidden=False), say("Everybody sees it now."))


@router.post("/{token}/lock")
def lock(request: Request, here: GmHere, tables: TablesHere, token: str) -> Response:
    return _edited(request, here, tables, EditToken(token, locked=True), say("Locked."))


@router.post("/{token}/unlock")
def unlock(request: Request, here: GmHere, tables: TablesHere, token: str) -> Response:
    return _edited(request, here, tables, EditToken(token, locked=False), say("Unlocked."))


@router.post("/{token}/aside")
def aside(request: Request, here: GmHere, tables: TablesHere, token: str) -> Response:
    return _edited(request, here, tables, EditToken(token, off_map=True), say("Off the map."))


@router.post("/{token}/place")
def place(request: Request, here: GmHere, sent: Posted, tables: TablesHere, token: str) -> Response:
    """Put a token on any square by hand: no cost, no rule."""
    typed = text_of(sent, "square")
    square = parse_square(typed)
    if square is None:
        return _wrong(request, here, token, "place", sent, token_form.NO_SUCH_SQUARE)
    done = say("{token} stands at {square} now.", token=TokenName(token), square=square)
    return _tried(request, here, tables, EditToken(token, square=square), "place", sent, done)


@router.post("/{token}/damage")
def damage(request: Request, here: GmHere, sent: Posted, tables: TablesHere, token: str) -> Response:
    """Take from a bar, or give back to it; never below nothing, never above the whole."""
    found = token_here(here, token)
    bar = next((bar for bar in sheet_view(here, found).hurt if bar.key == text_of(sent, "bar")), None)
    amount = whole_number(text_of(sent, "amount"))
    if bar is None or amount is None or amount < 0:
        return _wrong(request, here, token, "damage", sent, say("How much? A whole number, please."))
    after = min(bar.value + amount, bar.maximum) if "heal" in sent else max(bar.value - amount, 0)
    reason = text_of(sent, "reason").strip() or None
    change = EditToken(token, profile={bar.key: after}, reason=reason)
    done = say("{bar}: {before} before, {after} now.", bar=bar.label, before=bar.value, after=after)
    return _tried(request, here, tables, change, "damage", sent, done)


@router.post("/{token}/number")
def number(request: Request, here: GmHere, sent: Posted, tables: TablesHere, token: str) -> Response:
    """Overrule a number of the profile. The reason is asked for: all read it in the log."""
    found = token_here(here, token)
    chosen = next((one for one in sheet_view(here, found).numbers if one.key == text_of(sent, "field")), None)
    value = whole_number(text_of(sent, "value"))
    if chosen is None or value is None:
        return _wrong(request, here, token, "damage", sent, say("A whole number, please."))
    change = EditToken(token, profile={chosen.key: value}, reason=text_of(sent, "reason"))
    done = say("{field}: {before} before, {after} now.", field=chosen.label, before=chosen.value, after=value)
    return _tried(request, here, tables, change, "damage", sent, done)


@router.post("/{token}/face")
def face(request: Request, here: GmHere, sent: Posted, tables: TablesHere, token: str) -> Response:
    """A picture for the token's face, kept small."""
    token_here(here, token)
    upload = sent.get("picture")
    data = b"" if upload is None or isinstance(upload, str) else upload.file.read()
    if not data:
        return _wrong(request, here, token, "face", sent, say("Choose a file first."))
    try:
        small = face_picture(data)
    except PictureFault as fault:
        return _wrong(request, here, token, "face", sent, say("Not used: {reason}.", reason=fault.reason))
    digest = tables.add_picture(here.table_id, small, MEDIA_TYPE)
    return _tried(request, here, tables, EditToken(token, face=f"picture:{digest}"), "face", sent, say("Saved."))


@router.post("/{token}/give")
def give(request: Request, here: GmHere, sent: Posted, tables: TablesHere, token: str) -> Response:
    claim = ClaimToken(token, text_of(sent, "seat") or None)
    return _tried(request, here, tables, claim, "give", sent, say("Done."))


@router.post("/{token}/take")
def take(request: Request, here: SeatedHere, tables: TablesHere, token: str) -> Response:
    """A player takes a token that nobody plays."""
    return _edited(request, here, tables, ClaimToken(token, here.viewer.seat), say("You play it now."))


@router.post("/{token}/leave")
def leave(request: Request, here: SeatedHere, tables: TablesHere, token: str) -> Response:
    """A player gives a token back."""
    return _edited(request, here, tables, ClaimToken(token, None), say("Given back."))


@router.post("/{token}/remove")
def remove(request: Request, here: GmHere, tables: TablesHere, token: str) -> Response:
    """Take a token off the table for good; the answer offers to undo it."""
    found = token_here(here, token)
    now = tables.handle(here.table_id, here.viewer, RemoveToken(found.id))
    after = replace(here, encounter=now)
    return show(request, after, say("Removed"), "tokens/_removed.html", name=found.name, action=now.done[-1].id)


def whole_number(typed: str) -> int | None:
    """A typed whole number, or None."""
    plain = typed.strip().replace("−", "-")
    return int(plain) if re.fullmatch(r"[+-]?[0-9]{1,6}", plain) else None


def _with_row(here: Seated, form: FormView, order: str) -> FormView:
    fields = here.system.form()
    return token_form.dressed(here, replace(form, typed=change_rows(fields, form.typed, order)))


def _form(
    request: Request,
    here: Seated,
    form: FormView,
    faults: Mapping[str, Text] | None = None,
    fault: Text | None = None,
    status: int | None = None,
) -> Response:
    """The form again, with what was typed and what is wrong with it."""
    if faults or fault:
        form = replace(token_form.dressed(here, form, faults), fault=fault)
        status = status or 422
    return show(request, here, form.title, "tokens/_form.html", status or 200, form=form)


def _refusal(refused: Refused) -> tuple[Mapping[str, Text], Text | None]:
    """A refusal at its field, or over the form."""
    if refused.field in token_form.OWN_FIELDS:
        return {refused.field: refused.reason}, None
    return {}, refused.reason


def _edited(request: Request, here: Seated, tables: Tables, command: EditToken | ClaimToken, done: Text) -> Response:
    token_here(here, command.token)
    now = tables.handle(here.table_id, here.viewer, command)
    return _done(request, replace(here, encounter=now), command.token, done)


def _tried(
    request: Request,
    here: Seated,
    tables: Tables,
    command: EditToken | ClaimToken,
    tool: str,
    sent: FormData,
    done: Text,
) -> Response:
    """Carry a command out; what was typed stays in its tool where it is refused."""
    try:
        return _edited(request, here, tables, command, done)
    except Gone:
        raise
    except Refused as refused:
        return _wrong(request, here, command.token, tool, sent, refused.reason)
    except ProfileError as error:
        return _wrong(request, here, command.token, tool, sent, next(iter(error.faults.values())))


def _wrong(request: Request, here: Seated, token: str, tool: str, sent: FormData, fault: Text) -> Response:
    """The sheet again, the tool open with what was typed in it."""
    found = token_here(here, token)
    typed = {key: value for key, value in sent.items() if isinstance(value, str)}
    shown = replace(sheet_view(here, found), open=tool, fault=fault, typed=typed)
    title = say("Sheet of {token}", token=TokenName(found.id))
    return show(request, here, title, "tokens/_sheet.html", 422, sheet=shown)


def _done(request: Request, here: Seated, token: str | None, done: Text | None = None) -> Response:
    """The sheet as it now stands for a swap; a plain post goes on to its page."""
    base = f"/t/{here.table_id}/tokens"
    if not wants_fragment(request):
        return RedirectResponse(f"{base}/{token}/sheet" if token else base, 303)
    if token is None:
        return tokens_list(request, here)
    shown = replace(sheet_view(here, token_here(here, token)), done=done)
    return show(request, here, say("Tokens"), "tokens/_sheet.html", sheet=shown)
