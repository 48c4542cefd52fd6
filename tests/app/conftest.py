"""The service under the fake rules."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.service import Tables
from tests.support.fake_system import FakeSystem, installed
from tests.support.tables import some_tables


@pytest.fixture
def fake_rules() -> Iterator[FakeSystem]:
    with installed(FakeSystem()) as system:
        yield system


@pytest.fixture
def tables(tmp_path: Path, fake_rules: FakeSystem) -> Iterator[Tables]:
    with some_tables(tmp_path) as found:
        yield found
