"""Where the files beside the code are: in a checkout, or inside the installed wheel."""

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def data_dir(name: str) -> Path:
    """The folder "templates", "static", "locales" or "migrations"."""
    if (_HERE / "_data").is_dir():
        return _HERE / "_data" / name
    return _HERE.parent / {"migrations": "alembic"}.get(name, name)
