"""Which runs of a benchmark stand in one column."""

from dataclasses import replace

import pytest
from helm.benchmark.adaptation.adapter_spec import AdapterSpec
from helm.benchmark.augmentations.perturbation_description import PerturbationDescription
from helm.benchmark.metrics.metric import MetricSpec
from helm.benchmark.metrics.metric_name import MetricName
from helm.benchmark.metrics.statistic import Stat
from helm.benchmark.presentation.summarize import Run
from helm.benchmark.run_spec import RunSpec
from helm.benchmark.scenarios.scenario import ScenarioSpec
from helm.common.codec import to_json
from hypothesis import given, settings
from hypothesis import strategies as st

from helm_creativity.helm_plugin.run_columns import counted, main_setting, run_setting
from helm_creativity.results.study import build_score_matrix
from helm_creativity.results.suite import Suite

SAMPLING = {"temperature": 1.0, "max_tokens": 64}


def run(model, score=1.0, items=10, trials=1, deployment="", **arguments):
    """A run of a benchmark with a comparable key, which holds temperature and instruction as those of ours do."""
    sampling = {key: arguments.pop(key, value) for key, value in SAMPLING.items()}
    key, instruction = arguments.pop("comparable", "s"), arguments.get("instruction", "none")
    # HELM adds 0.0001 to a temperature of 0 for some models, in the adapter alone.
    key = key and f"{key}|temp:{round(sampling['temperature'], 3):g}|instruction:{instruction}"
    arguments = {"comparable": key, **arguments}
    stats = [Stat(MetricName("num_instances", split="test")).add(items)]
    stats += [] if score is None else [Stat(MetricName("score", split="test")).add(score)]
    metrics = [MetricSpec("some.Metric", arguments)]
    adapter = AdapterSpec(model=model, model_deployment=deployment or model, num_trials=trials, **sampling)
    return Run(
        "folder", RunSpec("r", ScenarioSpec("some.Scenario", {}), adapter, metrics, groups=["creativity_dat"]), stats
    )


@pytest.mark.parametrize(
    "other",
    [{"comparable": "t"}, {"temperature": 0.5}, {"instruction": "creative"}, {"items": 9}],
    ids=lambda other: next(iter(other)),
)
def test_what_moves_a_score_is_a_setting_of_its_own(other):
    """The model is none, and neither is a token limit."""
    assert run_setting(run("x/a")) == run_setting(run("x/b")) == run_setting(run("x/a", max_tokens=32))
    assert run_setting(run("x/a")) != run_setting(run("x/a", **other))


def test_the_number_of_trials_counts_where_it_moves_the_score():
    """As a percentile of means over them does."""
    assert run_setting(run("x/a", trials=2)) == run_setting(run("x/a", trials=3))
    two, three = (run_setting(run("x/a", trials=n, trials_count=True)) for n in (2, 3))
    assert two != three
    assert "|num_trials:2|items:10" in str(two)


def test_a_run_without_a_comparable_key_has_no_setting():
    """Nor one without a metric."""
    assert run_setting(run("x/a", comparable="")) is None
    one = run("x/a")
    one.run_spec.metric_specs.clear()
    assert run_setting(one) is None
    assert main_setting([one], "score") is None


def test_a_setting_is_written_in_a_line():
    """Comparable key first."""
    assert str(run_setting(run("x/a"))) == "s|temp:1|instruction:none|items:10"
    setting = run_setting(run("x/a", items=1, temperature=0.25, instruction="creative"))
    assert (str(setting), setting.instruction) == ("s|temp:0.25|instruction:creative|items:1", "creative")


def chosen(*runs):
    return main_setting(runs, "score")


def test_most_language_models_with_a_score_decide():
    """Baselines and models without a score do not, nor two runs of one model."""
    hot = [run(model, temperature=2.0) for model in ("x/a", "x/b")]
    few = [
        run(model, score) for model, score in (("x/a", 1.0), ("x/c", None), ("creativity/a", 1), ("creativity/b", 1))
    ]
    assert chosen(*few, *hot) == chosen(*hot, *few) == run_setting(hot[0])
    assert chosen(run("x/a"), run("x/a"), *hot) == run_setting(hot[0])


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([run("x/a", items=1)], [run("x/a", instruction="creative", items=2)]),
        ([run("x/a", items=9), run("creativity/a", items=9)], [run("x/a", items=10, comparable="a")]),
        ([run("x/a", items=10, comparable="z")], [run("x/a", items=9)]),
        ([run("x/a", comparable="a")], [run("x/a", comparable="b")]),
    ],
    ids=["no instruction", "more models of any kind", "more items", "name"],
)
def test_ties_are_broken_alike_in_any_order(first, second):
    """One after the other."""
    assert chosen(*first, *second) == chosen(*second, *first) == run_setting(first[0])


def test_a_run_that_failed_does_not_bring_an_instruction_to_the_front():
    """It takes more than twice as many models."""
    instructed = [run(f"x/{name}", instruction="creative") for name in "abcd"]
    assert chosen(*instructed, run("x/a"), run("x/b")) == run_setting(run("x/a"))
    assert chosen(*instructed, run("x/a")) == run_setting(instructed[0])


def test_deployments_of_a_model_count_each():
    """As they are rows of their own."""
    two = [run("x/a", deployment="y/a"), run("x/a", deployment="z/a")]
    assert chosen(run("x/a", items=99), *two) == run_setting(two[0])


def test_arguments_that_move_no_score_make_no_setting():
    """The order in which judges are named, say: the comparable key is what counts, as in reports."""
    assert run_setting(run("x/a", judges="a+b")) == run_setting(run("x/a", judges="b+a"))
    assert run_setting(run("x/a", temperature=0.0)) == run_setting(run("x/b", temperature=0.0001))


def test_perturbed_items_are_not_counted():
    """HELM writes their number under the same name."""
    one = run("x/a")
    perturbed = MetricName("num_instances", split="test", perturbation=PerturbationDescription("typos"))
    one.stats.insert(0, Stat(perturbed).add(99))
    assert run_setting(one) == run_setting(run("x/a"))


def test_of_several_runs_of_a_model_that_with_the_most_answers_counts():
    """A run and the longer one that grew from it are one; those of other models, servers and settings are others'."""
    short, long = run("x/a", trials=2), run("x/a", trials=3)
    others = [run("x/b"), run("x/a", deployment="y/a"), run("x/a", temperature=2.0), run("x/a", comparable="")]
    assert counted([short, long, *others]) == counted([long, short, *others]) == [long, *others]
    counted_run = run("x/a", trials=3)
    counted_run.stats.append(Stat(MetricName("num_answers", split="test")).add(5))
    assert counted([counted_run, short]) == [short]


RUNS = st.lists(
    st.tuples(
        st.sampled_from(["x/a", "x/b", "x/c", "creativity/greedy", "creativity/random-nouns"]),
        st.sampled_from(["", "y/served"]),
        st.none() | st.just(1.0),
        st.integers(1, 2),
        st.integers(1, 2),
        st.fixed_dictionaries(
            {"comparable": st.sampled_from(["s", "s2", "t"]), "temperature": st.sampled_from([0.0, 0.0001, 2.0, 10.0])},
            optional={
                "instruction": st.sampled_from(["creative", "effective"]),
                "trials_count": st.just(True),
                "seed": st.integers(0, 1),
            },
        ),
    ),
    min_size=1,
    max_size=8,
)


@settings(deadline=None, max_examples=60)
@given(RUNS)
def test_reports_choose_the_same(tmp_path_factory, drawn):
    """The column that stands for a benchmark there is the main setting, with the same runs."""
    suite = tmp_path_factory.mktemp("runs") / "s"
    runs = []
    for number, (model, deployment, score, items, trials, arguments) in enumerate(drawn):
        made = run(model, score, items, trials, deployment, **arguments)
        runs.append(replace(made, run_spec=replace(made.run_spec, name=f"r{number}")))
        folder = suite / f"r{number}"
        folder.mkdir(parents=True)
        (folder / "run_spec.json").write_text(to_json(runs[-1].run_spec))
        (folder / "stats.json").write_text(to_json(runs[-1].stats))
    main = main_setting(runs, "score")
    study = build_score_matrix([Suite("s", suite)])
    (primary,) = (place for place, column in enumerate(study.columns) if column.primary)
    column = study.columns[primary]
    assert (main.comparable, main.items, main.instruction) == (
        column.comparable,
        column.items,
        column.instruction,
    )
    alike = {one.run_spec.name for one in counted(runs) if run_setting(one) == main}
    assert {run for (_, place), run in study.runs.items() if place == primary} == alike
