"""The picture inside a map file: base64 text, a file name where it should be, or nothing."""

import base64
import binascii
import re
from typing import Any

from app.maps.picture import PictureFault, PictureFile, check_picture
from app.maps.reading import shown
from app.maps.report import Findings
from rules.text import say

_HEAD = re.compile(r"data:[^,]{0,100};base64,")
_FILE_NAME = re.compile(r"[^<>|\n]{1,250}\.(png|jpe?g|webp|gif|bmp|svg|tiff?)", re.IGNORECASE)


def take_picture(image: Any, found: Findings) -> PictureFile | None:
    """The picture, or None with a note (there is none) or a fault (it is none)."""
    if image is None or image == "":
        found.note(say("The picture is missing (image): the map gets a plain floor, and you can add a picture later."))
        return None
    if not isinstance(image, str):
        found.faults.append(say("the picture is not text ({field})", field="image"))
        return None
    if _FILE_NAME.fullmatch(image):
        found.note(
            say(
                "The file only names its picture, {name} (image): the map gets a plain floor, and you can add the "
                "picture later.",
                name=shown(image),
            )
        )
        return None
    head = _HEAD.match(image)
    try:
        data = base64.b64decode("".join(image[head.end() if head else 0 :].split()), validate=True)
    except (binascii.Error, ValueError):
        found.faults.append(say("the picture can't be read: it is not base64 text ({field})", field="image"))
        return None
    try:
        return check_picture(data)
    except PictureFault as fault:
        found.faults.append(say("{fault} ({field})", fault=fault.reason, field="image"))
        return None
