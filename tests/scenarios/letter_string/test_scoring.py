"""Partial credit and the gap."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.scenarios.letter_string.scoring import counterfactual_gap, edit_distance, positions, similarity

words = st.text("abcd", max_size=7)
some = st.text("abcd", min_size=1, max_size=7)
scores = st.lists(st.sampled_from([0.0, 100.0]), min_size=1, max_size=8)


@cache
def slowly(x, y):
    """Levenshtein's recursion as it is written down."""
    if not x or not y:
        return len(x) + len(y)
    if x[-1] == y[-1]:
        return slowly(x[:-1], y[:-1])
    return 1 + min(slowly(x[:-1], y), slowly(x, y[:-1]), slowly(x[:-1], y[:-1]))


@pytest.mark.parametrize(
    ("string", "right", "of_edits", "of_places"),
    [
        ("ijkm", "ijkm", 100, 100),
        # One replaced of four.
        ("ijkl", "ijkm", 75, 75),
        # One missing of five: four edits fewer than characters; four places right of the longer string's five.
        ("ijkl", "ijklm", 80, 80),
        # One missing at the front: one edit, but no character is in its place.
        ("jklm", "ijklm", 80, 0),
        # Two changed places: two replaced, or one deleted and one inserted.
        ("ikjlm", "ijklm", 60, 60),
        # One of four letters alone, the last: three edits; it stands in the first place.
        ("m", "ijkm", 25, 0),
        ("wxyz", "ijkm", 0, 0),
        # Longer than right by eight of twelve.
        ("ijkmnopqrstu", "ijkm", 100 / 3, 100 / 3),
    ],
)
def test_by_hand(string, right, of_edits, of_places):
    """The formulas with small numbers."""
    assert similarity(string, right) == pytest.approx(of_edits)
    assert positions(string, right) == pytest.approx(of_places)


@given(words, words)
def test_edit_distance_agrees_with_the_recursion(x, y):
    """And is a distance: symmetric, 0 for equals only, at least the difference in length."""
    assert edit_distance(x, y) == edit_distance(y, x) == slowly(x, y)
    assert (edit_distance(x, y) == 0) == (x == y)
    assert abs(len(x) - len(y)) <= edit_distance(x, y) <= max(len(x), len(y))


@given(some, some)
def test_partial_credit_is_between_the_score_and_100(x, y):
    """Places never earn more than edits do; only the right string gets all."""
    score = 100 if x == y else 0
    assert score <= positions(x, y) <= similarity(x, y) + 1e-9 <= 100 + 1e-9
    assert (similarity(x, y) == 100) == (positions(x, y) == 100) == (x == y)


@given(scores, scores)
def test_the_gap_has_a_sign_and_bounds(x, y):
    """Exchanging the sides turns it round; no model loses more than everything."""
    gap = counterfactual_gap(x, y)
    assert gap == pytest.approx(-counterfactual_gap(y, x))
    assert -100 <= gap <= 100
    assert counterfactual_gap(x, x) == 0
