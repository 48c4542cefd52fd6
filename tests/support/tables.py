"""The service on a database of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.service import Tables
from app.storage.migrate import upgrade
from app.storage.session import make_engine
from rules.dice import Dice


def open_tables(folder: Path, dice: Dice | None = None) -> Tables:
    """Another service on the same data, as a second process would be."""
    url = f"sqlite:///{folder / 'casilla.db'}"
    upgrade(url)
    return Tables(make_engine(url), folder / "pictures", dice=dice)


@contextmanager
def some_tables(folder: Path, dice: Dice | None = None) -> Iterator[Tables]:
    tables = open_tables(folder, dice)
    try:
        yield tables
    finally:
        tables.engine.dispose()
