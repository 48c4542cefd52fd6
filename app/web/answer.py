"""What the GM's side pages share: reading a posted form within bounds, and answering with a part or a whole page."""

from typing import Annotated, Any

from fastapi import Depends, HTTPException, Request
from fastapi.responses import HTMLResponse
from starlette.datastructures import FormData

from app.encounter import view
from app.web.deps import Seated, SeatedHere
from app.web.render import fragment, page, wants_fragment
from rules.text import Text

MOST_BYTES = 6 * 1024 * 1024  # a picture for a face, and its form
MOST_FIELDS = 1_000


async def posted(request: Request) -> FormData:
    """The form that was sent. Refused with 413 before it is read where it is too large or does not say how large."""
    length = request.headers.get("content-length", "")
    if not (length.isascii() and length.isdigit()) or int(length) > MOST_BYTES:
        raise HTTPException(413)
    return await request.form(max_files=1, max_fields=MOST_FIELDS)


Posted = Annotated[FormData, Depends(posted)]


def gm_here(here: SeatedHere) -> Seated:
    """The seat that asks, if it is the GM's; others get 403."""
    if not here.viewer.is_gm:
        raise HTTPException(403)
    return here


GmHere = Annotated[Seated, Depends(gm_here)]


def text_of(form: FormData, key: str) -> str:
    """A field of a form as text; a file where text belongs counts as nothing."""
    value = form.get(key, "")
    return value if isinstance(value, str) else ""


def show(
    request: Request,
    table: Seated,
    title: Text,
    part: str,
    status: int = 200,
    frame: str = "tokens/page.html",
    **context: Any,
) -> HTMLResponse:
    """A part of the side panel for a swap, or the page `frame` that holds just this part."""
    context |= {"table": table, "names": view.names_for(table.encounter, table.viewer)}
    if wants_fragment(request):
        return HTMLResponse(fragment(table.lang, part, **context), status)
    return page(request, frame, status, title=title, part=part, **context)
