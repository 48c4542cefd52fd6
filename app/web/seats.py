"""Who sits at the table: letting in, sending away, and who has to wait; and the tokens that a player takes."""

from dataclasses import replace

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from app.encounter.commands import AdmitSeat, ClaimToken, Command, EditTable, RemoveSeat
from app.encounter.errors import Gone, Refused
from app.service import Tables
from app.web.answer import GmHere, Posted, text_of
from app.web.deps import Seated, SeatedHere, TablesHere
from app.web.render import wants_fragment
from app.web.table import show_invite

router = APIRouter(prefix="/t/{table_id}/seats")


@router.post("/approve")
def approve(request: Request, here: GmHere, sent: Posted, tables: TablesHere) -> Response:
    """Newcomers wait for the GM from now on, or no longer."""
    return _seated(request, here, tables, EditTable(approve=text_of(sent, "approve") == "on"))


@router.post("/me/take")
def take(request: Request, here: SeatedHere, sent: Posted, tables: TablesHere) -> Response:
    """A player takes a token that nobody plays."""
    return _seated(request, here, tables, ClaimToken(text_of(sent, "token"), here.viewer.seat))


@router.post("/me/leave")
def leave(request: Request, here: SeatedHere, sent: Posted, tables: TablesHere) -> Response:
    """A player gives a token back."""
    return _seated(request, here, tables, ClaimToken(text_of(sent, "token"), None))


@router.post("/{seat}/admit")
def admit(request: Request, here: GmHere, tables: TablesHere, seat: str) -> Response:
    """Let somebody in who waits."""
    return _seated(request, here, tables, AdmitSeat(seat))


@router.post("/{seat}/remove")
def remove(request: Request, here: GmHere, tables: TablesHere, seat: str) -> Response:
    """Refuse somebody who waits, or send somebody away; their tokens go back to the table."""
    return _seated(request, here, tables, RemoveSeat(seat))


def _seated(request: Request, here: Seated, tables: Tables, command: Command) -> Response:
    """Carry it out, and answer with who sits here now."""
    try:
        now = tables.handle(here.table_id, here.viewer, command)
    except Gone:
        raise
    except Refused as refused:
        return show_invite(request, here, tables, 422, fault=refused.reason)
    if not wants_fragment(request):
        return RedirectResponse(f"/t/{here.table_id}/invite", 303)
    return show_invite(request, replace(here, encounter=now), tables)
