"""What the format's description says of its examples, and what comes of files changed from them."""

import json
from itertools import pairwise
from typing import Any

import pytest

from app.encounter.state import Map
from app.maps.report import ImportRefused
from app.maps.universal_vtt import Choices, import_map
from geometry.battlefield import Barrier, BarrierKind, Battlefield, SquareKind
from geometry.grid import Point, Square
from geometry.sight import line_of_sight
from tests.support.map_files import changed, fixture, many_walls, notes, picture_text, points, portal, sentence


def of_kind(made: Map, kind: BarrierKind) -> list[Barrier]:
    return [barrier for barrier in made.barriers.values() if barrier.kind is kind and not barrier.id.startswith("o")]


def wall_pieces(made: Map) -> set[frozenset[Point]]:
    runs = [wall.points for wall in of_kind(made, BarrierKind.WALL)]
    return {frozenset(piece) for run in runs for piece in pairwise(run)}


def refusal(data: bytes) -> str:
    with pytest.raises(ImportRefused) as error:
        import_map(data)
    return sentence(error.value)


def test_the_plain_case_gives_everything_and_nothing_to_report() -> None:
    result = import_map(fixture("normal.dd2vtt"))
    made, report = result.map, result.report
    assert (made.columns, made.rows) == (8, 6)
    assert (report.walls, report.doors, report.windows, report.objects, report.lights) == (7, 1, 1, 1, 1)
    assert len(wall_pieces(made)) == 7
    (door,) = of_kind(made, BarrierKind.DOOR)
    assert (set(door.points), door.is_open) == ({Point(4, 2), Point(4, 3)}, False)
    (window,) = of_kind(made, BarrierKind.WINDOW)
    assert set(window.points) == {Point(5.6, 5), Point(6.4, 5)}
    (pillar,) = made.objects
    assert (pillar.kind, len(pillar.outline)) == ("solid", 4)
    assert made.barriers[pillar.id].points == (*pillar.outline, pillar.outline[0])
    assert (made.lights[0].range, made.lights[0].bright) == (4, 2)
    assert report.notes == ()
    assert made.picture is not None
    assert (made.picture.media_type, made.picture.square_pixels) == ("image/png", 16)


def test_a_wall_through_a_door_is_cut_and_doubles_go() -> None:
    result = import_map(fixture("shared-wall-door.uvtt"))
    assert result.report.walls == 8
    assert result.report.doors == 1
    assert frozenset({Point(4, 2), Point(4, 3)}) not in wall_pieces(result.map)
    assert frozenset({Point(4, 1), Point(4, 5)}) not in wall_pieces(result.map)


def test_who_sees_through_the_door_depends_on_the_door_alone() -> None:  # SE-LOS-1
    made = import_map(fixture("shared-wall-door.uvtt")).map
    closed = Battlefield(made.columns, made.rows, tuple(made.barriers.values()), made.squares)
    assert not line_of_sight(closed, Square(3, 2), Square(4, 2)).value
    assert line_of_sight(closed.with_door("d1", is_open=True), Square(3, 2), Square(4, 2)).value
    assert not line_of_sight(closed.with_door("d1", is_open=True), Square(3, 1), Square(4, 1)).value


def test_no_line_slips_between_a_wall_and_one_that_ends_beside_it() -> None:  # SE-LOS-3
    walls = [points((0, 2.003), (8, 2.003)), points((4.5, 0), (4.5, 2)), points((1, 6), (1.002, 2.0004))]
    made = import_map(changed(lambda d: d.update(line_of_sight=walls, portals=[], objects_line_of_sight=[]))).map
    field = Battlefield(made.columns, made.rows, tuple(made.barriers.values()), made.squares)
    assert not line_of_sight(field, Square(2, 1), Square(6, 1)).value


def test_off_the_grid_keeps_its_shape_and_names_what_is_no_wall() -> None:
    result = import_map(fixture("off-grid.uvtt"))
    made, report = result.map, result.report
    assert (report.walls, report.doors, report.objects, report.lights) == (20, 1, 1, 1)
    assert made.lights[0].range == 2.75
    cave, _, last = of_kind(made, BarrierKind.WALL)
    assert cave.points[0] != cave.points[-1]
    assert last.points == (Point(7, 0.5), Point(7, 2))
    assert notes(report) == [
        "1 wall has less than two points and was left out.",
        "1 wall piece has no length and was left out.",
    ]
    assert report.asks_ambient
    assert len(made.squares[SquareKind.DIM]) == 8 * 7


def test_a_crop_is_shifted_clipped_and_told() -> None:
    result = import_map(fixture("cropped-origin.dd2vtt"))
    made, report = result.map, result.report
    assert (report.walls, report.doors, report.lights) == (6, 1, 2)
    assert frozenset({Point(0, 2), Point(2, 2)}) in wall_pieces(made)
    assert set(of_kind(made, BarrierKind.DOOR)[0].points) == {Point(1, 2), Point(1, 3)}
    assert [light.position for light in made.lights] == [Point(3, 2.5), Point(-1, 2.5)]
    assert notes(report) == [
        "4 wall pieces lie outside the picture and were left out.",
        "1 wall piece was cut off at the picture's edge.",
        "1 door lies outside the picture and was left out.",
        "Many walls lie outside: the picture may show only a part of the map.",
    ]
    assert len(report.notes[0].places) == 4


def test_a_damaged_file_is_refused_with_all_three_faults() -> None:
    assert refusal(fixture("damaged.uvtt")) == (
        "This map can't be imported: the map's size is missing (resolution.map_size). "
        "Also found: wall 2, point 2 has no y value (line_of_sight); the picture is neither PNG, JPEG nor WebP (image)."
    )


def test_a_byte_order_mark_and_a_data_head_change_nothing() -> None:
    plain = import_map(fixture("normal.dd2vtt"))
    headed = changed(lambda d: d.update(image="data:image/png;base64," + d["image"]))
    assert import_map(b"\xef\xbb\xbf" + fixture("normal.dd2vtt")) == plain
    assert import_map(headed) == plain


def test_a_missing_picture_is_a_plain_floor() -> None:
    for image in (None, "", "cave map.png"):
        result = import_map(changed(lambda d, image=image: d.update(image=image)))
        assert result.map.picture is None
        assert "plain floor" in notes(result.report)[0]
    assert "cave map.png" in notes(result.report)[0]


def test_a_picture_of_twice_the_pixels_is_taken_at_its_own_scale() -> None:
    result = import_map(changed(lambda d: d.update(image=picture_text(256, 192))))
    assert result.map.picture is not None
    assert result.map.picture.square_pixels == 32
    assert notes(result.report) == ["The file says 16 pixels a square, the picture has 32: the picture's were taken."]


def test_a_picture_of_another_shape_is_left_to_the_gm() -> None:
    result = import_map(changed(lambda d: d.update(image=picture_text(128, 128))))
    assert "another shape" in notes(result.report)[0]
    fixed = import_map(fixture("normal.dd2vtt"), Choices(square_pixels=12.5, offset=(3, 4)))
    assert fixed.map.picture is not None
    assert (fixed.map.picture.square_pixels, fixed.map.picture.offset) == (12.5, (3, 4))


def test_the_size_comes_from_the_picture_where_the_file_has_none() -> None:
    result = import_map(changed(lambda d: d["resolution"].pop("map_size")))
    assert (result.map.columns, result.map.rows) == (8, 6)
    assert "taken from its picture" in notes(result.report)[0]


@pytest.mark.parametrize(("size", "columns", "told"), [(8.0000004, 8, False), (7.4, 8, True)])
def test_a_fractional_size_is_rounded_up_and_told(size: float, columns: int, told: bool) -> None:
    result = import_map(changed(lambda d: d["resolution"]["map_size"].update(x=size)))
    assert result.map.columns == columns
    assert any("rounded up" in note for note in notes(result.report)) is told


@pytest.mark.parametrize("size", [0, -3, 501, 1e5, True, "8", None])
def test_an_impossible_size_is_refused(size: Any) -> None:
    assert "(resolution.map_size)" in refusal(changed(lambda d: d["resolution"]["map_size"].update(x=size)))


@pytest.mark.parametrize("value", [0, -16, "16", True])
def test_impossible_pixels_per_square_are_refused(value: Any) -> None:
    assert "(resolution.pixels_per_grid)" in refusal(changed(lambda d: d["resolution"].update(pixels_per_grid=value)))


def test_too_many_pieces_are_refused_with_their_number() -> None:
    assert "25000 wall pieces" in refusal(many_walls(25_000)).replace(",", "")


def test_too_many_doors_and_lights_are_refused_together() -> None:
    doors = [portal((i % 500, i // 500), (i % 500 + 0.5, i // 500)) for i in range(2_100)]
    lamp = {"position": {"x": 1, "y": 1}, "range": 2}

    def fill(document: dict[str, Any]) -> None:
        document["resolution"]["map_size"] = {"x": 500, "y": 500}
        document.update(portals=doors, lights=[lamp] * 1_001)

    text = refusal(changed(fill)).replace(",", "")
    assert "2100 doors" in text
    assert "1001 lights" in text


def test_bad_points_take_only_their_own_pieces() -> None:
    line = points((1, 1), (2, 1), (3, 1), (4, 1), (5, 1))
    for bad in (None, True, "3", {"x": 3}, {"x": 3, "y": True}, {"x": 1e9, "y": 1}, 7):
        broken = [*line[:2], bad, *line[3:]]
        result = import_map(changed(lambda d, broken=broken: d.update(line_of_sight=[broken], portals=[])))
        assert wall_pieces(result.map) == {
            frozenset({Point(1, 1), Point(2, 1)}),
            frozenset({Point(4, 1), Point(5, 1)}),
        }
        assert notes(result.report)[0].startswith("1 wall point can't be used")


def test_flaws_of_doors_objects_and_lights_are_counted() -> None:
    def spoil(document: dict[str, Any]) -> None:
        document["portals"] += [{"bounds": points((1, 1))}, {"bounds": points((1, 1), (1, 1))}, {}, 5]
        document["objects_line_of_sight"] += [points((1, 1), (2, 2)), points((1, 1), (2, 2), (3, 3)), "x"]
        document["lights"] += [{"range": 3}, {"position": {"x": 1, "y": 1}, "range": 0}, None]

    report = import_map(changed(spoil)).report
    assert (report.doors, report.windows, report.objects, report.lights) == (1, 1, 1, 1)
    assert notes(report) == [
        "3 objects have no usable outline and were left out.",
        "4 doors have no usable ends and were left out.",
        "3 lights have no usable place or range and were left out.",
    ]


def test_lists_that_are_none_are_refused_together() -> None:
    text = refusal(changed(lambda d: d.update(line_of_sight={}, portals="door", lights=3)))
    assert all(field in text for field in ("(line_of_sight)", "(portals)", "(lights)"))


def test_ends_with_rounding_noise_become_one_point() -> None:
    lines = [points((1.5, 1.5), (3.3, 2.2)), points((3.302, 2.2015), (4.4, 4.4))]
    made = import_map(changed(lambda d: d.update(line_of_sight=lines, portals=[]))).map
    (first,) = of_kind(made, BarrierKind.WALL)
    assert first.points == (Point(1.5, 1.5), Point(3.3, 2.2), Point(4.4, 4.4))


def test_the_stronger_snap_is_offered_with_its_number_and_done_on_demand() -> None:
    data = changed(lambda d: d.update(line_of_sight=[points((1.04, 1), (3, 2.97), (3.5, 3.5))], portals=[]))
    offered = import_map(data)
    assert offered.snap_ends == 2
    assert frozenset({Point(1.04, 1), Point(3, 2.97)}) in wall_pieces(offered.map)
    snapped = import_map(data, Choices(snap=True))
    assert snapped.snap_ends == 0
    assert frozenset({Point(1, 1), Point(3, 3)}) in wall_pieces(snapped.map)


def test_portals_by_rule_and_by_choice() -> None:
    doors = [
        portal((1, 2), (1, 3)),
        portal((2, 2), (2, 3), closed=False),
        portal((3, 2), (3, 2.7), closed=False),
        portal((4, 2), (4, 2.77)),
    ]
    data = changed(lambda d: d.update(portals=doors, line_of_sight=[]))
    result = import_map(data)
    assert [p.kind for p in result.portals] == ["door", "open", "window", "door"]
    assert [p.portal.may_be_window for p in result.portals] == [False, False, False, True]
    switched = import_map(data, Choices(portals={2: "door", 4: "window"}))
    assert [p.kind for p in switched.portals] == ["door", "door", "window", "window"]
    assert (switched.report.doors, switched.report.windows, switched.report.open_doors) == (2, 2, 0)
    assert result.map.barriers["d2"].is_open
    assert not switched.map.barriers["d2"].is_open


def test_a_freestanding_portal_cuts_nothing() -> None:
    wall = [points((1, 2), (6, 2))]
    free = changed(lambda d: d.update(line_of_sight=wall, portals=[portal((2, 2), (3, 2), freestanding=True)]))
    set_in = changed(lambda d: d.update(line_of_sight=wall, portals=[portal((3, 2), (2, 2))]))
    assert import_map(free).report.walls == 1
    assert wall_pieces(import_map(set_in).map) == {
        frozenset({Point(1, 2), Point(2, 2)}),
        frozenset({Point(3, 2), Point(6, 2)}),
    }


def test_a_door_that_lies_on_another_counts_once_and_is_told() -> None:
    doors = [portal((2, 2), (3, 2)), portal((3, 2), (2, 2)), portal((5, 2), (5.002, 2))]
    result = import_map(changed(lambda d: d.update(portals=doors)))
    assert [placed.portal.number for placed in result.portals] == [1]
    assert notes(result.report) == ["2 doors have no length or lie on another and were left out."]


def test_double_doors_are_kept_and_joined_on_demand() -> None:
    leaves = [portal((2, 2), (3, 2)), portal((4, 2), (3, 2)), portal((4, 2), (4, 3))]
    data = changed(lambda d: d.update(line_of_sight=[], portals=leaves))
    apart = import_map(data)
    assert (len(of_kind(apart.map, BarrierKind.DOOR)), apart.double_doors) == (3, 1)
    joined = of_kind(import_map(data, Choices(join_doors=True)).map, BarrierKind.DOOR)
    assert [door.points for door in joined] == [
        (Point(2, 2), Point(3, 2), Point(4, 2)),
        (Point(4, 2), Point(4, 3)),
    ]


def test_a_door_drawn_as_a_box_is_its_middle_line() -> None:
    box = {"bounds": points((2, 1.9), (3, 1.9), (3, 2.1), (2, 2.1))}
    result = import_map(changed(lambda d: d.update(line_of_sight=[], portals=[box])))
    assert set(result.map.barriers["d1"].points) == {Point(2, 2), Point(3, 2)}
    assert notes(result.report)[0] == "1 door is drawn as a box; its middle line was taken."


def test_objects_by_area_and_by_choice() -> None:
    outlines = [
        points((1.2, 1.2), (1.8, 1.2), (1.8, 1.8), (1.2, 1.8)),  # a pillar
        points((3, 1), (5.5, 1), (5.5, 2.4), (3, 2.4)),  # half of the third column, less than half of the second row
    ]
    data = changed(lambda d: d.update(objects_line_of_sight=outlines))
    made = import_map(data).map
    assert [o.kind for o in made.objects] == ["solid", "low"]
    assert made.squares == {SquareKind.LOW: frozenset({Square(3, 1), Square(4, 1), Square(5, 1)})}
    cover = import_map(data, Choices(objects="cover")).map
    assert cover.squares[SquareKind.COVER] >= {Square(1, 1), Square(3, 1)}
    assert not [id for id in cover.barriers if id.startswith("o")]
    bare = import_map(data, Choices(objects="none")).map
    assert (bare.objects, bare.squares) == ((), {})


@pytest.mark.parametrize(
    ("colour", "asks"),
    [("ffffffff", False), ("ffc00000", False), ("ff202838", True), ("#bfbfbf", True), ("dark", False)],
)
def test_general_light_is_asked_about_only_when_it_is_dark(colour: str, asks: bool) -> None:
    data = changed(lambda d: d["environment"].update(ambient_light=colour))
    assert import_map(data).report.asks_ambient is asks
    assert bool(import_map(data).map.squares) is asks
    assert import_map(data, Choices(ambient="lit")).map.squares == {}
    assert set(import_map(data, Choices(ambient="dark")).map.squares) == {SquareKind.DARK}


def test_all_bright_is_a_choice() -> None:
    assert import_map(fixture("normal.dd2vtt"), Choices(all_bright=True)).map.lights[0].bright == 4


def test_a_light_that_does_not_reach_in_is_left_out() -> None:
    far = {"position": {"x": -5, "y": 3}, "range": 4}
    report = import_map(changed(lambda d: d["lights"].append(far))).report
    assert report.lights == 1
    assert notes(report) == ["1 light does not reach into the picture and was left out."]


def test_a_file_without_walls_or_version_says_so() -> None:
    report = import_map(changed(lambda d: (d.pop("line_of_sight"), d.pop("format")))).report
    assert notes(report) == [
        "The file does not say which version of the format it is (format).",
        "This map has no walls (line_of_sight).",
    ]


def test_nothing_of_other_fields_is_kept() -> None:
    extra = changed(lambda d: d.update(author="<script>alert(1)</script>", __proto__={"a": [1]}))
    assert import_map(extra) == import_map(fixture("normal.dd2vtt"))


def test_a_map_goes_through_json_as_it_is() -> None:
    made = import_map(fixture("off-grid.uvtt")).map
    numbers = [value for barrier in made.barriers.values() for point in barrier.points for value in point]
    assert json.loads(json.dumps(numbers)) == numbers
    assert all(round(value, 6) == value for value in numbers)
