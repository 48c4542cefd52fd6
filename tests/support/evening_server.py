"""The house as `casilla serve` runs it, but for its dice: they fall as a file says.

Run as a program of its own, so that a test can kill it: `python -m tests.support.evening_server FILE serve --port 0`.
The file holds two faces, of a d20 and of every other die; an empty one leaves it to chance that is the same each time.
"""

import sys
from pathlib import Path

import app.main
from app.cli import main
from app.encounter.means import Means
from app.settings import Settings
from rules.dice import SeededDice, parse_dice


class FileDice:
    """Dice that read their faces anew at each roll, so that a test may turn them while the server runs."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seeded = SeededDice(7)

    def roll(self, code: str) -> tuple[int, ...]:
        count, sides = parse_dice(code)
        words = self._path.read_text().split()
        if not words:
            return self._seeded.roll(code)
        face = int(words[0] if sides == 20 else words[1])
        return (min(face, sides),) * count


def run(path: Path, command: list[str]) -> int:
    """The `casilla` command with dice from `path`."""
    create_app = app.main.create_app

    def with_dice(settings: Settings | None = None) -> object:
        house = create_app(settings)
        tables = house.state.tables
        tables.means = Means(FileDice(path), tables.means.new_id)
        return house

    app.main.create_app = with_dice  # type: ignore[assignment]
    return main(command)


if __name__ == "__main__":
    raise SystemExit(run(Path(sys.argv[1]), sys.argv[2:]))
