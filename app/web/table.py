"""The table itself: the way in, its name and options, and taking it along in one file."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from tempfile import SpooledTemporaryFile
from typing import Any, BinaryIO, cast

from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse
from starlette.background import BackgroundTask

from app.archive import export_table
from app.encounter.commands import EditTable
from app.encounter.errors import Gone, Refused
from app.encounter.limits import clean_name
from app.encounter.state import Role
from app.encounter.view import claimable
from app.service import Tables
from app.web.address import origin
from app.web.answer import GmHere, Posted, show, text_of
from app.web.deps import Seated, SeatedHere, TablesHere
from app.web.profile_form import Fieldset, Typed, controls, figures, read, write
from rules.text import Text, say

router = APIRouter(prefix="/t/{table_id}")
FRAME = "table/page.html"
SPOOL_BYTES = 8 * 1024 * 1024  # a larger archive is made on disk
CHUNK = 256 * 1024
ROLE_WORDS: Mapping[Role, Text] = {
    Role.GM: say("GM"),
    Role.PLAYER: say("player"),
    Role.SCREEN: say("table screen"),
    Role.SPECTATOR: say("spectator"),
}


@dataclass(frozen=True)
class SeatView:
    """Somebody at the table, with the names of the tokens they play."""

    id: str
    name: str
    role: str
    words: Text
    me: bool
    tokens: tuple[str, ...] = ()


@dataclass(frozen=True)
class InviteView:
    """What `table/_invite.html` shows. `gm_link` is set only in the answer that made it."""

    base: str
    code: str
    link: str
    is_gm: bool
    approve: bool
    seats: tuple[SeatView, ...]
    waiting: tuple[SeatView, ...] = ()
    claimable: tuple[tuple[str, str], ...] = ()
    mine: tuple[tuple[str, str], ...] = ()
    gm_link: str | None = None
    fault: Text | None = None


@dataclass(frozen=True)
class SettingsView:
    name: str
    typed: Typed = field(default_factory=dict)
    sets: tuple[Fieldset, ...] = ()
    name_fault: Text | None = None
    fault: Text | None = None
    saved: bool = False


@router.get("/invite")
def invite(request: Request, here: SeatedHere, tables: TablesHere) -> Response:
    """Link, code and QR of the invitation, who waits, who is here."""
    return show_invite(request, here, tables)


@router.post("/invite/code")
def new_code(request: Request, here: GmHere, tables: TablesHere) -> Response:
    """Another code: the old link leads nowhere."""
    tables.new_join_code(here.table_id)
    return show_invite(request, here, tables)


@router.post("/invite/gm")
def new_gm_link(request: Request, here: GmHere, tables: TablesHere) -> Response:
    """Another link for the GM. Only its hash is kept, so it is shown in this answer and never again."""
    secret = tables.new_gm_secret(here.table_id)
    return show_invite(request, here, tables, gm_link=f"{origin(request)}/gm/{secret}")


def show_invite(request: Request, here: Seated, tables: Tables, status: int = 200, **more: Any) -> Response:
    """The invitation as it stands for this seat."""
    shown = replace(_invite_view(request, here, tables), **more)
    return show(request, here, say("Seats and invitation"), "table/_invite.html", status, FRAME, invite=shown)


def _invite_view(request: Request, here: Seated, tables: Tables) -> InviteView:
    encounter, viewer = here.encounter, here.viewer
    code = tables.join_code(here.table_id)
    seats = [
        SeatView(
            seat.id,
            seat.name,
            seat.role.value,
            ROLE_WORDS[seat.role],
            seat.id == viewer.seat,
            tuple(
                token.name
                for token in encounter.tokens.values()
                if seat.id in token.owners and (viewer.is_gm or not token.hidden)
            ),
        )
        for seat in encounter.seats.values()
    ]
    waits = {seat.id for seat in encounter.seats.values() if not seat.admitted}
    free = claimable(encounter, viewer) if viewer.role is Role.PLAYER else {}
    return InviteView(
        base=f"/t/{here.table_id}",
        code=code,
        link=f"{origin(request)}/j/{code}",
        is_gm=viewer.is_gm,
        approve=encounter.approve,
        seats=tuple(seat for seat in seats if seat.id not in waits),
        waiting=tuple(seat for seat in seats if seat.id in waits),
        claimable=tuple((id, token.name) for id, token in free.items()),
        mine=tuple((id, token.name) for id, token in encounter.tokens.items() if viewer.seat in token.owners),
    )


@router.get("/export")
def export(here: GmHere, tables: TablesHere) -> Response:
    """The whole table as one file; the lobby brings it back."""
    file = SpooledTemporaryFile(max_size=SPOOL_BYTES)  # noqa: SIM115 (closed once it is sent)
    export_table(tables, here.table_id, cast(BinaryIO, file))
    length = file.tell()
    file.seek(0)
    plain = re.sub(r"[^A-Za-z0-9]+", "-", here.encounter.name).strip("-").lower() or "table"
    headers = {"content-disposition": f'attachment; filename="{plain}.casilla.zip"', "content-length": str(length)}
    return StreamingResponse(
        iter(lambda: file.read(CHUNK), b""),
        media_type="application/zip",
        headers=headers,
        background=BackgroundTask(file.close),
    )


@router.get("/settings")
def settings(request: Request, here: GmHere) -> Response:
    return _show_settings(request, here, _settings_view(here))


@router.post("/settings")
def save_settings(request: Request, here: GmHere, sent: Posted, tables: TablesHere) -> Response:
    """Save name and options. What is wrong stands at its field, and nothing typed is lost."""
    fields = here.system.options()
    typed = read(fields, sent, "option")
    options, faults = figures(fields, typed, {})
    shown = SettingsView(text_of(sent, "name"), typed, controls(fields, typed, faults, "option"))
    try:
        name = clean_name(shown.name)
    except Refused as refused:
        return _show_settings(request, here, replace(shown, name_fault=refused.reason), 422)
    if faults:
        return _show_settings(request, here, shown, 422)
    try:
        now = tables.handle(here.table_id, here.viewer, EditTable(name=name, options=options))
    except Gone:
        raise
    except Refused as refused:
        return _show_settings(request, here, replace(shown, fault=refused.reason), 422)
    here = replace(here, encounter=now)
    return _show_settings(request, here, replace(_settings_view(here), saved=True))


def _settings_view(here: Seated) -> SettingsView:
    fields = here.system.options()
    typed = write(fields, here.encounter.options)
    return SettingsView(here.encounter.name, typed, controls(fields, typed, {}, "option"))


def _show_settings(request: Request, here: Seated, shown: SettingsView, status: int = 200) -> Response:
    return show(request, here, say("Name and options"), "table/_settings.html", status, FRAME, settings=shown)
