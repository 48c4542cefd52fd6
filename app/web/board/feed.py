"""What a seat's stream sends: the parts of its page that differ from what it was sent last."""

from app.encounter.errors import Gone
from app.encounter.state import Role
from app.encounter.viewer import Viewer
from app.service import Tables
from app.web.board.parts import KITCHEN, Rendered
from app.web.deps import NO_SEAT

SCREEN_EYES = ("screen",)  # pages that are always seen with the table screen's eyes, whoever opens them


def seat_of(tables: Tables, table_id: str, device: str | None, page: str) -> Viewer:
    """The eyes of a stream. Raises Gone for a browser without a seat, and while the GM has not let it in."""
    viewer = tables.seat_for(table_id, device) if device else None
    seat = tables.load(table_id).seats.get(viewer.seat) if viewer else None
    if viewer is None or seat is None or not seat.admitted:
        raise Gone(NO_SEAT)
    return Viewer(viewer.seat, Role.SCREEN) if page in SCREEN_EYES else viewer


class SeatFeed:
    """One open page of one seat."""

    def __init__(self, tables: Tables, table_id: str, viewer: Viewer, lang: str, page: str) -> None:
        self.tables, self.table_id, self.viewer = tables, table_id, viewer
        self.lang, self.page = lang, page
        self._sent: Rendered | None = None
        self._version = -1

    def news(self, seen: int) -> tuple[int, str] | None:
        """Version and fragments since `seen`: none where nothing changed for this seat. None once the seat is gone."""
        state = self.tables.load(self.table_id)
        seat = state.seats.get(self.viewer.seat)
        if seat is None or not seat.admitted or (seat.role != self.viewer.role and self.page not in SCREEN_EYES):
            return None
        if state.version == self._version:
            return seen, ""
        now = KITCHEN.render(KITCHEN.eye(self.tables, state, self.viewer), self.lang, self.page)
        # A page that was made from this very version has everything; any other gets the whole of it.
        first_and_fresh = self._sent is None and seen == state.version
        html = "" if first_and_fresh else now.changed_since(self._sent)
        self._sent, self._version = now, state.version
        return state.version, html
