"""Out into one file, and back as it was. Anything else is refused, and nothing is changed."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from app.archive import export_table, restore_table
from app.encounter.commands import Act, ClaimToken, EditToken, PlaceToken, SetMap, SetPicture, Undo
from app.encounter.errors import Refused
from app.encounter.state import Picture, Role
from app.service import Tables
from geometry.grid import Square
from rules.dice import ScriptedDice
from rules.scene import Action
from tests.support.fake_system import FakeSystem
from tests.support.table import HALL
from tests.support.tables import some_tables


def png() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (40, 20), "teal").save(file, "PNG")
    return file.getvalue()


@pytest.fixture
def played(tables: Tables) -> str:
    """A table with a picture, an undone action, and a question that is open."""
    id, _ = tables.create("Friday ñ", "fake", "laptop", gm="Irene")
    gm, sael = tables.seat_for(id, "laptop"), tables.join(id, "phone", "Sael", Role.PLAYER)
    assert gm is not None
    tables.means = replace(tables.means, dice=ScriptedDice([15]))
    tables.handle(id, gm, SetMap(HALL))
    digest = tables.add_picture(id, png(), "image/png")
    tables.handle(id, gm, SetPicture(Picture(digest, "image/png", 40, 20, 2.0)))
    tables.handle(id, gm, PlaceToken("Vexa", "ally", Square(1, 1), {"note": "☂"}))
    state = tables.handle(id, gm, PlaceToken("Guard", "enemy", Square(2, 2), {}, hidden=True))
    vexa, guard = state.tokens
    tables.handle(id, sael, ClaimToken(vexa, sael.seat))
    tables.handle(id, gm, EditToken(guard, square=Square(9, 9)))
    tables.handle(id, gm, Undo())
    tables.handle(id, gm, Act(Action("shoot", guard, target=vexa)))
    return id


def exported(tables: Tables, id: str) -> bytes:
    file = io.BytesIO()
    export_table(tables, id, file)
    return file.getvalue()


def test_a_restored_table_is_the_same(tables: Tables, played: str, tmp_path: Path, fake_rules: FakeSystem) -> None:
    data = exported(tables, played)
    (tmp_path / "elsewhere").mkdir()
    with some_tables(tmp_path / "elsewhere") as others:
        id, secret = restore_table(others, io.BytesIO(data), "desktop")
        before, after = tables.load(played), others.load(id)
        assert after.pending is not None
        assert before.pending is not None
        base = replace(after.pending.base, id=played)
        assert replace(after, id=played, pending=replace(after.pending, base=base)) == before
        assert [s.event for s in others.stored(id)][1:] == [s.event for s in tables.stored(played)][1:]
        assert others.seat_for(id, "desktop").role is Role.GM  # type: ignore[union-attr]
        assert others.table_by_gm_secret(secret) == id
        assert others.pictures_of(id) == tables.pictures_of(played)
        digest = next(iter(others.pictures_of(id)))
        assert others.picture(id, digest)[0].read_bytes() == png()  # type: ignore[index]
        sael = others.join(id, "phone", " sael ", Role.PLAYER)
        assert others.load(id).tokens == before.tokens
        assert sael.seat in before.seats


def test_beside_the_original_it_is_a_table_of_its_own(tables: Tables, played: str) -> None:
    id, secret = restore_table(tables, io.BytesIO(exported(tables, played)), "laptop")
    assert id != played
    assert tables.join_code(id) != tables.join_code(played)
    assert tables.table_by_gm_secret(secret) == id
    assert [entry.name for entry in tables.tables_of("laptop")] == ["Friday ñ", "Friday ñ"]


def test_an_export_is_the_same_bytes_and_without_secrets(tables: Tables, played: str) -> None:
    data = exported(tables, played)
    assert data == exported(tables, played)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        text = b"".join(archive.read(name) for name in archive.namelist())
    assert tables.join_code(played).encode() not in text
    assert b"laptop" not in text


# --- hostile and broken ---

Files = dict[str, bytes]


def changed(change: Callable[[Files], object]) -> Callable[[bytes], bytes]:
    def apply(data: bytes) -> bytes:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
        change(files)
        return packed(files)

    return apply


def packed(files: Files) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def edit_line(number: int, **new: object) -> Callable[[bytes], bytes]:
    def change(files: Files) -> None:
        lines = files["events.jsonl"].splitlines()
        lines[number] = json.dumps({**json.loads(lines[number]), **new}).encode()
        files["events.jsonl"] = b"".join(line + b"\n" for line in lines)

    return changed(change)


def about(**new: object) -> Callable[[bytes], bytes]:
    def change(files: Files) -> None:
        files["table.json"] = json.dumps({**json.loads(files["table.json"]), **new}).encode()

    return changed(change)


def bomb(files: Files) -> None:
    files["events.jsonl"] = b"0" * 120_000_000


def append_event(**row: object) -> Callable[[bytes], bytes]:
    def change(files: Files) -> None:
        count = files["events.jsonl"].count(b"\n")
        line = {"seq": count + 1, "action": count + 1, "by": "", "at": 0, **row}
        files["events.jsonl"] += json.dumps(line).encode() + b"\n"
        files["table.json"] = json.dumps({**json.loads(files["table.json"]), "events": count + 1}).encode()

    return changed(change)


BAD: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda data: b"",
    "no zip": lambda data: b"PK\x03\x04 not really",
    "cut off": lambda data: data[: len(data) // 2],
    "a byte changed": lambda data: data[:200] + bytes([data[200] ^ 255]) + data[201:],
    "a bomb": changed(bomb),
    "a path": changed(lambda files: files.update({"../../evil": b"x"})),
    "an absolute path": changed(lambda files: files.update({"/etc/evil": b"x"})),
    "a picture elsewhere": changed(lambda files: files.update({"pictures/../" + "0" * 64: b"x"})),
    "no log": changed(lambda files: files.pop("events.jsonl")),
    "no table": changed(lambda files: files.pop("table.json")),
    "other json": changed(lambda files: files.update({"table.json": b"[]"})),
    "broken json": changed(lambda files: files.update({"table.json": b"{"})),
    "another format": about(format="zip"),
    "a later version": about(version=99),
    "a later codec": about(codec=99),
    "a wrong count": about(events=3),
    "a count that is none": about(events="many"),
    "a line twice": changed(lambda files: files.update({"events.jsonl": files["events.jsonl"] * 2})),
    "no NaN": changed(
        lambda f: f.update({"events.jsonl": f["events.jsonl"].replace(b'"at": ', b'"at": NaN, "x": ', 1)})
    ),
    "a gap": edit_line(3, seq=9),
    "an action of the future": edit_line(3, action=5),
    "an unknown event": edit_line(3, kind="table-exploded"),
    "an event that is a list": edit_line(3, payload=[]),
    "a system that is not here": edit_line(0, payload={"id": "x", "name": "x", "system": "chess"}),
    "a second beginning": edit_line(3, kind="table-created", payload={"id": "x", "name": "x", "system": "fake"}),
    "no beginning": edit_line(0, kind="table-edited", payload={}),
    "a long name": edit_line(0, payload={"id": "x", "name": "x" * 10_000, "system": "fake"}),
    "no GM": edit_line(1, kind="table-edited", payload={}),
    "an undo of nothing": append_event(kind="undone", payload={"actions": [4711]}),
    "the same undone twice": append_event(kind="undone", payload={"actions": [4, 4]}),
    "a redo of what stands": append_event(kind="redone", payload={"actions": [5]}),
    "a sentence with a format code": append_event(
        kind="action-called-off", payload={"reason": {"msgid": "{a:>9999999999}", "params": {"a": "x"}}}
    ),
    "a sentence that looks into things": append_event(
        kind="action-called-off", payload={"reason": {"msgid": "{a.__class__}", "params": {"a": "x"}}}
    ),
    "a sentence that lacks a word": append_event(kind="action-called-off", payload={"reason": {"msgid": "{a}"}}),
    "an endless map": append_event(kind="map-set", payload={"map": {"columns": 10**9, "rows": 10**9}}),
    "a token with markup for an id": append_event(
        kind="token-placed",
        payload={"token": {"id": '"><script>', "name": "x", "side": "ally", "square": None, "profile": {}}},
    ),
    "a profile that is none": append_event(
        kind="token-placed",
        payload={"token": {"id": "x1", "name": "x", "side": "ally", "square": None, "profile": {"hp": "many"}}},
    ),
    "a picture of another hash": changed(lambda files: files.update({"pictures/" + "0" * 64: png()})),
    "a picture that is none": changed(
        lambda files: files.update({f"pictures/{hashlib.sha256(b'text').hexdigest()}": b"text"})
    ),
}


SEAT = {"id": "s", "role": "player", "name": "Ana", "admitted": True, "standing": {}}
BAD |= {
    "half a character in a seat": append_event(kind="seat-taken", payload={"seat": {**SEAT, "id": "\ud800"}}),
    "half a character in who did it": append_event(kind="seat-taken", by="\ud800", payload={"seat": SEAT}),
    "half a character in a reason": append_event(
        kind="token-edited", payload={"token": "t", "reason": "\ud800", "profile": {}, "fight": {}}
    ),
    "a square beyond all maps": append_event(
        kind="token-edited", payload={"token": "t", "square": [1, 10**30], "profile": {}, "fight": {}}
    ),
}


def test_a_whole_event_more_is_read(tables: Tables, played: str) -> None:
    more = append_event(kind="seat-taken", payload={"seat": {**SEAT, "name": "Añá 🎲"}})(exported(tables, played))
    id, _ = restore_table(tables, io.BytesIO(more), "a" * 32)
    assert "s" in tables.load(id).seats


@pytest.mark.parametrize("harm", BAD.values(), ids=BAD)
def test_anything_else_is_refused_in_a_sentence(
    tables: Tables, played: str, tmp_path: Path, harm: Callable[[bytes], bytes]
) -> None:
    data = harm(exported(tables, played))
    files = sorted(tmp_path.rglob("*"))
    with pytest.raises(Refused) as caught:
        restore_table(tables, io.BytesIO(data), "stranger")
    assert caught.value.reason.msgid == "This is no exported table: {why}."
    assert tables.tables_of("stranger") == []
    assert sorted(tmp_path.rglob("*")) == files


def test_an_encrypted_archive_is_refused(tables: Tables, played: str) -> None:
    data = bytearray(exported(tables, played))
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(signature)
        while at >= 0:
            data[at + flags] |= 1
            at = data.find(signature, at + 4)
    with pytest.raises(Refused):
        restore_table(tables, io.BytesIO(bytes(data)), "stranger")
