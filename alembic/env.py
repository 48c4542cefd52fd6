"""Alembic's entry: runs the migrations on the database that `sqlalchemy.url` names."""

from alembic import context

from app.storage.session import make_engine
from app.storage.tables import METADATA


def run() -> None:
    engine = make_engine(context.config.get_main_option("sqlalchemy.url") or "")
    with engine.connect() as connection:
        context.configure(
            connection=connection,
            target_metadata=METADATA,
            render_as_batch=connection.dialect.name == "sqlite",
            compare_type=True,
        )
        with context.begin_transaction():
            context.run_migrations()
    engine.dispose()


run()
