"""Suites as tables: what stands in one, what stands beside a score, the overview of all benchmarks."""

import csv
import io
import json
import math
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.folders import stat, write_run

from helm_creativity.benchmark.registry import find_entry
from helm_creativity.reports.tables import in_blocks, render
from helm_creativity.results.leaderboard import model_rows, overview
from helm_creativity.results.loading import read_suite
from helm_creativity.results.suite import part_of

KEY = "dat|protocol:olson2021|temp:1"


@pytest.fixture
def suite(tmp_path):
    """Makes a suite of runs (model, stats, more of the run spec)."""

    def make(*runs, **how):
        for number, (model, stats, *more) in enumerate(runs):
            given = {"comparable": KEY, **(more[0] if more else {})}
            group = given.pop("group", "creativity_dat")
            write_run(tmp_path / "s", group, model, stats, name=f"{group}:n={number},model={model}", **given)
        return read_suite([str(tmp_path / "s")], **how)

    return make


def lines_of(tables):
    return render(tables).splitlines()


def test_only_like_stands_beside_like(suite):
    """Another comparable key is another table, whose title says in what; a token limit is not."""
    found = suite(
        ("a/x", {"score": 1.0}),
        ("a/w", {"score": 3.0}, {"adapter": {"max_tokens": 5}}),
        ("a/y", {"score": 2.0}, {"comparable": "dat|protocol:olson2021|temp:0.5"}),
    )
    tables = found.leaderboards()
    assert [(table.title, [row["model"] for row in table.rows]) for table in tables] == [
        ("DAT (temp 1)", ["a/w", "a/x"]),
        ("DAT (temp 0.5)", ["a/y"]),
    ]
    assert [table.facts["comparable_settings"] for table in tables] == [KEY, "dat|protocol:olson2021|temp:0.5"]


def test_runs_that_asked_other_numbers_of_items_are_ranked_apart(suite):
    """Title and settings say how many; nothing is said where all asked as many."""
    counts = {"a/x": 20.0, "b/x": 5.0, "b/y": 5.0, "c/z": None}
    runs = [(model, {"score": 1.0} | ({"num_instances": n} if n else {})) for model, n in counts.items()]
    found = [(table.title, [row["model"] for row in table.rows]) for table in suite(*runs).leaderboards()]
    assert found == [
        ("DAT (5 items)", ["b/x", "b/y"]),
        ("DAT (20 items)", ["a/x"]),
        ("DAT (unknown number of items)", ["c/z"]),
    ]


def test_runs_of_other_packages_have_tables_of_their_own(suite):
    """By the main stat of their group; those that lack it are left out and named, and a split counts alone."""
    stats = [stat("exact_match", 0.5), stat("exact_match", 0.9, split="valid")]
    others = [("a/x", stats, {"group": group, "comparable": ""}) for group in ("mmlu", "gsm")]
    found = suite(("a/x", {"score": 1.0}), *others)
    assert found.benchmarks == ["DAT", "MMLU"]
    assert [row["score"] for row in found.leaderboards("mmlu")[0].rows] == [0.5]
    assert [problem.split(":")[1].strip() for problem in found.problems] == ["gsm"]


@settings(max_examples=20)
@given(st.lists(st.tuples(st.sampled_from(["a/x", "b/y"]), st.sampled_from([1.0, 5.0, 20.0])), min_size=1, max_size=6))
def test_no_table_mixes_items_or_has_a_model_twice(tmp_path_factory, some):
    """Whatever made the runs: of several runs of a model one stands there, and a note names the others."""
    folder = tmp_path_factory.mktemp("s")
    for number, (model, items) in enumerate(some):
        stats = {"score": 1.0, "num_instances": items, "num_answers": items}
        write_run(folder / "s", model=model, stats=stats, name=f"r{number}", comparable=KEY)
    found = read_suite([str(folder / "s")])
    for table in found.leaderboards():
        assert len({row["num_instances"] for row in table.rows}) == 1
        assert len({row["model"] for row in table.rows}) == len(table.rows)
    assert sum(len(table.rows) for table in found.leaderboards()) == len(set(some))
    assert any("has no place" in note or "have no place" in note for note in found.notes) == (
        len(set(some)) < len(some)
    )


def test_files_have_each_run_and_its_provenance(suite):
    """Text leaves them out."""
    made = {"adapter": {"max_tokens": 64}, "provenance": {"helm-creativity": "0.1", "temperature": "not sent"}}
    tables = suite(("a/x", {"score": 1.0}), ("b/y", {"score": 1.0}, made)).leaderboards()
    rows = json.loads(render(tables, "json"))[0]["rows"]
    assert [(row["run"], row["max_tokens"]) for row in rows] == [
        ("creativity_dat:n=0,model=a/x", "10"),
        ("creativity_dat:n=1,model=b/y", "64"),
    ]
    (_, other) = csv.DictReader(io.StringIO(render(tables, "csv")))
    assert (other["helm-creativity"], other["temperature"]) == ("0.1", "not sent")
    assert "creativity_dat:n" not in render(tables)
    assert "No temperature was sent to b/y. The provider's default applies." in render(tables)


def test_what_stands_beside_a_score(suite):
    """Only what some row has; the most frequent reason first; what does not count stands below the others."""
    few = {"valid_rate": 0.25, "truncation_rate": 0.5, "refusal_rate": 0.05, "unjudged_rate": 0.2}
    found = suite(
        ("a/few", {"score": 9.0, **few}),
        ("a/none", {"valid_rate": 0.0, "num_answers": 4.0}),
        ("a/x", {"score": 5.0, "valid_rate": 0.97, "empty_rate": 0.03, "judge_coverage": 0.96, "judges_left_out": 1.0}),
        ("a/y", {"score": 4.0}),
    )
    _, head, _, *rows = lines_of(found.leaderboards())
    assert re.split(r"  +", head)[-3:] == ["self-judging excluded", "± se", "failure reasons"]
    assert [re.split(r"  +", row)[0] for row in rows[:4]] == ["a/x", "a/y", "a/few (*)", "a/none"]
    assert rows[0].split()[-5:] == ["96%", "1", "-", "empty", "3%"]
    assert rows[2].endswith("truncated 50%, unjudged 20%, refused 5%")
    assert "(*) a/few does not count: 25% of responses scored, floor 50%" in rows
    assert "score: undefined for a/none, because no response could be scored" in rows
    lenient = replace(found, least_scored=0.25)
    assert "does not count" not in render(lenient.leaderboards())


@pytest.mark.parametrize(
    ("score", "se", "shown"),
    [(0.7312, 0.00214, ["0.7312", "0.0021"]), (-0.5, 0.01, ["-0.500", "0.010"]), (78.384, 0.5, ["78.38", "0.50"])],
)
def test_scores_have_the_decimals_that_their_errors_give(suite, score, se, shown):
    """Two digits of the standard error, all scores of a table alike."""
    found = suite(("a/x", {"score": score, "score_se": se}), ("a/y", {"score": score, "score_se": se}))
    lines = [line.split() for line in lines_of(found.leaderboards()) if line.startswith("a/")]
    assert [[word for word in line if word in shown] for line in lines] == [shown, shown]


def test_norms_of_people_hold_for_their_settings(suite):
    """Below the table where they are asked for; a percentile among people stands in it anyway."""
    key = "letter_string|protocol:lewis2025|items:all"
    runs = [
        (
            model,
            {"score": score, "valid_rate": rate, "num_answers": 20.0},
            {"comparable": key, "group": "creativity_letter_string"},
        )
        for model, score, rate in (("a/x", 100.0, 1.0), ("a/y", 50.0, 1.0), ("a/z", 99.0, 0.1))
    ]
    found = suite(*runs)
    (norm, *_) = find_entry("letter_string").card.norms
    (table,) = found.leaderboards()
    at = {row["model"]: row["percentile_of_norm"] for row in table.rows}
    below = sum(value < 50 for value in norm.quantiles)
    at_most = sum(value <= 50 for value in norm.quantiles)
    assert 0.9 < at["a/x"] < 1  # people who were right everywhere are not surpassed
    assert at["a/y"] == pytest.approx((below + at_most - 1) / 200, abs=0.01)
    assert at["a/z"] is None
    assert any(
        note.startswith("Percentile: the share of people with a lower score than the model") for note in table.notes
    )


def test_norms_are_notes_where_they_are_asked_for(suite):
    """Of their own settings alone."""
    own, other = "rat|items:bowden2003/144@sha256:0", "rat|items:own/120@sha256:0"
    runs = [
        (f"a/{n}", {"score": 50.0}, {"comparable": key, "group": "creativity_rat"})
        for n, key in enumerate((own, other))
    ]
    found = suite(*runs, norms=True)
    notes = {table.facts["comparable_settings"]: table.notes for table in found.leaderboards()}
    assert any(note.startswith("People: mean 30.73, SD 22.3, n = 144 items. Sample: Bowden") for note in notes[own])
    assert not any(note.startswith("People") for note in notes[other])
    assert not any(note.startswith("People") for note in replace(found, norms=False).leaderboards().notes)


SCORES = {
    "lab/m10": (70.0, 0.50),
    "lab/m9": (80.0, 0.70),
    "lab/m2": (75.0, 0.60),
    "creativity/greedy": (99.0, 0.99),
}
BOTH = [
    run
    for model, (words, path) in SCORES.items()
    for run in (
        (model, {"score": words, "score_se": 0.5, "num_instances": 10.0, "valid_rate": 1.0}),
        (
            model,
            {"score": path, "score_se": 0.012, "num_instances": 10.0, "valid_rate": 1.0},
            {"group": "creativity_rat", "comparable": "rat|a"},
        ),
    )
]


def test_the_overview_has_models_by_their_composite(suite):
    """Z of both benchmarks is -1, 0 and 1; baselines stand last and do not move it."""
    found = suite(*BOTH)
    lines = lines_of(overview(found))[1:]
    assert [line.split() for line in lines if "/" in line] == [
        ["lab/m9", "+1.00", "80.00", "0.700"],
        ["lab/m2", "0.00", "75.00", "0.600"],
        ["lab/m10", "-1.00", "70.00", "0.500"],
        ["creativity/greedy", "+4.35", "99.00", "0.990"],
    ]
    few = lines_of(overview(found, lambda name: name == "lab/m9"))[1:]
    assert [line.split() for line in few[:6]] == [
        ["benchmark", "lab/m9"],
        ["---------", "------"],
        ["DAT", "80.00"],
        ["RAT", "0.700"],
        ["---------", "------"],
        ["overall", "z", "+1.00"],
    ]


def test_the_overview_marks_what_does_not_count_or_has_a_caution(suite):
    """And says once what the marks mean; what is under other settings is named."""
    odd = [
        ("lab/bad", {"score": 10.0, "valid_rate": 0.2, "num_instances": 10.0}),
        ("lab/odd", {"score": 77.0, "valid_rate": 1.0, "unknown_rate": 0.5, "num_instances": 10.0}),
        ("lab/m2", {"score": 1.0, "valid_rate": 1.0, "num_instances": 10.0}, {"comparable": f"{KEY}|dictionary:own"}),
    ]
    found = suite(*BOTH, *odd)
    text = render(overview(found))
    lines = {line.split()[0]: line.split()[1:] for line in text.splitlines() if line.startswith("lab/")}
    assert lines["lab/bad"] == ["-", "10.00", "(*)", "-"]
    assert lines["lab/odd"] == ["-", "77.00", "(!)", "-"]
    assert text.count("(*) The score does not count") == text.count("(!) There is a caution") == 1
    assert "Also run under other settings, not shown here: DAT (dictionary own)" in text
    # Of the words 70, 75, 77 and 80 count: mean 75.5, standard deviation 4.20.
    assert lines["lab/m9"][0] == f"{((80 - 75.5) / 4.2032 + 1) / 2:+.2f}"


@pytest.mark.parametrize("width", [20, 40, 60, 118])
def test_no_line_of_the_overview_is_wider_than_the_screen(suite, width):
    """Unless one column beside the names is; all columns are there, once."""
    names = ("rat", "dat", "aut", "story")
    runs = [
        (f"lab/m{n}", {"score": 0.5}, {"group": f"creativity_{name}", "comparable": f"{name}|a"})
        for n in range(12)
        for name in names
    ]
    tables = list(in_blocks(overview(suite(*runs)), width))
    lines = [line for table in tables for line in render(table).splitlines() if line.startswith(("lab/", "model"))]
    assert max(map(len, lines)) <= max(width, len("lab/m10") + 2 + len("overall z"))
    assert sorted(column.title for table in tables for column in table.columns[1:]) == ["AUT", "DAT", "RAT", "Story"]


def test_parts_of_a_suite_and_names_of_models_and_benchmarks(suite):
    """In any case and completed by their ends; what is not there is named with what looks like it."""
    found = suite(*BOTH)
    assert found.find_model("m9") == "lab/m9"
    assert found.find_columns("RAT") == found.find_columns("creativity_rat") == [1]
    alone = part_of(found, [1])
    assert alone.benchmarks == ["RAT"]
    assert [row["score"] for row in model_rows(alone, 0)] == [0.99, 0.7, 0.6, 0.5]
    with pytest.raises(ValueError, match=r"no benchmark 'dta'; did you mean 'dat'\?"):
        found.find_columns("dta")
    with pytest.raises(ValueError, match=r"no model 'm8'"):
        found.find_model("m8")
    assert math.isnan(replace(found, scores=found.scores * math.nan).scores[0, 0])
