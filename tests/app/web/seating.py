"""A table with seats, over HTTP: for tests of pages. The rules are a stand-in with a form and samples."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from app.encounter.commands import ClaimToken, EditToken, PlaceToken, SetMap
from app.encounter.state import Encounter, Map, Role
from app.encounter.viewer import Viewer
from app.main import create_app
from app.service import Tables
from app.settings import Settings
from app.web.deps import DEVICE, new_device
from geometry.grid import Square
from rules.card import Card, Group, Modifier, Refusal
from rules.errors import IllegalAction
from rules.scene import Action, Scene
from rules.system import Bar, Field, Offer, PathCard, ProfileError, Reach, Row, Sample, Sheet
from rules.text import TokenName, say
from tests.support.fake_system import FakeSystem, installed

WEAPON = (
    Field("name", say("Name"), "text", required=True),
    Field("attack", say("Attack"), "integer", required=True),
)
FORM = (
    Field("hp", say("Hit points"), "integer", minimum=0, maximum=99),
    Field("hp_max", say("Hit points, full"), "integer", minimum=1, maximum=99),
    Field("size", say("Size"), "choice", choices=(("medium", say("Medium")), ("large", say("Large")))),
    Field("weapons", say("Weapons"), "list", fields=WEAPON),
)
SOMEWHERE = Square(1, 1)
TROOPER = {"hp": 10, "hp_max": 10, "size": "medium", "weapons": [{"name": "rifle", "attack": 4}], "mood": "grim"}


class PageSystem(FakeSystem):
    """The fake system with what pages show: form, sample, sheet, targets, reach. All cards are the same."""

    def samples(self) -> Sequence[Sample]:
        return [Sample("trooper", say("trooper"), "g-trooper", TROOPER)]

    def form(self) -> Sequence[Field]:
        return FORM

    def check_profile(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        profile = {"hp_max": 10, "size": "medium", "weapons": [], **data}
        profile.setdefault("hp", profile["hp_max"])
        if profile["hp"] > profile["hp_max"]:
            raise ProfileError({"hp": say("More than the full hit points.")})
        return profile

    def sheet(self, scene: Scene, token: str) -> Sheet:
        profile = scene.combatants[token].profile
        bar = Bar("hp", say("Hit points"), profile["hp"], profile["hp_max"])
        secret = (say("Secrets"), (Row(say("Weapons"), ", ".join(one["name"] for one in profile["weapons"])),))
        return Sheet(
            1, say("figure"), (bar,), groups=((say("Figures"), (Row(say("Full"), profile["hp_max"]),)), secret)
        )

    def offers(self, scene: Scene, actor: str) -> Sequence[Offer]:
        return [
            Offer("step", say("Move"), "i-move", "path", "move"),
            Offer("shoot", say("Rifle"), "i-attack", "token", "attack", weapon="rifle"),
            Offer("end", say("End turn"), "i-end", "none", "turn"),
        ]

    def targets(self, scene: Scene, action: Action) -> Sequence[Card]:
        others = (id for id in scene.combatants if id != action.actor)
        return [self.preview(scene, replace(action, target=id)) for id in others]

    def preview(self, scene: Scene, action: Action) -> Card:
        actor, target = action.actor or "", action.target
        card = Card(actor, action.key, say("To {whom}", whom=TokenName(target or actor)), say("rifle"), target=target)
        if target and scene.combatants[target].side == scene.combatants[actor].side:
            return replace(card, marks=("ally",), refusal=Refusal("FAKE-3", say("An ally.")))
        rows = (Modifier("base", 4, say("Base attack"), "FAKE-4"),)
        groups = (Group("attack", say("Attack"), 4, rows),)
        return replace(card, chance=Fraction(7, 20), marks=("cover",), groups=groups, button=say("Attack"))

    def reach(self, scene: Scene, action: Action) -> Reach:
        x, y = scene.combatants[action.actor or ""].square or Square(0, 0)
        enemies = tuple(id for id, one in scene.combatants.items() if one.side == "enemy" and id != action.actor)
        return Reach({Square(x, y): 0, Square(x + 1, y): 1, Square(x + 2, y): 2}, provokes={Square(x + 2, y): enemies})

    def path(self, scene: Scene, action: Action) -> PathCard:
        start = scene.combatants[action.actor or ""].square or Square(0, 0)
        end = action.square or start
        if end not in self.reach(scene, action).costs:
            raise IllegalAction("FAKE-5", say("Too far."))
        steps = tuple(Square(x, start.y) for x in range(start.x, end.x + 1))
        card = Card(action.actor or "", "step", say("Along"), say("flat ground"), button=say("Move"))
        return PathCard(steps, tuple(range(len(steps))), 2, (), card)


@dataclass
class Seating:
    """A table with a GM, a player and a spectator, each with a browser of their own."""

    tables: Tables
    id: str
    gm: TestClient
    player: TestClient
    spectator: TestClient
    viewers: Mapping[str, Viewer]

    @property
    def state(self) -> Encounter:
        return self.tables.load(self.id)

    def place(self, name: str, square: Square | None = SOMEWHERE, **more: Any) -> str:
        """A token put there by the GM: its id."""
        before = set(self.state.tokens)
        owner = more.pop("owner", None)
        put = PlaceToken(name, more.pop("side", "enemy"), square, more.pop("profile", TROOPER), **more)
        after = self.tables.handle(self.id, self.viewers["gm"], put)
        token = next(id for id in after.tokens if id not in before)
        if owner:
            self.tables.handle(self.id, self.viewers["gm"], ClaimToken(token, self.viewers[owner].seat))
        return token

    def change(self, token: str, **more: Any) -> None:
        self.tables.handle(self.id, self.viewers["gm"], EditToken(token, **more))


@contextmanager
def seating(folder: Path, system: Any = None) -> Iterator[Seating]:
    """The whole app on a fresh database in `folder`, with one table of 20 by 15 squares."""
    with installed(system or PageSystem()) as rules:
        app = create_app(Settings(data=folder))
        tables: Tables = app.state.tables
        devices = {name: new_device() for name in ("gm", "player", "spectator")}
        id, _ = tables.create("Hangar 7", rules.key, devices["gm"], gm="Irene")
        viewers = {
            "gm": tables.seat_for(id, devices["gm"]),
            "player": tables.join(id, devices["player"], "Dario", Role.PLAYER),
            "spectator": tables.join(id, devices["spectator"], "Ana", Role.SPECTATOR),
        }
        tables.handle(id, viewers["gm"], SetMap(Map(20, 15, "Deck")))

        def browser(name: str) -> TestClient:
            return TestClient(
                app,
                base_url="http://casilla.test",
                cookies={DEVICE: devices[name]},
                follow_redirects=False,
                headers={"sec-fetch-site": "same-origin"},
            )

        yield Seating(tables, id, browser("gm"), browser("player"), browser("spectator"), viewers)
