"""The reference gives the expected answer of every worked case."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.reference.answers import answer

CASES = json.loads((Path(__file__).parents[1] / "geometry" / "cases" / "saga.json").read_text())["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_reference_agrees_with(case: dict[str, Any]) -> None:
    assert answer(case) == case["expect"]
