"""Where faces come from. A resolution asks for dice by `Roll`; the driver hands the request to one of these."""

import random
import re
import secrets
from collections.abc import Iterable, Sequence
from typing import Protocol

from rules.errors import RuleError

_DICE = re.compile(r"(\d{1,3})d(\d{1,4})")


def parse_dice(code: str) -> tuple[int, int]:
    """Number of dice and sides of "3d8".

    >>> parse_dice("3d8")
    (3, 8)
    """
    match = _DICE.fullmatch(code)
    if not match or not 1 <= int(match[1]) <= 100 or int(match[2]) < 2:
        raise RuleError(f"not a number of dice: {code!r}")
    return int(match[1]), int(match[2])


class Dice(Protocol):
    def roll(self, code: str) -> tuple[int, ...]:
        """Faces of `code` ("NdM") from left to right."""
        ...


class SecureDice:
    """The table's dice."""

    def roll(self, code: str) -> tuple[int, ...]:
        count, sides = parse_dice(code)
        return tuple(secrets.randbelow(sides) + 1 for _ in range(count))


class SeededDice:
    """Repeatable dice, for demonstrations and benchmarks."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def roll(self, code: str) -> tuple[int, ...]:
        count, sides = parse_dice(code)
        return tuple(self._random.randint(1, sides) for _ in range(count))


class ScriptedDice:
    """Dice that fall as a test says. A face too many, too few or impossible fails."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces: list[int] = list(faces)

    def roll(self, code: str) -> Sequence[int]:
        count, sides = parse_dice(code)
        if len(self._faces) < count:
            raise AssertionError(f"{code} is rolled but the script holds only {self._faces}")
        faces, self._faces = self._faces[:count], self._faces[count:]
        assert all(1 <= face <= sides for face in faces), (code, faces)
        return tuple(faces)

    def assert_used_up(self) -> None:
        assert not self._faces, f"faces left over: {self._faces}"
