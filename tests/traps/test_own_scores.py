"""Benchmarks whose score is no mean over answers, and answers that only the judges are to blame for."""

import pytest
from support import states
from support.states import instance, state

from helm_creativity.benchmark.card import card_reasons, common_stats
from helm_creativity.benchmark.registry import find_entry, list_entries
from helm_creativity.benchmark.types import BY_JUDGES, FailureReason, SampleScore, rate_name
from helm_creativity.helm.classes import metric_metadata
from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.judges.ratings import PANEL_STATS
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


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_score_of_the_run_is_a_number(value):
    """HELM would delete it or crash."""
    with pytest.raises(ValueError, match="stat 'score' must be a finite number or None"):
        run_stats(OUTCOMES, ITEMS, {"score": value})


@pytest.mark.parametrize("benchmark", list_entries(), ids=lambda benchmark: benchmark.name)
def test_only_judged_benchmarks_tell_of_unjudged_answers(benchmark):
    """Elsewhere it would be a column of zeros."""
    judged = "judge_coverage" in {submetric.name for submetric in benchmark.card.submetrics}
    reasons = card_reasons(benchmark.card)
    assert (FailureReason.UNJUDGED in reasons) == judged
    assert set(FailureReason) - set(reasons) == (set() if judged else BY_JUDGES)
    described = {metric.name for metric in metric_metadata(benchmark.card)}
    assert {rate_name(reason) for reason in reasons} <= described
    assert ("unjudged_rate" in described) == judged
    assert {*common_stats()["rates"]} == {reason.value for reason in FailureReason}


def test_the_metric_leaves_out_what_the_benchmark_cannot_have():
    """And writes the rate of unjudged answers, 0 included, where there are judges."""
    metric = CreativityMetric("live_idea_bench", protocol="ruan2024", items="own", form="plain")
    written = states.evaluate(metric, [state(instance("bees", keyword="bees", category="Biology"), "An idea on bees.")])
    stats = {stat.name.name: stat.mean for stat in written.aggregated_stats}
    assert (stats["unjudged_rate"], stats["valid_rate"], stats["refusal_rate"]) == (1, 0, 0)
    assert {"score", "score_se", "score_failures_as_zero", *PANEL_STATS} & set(stats) == set()
    unjudged = [
        run_stats([SampleScore(1.0, None)], ["a"], {}, card_reasons(find_entry(name).card)) for name in ("dat", "rat")
    ]
    assert all("unjudged_rate" not in stats for stats in unjudged)
