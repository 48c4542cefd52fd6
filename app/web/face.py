"""Pictures for the faces of tokens: any PNG, JPEG or WebP becomes a square of 256 pixels."""

import io

from PIL import Image, ImageOps

from app.maps.picture import PictureFault, check_picture

SIDE = 256
MEDIA_TYPE = "image/webp"


def face_picture(data: bytes) -> bytes:
    """The middle of a picture as a WebP of 256 by 256, upright, without metadata.

    Raises PictureFault for what is no picture, is damaged or would fill the memory.
    """
    picture = check_picture(data)
    with Image.open(io.BytesIO(picture.data)) as image:
        image.draft("RGB", (2 * SIDE, 2 * SIDE))
        square = ImageOps.fit(image.convert("RGBA"), (SIDE, SIDE))
    out = io.BytesIO()
    square.save(out, "WEBP", quality=85)
    return out.getvalue()


__all__ = ["MEDIA_TYPE", "PictureFault", "face_picture"]
