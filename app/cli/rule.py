"""Print one ruling with its evidence: what the map decides, by which rules, along which lines.

SCENE is one case of the case files (a drawn map, walls, a question); what it expects may be left out.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from app.cli._reading import read_text, short
from geometry.casefile import Case, CaseError, plain, read_case, read_json, rulings
from geometry.grid import Point, Square
from geometry.ruling import Evidence, Ruling, Segment


def arguments(parser: argparse.ArgumentParser) -> None:
    """The scene, and whether to print it for programs."""
    parser.add_argument("scene", metavar="SCENE", help="file with the scene; - reads standard input")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Print the rulings; status 2 when the scene cannot be read."""
    try:
        case = read_case(read_json(read_text(options.scene)), "the scene", needs_expect=False)
        found = rulings(case)
    except CaseError as error:
        print(f"{options.scene}: {error}", file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps(_as_json(case, found), ensure_ascii=False, indent=2))
    else:
        print("\n".join(_as_text(case, found)))
    return 0


def _as_json(case: Case, found: Mapping[str, Ruling[Any]]) -> dict[str, Any]:
    return {
        "id": case.id,
        "query": _query(case),
        "answer": {key: plain(ruling.value) for key, ruling in found.items()},
        "rulings": {
            key: {
                "value": plain(ruling.value),
                "undecided": ruling.undecided,
                "rules": list(ruling.rules),
                "evidence": _evidence_json(ruling.evidence),
            }
            for key, ruling in found.items()
        },
    }


def _evidence_json(evidence: Evidence) -> dict[str, Any]:
    held = asdict(evidence)
    held["costs"] = plain(evidence.costs) if evidence.costs else []
    return held


def _query(case: Case) -> dict[str, Any]:
    return {key: getattr(value, "value", value) for key, value in case.query.items()}


def _as_text(case: Case, found: Mapping[str, Ruling[Any]]) -> Iterator[str]:
    asked = ", ".join(f"{key} {short(value)}" for key, value in _query(case).items() if key != "ask")
    yield f"{case.id}: {case.query['ask']} ({asked})"
    yield ""
    yield from _map(case, found)
    for barrier in case.field.barriers:
        yield f"{barrier.id}: {' - '.join(_point(p) for p in barrier.points)}"
    shown: Evidence | None = None
    for key, ruling in found.items():
        yield ""
        yield f"{key}: {_value(ruling)}  [{', '.join(ruling.rules)}]"
        if ruling.evidence != shown:
            yield from _evidence(ruling.evidence)
        shown = ruling.evidence


def _value(ruling: Ruling[Any]) -> str:
    if ruling.value is None:
        return f"ask the table ({ruling.undecided} is not known)"
    value = plain(ruling.value)
    return value if isinstance(value, str) else short(value)


def _map(case: Case, found: Mapping[str, Ruling[Any]]) -> Iterator[str]:
    """The drawn map, and beside it the squares of the answer where it has any."""
    costs: Mapping[Square, int] = {}
    squares: set[Square] = set()
    for ruling in found.values():
        costs = ruling.evidence.costs or costs
        if isinstance(ruling.value, frozenset):
            squares |= ruling.value
    width = max((len(str(cost)) for cost in costs.values()), default=1)
    for y, row in enumerate(case.rows):
        marks = []
        for x, drawn in enumerate(row):
            mark = str(costs[Square(x, y)]) if (x, y) in costs else "*" if (x, y) in squares else ""
            # What is no part of the answer stays as it is drawn, so that one sees where one is.
            marks.append((mark or drawn).rjust(width))
        yield f"{y:3d}  {row}" + (f"    {' '.join(marks)}" if costs or squares else "")
    yield f"     {''.join(str(x % 10) for x in range(len(case.rows[0])))}"


def _evidence(evidence: Evidence) -> Iterator[str]:
    if evidence.corner is not None:
        yield f"  from {_point(evidence.corner)}"
    for segment in evidence.segments:
        yield f"  {_line(segment)}"
    if evidence.others:
        yield "  from the other corners:"
    for segment in evidence.others:
        yield f"    {_line(segment)}"
    if evidence.blockers:
        yield f"  in the way: {', '.join(evidence.blockers)}"
    if evidence.tokens:
        yield f"  creatures: {', '.join(evidence.tokens)}"
    if evidence.squares and not evidence.costs:
        yield f"  squares: {' '.join(f'({x}, {y})' for x, y in evidence.squares)}"


def _line(segment: Segment) -> str:
    words = f"{_point(segment.start)} - {_point(segment.end)}  {segment.state.value}"
    if segment.blocker is not None:
        words += f" by {segment.blocker}"
    if segment.stop is not None:
        words += f" at {_point(segment.stop)}"
    return words + ("  through what conceals" if segment.conceals else "")


def _point(point: Point) -> str:
    return f"({point.x:.6g}, {point.y:.6g})"
