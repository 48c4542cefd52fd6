"""Outlines of objects: which squares they fill, and their part inside the picture."""

from collections.abc import Sequence

import shapely

from app.maps.walls import Run
from geometry.grid import Point, Square

SOLID_BELOW = 1.0  # squares of area


def default_kind(outline: Run) -> str:
    """Solid (a pillar) below one square of area, otherwise a low object."""
    return "solid" if shapely.Polygon(outline).area < SOLID_BELOW else "low"


def cells_spanned(outline: Run) -> int:
    """How many squares the box around an outline touches: the work that `squares_covered` has with it."""
    xs, ys = [p.x for p in outline], [p.y for p in outline]
    return (int(max(xs)) - int(min(xs)) + 1) * (int(max(ys)) - int(min(ys)) + 1)


def inside(outline: Run, columns: int, rows: int) -> list[Run]:
    """The outline as it is when all of it lies in the picture, otherwise its parts that do."""
    if all(0 <= p.x <= columns and 0 <= p.y <= rows for p in outline):
        return [outline]
    shape = shapely.make_valid(shapely.Polygon(outline)).intersection(shapely.box(0, 0, columns, rows))
    return [
        tuple(Point(round(x, 6), round(y, 6)) for x, y in part.exterior.coords[:-1])
        for part in shapely.get_parts(shape)
        if part.geom_type == "Polygon" and part.area > 0
    ]


def squares_covered(outline: Sequence[Point], columns: int, rows: int) -> frozenset[Square]:
    """Every square of which the outline covers at least half; when there is none, the one its centre lies in."""
    shape = shapely.make_valid(shapely.Polygon(outline))
    left, top, right, bottom = shape.bounds
    cells = [
        Square(x, y)
        for y in range(max(int(top), 0), min(int(bottom) + 1, rows))
        for x in range(max(int(left), 0), min(int(right) + 1, columns))
    ]
    boxes = shapely.box([c.x for c in cells], [c.y for c in cells], [c.x + 1 for c in cells], [c.y + 1 for c in cells])
    areas = shapely.area(shapely.intersection(shape, boxes))
    covered = frozenset(cell for cell, area in zip(cells, areas, strict=True) if area >= 0.5 - 1e-9)
    if covered:
        return covered
    centre = shape.centroid
    return frozenset({Square(min(int(centre.x), columns - 1), min(int(centre.y), rows - 1))})
