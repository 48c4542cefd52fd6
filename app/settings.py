"""What the surroundings set: environment variables, or the defaults for one machine."""

import os
import secrets
from functools import cached_property
from pathlib import Path

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Read from the environment by these names in capitals (`DATABASE_URL`, `DATA`, `HOST`, `PORT`, …)."""

    model_config = SettingsConfigDict(extra="ignore", frozen=True)

    data: Path = Path("data")  # folder of everything that is kept
    database_url: str = ""  # empty: an SQLite file in the data folder
    durable: bool = False  # wait for the disk at every change (SQLite)
    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    secret_key: str = ""  # empty: made at first start and kept in the data folder
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

    @cached_property
    def pictures(self) -> Path:
        return self.data / "pictures"

    @cached_property
    def secret(self) -> bytes:
        """The key that signs cookies; the same after a restart."""
        if self.secret_key:
            return self.secret_key.encode()
        path = self.data / "secret-key"
        self.data.mkdir(parents=True, exist_ok=True)
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return path.read_bytes()
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(48))
        return path.read_bytes()
