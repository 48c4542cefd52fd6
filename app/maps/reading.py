"""From bytes to one JSON object that is a Universal VTT map, or a sentence that says what the file is instead."""

import json
from typing import Any

from app.maps.picture import kind_of
from app.maps.report import ImportRefused
from rules.text import Text, say

MOST_BYTES = 64 * 1024 * 1024
MOST_PARTS = 1_000_000  # commas and brackets: a map of 20 000 pieces has some 100 000
MOST_DIGITS = 30


class _BadNumber(ValueError):
    """A number that JSON does not have or that no computer keeps."""


class _Doubled(ValueError):
    """One object has a field twice, with different values."""


def open_file(data: bytes, *, most_bytes: int = MOST_BYTES) -> dict[str, Any]:
    """The object in a map file; raises `ImportRefused` with the one sentence that fits what it is instead."""
    if len(data) > most_bytes:
        raise ImportRefused(too_large(most_bytes))
    document = _read_json(_text_of(data))
    _recognise(document)
    return document


def too_large(most_bytes: int) -> Text:
    """The refusal of a file above the limit, which is known before the file is read."""
    return say("This file is too large: a map may have {most} MB.", most=most_bytes // (1024 * 1024))


def _text_of(data: bytes) -> str:
    kind = kind_of(data)
    if kind is not None:
        raise ImportRefused(
            say("This is a {kind} picture, not a Universal VTT file, whatever its name ends in.", kind=kind)
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ImportRefused(say("This is no Universal VTT file: it is not UTF-8 text.")) from None
    if not text.strip():
        raise ImportRefused(say("This file is empty."))
    if text.lstrip().startswith("version https://git-lfs"):
        raise ImportRefused(
            say("This is only a placeholder of a large-file store (Git LFS), not the map. Download the map itself.")
        )
    return text


def _read_json(text: str) -> Any:
    if text.count(",") + text.count("{") + text.count("[") > MOST_PARTS:
        raise ImportRefused(say("This map can't be imported: it holds more than {most} values.", most=MOST_PARTS))
    try:
        return json.loads(
            text,
            parse_constant=_no_constant,
            parse_float=_float,
            parse_int=_int,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as error:
        raise ImportRefused(_where_it_stops(text, error)) from None
    except RecursionError:
        raise ImportRefused(say("This map can't be imported: its values are nested too deeply.")) from None
    except _BadNumber as error:
        number = str(error)
        raise ImportRefused(
            say(
                "This map can't be imported: line {line} has {number}, which is no number that a map can use.",
                line=_line(text, text.find(number)),
                number=number if len(number) <= 20 else number[:20] + "…",
            )
        ) from None
    except _Doubled as error:
        raise ImportRefused(
            say(
                "This map can't be imported: one part of it has two different values for the same field ({field}).",
                field=shown(str(error)),
            )
        ) from None


def _no_constant(name: str) -> float:
    raise _BadNumber(name)


def _float(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise _BadNumber(text)
    return value


def _int(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise _BadNumber(text)
    return int(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        for key, value in pairs:
            if found[key] != value:
                raise _Doubled(key)
    return found


def _where_it_stops(text: str, error: json.JSONDecodeError) -> Text:
    whole = text.rstrip()
    stops = error.pos >= len(whole) or (
        whole[-1] != "}" and (error.msg.startswith(("Unterminated", "Invalid \\")) or len(whole) - error.pos <= 5)
    )
    if stops and whole.lstrip()[:1] in ("{", "["):
        return say("This file is cut off: it stops in line {line}. Copy or download it again.", line=_line(whole))
    return say(
        "This is no Universal VTT file: it stops being JSON in line {line}, column {column}.",
        line=error.lineno,
        column=error.colno,
    )


def _line(text: str, at: int | None = None) -> int:
    return text.count("\n", 0, len(text) if at is None else max(at, 0)) + 1


def _recognise(document: Any) -> None:
    if not isinstance(document, dict):
        raise ImportRefused(say("This is no Universal VTT file: it is JSON, but not one object."))
    if "header" in document and "world" in document:
        raise ImportRefused(
            say("This is a map editor's own project file. Open it there and export it as Universal VTT first.")
        )
    walls = document.get("walls")
    if isinstance(walls, list) and any(isinstance(wall, dict) and "c" in wall for wall in walls):
        raise ImportRefused(
            say("This is a scene of another program (it has walls with “c”). Export it as Universal VTT first.")
        )
    if "resolution" not in document or not any(key in document for key in ("line_of_sight", "portals", "image")):
        raise ImportRefused(
            say(
                "This is no Universal VTT file: it needs a size (resolution) and at least one of walls "
                "(line_of_sight), doors (portals) or a picture (image)."
            )
        )


def shown(text: str) -> str:
    """Words from a file, short and without control characters, fit to stand in a sentence."""
    clean = "".join(c for c in text if c.isprintable())
    clean = clean.encode("utf-8", "replace").decode("utf-8")
    return clean if len(clean) <= 60 else clean[:59] + "…"
