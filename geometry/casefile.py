"""Drawn cases: a small map as text, a question, and the answer that is right. Read here, asked here, judged elsewhere.

The form is that of the worked cases: `{"cases": [...]}`, or one case a line.
"""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from geometry.battlefield import Barrier, BarrierKind, Battlefield, Creature, SquareKind, Vision
from geometry.errors import GeometryError
from geometry.grid import Point, Square
from geometry.questions import QUESTIONS, Rulings

LEGEND = {
    "#": SquareKind.SOLID,
    "o": SquareKind.LOW,
    "^": SquareKind.DIFFICULT,
    "~": SquareKind.FOG,
    "%": SquareKind.SMOKE,
    "T": SquareKind.COVER,
    ",": SquareKind.DIM,
    "!": SquareKind.DARK,
}
FLOOR = "."
# "T" is a tree; every other capital is a creature.
LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSUVWXYZ")
UNDER = {kind.value: kind for kind in LEGEND.values()}
CASE_KEYS = frozenset(
    ("id", "rules", "map", "walls", "sizes", "sides", "reach", "under", "dead", "query", "expect", "note")
)
HEROES, FOES = "heroes", "foes"


class CaseError(ValueError):
    """A case or a file of cases that cannot be read; the message names the case."""


@dataclass(frozen=True)
class Case:
    """One drawn case. `expect` is None where only the answer is wanted."""

    id: str
    rows: tuple[str, ...]
    field: Battlefield
    query: Mapping[str, Any]
    expect: Mapping[str, Any] | None


@dataclass(frozen=True)
class Difference:
    """One key of an answer that is not as expected."""

    case: str
    key: str
    expected: Any
    found: Any


def read_json(text: str) -> Any:
    """JSON without NaN, infinity or a key given twice. Raises CaseError."""

    def refuse(word: str) -> Any:
        raise CaseError(f"{word} is not a number")

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            twice = next(key for i, (key, _) in enumerate(pairs) if key in {k for k, _ in pairs[:i]})
            raise CaseError(f"the key {twice!r} stands twice in one object")
        return found

    try:
        return json.loads(text, parse_constant=refuse, object_pairs_hook=once)
    except (json.JSONDecodeError, RecursionError) as error:
        raise CaseError(f"not JSON: {error}") from error
    except CaseError:
        raise
    except ValueError as error:  # a number of more digits than Python converts
        raise CaseError(f"not JSON: {error}") from error


def read_cases(text: str) -> list[Case]:
    """All cases of a file: `{"cases": [...]}` or JSON lines. Raises CaseError."""
    try:
        whole = read_json(text)
    except CaseError:
        lines = [(i, line) for i, line in enumerate(text.splitlines(), 1) if line.strip()]
        if len(lines) < 2 or not _is_object(lines[0][1]):
            raise
        return [_read_line(i, line) for i, line in lines]
    if isinstance(whole, dict) and "cases" in whole:
        _known(whole, {"legend", "form", "cases"}, "the file")
        if not isinstance(whole["cases"], list):
            raise CaseError("'cases' is not a list")
        return [read_case(data, f"number {i}") for i, data in enumerate(whole["cases"], 1)]
    if isinstance(whole, dict):
        return [read_case(whole, "line 1")]
    raise CaseError("neither an object with 'cases' nor one case a line")


def _is_object(line: str) -> bool:
    try:
        return isinstance(read_json(line), dict)
    except CaseError:
        return False


def _read_line(number: int, line: str) -> Case:
    try:
        data = read_json(line)
    except CaseError as error:
        raise CaseError(f"line {number}: {error}") from error
    return read_case(data, f"line {number}")


def read_case(data: Any, name: str, *, needs_expect: bool = True) -> Case:
    """One case. `name` stands in errors where the case has no id of its own. Raises CaseError."""
    if isinstance(data, dict) and isinstance(data.get("id"), str) and data["id"]:
        name = data["id"]
    try:
        return _read_case(data, name, needs_expect)
    except (CaseError, GeometryError) as error:
        raise CaseError(f"case {name}: {error}") from error


def _read_case(data: Any, name: str, needs_expect: bool) -> Case:
    if not isinstance(data, dict):
        raise CaseError("not an object")
    _known(data, CASE_KEYS, "the case")
    for key in ("map", "query", *(("expect",) if needs_expect else ())):
        if key not in data:
            raise CaseError(f"the key {key!r} is missing")
    rows = _rows(data["map"])
    field = _field(data, rows)
    query = _query(data["query"], field)
    expect = data.get("expect")
    if expect is not None:
        if not isinstance(expect, dict) or not expect:
            raise CaseError("'expect' is not an object with answers")
        _known(expect, QUESTIONS[query["ask"]].answers, f"'expect' of {query['ask']!r}")
    return Case(name, rows, field, query, expect)


def _known(data: Mapping[str, Any], keys: "frozenset[str] | set[str]", what: str) -> None:
    unknown = [key for key in data if key not in keys]
    if unknown:
        raise CaseError(f"{what} has the unknown key {unknown[0]!r}")


def _rows(rows: Any) -> tuple[str, ...]:
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) and row for row in rows):
        raise CaseError("'map' is not a list of rows of text")
    widths = {len(row) for row in rows}
    if len(widths) > 1:
        raise CaseError(f"the rows of the map are not of one width: {sorted(widths)}")
    return tuple(rows)


def _field(data: Mapping[str, Any], rows: tuple[str, ...]) -> Battlefield:
    squares: dict[SquareKind, set[Square]] = {}
    places: dict[str, Square] = {}
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign in LEGEND:
                squares.setdefault(LEGEND[sign], set()).add(Square(x, y))
            elif sign in LETTERS:
                if sign in places:
                    raise CaseError(f"the creature {sign!r} stands twice on the map")
                places[sign] = Square(x, y)
            elif sign != FLOOR:
                raise CaseError(f"the map has the unknown letter {sign!r} at [{x}, {y}]")
    for letter, kinds in _by_letter(data, "under", places).items():
        if not isinstance(kinds, list):
            raise CaseError(f"'under' of {letter!r} is not a list")
        for kind in kinds:
            if kind not in UNDER:
                raise CaseError(f"'under' of {letter!r} has the unknown kind {kind!r}")
            squares.setdefault(UNDER[kind], set()).add(places[letter])
    return Battlefield(
        len(rows[0]),
        len(rows),
        _walls(data.get("walls", [])),
        {kind: frozenset(of) for kind, of in squares.items()},
        _creatures(data, places),
    )


def _creatures(data: Mapping[str, Any], places: Mapping[str, Square]) -> dict[str, Creature]:
    sizes, reach = (_by_letter(data, key, places) for key in ("sizes", "reach"))
    sides = _by_letter(data, "sides", places)
    dead = data.get("dead", [])
    if not isinstance(dead, list):
        raise CaseError("'dead' is not a list of letters")
    for letter in dead:
        _letter(letter, places, "dead")
    for letter, side in sides.items():
        if not isinstance(side, str) or not side:
            raise CaseError(f"'sides' of {letter!r} is not a name")
    return {
        letter: Creature(
            letter,
            square,
            size=_whole(sizes.get(letter, 1), f"'sizes' of {letter!r}", 1),
            side=sides.get(letter, HEROES if letter in "AC" else FOES),
            reach=_whole(reach.get(letter, 1), f"'reach' of {letter!r}", 0),
            threatens=letter not in dead,
            obstructs=letter not in dead,
            able=letter not in dead,
            may_end_in=letter in dead,
        )
        for letter, square in places.items()
    }


def _by_letter(data: Mapping[str, Any], key: str, places: Mapping[str, Square]) -> Mapping[str, Any]:
    found = data.get(key, {})
    if not isinstance(found, dict):
        raise CaseError(f"{key!r} is not an object by letter")
    for letter in found:
        _letter(letter, places, key)
    return found


def _letter(letter: Any, places: Mapping[str, Any], key: str) -> str:
    if not isinstance(letter, str) or letter not in places:
        raise CaseError(f"{key!r} names {letter!r}, which is not on the map")
    return letter


def _walls(walls: Any) -> tuple[Barrier, ...]:
    if not isinstance(walls, list):
        raise CaseError("'walls' is not a list")
    found = []
    for i, wall in enumerate(walls):
        if not isinstance(wall, dict):
            raise CaseError(f"wall {i} is not an object")
        _known(wall, {"line", "kind"}, f"wall {i}")
        for key in ("line", "kind"):
            if key not in wall:
                raise CaseError(f"wall {i}: the key {key!r} is missing")
        if wall["kind"] not in [kind.value for kind in BarrierKind]:
            raise CaseError(f"wall {i} has the unknown kind {wall['kind']!r}")
        line = wall["line"]
        if not isinstance(line, list) or len(line) < 2:
            raise CaseError(f"wall {i}: 'line' is not a list of two or more points")
        points = tuple(_point(point, f"a point of wall {i}") for point in line)
        found.append(Barrier(f"{wall['kind']}-{i + 1}", BarrierKind(wall["kind"]), points))
    return tuple(found)


def _point(point: Any, what: str) -> Point:
    if not isinstance(point, list) or len(point) != 2 or not all(_is_number(n) for n in point):
        raise CaseError(f"{what} is not a pair of numbers: {point!r}")
    return Point(*point)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _whole(value: Any, what: str, least: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= 1_000_000:
        raise CaseError(f"{what} is not a whole number from {least} on: {value!r}")
    return value


def _query(query: Any, field: Battlefield) -> Mapping[str, Any]:
    if not isinstance(query, dict) or "ask" not in query:
        raise CaseError("'query' is not an object with 'ask'")
    ask = query["ask"]
    if not isinstance(ask, str) or ask not in QUESTIONS:
        raise CaseError(f"unknown question {ask!r}")
    question = QUESTIONS[ask]
    _known(query, {"ask", *question.needs, *question.may}, f"the question {ask!r}")
    for key in question.needs:
        if key not in query:
            raise CaseError(f"the question {ask!r} misses the key {key!r}")
    return {"ask": ask} | {key: _READ[key](query[key], key, field) for key in query if key != "ask"}


def _read_flag(value: Any, key: str, _field: Battlefield) -> bool:
    if not isinstance(value, bool):
        raise CaseError(f"{key!r} is neither true nor false: {value!r}")
    return value


def _read_vision(value: Any, key: str, _field: Battlefield) -> Vision:
    if value not in [v.value for v in Vision]:
        raise CaseError(f"unknown vision {value!r}")
    return Vision(value)


def _read_intersection(value: Any, key: str, field: Battlefield) -> tuple[int, int]:
    x, y = _point(value, repr(key))
    if x != int(x) or y != int(y) or not (0 <= x <= field.columns and 0 <= y <= field.rows):
        raise CaseError(f"{key!r} is not a grid intersection of the map: {value!r}")
    return int(x), int(y)


def _read_path(value: Any, key: str, field: Battlefield) -> tuple[Square, ...]:
    if not isinstance(value, list) or not value:
        raise CaseError(f"{key!r} is not a list of squares")
    path = []
    for square in value:
        x, y = _point(square, f"a square of {key!r}")
        if x != int(x) or y != int(y) or not field.has((int(x), int(y))):
            raise CaseError(f"{key!r} has {square!r}, which is no square of the map")
        path.append(Square(int(x), int(y)))
    return tuple(path)


_READ: Mapping[str, Callable[[Any, str, Battlefield], Any]] = {
    "from": lambda value, key, field: _letter(value, field.creatures, key),
    "to": lambda value, key, field: _letter(value, field.creatures, key),
    "ally": lambda value, key, field: _letter(value, field.creatures, key),
    "who": lambda value, key, field: _letter(value, field.creatures, key),
    "melee": _read_flag,
    "squeeze": _read_flag,
    "vision": _read_vision,
    "centre": _read_intersection,
    "point": _read_intersection,
    "radius": lambda value, key, field: _whole(value, repr(key), 0),
    "budget": lambda value, key, field: _whole(value, repr(key), 0),
    "path": _read_path,
}


def rulings(case: Case) -> Rulings:
    """The rulings that answer a case, by the key of the answer. Raises CaseError where the question cannot be
    answered.
    """
    try:
        return QUESTIONS[case.query["ask"]].ask(case.field, case.query)
    except GeometryError as error:
        raise CaseError(f"case {case.id}: {error}") from error


def plain(value: Any) -> Any:
    """The value of a ruling in the form of the case files: squares sorted, costs as [x, y, cost]."""
    if isinstance(value, frozenset):
        return sorted([x, y] for x, y in value)
    if isinstance(value, Mapping):
        if value and not isinstance(next(iter(value)), str):
            return sorted([x, y, cost] for (x, y), cost in value.items())
        return dict(sorted(value.items()))
    return getattr(value, "value", value)


def answer(case: Case) -> dict[str, Any]:
    """What the engine says to a case, in the form of `expect`."""
    return {key: plain(ruling.value) for key, ruling in rulings(case).items()}


def differences(case: Case) -> list[Difference]:
    """Where the engine's answer is not the expected one."""
    found = answer(case)
    return [
        Difference(case.id, key, expected, found[key])
        for key, expected in (case.expect or {}).items()
        if not _same(expected, found[key])
    ]


def _same(expected: Any, found: Any) -> bool:
    # JSON knows true and 1 apart; Python does not.
    return json.dumps(expected, sort_keys=True) == json.dumps(found, sort_keys=True)
