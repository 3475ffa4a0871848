"""HELM's tables as the summarizer completes them: which runs count, the composite, tabs and columns."""

from dataclasses import replace

import pytest
from helm.benchmark.adaptation.adapter_spec import AdapterSpec
from helm.benchmark.metrics.metric import MetricSpec
from helm.benchmark.metrics.metric_name import MetricName
from helm.benchmark.metrics.statistic import Stat
from helm.benchmark.presentation.schema import MetricGroup, RunGroup, Schema
from helm.benchmark.presentation.summarize import Run
from helm.benchmark.presentation.table import Cell, HeaderCell, Table
from helm.benchmark.run_spec import RunSpec
from helm.benchmark.scenarios.scenario import ScenarioSpec
from helm.common.codec import to_json
from hypothesis import given, settings
from hypothesis import strategies as st

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.helm.run_spec import make_run_spec
from helm_creativity.helm.tables import (
    BenchmarkColumns,
    benchmark_columns,
    composite,
    composite_of,
    has_key,
    tab_titles,
    with_counted_best,
    with_details,
    with_own_words,
)
from helm_creativity.results.loading import read_suite

NAN = float("nan")
OURS = ["creativity/greedy", "creativity/random-nouns"]


def made(scores, baselines=0, uncounted=None, lower=()):
    """The composite of as many models and benchmarks as there are scores; the last rows are those of baselines."""
    models = [f"x/{place}" for place in range(len(scores) - baselines)] + OURS[:baselines]
    return composite(models, [(title, title in lower) for title in "AB"], scores, uncounted)


@pytest.mark.parametrize(
    ("arguments", "values", "words"),
    [
        # A: 1 2 3 has z -1 0 1. B: 2 2 8 has mean 4 and sd √12, so z = -1/√3, -1/√3, 2/√3.
        (([[1, 2], [2, 2], [3, 8]],), [-0.789, -0.289, 1.077], "3 models."),
        (([[1, 2], [2, 2], [3, 8]], 0, None, "B"), [-0.211, 0.289, -0.077], "is reversed where less is better: B."),
        # The baseline: z 3 on A and 0 on B.
        (([[1, 2], [2, 2], [3, 8], [5, 4]], 1), [-0.789, -0.289, 1.077, 1.5], "3 language models. Baselines do not"),
        # A: mean 2 and sd √(2/3), so ∓ 1.2247 and 0; B: 2, 5 and 8 have -1, 0 and 1.
        (([[1, 2], [2, NAN], [3, 8], [2, 5]],), [-1.112, None, 1.112, 0.0], "a score that counts on each of them"),
    ],
)
def test_the_composite_by_hand(arguments, values, words):
    """Who lacks one benchmark has none: otherwise leaving out what one is bad at would pay."""
    found = made(*arguments)
    assert found.values == pytest.approx(values, abs=5e-4)
    assert words in found.description
    assert found.problem == ""


def test_a_score_that_does_not_count_is_as_none():
    """And the text of a row says so, or where its composite comes from."""
    few = made([[1, 2], [2, 2], [3, 8], [99, 5]], uncounted={(3, 0): "31% scored"})
    assert few.values == made([[1, 2], [2, 2], [3, 8], [NAN, 5]]).values
    assert (few.texts[0], few.texts[3]) == ("z: A -1.00, B -0.78", "no score that counts on A (31% scored)")


def stat(name, value):
    return Stat(MetricName(name, split="test")).add(value)


def run_of(model, group, name="", comparable="", **stats):
    """A run of a benchmark."""
    metrics = [MetricSpec("m", {"comparable": comparable})] if comparable else []
    spec = RunSpec(name, ScenarioSpec("s", {}), AdapterSpec(model=model), metrics, groups=[group])
    return Run("", spec, [stat(name, value) for name, value in stats.items()])


def composite_from(scores, probes=()):
    """Of scores by their benchmarks, each a row with the stats of its runs; a run for each score but None."""
    names = [f"creativity_{name}" for name in scores]
    header = [HeaderCell("Model"), *(HeaderCell(name, metadata={"metric": "score"}) for name in names)]
    several = list(zip(*scores.values(), strict=True))
    rows = [[Cell("m"), *(Cell(score) for score, _ in row)] for row in several]
    runs = [
        [run_of(f"l/{place}", name, **stats) for name, (_, stats) in zip(names, row, strict=True) if stats is not None]
        for place, row in enumerate(several)
    ]
    groups = [RunGroup(name, short_display_name=name.removeprefix("creativity_")) for name in names]
    return composite_of(Table("t", header, rows), groups, runs, {f"creativity_{name}" for name in probes}, {})


def test_a_probe_is_in_the_table_and_not_in_the_composite():
    """Creativity is to be distinguished from it."""
    scores = {"dat": [1, 2, 3], "letter_string": [9, 5, 1], "rat": [3, 5, 4]}
    found = composite_from({name: [(each, {}) for each in some] for name, some in scores.items()}, ["letter_string"])
    assert found.texts == ["z: dat -1.00, rat -1.00", "z: dat 0.00, rat 1.00", "z: dat 1.00, rat 0.00"]


def test_scores_that_do_not_count_in_reports_do_not_count_here():
    """Below half of the responses, and where the gate is not passed."""
    gate, all_scored = {"gate_difference": 1.0, "gate_p_value": 1e-9}, {"valid_rate": 1.0}
    good = [(score, gate) for score in (1.0, 2.0, 3.0)]
    cdat = [*good, (9.0, {**gate, "gate_p_value": 0.3}), (8.0, gate), (None, None)]
    rat = [(3.0, all_scored), (5.0, all_scored), (4.0, all_scored)]
    rat += [(9.0, {}), (8.0, {"valid_rate": 0.4}), (7.0, all_scored)]
    found = composite_from({"cdat": cdat, "rat": rat})
    assert found.texts[3:] == [
        "no score that counts on cdat (gate not passed: adjusted p 0.3, not below 0.001)",
        "no score that counts on rat (40% of responses scored, floor 50%)",
        "no score that counts on cdat",
    ]
    assert found.values[3:] == [None, None, None]


BOLD = {"font-weight": "bold"}


@pytest.mark.parametrize("sign", [1, -1])
def test_only_what_counts_is_the_best(sign):
    """Of a column neither a score of too few responses nor a baseline beside language models is bold."""
    shown = {"l/a": (1.0, 70.0), "l/b": (1.0, 75.0), "l/few": (0.2, 90.0), OURS[0]: (1.0, 99.0)}
    header = [HeaderCell("Model"), HeaderCell("Score", lower_is_better=sign < 0), HeaderCell("Size")]
    rows = [
        [
            Cell(model),
            Cell(sign * score, style=BOLD if score == 99 else None, run_spec_names=[model]),
            Cell(1, run_spec_names=[model]),
        ]
        for model, (_, score) in shown.items()
    ]

    def best(rows, key="rat|a"):
        runs = {
            model: run_of(model, "creativity_rat", model, key, valid_rate=rate, score=sign * score)
            for model, (rate, score) in shown.items()
        }
        return [row[1].style for row in with_counted_best(Table("t", header, rows), runs).rows]

    assert best(rows) == [None, BOLD, None, None]
    assert best(rows[3:]) == [BOLD]
    assert best(rows, key="") == [None, None, None, BOLD], "of another package's runs nothing is known"


def keyed(model, score=1.0, items=10, trials=1, deployment="", *, name="r", temperature=1.0, comparable="s", **more):
    """A run of a benchmark with a comparable key, which holds temperature and instruction as those of ours do."""
    # HELM adds 0.0001 to a temperature of 0 for some models, in the adapter alone.
    key = comparable and f"{comparable}|temp:{round(temperature, 3):g}|instruction:{more.get('instruction', 'none')}"
    stats = {"num_instances": items, **({} if score is None else {"score": score})}
    made = run_of(model, "creativity_dat", name, **stats)
    made.run_spec.metric_specs.append(MetricSpec("some.Metric", {"comparable": key, **more}))
    how = {"model_deployment": deployment or model, "num_trials": trials, "temperature": temperature, "max_tokens": 64}
    adapter = replace(made.run_spec.adapter_spec, **how)
    return replace(made, run_path="folder", run_spec=replace(made.run_spec, adapter_spec=adapter))


def columns(*runs):
    named = [replace(run, run_spec=replace(run.run_spec, name=str(place))) for place, run in enumerate(runs)]
    return benchmark_columns("creativity_dat", named)


@pytest.mark.parametrize("other", [keyed("x/a", comparable=""), run_of("x/b", "creativity_dat")])
def test_a_run_without_a_comparable_key_is_in_no_column(other):
    """Nor one without a metric."""
    assert not has_key(other)
    assert columns(other) == BenchmarkColumns(None, frozenset(), {})


def test_of_several_runs_of_a_model_that_with_the_most_answers_counts():
    """A run and the longer one that grew from it are one; those of other models, servers and settings are others'."""
    short, long = keyed("x/a", trials=2), keyed("x/a", trials=3)
    others = [keyed("x/b"), keyed("x/a", deployment="y/a"), keyed("x/a", temperature=2.0), keyed("x/a", comparable="")]
    assert columns(short, long, *others).beaten == {"0"}
    assert columns(long, short, *others).beaten == {"1"}
    fewer = replace(long, stats=[*long.stats, stat("num_answers", 5)])
    assert columns(fewer, short).beaten == {"0"}


RUNS = st.lists(
    st.tuples(
        st.sampled_from(["x/a", "x/b", "x/c", *OURS]),
        st.none() | st.just(1.0),
        st.integers(1, 2),
        st.integers(1, 2),
        st.sampled_from(["", "y/served"]),
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
    runs = [keyed(*which, name=f"r{number}", **arguments) for number, (*which, arguments) in enumerate(drawn)]
    for run in runs:
        folder = suite / run.run_spec.name
        folder.mkdir(parents=True)
        (folder / "run_spec.json").write_text(to_json(run.run_spec))
        (folder / "stats.json").write_text(to_json(run.stats))
    found = benchmark_columns("creativity_dat", runs)
    read = read_suite([str(suite)], suite)
    (primary,) = read.primary
    column, main = read.columns[primary], found.main
    assert (main.comparable, main.items, main.instruction) == (column.comparable, column.items, column.instruction)
    assert {run for (_, place), run in read.run_names.items() if place == primary} == main.names - found.beaten


JUDGE = {"judges": "creativity/lexical-judge", "design": "all"}
OWN, BUILTIN = {"prompts": "own", **JUDGE}, {"embedding": "builtin"}


@pytest.mark.parametrize(
    ("name", "several", "expected"),
    [
        ("aut", [BUILTIN], [""]),
        ("aut", [BUILTIN, {**BUILTIN, **JUDGE}], ["no judges", "judges lexical-judge"]),
        (
            "dat",
            [BUILTIN, {**BUILTIN, "instruction": "creative"}],
            ["instruction neutral", "instruction creative"],
        ),
        # The other settings follow from the protocol.
        (
            "live_idea_bench",
            [{"protocol": "ruan2024", **OWN}, {"protocol": "ruan2026", **OWN}],
            ["protocol ruan2024", "protocol ruan2026"],
        ),
        (
            "aut",
            [
                {"protocol": "agc2026", **OWN},
                {"protocol": "agc2026", **OWN, "items": "wenger2025"},
                {"protocol": "mctb2025", **OWN},
            ],
            ["protocol agc2026, items all", "protocol agc2026, items wenger2025", "protocol mctb2025, items mctb2025"],
        ),
    ],
)
def test_a_tab_says_only_what_differs(name, several, expected):
    """In words, and what is as usual too where another setting is not."""
    benchmark = get_benchmark(name)
    specs = [make_run_spec(benchmark, benchmark.settings(**values)).scenario_spec for values in several]
    assert tab_titles([ScenarioSpec(spec.class_name, dict(spec.args)) for spec in specs]) == expected


def test_the_page_of_a_run_has_the_details_of_its_groups():
    """In their order; a group without any stays as it is."""
    groups = [MetricGroup(name) for name in ("main", "validity", "validity_detailed", "other_detailed")]
    schema = Schema(metric_groups=groups, run_groups=[RunGroup("a", metric_groups=["main", "validity"])])
    (group,) = with_details(schema).run_groups
    assert group.metric_groups == ["main", "validity", "validity_detailed"]


def test_a_column_is_described_as_its_own_benchmark_does():
    """HELM has one description for both benchmarks that have a flexibility."""
    header = [HeaderCell("Score", description="mean"), HeaderCell("Flexibility", description="30th")]
    score, flexibility = with_own_words(Table("t", header, []), get_benchmark("aut").card).header
    assert (score.value, score.description, flexibility.value) == ("Score", "mean", "Flexibility")
    assert flexibility.description.startswith("Uses of an everyday object")
    assert "\n\nFlexibility: Number of categories into which judges sort" in flexibility.description
