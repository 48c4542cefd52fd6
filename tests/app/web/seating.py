"""A table with seats, over HTTP: for tests of pages. The rules are a stand-in with a form and samples."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
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
from rules.scene import Scene
from rules.system import Bar, Field, ProfileError, Row, Sample, Sheet
from rules.text import say
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
    """The fake system with a form, a sample and a sheet of two groups."""

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
