"""The formula of HardDAT: by hand, by law, against the slow definition."""

import itertools

import numpy as np
import pytest
import scipy.spatial.distance
from hypothesis import given
from hypothesis import strategies as st
from support.directions import directions, unit

from helm_creativity.scenarios.hard_dat.scoring import hard_dat_of_lists


def hard_dat(new, others):
    """Of one response: HardDAT, the distance among the new words, and that to the others."""
    rows = list(range(len(new) + len(others)))
    (found,) = hard_dat_of_lists([rows[: len(new)]], [rows[len(new) :]], np.concatenate([new, others]))
    return tuple(found)


def pair_by_pair(new, others):
    """The definition, one pair at a time."""
    distance = scipy.spatial.distance.cosine
    return (
        100 * np.mean([distance(a, b) for a, b in itertools.combinations([*new, *others], 2)]),
        100 * np.mean([distance(a, b) for a, b in itertools.combinations(new, 2)]),
        100 * np.mean([distance(a, b) for a in new for b in others]),
    )


def test_worked_by_hand():
    """Two new words at 60 degrees, given one of them and its opposite; rows shorter than one are not stretched."""
    # New a, b with a·b = 1/2; given a and -a. Within: 1/2. Between: a-a 0, a-(-a) 2, b-a 1/2, b-(-a) 3/2: mean 1.
    # Together six pairs: 1/2 + 4 + 2 (given) = 13/2, mean 13/12.
    new = np.array([[1, 0], [1 / 2, np.sqrt(3) / 2]])
    assert hard_dat(new, np.array([[1.0, 0], [-1, 0]])) == pytest.approx((1300 / 12, 50, 100))
    # All dot products are 1/4, where a cosine would be 1.
    assert hard_dat(np.array([[0.5, 0.0]] * 2), np.array([[0.5, 0.0]])) == pytest.approx((75, 75, 75))


@given(directions(4, 3), directions(3, 3))
def test_new_and_given_exchange_their_parts(new, others):
    """Score and distance between them are symmetric; bounds are 100·N/(N-1) together, 100·n/(n-1) within, and 200."""
    one, other = hard_dat(new, others), hard_dat(others, new)
    assert one[::2] == pytest.approx(other[::2], abs=1e-3)
    for value, highest in zip(one, (700 / 6, 400 / 3, 200), strict=True):
        assert -1e-3 <= value <= highest + 1e-3


lists = st.lists(st.integers(0, 19), min_size=1, max_size=6)


@given(st.lists(st.tuples(lists.filter(lambda new: len(new) > 1), lists), max_size=12))
def test_lists_of_any_length_agree_with_the_definition(pairs):
    """Answers are worked through in groups; the results come back in order, one row each."""
    vectors = unit(np.random.default_rng(0).normal(size=(20, 8))).astype(np.float32)
    found = hard_dat_of_lists([new for new, _ in pairs], [others for _, others in pairs], vectors)
    expected = [pair_by_pair(vectors[new], vectors[others]) for new, others in pairs]
    assert found.shape == (len(pairs), 3)
    assert found == pytest.approx(np.array(expected).reshape(-1, 3), abs=1e-3)
