"""Whatever is asked, the answer is a card, a resolution or a refusal: never another error."""

import random
from collections.abc import Callable

import pytest

from geometry.grid import Square
from rules.errors import IllegalAction, RuleError
from rules.request import Ask, Roll
from rules.scene import Action, Combatant, Overrule, Scene
from rules.systems.saga import SYSTEM
from rules.systems.saga.deeds import DEEDS, TABLE_DEEDS
from tests.support.saga import fighting, floor, scene, token

TOKENS = ["a", "b", "c", "d", "nobody", "", None, 7, ["a"]]
WEAPONS = ["0", "1", "99", "unarmed", "Blaster rifle", "", None, 3, {}]
SQUARES = [Square(3, 3), Square(-1, 0), Square(10**12, 5), ("1", "2"), (1,), "ab", 5, None, (1.5, 2), (True, False)]
VALUES = ["x", "", -5, 10**40, None, [], {}, 1.5, True, "none", "d", "1", "−1", "1" * 50, float("nan")]
ARGS = ["distance", "cover", "concealment", "barrier", "token", "before", "count", "tokens"]
KEYS = [*DEEDS, *TABLE_DEEDS, "", "nonsense", None, 5, ["move"]]
OVERRULED = ["cover", "gm", "base", "outcome", "refusal", "reach", "nonsense", "reflex"]


def there() -> Scene:
    return scene(
        token("a", "trooper", (3, 2)),
        token("b", "knight", (4, 2), "ally"),
        token("c", "brute", (6, 6), "ally", reach=None),
        token("d", "vermin", None),
        Combatant("e", "E", "neutral", Square(500, 500), token("e", "officer", None).profile, {"aim": 3}),
        terrain=floor(12, 10, marks={(5, 5): "o", (2, 2): "~"}),
    )


def some_action(pick: random.Random) -> Action:
    return Action(
        key=pick.choice(KEYS),
        actor=pick.choice(["a", "a", "b", "d", *TOKENS]),
        weapon=pick.choice(WEAPONS),
        target=pick.choice(TOKENS),
        square=pick.choice(SQUARES),
        path=tuple(pick.choice(SQUARES) for _ in range(pick.choice([0, 0, 1, 3]))),
        args={pick.choice(ARGS): pick.choice(VALUES) for _ in range(pick.randint(0, 3))},
        overrules=tuple(
            Overrule(pick.choice(OVERRULED), pick.choice(VALUES), "why") for _ in range(pick.choice([0, 0, 1, 2]))
        ),
    )


def carry_out(there: Scene, action: Action, pick: random.Random) -> None:
    resolution, value = SYSTEM.resolve(there, action), None
    for _ in range(200):
        request = resolution.send(value)
        value = None
        if isinstance(request, Roll):
            count, sides = map(int, request.code.split("d"))
            value = tuple(pick.randint(1, sides) for _ in range(count))
        elif isinstance(request, Ask):
            value = pick.choice([option.key for option in request.options])
    raise AssertionError("a resolution without an end")


def answered(question: Callable[[], object]) -> str:
    """How a question ended: "yes" or the sentence of the refusal. Any other error flies."""
    try:
        question()
    except StopIteration:
        return "yes"
    except (IllegalAction, RuleError) as error:
        return str(error)
    return "yes"


@pytest.mark.parametrize("seed", range(12))
def test_any_action_is_answered_or_refused(seed):
    pick = random.Random(seed)
    for _ in range(60):
        action = some_action(pick)
        now = pick.choice([there(), fighting(there(), "a"), fighting(there(), "b", "a", "gone")])
        for ask in (SYSTEM.preview, SYSTEM.targets, SYSTEM.reach, SYSTEM.path):
            assert answered(lambda ask=ask, now=now, action=action: ask(now, action))
        assert answered(lambda now=now, action=action: carry_out(now, action, pick))
