"""Which runs of a benchmark stand in one column."""

import pytest
from helm.benchmark.adaptation.adapter_spec import AdapterSpec
from helm.benchmark.metrics.metric import MetricSpec
from helm.benchmark.metrics.metric_name import MetricName
from helm.benchmark.metrics.statistic import Stat
from helm.benchmark.presentation.summarize import Run
from helm.benchmark.run_spec import RunSpec
from helm.benchmark.scenarios.scenario import ScenarioSpec

from helm_creativity.hosting.settings import main_setting, setting_of


def run(model, score=1.0, items=10, trials=1, **arguments):
    """A run of a benchmark with a signature."""
    arguments = {"signature": "s", "temperature": 1.0, "max_tokens": 64, **arguments}
    stats = [Stat(MetricName("num_instances", split="test")).add(items)]
    stats += [] if score is None else [Stat(MetricName("score", split="test")).add(score)]
    metrics = [MetricSpec("some.Metric", arguments)]
    spec = RunSpec(
        "r", ScenarioSpec("some.Scenario", {}), AdapterSpec(model=model, num_trials=trials), metrics, groups=["g"]
    )
    return Run("folder", spec, stats)


@pytest.mark.parametrize(
    "other",
    [{"signature": "t"}, {"temperature": 0.5}, {"max_tokens": 32}, {"instruction": "creative@x"}, {"items": 9}],
    ids=lambda other: next(iter(other)),
)
def test_what_moves_a_score_is_a_setting_of_its_own(other):
    """The model is none."""
    assert setting_of(run("x/a")) == setting_of(run("x/b"))
    assert setting_of(run("x/a")) != setting_of(run("x/a", **other))


def test_the_number_of_trials_counts_where_it_moves_the_score():
    """As a percentile of means over them does."""
    assert setting_of(run("x/a", trials=2)) == setting_of(run("x/a", trials=3))
    two, three = (setting_of(run("x/a", trials=n, trials_count=True)) for n in (2, 3))
    assert two != three
    assert "2 answers an item" in str(two)


def test_a_run_without_a_signature_has_no_setting():
    """Nor one without a metric."""
    assert setting_of(run("x/a", signature="")) is None
    one = run("x/a")
    one.run_spec.metric_specs.clear()
    assert setting_of(one) is None
    assert main_setting([one], "score") is None


def test_a_setting_is_told_in_a_line():
    """Signature first."""
    assert str(setting_of(run("x/a"))) == "s, temperature 1, max_tokens 64, instruction neutral, 10 items"
    told = setting_of(run("x/a", items=1, temperature=0.25, instruction="creative@sha256:0"))
    assert str(told) == "s, temperature 0.25, max_tokens 64, instruction creative@sha256:0, 1 item"


def chosen(*runs):
    return main_setting(runs, "score")


def test_most_language_models_with_a_score_decide():
    """Baselines and models without a score do not, nor two runs of one model."""
    hot = [run(model, temperature=2.0) for model in ("x/a", "x/b")]
    few = [
        run(model, score) for model, score in (("x/a", 1.0), ("x/c", None), ("creativity/a", 1), ("creativity/b", 1))
    ]
    assert chosen(*few, *hot) == chosen(*hot, *few) == setting_of(hot[0])
    assert chosen(run("x/a"), run("x/a"), *hot) == setting_of(hot[0])


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([run("x/a", items=1)], [run("x/a", instruction="creative@x", items=2)]),
        ([run("x/a", items=9), run("creativity/a", items=9)], [run("x/a", items=10, signature="a")]),
        ([run("x/a", items=10, signature="z")], [run("x/a", items=9)]),
        ([run("x/a", signature="a")], [run("x/a", signature="b")]),
    ],
    ids=["no instruction", "more models of any kind", "more items", "name"],
)
def test_ties_are_broken_alike_in_any_order(first, second):
    """One after the other."""
    assert chosen(*first, *second) == chosen(*second, *first) == setting_of(first[0])


def test_a_run_that_failed_does_not_bring_an_instruction_to_the_front():
    """It takes more than twice as many models."""
    told = [run(f"x/{name}", instruction="creative@x") for name in "abcd"]
    assert chosen(*told, run("x/a"), run("x/b")) == setting_of(run("x/a"))
    assert chosen(*told, run("x/a")) == setting_of(told[0])
