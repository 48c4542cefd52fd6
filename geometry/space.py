"""The squares and corners that a creature fills, or would fill if it stood there."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from geometry.errors import UnknownCreature
from geometry.grid import Square
from geometry.lattice import HALF, SCALE, Vertex

if TYPE_CHECKING:
    from geometry.battlefield import Battlefield


class Corner(NamedTuple):
    """A corner of a square, in lattice units, with the centre of that square and the way inside from the corner."""

    at: Vertex
    centre: Vertex
    inward: Vertex  # (+1 or -1, +1 or -1)


@dataclass(frozen=True, slots=True)
class Space:
    """`size` squares a side from the top-left `square`; `owner` is the creature that fills it (which then never
    obstructs).
    """

    square: Square
    size: int = 1
    owner: str | None = None

    @property
    def squares(self) -> tuple[Square, ...]:
        """All its squares in reading order."""
        x, y = self.square
        return tuple(Square(x + i, y + j) for j in range(self.size) for i in range(self.size))

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom in lattice units."""
        x, y = self.square
        return x * SCALE, y * SCALE, (x + self.size) * SCALE, (y + self.size) * SCALE

    @property
    def centre(self) -> Vertex:
        """In lattice units."""
        return self.square[0] * SCALE + self.size * HALF, self.square[1] * SCALE + self.size * HALF

    @property
    def corners(self) -> tuple[Corner, Corner, Corner, Corner]:
        """The outer corners in reading order: top-left, top-right, bottom-right, bottom-left.

        Rule: SE-COVER-7: a corner belongs to the square of the space that it is a corner of.
        """
        left, top, right, bottom = self.box
        return tuple(  # type: ignore[return-value]
            Corner((x, y), (x + dx * HALF, y + dy * HALF), (dx, dy))
            for x, y, dx, dy in ((left, top, 1, 1), (right, top, -1, 1), (right, bottom, -1, -1), (left, bottom, 1, -1))
        )

    def single(self, square: Square) -> "Space":
        """One square of it, still of the same owner."""
        return Space(square, 1, self.owner)


Where: TypeAlias = str | Space | Square | tuple[int, int]


def space_of(field: "Battlefield", where: Where) -> Space:
    """The space that a creature id, a space or a bare square means.

    Raises UnknownCreature when no creature of that id stands on the field.
    """
    if isinstance(where, Space):
        return where
    if isinstance(where, str):
        creature = field.creatures.get(where)
        if creature is None:
            raise UnknownCreature(f"no creature {where!r} on this battlefield")
        return Space(creature.square, creature.size, creature.id)
    return Space(Square(*where))
