"""Stats of a run as a whole: what no mean over answers can say."""

import json

import pytest
from support import states
from support.cdat import nearest_nouns
from support.states import instance, state

from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.benchmark.types import SampleScore
from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.judges.ratings import PANEL_STATS
from helm_creativity.results.run_stats import run_stats
from helm_creativity.scenarios.cdat.benchmark import CdatScorer
from helm_creativity.testing.loading import pilot_settings

CUES = ["rock", "wolf", "joy"]
BENCHMARKS = list_entries()
OF_RUN = ["random_appropriateness", "specificity", "gate_difference", "gate_p_value"]


def metric():
    return CreativityMetric("cdat", protocol="schapiro2026", embedding="builtin", dictionary="none")


def answered(cues=CUES):
    """One answer to each cue."""
    return [state(instance(cue, cue=cue), json.dumps(nearest_nouns(cue, 30)[10:20])) for cue in cues]


def of_run_is(monkeypatch, stats):
    """Whatever the answers are."""
    monkeypatch.setattr(CdatScorer, "score_run", lambda self, rows, sample_scores: stats)


def test_a_stat_of_the_run_has_no_standard_error():
    """And stands beside the means over answers, with their split."""
    result = states.evaluate(metric(), answered())
    stats = {stat.name.name: stat for stat in result.aggregated_stats}
    for name in OF_RUN:
        assert f"{name}_se" not in stats
        assert (stats[name].name.split, stats[name].count) == ("test", 1)
        assert type(stats[name].sum) is float
    assert "appropriateness_se" in stats
    assert stats["gate_difference"].mean == pytest.approx(
        stats["appropriateness"].mean - stats["random_appropriateness"].mean
    )


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_a_number_that_is_none_is_refused_by_name(monkeypatch, value):
    """As it is for means over answers: HELM would delete the aggregate or crash on the pages."""
    with pytest.raises(ValueError, match=r"stat 'gate_p_value' must be a finite number or None"):
        run_stats([SampleScore(1.0, None)], ["a"], {"gate_difference": 1.0, "gate_p_value": value})
    with pytest.raises(ValueError, match=r"stat 'novelty' must be a finite number or None"):
        run_stats([SampleScore(1.0, None, {"novelty": value})], ["a"])
    of_run_is(monkeypatch, {"gate_p_value": value})
    with pytest.raises(ValueError, match=r"stat 'gate_p_value' must be a finite number or None"):
        states.evaluate(metric(), answered())


def test_undefined_is_absent_and_not_0(monkeypatch):
    """One cue is no sample."""
    stats = {stat.name.name for stat in states.evaluate(metric(), answered(CUES[:1])).aggregated_stats}
    assert "random_appropriateness" in stats
    assert {"gate_p_value", "gate_difference"} & stats == set()
    of_run_is(monkeypatch, dict.fromkeys(OF_RUN))
    assert {stat.name.name for stat in states.evaluate(metric(), answered()).aggregated_stats} & set(OF_RUN) == set()


@pytest.mark.parametrize("benchmark", BENCHMARKS, ids=lambda benchmark: benchmark.name)
def test_cards_describe_stats_of_a_run_where_the_scorer_has_them(benchmark):
    """Otherwise a column would stay empty, or a stat have no title."""
    made = load_benchmark(benchmark)
    has = hasattr(made.scorer(pilot_settings(made)), "score_run")
    described = {submetric.name for submetric in benchmark.card.submetrics if submetric.of == "run"}
    assert has == bool(described - {*PANEL_STATS})
    assert described & {*PANEL_STATS} == ({*PANEL_STATS} if benchmark.card.judged else set())
