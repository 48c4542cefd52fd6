"""Saga scenes for tests: sample profiles on a drawn or empty floor."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from geometry.battlefield import Barrier, Battlefield, SquareKind
from geometry.grid import Square
from rules.scene import Combatant, Scene
from rules.systems.saga import SYSTEM

SAMPLES = {sample.key: sample.profile for sample in SYSTEM.samples()}
KINDS = {
    "#": SquareKind.SOLID,
    "o": SquareKind.LOW,
    "^": SquareKind.DIFFICULT,
    "~": SquareKind.FOG,
    "%": SquareKind.SMOKE,
    "T": SquareKind.COVER,
    ",": SquareKind.DIM,
    "!": SquareKind.DARK,
}


def floor(
    columns: int = 60,
    rows: int = 20,
    marks: Mapping[tuple[int, int], str] | None = None,
    barriers: tuple[Barrier, ...] = (),
    options: Mapping[str, Any] | None = None,
) -> Battlefield:
    """An empty floor with kinds of squares by the letters of the case files."""
    squares: dict[SquareKind, frozenset[Square]] = {}
    for (x, y), letters in (marks or {}).items():
        for letter in letters:
            squares[KINDS[letter]] = squares.get(KINDS[letter], frozenset()) | {Square(x, y)}
    return Battlefield(columns, rows, barriers, squares, {}, SYSTEM.spatial_options(options or {}))


def token(
    id: str,
    sample: str,
    at: tuple[int, int] | None,
    side: str = "enemy",
    fight: Mapping[str, Any] | None = None,
    weapon: Mapping[str, Any] | None = None,
    **profile: Any,
) -> Combatant:
    """A token from a sample with some figures changed; `weapon` changes its first weapon."""
    figures = {**SAMPLES[sample], **profile}
    if weapon is not None:
        figures["weapons"] = [{**figures["weapons"][0], **weapon}, *figures["weapons"][1:]]
    checked = SYSTEM.check_profile(figures)
    return Combatant(id, id.title(), side, Square(*at) if at else None, checked, fight or {})


def scene(*tokens: Combatant, terrain: Battlefield | None = None, **options: Any) -> Scene:
    """A scene without a fight: nothing is counted, everything may be done."""
    return Scene(terrain or floor(options=options), {one.id: one for one in tokens}, None, options)


def fighting(scene: Scene, acting: str, *others: str) -> Scene:
    """The same in a fight in which `acting` acts, the rest in the order given or as they stand."""
    names = [acting, *(others or [name for name in scene.combatants if name != acting])]
    order = [{"token": name, "count": 30 - n, "roll": 20 - n, "bonus": 0} for n, name in enumerate(names)]
    return replace(scene, turn={"round": 1, "acting": acting, "order": order})


def hit_points(scene: Scene, name: str) -> int:
    return int(scene.combatants[name].profile["hit_points"])


def steps_down(scene: Scene, name: str) -> int:
    return int(scene.combatants[name].profile["steps_down"])
