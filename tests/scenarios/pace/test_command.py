"""``helm-creativity score pace``: chains that are there already."""

import pytest
from hypothesis import given as each
from hypothesis import settings
from hypothesis import strategies as st
from support.pace import REST, SEED, given, note, pace_scorer, results, row

from helm_creativity.benchmark.base import sample_in_row
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.embeddings.builtin import builtin

PACE = get_benchmark("pace")
CARD = PACE.card
SETTINGS = PACE.settings(embedding="builtin")
CHAIN = ["dog", *REST]
CIRCLE = [*CHAIN, "cat"]
SUBMETRICS = {submetric.name for submetric in CARD.submetrics if submetric.of == "answer"}


@pytest.fixture
def scorer(toy):
    return pace_scorer(toy)


def score(scorer, chains, seed=SEED):
    return scorer.score([given(chains, seed)])[0]


def test_each_chain_has_its_distance(scorer):
    """And the seed is the mean of them."""
    sample_score = score(scorer, [CHAIN, CIRCLE])
    # The last word of the circle is at distance 1 from 11 of the 12 words before it.
    assert sample_score.details["chain_distances"] == pytest.approx([1, (11 + 11 / 12) / 12])
    assert sample_score.score == pytest.approx((1 + (11 + 11 / 12) / 12) / 2)
    assert sample_score.submetrics["chain_ttr"] == pytest.approx((1 + 12 / 13) / 2)
    assert sample_score.submetrics["ttr"] == pytest.approx(12 / 23)
    assert set(sample_score.submetrics) == SUBMETRICS


def test_the_seed_at_the_head_changes_nothing(scorer):
    """Whatever its capitals."""
    bare = score(scorer, [CHAIN])
    assert bare.details["chains"] == [[SEED, *CHAIN]]
    assert score(scorer, [[SEED, *CHAIN]]) == bare
    assert score(scorer, [[" CAT", *CHAIN]]) == bare


def test_only_one_seed_is_taken_off(scorer):
    """People write whole chains, which echo no prompt: a word that comes again is theirs."""
    chain = [SEED, SEED, "dog", "dog", *REST]
    assert score(scorer, [chain]).details["chains"] == [chain]
    assert score(scorer, [["dog", SEED, *REST]]).details["chains"] == [[SEED, "dog", SEED, *REST]]


@settings(deadline=None)
@each(st.lists(st.sampled_from(["cat", "dog", *builtin().nouns[::6000]]), min_size=10, max_size=22))
def test_scored_chains_can_be_scored_again(words):
    """What one run wrote down has the same distance when it is read."""
    scorer = pace_scorer()
    (first,) = scorer.score([row(results(["dog"]), note([results(words)]))])
    again = score(scorer, first.details["chains"])
    assert again.details["chains"] == first.details["chains"]
    assert again.details["chain_distances"] == pytest.approx(first.details["chain_distances"])


def test_empty_and_short_chains_keep_their_places(scorer):
    """Lost, counted, and listed in the order in which they were given."""
    sample_score = score(scorer, [[], CHAIN, ["dog", "zzz"], [SEED]])
    assert sample_score.score == pytest.approx(1)
    assert sample_score.details["chain_reasons"] == ["empty", None, "too_few_valid", "too_few_valid"]
    assert sample_score.details["chain_distances"] == [None, pytest.approx(1), None, None]
    assert sample_score.details["chains"] == [[], [SEED, *CHAIN], [SEED, "dog"], [SEED]]
    assert sample_score.submetrics["n_chains"] == 1
    assert sample_score.submetrics["chain_failure_rate"] == 3 / 4


@pytest.mark.parametrize(
    "chains",
    [
        [["dog", "river"], ["lamp"]],
        '[["dog", "river"], ["lamp"]]',
        ' [["dog", "river"], "lamp"]',
        ["dog, river", "lamp"],
        ["dog; river", '["lamp"]'],
    ],
)
def test_chains_come_as_lists_or_as_text(chains):
    """As JSON lines and spreadsheets hold them."""
    one = sample_in_row(PACE, {"seed": " cat ", "chains": chains}, SETTINGS)
    assert one.response is None
    assert one.fields["seed"] == "cat"
    assert [[word.strip() for word in chain] for chain in one.fields["chains"]] == [["dog", "river"], ["lamp"]]
