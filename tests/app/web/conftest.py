"""A seating for tests of pages."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.web.seating import Seating, seating


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Seating]:
    with seating(tmp_path) as found:
        yield found
