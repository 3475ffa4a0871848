"""Benchmarks whose score is no mean over answers, and answers that only the judges are to blame for."""

import pytest

from helm_creativity.benchmark.types import FailureReason, SampleScore
from helm_creativity.results.run_stats import OWN_SCORE, run_stats

ITEMS = ["a", "b", "c", "d"]
OUTCOMES = [
    SampleScore(8.0, None),
    SampleScore(4.0, None),
    SampleScore(None, FailureReason.REFUSED),
    SampleScore(None, FailureReason.UNJUDGED),
]


def test_unjudged_answers_count_nowhere_as_0():
    """8 + 4 over the three that the model answers for; their rate is reported."""
    stats = run_stats(OUTCOMES, ITEMS)
    assert stats["score"] == 6
    assert stats["score_failures_as_zero"] == pytest.approx(12 / 3)
    assert (stats["valid_rate"], stats["refusal_rate"], stats["unjudged_rate"]) == (0.5, 0.25, 0.25)
    assert stats["num_answers"] == 4
    lost = run_stats([SampleScore(None, FailureReason.UNJUDGED)], ["a"])
    assert (lost["score"], lost["score_failures_as_zero"], lost["unjudged_rate"]) == (None, None, 1)


@pytest.mark.parametrize("value", [3.25, 0.0, None])
def test_the_scores_of_the_run_take_the_place_of_means(value):
    """Undefined too: a mean in its place would be another number under the same name."""
    stats = run_stats(OUTCOMES, ITEMS, dict.fromkeys(OWN_SCORE, value))
    assert {name: stats[name] for name in OWN_SCORE} == dict.fromkeys(OWN_SCORE, value)
    assert {"score", "score_se", "score_failures_as_zero"} == OWN_SCORE
    assert stats["valid_rate"] == 0.5


@pytest.mark.parametrize("name", ["valid_rate", "num_answers", "refusal_rate", "unjudged_rate", "words", "words_se"])
def test_no_other_stat_can_be_replaced(name):
    """Two stats of one name are a fault, reported by it."""
    sample_scores = [SampleScore(1.0, None, {"words": 3.0})]
    with pytest.raises(ValueError, match=f"two stats of the run have the same name: {name}$"):
        run_stats(sample_scores, ["a"], {"score": 1.0, name: 1.0})
