"""A whole table in one file, and back: its log and its pictures; no device, no code, no secret."""

import hashlib
import json
import re
import zipfile
import zlib
from collections.abc import Mapping, Set
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import timedelta
from string import Formatter
from typing import Any, BinaryIO

from app.encounter.errors import Refused
from app.encounter.events import MapSet, Redone, SeatTaken, Stored, TableCreated, TokenPlaced, Undone
from app.encounter.fold import is_undoable, replay
from app.encounter.limits import MAX_SEATS, MAX_TOKENS, NAME_LENGTH, check_map, clean_name
from app.encounter.scene import size_of
from app.encounter.state import Encounter, Role
from app.encounter.system import system_of
from app.encounter.view import turn_for
from app.encounter.viewer import Viewer
from app.maps.picture import PictureFault, check_picture
from app.service import Tables, random_id
from app.storage import codec, log
from geometry.battlefield import MAX_SIDE
from geometry.grid import Square
from rules.system import ProfileError
from rules.text import Text, say

FORMAT = "casilla-table"
VERSION = 1
_ABOUT, _EVENTS, _PICTURE = "table.json", "events.jsonl", re.compile(r"pictures/([0-9a-f]{64})")
_MAX_ABOUT = 1_000_000
_MAX_LOG = 40_000_000
_MAX_LINES = 50_000
_MAX_TEXT = 2_000
_MAX_PICTURE = 30_000_000
_MAX_PICTURES = 500
_MAX_ALL = 300_000_000
_LAST_MOMENT = 253_402_300_799_999  # end of the year 9999, in milliseconds


class _Broken(Exception):
    """The archive is not what an export makes."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.msgid)
        self.reason = reason


@dataclass(frozen=True)
class _Archive:
    events: tuple[Stored, ...]
    pictures: Mapping[str, tuple[bytes, str]]  # bytes and media type by hash


def export_table(tables: Tables, table_id: str, file: BinaryIO) -> None:
    """Write a table with all that the GM knows of it. The same table gives the same bytes."""
    events = tables.stored(table_id)
    lines = [
        json.dumps(
            {
                "seq": stored.seq,
                "action": stored.action,
                "by": stored.by,
                "at": log.milliseconds(stored.at),
                "kind": stored.event.kind,
                "payload": codec.encode(stored.event),
            },
            allow_nan=False,
        )
        for stored in events
    ]
    about = {"format": FORMAT, "version": VERSION, "codec": codec.VERSION, "events": len(lines)}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        _write(archive, _ABOUT, json.dumps(about, indent=1).encode())
        _write(archive, _EVENTS, "".join(f"{line}\n" for line in lines).encode())
        for digest in tables.pictures_of(table_id):
            _write(archive, f"pictures/{digest}", tables.pictures.path(digest).read_bytes())


def _write(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name)  # of 1980: no clock in the file
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, data)


def restore_table(tables: Tables, file: BinaryIO, device: str) -> tuple[str, str]:
    """A new table from an archive, with `device` in the GM's seat: its id and the GM's secret.

    The other seats are free for whoever joins under their names. Raises Refused, with nothing changed, for anything
    but an archive.
    """
    try:
        archive = _read(file)
    except _Broken as broken:
        raise Refused(say("This is no exported table: {why}.", why=broken.reason), "file") from None
    table_id = random_id()
    first = archive.events[0]
    assert isinstance(first.event, TableCreated)
    events = (replace(first, event=replace(first.event, id=table_id)), *archive.events[1:])
    state = replay(events)
    gm = next(seat.id for seat in state.seats.values() if seat.role is Role.GM)
    for data, _ in archive.pictures.values():
        tables.pictures.save(data)
    secret = tables.found((), by="", devices={gm: device}, stored=events, name=state.name)
    for data, media_type in archive.pictures.values():
        tables.add_picture(table_id, data, media_type)
    return table_id, secret


def _read(file: BinaryIO) -> _Archive:
    try:
        with zipfile.ZipFile(file) as archive:
            return _contents(archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, OSError, UnicodeError):
        # RuntimeError: encrypted; NotImplementedError: packed in a way that we never write.
        raise _Broken(say("the file is damaged or of another kind")) from None


def _contents(archive: zipfile.ZipFile) -> _Archive:
    entries = archive.infolist()
    names = [entry.filename for entry in entries]
    digests = [match[1] for name in names if (match := _PICTURE.fullmatch(name))]
    if len(names) != len(set(names)) or set(names) - {f"pictures/{digest}" for digest in digests} != {_ABOUT, _EVENTS}:
        raise _Broken(say("it does not hold what an export holds"))
    if len(digests) > _MAX_PICTURES or sum(entry.file_size for entry in entries) > _MAX_ALL:
        raise _Broken(say("it is too large"))
    count = _about(_unpacked(archive, _ABOUT, _MAX_ABOUT))
    events = _events(_unpacked(archive, _EVENTS, _MAX_LOG), count)
    _check(events)
    pictures = {digest: _picture(archive, digest) for digest in digests}
    return _Archive(events, pictures)


def _unpacked(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """The bytes of an entry, however many its header promises; no more than `most` are ever unpacked."""
    with archive.open(name) as entry:
        data = entry.read(most + 1)
    if len(data) > most:
        raise _Broken(say("it is too large"))
    return data


def _about(data: bytes) -> int:
    about = _json(data)
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise _Broken(say("it does not hold what an export holds"))
    versions = (about.get("version"), about.get("codec"), about.get("events"))
    if not all(type(number) is int for number in versions):
        raise _Broken(say("it does not hold what an export holds"))
    if about["version"] > VERSION or about["codec"] > codec.VERSION:
        raise _Broken(say("a newer release wrote it"))
    count: int = about["events"]
    return count


def _json(data: bytes) -> Any:
    try:
        return codec.parse(data.decode())
    except (codec.CodecError, UnicodeDecodeError):
        raise _Broken(say("its log cannot be read")) from None


def _events(data: bytes, count: int) -> tuple[Stored, ...]:
    lines = data.split(b"\n")
    if lines.pop() != b"" or len(lines) != count or not 1 <= count <= _MAX_LINES:
        raise _Broken(say("its log is not complete"))
    found: list[Stored] = []
    starts: set[int] = set()
    for seq, line in enumerate(lines, 1):
        stored = _stored(_json(line), seq)
        if stored.action == seq:
            starts.add(seq)
        elif stored.action not in starts:
            raise _Broken(say("its log is not complete"))
        found.append(stored)
    return tuple(found)


def _stored(row: Any, seq: int) -> Stored:
    if not isinstance(row, dict) or row.keys() != {"seq", "action", "by", "at", "kind", "payload"}:
        raise _Broken(say("its log cannot be read"))
    at, by, kind = row["at"], row["by"], row["kind"]
    whole = all(type(row[key]) is int for key in ("seq", "action", "at"))
    if not whole or row["seq"] != seq or not 0 <= at <= _LAST_MOMENT or type(by) is not str or len(by) > 32:
        raise _Broken(say("its log cannot be read"))
    try:
        event = codec.from_data(kind, row["payload"])
    except codec.CodecError:
        raise _Broken(say("its log cannot be read")) from None
    return Stored(seq, row["action"], by, log.moment(0) + timedelta(milliseconds=at), event)


def _check(events: tuple[Stored, ...]) -> None:
    """Refuse a log that was not made by playing, as far as it could do harm."""
    created = [stored for stored in events if isinstance(stored.event, TableCreated)]
    if len(created) != 1 or created[0] is not events[0]:
        raise _Broken(say("its log is not complete"))
    try:
        for stored in events:
            _check_inside((stored.by, stored.event))
            _check_event(stored)
        _check_undoing(events)
        state = replay(events)
        _check_state(state)
    except (Refused, ProfileError) as refused:
        reason = refused.reason if isinstance(refused, Refused) else say("a profile has impossible figures")
        raise _Broken(say("its log does not hold together ({why})", why=reason)) from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        raise _Broken(say("its log does not hold together")) from None


def _check_event(stored: Stored) -> None:
    match stored.event:
        case TableCreated(name=name, system=system):
            clean_name(name)
            system_of(Encounter(system=system))
        case SeatTaken(seat=seat):
            clean_name(seat.name)
            if not 1 <= len(seat.id) <= 32:
                raise ValueError(seat.id)
        case MapSet(map=map_):
            check_map(map_)
        case TokenPlaced(token=token):
            clean_name(token.name)
            if not re.fullmatch(r"[a-z][a-z0-9]{0,31}", token.id):
                raise ValueError(token.id)


def _check_undoing(events: tuple[Stored, ...]) -> None:
    """Only what stands is taken back, and only what was taken back is done again."""
    standing: set[int] = set()
    off: set[int] = set()
    for stored in events:
        if stored.seq == stored.action and is_undoable(stored.event):
            standing.add(stored.seq)
            off.clear()
        elif isinstance(stored.event, Undone | Redone):
            actions = set(stored.event.actions)
            before, after = (standing, off) if isinstance(stored.event, Undone) else (off, standing)
            if len(actions) != len(stored.event.actions) or not actions <= before:
                raise ValueError("nothing to take back")
            before -= actions
            after |= actions


def _check_inside(value: Any) -> None:
    """Look at every word, sentence and square in it.

    A sentence is filled in by name alone: format codes of others could fill the memory. Half a character cannot be
    written, and a square far outside has no name.
    """
    if isinstance(value, Text):
        for text in (value.msgid, value.plural or ""):
            for _, name, code, conversion in Formatter().parse(text):
                if name is not None and (name not in value.params or code or conversion):
                    raise ValueError(text)
        if len(value.msgid) > _MAX_TEXT:
            raise ValueError(value.msgid[:80])
    if isinstance(value, Square) and max(abs(value.x), abs(value.y)) > 10 * MAX_SIDE:
        raise ValueError("square")
    if isinstance(value, str):
        value.encode()  # raises UnicodeEncodeError, a ValueError
    elif is_dataclass(value):
        for field in fields(value):
            _check_inside(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for each in (*value, *value.values()):
            _check_inside(each)
    elif isinstance(value, tuple | list | Set):
        for each in value:
            _check_inside(each)


def _check_state(state: Encounter) -> None:
    if len(state.seats) > MAX_SEATS or len(state.tokens) > MAX_TOKENS:
        raise ValueError("too much at the table")
    if not any(seat.role is Role.GM for seat in state.seats.values()):
        raise ValueError("no GM")
    if len(state.name) > NAME_LENGTH:
        raise ValueError("name")
    if state.map is not None:
        check_map(state.map)
    for token in state.tokens.values():
        clean_name(token.name)
        system_of(state).check_profile(token.profile)
        size_of(state, token)
    turn_for(state, Viewer("", Role.GM))


def _picture(archive: zipfile.ZipFile, digest: str) -> tuple[bytes, str]:
    data = _unpacked(archive, f"pictures/{digest}", _MAX_PICTURE)
    if hashlib.sha256(data).hexdigest() != digest:
        raise _Broken(say("a picture is damaged"))
    try:
        return data, check_picture(data).media_type
    except PictureFault as fault:
        raise _Broken(fault.reason) from None
