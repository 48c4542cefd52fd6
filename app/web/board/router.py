"""The addresses of the board: the page, its questions, what is done, and the stream that keeps it live."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Cookie, Form, Header, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.datastructures import FormData

from app.encounter.commands import Act, Answer, CallOff, Command, Redo, RewindTurn, SetDoor, SetStanding, Undo
from app.encounter.errors import Gone, Refused
from app.encounter.view import undo_for
from app.i18n import LANGUAGES, translate
from app.realtime.stream import EventStream
from app.service import Tables
from app.web.address import path_of
from app.web.board import asking, panels
from app.web.board.eye import Eye
from app.web.board.feed import SeatFeed, seat_of
from app.web.board.parts import BOARD, KITCHEN, PAGES, contexts, frame
from app.web.board.squares import told_of
from app.web.deps import Device, Lang, Seated, SeatedHere, TablesHere
from app.web.render import fragment, page, wants_fragment
from geometry.grid import Square
from rules.scene import Action, Overrule
from rules.text import say

router = APIRouter(prefix="/t/{table_id}")
LINES = ("best", "all", "off")
MOST_POINTS = 200
OUTCOMES = {"hit": say("hit"), "miss": say("miss"), "critical": say("critical hit")}
Word = Annotated[str | None, Query(max_length=200)]
Cell = Annotated[int | None, Query(ge=-1000, le=1000)]
Words = Annotated[list[str], Query(max_length=20)]


# --- the page


@router.get("")
def board(request: Request, here: SeatedHere, tables: TablesHere, lines: Annotated[str, Cookie()] = "best") -> Response:
    """The board of this seat."""
    eye = KITCHEN.eye(tables, here.encounter, here.viewer)
    return page(
        request,
        "board/page.html",
        title=say("{table}", table=here.encounter.name),
        table_name=here.encounter.name,
        system_title=here.system.title,
        role=here.viewer.role.value,
        version=here.encounter.version,
        lines=_lines(lines),
        map_label=here.encounter.name,
        tokens=eye.tokens,
        watched=asking.watched(eye),
        asked=None,
        **contexts(eye, BOARD),
        **frame(eye),
    )


def _lines(given: str) -> str:
    return given if given in LINES else "best"


# --- questions


@router.get("/ask")
def ask(
    request: Request,
    here: SeatedHere,
    tables: TablesHere,
    token: Word = None,
    action: Word = None,
    weapon: Word = None,
    target: Word = None,
    x: Cell = None,
    y: Cell = None,
    path: Annotated[str | None, Query(max_length=4000)] = None,
    lines: Annotated[str, Cookie()] = "best",
    over_key: Words = [],  # noqa: B006
    over_value: Words = [],  # noqa: B006
    over_reason: Words = [],  # noqa: B006
) -> Response:
    """What a tap asks: panel, map layers and dock for token, action, target, square or path."""
    question = asking.Question(
        token=token or None,
        action=action or None,
        weapon=weapon or None,
        target=target or None,
        square=None if x is None or y is None else Square(x, y),
        path=_squares(path),
        overrules=overrules_of(over_key, over_value, over_reason),
        args=_args(request.query_params.items()),
    )
    eye = KITCHEN.eye(tables, here.encounter, here.viewer)
    return _answered(eye, here.lang, asking.answer(eye, question), lines)


def _answered(eye: Eye, lang: str, asked: asking.Answered | None, lines: str = "best") -> Response:
    token = asked.question.token if asked else None
    return HTMLResponse(
        fragment(
            lang,
            "board/_answer.html",
            asked=asked,
            lines=_lines(lines),
            watched=asking.watched(eye),
            dock=panels.dock(eye, token),
            oob=True,
            **frame(eye),
        )
    )


def _squares(words: str | None) -> tuple[Square, ...]:
    """A path as it stands in an address: "3,4;4,4"."""
    if not words:
        return ()
    pairs = [pair.split(",") for pair in words.split(";")][:MOST_POINTS]
    try:
        return tuple(Square(int(x), int(y)) for x, y in pairs)
    except ValueError:
        raise Refused(say("That path cannot be read.")) from None


def _args(given: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """What only the system knows: the fields called `arg_…`."""
    found = [(key.removeprefix("arg_")[:100], value[:200]) for key, value in given if key.startswith("arg_")]
    return tuple(sorted(found))[:20]


@lru_cache
def _outcomes() -> dict[str, str]:
    """An outcome as people type it, in whichever language -> its key."""
    return {translate(words, lang).casefold(): key for key, words in OUTCOMES.items() for lang in LANGUAGES}


def overrules_of(keys: list[str], values: list[str], reasons: list[str]) -> tuple[Overrule, ...]:
    """The GM's words on rows of the card; the last one on a row counts. A number where a number was typed."""
    found: dict[str, Overrule] = {}
    for key, value, reason in zip(keys, values, reasons, strict=False):
        word = value.strip().replace("−", "-")
        if key == "outcome":
            word = _outcomes().get(word.casefold(), word)
        number = int(word) if re.fullmatch(r"[+-]?[0-9]{1,4}", word) else None
        found.pop(key[:100], None)
        found[key[:100]] = Overrule(key[:100], word[:40] if number is None else number, reason.strip()[:200])
    return tuple(found.values())


@router.get("/log/{entry}")
def told(here: SeatedHere, tables: TablesHere, entry: int) -> Response:
    """An entry of the log, opened again: its records in the panel, their lines on the map."""
    eye = KITCHEN.eye(tables, here.encounter, here.viewer)
    found = next((each for each in eye.entries if each.id == entry), None)
    if found is None:
        raise Gone(say("This entry is not in your log."))
    return _answered(eye, here.lang, asking.reopened(eye, found))


@router.get("/square")
def square(here: SeatedHere, tables: TablesHere, x: int, y: int) -> Response:
    """What stands on a square, for the cursor of the keyboard."""
    eye = Eye(here.encounter, here.viewer)
    return HTMLResponse(fragment(here.lang, "board/_square.html", said=told_of(eye, Square(x, y)), names=eye.names))


# --- acts


@router.post("/act")
async def act(request: Request, here: SeatedHere, tables: TablesHere) -> Response:
    """Carry an action out. Its fields come from the board's own forms; `arg_…` are the system's."""
    form = await request.form(max_files=0, max_fields=200)
    given = {key: value for key, value in form.items() if isinstance(value, str)}
    x, y = given.get("x", ""), given.get("y", "")
    expected = given.get("expected", "")
    action = Action(
        key=given.get("action", "")[:100],
        actor=given.get("token") or None,
        weapon=given.get("weapon") or None,
        target=given.get("target") or None,
        square=Square(int(x), int(y)) if _is_number(x) and _is_number(y) else None,
        path=_squares(given.get("path", "")[:20000]),
        args=dict(_args(given.items())),
        overrules=overrules_of(_all(form, "over_key"), _all(form, "over_value"), _all(form, "over_reason")),
    )
    command = Act(action, int(expected) if _is_number(expected) else None)
    return await run_in_threadpool(_done, request, here, tables, command, closes=True)


def _all(form: FormData, key: str) -> list[str]:
    return [value for value in form.getlist(key) if isinstance(value, str)]


def _is_number(word: str) -> bool:
    return re.fullmatch(r"-?[0-9]{1,11}", word) is not None


@router.post("/doors/{barrier}")
def door(
    request: Request,
    here: SeatedHere,
    tables: TablesHere,
    barrier: str,
    is_open: Annotated[str, Form(alias="open", max_length=5)] = "",
) -> Response:
    """The GM's hand on a door; a token opens one by an action of its system."""
    return _done(request, here, tables, SetDoor(barrier[:100], is_open == "on"))


@router.post("/answer")
def answer(
    request: Request,
    here: SeatedHere,
    tables: TablesHere,
    prompt: Annotated[str, Form(max_length=200)],
    option: Annotated[str, Form(max_length=200)],
    remember: Annotated[str, Form(max_length=20)] = "",
) -> Response:
    """Answer the open prompt; `remember` keeps the answer for this kind of prompt."""
    kept = remember if remember in ("always", "never") else None
    return _done(request, here, tables, Answer(prompt, option, kept))


@router.post("/call-off")
def call_off(request: Request, here: SeatedHere, tables: TablesHere) -> Response:
    return _done(request, here, tables, CallOff())


@router.post("/undo")
def undo(
    request: Request, here: SeatedHere, tables: TablesHere, action: Annotated[int | None, Form()] = None
) -> Response:
    """Take back the last action, if it still is the one that the button named."""
    return _done(request, here, tables, Undo(action), closes=True)


@router.post("/redo")
def redo(
    request: Request, here: SeatedHere, tables: TablesHere, action: Annotated[int | None, Form()] = None
) -> Response:
    return _done(request, here, tables, Redo(action), closes=True)


@router.post("/rewind")
def rewind(request: Request, here: SeatedHere, tables: TablesHere) -> Response:
    return _done(request, here, tables, RewindTurn(), closes=True)


@router.post("/standing")
def standing(
    request: Request,
    here: SeatedHere,
    tables: TablesHere,
    kind: Annotated[str, Form(max_length=100)],
    answer: Annotated[str, Form(max_length=20)],
) -> Response:
    """Always, never, or ask me, for one kind of prompt."""
    return _done(request, here, tables, SetStanding(kind, answer))


def _done(request: Request, here: Seated, tables: Tables, command: Command, *, closes: bool = False) -> Response:
    """Carry a command out and answer with what it changed for this seat. `closes`: the open question is over."""
    before = KITCHEN.render(KITCHEN.eye(tables, here.encounter, here.viewer), here.lang)
    after = tables.handle(here.table_id, here.viewer, command)
    if not wants_fragment(request):
        return RedirectResponse(_back(request, f"/t/{here.table_id}"), 303)
    eye = KITCHEN.eye(tables, after, here.viewer)
    html = KITCHEN.render(eye, here.lang).changed_since(before)
    if closes:
        html += fragment(
            here.lang,
            "board/_answer.html",
            asked=None,
            lines="best",
            watched=asking.watched(eye),
            dock=None,
            oob=True,
            **frame(eye),
        )
    return HTMLResponse(html + _toast(eye, here.lang, command))


def _back(request: Request, board: str) -> str:
    """Where a plain form goes on: the text board it was sent from, else the board."""
    return f"{board}/text" if path_of(request.headers.get("referer", "")) == f"{board}/text" else board


def _toast(eye: Eye, lang: str, command: Command) -> str:
    """What was just done, in a sentence, with its undo."""
    if eye.state.pending is not None:
        return ""
    undone = eye.state.undone[-1] if eye.state.undone else None
    if isinstance(command, Undo | RewindTurn) and undone is not None:
        return fragment(
            lang, "board/_toast.html", told=say("Taken back: {what}", what=undone.label), undo=None, **frame(eye)
        )
    last = undo_for(eye.state, eye.viewer)
    if last is None or not isinstance(command, Act | Redo | Answer):
        return ""
    return fragment(lang, "board/_toast.html", told=last.label, undo=last, **frame(eye))


# --- live


@router.get("/stream")
async def stream(
    request: Request,
    tables: TablesHere,
    device: Device,
    lang: Lang,
    table_id: str,
    since: Annotated[int, Query(ge=0)] = 0,
    page: Annotated[str, Query(max_length=20)] = "board",
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """What changes for this seat, as fragments. One stream a visible tab; resumes by Last-Event-ID."""
    kind = page if page in PAGES else "board"
    viewer = await run_in_threadpool(seat_of, tables, table_id, device, kind)
    seen = int(last_event_id) if last_event_id and _is_number(last_event_id) else since
    return EventStream(tables.hub, table_id, SeatFeed(tables, table_id, viewer, lang, kind), seen)
