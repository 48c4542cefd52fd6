"""What every answer carries and every post must show."""

import logging

from python_multipart.multipart import parse_options_header
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.address import host_of
from app.web.errors import REASONS, refuse
from rules.text import Text, say

logger = logging.getLogger("casilla")

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        "connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
FOREIGN = say("This came from another site, so nothing was done. Open the page here and try again.")
# Forms are small: a face with its fields is the largest. These two take files, and measure them themselves.
MOST_BYTES = 7 * 1024 * 1024
TAKES_FILES = ("/map/file", "/tables/restore")
SAFE_METHODS = {"GET", "HEAD", "OPTIONS", "TRACE"}


def is_same_origin(headers: Headers) -> bool:
    """Does a post come from a page of ours?

    Browsers say so in Sec-Fetch-Site, on plain http in a LAN only in Origin. A script without cookies may post: it
    carries nobody's rights.
    """
    if site := headers.get("sec-fetch-site"):
        return site == "same-origin"
    if origin := headers.get("origin"):
        return host_of(origin) == headers.get("host")
    return "cookie" not in headers


def fault_of(scope: Scope, headers: Headers) -> tuple[int, Text] | None:
    """Status and reason where a post is refused before it is read.

    A form's text is UTF-8: other codecs make strings that no page can hold. A body that does not say how large it is,
    or is larger than any form, would fill disk and memory of the house before a seat is asked for.
    """
    if not is_same_origin(headers):
        return 403, FOREIGN
    charset = parse_options_header(headers.get("content-type", ""))[1].get(b"charset", b"utf-8")
    if charset.lower() != b"utf-8":
        return 400, REASONS[400]
    if not scope["path"].endswith(TAKES_FILES):
        length = headers.get("content-length", "0")
        is_whole = length.isascii() and length.isdigit() and len(length) < 12 and "transfer-encoding" not in headers
        if not is_whole or int(length) > MOST_BYTES:
            return 413, REASONS[413]
    return None


class Guard:
    """Refuses foreign and oversized posts, adds the headers of safety, and makes a page of our own mistakes.

    Pure ASGI, so that streams pass unhindered.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        started = False

        async def send_guarded(message: Message) -> None:
            nonlocal started
            started = True
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if "cache-control" not in headers:
                    headers["cache-control"] = "no-store"
            await send(message)

        fault = None if scope["method"] in SAFE_METHODS else fault_of(scope, Headers(scope=scope))
        if fault is None:
            try:
                await self.app(scope, receive, send_guarded)
            except Exception:
                logger.exception("%s %s", scope["method"], scope["path"])
                if started:
                    raise
                await refuse(Request(scope), 500, REASONS[500])(scope, receive, send_guarded)
        else:
            await refuse(Request(scope), *fault)(scope, receive, send_guarded)
