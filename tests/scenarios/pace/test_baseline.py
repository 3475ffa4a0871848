"""How the baselines answer both stages: associates of every seed, chains from every fifth."""

import json
from dataclasses import replace

import pytest

from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.follow_ups import FOLLOW_UPS, FollowUp, Trial
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.judges.drivers import AskingDriver
from helm_creativity.judges.scoring import score_trials
from helm_creativity.lexicon.word_files import CUE_WORDS

PACE = get_benchmark("pace")
SETTINGS = PACE.settings(embedding="builtin")


def ask(strategy, prompt_id, **variables):
    return baseline_response(PACE, PACE.render(prompt_id, **variables).text, CHOOSERS[strategy]("builtin", 1))


class Asked:
    """The baseline, to be asked again."""

    def __init__(self, strategy):
        self._chooser = CHOOSERS[strategy]("builtin", 1)

    def ask(self, prompt):
        return FollowUp(Response(baseline_response(PACE, prompt, self._chooser), "stop"))


def play(strategy, seed):
    """One seed's trial: both stages, as a run asks them."""
    trial = Trial(Sample(Response(ask(strategy, "stage1", seed=seed)), {"seed": seed}), item=seed)
    annotation = AskingDriver(PACE, SETTINGS, None).annotation(trial, Asked(strategy))
    return replace(trial, sample=Sample(trial.sample.response, {"seed": seed, "annotations": {FOLLOW_UPS: annotation}}))


@pytest.fixture(scope="module")
def sample_scores():
    """Each strategy's outcomes, in the order of the seeds."""
    trials = {strategy: [play(strategy, seed) for seed in CUE_WORDS[::5]] for strategy in CHOOSERS}
    scorer = PACE.scorer(SETTINGS)
    return {strategy: score_trials(PACE, SETTINGS, its, scorer).scores for strategy, its in trials.items()}


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_every_chain_is_whole(sample_scores, strategy):
    """Three of 20 known words for each seed, and none comes twice."""
    assert len(sample_scores[strategy]) == 10
    for sample_score in sample_scores[strategy]:
        submetrics = sample_score.submetrics
        assert (submetrics["n_chains"], submetrics["chain_failure_rate"], submetrics["chain_length"]) == (3, 0, 20)
        assert (submetrics["unknown_rate"], submetrics["wrong_count_rate"]) == (0, 0)
        assert (submetrics["repeats"], submetrics["chain_ttr"]) == (0, 1)


def test_random_nouns_lie_further_apart_than_associations(sample_scores):
    """For every seed: the greedy chain takes the nearest word, so that it is the floor."""
    assert all(
        random.score > greedy.score + 0.1
        for random, greedy in zip(sample_scores["random"], sample_scores["greedy"], strict=True)
    )


def test_each_step_asks_for_the_nearest_word_of_the_one_before():
    """Among those that the chain does not hold yet."""
    asked = []

    class FixedChooser:
        def nearest(self, words, n, *, spelt=None):
            assert n == 1
            asked.extend(words)
            return [next(word for word in ["rock", "stone", *(f"w{i}" for i in range(20))] if spelt(word))]

    text = PACE.render("stage2", seed="rock", associate="stone", reason="").text
    words = [
        entry["word"]
        for entry in json.loads(baseline_response(PACE, f"Hello.\n{text}\nThanks.", FixedChooser()))["results"]
    ]
    assert words == ["stone", *(f"w{i}" for i in range(19))]
    assert asked == words[:-1]
