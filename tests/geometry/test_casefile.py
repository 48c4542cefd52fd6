"""Case files: what is read, and what is refused by name."""

import json
from typing import Any

import pytest

from geometry.casefile import CaseError, Difference, answer, differences, read_case, read_cases, read_json

GOOD: dict[str, Any] = {
    "id": "good",
    "rules": ["SE-COVER-1"],
    "map": ["A.C.B", "....."],
    "walls": [{"line": [[0, 1], [1, 1]], "kind": "wall"}],
    "query": {"ask": "cover", "from": "A", "to": "B"},
    "expect": {"cover": "cover"},
    "note": "",
}
SIGHT = {"query": {"ask": "sight", "from": "A", "to": "B"}}
BURST = {"ask": "burst", "centre": [1, 1], "radius": 1}


def test_a_file_of_cases_and_a_case_a_line_are_read() -> None:
    other = {**GOOD, "id": "other"}
    whole = json.dumps({"legend": {}, "form": {}, "cases": [GOOD, other]})
    lines = "\n".join(["", json.dumps(GOOD), "  ", json.dumps(other), ""])
    for text in (whole, lines):
        assert [case.id for case in read_cases(text)] == ["good", "other"]
    assert [case.id for case in read_cases(json.dumps(GOOD))] == ["good"]
    assert read_cases('{"cases": []}') == []


def test_what_is_missing_takes_its_default() -> None:
    case = read_case({"map": ["A.B"], **SIGHT, "expect": {"line_of_sight": True}}, "line 1")
    assert case.id == "line 1"
    assert differences(case) == []
    assert answer(case) == {"line_of_sight": True, "line_of_effect": True}


def test_a_difference_tells_both_answers() -> None:
    case = read_case({**GOOD, "expect": {"cover": "total"}}, "x")
    assert differences(case) == [Difference("good", "cover", "total", "cover")]
    distance = {"ask": "distance", "from": "A", "to": "B"}
    odd = read_case({**GOOD, "query": distance, "expect": {"distance": 4.0, "adjacent": 0}}, "x")
    assert [d.key for d in differences(odd)] == ["distance", "adjacent"]  # 4.0 is not 4 and 0 is not false


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"map": ["A.B", "...."]}, "one width"),
        ({"map": ["A?B"]}, "unknown letter '\\?'"),
        ({"map": ["aAB"]}, "unknown letter 'a'"),
        ({"map": ["AAB"]}, "'A' stands twice"),
        ({"map": []}, "'map'"),
        ({"map": "A.B"}, "'map'"),
        ({"map": ["."] * 501}, "501"),
        ({"walls": [{"line": [[0, 0]], "kind": "wall"}]}, "wall 0"),
        ({"walls": [{"line": [[0, 0], [0, 0]], "kind": "wall"}]}, "one point"),
        ({"walls": [{"line": [[0, 0], [1]], "kind": "wall"}]}, "pair of numbers"),
        ({"walls": [{"line": [[0, 0], [True, 1]], "kind": "wall"}]}, "pair of numbers"),
        ({"walls": [{"line": [[0, 0], [1e400, 1]], "kind": "wall"}]}, "pair of numbers"),
        ({"walls": [{"line": [[0, 0], [1, 1]], "kind": "fence"}]}, "'fence'"),
        ({"walls": [{"line": [[0, 0], [1, 1]]}]}, "'kind' is missing"),
        ({"walls": [{"line": [[0, 0], [1, 1]], "kind": "wall", "open": True}]}, "'open'"),
        ({"walls": {}}, "'walls'"),
        ({"sizes": {"Z": 2}}, "'Z'"),
        ({"sizes": {"A": 0}}, "'sizes' of 'A'"),
        ({"sizes": {"A": 1.5}}, "'sizes' of 'A'"),
        ({"sizes": {"B": 3}}, "not on a map"),
        ({"reach": {"A": -1}}, "'reach' of 'A'"),
        ({"sides": {"A": 7}}, "'sides' of 'A'"),
        ({"under": {"A": ["lava"]}}, "'lava'"),
        ({"under": {"A": "low"}}, "'under' of 'A'"),
        ({"dead": ["Q"]}, "'Q'"),
        ({"dead": "C"}, "'dead'"),
        ({"query": {"ask": "mood", "from": "A"}}, "unknown question 'mood'"),
        ({"query": {"from": "A"}}, "'ask'"),
        ({"query": {"ask": "cover", "from": "A"}}, "'to'"),
        ({"query": {"ask": "cover", "from": "A", "to": "Q"}}, "'Q'"),
        ({"query": {"ask": "cover", "from": "A", "to": "B", "loud": True}}, "'loud'"),
        ({"query": {"ask": "cover", "from": "A", "to": "B", "melee": 1}}, "'melee'"),
        ({"query": {**SIGHT["query"], "vision": "x-ray"}, "expect": {"line_of_sight": True}}, "'x-ray'"),
        ({"query": {**BURST, "centre": [0.5, 1]}, "expect": {"squares": []}}, "'centre'"),
        ({"query": {**BURST, "radius": "2"}, "expect": {"squares": []}}, "'radius'"),
        ({"query": {"ask": "opportunity", "who": "A", "path": [[9, 9]]}, "expect": {"provokes": {}}}, "'path'"),
        ({"expect": {}}, "'expect'"),
        ({"expect": {"sight": True}}, "'sight'"),
        ({"expectation": {}}, "'expectation'"),
    ],
)
def test_a_case_that_cannot_be_read_says_which_and_why(change: dict[str, Any], told: str) -> None:
    with pytest.raises(CaseError, match=told) as error:
        read_case({**GOOD, **change}, "x")
    assert str(error.value).startswith("case good: ")


@pytest.mark.parametrize("key", ["map", "query", "expect"])
def test_a_missing_key_is_named(key: str) -> None:
    with pytest.raises(CaseError, match=f"case good: the key '{key}' is missing"):
        read_case({k: v for k, v in GOOD.items() if k != key}, "x")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[1, 2]", "neither"),
        ('{"cases": {}}', "not a list"),
        ('{"cases": [], "more": 1}', "'more'"),
        ('{"cases": [7]}', "case number 1: not an object"),
        (json.dumps(GOOD) + "\n{broken", "line 2: not JSON"),
        (json.dumps(GOOD) + '\n{"map": NaN}', "NaN is not a number"),
        ('{"id": "a", "id": "b"}', "'id' stands twice"),
    ],
)
def test_a_broken_file_is_told(text: str, told: str) -> None:
    with pytest.raises(CaseError, match=told):
        read_cases(text)


def test_a_case_may_stand_twice() -> None:
    assert [case.id for case in read_cases(json.dumps(GOOD) + "\n" + json.dumps(GOOD))] == ["good", "good"]


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_there_are_no_numbers_that_are_none(word: str) -> None:
    with pytest.raises(CaseError, match="is not a number"):
        read_json(f'{{"map": [{word}]}}')
