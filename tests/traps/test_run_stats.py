"""Stats of a run as a whole: what no mean over answers can say, and answers that only the judges are to blame for."""

import json
from math import inf, nan

import pytest
from support import states
from support.cdat import nearest_nouns
from support.states import instance, state

from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.benchmark.types import FailureReason, SampleScore
from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.judges.ratings import PANEL_STATS
from helm_creativity.results.run_stats import OWN_SCORE, run_stats
from helm_creativity.scenarios.cdat.benchmark import CdatScorer
from helm_creativity.testing.loading import pilot_settings

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
    assert {(stats[name].name.split, stats[name].count, type(stats[name].sum)) for name in OF_RUN} == {
        ("test", 1, float)
    }
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
    assert evaluate("rock").keys() & OF_RUN == {"random_appropriateness", "specificity"}
    monkeypatch.setattr(CdatScorer, "score_run", lambda self, rows, sample_scores: dict.fromkeys(OF_RUN))
    assert not evaluate("rock", "wolf").keys() & OF_RUN


@pytest.mark.parametrize("entry", list_entries(), ids=lambda entry: entry.name)
def test_cards_describe_stats_of_a_run_where_the_scorer_has_them(entry):
    """Otherwise a column would stay empty, or a stat have no title."""
    made, panel = load_benchmark(entry), {*PANEL_STATS}
    described = {submetric.name for submetric in entry.card.submetrics if submetric.of == "run"}
    assert hasattr(made.scorer(pilot_settings(made)), "score_run") == bool(described - panel)
    assert described & panel == (panel if entry.card.judged else set())


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
    stats = run_stats(OUTCOMES, list("abcd"), dict.fromkeys(OWN_SCORE, value))
    assert {name: stats[name] for name in ("score", "score_se", "score_failures_as_zero")} == dict.fromkeys(
        OWN_SCORE, value
    )
    assert stats["valid_rate"] == 0.5


@pytest.mark.parametrize("name", ["valid_rate", "num_answers", "refusal_rate", "unjudged_rate", "words", "words_se"])
def test_no_other_stat_can_be_replaced(name):
    """Two stats of one name are a fault, reported by it."""
    with pytest.raises(ValueError, match=f"two stats of the run have the same name: {name}$"):
        run_stats([SampleScore(1.0, None, {"words": 3.0})], ["a"], {"score": 1.0, name: 1.0})
