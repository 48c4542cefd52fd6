"""The board: the page of a table for its GM and players, its questions, acts and live stream."""

from app.web.board.router import router

__all__ = ["router"]
