"""Which lines through two critical points are worth an exact look: a quick sieve in floating point with bounded
errors.
"""

from collections.abc import Callable, Iterator
from itertools import product

import numpy as np

from geometry.lattice import SCALE, Vertex
from geometry.near import Near
from geometry.region import Polygon, Shape
from geometry.space import Space


def candidates(
    near: Near,
    a: Space,
    b: Space,
    points: list[Vertex],
    scale: int,
    pieces: tuple[list[Polygon], list[Polygon]],
    shapes: set[Shape],
) -> Iterator[tuple[int, int, list[int]]]:
    """Pairs of critical points whose line is not plainly blocked, with the edges that a hair's movement may bring
    into play.
    """
    ox, oy = a.box[0], a.box[1]
    at = np.array([((x - ox * scale) / scale, (y - oy * scale) / scale) for x, y in points])
    first, second = np.triu_indices(len(points), 1)
    start, way = at[first], at[second] - at[first]
    length = np.hypot(way[:, 0], way[:, 1])
    usable = length > 0
    always = np.flatnonzero(~usable)  # too close together for floating point: left to the exact test
    first, second, start, length = first[usable], second[usable], start[usable], length[usable]
    ux, uy = (way[usable] / length[:, None]).T
    # Ends are whole units and exact; corners of cut squares are rounded, which a short way between two points
    # magnifies.
    margin = 0.01 + (0 * length if shapes == {Shape.WHOLE} else 200 / length)

    def seen(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        rx, ry = x[None, :] - start[:, :1], y[None, :] - start[:, 1:]
        return ux[:, None] * ry - uy[:, None] * rx, ux[:, None] * rx + uy[:, None] * ry

    boxes = [np.array(s.box, dtype=float) - (ox, oy, ox, oy) for s in (a, b)]
    views = [seen(box[[0, 2, 2, 0]], box[[1, 1, 3, 3]]) for box in boxes]
    meets = np.ones(len(first), dtype=bool)
    for side, _ in views:
        meets &= (side.min(axis=1) <= margin) & (side.max(axis=1) >= -margin)
    rows = np.flatnonzero(meets)
    first, second, start, ux, uy, margin = (
        first[rows],
        second[rows],
        start[rows],
        ux[rows],
        uy[rows],
        margin[rows, None],
    )
    edges = near.edges - np.array([ox, oy, ox, oy])
    side_a, along_a = seen(edges[:, 0].astype(float), edges[:, 1].astype(float))
    side_b, along_b = seen(edges[:, 2].astype(float), edges[:, 3].astype(float))
    through = (side_a * side_b < 0) & (np.minimum(abs(side_a), abs(side_b)) > margin)
    span = np.where(through, side_a - side_b, 1)
    met = along_a + (along_b - along_a) * side_a / span
    # The middles of chords are known to a thousandth of the sides of their pieces.
    slack = 2 + abs(along_b - along_a) * margin / abs(span) + 0.002 * SCALE * max(a.size, b.size)
    along = [view[1][rows] for view in views]
    blocked = through & (
        ((met - slack > along[0].max(axis=1)[:, None]) & (met + slack < along[1].min(axis=1)[:, None]))
        | ((met - slack > along[1].max(axis=1)[:, None]) & (met + slack < along[0].min(axis=1)[:, None]))
    )
    open_ = ~blocked.any(axis=1)
    if Shape.PIERCED not in shapes:
        # No edge enters a piece: one that is met between the middles of two chords is met between their pieces.
        views_of = [[_chords(seen, piece, (ox, oy), margin) for piece in of] for of in pieces]
        some = np.zeros(len(first), dtype=bool)
        for (meets_a, middle_a), (meets_b, middle_b) in product(*views_of):
            low, high = np.minimum(middle_a, middle_b), np.maximum(middle_a, middle_b)
            between = through & (met - slack > low[:, None]) & (met + slack < high[:, None])
            some |= meets_a & meets_b & ~between.any(axis=1)
        open_ &= some
    beside = ~((np.minimum(side_a, side_b) > margin) | (np.maximum(side_a, side_b) < -margin))
    for row in np.flatnonzero(open_).tolist():
        yield int(first[row]), int(second[row]), np.flatnonzero(beside[row]).tolist()
    pairs = np.triu_indices(len(points), 1)
    for row in always.tolist():
        yield int(pairs[0][row]), int(pairs[1][row]), list(range(len(near.edges)))


def _chords(
    seen: Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]],
    piece: Polygon,
    origin: tuple[int, int],
    margin: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """For each line, whether it may meet a convex piece, and the middle of its chord there.

    NaN, which is never between anything, where rounding leaves the middle uncertain.
    """
    side, along = seen(*(np.array([float(p[i] - origin[i]) for p in piece]) for i in (0, 1)))
    on = abs(side) <= margin
    after, along_after = np.roll(side, -1, axis=1), np.roll(along, -1, axis=1)
    through = (side * after < 0) & ~on & ~np.roll(on, -1, axis=1)
    met = along + (along_after - along) * side / np.where(through, side - after, 1)
    places = np.concatenate([np.where(on, along, np.nan), np.where(through, met, np.nan)], axis=1)
    known = ~np.isnan(places)
    meets = known.any(axis=1)
    low = np.where(known, places, np.inf).min(axis=1)
    high = np.where(known, places, -np.inf).max(axis=1)
    # A corner next to the line whose side leaves it at a tiny angle: the chord may begin far from the corner.
    flat = (~on & (abs(side) < 1000 * margin)).any(axis=1) & on.any(axis=1)
    middle = np.where(meets & ~flat, (np.where(meets, low, 0) + np.where(meets, high, 0)) / 2, np.nan)
    return meets, middle
