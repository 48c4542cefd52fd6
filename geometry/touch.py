"""Do segments touch? For whole arrays of them at once, exact: lattice units fit into 64 bits."""

import numpy as np


def touch(
    px: np.ndarray,
    py: np.ndarray,
    qx: np.ndarray,
    qy: np.ndarray,
    ax: np.ndarray,
    ay: np.ndarray,
    bx: np.ndarray,
    by: np.ndarray,
) -> np.ndarray:
    """Where the closed segment p-q touches the closed segment a-b, element by element as numpy broadcasts them."""
    dx, dy, ex, ey = qx - px, qy - py, bx - ax, by - ay
    sides = np.sign(dx * (ay - py) - dy * (ax - px)) * np.sign(dx * (by - py) - dy * (bx - px))
    back = np.sign(ex * (py - ay) - ey * (px - ax)) * np.sign(ex * (qy - ay) - ey * (qx - ax))
    return (
        (sides <= 0)
        & (back <= 0)
        & (np.maximum(px, qx) >= np.minimum(ax, bx))
        & (np.minimum(px, qx) <= np.maximum(ax, bx))
        & (np.maximum(py, qy) >= np.minimum(ay, by))
        & (np.minimum(py, qy) <= np.maximum(ay, by))
    )
