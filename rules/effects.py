"""What effects do to a scene: the same merging that a table does when it stores them."""

from collections.abc import Iterable
from dataclasses import replace

from rules.request import Changed, DoorSet, Effect, Moved, TurnSet
from rules.scene import Scene


def apply_effects(scene: Scene, effects: Iterable[Effect]) -> Scene:
    """The scene as it stands after `effects`. `profile` and `fight` are merged field by field."""
    for effect in effects:
        scene = _apply(scene, effect)
    return scene


def _apply(scene: Scene, effect: Effect) -> Scene:
    if isinstance(effect, TurnSet):
        return replace(scene, turn=effect.turn)
    if isinstance(effect, DoorSet):
        barriers = tuple(
            replace(barrier, is_open=effect.is_open) if barrier.id == effect.barrier else barrier
            for barrier in scene.terrain.barriers
        )
        return replace(scene, terrain=replace(scene.terrain, barriers=barriers))
    combatant = scene.combatants.get(effect.token)
    if combatant is None:
        return scene
    if isinstance(effect, Moved):
        combatant = replace(combatant, square=effect.path[-1])
    elif isinstance(effect, Changed):
        combatant = replace(
            combatant,
            profile={**combatant.profile, **effect.profile},
            fight={**combatant.fight, **effect.fight},
        )
    return replace(scene, combatants={**scene.combatants, effect.token: combatant})
