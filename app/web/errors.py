"""What goes wrong, and the answer to it: a page, a fragment for htmx, JSON for the API. Routes have no `try`."""

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from sqlalchemy.exc import OperationalError
from starlette.exceptions import HTTPException

from app.encounter.errors import Gone, Refused, Stale, StaleLog
from app.i18n import translate
from app.web.deps import NotAdmitted
from app.web.render import fragment, language, page, wants_fragment
from rules.errors import IllegalAction
from rules.system import ProfileError
from rules.text import Text, say

TITLES = {
    400: say("This could not be read"),
    403: say("This is not open to you"),
    404: say("There is nothing here"),
    405: say("This cannot be done here"),
    409: say("Somebody was faster"),
    410: say("This is gone"),
    413: say("This is too large"),
    415: say("This kind of file cannot be used"),
    422: say("This cannot be done"),
    500: say("Something broke on our side"),
    503: say("Busy just now"),
}
REASONS = {
    400: say("What was sent could not be read. Nothing was changed."),
    403: say("Your seat may not do this. Nothing was changed."),
    404: say("The address leads nowhere, or the table was closed."),
    405: say("This address does not take what was sent. Nothing was changed."),
    409: say("The table moved on in the meantime. Nothing was changed."),
    410: say("This is not here any more. Nothing was changed."),
    413: say("What was sent is too large. Nothing was changed."),
    415: say("This kind of file cannot be used. Nothing was changed."),
    422: say("What was sent does not fit. Nothing was changed."),
    503: say("The tables are busy just now. Nothing was changed; please try once more."),
    500: say("This was a mistake of the house, and it was written down. The table stands as it stood before."),
}


def refuse(
    request: Request, status: int, reason: Text, rule: str | None = None, faults: Mapping[str, Text] | None = None
) -> Response:
    """The answer that says why not, in the form that was asked for."""
    lang = language(request)
    faults = faults or {}
    if request.url.path.startswith("/api/"):
        body: dict[str, Any] = {"error": translate(reason, lang), "rule": rule}
        if faults:
            body["faults"] = {field: translate(text, lang) for field, text in faults.items()}
        return JSONResponse({key: value for key, value in body.items() if value is not None}, status)
    context = {"status": status, "reason": reason, "rule": rule, "faults": faults, "names": _names(request)}
    if wants_fragment(request):
        html = fragment(lang, "errors/_toast.html", **context)
        return HTMLResponse(html, status, headers={"HX-Reswap": "none"})
    return page(request, "errors/page.html", status, title=TITLES.get(status, TITLES[500]), **context)


def _names(request: Request) -> Mapping[str, str]:
    """The names of tokens that the seat which asks may know; `deps.seated` leaves them with the request."""
    return getattr(request.state, "names", {})


def install(app: FastAPI) -> None:
    """The one table of errors and answers."""

    @app.exception_handler(IllegalAction)
    def illegal(request: Request, error: IllegalAction) -> Response:
        return refuse(request, 422, error.reason, rule=error.rule)

    @app.exception_handler(ProfileError)
    def bad_profile(request: Request, error: ProfileError) -> Response:
        return refuse(request, 422, say("These figures do not go together. Nothing was changed."), faults=error.faults)

    @app.exception_handler(Refused)
    def refused(request: Request, error: Refused) -> Response:
        return refuse(request, 422, error.reason)

    @app.exception_handler(Gone)
    def gone(request: Request, error: Gone) -> Response:
        return refuse(request, 404 if request.method == "GET" else 410, error.reason)

    @app.exception_handler(NotAdmitted)
    def not_admitted(request: Request, error: NotAdmitted) -> Response:
        if request.method == "GET" and not wants_fragment(request):
            return RedirectResponse(f"/t/{error.table_id}/waiting", 303)
        return refuse(request, 403, say("The GM has not let you in yet."))

    @app.exception_handler(Stale)
    def stale(request: Request, error: Stale) -> Response:
        return refuse(request, 409, error.reason)

    @app.exception_handler(StaleLog)
    def stale_log(request: Request, error: StaleLog) -> Response:
        return refuse(request, 409, REASONS[409])

    @app.exception_handler(OperationalError)
    def busy(request: Request, error: OperationalError) -> Response:
        logging.getLogger("casilla").warning("the database did not answer in time", exc_info=error)
        return refuse(request, 503, REASONS[503])

    @app.exception_handler(RequestValidationError)
    def invalid(request: Request, error: RequestValidationError) -> Response:
        # an address with a malformed part is an address that leads nowhere
        in_path = any(fault["loc"][0] == "path" for fault in error.errors())
        return refuse(request, 404, REASONS[404]) if in_path else refuse(request, 422, REASONS[422])

    @app.exception_handler(HTTPException)
    def http(request: Request, error: HTTPException) -> Response:
        status = error.status_code
        answer = refuse(request, status, REASONS.get(status, REASONS[400]))
        answer.headers.update(error.headers or {})
        return answer
