"""All benchmarks in one table, as wide as a screen."""

from dataclasses import replace

import pytest

from helm_creativity.cli.leaderboard import of_benchmarks, of_models
from helm_creativity.errors import BadArguments
from helm_creativity.reports.overview import overview
from helm_creativity.reports.tables import render
from helm_creativity.results.runs import Run


def run(model, group="creativity_dat", key="a", **stats):
    """A run of a benchmark under settings of one name."""
    settings = {"comparable": f"{group}|protocol:{key}", "temperature": 1.0, "max_tokens": 64}
    stats = {"num_instances": 10.0, "valid_rate": 1.0, **stats}
    return Run(f"{group}-{key}-{model}", group, model, settings, stats, groups=(group,))


SCORES = {
    "lab/m10": (70.0, 0.50),
    "lab/m9": (80.0, 0.70),
    "lab/m2": (75.0, 0.60),
    "creativity/greedy": (99.0, 0.99),
}
RUNS = [
    made
    for model, (words, path) in SCORES.items()
    for made in (run(model, score=words, score_se=0.5), run(model, "creativity_rat", score=path, score_se=0.012))
]


def shown(runs, width=118, **options):
    return render(overview(runs, width, pytest.fail, **options))


def test_models_stand_below_one_another_by_their_composite():
    """Z of both benchmarks is -1, 0 and 1; baselines stand last and do not move it."""
    lines = shown(RUNS).splitlines()
    assert [line.split() for line in lines if "/" in line] == [
        ["lab/m9", "+1.00", "80.00", "0.700"],
        ["lab/m2", "0.00", "75.00", "0.600"],
        ["lab/m10", "-1.00", "70.00", "0.500"],
        ["creativity/greedy", "+4.35", "99.00", "0.990"],
    ]
    assert lines[0].split() == ["model", "overall", "z", "DAT", "RAT"]


def test_fewer_models_than_benchmarks_stand_beside_one_another():
    """With what they were compared with all the same."""
    lines = shown(RUNS, models=lambda name: name == "lab/m9").splitlines()
    assert [line.split() for line in lines[:6]] == [
        ["benchmark", "lab/m9"],
        ["---------", "------"],
        ["DAT", "80.00"],
        ["RAT", "0.700"],
        ["---------", "------"],
        ["overall", "z", "+1.00"],
    ]


@pytest.mark.parametrize("width", [20, 40, 60, 118])
def test_no_line_is_wider_than_the_screen(width):
    """Unless one column beside the names is; all columns are there, once."""
    names = ("rat", "dat", "aut", "story")
    runs = [run(f"lab/m{n}", f"creativity_{name}", score=0.5) for n in range(12) for name in names]
    tables = overview(runs, width, pytest.fail)
    lines = [line for table in tables for line in render(table).splitlines() if line.startswith(("lab/", "model"))]
    assert max(map(len, lines)) <= max(width, len("lab/m10") + 2 + len("overall z"))
    titles = [column.title for table in tables for column in table.columns[1:]]
    assert sorted(titles) == ["AUT", "DAT", "RAT", "Story"]


def test_what_does_not_count_or_has_a_caution_is_marked():
    """Once below the table; the composite leaves out what does not count."""
    bad = run("lab/bad", score=10.0, valid_rate=0.2, num_instances=1.0)
    odd = [*(replace(made, stats={**made.stats, "num_instances": 1.0}) for made in RUNS), bad]
    odd.append(run("lab/odd", score=77.0, unknown_rate=0.5, num_instances=1.0))
    text = shown(odd)
    lines = {line.split()[0]: line.split()[1:] for line in text.splitlines() if line.startswith("lab/")}
    assert lines["lab/bad"] == ["-", "10.00", "(*)", "-"]
    assert lines["lab/odd"] == ["-", "77.00", "(!)", "-"]
    assert text.count("(*) does not count") == text.count("(!) has a caution") == 1
    assert "(*)" not in shown(RUNS)
    # Of the words 70, 75, 77 and 80 count: mean 75.5, standard deviation 4.20.
    assert lines["lab/m9"][0] == f"{((80 - 75.5) / 4.2032 + 1) / 2:+.2f}"


def test_a_benchmark_stands_under_the_settings_of_most_models():
    """Other runs are counted, and what is shown is named."""
    text = shown([*RUNS, run("lab/m2", key="b", score=1.0)])
    assert "75.00" in text
    assert "runs under other settings, not shown here: 1 beside DAT (a)" in text


def test_nothing_of_ours_is_no_table():
    """Runs of other scenarios have no comparable settings."""
    other = run("lab/m1", "mmlu", exact_match=1.0)
    other.settings.pop("comparable")
    assert overview([other], 80, pytest.fail) == []


def test_benchmarks_and_models_are_chosen_by_name():
    """With or without what all names begin with, in any case; what is not there is named with what is."""
    assert of_benchmarks(RUNS, ["DAT"], None) == of_benchmarks(RUNS, ["creativity_dat"], None) == RUNS[::2]
    assert {made.group for made in of_benchmarks(RUNS, [], "Convergent Thinking")} == {"creativity_rat"}
    assert of_models(RUNS, "M9") == RUNS[2:4]
    assert of_models(RUNS, None) == RUNS
    with pytest.raises(BadArguments, match=r"--benchmark: no run of 'dta'; did you mean 'dat'\?"):
        of_benchmarks(RUNS, ["dta"], None)
    with pytest.raises(BadArguments, match=r"--domain: no run of 'music'; there are convergent thinking, divergent"):
        of_benchmarks(RUNS, [], "music")
    with pytest.raises(
        BadArguments, match=r"--models: no model's name contains 'gpt'; there are creativity/greedy, lab/m10"
    ):
        of_models(RUNS, "gpt")
