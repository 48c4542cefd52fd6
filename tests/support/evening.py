"""A whole evening from outside: the server as a process that can be killed, and a wire that remembers every byte."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.support.map_files import changed, picture_text, points, portal

ROOT = Path(__file__).resolve().parent.parent.parent
COLUMNS, ROWS = 20, 14


class House:
    """The server in a process of its own, on data in `folder`; after a kill it comes back at the same port."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.data.mkdir()
        self._dice = folder / "dice"
        self.dice()
        self.port = 0
        self.said = folder / "server.log"
        self._process: subprocess.Popen[str] | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def dice(self, d20: int | None = None, other: int = 1) -> None:
        """How dice fall from now on; without a number as chance has it."""
        self._dice.write_text("" if d20 is None else f"{d20} {other}")

    def start(self) -> None:
        """Start and wait until it answers."""
        command = [sys.executable, "-m", "tests.support.evening_server", str(self._dice), "serve"]
        environment = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "HOST", "PORT")}
        environment |= {"DATA": str(self.data), "PYTHONPATH": str(ROOT)}
        with self.said.open("a") as log:
            self._process = subprocess.Popen(
                [*command, "--port", str(self.port)],
                cwd=ROOT,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        assert found, f"the server does not start: {line}{self.said.read_text()}"
        self.port = int(found[1])
        for _ in range(200):
            with suppress(OSError), urllib.request.urlopen(f"{self.base}/credits"):
                return
            time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """As when the power goes: no signal that it could act on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(10)

    def log(self) -> list[tuple[Any, ...]]:
        """All events as they stand in the database, oldest first: seq, action, by, at, kind, payload."""
        with sqlite3.connect(f"file:{self.data / 'casilla.db'}?mode=ro", uri=True) as connection:
            return connection.execute(
                "SELECT seq, action, by_seat, at_ms, kind, payload FROM event ORDER BY seq"
            ).fetchall()


class Wire:
    """A way to the server that keeps all that comes back, byte for byte: heads, pages, fragments, streams, pictures."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._heard: list[bytearray] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                browser, _ = self._listening.accept()
                threading.Thread(target=self._carry, args=(browser,), daemon=True).start()

    def _carry(self, browser: socket.socket) -> None:
        heard = bytearray()
        self._heard.append(heard)
        try:
            server = socket.create_connection(("127.0.0.1", self._house.port), 5)
        except OSError:
            browser.close()
            return
        server.settimeout(None)
        threading.Thread(target=_pass, args=(browser, server, bytearray()), daemon=True).start()
        _pass(server, browser, heard)

    def close(self) -> None:
        self._listening.close()

    @property
    def heard(self) -> str:
        """All that came, each connection as it was and once more without the marks between its chunks."""
        raw = [bytes(each).decode("latin-1") for each in self._heard]
        return "\n".join([*raw, *(re.sub(r"\r\n[0-9a-f]+\r\n", "", each) for each in raw)])


def _pass(source: socket.socket, to: socket.socket, heard: bytearray) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            heard += data
            to.sendall(data)
    for end in (source, to):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


@contextmanager
def house_in(folder: Path) -> Iterator[House]:
    house = House(folder)
    house.start()
    try:
        yield house
    finally:
        house.stop()


def depot() -> bytes:
    """A Universal VTT file: a depot with an inner wall, a door in it, an open gate, and a crate."""
    outside = points((0, 0), (COLUMNS, 0), (COLUMNS, ROWS), (0, ROWS), (0, 0))
    inner = [points((14, 0), (14, 3)), points((14, 4), (14, 7))]

    def put(document: dict[str, Any]) -> None:
        document["resolution"] |= {"map_size": {"x": COLUMNS, "y": ROWS}, "pixels_per_grid": 16}
        document.update(
            line_of_sight=[outside, *inner],
            objects_line_of_sight=[points((9, 9), (10, 9), (10, 11), (9, 11), (9, 9))],
            portals=[portal((14, 3), (14, 4)), portal((5, 0), (6, 0), closed=False)],
            lights=[],
            image=picture_text(COLUMNS * 16, ROWS * 16),
        )

    return changed(put)
