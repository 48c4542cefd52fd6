"""What the environment says, and what stands when it says nothing."""

from pathlib import Path

import pytest

from app.settings import Settings


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("DATABASE_URL", "DATA", "HOST", "PORT", "SECRET_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def test_everything_lies_in_the_data_folder(tmp_path: Path) -> None:
    assert Settings().database == f"sqlite:///{tmp_path / 'data' / 'casilla.db'}"
    assert Settings().pictures == Path("data/pictures")


def test_the_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://host/db")
    assert Settings().database == "postgresql+psycopg://host/db"
