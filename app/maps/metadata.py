"""Pictures without what nobody sees in them: where and with what they were taken, anything behind their end."""

import struct

_PNG_KEPT = {b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT"}
_WEBP_DROPPED = {b"EXIF", b"XMP "}
_WEBP_EXIF_XMP_FLAGS = 0x0C
_JPEG_START_OF_SCAN = 0xDA
_JPEG_KEPT_APPS = {0xE0, 0xE2, 0xEE}  # JFIF, colour profile, Adobe's colour transform


def without_metadata(kind: str, data: bytes) -> bytes:
    """The same picture in the same pixels. What cannot be walked through stays as it is: it was decoded before."""
    try:
        return {"PNG": _png, "JPEG": _jpeg, "WEBP": _webp}[kind](data)
    except (struct.error, IndexError):
        return data


def _png(data: bytes) -> bytes:
    out, at = [data[:8]], 8
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at : at + 8])
        end = at + 12 + length
        if name in _PNG_KEPT:
            out.append(data[at:end])
        at = end
        if name == b"IEND":
            break
    return b"".join(out)


def _jpeg(data: bytes) -> bytes:
    out, at = [data[:2]], 2
    while True:
        if data[at] != 0xFF:
            return data
        marker = data[at + 1]
        if marker == 0xFF:  # a fill byte
            at += 1
            continue
        if marker == _JPEG_START_OF_SCAN:
            end = data.rfind(b"\xff\xd9")
            out.append(data[at : end + 2] if end > at else data[at:])
            return b"".join(out)
        (length,) = struct.unpack(">H", data[at + 2 : at + 4])
        is_app = 0xE0 <= marker <= 0xEF or marker == 0xFE
        if not is_app or marker in _JPEG_KEPT_APPS:
            out.append(data[at : at + 2 + length])
        at += 2 + length


def _webp(data: bytes) -> bytes:
    size = struct.unpack("<I", data[4:8])[0]
    at, last, out = 12, min(len(data), 8 + size), []
    while at + 8 <= last:
        name, length = struct.unpack("<4sI", data[at : at + 8])
        end = at + 8 + length + length % 2
        chunk = data[at:end]
        if name == b"VP8X":
            chunk = chunk[:8] + bytes([chunk[8] & ~_WEBP_EXIF_XMP_FLAGS]) + chunk[9:]
        if name not in _WEBP_DROPPED:
            out.append(chunk)
        at = end
    body = b"WEBP" + b"".join(out)
    return b"RIFF" + struct.pack("<I", len(body)) + body
