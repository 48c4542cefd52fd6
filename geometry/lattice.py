"""The lattice of 1e-6 squares on which everything is computed exactly, and the predicates on it."""

from typing import TypeAlias

SCALE = 1_000_000
HALF = SCALE // 2
# Walls may leave the map, but not further than this: products of differences then fit into 64 bits.
FAR = 1_000

Vertex: TypeAlias = tuple[int, int]


def snap(length: float) -> int:
    """A coordinate in squares as a whole number of lattice units.

    Rule: Saga section 1: points within 1e-6 of each other are the same point. So what is nearer than that to a grid
    line lies on it.

    >>> snap(2.0000009), snap(1.9), snap(0.9999995)
    (2000000, 1900000, 1000000)
    """
    units = length * SCALE
    line = round(length) * SCALE
    return line if abs(units - line) < 0.999 else round(units)


def cross(ux: int, uy: int, vx: int, vy: int) -> int:
    """Positive when v lies clockwise of u (y runs down), 0 when they are parallel. Exact for ints and fractions."""
    return ux * vy - uy * vx


def sign(number: int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)
