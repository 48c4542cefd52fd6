"""The first page: open a table, go on with one, join by a code, restore one from a file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import RedirectResponse, Response
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile

from app.archive import restore_table
from app.demo import create_demo
from app.encounter.errors import Refused
from app.encounter.limits import clean_name
from app.encounter.state import Role
from app.encounter.view import names_for, scene_for
from app.encounter.viewer import Viewer
from app.i18n import translate
from app.service import Entry, Tables
from app.settings import Settings
from app.web.deps import Device, Lang, TablesHere, new_device, remember_device
from app.web.render import page
from app.web.table import ROLE_WORDS
from rules.registry import systems
from rules.text import Text, TokenName, say, say_n

router = APIRouter()
FORM_ROOM = 64 * 1024  # what a form adds to its file

# What the new table starts with: key, title, second line, drawing, where the GM goes next
MAPS = (
    ("demo", say("Demo: the hangar"), say("walls, crates and nine tokens, ready"), "map", ""),
    ("file", say("A picture or a Universal VTT file"), say("with a report before it is kept"), "upload", "/map"),
    ("empty", say("No map yet"), say("draw one, or bring one later"), "wall", ""),
)


@dataclass(frozen=True)
class NewTable:
    """The form as it was sent."""

    name: str = ""
    gm: str = ""
    system: str = ""
    map: str = "demo"


@dataclass(frozen=True)
class Row:
    """A table where this device has a seat. `turn` says whose turn it is, in names this seat may know."""

    id: str
    name: str
    system: Text
    role: Text
    people: Text
    turn: Text | None = None
    names: Mapping[str, str] = field(default_factory=dict)


@router.get("/")
def lobby(request: Request, tables: TablesHere, device: Device) -> Response:
    return show_lobby(request, tables, device)


def show_lobby(
    request: Request,
    tables: Tables,
    device: str | None,
    status: int = 200,
    *,
    new: NewTable | None = None,
    faults: Mapping[str, Text] | None = None,
    code: str = "",
    code_fault: Text | None = None,
) -> Response:
    """The lobby of this device, with what was typed and what is wrong with it."""
    found = systems()
    return page(
        request,
        "lobby/page.html",
        status,
        new=new or NewTable(system=next(iter(found))),
        faults=faults or {},
        systems=list(found.values()),
        maps=[each[:4] for each in MAPS],
        mine=[_row(tables, entry) for entry in tables.tables_of(device)] if device else [],
        code=code,
        code_fault=code_fault,
    )


def _row(tables: Tables, entry: Entry) -> Row:
    state = tables.load(entry.id)
    viewer = Viewer(entry.seat.id, entry.seat.role)
    system = systems()[entry.system]
    people = sum(seat.role in (Role.GM, Role.PLAYER) for seat in state.seats.values())
    # Who still waits to be let in is told of no token.
    told = state.turn is not None and entry.seat.admitted
    turn = system.turn_view(scene_for(state, viewer)) if told else None
    names = names_for(state, viewer)
    acting = next((token for token in turn.acting if token in names), None) if turn else None
    return Row(
        entry.id,
        state.name,
        system.title,
        ROLE_WORDS[entry.seat.role],
        say_n("{n} person", "{n} people", people),
        say("Turn: {who}", who=TokenName(acting)) if acting else None,
        names,
    )


@router.post("/tables")
def open_table(
    request: Request,
    tables: TablesHere,
    device: Device,
    lang: Lang,
    name: Annotated[str, Form()] = "",
    gm: Annotated[str, Form()] = "",
    system: Annotated[str, Form()] = "",
    map: Annotated[str, Form()] = "empty",
) -> Response:
    """A new table; whoever opens it is its GM. What is wrong stands at its field, and nothing typed is lost."""
    new, faults = NewTable(name[:2000], gm[:2000], system[:100], map[:20]), {}
    for key, value in (("name", name), ("gm", gm)):
        try:
            clean_name(value, key)
        except Refused as refused:
            faults[key] = refused.reason
    if system not in systems():
        faults["system"] = say("There are no such rules here.")
    after = {key: where for key, _, _, _, where in MAPS}.get(map)
    if after is None:
        faults["map"] = say("There is no such choice.")
    if faults:
        return show_lobby(request, tables, device, 422, new=new, faults=faults)
    secret = device or new_device()
    if map == "demo":
        words = {"gm": clean_name(gm, "gm"), "name": clean_name(name)}
        table_id, _ = create_demo(tables, secret, lambda text: translate(text, lang), **words)
    else:
        table_id, _ = tables.create(name, system, secret, gm=gm)
    return seat_taken(request, f"/t/{table_id}{after}", secret)


@router.post("/tables/demo")
def open_demo(request: Request, tables: TablesHere, device: Device, lang: Lang) -> Response:
    """The demo table at one tap."""
    secret = device or new_device()
    table_id, _ = create_demo(tables, secret, lambda text: translate(text, lang))
    return seat_taken(request, f"/t/{table_id}", secret)


@router.post("/tables/restore")
async def restore(request: Request, tables: TablesHere, device: Device) -> Response:
    """A table back from its file; whoever brings it is its GM."""
    settings: Settings = request.app.state.settings
    length = request.headers.get("content-length", "")
    if not (length.isascii() and length.isdigit()) or int(length) > settings.max_archive_bytes + FORM_ROOM:
        raise HTTPException(413)
    form = await request.form(max_files=1, max_fields=10)
    sent = form.get("archive")
    return await run_in_threadpool(_restored, request, tables, device, sent)


def _restored(request: Request, tables: Tables, device: str | None, sent: object) -> Response:
    if not isinstance(sent, UploadFile) or not sent.filename:
        fault = say("Choose the file that was exported.")
        return show_lobby(request, tables, device, 422, faults={"archive": fault})
    secret = device or new_device()
    try:
        table_id, _ = restore_table(tables, sent.file, secret)
    except Refused as refused:
        return show_lobby(request, tables, device, 422, faults={"archive": refused.reason})
    return seat_taken(request, f"/t/{table_id}", secret)


def seat_taken(request: Request, address: str, device: str) -> Response:
    """Go on to the table, with the device kept."""
    answer = RedirectResponse(address, 303)
    remember_device(request, answer, device)
    return answer
