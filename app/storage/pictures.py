"""Pictures as files in the data folder, named by the hash of their bytes."""

import hashlib
import os
import re
import secrets
from pathlib import Path

_HASH = re.compile(r"[0-9a-f]{64}")


class Pictures:
    """Bytes by hash. A file is never changed, so it may be shared by tables and cached for ever."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, digest: str) -> Path:
        if not _HASH.fullmatch(digest):
            raise ValueError(f"no hash of a picture: {digest[:80]!r}")
        return self.folder / digest[:2] / digest

    def save(self, data: bytes) -> str:
        digest = hashlib.sha256(data).hexdigest()
        path = self.path(digest)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            unfinished = path.with_name(f"{digest}.{secrets.token_hex(4)}.part")
            unfinished.write_bytes(data)
            os.replace(unfinished, path)
        return digest
