"""Imports that wait for the GM's word, in the data folder: nothing of them is in the game until it is saved."""

import json
import re
import secrets
import shutil
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from app.encounter.errors import Gone
from app.encounter.limits import NAME_LENGTH
from app.maps.picture import PictureFault, PictureFile, check_picture, kind_of
from app.maps.plain import picture_draft
from app.maps.reading import open_file, shown
from app.maps.report import Findings, ImportRefused
from app.maps.source import take_picture
from app.maps.universal_vtt import Draft, build, read_document
from rules.text import say

KEPT_SECONDS = 24 * 3600
_KEY = re.compile(r"[0-9a-f]{16}")
_TABLE = re.compile(r"[a-z0-9]{1,40}")
_ENDINGS = re.compile(r"\.(dd2vtt|df2vtt|uvtt|json|png|jpe?g|webp)$", re.IGNORECASE)
PICTURE_ENDINGS = (".png", ".jpg", ".jpeg", ".webp")


@dataclass(frozen=True)
class Waiting:
    """An import before it is saved. `is_picture`: a picture alone; `knows_grid`: its size in squares is no guess."""

    key: str
    draft: Draft
    file_name: str
    is_picture: bool
    knows_grid: bool
    keeps_walls: bool = False  # it is the picture of a map that lies there

    @property
    def name(self) -> str:
        """The map's name as the file suggests it."""
        return shown(_ENDINGS.sub("", self.file_name))[:NAME_LENGTH].strip()


class Imports:
    """One import at most waits for each table; what nobody saved goes after a day."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def take(self, table: str, data: bytes, file_name: str, *, most_bytes: int, most_picture_bytes: int) -> str:
        """Check an uploaded file, keep it, and answer its key. Raises ImportRefused, and keeps nothing then."""
        document, picture = None, None
        if kind_of(data) or _is_named_picture(file_name, data):
            if len(data) > most_picture_bytes:
                raise ImportRefused(
                    say("This picture is too large: it may have {most} MB.", most=most_picture_bytes // (1024 * 1024))
                )
            try:
                picture = check_picture(data)
            except PictureFault as fault:
                raise ImportRefused.for_faults([fault.reason]) from None
        else:
            document = open_file(data, most_bytes=most_bytes)
            found = Findings()
            picture = take_picture(document.get("image"), found)
            build(read_document(document, picture))
            if picture is not None:
                document["image"] = ""
        return self._keep(table, document, picture, file_name, keeps_walls=False)

    def take_again(self, table: str, picture: PictureFile, name: str) -> str:
        """The picture of the map that lies there, to put its grid right."""
        return self._keep(table, None, picture, name, keeps_walls=True)

    def _keep(
        self, table: str, document: object, picture: PictureFile | None, file_name: str, *, keeps_walls: bool
    ) -> str:
        self.sweep()
        key = secrets.token_hex(8)
        place = self._table(table) / key
        place.mkdir(parents=True)
        facts = {"file_name": shown(file_name), "keeps_walls": keeps_walls, "picture": None}
        if picture is not None:
            (place / "picture").write_bytes(picture.data)
            facts["picture"] = {key: value for key, value in asdict(picture).items() if key != "data"}
        if document is not None:
            (place / "document.json").write_text(json.dumps(document), encoding="utf-8")
        (place / "facts.json").write_text(json.dumps(facts), encoding="utf-8")  # last: with it the import is whole
        for other in self._table(table).glob("*/facts.json"):
            if other.parent != place:
                shutil.rmtree(other.parent, ignore_errors=True)
        return key

    def load(self, table: str, key: str) -> Waiting:
        """The import as it was read; its picture without its bytes. Raises Gone."""
        place = self._place(table, key)
        facts = json.loads((place / "facts.json").read_text(encoding="utf-8"))
        picture = PictureFile(data=b"", **facts["picture"]) if facts["picture"] else None
        name, keeps = facts["file_name"], facts["keeps_walls"]
        document = place / "document.json"
        if document.exists():
            draft = read_document(json.loads(document.read_text(encoding="utf-8")), picture)
            return Waiting(key, draft, name, is_picture=False, knows_grid=True)
        assert picture is not None
        draft, knows = picture_draft(picture, name)
        return Waiting(key, draft, name, is_picture=True, knows_grid=knows, keeps_walls=keeps)

    def picture(self, table: str, key: str) -> Path:
        """The file of its picture. Raises Gone."""
        path = self._place(table, key) / "picture"
        if not path.exists():
            raise _gone()
        return path

    def drop(self, table: str) -> None:
        """Forget what waits for this table."""
        shutil.rmtree(self._table(table), ignore_errors=True)

    def sweep(self) -> None:
        """Forget what waited for more than a day."""
        oldest = time.time() - KEPT_SECONDS
        for place in self.folder.glob("*/*"):
            with suppress(FileNotFoundError):  # another worker was faster
                if place.stat().st_mtime < oldest:
                    shutil.rmtree(place, ignore_errors=True)

    def _table(self, table: str) -> Path:
        if not _TABLE.fullmatch(table):
            raise _gone()
        return self.folder / table

    def _place(self, table: str, key: str) -> Path:
        place = self._table(table) / key
        if not _KEY.fullmatch(key) or not (place / "facts.json").exists():
            raise _gone()
        return place


def _gone() -> Gone:
    return Gone(say("This import is no longer there. Choose the file again."))


def _is_named_picture(file_name: str, data: bytes) -> bool:
    """Is it meant as a picture, by its name, and nothing that can be read as a map file?"""
    text = data.lstrip(b"\xef\xbb\xbf \t\r\n")
    return file_name.lower().endswith(PICTURE_ENDINGS) and bool(text) and not text.startswith((b"{", b"[", b"version "))
