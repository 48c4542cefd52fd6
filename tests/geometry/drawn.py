"""Small battlefields for tests: drawn as text, or out of the random scenes, and turned as one likes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from geometry.battlefield import Barrier, BarrierKind, Battlefield, Creature
from geometry.casefile import read_case
from geometry.grid import Point, Square
from tests.reference.scenes import make

# x and y of a turned map, each as (from x, from y, from the far side).
SYMMETRIES = tuple(
    (swap, flip_x, flip_y) for swap in (False, True) for flip_x in (False, True) for flip_y in (False, True)
)


def drawn(*rows: str, walls: Sequence[Mapping[str, Any]] = (), **more: Any) -> Battlefield:
    """A battlefield from rows of a case file; `more` are further keys of a case."""
    query = {"ask": "burst", "centre": [0, 0], "radius": 1}
    case = {"map": list(rows), "walls": list(walls), "query": query, **more}
    return read_case(case, "drawn", needs_expect=False).field


def wall(*points: tuple[float, float], kind: str = "wall") -> dict[str, Any]:
    """A wall of a case file."""
    return {"line": [list(p) for p in points], "kind": kind}


def scene(ask: str, seed: int) -> Battlefield:
    """A random battlefield that leans towards trouble."""
    return read_case(make(ask, seed), "random", needs_expect=False).field


def turned(field: Battlefield, swap: bool, flip_x: bool, flip_y: bool, by: tuple[int, int] = (0, 0)) -> Battlefield:
    """The same battlefield mirrored, turned and shifted right and down."""
    columns, rows = (field.rows, field.columns) if swap else (field.columns, field.rows)

    def place(x: float, y: float, size: float = 0) -> tuple[float, float]:
        if swap:
            x, y = y, x
        x, y = columns - x - size if flip_x else x, rows - y - size if flip_y else y
        return x + by[0], y + by[1]

    def square(at: Square, size: int = 1) -> Square:
        x, y = place(at.x, at.y, size)
        return Square(int(x), int(y))

    return Battlefield(
        columns + 2 * by[0],
        rows + 2 * by[1],
        tuple(replace(b, points=tuple(Point(*place(*p)) for p in b.points)) for b in field.barriers),
        {kind: frozenset(square(s) for s in of) for kind, of in field.squares.items()},
        {c.id: replace(c, square=square(c.square, c.size)) for c in field.creatures.values()},
        field.options,
    )


def with_walls(field: Battlefield, change: Callable[[Barrier], Sequence[Barrier]]) -> Battlefield:
    """The same battlefield, each wall put another way."""
    barriers = tuple(new for barrier in field.barriers for new in change(barrier))
    return replace(field, barriers=barriers)


def with_wall(field: Battlefield, *points: tuple[float, float], kind: BarrierKind = BarrierKind.WALL) -> Battlefield:
    """One wall more."""
    return replace(field, barriers=(*field.barriers, Barrier("one-more", kind, tuple(Point(*p) for p in points))))


def creature(field: Battlefield, who: str, **changes: Any) -> Battlefield:
    """One creature changed."""
    return field.with_creature(replace(field.creatures[who], **changes))


def stand(who: str, x: int, y: int, **more: Any) -> Creature:
    """A creature on a square."""
    return Creature(who, Square(x, y), **more)
