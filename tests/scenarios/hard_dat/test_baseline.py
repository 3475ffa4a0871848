"""How the baselines answer: in form, with the letter, and the greedy one far from the given words."""

from functools import partial
from statistics import mean

import pytest
from support.hard_dat import BENCHMARK, items_by_letter, scorer_under

from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.prompts import render
from helm_creativity.core.types import Response, Sample

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


def test_the_baseline_gets_what_the_prompt_says():
    """The letter, the number and the given words, also with other text around the prompt."""

    class Chooser:
        def unrelated(self, n, *, spelt=None, meaning=None, unlike=()):
            assert (spelt("yacht"), spelt("acht"), spelt("bay")) == (True, False, False)
            assert unlike == ITEMS["y"].fields["given"]
            return ["w"] * n

    text = ITEMS["y"].prompt.text
    assert answer(f"Hello.\n{text}\nThanks.", Chooser()) == "\n".join(["w"] * 25)


def test_other_prompts_are_left_to_others():
    """The DAT's, for one; and HardDAT's is none of the DAT's."""
    chooser = CHOOSERS["random"]("builtin", 1)
    assert answer(render(get_benchmark("dat").folder, "olson2021", n_words=10).text, chooser) is None
    text = ITEMS["a"].prompt.text
    answered = [
        benchmark.name
        for benchmark in [get_benchmark("dat"), BENCHMARK]
        if baseline_response(benchmark, text, chooser) is not None
    ]
    assert answered == ["hard_dat"]
