"""`casilla rule` and `casilla check`: text, JSON, and the three ways to end."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from app.cli import main

CASES = Path(__file__).parents[1] / "geometry" / "cases"
CASE: dict[str, Any] = {
    "id": "crate",
    "map": ["A.o.B"],
    "query": {"ask": "cover", "from": "A", "to": "B"},
    "expect": {"cover": "cover"},
}


def write(folder: Path, *cases: dict[str, Any] | str) -> str:
    file = folder / "cases.jsonl"
    file.write_text("\n".join(c if isinstance(c, str) else json.dumps(c) for c in cases), encoding="utf-8")
    return str(file)


def test_check_passes_on_the_worked_cases(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", *map(str, sorted(CASES.glob("*.json")))]) == 0
    assert " 0 different" in capsys.readouterr().out


def test_check_tells_each_difference_and_ends_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, CASE, {**CASE, "id": "wrong", "expect": {"cover": "none"}})
    assert main(["check", file]) == 1
    told = capsys.readouterr().out
    assert 'wrong: cover: expected "none", found "cover"' in told
    assert "2 cases checked, 1 as expected, 1 different" in told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "not JSON"),
        ('{"id": "x", "map": ["A"], "query": {"ask": "mood"}, "expect": {}}', "case x: unknown question 'mood'"),
        ('{"id": "x", "map": ["A", ".."], "query": {"ask": "mood"}, "expect": {}}', "case x: the rows"),
    ],
)
def test_check_ends_with_2_on_a_broken_file(
    text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, text)
    assert main(["check", file]) == 2
    error = capsys.readouterr().err
    assert error.startswith("cases.jsonl: ")
    assert told in error


def test_check_ends_with_2_on_files_that_are_not_there_or_not_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    binary = tmp_path / "picture.png"
    binary.write_bytes(b"\x89PNG\xff\xfe")
    assert main(["check", str(tmp_path / "none.json"), str(binary), str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert "none.json: cannot be read" in error
    assert "picture.png: not text" in error


def test_a_broken_file_does_not_hide_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = write(tmp_path, CASE)
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    assert main(["check", str(broken), good]) == 2
    assert "1 cases checked, 1 as expected" in capsys.readouterr().out


def test_a_thousand_small_cases_take_seconds(tmp_path: Path) -> None:
    file = write(tmp_path, *({**CASE, "id": f"case-{i}"} for i in range(1000)))
    start = time.process_time()
    assert main(["check", file]) == 0
    assert time.process_time() - start < 10


def test_rule_prints_map_answer_rules_and_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scene = {key: value for key, value in CASE.items() if key not in ("id", "expect")}
    assert main(["rule", write(tmp_path, scene)]) == 0
    told = capsys.readouterr().out
    assert "A.o.B" in told
    assert "cover: cover  [SE-COVER-1" in told
    assert "blocked by low@2,0 at (3, 0.5)" in told or "blocked by low@2,0 at" in told
    assert "in the way: low@2,0" in told


def test_rule_draws_costs_beside_the_map(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scene = {"map": ["A^.", "..."], "query": {"ask": "reachable", "who": "A", "budget": 2}}
    assert main(["rule", write(tmp_path, scene)]) == 0
    assert "  0  A^.    0 2 .\n  1  ...    1 2 ." in capsys.readouterr().out


def test_rule_prints_json_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "--json", write(tmp_path, CASE)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["answer"] == {"cover": "cover"}
    evidence = found["rulings"]["cover"]["evidence"]
    assert len(evidence["segments"]) == 4
    assert len(evidence["others"]) == 12
    assert evidence["segments"][0]["state"] in ("clear", "grazing", "blocked")


def test_rule_ends_with_2_on_a_scene_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", write(tmp_path, '{"map": ["A"], "query": {"ask": "sight", "from": "A", "to": NaN}}')]) == 2
    assert "NaN is not a number" in capsys.readouterr().err
