"""Random scenes in the form of the case files, leaning towards trouble.

Walls lie on grid lines, meet in L, T and X, end at corners, in the middle of squares, or exactly on a line between two
corners; corridors are one square wide; targets stand at walls. Coordinates are short decimals, so they are exact.
"""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.reference.cover import cover_barriers
from tests.reference.exact import is_in
from tests.reference.scene import GROUND, Square, read, space
from tests.reference.sight import effect_barriers

Case = dict[str, Any]
Line = list[list[float]]
MARKS = {kind: mark for mark, kind in GROUND.items()}
WALL_KINDS = ["wall"] * 10 + ["low"] * 3 + ["window", "door", "curtain", "embrasure", "embrasure"]
STEPS = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]


def make(ask: str, seed: int) -> Case:
    """The scene of this number for this question."""
    rng = random.Random(f"{ask} {seed}")
    while True:
        drawn = Drawing(rng, ask).case()
        if drawn:
            return {"id": f"{ask}-{seed}", "rules": [], **drawn}


class Drawing:
    """One scene in the making."""

    def __init__(self, rng: random.Random, ask: str):
        self.rng, self.ask = rng, ask
        self.width, self.height = rng.randint(5, 9), rng.randint(4, 8)
        self.walls: list[dict[str, Any]] = []
        self.at: dict[str, Square] = {}
        self.sizes: dict[str, int] = {}
        self.taken: set[Square] = set()

    def case(self) -> Case | None:
        rng = self.rng
        wanted = ["A", "B", "C", "D", "E"][: rng.choice((2, 2, 2, 3, 3, 4, 5))]
        if self.ask == "flanking":
            wanted = ["A", "B", "C"]
        for name in wanted:
            self.stand(name)
        if not {"A", "B"} <= set(self.at) or (self.ask == "flanking" and "C" not in self.at):
            return None
        self.build_walls()
        rows = self.ground()
        case: Case = {"map": rows, "walls": self.walls}
        if self.sizes:
            case["sizes"] = self.sizes
        if "D" in self.at and rng.random() < 0.4:
            case["sides"] = {"D": rng.choice(("heroes", "third"))}
        if rng.random() < 0.5 or self.ask in {"opportunity", "threatened", "flanking"}:
            case["reach"] = {name: rng.choice((1, 1, 2, 2, 3)) for name in self.at if rng.random() < 0.6}
        others = [name for name in self.at if name not in "AB"]
        if others and rng.random() < 0.2:
            case["dead"] = [rng.choice(others)]
        if rng.random() < 0.25:
            kinds = ["low", "difficult", "fog", "smoke", "cover", "dim", "dark", "low", "fog", "solid"]
            case["under"] = {rng.choice(sorted(self.at)): rng.sample(kinds, rng.choice((1, 1, 2)))}
        query = QUERIES[self.ask](self, case)
        return {**case, "query": {"ask": self.ask, **query}} if query is not None else None

    def stand(self, name: str) -> None:
        """A creature on free squares, sometimes close to one that is there already."""
        rng = self.rng
        big = self.ask in {"reachable", "flanking"} or rng.random() < 0.3
        size = rng.choice((1, 2, 2, 3)) if big and rng.random() < 0.5 else 1
        for _ in range(8):
            x, y = rng.randint(0, self.width - size), rng.randint(0, self.height - size)
            if self.at and rng.random() < (0.6 if self.ask in {"flanking", "opportunity"} else 0.2):
                near = self.at[rng.choice(sorted(self.at))]
                x, y = near[0] + rng.randint(-size - 1, 3), near[1] + rng.randint(-size - 1, 3)
            if self.ask == "flanking" and name == "C" and {"A", "B"} <= set(self.at) and rng.random() < 0.8:
                x, y = self.opposite(size)
            squares = set(space((x, y), size))
            if all(0 <= c < self.width and 0 <= r < self.height for c, r in squares) and not squares & self.taken:
                self.at[name] = (x, y)
                self.taken |= squares
                if size > 1:
                    self.sizes[name] = size
                return

    def opposite(self, size: int) -> Square:
        """About where C stands opposite to A, with B between."""
        own, other = self.sizes.get("A", 1), self.sizes.get("B", 1)
        (ax, ay), (bx, by) = self.at["A"], self.at["B"]
        slip = (-1, 0, 0, 0, 1)
        x, y = ((4 * b + 2 * other - 2 * a - own - size) // 2 for a, b in ((ax, bx), (ay, by)))
        return x + self.rng.choice(slip), y + self.rng.choice(slip)

    def build_walls(self) -> None:
        rng = self.rng
        styles = [self.along_grid, self.along_grid, self.across_lattice, self.off_grid, self.at_creature, self.aimed]
        style = rng.choice(styles)
        for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 3, 4, 5))):
            line = (style if rng.random() < 0.6 else rng.choice(styles))()
            if len(line) > 1:
                self.walls.append({"line": line, "kind": rng.choice(WALL_KINDS)})
            if len(line) > 1 and rng.random() < 0.15:  # another wall that starts where this one ends
                end = line[-1]
                more = [end, [end[0] + rng.choice((-1, 0, 0.5)), end[1] + rng.choice((-0.5, 0.25, 1))]]
                self.walls.append({"line": more, "kind": rng.choice(WALL_KINDS)})

    def corner(self) -> list[float]:
        return [self.rng.randint(0, self.width), self.rng.randint(0, self.height)]

    def walk(self, moves: list[tuple[float, float]]) -> Line:
        line = [self.corner()]
        for _ in range(self.rng.choice((1, 1, 2, 3, 4))):
            dx, dy = self.rng.choice(moves)
            line.append([line[-1][0] + dx, line[-1][1] + dy])
        return [p for i, p in enumerate(line) if i == 0 or p != line[i - 1]]

    def along_grid(self) -> Line:
        length = self.rng.choice((1, 1, 2, 3))
        return self.walk([(length, 0), (-length, 0), (0, length), (0, -length)])

    def across_lattice(self) -> Line:
        moves: list[tuple[float, float]] = [(i, j) for i in (-2, -1, 0, 1, 2) for j in (-2, -1, 1, 2)]
        return self.walk(moves)

    def off_grid(self) -> Line:
        part = self.rng.choice((2, 2, 4, 5, 10))
        count = self.rng.choice((2, 2, 3, 4))
        line = [[self.rng.randint(0, n * part) / part for n in (self.width, self.height)] for _ in range(count)]
        return [p for i, p in enumerate(line) if i == 0 or p != line[i - 1]]

    def at_creature(self) -> Line:
        """Along, across or just inside a creature's square."""
        rng = self.rng
        x, y = self.some_square()
        shift = rng.choice((0, 0, 0, 1, 1, 0.5, 0.3, 0.75))
        low, high = rng.choice(((0, 1), (0, 0.5), (-1, 1), (0.5, 2), (0, 3), (-2, 3), (0.25, 0.75)))
        tilt = rng.choice((0, 0, 0, 0.5, -0.25, 1))
        ends = [(shift, low), (shift + tilt, high)]
        if rng.random() < 0.5:
            ends = [(v, u) for u, v in ends]
        return [[x + u, y + v] for u, v in ends]

    def some_square(self) -> Square:
        name = self.rng.choice(["A", "B", "B", *self.at])
        return self.rng.choice(space(self.at[name], self.sizes.get(name, 1)))

    def aimed(self) -> Line:
        """A wall with an end or a bend exactly on a line between two corners, or from a centre to its corner."""
        rng = self.rng
        (ax, ay), (bx, by) = self.some_square(), self.some_square()
        start = (ax + rng.choice((0, 1)), ay + rng.choice((0, 1)))
        end: tuple[float, float] = (bx + rng.choice((0, 1)), by + rng.choice((0, 1)))
        if rng.random() < 0.3:
            end = (ax + 0.5, ay + 0.5)
        k = rng.choice((0, 0.25, 0.5, 0.5, 0.75, 1))
        x, y = start[0] + k * (end[0] - start[0]), start[1] + k * (end[1] - start[1])
        reach = (-1, -0.5, -0.25, -0.1, 0, 0.1, 0.25, 0.5, 1)
        line = [[x, y]]
        if rng.random() < 0.4:
            line.insert(0, [x + rng.choice(reach), y + rng.choice(reach)])
        if rng.random() < 0.25:  # a piece along the line itself
            line.append([x + 0.25 * (end[0] - start[0]), y + 0.25 * (end[1] - start[1])])
        line.append([line[-1][0] + rng.choice(reach), line[-1][1] + rng.choice(reach)])
        line = [[round(u, 6), round(v, 6)] for u, v in line]
        return [p for i, p in enumerate(line) if i == 0 or p != line[i - 1]]

    def ground(self) -> list[str]:
        """Squares of one to three kinds, now and then a corridor; hardly ever rock where somebody stands."""
        rng = self.rng
        rows = [["."] * self.width for _ in range(self.height)]
        kinds = rng.sample(["solid", "solid", "low", "difficult", "fog", "smoke", "cover", "dim", "dark"], 3)
        share = rng.choice((0, 0.05, 0.1, 0.2, 0.3))
        for y in range(self.height):
            for x in range(self.width):
                if rng.random() < share:
                    rows[y][x] = MARKS[rng.choice(kinds[: rng.choice((1, 2, 3))])]
        if rng.random() < 0.15:
            row = rng.randrange(self.height)
            for y in (row - 1, row + 1):
                if 0 <= y < self.height:
                    rows[y] = ["#" if rng.random() < 0.8 else mark for mark in rows[y]]
        clear = rng.random() < 0.95
        for x, y in self.taken:
            if rows[y][x] == "#" and clear:
                rows[y][x] = "."
        for name, (x, y) in self.at.items():
            rows[y][x] = name
        return ["".join(row) for row in rows]

    def pair(self, case: Case) -> Case:
        one, other = ("A", "B") if self.rng.random() < 0.8 else ("B", "A")
        return {"from": one, "to": other}

    def sighted(self, case: Case) -> Case:
        query = self.pair(case)
        if self.rng.random() < 0.4:
            query["vision"] = self.rng.choice(("normal", "low-light", "darkvision"))
        return query

    def attack(self, case: Case) -> Case:
        return {**self.pair(case), **({"melee": True} if self.rng.random() < 0.3 else {})}

    def haze(self, case: Case) -> Case:
        return {**self.sighted(case), **({"melee": True} if self.rng.random() < 0.3 else {})}

    def flank(self, case: Case) -> Case:
        case["dead"] = [name for name in case.get("dead", []) if self.rng.random() < 0.2]
        return {"from": "A", "ally": "C", "to": "B"}

    def alone(self, case: Case) -> Case:
        return {"who": self.rng.choice(("A", "A", "B"))}

    def centre(self, case: Case) -> Case:
        point = [self.rng.randint(0, self.width), self.rng.randint(0, self.height)]
        return {"centre": point, "radius": self.rng.randint(1, 5)}

    def move(self, case: Case) -> Case:
        squeeze = {"squeeze": True} if self.rng.random() < 0.5 else {}
        return {"who": "A", "budget": self.rng.randint(2, 8), **squeeze}

    def path(self, case: Case) -> Case | None:
        """A walk on the map, round rock and mostly round other creatures; walls are not its business."""
        who = self.rng.choice(("A", "A", "B"))
        size = self.sizes.get(who, 1)
        taken = self.taken - set(space(self.at[who], size)) if self.rng.random() < 0.9 else set()
        closed = taken | read(case).ground["solid"]
        walked = [self.at[who]]
        for _ in range(self.rng.randint(1, 5)):
            x, y = walked[-1]
            ends = [(x + i, y + j) for i, j in STEPS]
            ends = [at for at in ends if self.holds(at, size) and not closed & set(space(at, size))]
            if not ends:
                break
            walked.append(self.rng.choice(ends))
        return {"who": who, "path": [list(at) for at in walked]} if len(walked) > 1 else None

    def holds(self, at: Square, size: int) -> bool:
        return 0 <= at[0] <= self.width - size and 0 <= at[1] <= self.height - size

    def point(self, case: Case) -> Case | None:
        """An intersection on no barrier."""
        scene = read(case)
        barriers = [b for _, b in cover_barriers(scene, None, scene.creatures["B"])] + effect_barriers(scene)
        for _ in range(10):
            x, y = self.rng.randint(0, self.width), self.rng.randint(0, self.height)
            if not any(is_in((Fraction(x), Fraction(y)), b) for b in barriers):
                return {"point": [x, y], "to": "B"}
        return None


QUERIES: dict[str, Callable[[Drawing, Case], Case | None]] = {
    "sight": Drawing.sighted,
    "cover": Drawing.attack,
    "concealment": Drawing.haze,
    "distance": Drawing.pair,
    "flanking": Drawing.flank,
    "threatened": Drawing.alone,
    "burst": Drawing.centre,
    "reachable": Drawing.move,
    "opportunity": Drawing.path,
    "cover_from_point": Drawing.point,
}
