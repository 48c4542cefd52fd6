"""The table screen: the map for everybody's eyes, full size, and ribbons that say whose turn it is."""

from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.encounter import view
from app.encounter.state import Role
from app.encounter.viewer import Viewer
from app.i18n import translate
from app.web.board.eye import Eye
from app.web.board.parts import KITCHEN, PAGES, TERRAIN, Part, contexts, everybody, frame
from app.web.board.tokens import FaceView
from app.web.deps import SeatedHere, TablesHere
from app.web.render import page
from rules.text import Text, TokenName, say

router = APIRouter(prefix="/t/{table_id}")


@dataclass(frozen=True)
class RibbonsView:
    """What the ribbons say: whose turn, what is asked or was done last and its chance, who is next."""

    turn: Text
    face: FaceView | None = None
    acting: bool = False
    asked: Text | None = None
    percent: int | None = None
    next: str | None = None


def ribbons(eye: Eye) -> RibbonsView:
    """The ribbons for everybody's eyes."""
    prompt = view.prompt_for(eye.state, eye.viewer)
    asked, percent = (prompt.waits, None) if prompt else _last(eye)
    acting = next(iter(eye.acting), None)
    if eye.turn is None or acting is None:
        return RibbonsView(
            say("No fight goes on") if eye.turn is None else say("Waiting"), asked=asked, percent=percent
        )
    return RibbonsView(
        turn=say("{token}’s turn", token=TokenName(acting)),
        face=eye.faces.get(acting),
        acting=True,
        asked=asked,
        percent=percent,
        next=_next(eye, acting),
    )


def _last(eye: Eye) -> tuple[Text | None, int | None]:
    """What happened last, while it is the newest thing in the log."""
    entry = next(iter(eye.entries), None)
    if entry is None or entry.undone or not entry.records:
        return None, None
    record = next((one for one in reversed(entry.records) if one.card or one.path), None)
    if record is None:
        return None, None
    chance = record.card.chance if record.card else None
    return record.headline, None if chance is None else round(chance * 100)


def _next(eye: Eye, acting: str) -> str | None:
    """The name of who comes after whoever acts."""
    assert eye.turn is not None
    order = [entry.token for entry in eye.turn.entries if entry.state != "out" or entry.token == acting]
    if acting not in order or len(order) < 2:
        return None
    return eye.names.get(order[(order.index(acting) + 1) % len(order)])


RIBBONS = Part("screen-ribbons", "screen/_ribbons.html", everybody, lambda eye: {"ribbons": ribbons(eye)})
PARTS = (TERRAIN, RIBBONS)
PAGES["screen"] = PARTS


@router.get("/screen")
def screen(request: Request, here: SeatedHere, tables: TablesHere) -> Response:
    """The table screen. Whoever opens it, the GM too, sees what everybody may see."""
    eye = KITCHEN.eye(tables, here.encounter, Viewer(here.viewer.seat, Role.SCREEN))
    title = say("Table screen: {table}", table=here.encounter.name)
    return page(
        request,
        "screen/page.html",
        title=title,
        table_name=here.encounter.name,
        version=here.encounter.version,
        map_label=translate(title, here.lang),
        watched=None,
        lines="off",
        tokens=eye.tokens,
        **contexts(eye, PARTS),
        **frame(eye),
    )
