"""Who asks: the device, its seat at a table, and the table as it stands."""

import secrets
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request, Response

from app.encounter.errors import Gone
from app.encounter.state import Encounter
from app.encounter.view import names_for
from app.encounter.viewer import Viewer
from app.service import Tables
from app.web.render import language
from rules.registry import systems
from rules.system import RuleSystem
from rules.text import say

DEVICE = "device"  # the cookie: one random secret a browser, of which only a hash is stored
A_YEAR = 365 * 24 * 3600
Lang = Annotated[str, Depends(language)]


def tables_of(request: Request) -> Tables:
    """The one service behind all pages."""
    tables: Tables = request.app.state.tables
    return tables


TablesHere = Annotated[Tables, Depends(tables_of)]


def device_of(request: Request) -> str | None:
    """This browser's secret, or None where it has none yet."""
    secret = request.cookies.get(DEVICE, "")
    return secret if 20 <= len(secret) <= 100 else None


Device = Annotated[str | None, Depends(device_of)]


def new_device() -> str:
    """A fresh secret for a browser."""
    return secrets.token_urlsafe(32)


def remember_device(request: Request, answer: Response, secret: str) -> None:
    """Let the browser keep its secret: no script reads it, no other site's post carries it."""
    secure = request.url.scheme == "https"
    answer.set_cookie(DEVICE, secret, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure)


@dataclass(frozen=True)
class Seated:
    """Somebody at a table, and the table as it stood when they asked."""

    table_id: str
    viewer: Viewer
    encounter: Encounter
    lang: str
    system: RuleSystem


class NotAdmitted(Exception):
    """This seat still waits for the GM."""

    def __init__(self, table_id: str) -> None:
        super().__init__(table_id)
        self.table_id = table_id


NO_SEAT = say("You have no seat at this table. Open the link of the invitation, or type its code.")


def waiting_seat(table_id: str, request: Request, tables: TablesHere, device: Device, lang: Lang) -> Seated:
    """The seat of this browser at the table of the address, whether the GM has let it in or not.

    Raises Gone; a table that is not there and one where this browser has no seat look alike.
    """
    viewer = tables.seat_for(table_id, device) if device else None
    if viewer is None:
        raise Gone(NO_SEAT)
    encounter = tables.load(table_id)
    request.state.names = names_for(encounter, viewer)
    return Seated(table_id, viewer, encounter, lang, systems()[encounter.system])


WaitingHere = Annotated[Seated, Depends(waiting_seat)]


def seated(here: WaitingHere) -> Seated:
    """The seat of this browser at the table of the address. Raises Gone, or NotAdmitted while the GM lets nobody in."""
    seat = here.encounter.seats.get(here.viewer.seat)
    if seat is None:
        raise Gone(NO_SEAT)
    if not seat.admitted:
        raise NotAdmitted(here.table_id)
    return here


SeatedHere = Annotated[Seated, Depends(seated)]
