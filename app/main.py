"""Settings, storage and routers put together."""

from fastapi import FastAPI
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app.paths import data_dir
from app.service import Tables
from app.settings import Settings
from app.storage.migrate import upgrade
from app.storage.session import make_engine
from app.web import errors, routers
from app.web.security import Guard


class Assets(StaticFiles):
    """Static files: kept for good where the address carries the version, else asked about each time."""

    def file_response(self, *args: object, **more: object) -> Response:
        answer = super().file_response(*args, **more)  # type: ignore[arg-type]
        scope: Scope = args[2] if len(args) > 2 else more["scope"]  # type: ignore[assignment]
        kept = b"v=" in scope.get("query_string", b"")
        answer.headers["cache-control"] = "public, max-age=31536000, immutable" if kept else "no-cache"
        return answer


def create_app(settings: Settings | None = None) -> FastAPI:
    """The whole house on the database of `settings` (from the environment where none are given), brought up to date."""
    settings = settings or Settings()
    upgrade(settings.database)
    app = FastAPI(title="Casilla", docs_url=None, redoc_url=None, openapi_url="/api/openapi.json")
    app.state.settings = settings
    app.state.tables = Tables(make_engine(settings.database, durable=settings.durable), settings.pictures)
    app.add_middleware(Guard)
    errors.install(app)
    app.mount("/static", Assets(directory=data_dir("static")), name="static")
    for router in routers():
        app.include_router(router)
    return app
