"""Pictures under the grid: told by their first bytes, measured before a pixel is decoded."""

import hashlib
import io
import re
import threading
from dataclasses import dataclass

from PIL import Image, ImageOps, UnidentifiedImageError

from app.maps.metadata import without_metadata
from rules.text import Text, say

MOST_PIXELS = 100_000_000
MEDIA_TYPES = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp"}
Image.MAX_IMAGE_PIXELS = MOST_PIXELS

_one_at_a_time = threading.Lock()  # a decoded picture may take 400 MB
_GRID_IN_NAME = re.compile(r"(?<![\d.])(\d{1,3})\s*[x×]\s*(\d{1,3})(?![\d.]*\d)", re.IGNORECASE)
_ORIENTATION = 0x0112


class PictureFault(ValueError):
    """This is no picture that a map can have. `reason` is a clause without a full stop."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.msgid)
        self.reason = reason


@dataclass(frozen=True)
class PictureFile:
    """A picture that was looked at; `hash` names its content."""

    data: bytes
    media_type: str
    width: int
    height: int
    hash: str


def kind_of(data: bytes) -> str | None:
    """PNG, JPEG, WEBP by the first bytes, or None."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    return None


def check_picture(data: bytes) -> PictureFile:
    """The picture in `data`, upright and without its metadata; raises `PictureFault`.

    Its size is read before it is decoded; then it is decoded once, so that a damaged one is noticed here.
    """
    kind = kind_of(data)
    if kind is None:
        raise PictureFault(say("the picture is neither PNG, JPEG nor WebP"))
    try:
        with Image.open(io.BytesIO(data), formats=[kind]) as image:
            width, height = image.size
            if width * height > MOST_PIXELS:
                raise PictureFault(_too_large(width, height))
            with _one_at_a_time:
                image.load()
                if kind == "JPEG" and image.getexif().get(_ORIENTATION, 1) != 1:
                    data = _upright(image)
                    width, height = Image.open(io.BytesIO(data)).size
    except Image.DecompressionBombError:
        raise PictureFault(
            say("the picture has more than {most} million pixels", most=_millions(MOST_PIXELS))
        ) from None
    except PictureFault:
        raise
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError, IndexError, MemoryError):
        raise PictureFault(say("the picture is damaged")) from None
    data = without_metadata(kind, data)
    return PictureFile(data, MEDIA_TYPES[kind], width, height, hashlib.sha256(data).hexdigest())


def grid_in_name(name: str) -> tuple[int, int] | None:
    """Columns and rows that a file name gives: the last "30x20" in it, 1 to 500 each.

    >>> grid_in_name("cave [30 x 20].png")
    (30, 20)
    >>> grid_in_name("cave.png") is None
    True
    """
    found = _GRID_IN_NAME.findall(name)
    if not found:
        return None
    columns, rows = int(found[-1][0]), int(found[-1][1])
    return (columns, rows) if 1 <= columns <= 500 and 1 <= rows <= 500 else None


def _upright(image: Image.Image) -> bytes:
    out = io.BytesIO()
    ImageOps.exif_transpose(image).convert("RGB").save(out, "JPEG", quality=92)
    return out.getvalue()


def _too_large(width: int, height: int) -> Text:
    return say(
        "the picture has {width} × {height} pixels; more than {most} million are too many",
        width=width,
        height=height,
        most=_millions(MOST_PIXELS),
    )


def _millions(pixels: int) -> int:
    return pixels // 1_000_000
