"""What a tap costs over HTTP, and how long a move takes to reach eight seats.

A real server process on a table of 500 wall pieces and 30 tokens, on loopback. Every figure is wall-clock time
at the client.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from app.encounter.commands import Act, ClaimToken, PlaceToken, SetMap
from app.encounter.scene import scene_of_all
from app.encounter.state import Map, Role
from app.encounter.viewer import Viewer
from app.main import create_app
from app.service import Tables
from app.settings import Settings
from app.web.deps import DEVICE, new_device
from bench.geometry import SIDE, scene
from geometry.grid import Square
from rules.registry import systems
from rules.scene import Action, Scene
from rules.system import RuleSystem

PIECES, TOKENS, SEATS, TAPS, MOVES = 500, 30, 8, 60, 60
SYSTEM = "saga"


class Table:
    """A laid table: who sits at it by device, and the token whose turn it is."""

    def __init__(self, folder: Path) -> None:
        tables: Tables = create_app(Settings(data=folder)).state.tables
        self.devices = [new_device() for _ in range(SEATS)]
        self.id, _ = tables.create("Bench", SYSTEM, self.devices[0])
        gm = tables.seat_for(self.id, self.devices[0])
        assert gm is not None
        self._lay(tables, gm)
        players = [
            tables.join(self.id, device, f"Player {n}", Role.PLAYER) for n, device in enumerate(self.devices[1:])
        ]
        tables.handle(self.id, gm, Act(Action("start")))
        state, system = tables.load(self.id), systems()[SYSTEM]
        for _ in range(TOKENS):
            everything = scene_of_all(tables.load(self.id))
            turn = system.turn_view(everything)
            assert turn is not None
            self.actor = turn.acting[0]
            if shots := list(_shots(system, everything, self.actor)):
                break
            tables.handle(self.id, gm, Act(Action("next")))
        self.shot, self.weapon, self.target = shots[0]
        tables.handle(self.id, gm, ClaimToken(self.actor, players[0].seat))
        reach = system.reach(everything, Action("move", self.actor))
        self.square = max(reach.costs, key=lambda square: (reach.costs[square], square))
        self.mover = next(id for id in state.tokens if id != self.actor)
        taken = {token.square for token in state.tokens.values()}
        solid = {square for found in scene(PIECES).squares.values() for square in found}
        floor = (Square(x, y) for y in range(SIDE) for x in range(SIDE))
        self.free = [square for square in floor if square not in taken and square not in solid][:2]
        tables.engine.dispose()

    def _lay(self, tables: Tables, gm: Viewer) -> None:
        field = scene(PIECES, TOKENS)
        barriers = {barrier.id: barrier for barrier in field.barriers}
        tables.handle(self.id, gm, SetMap(Map(SIDE, SIDE, "Caves", barriers, field.squares)))
        samples = [each for each in systems()[SYSTEM].samples() if each.profile.get("size", "Medium") == "Medium"]
        for n, creature in enumerate(field.creatures.values()):
            sample = samples[n % len(samples)]
            place = PlaceToken(f"Token {n}", creature.side, creature.square, sample.profile, face=sample.face)
            tables.handle(self.id, gm, place)


def _shots(system: RuleSystem, scene: Scene, actor: str) -> Iterator[tuple[str, str, str]]:
    """What an ally may do to an enemy now: action, weapon, target."""
    if scene.combatants[actor].side != "ally":
        return
    for offer in system.offers(scene, actor):
        if offer.aim == "token" and offer.refusal is None:
            for card in system.targets(scene, Action(offer.key, actor, offer.weapon)):
                if card.refusal is None and card.target and scene.combatants[card.target].side == "enemy":
                    yield offer.key, offer.weapon or "", card.target


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, float]]:
    """A server process on the table's folder: its address, and seconds from nothing to its first page."""
    environment = {**os.environ, "DATA": str(folder)}
    began = time.perf_counter()
    command = [sys.executable, "-m", "app.cli", "serve", "--port", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        base = process.stdout.readline().split()[-1].rstrip("/")
        try:
            while True:
                try:
                    httpx.get(base + "/credits", timeout=5).raise_for_status()
                    break
                except httpx.TransportError:
                    time.sleep(0.005)
            yield base, time.perf_counter() - began
        finally:
            process.terminate()


def median_and_p95(seconds: list[float]) -> tuple[float, float]:
    """In milliseconds."""
    return statistics.median(seconds) * 1000, sorted(seconds)[int(len(seconds) * 0.95)] * 1000


def taps(ask: Callable[[], httpx.Response], times: int = TAPS) -> list[float]:
    """Seconds of each answer, the first few left out (they fill caches that every later tap finds filled)."""
    found = []
    for n in range(times + 3):
        began = time.perf_counter()
        answer = ask()
        if n >= 3:
            found.append(time.perf_counter() - began)
        assert answer.status_code == 200, (answer.status_code, answer.text)
    return found


def results() -> dict[str, float]:
    """All figures by name, in milliseconds."""
    found: dict[str, float] = {}

    def note(name: str, seconds: list[float]) -> None:
        found[f"{name}, median"], found[f"{name}, p95"] = median_and_p95(seconds)

    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder))
        with served(Path(folder)) as (base, startup):
            found["start-up to the first page"] = startup * 1000
            player = httpx.Client(base_url=f"{base}/t/{table.id}", cookies={DEVICE: table.devices[1]}, timeout=30)
            me = {"token": table.actor}
            x, y = table.square
            began = time.perf_counter()
            player.get("/ask", params=me | {"action": "move"}).raise_for_status()
            found["first tap after start-up (reach)"] = (time.perf_counter() - began) * 1000
            note("board page", taps(lambda: player.get(f"{base}/t/{table.id}"), 20))
            note("tap: what it can reach", taps(lambda: player.get("/ask", params=me | {"action": "move"})))
            way = me | {"action": "move", "x": str(x), "y": str(y)}
            note("tap: preview of a move", taps(lambda: player.get("/ask", params=way)))
            aim = me | {"action": table.shot, "weapon": table.weapon}
            note("tap: targets among 30 tokens", taps(lambda: player.get("/ask", params=aim)))
            note("tap: preview of an attack", taps(lambda: player.get("/ask", params=aim | {"target": table.target})))
            posts, arrivals = deliveries(base, table)
            note("post: a token moved by hand", posts)
            note(f"stream: post to fragment at {SEATS} seats", arrivals)
    return found


def deliveries(base: str, table: Table) -> tuple[list[float], list[float]]:
    """Seconds of each post, and from before each post until each seat has its fragment."""
    arrived: list[list[float]] = [[] for _ in range(SEATS)]
    ready = threading.Barrier(SEATS + 1)
    stopping = threading.Event()

    def listen(seat: int) -> None:
        client = httpx.Client(cookies={DEVICE: table.devices[seat]}, timeout=30)
        with client.stream("GET", f"{base}/t/{table.id}/stream", params={"since": 0}) as stream:
            waiting = True
            for chunk in stream.iter_text():
                if waiting and "event: ping" in chunk:
                    waiting = False
                    ready.wait()
                elif f"token-{table.mover}" in chunk and "<svg" in chunk:
                    arrived[seat].append(time.perf_counter())
                if stopping.is_set():
                    return

    threads = [threading.Thread(target=listen, args=(seat,), daemon=True) for seat in range(SEATS)]
    for thread in threads:
        thread.start()
    ready.wait()
    time.sleep(1)  # what the page had missed has been sent
    for moments in arrived:
        moments.clear()
    gm = httpx.Client(cookies={DEVICE: table.devices[0]}, timeout=30)
    posts, waits = [], []
    for n in range(MOVES):
        square = table.free[n % 2]
        began = time.perf_counter()
        name = f"{chr(65 + square.x % 26) if square.x < 26 else 'A' + chr(65 + square.x - 26)}{square.y + 1}"
        url = f"{base}/t/{table.id}/tokens/{table.mover}/place"
        answer = gm.post(url, data={"square": name}, headers={"origin": base, "hx-request": "true"})
        assert answer.status_code in (200, 204, 303), answer.text
        posts.append(time.perf_counter() - began)
        deadline = time.perf_counter() + 5
        while any(len(moments) <= n for moments in arrived):
            assert time.perf_counter() < deadline, f"move {n} did not reach every seat"
            time.sleep(0.001)
        waits += [moments[n] - began for moments in arrived]
        time.sleep(0.1)
    stopping.set()
    return posts, waits
