"""Ways to a table: invitation, code, QR, the GM's own link, and waiting to be let in."""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

import segno
from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.encounter.commands import ClaimToken, RemoveSeat
from app.encounter.errors import Gone, Refused
from app.encounter.limits import clean_name
from app.encounter.state import Encounter, Role
from app.encounter.view import known_tokens, names_for, scene_for, sheet_for
from app.encounter.viewer import Viewer
from app.service import Tables
from app.web.address import origin
from app.web.deps import NO_SEAT, Device, TablesHere, WaitingHere, new_device, remember_device
from app.web.lobby import seat_taken
from app.web.render import page, wants_fragment
from rules.registry import systems
from rules.text import Text, say

router = APIRouter()
NO_CODE = say("No table has this code. Look at it once more, or ask the GM.")
PASSER_BY = Viewer("", Role.SPECTATOR)  # whoever holds an invitation and has no seat yet
ROLES = {"player": Role.PLAYER, "spectator": Role.SPECTATOR, "screen": Role.SCREEN}


@dataclass(frozen=True)
class TableView:
    """What an invitation tells of a table."""

    name: str
    system: Text
    gm: str | None
    round: Text | None


@dataclass(frozen=True)
class Choice:
    """A token that may be played, or is."""

    id: str
    name: str
    side: str
    face: str | None
    subtitle: Text
    taken_by: str | None


@dataclass(frozen=True)
class Fields:
    name: str = ""
    seat: str = "player"


@router.get("/join")
def by_code(request: Request, tables: TablesHere, code: str = "") -> Response:
    """The form for a code; with one that exists, on to the invitation."""
    if not code.strip():
        return page(request, "join/code.html", code="", code_fault=None)
    table_id = tables.table_by_code(code)
    if table_id is None:
        return page(request, "join/code.html", 404, code=code[:12], code_fault=NO_CODE)
    return RedirectResponse(f"/j/{tables.join_code(table_id)}", 303)


@router.get("/j/{code}")
def invitation(request: Request, tables: TablesHere, device: Device, code: str) -> Response:
    """Shows who is invited to what, and takes nothing: a link preview must not. Who sits already goes to the table."""
    table_id = _invited(tables, code)
    if device and tables.seat_for(table_id, device):
        return RedirectResponse(f"/t/{table_id}", 303)
    return _show(request, tables, table_id, Fields(), {})


@router.post("/j/{code}")
def take_seat(
    request: Request,
    tables: TablesHere,
    device: Device,
    code: str,
    name: Annotated[str, Form()] = "",
    seat: Annotated[str, Form()] = "player",
) -> Response:
    """Take a seat under a name: with a token, without one, to watch, or as the screen on the table."""
    table_id = _invited(tables, code)
    fields = Fields(name[:2000], seat[:80])
    token = seat.removeprefix("token:") if seat.startswith("token:") else None
    role = Role.PLAYER if token else ROLES.get(seat)
    state = tables.load(table_id)
    faults: dict[str, Text] = {}
    try:
        clean_name(name)
    except Refused as refused:
        faults["name"] = refused.reason
    if role is None:
        faults["seat"] = say("There is no such choice.")
    elif token and not any(each.id == token and each.taken_by is None for each in _choices(state)):
        faults["seat"] = say("Somebody plays this token already, or it is gone. Choose another one.")
    if faults or role is None:
        return _show(request, tables, table_id, fields, faults)
    secret = device or new_device()
    try:
        viewer = tables.join(table_id, secret, name, role)
    except Refused as refused:
        return _show(request, tables, table_id, fields, {refused.field or "seat": refused.reason})
    if token:
        try:
            tables.handle(table_id, viewer, ClaimToken(token, viewer.seat))
        except Refused as refused:  # somebody was faster by a moment: the seat stays, the token is another one's
            answer = _show(request, tables, table_id, fields, {"seat": refused.reason})
            remember_device(request, answer, secret)
            return answer
    return seat_taken(request, f"/t/{table_id}/screen" if role is Role.SCREEN else f"/t/{table_id}", secret)


@router.get("/j/{code}/qr.svg")
def qr(request: Request, tables: TablesHere, code: str) -> Response:
    """The invitation as a square to point a camera at."""
    picture = io.BytesIO()
    address = f"{origin(request)}/j/{tables.join_code(_invited(tables, code))}"
    segno.make(address, error="m").save(picture, kind="svg", border=2, dark="#000", light="#fff", xmldecl=False)
    return Response(picture.getvalue(), media_type="image/svg+xml")


@router.get("/gm/{secret}")
def gm_link(request: Request, tables: TablesHere, device: Device, secret: str) -> Response:
    """Shows that this link leads a table; only the post takes the seat."""
    table_id = _led(tables, secret)
    sitting = tables.seat_for(table_id, device) if device else None
    if sitting and sitting.is_gm:
        return RedirectResponse(f"/t/{table_id}", 303)
    return _show_gm(request, tables, table_id, secret, Fields(), {})


@router.post("/gm/{secret}")
def lead(
    request: Request, tables: TablesHere, device: Device, secret: str, name: Annotated[str, Form()] = ""
) -> Response:
    """Sit down as a GM."""
    table_id = _led(tables, secret)
    kept = device or new_device()
    try:
        tables.join(table_id, kept, name, Role.GM)
    except Refused as refused:
        fields = Fields(name[:2000])
        return _show_gm(request, tables, table_id, secret, fields, {refused.field or "name": refused.reason})
    return seat_taken(request, f"/t/{table_id}", kept)


@router.get("/t/{table_id}/waiting")
def waiting(request: Request, tables: TablesHere, device: Device, table_id: str) -> Response:
    """The page of who is not let in yet; it asks every moment and goes on by itself, also where the GM said no."""
    viewer = tables.seat_for(table_id, device) if device else None
    seat = tables.load(table_id).seats.get(viewer.seat) if viewer else None
    if wants_fragment(request):
        on = "" if seat and not seat.admitted else f"/t/{table_id}"
        return HTMLResponse("", headers={"HX-Redirect": on} if on else {})
    if seat is None:
        raise Gone(NO_SEAT)
    if seat.admitted:
        return RedirectResponse(f"/t/{table_id}", 303)
    state = tables.load(table_id)
    return page(request, "join/waiting.html", table=state, gm=_gm(state) or "GM")


@router.post("/t/{table_id}/waiting/leave")
def do_not_join(here: WaitingHere, tables: TablesHere) -> Response:
    """Take the question back."""
    tables.handle(here.table_id, here.viewer, RemoveSeat(here.viewer.seat))
    return RedirectResponse("/", 303)


def _invited(tables: Tables, code: str) -> str:
    table_id = tables.table_by_code(code)
    if table_id is None:
        raise Gone(NO_CODE)
    return table_id


def _led(tables: Tables, secret: str) -> str:
    table_id = tables.table_by_gm_secret(secret[:100])
    if table_id is None:
        raise Gone(say("This link no longer leads a table. A GM of the table can make another one."))
    return table_id


def _show(request: Request, tables: Tables, table_id: str, fields: Fields, faults: Mapping[str, Text]) -> HTMLResponse:
    state, code = tables.load(table_id), tables.join_code(table_id)
    return page(
        request,
        "join/page.html",
        422 if faults else 200,
        code=code,
        table=_view(state),
        fields=fields,
        faults=faults,
        choices=_choices(state),
        approve=state.approve,
        address=f"{origin(request)}/j/{code}",
        names=names_for(state, PASSER_BY),
    )


def _show_gm(
    request: Request, tables: Tables, table_id: str, secret: str, fields: Fields, faults: Mapping[str, Text]
) -> Response:
    table = _view(tables.load(table_id))
    status = 422 if faults else 200
    return page(request, "join/gm.html", status, secret=secret, table=table, fields=fields, faults=faults)


def _view(state: Encounter) -> TableView:
    system = systems()[state.system]
    turn = system.turn_view(scene_for(state, PASSER_BY)) if state.turn is not None else None
    round_ = say("round {n} is on", n=turn.round) if turn else None
    return TableView(state.name, system.title, _gm(state), round_)


def _gm(state: Encounter) -> str | None:
    return next((seat.name for seat in state.seats.values() if seat.role is Role.GM), None)


def _choices(state: Encounter) -> list[Choice]:
    """The allies that may be played. Where the GM lets people in, nobody is told of them before."""
    if state.approve:
        return []
    found = []
    for id, token in known_tokens(state, PASSER_BY).items():
        sheet = sheet_for(state, PASSER_BY, id)
        if token.side == "ally" and sheet is not None:
            owner = next((state.seats[seat].name for seat in token.owners if seat in state.seats), None)
            found.append(Choice(id, token.name, token.side, token.face, sheet.subtitle, owner))
    return found
