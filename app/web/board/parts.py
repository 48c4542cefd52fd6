"""The parts of a seat's page that change while it is open, each rendered once for all who see the same.

A part is a fragment with an id of its own. The page shows it, a post answers with it, the stream pushes it.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

from app.encounter.log import Entry, entries_of, entry_for
from app.encounter.state import Encounter
from app.encounter.viewer import Viewer
from app.service import Tables
from app.web.board import panels
from app.web.board.eye import Eye
from app.web.board.terrain import map_view
from app.web.board.tokens import TokenView
from app.web.render import fragment

SHOWN_IN_LOG = 60
OOB = ' hx-swap-oob="outerMorph"'
KEPT_TABLES = 50


@dataclass(frozen=True)
class Part:
    """A fragment. `audience`: viewers for whom it is equal see it alike; `context`: what its template is given.

    `is_svg`: it must travel inside an <svg>.
    """

    name: str
    template: str
    audience: Callable[[Eye], Hashable]
    context: Callable[[Eye], Mapping[str, Any]]
    is_svg: bool = False


def everybody(eye: Eye) -> Hashable:
    return "all"


def by_knowledge(eye: Eye) -> Hashable:
    """The GM, and players who know the same hidden tokens."""
    return eye.viewer.is_gm, frozenset(id for id, token in eye.known.items() if token.hidden)


def by_seat(eye: Eye) -> Hashable:
    return eye.viewer


def by_turn(eye: Eye) -> Hashable:
    """As by knowledge, and whether it is this seat's own turn."""
    return by_knowledge(eye), not eye.viewer.is_gm and any(token in eye.mine for token in eye.acting)


def _terrain(eye: Eye) -> Mapping[str, Any]:
    field = eye.state.map
    if field is None:
        return {"map": None}
    return {"map": map_view(field, f"/t/{eye.state.id}/picture/{field.picture.hash}" if field.picture else "")}


TERRAIN = Part("terrain", "board/_terrain.html", everybody, _terrain, is_svg=True)
TURN_ORDER = Part("turn-order", "board/_turn_order.html", by_turn, lambda eye: {"turn_order": panels.turn_order(eye)})
HISTORY = Part("history", "board/_history.html", by_seat, lambda eye: {"history": panels.history(eye)})
DOCK = Part("dock", "board/_docks.html", by_seat, lambda eye: {"dock": panels.dock(eye)})
PROMPT = Part("prompt", "board/_prompt.html", by_seat, lambda eye: {"prompt": panels.prompt(eye)})
REST = Part("panel-rest", "board/_panel_rest.html", by_seat, lambda eye: {"rest": panels.rest(eye)})
LOG = Part("log", "board/_log.html", by_knowledge, lambda eye: {"log": panels.log(eye)})
SCENE = Part("scene", "board/_scene.html", everybody, lambda eye: {"scene_version": eye.state.scene_version})

BOARD = (TERRAIN, TURN_ORDER, HISTORY, DOCK, PROMPT, REST, LOG, SCENE)
# What the stream pushes to each kind of page, besides the tokens. A page area of its own adds its own line.
PAGES: dict[str, tuple[Part, ...]] = {"board": BOARD}
IN_WORDS = {"text"}  # pages without a map: no token is drawn for them


@dataclass(frozen=True)
class Rendered:
    """A page's parts at one moment. `tokens` by id, lowest first; `layer` is all of them in one."""

    parts: Mapping[str, str]
    tokens: Mapping[str, str]
    layer: str

    def changed_since(self, before: "Rendered | None") -> str:
        """The fragments that turn `before` into this; all of them where there is no before."""
        found = [html for name, html in self.parts.items() if before is None or before.parts.get(name) != html]
        if before is None or list(before.tokens) != list(self.tokens):
            found.append(self.layer)
        else:
            moved = [html for id, html in self.tokens.items() if before.tokens[id] != html]
            if moved:
                found.append(in_svg("".join(moved)))
        return "".join(found)


def in_svg(inside: str) -> str:
    """SVG fragments travel inside an svg, or they land in the wrong namespace and stay invisible."""
    return f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>'


class Kitchen:
    """Makes eyes and parts, and keeps what it rendered as long as nothing that went into it changes."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._tables: OrderedDict[str, dict[Hashable, tuple[Any, str]]] = OrderedDict()
        self._logs: OrderedDict[tuple[str, int], list[Entry]] = OrderedDict()

    def eye(self, tables: Tables, state: Encounter, viewer: Viewer) -> Eye:
        """The eyes of a seat on `state`, its log included."""
        seen = []
        for entry in reversed(self._entries(tables, state)):
            if (own := entry_for(state, viewer, entry)) is not None:
                seen.append(own)
            if len(seen) == SHOWN_IN_LOG:
                break
        return Eye(state, viewer, tuple(seen))

    def _entries(self, tables: Tables, state: Encounter) -> list[Entry]:
        key = (state.id, state.version)
        with self._lock:
            entries = self._logs.get(key)
        if entries is None:
            entries = entries_of(tables.stored(state.id)[: state.version])
            with self._lock:
                _keep(self._logs, key, entries)
        return entries

    def render(self, eye: Eye, lang: str, page: str = "board") -> Rendered:
        """All parts of a page for this seat."""
        shown = self._table(eye.state.id)
        parts = {part.name: self.part(eye, lang, part) for part in PAGES[page]}
        if page in IN_WORDS:
            return Rendered(parts, {}, "")
        tokens = {token.id: self._token(shown, eye, lang, token) for token in eye.tokens}
        inside = "".join(tokens.values()).replace(OOB, "")
        layer = f'<g id="layer-tokens" class="layer-tokens"{OOB}>{inside}</g>'
        return Rendered(parts, tokens, in_svg(layer))

    def part(self, eye: Eye, lang: str, part: Part) -> str:
        """One part as a fragment to be swapped in."""
        shown = self._table(eye.state.id)
        slot = (part.name, part.audience(eye), lang)
        if part is TERRAIN and slot in shown and shown[slot][0] is eye.state.map:
            return shown[slot][1]
        context = part.context(eye)
        inputs = eye.state.map if part is TERRAIN else (context, eye.names)
        if slot in shown and shown[slot][0] == inputs:
            return shown[slot][1]
        html = fragment(lang, part.template, **context, **frame(eye), oob=True)
        html = in_svg(html) if part.is_svg else html
        shown[slot] = (inputs, html)
        return html

    def _token(self, shown: dict[Hashable, tuple[Any, str]], eye: Eye, lang: str, token: TokenView) -> str:
        slot = ("token", token.id, eye.viewer.is_gm, token.mine, token.bar is None, lang)
        if slot not in shown or shown[slot][0] != token:
            shown[slot] = (token, fragment(lang, "board/_token.html", token=token, oob=True))
        return shown[slot][1]

    def _table(self, table: str) -> dict[Hashable, tuple[Any, str]]:
        with self._lock:
            shown = self._tables.get(table, {})
            _keep(self._tables, table, shown)
            return shown


def _keep(kept: OrderedDict[Any, Any], key: Hashable, value: Any) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > KEPT_TABLES:
        kept.popitem(last=False)


def frame(eye: Eye) -> dict[str, Any]:
    """What every fragment of a board may use: table, names, whether the GM looks."""
    return {"table": eye.state.id, "names": eye.names, "is_gm": eye.viewer.is_gm}


def contexts(eye: Eye, parts: Iterable[Part]) -> dict[str, Any]:
    """The contexts of several parts together, for a page that holds them."""
    found: dict[str, Any] = {}
    for part in parts:
        found |= part.context(eye)
    return found


KITCHEN = Kitchen()
