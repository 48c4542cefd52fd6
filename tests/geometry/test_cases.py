"""Every worked case of the Saga rules and every case that once went wrong, a test each."""

from pathlib import Path

import pytest

from geometry.casefile import Case, differences, read_cases

FILES = sorted((Path(__file__).parent / "cases").glob("*.json"))
CASES = [case for file in FILES for case in read_cases(file.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_worked_case(case: Case) -> None:
    assert differences(case) == []
