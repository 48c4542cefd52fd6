"""A table served over a real socket, for tests that need a browser: a hall with walls, crates and a door."""

import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn

from app.encounter.commands import Act, ClaimToken, EditToken, PlaceToken, SetMap
from app.encounter.means import Means
from app.encounter.scene import scene_of_all
from app.encounter.state import Encounter, Map, Role
from app.encounter.viewer import Viewer
from app.main import create_app
from app.service import Tables
from app.settings import Settings
from app.web.deps import new_device
from geometry.battlefield import Barrier, BarrierKind, SquareKind
from geometry.grid import Point, Square
from rules.dice import SeededDice, parse_dice
from rules.registry import systems
from rules.scene import Action

WALLS = (
    Barrier("west", BarrierKind.WALL, (Point(0, 0), Point(16, 0), Point(16, 10), Point(0, 10), Point(0, 0))),
    Barrier("inner", BarrierKind.WALL, (Point(8, 0), Point(8, 3))),
    Barrier("door", BarrierKind.DOOR, (Point(8, 3), Point(8, 4))),
)
HALL = Map(
    16,
    10,
    "Hall",
    barriers={barrier.id: barrier for barrier in WALLS},
    squares={SquareKind.LOW: frozenset({Square(10, 6)}), SquareKind.DIFFICULT: frozenset({Square(2, 7)})},
)
# name, sample, side, square, hidden
CAST = (
    ("Vexa", "scout", "ally", Square(3, 6), False),
    ("Sael", "knight", "ally", Square(4, 2), False),
    ("Roake", "officer", "enemy", Square(11, 6), False),
    ("Trooper", "trooper", "enemy", Square(5, 7), False),
    ("Lurkmoss", "assassin_droid", "enemy", Square(13, 2), True),
)


class SteadyDice:
    """Every die falls as high as `face`, or as it can; where it is None they fall as a seed says."""

    def __init__(self) -> None:
        self.face: int | None = None
        self._seeded = SeededDice(7)

    def roll(self, code: str) -> tuple[int, ...]:
        count, sides = parse_dice(code)
        if self.face is None:
            return self._seeded.roll(code)
        return tuple(min(self.face, sides) for _ in range(count))


@dataclass
class Live:
    """The served table. `devices` are the cookies of its seats, `tokens` ids by name."""

    base: str
    tables: Tables
    dice: SteadyDice
    id: str
    devices: Mapping[str, str]
    viewers: Mapping[str, Viewer]
    tokens: dict[str, str] = field(default_factory=dict)
    app: Any = None

    @property
    def url(self) -> str:
        return f"{self.base}/t/{self.id}"

    @property
    def state(self) -> Encounter:
        return self.tables.load(self.id)

    def square(self, name: str) -> Square | None:
        return self.state.tokens[self.tokens[name]].square

    def handle(self, command: Any, who: str = "gm") -> Encounter:
        return self.tables.handle(self.id, self.viewers[who], command)

    def place(self, name: str, sample: str, side: str, square: Square, *, hidden: bool = False) -> str:
        profile = next(each.profile for each in systems()["saga"].samples() if each.key == sample)
        face = next(each.face for each in systems()["saga"].samples() if each.key == sample)
        before = set(self.state.tokens)
        self.handle(PlaceToken(name, side, square, profile, face=face, hidden=hidden))
        self.tokens[name] = next(id for id in self.state.tokens if id not in before)
        return self.tokens[name]

    def put(self, name: str, square: Square) -> None:
        self.handle(EditToken(self.tokens[name], square=square))

    def turn_of(self, name: str) -> None:
        """Start the fight where there is none, and go on until it is this token's turn."""
        if self.state.turn is None:
            self.handle(Act(Action("start")))
        for _ in range(12):
            turn = systems()["saga"].turn_view(scene_of_all(self.state))
            if turn is not None and turn.acting == (self.tokens[name],):
                return
            self.handle(Act(Action("next")))
        raise AssertionError(f"{name} does not come to act")


def steady(tables: Tables, dice: SteadyDice) -> None:
    """Let this table's dice fall as the test says."""
    tables.means = Means(dice, tables.means.new_id)


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, Tables, SteadyDice]]:
    """The whole app on a free port, with dice that fall as the test says."""
    app = create_app(Settings(data=folder))
    tables: Tables = app.state.tables
    dice = SteadyDice()
    steady(tables, dice)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}", tables, dice
    tables.hub.stop()
    server.should_exit = True
    thread.join(5)


def lay_table(base: str, tables: Tables, dice: SteadyDice) -> Live:
    """A fresh table: Irene is the GM, Dario plays Vexa, Marta plays Sael; it is Vexa's turn."""
    devices = {name: new_device() for name in ("gm", "dario", "marta", "ana")}
    id, _ = tables.create("Hangar 7", "saga", devices["gm"], gm="Irene")
    gm = tables.seat_for(id, devices["gm"])
    assert gm is not None
    viewers = {
        "gm": gm,
        "dario": tables.join(id, devices["dario"], "Dario", Role.PLAYER),
        "marta": tables.join(id, devices["marta"], "Marta", Role.PLAYER),
        "ana": tables.join(id, devices["ana"], "Ana", Role.SPECTATOR),
    }
    live = Live(base, tables, dice, id, devices, viewers)
    live.handle(SetMap(HALL))
    for name, sample, side, square, hidden in CAST:
        live.place(name, sample, side, square, hidden=hidden)
    live.handle(ClaimToken(live.tokens["Vexa"], viewers["dario"].seat))
    live.handle(ClaimToken(live.tokens["Sael"], viewers["marta"].seat))
    dice.face = None  # initiative must not tie for ever
    live.turn_of("Vexa")
    dice.face = 15
    return live
