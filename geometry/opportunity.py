"""Attacks of opportunity that a movement provokes."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from geometry.battlefield import Battlefield, Creature, Vision
from geometry.cover import Cover, cover
from geometry.errors import UnknownCreature
from geometry.grid import Square
from geometry.reach import are_adjacent, has_effect, threatens, within
from geometry.ruling import Evidence, Ruling
from geometry.sight import line_of_sight
from geometry.space import Space

RULES = ("SE-AOO-1", "SE-AOO-6", "SE-AOO-11")


class Strikes:
    """Who may strike at one mover, and where; every answer is remembered.

    `vision` says with what eyes an enemy looks (normal where it is silent).
    """

    def __init__(self, field: Battlefield, who: str, vision: Mapping[str, Vision] | None = None) -> None:
        mover = field.creatures.get(who)
        if mover is None:
            raise UnknownCreature(f"no creature {who!r} on this battlefield")
        self.field, self.mover, self.vision = field, mover, vision or {}
        self.enemies = [
            c
            for c in field.creatures.values()
            if c.id != who and c.able and c.threatens and c.reach is not None and field.are_enemies(mover, c)
        ]
        self._legal: dict[tuple[str, Square], bool] = {}
        self._steps: dict[tuple[Square, Square], tuple[str, ...]] = {}

    def on_step(self, left: Square, entered: Square) -> tuple[str, ...]:
        """The enemies that may strike when the mover goes from one top-left square to the next. Rule: SE-AOO-1, 6,
        11.
        """
        key = left, entered
        if key not in self._steps:
            self._steps[key] = tuple(e.id for e in self.enemies if self._provoked(e, left, entered))
        return self._steps[key]

    def _provoked(self, enemy: Creature, left: Square, entered: Square) -> bool:
        size = self.mover.size
        home = Space(enemy.square, enemy.size, enemy.id)
        reach, shape = enemy.reach or 0, self.field.options.reach_shape
        old, new = Space(left, size), Space(entered, size)
        if not within(home, old, max(reach, 1), shape) and not (set(new.squares) & enemy.space):
            return False
        leaves, stays = set(old.squares), set(new.squares)
        enters = bool((stays - leaves) & enemy.space)
        if not enters and not any(threatens(self.field, enemy.id, s) for s in leaves - stays):
            return False
        return self._is_legal(enemy, left)

    def _is_legal(self, enemy: Creature, at: Square) -> bool:
        """No cover and no total concealment where the mover stands. Rule: SE-AOO-6."""
        key = enemy.id, at
        if key not in self._legal:
            target = Space(at, self.mover.size, self.mover.id)
            home = Space(enemy.square, enemy.size, enemy.id)
            eyes = self.vision.get(enemy.id, Vision.NORMAL)
            self._legal[key] = (
                has_effect(self.field, home, target)
                and bool(line_of_sight(self.field, home, target, eyes).value)
                and (are_adjacent(home, target) or cover(self.field, home, target, melee=True).value is Cover.NONE)
            )
        return self._legal[key]


def opportunities(
    field: Battlefield, who: str, path: Sequence[tuple[int, int]], vision: Mapping[str, Vision] | None = None
) -> Ruling[Mapping[str, int]]:
    """Which enemies a movement gives an attack of opportunity, and where each has its first legal one.

    Rule: SE-AOO-1, SE-AOO-4, SE-AOO-6, SE-AOO-11. Whether an enemy is prone or has its attack left is not for geometry.

    Parameters
    ----------
    who : the creature that moves.
    path : top-left squares, the start included.
    vision : of enemies, by id.

    Returns
    -------
    Enemy id -> index in the path of the square whose leaving gives the attack, in the order of the field.

    Raises
    ------
    UnknownCreature : an id that is not on the field.
    """
    strikes = Strikes(field, who, vision)
    first: dict[str, int] = {}
    for index, (left, entered) in enumerate(pairwise(path)):
        for enemy in strikes.on_step(Square(*left), Square(*entered)):
            first.setdefault(enemy, index)
    ordered = {e.id: first[e.id] for e in strikes.enemies if e.id in first}
    squares = tuple(Square(*path[index]) for index in ordered.values())
    return Ruling(ordered, RULES, Evidence(squares=squares, tokens=tuple(ordered)))
