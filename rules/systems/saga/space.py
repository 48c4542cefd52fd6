"""Geometry as Saga asks for it: fighters in, rulings out. The one file here that knows geometry's functions."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from geometry.area import block_squares, burst_squares, in_area
from geometry.battlefield import Battlefield, Creature, SquareKind, Vision
from geometry.cover import Aim, Cover, aim, cover_from_point, cover_from_splash
from geometry.errors import BadPath
from geometry.flanking import flankers, flanking
from geometry.grid import Square, gaps
from geometry.movement import path_cost, why_not
from geometry.reach import counted_distance, in_reach, is_adjacent, threatened_squares
from geometry.routes import Route, Routes, cheapest_path, routes
from geometry.ruling import Ruling
from geometry.sight import line_of_effect, line_of_effect_to_point
from rules.systems.saga.fighter import Fighter
from rules.systems.saga.options import Options
from rules.systems.saga.slits import through_slit


def are_enemies(side: str, other: str) -> bool:
    """Two sides fight each other unless one is neutral."""
    return side != other and "neutral" not in (side, other)


class Space:
    """The battlefield at one moment, with everybody who has a place on it."""

    def __init__(self, terrain: Battlefield, fighters: Iterable[Fighter], options: Options) -> None:
        self.fighters = [fighter for fighter in fighters if fighter.square is not None]
        self.options = options
        self.terrain = terrain if terrain.options == options.spatial else terrain.with_options(options.spatial)
        self._aims: dict[tuple[str, str, bool], Aim] = {}

    def _creatures(self) -> dict[str, Creature]:
        found = {}
        for fighter in self.fighters:
            creature = fighter.creature()
            assert creature is not None
            hidden = fighter.is_down and not self.options.unconscious_give_cover
            found[fighter.id] = replace(creature, obstructs=False) if hidden else creature
        return found

    @cached_property
    def field(self) -> Battlefield:
        return self.terrain.with_creatures(self._creatures())

    def field_for(self, mover: Fighter) -> Battlefield:
        """The battlefield for a movement: only enemies stand in the way, only those who may strike now threaten."""
        creatures = self._creatures()
        for fighter in self.fighters:
            hostile = are_enemies(fighter.side, mover.side)
            creatures[fighter.id] = replace(
                creatures[fighter.id],
                side="enemy" if hostile else "mover",
                threatens=hostile and fighter.may_strike,
            )
        return self.terrain.with_creatures(creatures)

    # -- attacks

    def aim(self, attacker: Fighter, target: Fighter, *, melee: bool) -> Aim:
        """Sight, effect, cover and concealment of one attack, from one corner. Rule: SE-COVER-4."""
        key = (attacker.id, target.id, melee)
        if key not in self._aims:
            self._aims[key] = aim(
                self.field, attacker.id, target.id, melee=melee, vision=attacker.vision, blinded=attacker.fight.blinded
            )
        return self._aims[key]

    def distance(self, attacker: Fighter, target: Fighter) -> int:
        return counted_distance(self.field, attacker.id, target.id).value or 0

    def is_adjacent(self, one: Fighter, other: Fighter) -> bool:
        return is_adjacent(self.field, one.id, other.id)

    def square_in_reach(self, attacker: Fighter, square: Square) -> bool | None:
        """May a blow go into that square? One's own too (SE-SQ-1); None where the reach is not known."""
        if square in self.squares_of(attacker):
            return True
        if attacker.profile.is_tiny and attacker.profile.reach == 0:
            return False
        return in_reach(self.field, attacker.id, square).value

    def in_reach(self, attacker: Fighter, target: Fighter) -> Ruling[bool]:
        """Rule: SE-REACH-2 to 4: the Tiny strike only into their own squares."""
        if attacker.profile.is_tiny and attacker.profile.reach == 0:
            return Ruling(self.share_a_square(attacker, target), ("SE-REACH-4",))
        if self.share_a_square(attacker, target):
            return Ruling(True, ("SE-REACH-4",))
        return in_reach(self.field, attacker.id, target.id)

    def share_a_square(self, one: Fighter, other: Fighter) -> bool:
        spaces = [self.field.creatures[fighter.id].space for fighter in (one, other)]
        return bool(spaces[0] & spaces[1])

    def through_slit(self, attacker: Fighter, target: Fighter) -> Ruling[bool]:
        return through_slit(self.field, attacker.id, target.id)

    def flankers(self, attacker: Fighter, target: Fighter) -> tuple[str, ...]:
        return flankers(self.field, attacker.id, target.id).value or ()

    def unknown_flankers(self, attacker: Fighter, target: Fighter) -> tuple[str, ...]:
        """Allies of whom nobody can say whether they flank: one of the two has no reach in its profile."""
        return tuple(
            ally.id
            for ally in self.fighters
            if ally.side == attacker.side
            and ally.id not in (attacker.id, target.id)
            and flanking(self.field, attacker.id, ally.id, target.id).undecided
        )

    # -- areas

    def burst(self, centre: Square, radius: int) -> Ruling[frozenset[Square]]:
        """Rule: SE-AREA-2."""
        return burst_squares(self.field, centre, radius)

    def block(self, square: Square) -> Ruling[frozenset[Square]]:
        """Rule: SE-AUTO-1."""
        return block_squares(self.field, square)

    def round_point(self, centre: Square) -> list[Square]:
        """The squares on the map that meet at an intersection."""
        around = [Square(centre.x - i, centre.y - j) for i in (0, 1) for j in (0, 1)]
        return [square for square in around if self.field.has(square)]

    def in_area(self, squares: frozenset[Square]) -> tuple[str, ...]:
        """Rule: SE-AREA-2, SE-AREA-4: in reading order."""
        return in_area(self.field, squares)

    def effect_to_point(self, attacker: Fighter, centre: Square) -> Ruling[bool]:
        return line_of_effect_to_point(self.field, attacker.id, centre)

    def effect_to_square(self, attacker: Fighter, square: Square) -> Ruling[bool]:
        return line_of_effect(self.field, attacker.id, square)

    def cover_from_point(self, centre: Square, target: Fighter, thrower: Fighter) -> Ruling[Cover]:
        """Rule: SE-COVER-12."""
        return cover_from_point(self.field, centre, target.id, thrower.id)

    def cover_from_splash(self, primary: Fighter, other: Fighter) -> Ruling[Cover]:
        """Rule: SE-COVER-12, SE-SPLASH-2."""
        return cover_from_splash(self.field, primary.id, other.id)

    # -- threat

    def threatened_by(self, fighter: Fighter) -> frozenset[Square] | None:
        """The squares that it threatens; None where its reach is not known. Rule: SE-REACH-2, SE-THREAT-1."""
        return threatened_squares(self.field, fighter.id).value

    def squares_of(self, fighter: Fighter, square: Square | None = None) -> frozenset[Square]:
        """The squares it fills, where it stands or from another top-left square."""
        creature = fighter.creature(square)
        return creature.space if creature is not None else frozenset()

    def distance_to_square(self, fighter: Fighter, square: Square) -> int:
        """Counted distance to one square. Rule: SE-DIST-1."""
        return sum(gaps(self.squares_of(fighter), [square]))

    def is_on_map(self, square: Square) -> bool:
        return self.terrain.has(square)

    def double_squares(self) -> frozenset[Square]:
        """Squares that cost double to enter. Rule: SE-MOVE-2."""
        kinds = (SquareKind.DIFFICULT, SquareKind.LOW)
        return frozenset().union(*(self.terrain.squares.get(kind, frozenset()) for kind in kinds))

    # -- movement

    @property
    def _eyes(self) -> dict[str, Vision]:
        return {fighter.id: fighter.vision for fighter in self.fighters}

    def may_stay(self, mover: Fighter, square: Square) -> bool:
        """Does nobody stand there beside whom it may not end a move? Rule: SE-MOVE-6."""
        own = self.squares_of(mover, square)
        others = (other for other in self.fighters if other.id != mover.id)
        return not any(
            own & self.squares_of(other)
            for other in others
            if not (other.is_dead or other.profile.is_tiny or mover.profile.is_tiny)
        )

    def routes(self, mover: Fighter, budget: int, *, tumble: bool = False) -> Routes:
        """Where a movement may end, at what cost, provoking whom. Rule: SE-MOVE-8, 9, 14."""
        field = self.field_for(mover)
        return routes(field, mover.id, budget, squeeze=mover.may_squeeze, tumble=tumble, vision=self._eyes)

    def best_path(
        self, mover: Fighter, to: Square, via: Sequence[Square], budget: int | None, *, tumble: bool = False
    ) -> Route | None:
        """The cheapest way that provokes least. Rule: SE-MOVE-9."""
        return cheapest_path(
            self.field_for(mover),
            mover.id,
            to,
            via=tuple(via),
            budget=budget,
            squeeze=mover.may_squeeze,
            tumble=tumble,
            vision=self._eyes,
        )

    def walk(self, mover: Fighter, path: Sequence[Square], *, tumble: bool = False) -> tuple[int, ...]:
        """The running cost of a path of single steps. Raises BadPath. Rule: SE-MOVE-1 to 6, SE-MOVE-14."""
        ruling = path_cost(self.field_for(mover), mover.id, tuple(path), squeeze=mover.may_squeeze, tumble=tumble)
        if ruling.value is None:
            raise BadPath(ruling.undecided or "blocked", 0)
        return ruling.value

    def why_not(self, mover: Fighter, to: Square, budget: int) -> str:
        return why_not(self.field_for(mover), mover.id, to, budget, squeeze=mover.may_squeeze)
