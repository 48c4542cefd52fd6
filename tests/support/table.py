"""A table in memory: decides and folds, without a database."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count

from app.encounter.commands import Act, ClaimToken, Command, PlaceToken, SetMap, TakeSeat
from app.encounter.decide import decide
from app.encounter.events import Stored, TableCreated
from app.encounter.fold import History
from app.encounter.means import Means
from app.encounter.state import Encounter, Map, Role, Token
from app.encounter.viewer import Viewer
from geometry.battlefield import Barrier, BarrierKind
from geometry.grid import Point, Square
from rules.dice import ScriptedDice
from rules.scene import Action

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
DOOR = Barrier("door", BarrierKind.DOOR, (Point(5, 0), Point(5, 1)))
WALL = Barrier("wall", BarrierKind.WALL, (Point(5, 1), Point(5, 9)))
HALL = Map(20, 10, "Hall", barriers={"door": DOOR, "wall": WALL})


class FakeTable:
    """`gm`, `sael` and `screen` sit at it; ids count up, dice fall as `roll` says."""

    def __init__(self) -> None:
        self.gm, self.sael = Viewer("gm", Role.GM), Viewer("sael", Role.PLAYER)
        self.screen = Viewer("screen", Role.SCREEN)
        self.history = History()
        self._ids = (f"id{n}" for n in count(1))
        self.dice = ScriptedDice([])
        self.save([TableCreated("table", "Friday", "fake", {"players_see_rolls": "on"})], by="", action=None)
        self.do(self.gm, TakeSeat("gm", Role.GM, "Irene"))
        self.do(self.sael, TakeSeat("sael", Role.PLAYER, "Sael"))
        self.do(self.screen, TakeSeat("screen", Role.SCREEN, "Screen"))
        self.do(self.gm, SetMap(HALL))

    @property
    def state(self) -> Encounter:
        return self.history.state

    @property
    def log(self) -> tuple[Stored, ...]:
        return self.history.events

    @property
    def means(self) -> Means:
        return Means(self.dice, lambda: next(self._ids))

    def roll(self, *faces: int) -> None:
        self.dice = ScriptedDice(faces)

    def save(self, events: Iterable, *, by: str, action: int | None) -> None:
        first = self.state.version + 1
        self.history = self.history.extend(
            [
                Stored(seq, first if action is None else action, by, NOON, event)
                for seq, event in enumerate(events, first)
            ]
        )

    def do(self, viewer: Viewer, command: Command) -> Encounter:
        decision = decide(self.state, viewer, command, self.means)
        self.save(decision.events, by=viewer.seat, action=decision.action)
        return self.state

    def act(self, viewer: Viewer, key: str, actor: str | None = None, **fields: object) -> Encounter:
        expected = fields.pop("expected", None)
        return self.do(viewer, Act(Action(key, actor, **fields), expected))  # type: ignore[arg-type]

    def place(self, name: str, x: int, y: int, *, side: str = "ally", hidden: bool = False, owner: str = "") -> str:
        before = set(self.state.tokens)
        self.do(self.gm, PlaceToken(name, side, Square(x, y), {}, hidden=hidden))
        (id,) = set(self.state.tokens) - before
        if owner:
            self.do(self.gm, ClaimToken(id, owner))
        return id

    def token(self, id: str) -> Token:
        return self.state.tokens[id]

    def unchanged(self) -> Callable[[], None]:
        """A check that nothing was added to the log since."""
        before = self.history
        return lambda: _same(before, self.history)


def _same(before: History, after: History) -> None:
    assert after.events == before.events


def without_versions(state: Encounter) -> Encounter:
    """A state as undo should leave it, apart from what counts up."""
    return replace(state, version=0, scene_version=0, scene_by="", scene_token=None, done=(), undone=())
