"""What a square is, in words: for the cursor of the keyboard and for whoever listens."""

from app.i18n import square_name
from app.web.board.eye import Eye
from app.web.board.terrain import SQUARE_WORDS
from app.web.board.tokens import SIDE_WORDS
from geometry.grid import Square
from rules.text import Text, say


def told_of(eye: Eye, square: Square) -> list[Text | str]:
    """Its name, who stands there and how they are, what the ground is."""
    said: list[Text | str] = [square_name(square)]
    field = eye.state.map
    if field is None or not (0 <= square.x < field.columns and 0 <= square.y < field.rows):
        return [say("Outside the map")]
    for id, token in eye.known.items():
        if token.square is None:
            continue
        size = max(eye.sheets[id].size, 1)
        if 0 <= square.x - token.square.x < size and 0 <= square.y - token.square.y < size:
            said.append(say("{name}, {side}", name=token.name, side=SIDE_WORDS.get(token.side, token.side)))
            said.extend(badge.label for badge in eye.sheets[id].badges)
            if id in eye.acting:
                said.append(say("has the turn"))
    said.extend(words for kind, words in SQUARE_WORDS.items() if square in field.squares.get(kind, ()))
    return said
