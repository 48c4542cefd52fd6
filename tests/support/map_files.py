"""Map files and pictures for tests: the fixtures, changed copies of them, and pictures drawn on the spot."""

import base64
import io
import json
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

from app.i18n import translate
from app.maps.report import ImportRefused, Report

FILES = Path(__file__).parent.parent / "fixtures" / "maps"


def fixture(name: str) -> bytes:
    return (FILES / name).read_bytes()


def changed(change: Callable[[dict[str, Any]], object], name: str = "normal.dd2vtt") -> bytes:
    """A fixture after `change` had its way with the parsed document."""
    document = json.loads(fixture(name))
    change(document)
    return json.dumps(document).encode()


def points(*pairs: tuple[float, float]) -> list[dict[str, float]]:
    return [{"x": x, "y": y} for x, y in pairs]


def portal(start: tuple[float, float], end: tuple[float, float], **more: Any) -> dict[str, Any]:
    return {"bounds": points(start, end), "closed": True, "freestanding": False} | more


def picture(width: int = 128, height: int = 96, kind: str = "PNG", **more: Any) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "#c8b890").save(out, kind, **more)
    return out.getvalue()


def picture_text(width: int = 128, height: int = 96, kind: str = "PNG") -> str:
    return base64.b64encode(picture(width, height, kind)).decode()


def picture_bomb(width: int = 30_000, height: int = 30_000) -> bytes:
    """A PNG of a few bytes that says it has as many pixels as it likes."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 100)) + chunk(b"IEND", b"")
    )


def many_walls(count: int) -> bytes:
    """A file of `count` wall pieces that all differ and touch nowhere."""
    lines = [points((i % 400 + 0.2, i // 400 + 0.5), (i % 400 + 0.8, i // 400 + 0.5)) for i in range(count)]

    def put(document: dict[str, Any]) -> None:
        document.update(line_of_sight=lines, portals=[], objects_line_of_sight=[], image=picture_text(500, 500))
        document["resolution"] |= {"map_size": {"x": 500, "y": 500}, "pixels_per_grid": 1}

    return changed(put)


def sentence(error: ImportRefused) -> str:
    return translate(error.reason, "en")


def notes(report: Report) -> list[str]:
    return [translate(note.text, "en") for note in report.notes]
