"""How the baselines answer: in form, with the letter, and the greedy one far from the given words."""

from functools import partial
from statistics import mean

import pytest
from support.hard_dat import BENCHMARK, items_by_letter, scorer_under

from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.types import Response, Sample

ITEMS = items_by_letter(letters="a+k+u+y")
answer = partial(baseline_response, BENCHMARK)


@pytest.fixture(scope="module")
def sample_scores():
    """Each strategy's outcomes for four letters."""
    scorer = scorer_under()

    def of(strategy):
        return scorer.score(
            [
                Sample(Response(answer(item.prompt.text, CHOOSERS[strategy]("builtin", 1))), item.fields)
                for item in ITEMS.values()
            ]
        )

    return {strategy: of(strategy) for strategy in CHOOSERS}


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_answers_keep_all_the_rules(sample_scores, strategy):
    """25 valid words each."""
    for sample_score in sample_scores[strategy]:
        submetrics = sample_score.submetrics
        assert (submetrics["n_valid"], submetrics["letter_violations"], submetrics["repeats"]) == (25, 0, 0)
        assert (submetrics["unknown_rate"], submetrics["wrong_count_rate"], submetrics["noun_rate"]) == (0, 0, 1)


def test_greedy_words_lie_further_apart_than_random_ones(sample_scores):
    """From one another and from the given words."""
    for name in ("novelty_within", "distance_to_given"):
        random, greedy = (
            mean(sample_score.submetrics[name] for sample_score in sample_scores[chooser])
            for chooser in ("random", "greedy")
        )
        assert greedy > random + 5
    assert min(sample_score.score for sample_score in sample_scores["greedy"]) > max(
        sample_score.score for sample_score in sample_scores["random"]
    )
