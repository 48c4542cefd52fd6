"""Saga Edition: the main system. Each method of `SYSTEM` calls one file beside this one."""

from collections.abc import Mapping, Sequence
from typing import Any

from geometry.battlefield import SpatialOptions
from rules.card import Card
from rules.request import Resolution
from rules.scene import Action, Scene
from rules.system import Field, Offer, PathCard, Reach, Sample, Sheet, TurnView
from rules.systems.saga import deeds, form, move, offers, options, rulebook, samples, sheet, turn
from rules.systems.saga.play import Play
from rules.systems.saga.profile import check_profile
from rules.text import Text, say


class Saga:
    """The protocol `rules.system.RuleSystem`."""

    key = "saga"
    title = say("Saga Edition")
    metres_per_square = "1.5"
    initiative = "start"

    def options(self) -> Sequence[Field]:
        return options.FIELDS

    def spatial_options(self, options_: Mapping[str, Any]) -> SpatialOptions:
        return options.read_options(options_).spatial

    def samples(self) -> Sequence[Sample]:
        return samples.SAMPLES

    def form(self) -> Sequence[Field]:
        return form.FIELDS

    def states(self) -> Sequence[Field]:
        return form.STATES

    def check_profile(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        return check_profile(data)

    def sheet(self, scene: Scene, token: str) -> Sheet:
        return sheet.sheet(Play(scene), token)

    def turn_view(self, scene: Scene) -> TurnView | None:
        return turn.turn_view(Play(scene))

    def offers(self, scene: Scene, actor: str) -> Sequence[Offer]:
        return offers.offers(Play(scene), actor)

    def table_offers(self, scene: Scene) -> Sequence[Offer]:
        return offers.table_offers(Play(scene))

    def targets(self, scene: Scene, action: Action) -> Sequence[Card]:
        return deeds.targets(Play(scene), action)

    def reach(self, scene: Scene, action: Action) -> Reach:
        deeds.require_gait(action)
        return move.reach(Play(scene), action)

    def path(self, scene: Scene, action: Action) -> PathCard:
        deeds.require_gait(action)
        return move.path_card(Play(scene), action)

    def preview(self, scene: Scene, action: Action) -> Card:
        return deeds.preview(Play(scene), action)

    def resolve(self, scene: Scene, action: Action) -> Resolution:
        return deeds.resolve(Play(scene), action)

    def rulebook(self, rule: str) -> Text | None:
        return rulebook.RULES.get(rule)


SYSTEM = Saga()
