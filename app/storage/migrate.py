"""Brings a database to the newest form. A file that is there already is backed up first."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import make_url

from app.paths import data_dir
from app.storage.session import make_engine


def config(url: str) -> Config:
    found = Config()
    found.set_main_option("script_location", str(data_dir("migrations")).replace("%", "%%"))
    found.set_main_option("path_separator", "os")
    found.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    return found


def upgrade(url: str) -> Path | None:
    """Migrate to the newest form; returns the back-up that was made, if one was needed."""
    saved = None
    if _file(url) is not None:
        if is_current(url):
            return None
        saved = back_up(url)
    command.upgrade(config(url), "head")
    return saved


def is_current(url: str) -> bool:
    engine = make_engine(url)
    try:
        with engine.connect() as connection:
            heads = MigrationContext.configure(connection).get_current_heads()
    finally:
        engine.dispose()
    return set(heads) == set(ScriptDirectory.from_config(config(url)).get_heads())


def back_up(url: str) -> Path | None:
    """Copy an SQLite file by SQLite's own back-up call, beside it; None for what is no file or is empty."""
    source = _file(url)
    if source is None:
        return None
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    target = source.with_name(f"{source.stem}-{stamp}.backup{source.suffix}")
    with closing(sqlite3.connect(source)) as before, closing(sqlite3.connect(target)) as after:
        before.backup(after)
    return target


def _file(url: str) -> Path | None:
    """The SQLite file of `url` that is there and holds something."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        return None
    source = Path(parsed.database)
    return source if source.is_file() and source.stat().st_size else None
