"""What must hold on any battlefield, tried on random ones that lean towards trouble."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from geometry.battlefield import Barrier, Battlefield, Vision
from geometry.cover import Aim, aim, cover
from geometry.grid import Point
from geometry.lattice import SCALE
from geometry.movement import path_cost, reachable
from geometry.routes import cheapest_path, routes
from geometry.sight import line_of_effect, line_of_sight
from tests.geometry.drawn import SYMMETRIES, scene, turned, with_wall, with_walls

few = settings(max_examples=12, deadline=None)
seeds = st.integers(0, 10**6)


def judged(field: Battlefield, *, melee: bool = False) -> tuple[object, ...]:
    found: Aim = aim(field, "A", "B", melee=melee)
    return found.effect.value, found.sight.value, found.cover.value, found.concealment.value


@few
@given(seeds, st.sampled_from(SYMMETRIES), st.booleans())
def test_a_mirrored_or_turned_map_gives_the_same_answers(
    seed: int, symmetry: tuple[bool, bool, bool], melee: bool
) -> None:
    field = scene("concealment", seed)
    assert judged(turned(field, *symmetry), melee=melee) == judged(field, melee=melee)


@few
@given(seeds, st.integers(0, 30), st.integers(0, 30))
def test_a_shifted_map_gives_the_same_answers(seed: int, x: int, y: int) -> None:
    field = scene("cover", seed)
    assert judged(turned(field, False, False, False, by=(x, y))) == judged(field)


def halves(barrier: Barrier) -> list[Barrier]:
    """The pieces of a wall as walls of their own, each cut in the middle where the middle is on the lattice."""
    found = []
    for i, (a, b) in enumerate(pairwise(barrier.points)):
        units = [round(n * SCALE) for n in (*a, *b)]
        middle = Point((a.x + b.x) / 2, (a.y + b.y) / 2)
        exact = (units[0] + units[2]) % 2 == 0 and (units[1] + units[3]) % 2 == 0
        for j, (p, q) in enumerate(pairwise((a, middle, b) if exact else (a, b))):
            if p != q:
                found.append(replace(barrier, id=f"{barrier.id}-{i}-{j}", points=(p, q)))
    return found


@few
@given(seeds)
def test_a_wall_cut_in_pieces_or_drawn_from_its_other_end_is_the_same_wall(seed: int) -> None:
    field = scene("cover", seed)
    expected = judged(field)
    assert judged(with_walls(field, halves)) == expected
    assert judged(with_walls(field, lambda b: [replace(b, points=b.points[::-1])])) == expected
    assert judged(with_walls(field, lambda b: [replace(b, points=b.points + b.points[-2::-1])])) == expected


@few
@given(seeds, st.integers(0, 8), st.integers(0, 8), st.integers(1, 4), st.booleans())
def test_one_wall_more_along_the_grid_never_opens_a_line(seed: int, x: int, y: int, long: int, upright: bool) -> None:
    # Along the grid: a wall through a centre would make the whole square count (SE-SPACE-2).
    field = scene("sight", seed)
    more = with_wall(field, (x, y), (x, y + long) if upright else (x + long, y))
    assert bool(line_of_effect(more, "A", "B").value) <= bool(line_of_effect(field, "A", "B").value)
    assert bool(line_of_sight(more, "A", "B").value) <= bool(line_of_sight(field, "A", "B").value)


@few
@given(seeds, st.sampled_from(Vision))
def test_whoever_is_seen_sees(seed: int, vision: Vision) -> None:
    field = scene("sight", seed)
    assert line_of_sight(field, "A", "B", vision).value == line_of_sight(field, "B", "A", vision).value
    assert line_of_effect(field, "A", "B").value == line_of_effect(field, "B", "A").value


@few
@given(seeds)
def test_the_free_segment_shown_has_its_ends_in_both_spaces(seed: int) -> None:
    field = scene("sight", seed)
    ruling = line_of_effect(field, "A", "B")
    for segment in ruling.evidence.segments if ruling.value else ():
        for end, who in ((segment.start, "A"), (segment.end, "B")):
            x, y = field.creatures[who].square
            size = field.creatures[who].size
            assert x <= end.x <= x + size
            assert y <= end.y <= y + size


@few
@given(seeds)
def test_asking_for_everything_at_once_says_the_same_as_asking_one_by_one(seed: int) -> None:
    field = scene("cover", seed)
    assert judged(field) == (
        line_of_effect(field, "A", "B").value,
        line_of_sight(field, "A", "B").value,
        cover(field, "A", "B").value,
        aim(field, "A", "B").concealment.value,
    )


@few
@given(seeds, st.integers(2, 8), st.booleans())
def test_the_way_to_each_reachable_square_costs_what_it_says(seed: int, budget: int, squeeze: bool) -> None:
    field = scene("reachable", seed)
    costs = reachable(field, "A", budget, squeeze=squeeze).value
    found = routes(field, "A", budget, squeeze=squeeze)
    assert found.costs == costs
    for square, cost in found.costs.items():
        route = found.route(square)
        assert route.cost == cost
        walked = path_cost(field, "A", route.path, squeeze=squeeze).value or ()
        assert (walked[-1], len(walked)) == (cost, len(route.path))
        assert set(route.provokes) == set(found.provokes(square))


@few
@given(seeds)
def test_a_way_without_a_budget_is_as_cheap_as_one_within(seed: int) -> None:
    field = scene("reachable", seed)
    costs = reachable(field, "A", 6).value or {}
    for square in sorted(costs)[:6]:
        route = cheapest_path(field, "A", square)
        assert route is not None
        assert route.cost == costs[square]
