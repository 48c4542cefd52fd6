"""Load, decide, save, tell; who sits where; several processes on one database."""

import asyncio
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import text

from app.encounter import decide as deciding
from app.encounter.commands import (
    Act,
    Answer,
    ClaimToken,
    Command,
    EditTable,
    EditToken,
    PlaceToken,
    RemoveSeat,
    SetMap,
    SetPicture,
    Undo,
)
from app.encounter.deciding import Decision
from app.encounter.errors import Gone, Refused, Stale, StaleLog
from app.encounter.events import Rolled
from app.encounter.means import Means
from app.encounter.state import Encounter, Picture, Role
from app.encounter.viewer import Viewer
from app.service import CODE_LETTERS, Tables
from app.storage import log
from geometry.grid import Square
from rules.dice import ScriptedDice
from rules.scene import Action
from tests.support import loops
from tests.support.table import HALL
from tests.support.tables import open_tables, some_tables

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def table(tables: Tables) -> tuple[Tables, str, Viewer]:
    id, _ = tables.create("Friday", "fake", "laptop", gm="Irene")
    gm = tables.seat_for(id, "laptop")
    assert gm is not None
    tables.handle(id, gm, SetMap(HALL))
    return tables, id, gm


def place(tables: Tables, id: str, gm: Viewer, name: str, side: str = "ally") -> str:
    before = set(tables.load(id).tokens)
    state = tables.handle(id, gm, PlaceToken(name, side, Square(1, 1), {}))
    return next(iter(set(state.tokens) - before))


# --- tables and seats ---


def test_a_new_table_has_its_gm_and_two_ways_in(tables: Tables) -> None:
    id, secret = tables.create(" Friday\n night ", "fake", "laptop")
    assert tables.load(id).name == "Friday night"
    assert tables.seat_for(id, "laptop").role is Role.GM  # type: ignore[union-attr]
    assert tables.seat_for(id, "phone") is None
    code = tables.join_code(id)
    assert len(code) == 6
    assert set(code) <= set(CODE_LETTERS)
    assert tables.table_by_code(f" {code[:3].lower()}-{code[3:].lower()} ") == id
    assert tables.table_by_gm_secret(secret) == id
    assert tables.table_by_code("ÄÖÜ") is None
    assert tables.table_by_gm_secret("guess") is None


def test_no_secret_stands_in_the_database(tables: Tables, tmp_path: Path) -> None:
    _, secret = tables.create("Friday", "fake", "laptop-device-secret")
    tables.engine.dispose()
    written = b"".join(path.read_bytes() for path in tmp_path.glob("casilla.db*"))
    assert secret.encode() not in written
    assert b"laptop-device-secret" not in written


def test_bad_tables_are_refused(tables: Tables) -> None:
    for name, system in (("", "fake"), ("x" * 61, "fake"), ("Friday", "none")):
        with pytest.raises(Refused):
            tables.create(name, system, "laptop")
    assert tables.tables_of("laptop") == []
    for ask in (tables.load, tables.stored, tables.join_code):
        with pytest.raises(Gone):
            ask("none")


def test_links_can_be_made_void(table: tuple[Tables, str, Viewer]) -> None:
    tables, id, _ = table
    code, secret = tables.join_code(id), tables.new_gm_secret(id)
    assert tables.new_join_code(id) != code
    assert tables.table_by_code(code) is None
    tables.new_gm_secret(id)
    assert tables.table_by_gm_secret(secret) is None


def test_joining_gives_a_seat_that_stays(table: tuple[Tables, str, Viewer]) -> None:
    tables, id, _ = table
    sael = tables.join(id, "phone", "Sael", Role.PLAYER)
    assert tables.seat_for(id, "phone") == sael
    assert tables.join(id, "phone", "Other name", Role.PLAYER) == sael
    assert [(entry.name, entry.seat.name) for entry in tables.tables_of("phone")] == [("Friday", "Sael")]
    with pytest.raises(Refused):
        tables.join(id, "tablet", "sael", Role.PLAYER)


def test_a_device_changes_its_role_with_another_link(table: tuple[Tables, str, Viewer]) -> None:
    tables, id, gm = table
    watcher = tables.join(id, "phone", "Sael", Role.SPECTATOR)
    player = tables.join(id, "phone", "Sael", Role.PLAYER)
    assert player.seat != watcher.seat
    assert watcher.seat not in tables.load(id).seats
    assert tables.join(id, "phone", "Sael", Role.GM).is_gm
    assert tables.join(id, "laptop", "Irene", Role.PLAYER) == gm


def test_who_was_sent_away_sits_no_longer(table: tuple[Tables, str, Viewer]) -> None:
    tables, id, gm = table
    sael = tables.join(id, "phone", "Sael", Role.PLAYER)
    tables.handle(id, gm, RemoveSeat(sael.seat))
    assert tables.seat_for(id, "phone") is None
    assert tables.tables_of("phone") == []
    assert tables.join(id, "phone", "Sael", Role.PLAYER).seat != sael.seat


def test_a_renamed_table_is_renamed_in_the_lobby(table: tuple[Tables, str, Viewer]) -> None:
    tables, id, gm = table
    tables.handle(id, gm, EditTable(name="Saturday"))
    assert [entry.name for entry in tables.tables_of("laptop")] == ["Saturday"]


# --- saving ---


def test_what_is_saved_is_what_stands(table: tuple[Tables, str, Viewer], tmp_path: Path) -> None:
    tables, id, gm = table
    place(tables, id, gm, "Vexa")
    with some_tables(tmp_path) as others:
        assert others.load(id) == tables.load(id)
        assert others.stored(id) == tables.stored(id)
    assert [stored.seq for stored in tables.stored(id, 2)] == list(range(3, tables.load(id).version + 1))


def test_a_refused_command_leaves_no_trace(table: tuple[Tables, str, Viewer]) -> None:
    tables, id, gm = table
    before = tables.stored(id)
    with pytest.raises(Refused):
        tables.handle(id, gm, EditTable(name=""))
    assert tables.stored(id) == before


def test_another_process_is_noticed(table: tuple[Tables, str, Viewer], tmp_path: Path) -> None:
    tables, id, gm = table
    with some_tables(tmp_path) as others:
        vexa = place(others, id, gm, "Vexa")
        assert tables.load(id).tokens[vexa].name == "Vexa"
        others.handle(id, gm, Undo())
        assert tables.load(id) == others.load(id)
        tables.handle(id, gm, EditTable(name="Saturday"))
        assert others.load(id).name == "Saturday"


def test_who_was_slower_decides_anew(
    table: tuple[Tables, str, Viewer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between loading and saving, another process appends: the command is decided on what stands then."""
    tables, id, gm = table
    vexa = place(tables, id, gm, "Vexa")
    with some_tables(tmp_path) as others:
        decide, seen = deciding.decide, []

        def late(state: Encounter, viewer: Viewer, command: Command, means: Means) -> Decision:
            seen.append(state.tokens[vexa].square)
            if len(seen) == 1:
                others.handle(id, gm, EditToken(vexa, square=Square(7, 7)))
            return decide(state, viewer, command, means)

        monkeypatch.setattr("app.service.decide", late)
        state = tables.handle(id, gm, EditToken(vexa, name="Vexa the Quick"))
    assert seen == [Square(1, 1), Square(1, 1), Square(7, 7)]  # ours, theirs, ours again
    assert (state.tokens[vexa].name, state.tokens[vexa].square) == ("Vexa the Quick", Square(7, 7))


def test_who_is_always_slower_is_told(table: tuple[Tables, str, Viewer], monkeypatch: pytest.MonkeyPatch) -> None:
    tables, id, gm = table

    def never(*_: object, **__: object) -> None:
        raise StaleLog

    before = tables.stored(id)
    monkeypatch.setattr(log, "append", never)
    with pytest.raises(Stale):
        tables.handle(id, gm, EditTable(name="Saturday"))
    assert tables.stored(id) == before


def test_threads_at_once_lose_nothing(table: tuple[Tables, str, Viewer], tmp_path: Path) -> None:
    tables, id, gm = table
    with some_tables(tmp_path) as others, ThreadPoolExecutor(8) as pool:
        services = [tables, others]
        commands = [PlaceToken(f"T{n}", "ally", None, {}) for n in range(24)]
        list(pool.map(lambda n: services[n % 2].handle(id, gm, commands[n]), range(24)))
        assert {token.name for token in tables.load(id).tokens.values()} == {f"T{n}" for n in range(24)}
        assert others.load(id) == tables.load(id)


def test_memory_holds_only_so_many_tables(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.service._KEPT", 2)
    ids = [tables.create(f"T{n}", "fake", "laptop")[0] for n in range(4)]
    assert [tables.load(id).name for id in ids] == ["T0", "T1", "T2", "T3"]
    assert len(tables._cache) == 2


# --- telling ---


def test_listeners_hear_of_what_is_saved_from_any_thread(table: tuple[Tables, str, Viewer]) -> None:
    tables, id, gm = table

    async def scenario() -> None:
        async with tables.hub.listen(id) as wake, tables.hub.listen("other") as other:
            await asyncio.to_thread(tables.handle, id, gm, EditTable(name="Saturday"))
            await asyncio.wait_for(wake.wait(), 2)
            assert not other.is_set()
            tables.hub.stop()
            await asyncio.wait_for(other.wait(), 2)
            assert tables.hub.stopping
        assert tables.hub.listeners(id) == 0
        async with tables.hub.listen(id) as late:
            assert late.is_set()

    loops.run(scenario())


def test_nothing_is_told_that_is_not_saved(table: tuple[Tables, str, Viewer], monkeypatch: pytest.MonkeyPatch) -> None:
    tables, id, gm = table
    told: list[int] = []
    monkeypatch.setattr(tables.hub, "announce", lambda _, version: told.append(version))
    with pytest.raises(Refused):
        tables.handle(id, gm, EditTable(name=""))
    tables.handle(id, gm, EditTable(name="Friday"))
    assert told == []
    tables.handle(id, gm, EditTable(name="Saturday"))
    assert told == [tables.load(id).version]


# --- pictures ---


def test_pictures_are_kept_by_what_is_in_them(table: tuple[Tables, str, Viewer]) -> None:
    tables, id, gm = table
    digest = tables.add_picture(id, b"picture", "image/png")
    assert tables.add_picture(id, b"picture", "image/png") == digest
    found = tables.picture(id, digest)
    assert found is not None
    assert (found[0].read_bytes(), found[1]) == (b"picture", "image/png")
    other, _ = tables.create("Other", "fake", "laptop")
    assert tables.picture(other, digest) is None
    assert tables.picture(id, "../../etc/passwd") is None
    tables.handle(id, gm, SetPicture(Picture(digest, "image/png", 10, 10, 10.0)))


# --- killed in the middle ---

SCRIPT = """
import sys, time
from pathlib import Path
from app.encounter.commands import Act
from rules.dice import ScriptedDice
from rules.scene import Action
from tests.support.fake_system import FakeSystem, installed
from tests.support.tables import open_tables

folder, id, guard, vexa = sys.argv[1:]
with installed(FakeSystem()):
    tables = open_tables(Path(folder), ScriptedDice([15]))
    tables.handle(id, tables.seat_for(id, "laptop"), Act(Action("shoot", guard, target=vexa)))
    print("waiting", flush=True)
    time.sleep(60)
"""


def test_killed_in_the_middle_of_an_attack_it_goes_on(table: tuple[Tables, str, Viewer], tmp_path: Path) -> None:
    tables, id, gm = table
    vexa, guard = place(tables, id, gm, "Vexa"), place(tables, id, gm, "Guard", "enemy")
    sael = tables.join(id, "phone", "Sael", Role.PLAYER)
    tables.handle(id, sael, ClaimToken(vexa, sael.seat))
    before = tables.stored(id)
    command = [sys.executable, "-c", SCRIPT, str(tmp_path), id, guard, vexa]
    with subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=-1) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"waiting\n"
        server.send_signal(signal.SIGKILL)

    again = open_tables(tmp_path, ScriptedDice([4]))  # the damage alone: the attack is rolled already
    state = again.load(id)
    assert state.pending is not None
    assert again.stored(id)[: len(before)] == before
    state = again.handle(id, sael, Answer(state.pending.prompt or "", "stand"))
    assert state.pending is None
    assert state.tokens[vexa].profile["hp"] == 6
    rolled = [stored.event.faces for stored in again.stored(id) if isinstance(stored.event, Rolled)]
    assert rolled == [(15,), (4,)]
    assert [stored.seq for stored in again.stored(id)] == list(range(1, state.version + 1))
    with again.engine.connect() as connection:
        assert connection.execute(text("PRAGMA integrity_check")).scalar() == "ok"
    again.handle(id, gm, Act(Action("step", guard, square=Square(5, 5))))
    again.engine.dispose()
