"""Drawing on the board: one stroke a post, each an action of its own that can be undone."""

import secrets
from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import Response

from app.encounter.errors import Refused
from app.maps.drawing import Stroke, edit
from app.web.answer import GmHere
from app.web.deps import TablesHere
from geometry.grid import Point
from rules.text import say

router = APIRouter(prefix="/t/{table_id}")
Place = Annotated[float, Form(ge=-1, le=1_000, allow_inf_nan=False)]


@router.post("/map/draw")
def draw(
    here: GmHere,
    tables: TablesHere,
    tool: Annotated[str, Form(max_length=40)],
    x1: Place,
    y1: Place,
    x2: Place,
    y2: Place,
) -> Response:
    """A tool drawn from one place to another (in squares). What changed comes by the stream."""
    if here.encounter.map is None:
        raise Refused(say("There is no map yet."))
    stroke = Stroke(tool, Point(x1, y1), Point(x2, y2))
    tables.handle(here.table_id, here.viewer, edit(here.encounter.map, stroke, lambda: f"b{secrets.token_hex(4)}"))
    return Response(status_code=204)
