"""Files as the engine's commands read and show them."""

import json
import sys
from pathlib import Path
from typing import Any

from geometry.casefile import CaseError

MOST = 64 * 1024 * 1024


def read_text(name: str) -> str:
    """A file or standard input as text. Raises CaseError with a sentence that says what is wrong."""
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(MOST + 1)
        else:
            with Path(name).open("rb") as file:
                raw = file.read(MOST + 1)
    except OSError as error:
        raise CaseError(f"cannot be read: {error.strerror or error}") from error
    if len(raw) > MOST:
        raise CaseError(f"larger than {MOST // 1024 // 1024} MB")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CaseError(f"not text in UTF-8: {error}") from error


def short(value: Any) -> str:
    """A value as compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
