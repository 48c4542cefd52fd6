"""The scene while a question is answered or an action is carried out: read once, changed only by what is told."""

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from geometry.grid import Square
from rules.card import Record
from rules.effects import apply_effects
from rules.errors import IllegalAction, RuleError
from rules.request import Changed, Effect, Moved, Roll, Tell
from rules.scene import Combatant, Scene
from rules.systems.saga.fighter import Fighter
from rules.systems.saga.options import Options, read_options
from rules.systems.saga.profile import Weapon
from rules.systems.saga.space import Space
from rules.text import Text, say


class Play:
    """One scene and what has been told since; pure but for its own copy."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._read: dict[str, tuple[Combatant, Fighter]] = {}
        self._space: tuple[Scene, Space] | None = None
        self.memo: dict[Any, Any] = {}  # answers that hold for this scene; emptied when something is told

    @cached_property
    def options(self) -> Options:
        return read_options(self.scene.options)

    @property
    def in_fight(self) -> bool:
        return self.scene.turn is not None

    def get(self, token: str) -> Fighter | None:
        combatant = self.scene.combatants.get(token)
        if combatant is None:
            return None
        known = self._read.get(token)
        if known is None or known[0] is not combatant:
            fighter = Fighter(combatant)
            if not self._has_place(fighter):
                fighter.square = None
            known = (combatant, fighter)
            self._read[token] = known
        return known[1]

    def _has_place(self, fighter: Fighter) -> bool:
        """Does its whole space lie on the map? Otherwise it has no place there (SE-GM-1)."""
        terrain, size = self.scene.terrain, fighter.space_size
        if fighter.square is None:
            return False
        x, y = fighter.square
        return 0 <= x <= terrain.columns - size and 0 <= y <= terrain.rows - size

    def as_if(self, token: str, square: Square) -> "Play":
        """The same scene with a token on another square."""
        if self.scene.combatants[token].square == square:
            return self
        return self.after((Moved(token, (square,)),))

    def after(self, effects: Iterable[Effect]) -> "Play":
        """The same scene as it would stand after `effects`."""
        other = Play(apply_effects(self.scene, effects))
        other._read = dict(self._read)
        return other

    def fighter(self, token: str | None) -> Fighter:
        """The fighter of that id. Raises IllegalAction where there is none."""
        found = self.get(token) if isinstance(token, str) else None
        if found is None:
            raise IllegalAction("SE-GM-1", say("There is no such token here."))
        return found

    @property
    def fighters(self) -> list[Fighter]:
        return [self.fighter(token) for token in self.scene.combatants]

    @property
    def space(self) -> Space:
        """The battlefield as it stands now."""
        if self._space is None or self._space[0] is not self.scene:
            self._space = (self.scene, Space(self.scene.terrain, self.fighters, self.options))
        return self._space[1]

    def tell(self, effects: Iterable[Effect] = (), record: Record | None = None) -> Tell:
        """The request that stores `effects`; they hold from here on."""
        told = tuple(effects)
        self.memo.clear()
        self.scene = apply_effects(self.scene, told)
        return Tell(told, record)

    def d20(self, fighter: Fighter, purpose: Text) -> Roll:
        return self.dice("1d20", fighter, purpose)

    def dice(self, code: str, fighter: Fighter, purpose: Text) -> Roll:
        secret = not self.options.players_see_rolls and fighter.side != "ally"
        return Roll(code, purpose, by=fighter.id, secret=secret)


def weapon_change(fighter: Fighter, ref: str, **fields: Any) -> Changed:
    """The effect that gives the weapon `ref` new figures (shots, settings, place)."""
    weapons: list[Weapon] = list(fighter.profile.weapons)
    if not ref.isdigit() or int(ref) >= len(weapons):
        raise RuleError(f"no weapon {ref!r}")
    weapons[int(ref)] = weapons[int(ref)].model_copy(update=fields)
    return Changed(fighter.id, profile={"weapons": [weapon.model_dump(mode="json") for weapon in weapons]})


def merged(*changes: Changed) -> tuple[Changed, ...]:
    """One effect a token, later fields winning."""
    by_token: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}
    for change in changes:
        profile, fight = by_token.setdefault(change.token, ({}, {}))
        profile.update(change.profile)
        fight.update(change.fight)
    return tuple(Changed(token, profile, fight) for token, (profile, fight) in by_token.items())


def text_arg(args: Mapping[str, Any], key: str) -> str | None:
    """A word in an action's `args`. Raises IllegalAction where it is something else."""
    value = args.get(key)
    if value is None or isinstance(value, str):
        return value
    raise IllegalAction("SE-GM-1", say("“{key}” must be a word.", key=key))


def number_arg(args: Mapping[str, Any], key: str, least: int, most: int) -> int | None:
    """A whole number in an action's `args`, also as a form writes it. Raises IllegalAction where it is none."""
    value = args.get(key)
    if value is None or value == "":
        return None
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,8}", value.strip()):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise IllegalAction(
            "SE-GM-1", say("“{key}” must be a whole number from {least} to {most}.", key=key, least=least, most=most)
        )
    return value
