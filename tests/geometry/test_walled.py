"""The quick proof of a no must never contradict the exact test."""

from hypothesis import given, settings
from hypothesis import strategies as st

from geometry.near import near
from geometry.openline import free_segment
from geometry.space import space_of
from geometry.terrain import Blocks
from geometry.walled import is_walled_off
from tests.geometry.drawn import drawn, scene, wall


def walled(field: object) -> bool:
    a, b = space_of(field, "A"), space_of(field, "B")  # type: ignore[arg-type]
    return is_walled_off(near(field, a.box, b.box, Blocks.EFFECT), a, b)  # type: ignore[arg-type]


def test_a_chain_from_side_to_side_parts_two_places() -> None:
    assert walled(drawn("A...B", walls=[wall((2, -1), (2.5, 0.5), (2, 2))]))
    assert walled(drawn("A.#..", "...#B"))
    assert not walled(drawn("A...B", walls=[wall((2, 0), (2, 0.9))]))
    assert not walled(drawn("A...B"))


def test_a_chain_that_holds_together_only_outside_does_not() -> None:
    # Both arms reach in from one wall far above; between them is a way.
    arms = wall((2, 0.4), (2, -3), (4, -3), (4, 3), (3, 3), (3, 0.6))
    assert not walled(drawn("A.....B", walls=[arms]).with_creatures(drawn("A.B....").creatures))


def test_what_runs_round_the_back_of_a_space_parts_nothing() -> None:
    assert not walled(drawn("AB#"))
    behind = [wall((1, 0), (0, 0), (0, 1), (1, 1)), wall((3, 0), (3, 1))]
    assert not walled(drawn("A.B.", walls=behind))
    assert walled(drawn("A.B.", walls=[wall((1, 0), (1, 1))]))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_it_never_contradicts_the_exact_test(seed: int) -> None:
    field = scene("sight", seed)
    a, b = space_of(field, "A"), space_of(field, "B")
    around = near(field, a.box, b.box, Blocks.EFFECT)
    if free_segment(around, a, b) is not None:
        assert not is_walled_off(around, a, b)
