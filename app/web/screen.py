"""The table screen: the map for everybody's eyes, full size, and ribbons that say whose turn it is."""

from dataclasses import dataclass, replace

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.encounter import view
from app.encounter.log import Entry
from app.encounter.state import Role
from app.encounter.viewer import Viewer
from app.i18n import translate
from app.web.board import asking, overlays
from app.web.board.eye import Eye
from app.web.board.overlays import Overlay
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


def _newest(eye: Eye) -> Entry | None:
    """The newest thing in the log, if it is something that was done on the map and still stands."""
    entry = next(iter(eye.entries), None)
    done = entry is not None and not entry.undone and any(one.card or one.path for one in entry.records)
    return entry if done else None


def overlay(eye: Eye) -> Overlay:
    """What is drawn over the map: the lines or the way of what was done last, until something else is."""
    entry = _newest(eye)
    if entry is None:
        return Overlay()
    shown = asking.reopened(eye, entry)
    card = shown.card.card if shown.card else None
    target = eye.known.get(card.target or "") if card else None
    if card is None or target is None or target.square is None:
        return shown.overlay
    size = max(eye.sheets[target.id].size, 1)
    tag = overlays.tag_view(card, target.square, size, named=target.name)
    return replace(shown.overlay, aimed=overlays.frame(target.square, size), tags=(tag,))


def _last(eye: Eye) -> tuple[Text | None, int | None]:
    """What happened last, and how likely it was."""
    entry = _newest(eye)
    if entry is None:
        return None, None
    record = next(one for one in reversed(entry.records) if one.card or one.path)
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
OVERLAY = Part(
    "screen-overlay",
    "board/_overlay.html",
    everybody,
    lambda eye: {"overlay": overlay(eye), "lines": "best"},
    is_svg=True,
)
PARTS = (TERRAIN, RIBBONS, OVERLAY)
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
        watched=overlay(eye),
        tokens=eye.tokens,
        **contexts(eye, PARTS),
        **frame(eye),
    )
