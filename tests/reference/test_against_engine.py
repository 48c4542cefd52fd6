"""The engine and the reference give one answer to random scenes.

CASILLA_LONG=1 asks ten thousand scenes instead of a few, CASILLA_SCENES_FROM=20000 begins with that scene.
"""

import json
import os
from typing import Any

import pytest

from geometry import casefile
from tests.reference.answers import answer
from tests.reference.scenes import QUERIES, make

LONG = os.environ.get("CASILLA_LONG") == "1"
FIRST = int(os.environ.get("CASILLA_SCENES_FROM", "0"))
SCENES = dict.fromkeys(QUERIES, 1000) if LONG else {**dict.fromkeys(QUERIES, 20), "threatened": 8, "opportunity": 12}


@pytest.mark.parametrize("ask", QUERIES)
def test_engine_and_reference_agree_on(ask: str) -> None:
    scenes = [make(ask, seed) for seed in range(FIRST, FIRST + SCENES[ask])]
    assert [told for case in scenes if (told := difference(case))] == []


def difference(case: dict[str, Any]) -> str:
    """A scene with both answers, where they differ."""
    found = casefile.answer(casefile.read_case(case, case["id"], needs_expect=False))
    expected = answer(case)
    if as_json(found) == as_json(expected):
        return ""
    return f"{as_json(case)} engine {as_json(found)} reference {as_json(expected)}"


def as_json(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
