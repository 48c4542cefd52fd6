"""Exact spatial rules on a square grid: lengths in squares, x to the right, y down."""
