"""What the surroundings set: environment variables, or the defaults for one machine."""

from functools import cached_property
from pathlib import Path

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import make_url


class Settings(BaseSettings):
    """Read from the environment by these names in capitals (`DATABASE_URL`, `DATA`, `HOST`, `PORT`, …)."""

    model_config = SettingsConfigDict(extra="ignore", frozen=True)

    data: Path = Path("data")  # folder of everything that is kept
    database_url: str = ""  # empty: an SQLite file in the data folder
    durable: bool = False  # wait for the disk at every change (SQLite)
    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    max_map_bytes: int = Field(default=64 * 1024 * 1024, gt=0)  # an uploaded Universal VTT file
    max_picture_bytes: int = Field(default=25 * 1024 * 1024, gt=0)
    max_archive_bytes: int = Field(default=200_000_000, gt=0)

    @field_validator("database_url")
    @classmethod
    def _with_driver(cls, url: str) -> str:
        for scheme in ("postgres://", "postgresql://"):
            if url.startswith(scheme):
                return "postgresql+psycopg://" + url.removeprefix(scheme)
        return url

    @cached_property
    def database(self) -> str:
        """The database address to use."""
        return self.database_url or f"sqlite:///{self.data.resolve() / 'casilla.db'}"

    @property
    def shown_database(self) -> str:
        """The database address as it may be shown: without its password."""
        return make_url(self.database).render_as_string(hide_password=True)

    @cached_property
    def pictures(self) -> Path:
        return self.data / "pictures"
