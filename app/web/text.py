"""The text board: the whole table without the drawn map, for the keyboard, the screen reader and the phone."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response

from app.encounter.errors import Refused
from app.web.board import asking
from app.web.board.asking import Answered, Question
from app.web.board.eye import Eye
from app.web.board.panels import rest
from app.web.board.parts import HISTORY, KITCHEN, LOG, PAGES, PROMPT, SCENE, TURN_ORDER, contexts, frame
from app.web.board.router import overrules_of
from app.web.deps import SeatedHere, TablesHere
from app.web.render import page
from app.web.squares import parse_square
from app.web.text_view import text_view, title_of
from app.web.token_form import NO_SUCH_SQUARE
from geometry.grid import Square
from rules.errors import IllegalAction
from rules.text import Text

router = APIRouter(prefix="/t/{table_id}")
PARTS = (TURN_ORDER, HISTORY, PROMPT, LOG, SCENE)
PAGES["text"] = PARTS
Word = Annotated[str, Query(max_length=200)]
Words = Annotated[list[str], Query(max_length=20)]


def question_here(
    token: Word = "",
    action: Word = "",
    weapon: Word = "",
    target: Word = "",
    x: Annotated[int | None, Query(ge=-1000, le=1000)] = None,
    y: Annotated[int | None, Query(ge=-1000, le=1000)] = None,
    square: Word = "",
    over_key: Words = [],  # noqa: B006
    over_value: Words = [],  # noqa: B006
    over_reason: Words = [],  # noqa: B006
) -> Question:
    """The question of the address; a square may be given by its name."""
    named = parse_square(square)
    chosen = named or (None if x is None or y is None else Square(x, y))
    overrules = overrules_of(over_key, over_value, over_reason)
    return Question(
        token or None, action or None, weapon or None, target or None, chosen, overrules=overrules if action else ()
    )


@router.get("/text")
def text_board(
    request: Request,
    here: SeatedHere,
    tables: TablesHere,
    question: Annotated[Question, Depends(question_here)],
    square: Word = "",
) -> Response:
    """Who is where, what can be done, and the answer to what is asked, all in words."""
    eye = KITCHEN.eye(tables, here.encounter, here.viewer)
    asked, fault, rule = _answer(eye, question)
    if square.strip() and question.square is None:
        fault = NO_SUCH_SQUARE
    shown = text_view(eye, question.token, asked, fault, rule, square)
    return page(
        request,
        "text/page.html",
        title=title_of(shown),
        view=shown,
        rest=rest(eye),
        table_name=here.encounter.name,
        version=here.encounter.version,
        asked=None,
        **contexts(eye, PARTS),
        **frame(eye),
    )


def _answer(eye: Eye, question: Question) -> tuple[Answered | None, Text | None, str | None]:
    """The answer, or in which words it is refused."""
    if question.action is None and question.target is None:
        return None, None, None
    try:
        return asking.answer(eye, question), None, None
    except IllegalAction as refused:
        return None, refused.reason, refused.rule
    except Refused as refused:
        return None, refused.reason, None
