"""Pictures are told by their bytes, measured before they are decoded, and kept without what nobody sees."""

import io

import pytest
from PIL import Image

from app.i18n import translate
from app.maps.picture import PictureFault, check_picture, grid_in_name, kind_of
from tests.support.map_files import picture, picture_bomb


def fault(data: bytes) -> str:
    with pytest.raises(PictureFault) as error:
        check_picture(data)
    return translate(error.value.reason, "en")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_the_three_kinds(kind: str) -> None:
    found = check_picture(picture(40, 30, kind))
    assert (found.media_type, found.width, found.height) == (f"image/{kind.lower()}", 40, 30)
    with Image.open(io.BytesIO(found.data)) as again:
        again.load()
        assert (again.format, again.size) == (kind, (40, 30))


@pytest.mark.parametrize("data", [b"", b"hello", b"GIF89a" + b"\0" * 50, b"<svg xmlns='x'/>", b"%PDF-1.7"])
def test_other_files_are_no_pictures(data: bytes) -> None:
    assert kind_of(data) is None
    assert fault(data) == "the picture is neither PNG, JPEG nor WebP"


@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
@pytest.mark.parametrize(("width", "height"), [(10_001, 10_000), (30_000, 30_000)])
def test_a_bomb_is_refused_before_it_is_decoded(width: int, height: int) -> None:
    assert "million" in fault(picture_bomb(width, height))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_damaged_picture(kind: str) -> None:
    noise = Image.effect_noise((200, 200), 80)
    out = io.BytesIO()
    noise.save(out, kind)
    assert fault(out.getvalue()[: len(out.getvalue()) // 2]) == "the picture is damaged"
    assert fault(out.getvalue()[:20]) == "the picture is damaged"


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_metadata_and_what_stands_behind_the_end_go(kind: str) -> None:
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    found = check_picture(picture(40, 30, kind, exif=exif) + b"PK behind the end")
    assert b"taken at home" not in found.data
    assert b"behind the end" not in found.data
    with Image.open(io.BytesIO(found.data)) as again:
        again.load()
        assert dict(again.getexif()) == {}


def test_a_photo_that_lies_on_its_side_is_put_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    found = check_picture(picture(40, 30, "JPEG", exif=exif))
    assert (found.width, found.height) == (30, 40)


def test_one_picture_has_one_hash() -> None:
    assert check_picture(picture()).hash == check_picture(picture()).hash != check_picture(picture(64)).hash


@pytest.mark.parametrize(
    ("name", "grid"),
    [
        ("cave 30x20.png", (30, 20)),
        ("cave [30 x 20].jpg", (30, 20)),
        ("cave (30×20).webp", (30, 20)),
        ("cave_30X20_v2.png", (30, 20)),
        ("1920x1080 cave 30x20.png", (30, 20)),
        ("cave.png", None),
        ("cave 1920x1080.png", None),
        ("cave 0x20.png", None),
        ("cave 600x20.png", None),
        ("a" * 10_000, None),
    ],
)
def test_columns_and_rows_from_a_name(name: str, grid: tuple[int, int] | None) -> None:
    assert grid_in_name(name) == grid
