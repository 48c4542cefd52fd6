"""Who asks: the device, its seat at a table, and the table as it stands."""

import hashlib
import secrets
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request, Response

from app.encounter.errors import Gone
from app.encounter.state import Encounter
from app.encounter.viewer import Viewer
from app.service import Tables
from app.web.render import language
from rules.registry import systems
from rules.system import RuleSystem
from rules.text import say

DEVICE = "device"  # the cookie: one random secret a browser, of which only the hash is stored
A_YEAR = 365 * 24 * 3600
Lang = Annotated[str, Depends(language)]


def tables_of(request: Request) -> Tables:
    """The one service behind all pages."""
    tables: Tables = request.app.state.tables
    return tables


TablesHere = Annotated[Tables, Depends(tables_of)]


def secret_hash(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def device_hash(request: Request) -> str | None:
    """The hash of this browser's secret, or None where it has none yet."""
    secret = request.cookies.get(DEVICE, "")
    return secret_hash(secret) if 20 <= len(secret) <= 100 else None


Device = Annotated[str | None, Depends(device_hash)]


def new_device() -> tuple[str, str]:
    """A fresh secret for a browser, and its hash."""
    secret = secrets.token_urlsafe(32)
    return secret, secret_hash(secret)


def remember_device(request: Request, answer: Response, secret: str) -> None:
    """Let the browser keep its secret: no script reads it, no other site's post carries it."""
    answer.set_cookie(
        DEVICE, secret, max_age=A_YEAR, httponly=True, samesite="lax", secure=request.url.scheme == "https"
    )


@dataclass(frozen=True)
class Seated:
    """Somebody at a table, and the table as it stood when they asked."""

    table_id: str
    viewer: Viewer
    encounter: Encounter
    lang: str
    system: RuleSystem


NO_SEAT = say("You have no seat at this table. Open the link of the invitation, or type its code.")


def seated(table_id: str, request: Request, tables: TablesHere, device: Device, lang: Lang) -> Seated:
    """The seat of this browser at the table of the address.

    Raises Gone (a table that is not there and one where this browser has no seat look alike).
    """
    viewer = tables.viewer(table_id, device) if device else None
    if viewer is None:
        raise Gone(NO_SEAT)
    encounter = tables.load(table_id)
    return Seated(table_id, viewer, encounter, lang, systems()[encounter.system])


SeatedHere = Annotated[Seated, Depends(seated)]
