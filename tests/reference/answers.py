"""The answer to any case, in the form of its `expect`."""

from collections.abc import Callable
from typing import Any

from tests.reference.cover import concealment, cover, cover_from_point
from tests.reference.distance import burst, counted_distance, flanking, is_adjacent, threatened
from tests.reference.moves import opportunity, reachable
from tests.reference.scene import Scene, read
from tests.reference.sight import has_line_of_effect, has_line_of_sight

Query = dict[str, Any]


def answer(case: Query) -> Query:
    scene = read(case)
    return ASKED[case["query"]["ask"]](scene, case["query"])


def _sight(scene: Scene, query: Query) -> Query:
    one, other = scene.creatures[query["from"]], scene.creatures[query["to"]]
    return {
        "line_of_sight": has_line_of_sight(scene, one, other, query.get("vision", "normal")),
        "line_of_effect": has_line_of_effect(scene, one.space, other.space),
    }


def _cover(scene: Scene, query: Query) -> Query:
    one, other = scene.creatures[query["from"]], scene.creatures[query["to"]]
    return {"cover": cover(scene, one, other, melee=query.get("melee", False))}


def _concealment(scene: Scene, query: Query) -> Query:
    one, other = scene.creatures[query["from"]], scene.creatures[query["to"]]
    melee, vision = query.get("melee", False), query.get("vision", "normal")
    return {"concealment": concealment(scene, one, other, melee=melee, vision=vision)}


def _distance(scene: Scene, query: Query) -> Query:
    one, other = scene.creatures[query["from"]], scene.creatures[query["to"]]
    return {"distance": counted_distance(one, other), "adjacent": is_adjacent(one, other)}


def _flanking(scene: Scene, query: Query) -> Query:
    return {"flanking": flanking(*(scene.creatures[query[key]] for key in ("from", "ally", "to")))}


def _threatened(scene: Scene, query: Query) -> Query:
    return {"squares": [list(s) for s in threatened(scene, scene.creatures[query["who"]])]}


def _burst(scene: Scene, query: Query) -> Query:
    return {"squares": [list(s) for s in burst(scene, tuple(query["centre"]), query["radius"])]}


def _reachable(scene: Scene, query: Query) -> Query:
    who = scene.creatures[query["who"]]
    return {"cost": reachable(scene, who, query["budget"], squeeze=query.get("squeeze", False))}


def _opportunity(scene: Scene, query: Query) -> Query:
    path = [(x, y) for x, y in query["path"]]
    return {"provokes": opportunity(scene, scene.creatures[query["who"]], path)}


def _cover_from_point(scene: Scene, query: Query) -> Query:
    return {"cover": cover_from_point(scene, tuple(query["point"]), scene.creatures[query["to"]])}


ASKED: dict[str, Callable[[Scene, Query], Query]] = {
    "sight": _sight,
    "cover": _cover,
    "concealment": _concealment,
    "distance": _distance,
    "flanking": _flanking,
    "threatened": _threatened,
    "burst": _burst,
    "reachable": _reachable,
    "opportunity": _opportunity,
    "cover_from_point": _cover_from_point,
}
