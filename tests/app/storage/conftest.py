"""The stores to test: SQLite always, PostgreSQL where `TEST_POSTGRES_URL` names one."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.engine import make_url

from app.storage.migrate import upgrade
from app.storage.session import make_engine

POSTGRES = os.environ.get("TEST_POSTGRES_URL", "")
STORES = ["sqlite", "postgresql"] if POSTGRES else ["sqlite"]


@pytest.fixture(params=STORES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'casilla.db'}"
        return
    name = f"casilla_test_{os.getpid()}"
    server = make_engine(POSTGRES).execution_options(isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        connection.execute(text(f"CREATE DATABASE {name}"))
    try:
        yield make_url(POSTGRES).set(database=name).render_as_string(hide_password=False)
    finally:
        with server.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        server.dispose()


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    """A migrated database."""
    upgrade(url)
    found = make_engine(url)
    yield found
    found.dispose()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not POSTGRES:
        terminalreporter.write_line("PostgreSQL left out: set TEST_POSTGRES_URL to test the log's store on it too.")
