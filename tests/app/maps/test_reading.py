"""Files that are no map: each gets the one sentence that fits what it is."""

import json

import pytest

from app.maps.reading import open_file
from app.maps.report import ImportRefused
from tests.support.map_files import fixture, picture, sentence


def refusal(data: bytes, **more: int) -> str:
    with pytest.raises(ImportRefused) as error:
        open_file(data, **more)
    return sentence(error.value)


def test_an_empty_file() -> None:
    assert refusal(b"") == refusal(b" \n\t") == "This file is empty."


def test_a_file_cut_in_half_says_in_which_line_it_stops() -> None:
    whole = fixture("normal.dd2vtt")
    for share in (0.1, 0.3, 0.5, 0.7, 0.99):
        half = whole[: int(len(whole) * share)]
        line = len(half.rstrip().splitlines())
        assert refusal(half) == f"This file is cut off: it stops in line {line}. Copy or download it again."


def test_json_with_a_mistake_in_the_middle_says_where() -> None:
    assert refusal(b'{"resolution": {\n "map_size" 3}}') == (
        "This is no Universal VTT file: it stops being JSON in line 2, column 13."
    )


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e400", "9" * 5_000])
def test_numbers_that_are_none(number: str) -> None:
    data = fixture("normal.dd2vtt").replace(b'"x": 8', f'"x": {number}'.encode(), 1)
    text = refusal(data)
    assert text.startswith("This map can't be imported: line ")
    assert text.endswith("which is no number that a map can use.")
    assert len(text) < 120


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "]" * 100_000])
def test_deep_nesting(deep: str) -> None:
    assert refusal(f'{{"resolution": {deep}'.encode()).startswith("This")


def test_a_bomb_of_empty_lists_is_refused_unread() -> None:
    assert "values" in refusal(b'{"resolution": [' + b"[]," * 1_100_000 + b"[]]}")


def test_text_in_another_encoding() -> None:
    assert refusal(json.dumps({"resolution": 1}).encode("utf-16")).endswith("it is not UTF-8 text.")


def test_a_picture_with_the_wrong_ending() -> None:
    assert refusal(picture()) == "This is a PNG picture, not a Universal VTT file, whatever its name ends in."


def test_a_placeholder_of_a_large_file_store() -> None:
    assert "Git LFS" in refusal(b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n")


@pytest.mark.parametrize("data", [b"[1, 2]", b'"map"', b"3", b"null"])
def test_json_that_is_no_object(data: bytes) -> None:
    assert refusal(data).endswith("it is JSON, but not one object.")


def test_an_editors_project_file() -> None:
    assert "export it as Universal VTT first" in refusal(b'{"header": {}, "world": {}}')


def test_the_scene_of_another_program() -> None:
    assert "another program" in refusal(b'{"walls": [{"c": [0, 0, 1, 1]}], "width": 3}')


@pytest.mark.parametrize("data", [b"{}", b'{"resolution": {}}', b'{"image": ""}'])
def test_json_of_something_else(data: bytes) -> None:
    assert refusal(data).startswith("This is no Universal VTT file: it needs a size (resolution)")


def test_two_values_for_one_field() -> None:
    assert "(line_of_sight)" in refusal(b'{"resolution": {}, "line_of_sight": [], "line_of_sight": [[]]}')
    assert open_file(b'{"resolution": {}, "image": "", "image": ""}') == {"resolution": {}, "image": ""}


def test_a_file_above_the_limit_is_not_read() -> None:
    assert refusal(b"\xff" * 2_000_000, most_bytes=1_048_576) == "This file is too large: a map may have 1 MB."
