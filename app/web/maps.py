"""The GM's maps: a file or picture is taken in, looked at with its report, and saved whole or not at all."""

from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import FileResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile

from app.encounter.commands import SetMap, SetPicture
from app.encounter.errors import Gone, Refused
from app.encounter.state import Map
from app.maps.pending import Imports, Waiting
from app.maps.picture import PictureFile
from app.maps.reading import too_large
from app.maps.report import ImportRefused
from app.settings import Settings
from app.web import map_form
from app.web.answer import GmHere, Posted, show
from app.web.deps import Seated, SeatedHere, TablesHere
from app.web.errors import refuse
from rules.text import Text, say

router = APIRouter(prefix="/t/{table_id}")
FRAME = "maps/page.html"
FORM_ROOM = 64 * 1024  # what a form adds to its file
FOR_GOOD = {"cache-control": "private, max-age=31536000, immutable"}


def imports_of(request: Request) -> Imports:
    """Where imports wait."""
    return Imports(settings_of(request).data / "imports")


def settings_of(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


ImportsHere = Annotated[Imports, Depends(imports_of)]


@dataclass(frozen=True)
class MapPage:
    """What `maps/_choose.html` shows: the map that lies there, and how large a file may be."""

    base: str
    map: Map | None
    most_bytes: int
    refusal: Text | None = None
    faults: tuple[Text, ...] = ()


@router.get("/map")
def choose(request: Request, here: GmHere) -> Response:
    """The page where a map comes from: a file, a picture, an empty grid."""
    return _choose(request, here)


def _choose(request: Request, here: Seated, refusal: ImportRefused | None = None) -> Response:
    page = MapPage(f"/t/{here.table_id}/map", here.encounter.map, most_bytes(settings_of(request)))
    if refusal is not None:
        page = replace(page, refusal=refusal.reason, faults=refusal.faults if len(refusal.faults) > 1 else ())
    status = 200 if refusal is None else 422
    return show(request, here, say("Map"), "maps/_choose.html", status, FRAME, chosen=page)


@router.post("/map/file")
async def upload(request: Request, here: GmHere, imports: ImportsHere) -> Response:
    """Take a file in. One that is too large is refused before it is read."""
    settings = settings_of(request)
    length = request.headers.get("content-length", "")
    if not (length.isascii() and length.isdigit()):
        raise HTTPException(411)
    if int(length) > most_bytes(settings) + FORM_ROOM:
        return refuse(request, 413, too_large(most_bytes(settings)))
    form = await request.form(max_files=1, max_fields=10)
    file = form.get("file")
    if not isinstance(file, UploadFile) or not file.filename:
        raise Refused(say("Choose a file first."), "file")
    try:
        key = await run_in_threadpool(_take, imports, here.table_id, file, settings)
    except ImportRefused as refusal:  # the page stands, with what is wrong with the file
        return _choose(request, here, refusal)
    return RedirectResponse(f"/t/{here.table_id}/map/import/{key}", 303)


def most_bytes(settings: Settings) -> int:
    return max(settings.max_map_bytes, settings.max_picture_bytes)


def _take(imports: Imports, table_id: str, file: UploadFile, settings: Settings) -> str:
    return imports.take(
        table_id,
        file.file.read(),
        file.filename or "",
        most_bytes=settings.max_map_bytes,
        most_picture_bytes=settings.max_picture_bytes,
    )


@router.post("/map/picture")
def picture_again(here: GmHere, imports: ImportsHere, tables: TablesHere) -> Response:
    """The picture of the map that lies there, to put its grid right."""
    map_ = here.encounter.map
    found = tables.picture(here.table_id, map_.picture.hash) if map_ and map_.picture else None
    if map_ is None or map_.picture is None or found is None:
        raise Gone(say("This map has no picture."))
    picture = map_.picture
    file = PictureFile(found[0].read_bytes(), picture.media_type, picture.width, picture.height, picture.hash)
    key = imports.take_again(here.table_id, file, map_.name)
    return RedirectResponse(f"/t/{here.table_id}/map/import/{key}", 303)


@router.post("/map/grid")
def empty_grid(here: GmHere, posted: Posted, tables: TablesHere) -> Response:
    """A map without a picture."""
    columns, rows = map_form.size_of(posted)
    tables.handle(here.table_id, here.viewer, SetMap(Map(columns, rows, map_form.name_of(posted))))
    return RedirectResponse(f"/t/{here.table_id}", 303)


@router.get("/map/import/{key}")
def look(key: str, request: Request, here: GmHere, imports: ImportsHere) -> Response:
    """The map as it would be, with everything that was changed, left out or assumed."""
    waiting = imports.load(here.table_id, key)
    return _show(request, here, waiting, map_form.first(waiting, here.encounter.map))


@router.post("/map/import/{key}/look")
async def look_again(key: str, request: Request, here: GmHere, imports: ImportsHere) -> Response:
    """The same with other answers."""
    form = await _answers(request)
    return await run_in_threadpool(_look_again, key, request, here, imports, form)


def _look_again(key: str, request: Request, here: Seated, imports: Imports, form: FormData) -> Response:
    waiting = imports.load(here.table_id, key)
    return _show(request, here, waiting, map_form.read(form, waiting))


@router.post("/map/import/{key}")
async def save(key: str, request: Request, here: GmHere, imports: ImportsHere, tables: TablesHere) -> Response:
    """Make it the table's map, all of it or nothing."""
    form = await _answers(request)
    return await run_in_threadpool(_save, key, request, here, imports, tables, form)


def _save(key: str, request: Request, here: Seated, imports: Imports, tables: TablesHere, form: FormData) -> Response:
    waiting = imports.load(here.table_id, key)
    answers = map_form.asked(map_form.read(form, waiting), waiting)
    if answers.faults:
        return _show(request, here, waiting, answers, status=422)
    made = map_form.built(waiting, answers)
    if made.picture is not None and made.map.picture is not None:
        data = imports.picture(here.table_id, key).read_bytes()
        tables.add_picture(here.table_id, data, made.picture.media_type)
    keeps = answers.keeps_walls and here.encounter.map is not None
    tables.handle(here.table_id, here.viewer, SetPicture(made.map.picture) if keeps else SetMap(made.map))
    imports.drop(here.table_id)
    return RedirectResponse(f"/t/{here.table_id}", 303)


@router.post("/map/import/{key}/drop")
def drop(key: str, here: GmHere, imports: ImportsHere) -> Response:
    """Think better of it: nothing was changed, nothing is kept."""
    imports.load(here.table_id, key)
    imports.drop(here.table_id)
    return RedirectResponse(f"/t/{here.table_id}/map", 303)


@router.get("/map/import/{key}/picture")
def waiting_picture(key: str, here: GmHere, imports: ImportsHere) -> Response:
    """The picture of an import, for the GM alone."""
    picture = imports.load(here.table_id, key).draft.picture
    if picture is None:
        raise HTTPException(404)
    return FileResponse(imports.picture(here.table_id, key), media_type=picture.media_type, headers=FOR_GOOD)


@router.get("/picture/{digest}")
def picture(digest: str, here: SeatedHere, tables: TablesHere) -> Response:
    """A picture of this table, for its seats. Its name is its content, so a browser may keep it."""
    found = tables.picture(here.table_id, digest)
    if found is None or not found[0].exists():
        raise HTTPException(404)
    return FileResponse(found[0], media_type=found[1], headers=FOR_GOOD)


async def _answers(request: Request) -> FormData:
    """The import page's form: a field for each door, so more of them than elsewhere."""
    length = request.headers.get("content-length", "")
    if not (length.isascii() and length.isdigit()) or int(length) > 1024 * 1024:
        raise HTTPException(413)
    return await request.form(max_files=0, max_fields=3_000)


def _show(request: Request, here: Seated, waiting: Waiting, answers: map_form.Answers, status: int = 200) -> Response:
    view = map_form.import_view(waiting, answers, f"/t/{here.table_id}/map", here.encounter.map is not None)
    return show(request, here, say("Import a map"), "maps/_import.html", status, FRAME, asked=view)
