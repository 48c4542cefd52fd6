"""Runs a resolution in a test: dice fall and people answer as scripted, effects hold as at a table."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from rules.card import Record
from rules.dice import ScriptedDice
from rules.effects import apply_effects
from rules.request import Ask, Effect, Roll, Tell
from rules.scene import Action, Scene
from rules.system import RuleSystem


@dataclass
class Run:
    """What came of it: the scene afterwards and everything that was asked, rolled and told."""

    scene: Scene
    records: list[Record] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    asks: list[Ask] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)
    scenes: list[Scene] = field(default_factory=list)  # as it stood at each question

    @property
    def outcomes(self) -> list[str]:
        return [record.outcome for record in self.records]


def resolve(
    system: RuleSystem, scene: Scene, action: Action, *, dice: Iterable[int] = (), answers: Iterable[str] = ()
) -> Run:
    """Carry `action` out. A die or an answer too many or too few fails."""
    faces, words = ScriptedDice(dice), list(answers)
    run = Run(scene)
    resolution = system.resolve(scene, action)
    value: object = None
    while True:
        try:
            request = resolution.send(value)
        except StopIteration:
            break
        value = None
        if isinstance(request, Roll):
            run.rolls.append(request)
            value = tuple(faces.roll(request.code))
        elif isinstance(request, Ask):
            run.asks.append(request)
            run.scenes.append(run.scene)
            assert words, f"{request.owner} is asked ({request.kind}) but the script holds no answer"
            value = words.pop(0)
            assert value in [option.key for option in request.options], (value, request.options)
        else:
            assert isinstance(request, Tell)
            run.scene = apply_effects(run.scene, request.effects)
            run.effects += request.effects
            run.records += [request.record] if request.record else []
    faces.assert_used_up()
    assert not words, f"answers left over: {words}"
    return run
