"""The questions that a case may ask, by name: what each needs, and who answers it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from geometry.area import burst_squares
from geometry.battlefield import Battlefield, Vision
from geometry.cover import concealment, cover, cover_from_point
from geometry.flanking import flanking
from geometry.movement import reachable
from geometry.opportunity import opportunities
from geometry.reach import counted_distance, is_adjacent, threatened_squares
from geometry.ruling import Ruling
from geometry.sight import line_of_effect, line_of_sight

Rulings = Mapping[str, Ruling[Any]]


@dataclass(frozen=True)
class Question:
    """What a question needs, what it may say besides, the keys of its answer, and who answers it."""

    needs: tuple[str, ...]
    may: tuple[str, ...]
    answers: frozenset[str]
    ask: Callable[[Battlefield, Mapping[str, Any]], Rulings]


def _ask_sight(field: Battlefield, q: Mapping[str, Any]) -> Rulings:
    vision = q.get("vision", Vision.NORMAL)
    return {
        "line_of_sight": line_of_sight(field, q["from"], q["to"], vision),
        "line_of_effect": line_of_effect(field, q["from"], q["to"]),
    }


def _ask_cover(field: Battlefield, q: Mapping[str, Any]) -> Rulings:
    return {"cover": cover(field, q["from"], q["to"], melee=q.get("melee", False))}


def _ask_concealment(field: Battlefield, q: Mapping[str, Any]) -> Rulings:
    vision = q.get("vision", Vision.NORMAL)
    return {"concealment": concealment(field, q["from"], q["to"], melee=q.get("melee", False), vision=vision)}


def _ask_distance(field: Battlefield, q: Mapping[str, Any]) -> Rulings:
    distance = counted_distance(field, q["from"], q["to"])
    near = Ruling(is_adjacent(field, q["from"], q["to"]), distance.rules, distance.evidence)
    return {"distance": distance, "adjacent": near}


def _ask_flanking(field: Battlefield, q: Mapping[str, Any]) -> Rulings:
    return {"flanking": flanking(field, q["from"], q["ally"], q["to"])}


def _ask_threatened(field: Battlefield, q: Mapping[str, Any]) -> Rulings:
    return {"squares": threatened_squares(field, q["who"])}


def _ask_burst(field: Battlefield, q: Mapping[str, Any]) -> Rulings:
    return {"squares": burst_squares(field, q["centre"], q["radius"])}


def _ask_reachable(field: Battlefield, q: Mapping[str, Any]) -> Rulings:
    return {"cost": reachable(field, q["who"], q["budget"], squeeze=q.get("squeeze", False))}


def _ask_opportunity(field: Battlefield, q: Mapping[str, Any]) -> Rulings:
    return {"provokes": opportunities(field, q["who"], q["path"])}


def _ask_cover_from_point(field: Battlefield, q: Mapping[str, Any]) -> Rulings:
    return {"cover": cover_from_point(field, q["point"], q["to"])}


QUESTIONS: Mapping[str, Question] = {
    "sight": Question(("from", "to"), ("vision",), frozenset(("line_of_sight", "line_of_effect")), _ask_sight),
    "cover": Question(("from", "to"), ("melee",), frozenset(("cover",)), _ask_cover),
    "concealment": Question(("from", "to"), ("melee", "vision"), frozenset(("concealment",)), _ask_concealment),
    "distance": Question(("from", "to"), (), frozenset(("distance", "adjacent")), _ask_distance),
    "flanking": Question(("from", "ally", "to"), (), frozenset(("flanking",)), _ask_flanking),
    "threatened": Question(("who",), (), frozenset(("squares",)), _ask_threatened),
    "burst": Question(("centre", "radius"), (), frozenset(("squares",)), _ask_burst),
    "reachable": Question(("who", "budget"), ("squeeze",), frozenset(("cost",)), _ask_reachable),
    "opportunity": Question(("who", "path"), (), frozenset(("provokes",)), _ask_opportunity),
    "cover_from_point": Question(("point", "to"), (), frozenset(("cover",)), _ask_cover_from_point),
}
