"""The reference gives the expected answer of every worked case, and of every scene in which a fault was found."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.reference.answers import answer

FILES = sorted((Path(__file__).parents[1] / "geometry" / "cases").glob("*.json"))
CASES = [case for path in FILES for case in json.loads(path.read_text())["cases"]]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_reference_agrees_with(case: dict[str, Any]) -> None:
    assert answer(case) == case["expect"]
