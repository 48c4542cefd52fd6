"""Words for things that the rules speak of: what stands in the way, weapons, damage."""

from collections.abc import Iterable

from geometry.battlefield import BarrierKind, SquareKind
from rules.scene import Scene
from rules.systems.saga.profile import Weapon, parse_damage
from rules.systems.saga.samples import WEAPON_WORDS
from rules.text import Text, TokenName, say

BARRIERS = {
    BarrierKind.WALL: say("wall"),
    BarrierKind.DOOR: say("closed door"),
    BarrierKind.WINDOW: say("window"),
    BarrierKind.CURTAIN: say("curtain"),
    BarrierKind.EMBRASURE: say("embrasure"),
    BarrierKind.LOW: say("low wall"),
}
SQUARES = {
    SquareKind.SOLID: say("solid object"),
    SquareKind.COVER: say("cover object"),
    SquareKind.LOW: say("low object"),
    SquareKind.DIFFICULT: say("difficult terrain"),
    SquareKind.PIT: say("pit"),
    SquareKind.FOG: say("fog"),
    SquareKind.SMOKE: say("dense smoke"),
    SquareKind.DIM: say("dim light"),
    SquareKind.DARK: say("darkness"),
}
MARKS = (say("unseen"), say("area"), say("provokes"))  # words for the marks of cards
TYPES = {
    "energy": say("energy"),
    "slashing": say("slashing"),
    "piercing": say("piercing"),
    "bludgeoning": say("bludgeoning"),
    "ion": say("ion"),
    "stun": say("stun"),
    "fire": say("fire"),
    "sonic": say("sonic"),
}


def barrier_words(scene: Scene, blockers: Iterable[str]) -> Text | TokenName | None:
    """What the first of `blockers` is called: a barrier's kind, a square's kind ("low@3,4"), a creature's name."""
    kinds = {barrier.id: barrier.kind for barrier in scene.terrain.barriers}
    for blocker in blockers:
        if blocker in kinds:
            return BARRIERS[kinds[blocker]]
        kind, at, _ = blocker.partition("@")
        if at and kind in set(SquareKind):
            return SQUARES[SquareKind(kind)]
        if blocker in scene.combatants:
            return TokenName(blocker)
    return None


def weapon_words(name: str) -> Text | str:
    """The name of a weapon: translated where it comes from a sample, else as it was written."""
    if name == "unarmed":
        return say("bare hands")
    return WEAPON_WORDS.get(name, name)


def type_words(types: Iterable[str]) -> Text | str:
    """Damage types as one phrase."""
    words: Text | str = ""
    for kind in types:
        word: Text | str = TYPES.get(kind, kind)
        words = say("{one}, {other}", one=words, other=word) if words else word
    return words


def damage_words(weapon: Weapon) -> Text:
    """What a hit does: dice, types, and the span of the dice."""
    count, sides, bonus = parse_damage(weapon.damage)
    low, high = max(1, count + bonus), max(1, count * sides + bonus)
    types = "ion" if weapon.effect == "ion" else "stun" if weapon.stuns else None
    return say(
        "Damage {dice} {types}, {low} to {high}",
        dice=weapon.damage.replace("-", "−"),
        types=TYPES[types] if types else type_words(weapon.types),
        low=low,
        high=high,
    )
