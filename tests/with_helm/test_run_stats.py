"""Stats of a run as a whole: what no mean over answers can say, and answers that only the judges are to blame for."""

import json
from math import inf, nan

import pytest
from support import states
from support.cdat import nearest_nouns
from support.states import instance, state

from helm_creativity.benchmark.types import FailureReason, SampleScore
from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.results.run_stats import run_stats
from helm_creativity.scenarios.cdat.benchmark import CdatScorer

OF_RUN = {"random_appropriateness", "specificity", "gate_difference", "gate_p_value"}
REASONS = (None, None, FailureReason.REFUSED, FailureReason.UNJUDGED)
OUTCOMES = [SampleScore(score, reason) for score, reason in zip((8.0, 4.0, None, None), REASONS, strict=True)]


def evaluate(*cues):
    """What the metric makes of one answer to each cue, by name."""
    metric = CreativityMetric("cdat", protocol="schapiro2026", embedding="builtin", dictionary="none")
    answered = [state(instance(cue, cue=cue), json.dumps(nearest_nouns(cue, 30)[10:20])) for cue in cues]
    return {stat.name.name: stat for stat in states.evaluate(metric, answered).aggregated_stats}


def test_a_stat_of_the_run_has_no_standard_error():
    """And stands beside the means over answers, with their split."""
    stats = evaluate("rock", "wolf", "joy")
    assert "appropriateness_se" in stats
    assert not stats.keys() & {f"{name}_se" for name in OF_RUN}
    kinds = {(stats[name].name.split, stats[name].count, type(stats[name].sum)) for name in OF_RUN}
    assert kinds == {("test", 1, float)}
    difference = stats["appropriateness"].mean - stats["random_appropriateness"].mean
    assert stats["gate_difference"].mean == pytest.approx(difference)


@pytest.mark.parametrize("value", [nan, inf, -inf])
def test_a_number_that_is_none_is_refused_by_name(monkeypatch, value):
    """As it is for means over answers: HELM would delete the aggregate or crash on the pages."""
    monkeypatch.setattr(CdatScorer, "score_run", lambda self, rows, sample_scores: {"gate_p_value": value})
    for name, asked in {
        "gate_p_value": lambda: evaluate("rock"),
        "specificity": lambda: run_stats([SampleScore(1.0, None)], ["a"], {"gate": 1.0, "specificity": value}),
        "novelty": lambda: run_stats([SampleScore(1.0, None, {"novelty": value})], ["a"]),
    }.items():
        with pytest.raises(ValueError, match=f"stat '{name}' must be a finite number or None"):
            asked()


def test_undefined_is_absent_and_not_0(monkeypatch):
    """One cue is no sample."""
    assert evaluate("rock").keys() & OF_RUN == {"random_appropriateness"}
    monkeypatch.setattr(CdatScorer, "score_run", lambda self, rows, sample_scores: dict.fromkeys(OF_RUN))
    assert not evaluate("rock", "wolf").keys() & OF_RUN


def test_unjudged_answers_count_nowhere_as_0():
    """8 + 4 over the three that the model answers for; their rate is reported."""
    stats = run_stats(OUTCOMES, list("abcd"))
    assert (stats["score"], stats["score_failures_as_zero"], stats["num_answers"]) == (6, pytest.approx(12 / 3), 4)
    assert (stats["valid_rate"], stats["refusal_rate"], stats["unjudged_rate"]) == (0.5, 0.25, 0.25)
    lost = run_stats(OUTCOMES[3:], ["a"])
    assert (lost["score"], lost["score_failures_as_zero"], lost["unjudged_rate"]) == (None, None, 1)


@pytest.mark.parametrize("value", [3.25, 0.0, None])
def test_the_scores_of_the_run_take_the_place_of_means(value):
    """Undefined too: a mean in its place would be another number under the same name."""
    names = ("score", "score_se", "score_failures_as_zero")
    stats = run_stats(OUTCOMES, list("abcd"), dict.fromkeys(names, value))
    assert [stats[name] for name in names] == [value] * 3
    assert stats["valid_rate"] == 0.5


@pytest.mark.parametrize("name", ["valid_rate", "num_answers", "refusal_rate", "unjudged_rate", "words", "words_se"])
def test_no_other_stat_can_be_replaced(name):
    """Two stats of one name are a fault, reported by it."""
    with pytest.raises(ValueError, match=f"two stats of the run have the same name: {name}$"):
        run_stats([SampleScore(1.0, None, {"words": 3.0})], ["a"], {"score": 1.0, name: 1.0})
