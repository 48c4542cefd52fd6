"""Databases come into their newest form, and old files are backed up before."""

import sqlite3
from contextlib import closing
from pathlib import Path

import alembic
import pytest
from alembic import command

from app.paths import data_dir
from app.storage.migrate import back_up, config, is_current, upgrade


def test_migrations_make_what_the_models_say(url: str) -> None:
    upgrade(url)
    command.check(config(url))  # raises when the models say something else
    assert is_current(url)


def test_down_and_up_again(url: str) -> None:
    upgrade(url)
    command.downgrade(config(url), "base")
    assert not is_current(url)
    upgrade(url)
    command.check(config(url))


def test_no_folder_of_ours_stands_in_front_of_the_library() -> None:
    assert not list(data_dir("migrations").rglob("__init__.py"))
    assert "site-packages" in (alembic.__file__ or "")


def test_a_new_database_needs_no_back_up(tmp_path: Path) -> None:
    assert upgrade(f"sqlite:///{tmp_path}/a.db") is None
    assert upgrade(f"sqlite:///{tmp_path}/a.db") is None
    assert [path.name for path in tmp_path.glob("*.backup.*")] == []


def test_a_file_that_is_there_is_backed_up_before(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE old (x)")
        connection.execute("INSERT INTO old VALUES ('kept')")
    saved = upgrade(f"sqlite:///{file}")
    assert saved is not None
    with closing(sqlite3.connect(saved)) as connection:
        assert connection.execute("SELECT x FROM old").fetchall() == [("kept",)]
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert tables == {"old"}


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:////nowhere/at/all.db", "postgresql+psycopg://h/db"])
def test_nothing_to_back_up(url: str) -> None:
    assert back_up(url) is None
