"""Line of sight and line of effect (section 2)."""

from collections.abc import Iterable, Sequence

from tests.reference.exact import Barrier, is_in
from tests.reference.lines import Place, has_free_segment
from tests.reference.scene import STOPS_EFFECT, STOPS_SIGHT, Creature, Scene, Square, centre


def effect_barriers(scene: Scene) -> list[Barrier]:
    """SE-LOS-2: what blocks effect."""
    return scene.pieces(STOPS_EFFECT) + scene.areas("solid")


def sight_barriers(scene: Scene, vision: str) -> list[Barrier]:
    """SE-LOS-1, SE-LOS-4, SE-CONC-5: what blocks sight; smoke and total darkness are closed squares."""
    dark = [] if vision == "darkvision" else scene.areas("dark")
    return scene.pieces(STOPS_SIGHT) + scene.areas("solid", "smoke") + dark


def places(squares: Iterable[Square], barriers: Sequence[Barrier]) -> list[Place]:
    """SE-SPACE-2: the squares, seen from their centres; a centre on a barrier sees the whole square."""
    found = []
    for x, y in squares:
        middle = centre((x, y))
        on_barrier = any(is_in(middle, b) for b in barriers)
        found.append(Place(x, y, x + 1, y + 1, None if on_barrier else middle))
    return found


def has_line_of_effect(scene: Scene, one: Iterable[Square], other: Iterable[Square]) -> bool:
    barriers = effect_barriers(scene)
    return has_free_segment(places(one, barriers), places(other, barriers), barriers)


def has_line_of_sight(scene: Scene, one: Creature, other: Creature, vision: str = "normal") -> bool:
    barriers = sight_barriers(scene, vision)
    return has_free_segment(places(one.space, barriers), places(other.space, barriers), barriers)
