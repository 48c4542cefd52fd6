"""Importing a map through the pages: what the GM sees, what is saved, what is refused."""

import os
from pathlib import Path
from typing import Any

import pytest
from httpx import Response

from app.encounter.commands import Undo
from app.maps.pending import Imports
from geometry.battlefield import BarrierKind, SquareKind
from tests.app.web.seating import Seating
from tests.support.map_files import changed, fixture, many_walls, picture, picture_bomb, points, portal


def upload(table: Seating, data: bytes, name: str = "normal.dd2vtt", who: str = "gm", **more: Any) -> Response:
    return getattr(table, who).post(f"/t/{table.id}/map/file", files={"file": (name, data)}, **more)


def taken(table: Seating, data: bytes, name: str = "normal.dd2vtt") -> str:
    """The address of the import page for an uploaded file."""
    answer = upload(table, data, name)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def refused(table: Seating, data: bytes, name: str = "normal.dd2vtt", status: int = 422) -> str:
    before = table.state
    answer = upload(table, data, name)
    assert answer.status_code == status
    assert table.state == before
    assert "Traceback" not in answer.text
    return answer.text.replace("&#39;", "'")


def test_a_map_is_looked_at_and_then_saved_whole(table: Seating) -> None:
    page = taken(table, fixture("normal.dd2vtt"), "Old mill.dd2vtt")
    shown = table.gm.get(page)
    assert shown.status_code == 200
    assert 'value="Old mill"' in shown.text
    assert "7 wall pieces, 1 closed door, 1 window, 1 object, 1 light" in " ".join(shown.text.split())
    sight = table.gm.get(f"{page}/picture")
    assert (sight.status_code, sight.headers["content-type"]) == (200, "image/png")
    assert table.state.map is not None
    assert table.state.map.name == "Deck"

    saved = table.gm.post(page, data={"name": "Old mill", "square": "16", "dx": "0", "dy": "0"})
    assert (saved.status_code, saved.headers["location"]) == (303, f"/t/{table.id}")
    made = table.state.map
    assert made is not None
    assert (made.name, made.columns, made.rows, len(made.barriers)) == ("Old mill", 8, 6, 6)
    assert made.picture is not None
    assert table.gm.get(page).status_code == 404


def test_the_picture_is_served_to_seats_only_with_a_fixed_type(table: Seating) -> None:
    page = taken(table, fixture("normal.dd2vtt"))
    table.gm.post(page, data={})
    assert table.state.map is not None
    assert table.state.map.picture is not None
    address = f"/t/{table.id}/picture/{table.state.map.picture.hash}"
    for who in (table.gm, table.player, table.spectator):
        answer = who.get(address)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "image/png"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "immutable" in answer.headers["cache-control"]
        assert answer.content.startswith(b"\x89PNG")
    table.player.cookies.clear()
    assert table.player.get(address).status_code == 404
    assert table.gm.get(f"/t/{table.id}/picture/{'0' * 64}").status_code == 404
    assert table.gm.get(f"/t/{table.id}/picture/..%2f..%2fcasilla.db").status_code == 404


def test_doors_are_switched_one_or_all_and_looking_saves_nothing(table: Seating) -> None:
    doors = [portal((1, 2), (1, 3)), portal((2, 2), (2, 2.8)), portal((3, 2), (3, 3), closed=False)]
    page = taken(table, changed(lambda d: d.update(portals=doors)))
    before = table.state
    look = table.gm.post(f"{page}/look", data={"door-2": "window"}, headers={"hx-request": "true"})
    assert look.status_code == 200
    assert look.text.lstrip().startswith("<form")
    assert "1 closed door, 1 open door, 1 window" in " ".join(look.text.split())
    every = table.gm.post(f"{page}/look", data={"all": "window"}, headers={"hx-request": "true"})
    assert "3 windows" in every.text
    assert table.state == before
    table.gm.post(page, data={"door-1": "open", "door-2": "window", "door-3": "door"})
    assert table.state.map is not None
    kinds = {id: (b.kind, b.is_open) for id, b in table.state.map.barriers.items() if id.startswith("d")}
    assert kinds == {
        "d1": (BarrierKind.DOOR, True),
        "d2": (BarrierKind.WINDOW, False),
        "d3": (BarrierKind.DOOR, False),
    }


def test_the_report_stands_on_the_page(table: Seating) -> None:
    text = table.gm.get(taken(table, fixture("off-grid.uvtt"), "off-grid.uvtt")).text
    assert "1 wall has less than two points and was left out." in text
    assert "wall 3 (line_of_sight)" in text
    assert "The file says that the light is low" in text
    assert 'value="dim" checked' in text


def test_answers_reach_the_map(table: Seating) -> None:
    page = taken(table, fixture("off-grid.uvtt"), "off-grid.uvtt")
    table.gm.post(page, data={"ambient": "lit", "objects": "cover", "bright": "yes"})
    made = table.state.map
    assert made is not None
    assert set(made.squares) == {SquareKind.COVER}
    assert made.lights[0].bright == made.lights[0].range


def test_a_damaged_file_names_every_fault_and_changes_nothing(table: Seating) -> None:
    text = refused(table, fixture("damaged.uvtt"), "damaged.uvtt")
    assert "the map's size is missing (resolution.map_size)" in text
    assert "wall 2, point 2 has no y value (line_of_sight)" in text
    assert "the picture is neither PNG, JPEG nor WebP (image)" in text
    assert "Nothing was changed." in text


@pytest.mark.parametrize(
    ("data", "name", "words"),
    [
        (fixture("normal.dd2vtt").replace(b'"x": 8', b'"x": NaN', 1), "a.uvtt", "NaN, which is no number"),
        (fixture("normal.dd2vtt")[:700], "a.uvtt", "This file is cut off"),
        (b"", "a.uvtt", "This file is empty."),
        (b"hello", "cave.png", "the picture is neither PNG, JPEG nor WebP"),
        (b"hello", "cave.uvtt", "This is no Universal VTT file"),
        (b"", "cave.png", "This file is empty."),
        (b"%PDF-1.7 \xff\xfe", "cave.png", "the picture is neither PNG, JPEG nor WebP"),
        (b"%PDF-1.7 \xff\xfe", "cave.pdf", "This is no Universal VTT file: it is not UTF-8 text."),
        (picture_bomb(), "cave 30x20.png", "million"),
        (picture()[:60], "cave.png", "the picture is damaged"),
        (many_walls(25_000), "maze.uvtt", "25,000 wall pieces"),
    ],
    ids=[
        "nan",
        "cut",
        "empty",
        "named png",
        "text",
        "empty png",
        "pdf named png",
        "pdf",
        "bomb",
        "half a picture",
        "25000 walls",
    ],
)
@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
def test_bad_files_get_a_sentence(table: Seating, data: bytes, name: str, words: str) -> None:
    assert words in refused(table, data, name)


def test_a_post_without_a_file(table: Seating) -> None:
    assert table.gm.post(f"/t/{table.id}/map/file", data={"file": "x"}).status_code == 422
    assert table.gm.post(f"/t/{table.id}/map/file", files={"other": b"x"}).status_code == 422
    broken = table.gm.post(
        f"/t/{table.id}/map/file", content=b"--x\r\nno", headers={"content-type": "multipart/form-data; boundary=x"}
    )
    assert broken.status_code in (400, 422)


def test_two_hundred_megabytes_are_refused_unread(table: Seating) -> None:
    def never() -> Any:
        raise AssertionError("the body was read")
        yield b""

    answer = table.gm.post(
        f"/t/{table.id}/map/file",
        content=never(),
        headers={"content-length": str(200 * 1024 * 1024), "content-type": "multipart/form-data; boundary=x"},
    )
    assert answer.status_code == 413
    assert "This file is too large: a map may have 64 MB." in answer.text


@pytest.mark.parametrize("who", ["player", "spectator"])
def test_only_the_gm_imports_and_sees_imports(table: Seating, who: str) -> None:
    page = taken(table, fixture("normal.dd2vtt"))
    other = getattr(table, who)
    before = table.state
    assert upload(table, fixture("normal.dd2vtt"), who=who).status_code == 403
    assert other.get(f"/t/{table.id}/map").status_code == 403
    assert other.get(page).status_code == 403
    assert other.get(f"{page}/picture").status_code == 403
    assert other.post(f"{page}/look").status_code == 403
    assert other.post(page).status_code == 403
    assert other.post(f"{page}/drop").status_code == 403
    assert other.post(f"/t/{table.id}/map/grid", data={"columns": "3", "rows": "3"}).status_code == 403
    assert table.state == before
    assert table.gm.get(page).status_code == 200


def test_a_name_with_markup_stays_words(table: Seating) -> None:
    evil = "<img src=x onerror=alert(1)>"
    page = taken(table, fixture("normal.dd2vtt"), f"{evil}.uvtt")
    assert "<img src=x" not in table.gm.get(page).text
    table.gm.post(page, data={"name": evil})
    assert table.state.map is not None
    assert table.state.map.name == evil
    assert "<img src=x" not in table.gm.get(f"/t/{table.id}/map").text
    assert "<img src=x" in table.gm.get(f"/t/{table.id}/map").text.replace("&lt;", "<")


def test_a_name_of_ten_thousand_letters_is_a_fault_in_its_field(table: Seating) -> None:
    page = taken(table, fixture("normal.dd2vtt"))
    before = table.state
    answer = table.gm.post(page, data={"name": "a" * 10_000})
    assert answer.status_code == 422
    assert 'id="fault-name"' in answer.text
    assert table.state == before


def test_a_picture_whose_name_says_its_squares(table: Seating) -> None:
    page = taken(table, picture(300, 200, "JPEG"), "cave [30x20].jpg")
    text = table.gm.get(page).text
    assert (
        'name="columns" id="f-columns" type="number" inputmode="decimal" step="1" min="1" max="500" value="30"' in text
    )
    table.gm.post(page, data={"name": "Cave", "columns": "30", "rows": "20", "square": "10", "dx": "", "dy": ""})
    made = table.state.map
    assert made is not None
    assert (made.columns, made.rows, made.barriers) == (30, 20, {})
    assert made.picture is not None
    assert (made.picture.media_type, made.picture.square_pixels) == ("image/jpeg", 10)


def test_a_picture_whose_name_says_nothing_is_asked_about(table: Seating) -> None:
    page = taken(table, picture(705, 300), "cave.png")
    assert "Count them along the upper edge." in table.gm.get(page).text
    asked = table.gm.post(page, data={"name": "Cave", "columns": ""})
    assert asked.status_code == 422
    assert "How many squares is the picture wide?" in asked.text
    form = {"name": "Cave", "columns": "10", "rows": "", "square": "70,5", "dx": "3.25", "dy": "-2"}
    assert table.gm.post(page, data=form).status_code == 303
    made = table.state.map
    assert made is not None
    assert (made.columns, made.rows) == (10, 5)
    assert made.picture is not None
    assert (made.picture.square_pixels, made.picture.offset) == (70.5, (3.25, -2.0))


@pytest.mark.parametrize("figure", ["0", "-4", "nan", "inf", "1e999", "abc", "501", "9" * 300])
def test_impossible_figures_are_faults_in_their_fields(table: Seating, figure: str) -> None:
    page = taken(table, picture(), "cave 8x6.png")
    before = table.state
    answer = table.gm.post(page, data={"columns": figure, "square": "0.1", "dx": "nan"})
    assert answer.status_code == 422
    assert all(f'id="fault-{field}"' in answer.text for field in ("columns", "square", "dx"))
    assert table.state == before


def test_a_new_picture_under_the_walls_that_stand(table: Seating) -> None:
    table.gm.post(taken(table, fixture("normal.dd2vtt")), data={})
    walls = table.state.map and table.state.map.barriers
    page = taken(table, picture(256, 192, "WEBP"), "snow 8x6.webp")
    table.gm.post(page, data={"columns": "8", "rows": "6", "square": "32", "keep": "yes"})
    made = table.state.map
    assert made is not None
    assert made.barriers == walls
    assert made.picture is not None
    assert made.picture.media_type == "image/webp"


def test_the_grid_of_the_picture_that_lies_there_is_put_right(table: Seating) -> None:
    table.gm.post(taken(table, fixture("normal.dd2vtt")), data={})
    before = table.state.map
    again = table.gm.post(f"/t/{table.id}/map/picture")
    assert again.status_code == 303
    page = again.headers["location"]
    assert 'name="keep" value="yes" checked' in table.gm.get(page).text
    table.gm.post(page, data={"columns": "8", "rows": "6", "square": "15.5", "dx": "2", "dy": "1", "keep": "yes"})
    after = table.state.map
    assert before is not None
    assert after is not None
    assert after.picture is not None
    assert before.picture is not None
    assert (after.barriers, after.picture.hash) == (before.barriers, before.picture.hash)
    assert (after.picture.square_pixels, after.picture.offset) == (15.5, (2.0, 1.0))


def test_an_empty_grid(table: Seating) -> None:
    made = table.gm.post(f"/t/{table.id}/map/grid", data={"name": "Yard", "columns": "12", "rows": "9"})
    assert made.status_code == 303
    assert table.state.map is not None
    assert (table.state.map.name, table.state.map.columns, table.state.map.rows) == ("Yard", 12, 9)
    for columns in ("0", "501", "x", ""):
        assert table.gm.post(f"/t/{table.id}/map/grid", data={"columns": columns, "rows": "9"}).status_code == 422


def test_an_import_that_is_discarded_or_overtaken_leaves_nothing(table: Seating, tmp_path: Path) -> None:
    first = taken(table, fixture("normal.dd2vtt"))
    second = taken(table, fixture("off-grid.uvtt"), "off-grid.uvtt")
    assert table.gm.get(first).status_code == 404
    assert table.gm.post(f"{second}/drop").status_code == 303
    assert table.gm.get(second).status_code == 404
    assert list((tmp_path / "imports").rglob("picture")) == []
    assert table.gm.post(second).status_code == 410


def test_what_nobody_saved_goes_after_a_day(table: Seating, tmp_path: Path) -> None:
    page = taken(table, fixture("normal.dd2vtt"))
    imports = Imports(tmp_path / "imports")
    imports.sweep()
    assert table.gm.get(page).status_code == 200
    for place in (tmp_path / "imports").glob("*/*"):
        os.utime(place, (0, 0))
    imports.sweep()
    assert table.gm.get(page).status_code == 404


@pytest.mark.parametrize("key", ["0" * 16, "%2e%2e%2f%2e%2e", "a" * 500])
def test_addresses_that_lead_nowhere(table: Seating, key: str) -> None:
    assert table.gm.get(f"/t/{table.id}/map/import/{key}").status_code == 404


def test_undo_brings_the_old_map_back(table: Seating) -> None:
    table.gm.post(taken(table, fixture("normal.dd2vtt")), data={})
    table.tables.handle(table.id, table.viewers["gm"], Undo())
    assert table.state.map is not None
    assert table.state.map.name == "Deck"


def test_many_objects_as_solid_are_refused_with_the_number(table: Seating) -> None:
    outline = points(*[(1 + i * 0.1, 1) for i in range(40)], (4.9, 4), (1, 4))

    def fill(document: dict[str, Any]) -> None:
        document["objects_line_of_sight"] = [outline] * 600

    page = taken(table, changed(fill))
    before = table.state
    answer = table.gm.post(page, data={"objects": "solid"})
    assert answer.status_code == 422
    assert table.state == before
