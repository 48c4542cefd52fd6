"""What a decision needs from outside: chance."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.dice import Dice


@dataclass(frozen=True)
class Means:
    """`new_id` gives short ids that say nothing about how many others there are."""

    dice: Dice
    new_id: Callable[[], str]
