"""What stands in the database beside the log. The log itself is read and written by `log.py` with plain SQL."""

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, MetaData, String, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
METADATA: MetaData = SQLModel.metadata


class GameRow(SQLModel, table=True):
    """A table. `seq` is that of its last event; `name` a copy for the lobby. Only a hash of the GM's secret is kept."""

    __tablename__ = "game"

    id: str = Field(sa_column=Column(String(32), primary_key=True))
    seq: int = Field(default=0, sa_column=Column(Integer, nullable=False))
    name: str = Field(sa_column=Column(String(200), nullable=False))
    system: str = Field(sa_column=Column(String(60), nullable=False))
    join_code: str = Field(sa_column=Column(String(16), nullable=False, unique=True))
    gm_hash: str = Field(sa_column=Column(String(64), nullable=False, unique=True))
    created_at: int = Field(sa_column=Column(BigInteger, nullable=False))  # milliseconds since 1970, as all times here


class EventRow(SQLModel, table=True):
    """One event; no two of a game share a seq.

    `action` is the seq of the first event of its action, `by` a seat, `version` the codec's.
    """

    __tablename__ = "event"

    game: str = Field(sa_column=Column(String(32), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True))
    seq: int = Field(sa_column=Column(Integer, primary_key=True, autoincrement=False))
    action: int = Field(sa_column=Column(Integer, nullable=False))
    by: str = Field(sa_column=Column("by_seat", String(32), nullable=False))
    at: int = Field(sa_column=Column("at_ms", BigInteger, nullable=False))
    kind: str = Field(sa_column=Column(String(40), nullable=False))
    version: int = Field(sa_column=Column(Integer, nullable=False))
    payload: str = Field(sa_column=Column(Text, nullable=False))


class SeatRow(SQLModel, table=True):
    """Which device sits where. What a seat may do stands in the log; here are copies for the lobby."""

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("game", "device_hash"),)

    game: str = Field(sa_column=Column(String(32), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True))
    seat: str = Field(sa_column=Column(String(32), primary_key=True))
    device_hash: str = Field(sa_column=Column(String(64), nullable=False, index=True))


class PictureRow(SQLModel, table=True):
    """A picture that a table uses; its bytes lie in the data folder under its hash."""

    __tablename__ = "picture"

    game: str = Field(sa_column=Column(String(32), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True))
    hash: str = Field(sa_column=Column(String(64), primary_key=True))
    media_type: str = Field(sa_column=Column(String(40), nullable=False))


__all__ = ["METADATA", "EventRow", "GameRow", "PictureRow", "SeatRow"]
