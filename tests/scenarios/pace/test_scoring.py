"""Chains and their score: by hand, by law, against the slow definition."""

import numpy as np
import pytest
import scipy.spatial.distance
from hypothesis import given
from hypothesis import strategies as st
from support.directions import directions, unit

from helm_creativity.scenarios.pace.scoring import (
    chain_type_token_ratio,
    join_chain,
    pace,
    pace_of_chains,
    type_token_ratio,
)


def word_by_word(rows):
    """The definition: every word against each before it."""
    distance = scipy.spatial.distance.cosine
    return np.mean([np.mean([distance(rows[i], rows[j]) for j in range(i)]) for i in range(1, len(rows))])


def test_unrelated_words_score_1():
    """Each at a right angle to all before it."""
    assert pace(np.eye(20)) == pytest.approx(1)


def test_one_direction_scores_0_and_opposites_2():
    """The bounds."""
    assert pace(np.ones((20, 4)) / 2) == pytest.approx(0, abs=1e-12)
    assert pace(np.array([[1.0, 0.0], [-1.0, 0.0]])) == pytest.approx(2)


def test_three_words_worked_by_hand():
    """The second word counts as much as the third, though it has fewer before it."""
    # Second: 60 degrees from the first, distance 1/2. Third: right angles to both, (1 + 1)/2 = 1. Mean 3/4, where the
    # mean over the three pairs would be 5/6.
    rows = np.array([[1, 0, 0], [1 / 2, np.sqrt(3) / 2, 0], [0, 0, 1]])
    assert pace(rows) == pytest.approx(3 / 4)
    # The other way round: 1, then (1/2 + 1)/2 = 3/4: mean 7/8.
    assert pace(rows[::-1]) == pytest.approx(7 / 8)


def test_a_repeated_second_word_lowers_a_chain_of_unrelated_words():
    """What counting the stage-1 word twice costs."""
    # 20 unrelated words score 1. Of 21 words with the second twice, only the third is nearer: its mean distance is
    # (1 + 0)/2, and the others stay at 1 but for their own double: word i >= 4 is at distance 1 from both. So
    # 1 - (1/2)/20 = 39/40; in the program's cut to 20 words 1 - (1/2)/19.
    rows = np.eye(20)[[0, 1, *range(1, 20)]]
    assert pace(rows) == pytest.approx(39 / 40)
    assert pace(rows[:20]) == pytest.approx(1 - 1 / 38)


@given(st.integers(2, 9).flatmap(lambda n: directions(n, 5)))
def test_agrees_with_the_definition_word_by_word(rows):
    """One running sum equals the double loop."""
    assert pace(rows) == pytest.approx(word_by_word(rows), abs=1e-9)
    assert -1e-9 <= pace(rows) <= 2 + 1e-9


@given(directions(7, 4))
def test_turning_all_words_together_changes_nothing(rows):
    """Only angles count; the first two words may be exchanged, later ones may not."""
    rotation, _ = np.linalg.qr(np.random.default_rng(0).normal(size=(4, 4)))
    assert pace(rows @ rotation) == pytest.approx(pace(rows))
    assert pace(rows[[1, 0, *range(2, 7)]]) == pytest.approx(pace(rows))


@given(directions(6, 4), directions(1, 4))
def test_a_further_word_enters_with_its_own_distance(rows, further):
    """PACE of L + 1 words is the mean of L - 1 old terms and the new one."""
    new = np.mean([scipy.spatial.distance.cosine(further[0], row) for row in rows])
    assert pace(np.concatenate([rows, further])) == pytest.approx((5 * pace(rows) + new) / 6, abs=1e-9)


@given(st.lists(st.lists(st.integers(0, 19), min_size=2, max_size=21), max_size=12))
def test_chains_of_any_length_keep_their_places(chains):
    """Of any lengths; the scores come back in order."""
    vectors = unit(np.random.default_rng(0).normal(size=(20, 8))).astype(np.float32)
    scores = pace_of_chains(chains, vectors)
    assert scores.dtype == np.float64
    assert scores == pytest.approx([pace(vectors[chain]) for chain in chains], abs=1e-6)


RESULTS = [f"w{i}" for i in range(30)]


@pytest.mark.parametrize(
    ("results", "rest"),
    [
        (["pebble", "beach"], ("pebble", "beach")),
        (["stone", "pebble"], ("pebble",)),
        (["Stone ", "pebble"], ("pebble",)),
        (["rock", "pebble"], ("pebble",)),
        (["ROCK", "Stone", "pebble"], ("pebble",)),
        (["stone", "stone", "pebble"], ("stone", "pebble")),
        (["stone", "rock", "pebble"], ("rock", "pebble")),
        (["pebble", "stone", "rock"], ("pebble", "stone", "rock")),
        ([], ()),
        (["rock"], ()),
    ],
)
def test_a_chain_is_seed_associate_and_what_follows(results, rest):
    """Only first results that repeat what was given are left out, in the order in which it was given."""
    assert join_chain("rock", "stone", results) == ("rock", "stone", *rest)


def test_a_chain_has_twenty_words_in_all():
    """Seed and associate are two of them, and a repeated associate is none."""
    assert join_chain("rock", "stone", RESULTS) == ("rock", "stone", *RESULTS[:18])
    assert join_chain("rock", "stone", ["stone", *RESULTS]) == ("rock", "stone", *RESULTS[:18])


@given(st.lists(st.sampled_from(["rock", "stone", "pebble", "Rock"]), max_size=25))
def test_every_result_is_left_out_or_kept_in_order(results):
    """At most two go, from the front, and what stays is the front of the rest."""
    kept = join_chain("rock", "stone", results)[2:]
    left_out = next(n for n in range(3) if kept == tuple(results[n : n + 18]))
    assert all(word.casefold() in ("rock", "stone") for word in results[:left_out])


def test_type_token_ratio_by_hand():
    """Seven words of three chains, five of them different: capitals count, the seed at a head does not."""
    chains = [["Rock", "stone", "pebble"], ["stone", "Stone"], ["rock", "beach", "rock", "stone"]]
    # stone pebble | stone Stone | beach rock stone: stone three times.
    assert type_token_ratio("rock", chains) == pytest.approx(5 / 7)
    assert type_token_ratio("rock", [["rock"], []]) is None
    assert type_token_ratio("rock", []) is None


@given(st.lists(st.lists(st.sampled_from("abcde"), max_size=12), max_size=4))
def test_type_token_ratio_by_its_definition(chains):
    """The number of words that are not there before, divided by all, whatever the order of the chains."""
    words = [word for chain in chains for word in (chain[1:] if chain[:1] == ["a"] else chain)]
    new = sum(word not in words[:i] for i, word in enumerate(words))
    assert type_token_ratio("a", chains) == (pytest.approx(new / len(words)) if words else None)
    assert type_token_ratio("a", chains[::-1]) == type_token_ratio("a", chains)


def test_the_type_token_ratio_of_one_chain_by_hand():
    """Three words of which two are the same, whatever their capitals: 2/3."""
    assert chain_type_token_ratio(["rock", "Rock", "stone"]) == pytest.approx(2 / 3)
    assert chain_type_token_ratio(["rock"]) == 1
