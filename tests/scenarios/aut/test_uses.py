"""Which uses of an answer count."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.types import FailureReason, Sample
from helm_creativity.scenarios.aut.parse import read_uses

TWELVE = [f"use number {letter}{letter}" for letter in "abcdefghijkl"]


def listed(uses, thing="brick", limit=None):
    return read_uses(Sample(None, {"object": thing, "uses": uses}), limit)


def test_a_list_by_hand():
    """Blank ones and the object itself are invalid, what was there before is repeated, places are those of the list."""
    found = listed(["Doorstop", "", "a brick", "The doorstop.", "BRICKS", "weight"])
    assert found.scored == ("Doorstop", "weight")
    assert found.places == (0, 5)
    assert found.invalid == ("", "a brick", "BRICKS")
    assert (found.repeated, found.surplus, found.n_listed, found.failure_reason) == (1, 0, 6, None)


@pytest.mark.parametrize("use", ["box", "a box", "Boxes", "the box!"])
def test_the_objects_name_is_no_use(use):
    """In the plural neither."""
    assert listed([use, "weight"], "box").invalid == (use,)


def test_pants_come_in_pairs():
    """The words of the prompt are no use either."""
    assert listed(["a pair of pants", "pants", "pants rack"], "pants").scored == ("pants rack",)


@pytest.mark.parametrize("use", ["Brick: doorstop", "For a brick: doorstop", "BRICKS:doorstop"])
def test_the_object_with_a_colon_is_no_part_of_a_use(use):
    """An answer may name what its uses are of; a colon behind anything else stays."""
    found = listed([use, "brick: none", "drum: hit it", "doorstop"])
    assert (found.scored, found.invalid, found.repeated) == (("doorstop", "drum: hit it"), ("brick: none",), 1)


def test_uses_behind_the_limit_do_not_count():
    """But are reported; without a limit all do."""
    found = listed([*TWELVE, "brick", TWELVE[0]], limit=10)
    assert (found.scored, found.surplus, found.repeated) == (tuple(TWELVE[:10]), 2, 1)
    assert listed(TWELVE).scored == tuple(TWELVE)


@pytest.mark.parametrize(
    ("uses", "reason"),
    [
        ([], FailureReason.EMPTY),
        (["brick", "", "a brick"], FailureReason.TOO_FEW_VALID),
        ([f"use w{i}" for i in range(101)], FailureReason.TOO_LONG),
    ],
)
def test_lists_that_are_no_answer(uses, reason):
    """Each for its reason; a hundred uses are one."""
    found = listed(uses)
    assert (found.scored, found.failure_reason) == ((), reason)
    assert len(listed([f"use w{i}" for i in range(100)]).scored) == 100


@given(st.lists(st.sampled_from(["doorstop", "a Doorstop", "brick", "", "weight", "anvil", "bell"])), st.integers(1, 5))
def test_laws_of_any_list(texts, limit):
    """Every text is one thing, order is kept, and no use counts twice."""
    found = listed(texts, limit=limit)
    kinds = len(found.scored) + len(found.invalid) + found.repeated + found.surplus
    assert kinds == len(texts) == found.n_listed or not texts
    assert [texts[place] for place in found.places] == list(found.scored)
    assert list(found.places) == sorted(found.places)
    assert len({use.lower().removeprefix("a ") for use in found.scored}) == len(found.scored) <= limit
    assert (found.failure_reason is None) == bool(found.scored)
