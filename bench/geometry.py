"""What geometry costs: one ruling of each kind on drawn caves of 50 by 50 squares.

`python -m bench.geometry [--json FILE]` prints medians in milliseconds of CPU and writes them.
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


def measure(ask: Callable[[], Any], times: int = 5, each: int = 1) -> float:
    """Median CPU milliseconds of one call, or of one of `each` things that it does."""
    found = []
    for _ in range(times):
        start = time.process_time()
        ask()
        found.append((time.process_time() - start) * 1000 / each)
    return statistics.median(found)


def results() -> dict[str, float]:
    """All figures, by name. What was remembered of the terrain is forgotten before each call, unless one says so."""
    found: dict[str, float] = {}
    for pieces in (50, 500, 5000):
        found |= {f"{name}, {pieces} wall pieces": figure for name, figure in figures(scene(pieces)).items()}
    return found


def figures(field: Battlefield) -> dict[str, float]:
    """The figures of one battlefield."""
    field = field.with_creature(Creature("token-0", Square(SIDE // 2, SIDE // 2), side="enemy"))
    many = len(field.terrain.pieces) > 1000
    others = list(field.creatures)[1 : 6 if many else None]

    def each(ask: Callable[[Battlefield, str, str], Any]) -> float:
        def all_targets() -> None:
            now = fresh(field)
            for other in others:
                ask(now, "token-0", other)

        return measure(all_targets, 3, len(others))

    def provoked(now: Battlefield) -> None:
        found = routes(now, "token-0", 6)
        for square in found.costs:
            found.provokes(square)

    one = {"sight ruling": each(line_of_sight), "effect ruling": each(line_of_effect), "cover ruling": each(cover)}
    if not many:
        one["30 targets"] = each(aim) * len(others)
        for other in others:
            aim(field, "token-0", other)
        one["threatened squares"] = measure(lambda: threatened_squares(fresh(field), "token-0"))
        one["30 targets, asked before"] = measure(lambda: [aim(field, "token-0", other) for other in others])
    one["reachable at speed 12"] = measure(lambda: reachable(field, "token-0", 12))
    one["reachable at speed 12, a door just opened"] = measure(lambda: reachable(fresh(field), "token-0", 12))
    one["routes at speed 6 and what they provoke"] = measure(lambda: provoked(fresh(field)))
    return one


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
