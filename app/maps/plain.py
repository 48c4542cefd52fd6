"""A plain picture as a map: its grid from the file's name, or asked for."""

import math

from app.maps.picture import PictureFile, grid_in_name
from app.maps.report import Note
from app.maps.universal_vtt import Draft
from rules.text import say

GUESSED_PIXELS = 70  # a square of pictures made for tables, as good a first sight as any
MOST_SQUARES = 500


def picture_draft(picture: PictureFile, file_name: str) -> tuple[Draft, bool]:
    """A map of the picture alone, and whether its columns and rows are known (else they are a guess, to be asked)."""
    named = grid_in_name(file_name)
    if named is None:
        columns = min(max(math.ceil(picture.width / GUESSED_PIXELS), 1), MOST_SQUARES)
        pixels = picture.width / columns
        rows = min(max(round(picture.height / pixels), 1), MOST_SQUARES)
        return Draft(columns, rows, pixels, picture=picture), False
    columns, rows = named
    across, down = picture.width / columns, picture.height / rows
    notes: tuple[Note, ...] = ()
    if abs(across / down - 1) > 0.01:
        shape = say(
            "The picture ({width} × {height} pixels) has another shape than the map ({columns} × {rows} squares): "
            "check the grid.",
            width=picture.width,
            height=picture.height,
            columns=columns,
            rows=rows,
        )
        notes = (Note(shape),)
    return Draft(columns, rows, across, picture=picture, notes=notes), True
