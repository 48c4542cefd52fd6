"""Serve the tables over HTTP."""

import argparse
import errno
import os
import socket
import sys
from types import FrameType


def arguments(parser: argparse.ArgumentParser) -> None:
    """Where to listen, and whether to lay a demo table."""
    host, port = os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", "8000")
    parser.add_argument("--host", default=host, help="address to listen at (%(default)s)")
    parser.add_argument("--port", type=int, default=port, help="port to listen at (%(default)s)")
    parser.add_argument("--demo", action="store_true", help="lay a demo table and print its GM's link")


def run(options: argparse.Namespace) -> int:
    """Serve until a signal says stop; open streams are told first, so that stopping takes no time."""
    try:
        listening = _listen(options.host, options.port)
    except OSError as error:
        print(_why_not(error, options.host, options.port), file=sys.stderr)
        return 1

    import uvicorn
    from sqlalchemy.exc import DatabaseError

    from app.demo import house_demo
    from app.main import create_app
    from app.settings import Settings

    settings = Settings()
    try:
        app = create_app(settings)
    except OSError as error:
        listening.close()
        print(f"Cannot keep anything in the folder {settings.data.resolve()}: {error.strerror}", file=sys.stderr)
        return 1
    except DatabaseError as error:
        listening.close()
        print(f"Cannot use the database {settings.shown_database}: {error.orig}", file=sys.stderr)
        print("Nothing was changed. Put a back-up in its place, or name another folder in DATA.", file=sys.stderr)
        return 1

    class Server(uvicorn.Server):
        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            app.state.tables.hub.stop()
            super().handle_exit(sig, frame)

    port = listening.getsockname()[1]
    here = f"http://localhost:{port}"
    print(f"Casilla is at {here}/", flush=True)
    if options.host in ("0.0.0.0", "::") and (lan := lan_address()):
        app.state.in_network = f"http://{lan}:{port}"
        print(f"In this network: {app.state.in_network}/", flush=True)
    if options.demo:
        print(f"Demo table, GM's link (keep it to yourself): {here}/gm/{house_demo(app.state.tables)}", flush=True)
    config = uvicorn.Config(
        app, log_level="warning", timeout_graceful_shutdown=2, server_header=False, proxy_headers=True
    )
    Server(config).run(sockets=[listening])
    return 0


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError):
        listening.close()
        raise
    return listening


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken by another program. Choose another one: make run PORT={port + 1}"
    if error.errno == errno.EACCES:
        return f"Port {port} is not open to you. Choose one above 1023: make run PORT=8000"
    return f"Cannot listen at {host}, port {port}: {error.strerror}"


def lan_address() -> str | None:
    """The address of this computer in its network, as others there reach it. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address
