"""What geometry costs: one ruling of each kind on drawn caves of 50 by 50 squares.

`python -m bench.geometry [--json FILE]` prints medians in milliseconds and writes them.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from geometry.battlefield import Barrier, BarrierKind, Battlefield, Creature, SquareKind
from geometry.cover import aim, cover
from geometry.grid import Point, Square
from geometry.movement import reachable
from geometry.reach import threatened_squares
from geometry.routes import routes
from geometry.sight import line_of_effect, line_of_sight

SIDE = 50


def scene(pieces: int, tokens: int = 30, seed: int = 7) -> Battlefield:
    """Rooms with gaps, bent walls off the grid, 40 pillars, crates and rubble, and tokens of two sides."""
    dice = random.Random(seed)
    barriers: list[Barrier] = []
    made = 0
    while made < pieces:
        x, y = dice.randrange(2, SIDE - 6), dice.randrange(2, SIDE - 6)
        if made % 2:
            line = [(float(x), float(y)), (float(x + dice.randrange(1, 5)), float(y))]
            if dice.random() < 0.5:
                line = [(b, a) for a, b in line]
        else:
            line = [(float(x), float(y))]
            for _ in range(dice.randrange(1, 6)):
                line.append((line[-1][0] + dice.uniform(-1, 1), line[-1][1] + dice.uniform(-1, 1)))
        line = line[: pieces - made + 1]
        barriers.append(Barrier(f"wall-{made}", BarrierKind.WALL, tuple(Point(*p) for p in line)))
        made += len(line) - 1
    floor = [Square(x, y) for x in range(SIDE) for y in range(SIDE)]
    dice.shuffle(floor)
    kinds = (SquareKind.SOLID, SquareKind.LOW, SquareKind.DIFFICULT, SquareKind.FOG)
    squares = {kind: frozenset(floor[40 * i : 40 * (i + 1)]) for i, kind in enumerate(kinds)}
    creatures = {
        f"token-{i}": Creature(f"token-{i}", floor[500 + i], side="ally" if i % 2 else "enemy") for i in range(tokens)
    }
    return Battlefield(SIDE, SIDE, tuple(barriers), squares, creatures)


def measure(ask: Callable[[], Any], times: int = 15) -> float:
    """Median milliseconds of one call."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        ask()
        found.append((time.perf_counter() - start) * 1000)
    return statistics.median(found)


def results() -> dict[str, float]:
    """All figures, by name."""
    found: dict[str, float] = {}
    for pieces in (50, 500, 5000):
        field = scene(pieces)
        found[f"prepare, {pieces} pieces"] = measure(lambda: scene(pieces).terrain, 3)
        others = list(field.creatures)[1:]
        moved = Square(SIDE // 2, SIDE // 2)
        field = field.with_creature(Creature("token-0", moved, side="enemy"))
        each = len(others)
        found[f"one sight ruling, {pieces}"] = (
            measure(lambda f=field: [line_of_sight(f, "token-0", b) for b in others], 5) / each
        )
        found[f"one effect ruling, {pieces}"] = (
            measure(lambda f=field: [line_of_effect(f, "token-0", b) for b in others], 5) / each
        )
        found[f"one cover ruling, {pieces}"] = (
            measure(lambda f=field: [cover(f, "token-0", b) for b in others], 5) / each
        )
        found[f"targets among 30 tokens, {pieces}"] = measure(lambda f=field: [aim(f, "token-0", b) for b in others], 5)
        found[f"threatened squares, {pieces}"] = measure(lambda f=field: threatened_squares(fresh(f), "token-0"), 5)
        found[f"reachable, speed 12, {pieces}"] = measure(lambda f=field: reachable(f, "token-0", 12))
        found[f"reachable, speed 12, door just opened, {pieces}"] = measure(
            lambda f=field: reachable(fresh(f), "token-0", 12), 5
        )
        found[f"routes with what they provoke, speed 6, {pieces}"] = measure(
            lambda f=field: [(r := routes(f, "token-0", 6)), [r.provokes(s) for s in r.costs]], 5
        )
    return found


def fresh(field: Battlefield) -> Battlefield:
    """The same field with nothing remembered but the walls themselves."""
    return field._with(terrain=field.terrain.with_barriers(field.barriers))


def main() -> None:
    """Print and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    found = results()
    for name, milliseconds in found.items():
        print(f"{milliseconds:9.3f} ms  {name}")
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
