"""Which runs of a benchmark stand in one column."""

from dataclasses import replace

from helm.benchmark.adaptation.adapter_spec import AdapterSpec
from helm.benchmark.metrics.metric import MetricSpec
from helm.benchmark.metrics.metric_name import MetricName
from helm.benchmark.metrics.statistic import Stat
from helm.benchmark.presentation.summarize import Run
from helm.benchmark.run_spec import RunSpec
from helm.benchmark.scenarios.scenario import ScenarioSpec
from helm.common.codec import to_json
from hypothesis import given, settings
from hypothesis import strategies as st

from helm_creativity.helm.tables import BenchmarkColumns, benchmark_columns, has_key
from helm_creativity.results.loading import read_suite

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


def named(runs):
    return [replace(made, run_spec=replace(made.run_spec, name=str(place))) for place, made in enumerate(runs)]


def columns(*runs):
    return benchmark_columns("creativity_dat", named(runs))


def test_a_run_without_a_comparable_key_is_in_no_column():
    """Nor one without a metric."""
    bare = run("x/b")
    bare.run_spec.metric_specs.clear()
    for other in (run("x/a", comparable=""), bare):
        assert not has_key(other)
        assert columns(other) == BenchmarkColumns(None, frozenset(), {})


def test_of_several_runs_of_a_model_that_with_the_most_answers_counts():
    """A run and the longer one that grew from it are one; those of other models, servers and settings are others'."""
    short, long = run("x/a", trials=2), run("x/a", trials=3)
    others = [run("x/b"), run("x/a", deployment="y/a"), run("x/a", temperature=2.0), run("x/a", comparable="")]
    assert columns(short, long, *others).beaten == {"0"}
    assert columns(long, short, *others).beaten == {"1"}
    one = run("x/a", trials=3)
    one.stats.append(Stat(MetricName("num_answers", split="test")).add(5))
    assert columns(one, short).beaten == {"0"}


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
    found = benchmark_columns("creativity_dat", runs)
    main = found.main
    read = read_suite([str(suite)], suite)
    (primary,) = read.primary
    column = read.columns[primary]
    assert (main.comparable, main.items, main.instruction) == (column.comparable, column.items, column.instruction)
    assert {run for (_, place), run in read.run_names.items() if place == primary} == main.names - found.beaten
