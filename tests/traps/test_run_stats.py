"""Stats of a run as a whole: what no mean over answers can say."""

import json

import pytest
from support import states
from support.cdat import cdat, nearest_nouns
from support.dat import dat_scorer
from support.states import instance, state, unanswered

from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.protocols import RunScorer
from helm_creativity.benchmark.registry import find_entry, list_entries
from helm_creativity.benchmark.types import FailureReason, SampleScore
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


def test_a_stat_of_the_run_is_of_no_single_item():
    """It would be the same on every line."""
    result = states.evaluate(metric(), answered())
    names = {stat.name.name for instance_stats in result.per_instance_stats for stat in instance_stats.stats}
    assert "appropriateness" in names
    assert names & set(OF_RUN) == set()


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_a_number_that_is_none_is_refused_by_name(monkeypatch, value):
    """As it is for means over answers: HELM would delete the aggregate or crash on the pages."""
    with pytest.raises(ValueError, match=r"stat 'gate_p_value' must be a finite number or None"):
        run_stats([SampleScore(1.0, None)], ["a"], {"gate_difference": 1.0, "gate_p_value": value})
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


def test_a_dry_run_is_not_asked(monkeypatch, caplog):
    """There is no answer to say anything of."""

    def never(self, rows, sample_scores):
        raise AssertionError("score_run was called")

    monkeypatch.setattr(CdatScorer, "score_run", never)
    result = states.evaluate(metric(), [unanswered(instance("rock", cue="rock"))])
    assert {stat.name.name: stat.mean for stat in result.aggregated_stats} == {"num_instances": 0, "num_answers": 0}
    assert "no request was answered" in caplog.text
    with pytest.raises(AssertionError, match="score_run was called"):
        states.evaluate(metric(), answered())


def test_the_scorer_sees_all_answers_and_what_they_were_worth(monkeypatch):
    """In one call, in one order, those without a score among them."""
    calls = []
    monkeypatch.setattr(
        CdatScorer, "score_run", lambda self, rows, sample_scores: calls.append((rows, sample_scores)) or {}
    )
    states.evaluate(metric(), [*answered(), *answered(CUES[:1]), state(instance("salt", cue="salt"), "")])
    ((rows, sample_scores),) = calls
    assert [row.fields["cue"] for row in rows] == [*CUES, "rock", "salt"]
    assert [sample_score.failure_reason for sample_score in sample_scores] == [None] * 4 + [FailureReason.EMPTY]


def test_runs_without_any_score_are_asked_all_the_same():
    """And have nothing to say."""
    result = states.evaluate(metric(), [state(instance(cue, cue=cue), "") for cue in CUES])
    stats = {stat.name.name: stat.mean for stat in result.aggregated_stats}
    assert stats["empty_rate"] == 1
    assert set(OF_RUN) & set(stats) == set()


def test_every_stat_of_a_run_is_described():
    """With a title of its own and no description of an error that is not there."""
    described = {described.name: described for described in metric().get_metadata()}
    written = {stat.name.name for stat in states.evaluate(metric(), answered()).aggregated_stats}
    assert written - set(described) == set()
    assert {f"{name}_se" for name in OF_RUN} & set(described) == set()
    assert {"appropriateness_se", "novelty_se"} <= set(described)
    assert described["gate_p_value"].display_name == "p of the gate"
    assert described["gate_p_value"].group == described["appropriateness"].group == "submetrics"


@pytest.mark.parametrize("benchmark", BENCHMARKS, ids=lambda benchmark: benchmark.name)
def test_cards_describe_stats_of_a_run_where_the_scorer_has_them(benchmark):
    """Otherwise a column would stay empty, or a stat have no title."""
    made = load_benchmark(benchmark)
    has = hasattr(made.scorer(pilot_settings(made)), "score_run")
    described = {submetric.name for submetric in benchmark.card.submetrics if submetric.of == "run"}
    assert has == bool(described - {*PANEL_STATS})
    assert described & {*PANEL_STATS} == ({*PANEL_STATS} if benchmark.card.judged else set())


def test_only_a_scorer_with_score_run_is_a_scorer_of_runs():
    """The others need not have it."""
    assert isinstance(cdat(), RunScorer)
    assert not isinstance(dat_scorer("olson2021", "builtin", None), RunScorer)
    assert [submetric.name for submetric in find_entry("cdat").card.submetrics if submetric.of == "run"] == OF_RUN
