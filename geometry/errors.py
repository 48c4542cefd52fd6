"""Questions and battlefields that cannot be: each a `ValueError` with the input in its message."""


class GeometryError(ValueError):
    """Anything that geometry cannot work with."""


class NotANumber(GeometryError):
    """A coordinate is NaN or infinite."""


class OnePointLine(GeometryError):
    """A wall whose points are all the same point."""


class TooSmall(GeometryError):
    """A size, radius or map below 1."""


class TooLarge(GeometryError):
    """More squares, wall pieces or creatures than a battlefield takes."""


class OffTheMap(GeometryError):
    """A square or a creature that is not on the map, or a point too far from it."""


class UnknownCreature(GeometryError):
    """No creature of that id stands on this battlefield."""


class EmptySpace(GeometryError):
    """A space without a square."""


class UnknownBarrier(GeometryError):
    """No barrier of that id is on this battlefield."""


class BadPath(GeometryError):
    """A path that cannot be walked; `reason` is one of the words of `movement.why_not`, `index` the step that fails."""

    def __init__(self, reason: str, index: int) -> None:
        super().__init__(f"step {index} of the path: {reason}")
        self.reason = reason
        self.index = index
