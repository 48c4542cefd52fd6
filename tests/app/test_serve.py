"""What `casilla serve` says where it cannot start."""

import argparse
from pathlib import Path

import pytest

from app.cli import serve

ANY_PORT = argparse.Namespace(host="127.0.0.1", port=0, demo=False)


def test_a_damaged_database_is_named_and_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = tmp_path / "casilla.db"
    damaged.write_bytes(b"no database" * 2000)
    monkeypatch.setenv("DATA", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert serve.run(ANY_PORT) == 1
    told = capsys.readouterr().err
    assert f"Cannot use the database sqlite:///{damaged}: file is not a database" in told
    assert "Traceback" not in told
    assert damaged.read_bytes() == b"no database" * 2000


def test_a_data_folder_that_is_none_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DATA", str(tmp_path / "file"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert serve.run(ANY_PORT) == 1
    assert capsys.readouterr().err.startswith(f"Cannot keep anything in the folder {tmp_path / 'file'}: ")
