"""A table under the fake rules."""

from collections.abc import Iterator

import pytest

from tests.support.fake_system import FakeSystem, installed
from tests.support.table import FakeTable


@pytest.fixture
def rules() -> Iterator[FakeSystem]:
    with installed(FakeSystem()) as system:
        yield system


@pytest.fixture
def table(rules: FakeSystem) -> FakeTable:
    return FakeTable()
