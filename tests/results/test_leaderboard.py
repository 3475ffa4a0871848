"""Suites as tables: which runs stand in one, by which stat, what stands beside a score, the overview."""

import csv
import io
import json
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.folders import stat, write_run, write_schema

from helm_creativity.benchmark.registry import find_entry
from helm_creativity.reports.tables import render
from helm_creativity.results.comparable import (
    MainMetric,
    MainMetrics,
    arguments_apart,
    comparable_groups,
    distinct_settings,
)
from helm_creativity.results.leaderboard import model_rows, overview
from helm_creativity.results.loading import read_suite
from helm_creativity.results.runs import Run, SuiteFolder, read_run
from helm_creativity.results.suite import part_of

KEY = "dat|protocol:olson2021|temp:1"


@pytest.fixture
def suite(tmp_path):
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
    """Another key or number of items is another table, whose title says in what; a token limit is not."""
    found = suite(
        ("a/x", {"score": 1.0, "num_instances": 5.0}),
        ("a/w", {"score": 3.0, "num_instances": 5.0}, {"adapter": {"max_tokens": 5}}),
        ("a/y", {"score": 2.0, "num_instances": 5.0}, {"comparable": "dat|protocol:olson2021|temp:0.5"}),
        ("c/z", {"score": 1.0}),
        ("b/x", {"score": 1.0, "num_instances": 20.0}),
    )
    tables = found.leaderboards()
    assert [(table.title, [row["model"] for row in table.rows]) for table in tables] == [
        ("DAT (temp 1, 5 items)", ["a/w", "a/x"]),
        ("DAT (temp 1, 20 items)", ["b/x"]),
        ("DAT (temp 0.5, 5 items)", ["a/y"]),
        ("DAT (temp 1, unknown number of items)", ["c/z"]),
    ]
    assert tables[2].facts["comparable_settings"] == "dat|protocol:olson2021|temp:0.5"


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
    assert bool([note for note in found.notes if " no place" in note]) == (len(set(some)) < len(some))


def test_files_have_each_run_and_its_provenance(suite):
    made = {"adapter": {"max_tokens": 64}, "provenance": {"helm-creativity": "0.1", "temperature": "not sent"}}
    tables = suite(("a/x", {"score": 1.0}), ("b/y", {"score": 1.0}, made)).leaderboards()
    rows = json.loads(render(tables, "json"))[0]["rows"]
    runs = [(row["run"], row["max_tokens"]) for row in rows]
    assert runs == [("creativity_dat:n=0,model=a/x", "10"), ("creativity_dat:n=1,model=b/y", "64")]
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


def test_norms_of_people_hold_for_their_settings(suite):
    """Below the table where they are asked for; a percentile among people stands in it anyway."""
    key, rat = "letter_string|protocol:lewis2025|items:all", "rat|items:bowden2003/144@sha256:0"
    more = {"comparable": key, "group": "creativity_letter_string"}
    scores = (("a/x", 100.0, 1.0), ("a/y", 50.0, 1.0), ("a/z", 99.0, 0.1))
    runs = [(model, {"score": score, "valid_rate": rate, "num_answers": 20.0}, more) for model, score, rate in scores]
    keys = (rat, "rat|items:own/120@sha256:0")
    runs += [("b/x", {"score": 50.0}, {"comparable": own, "group": "creativity_rat"}) for own in keys]
    found = suite(*runs, norms=True)
    (norm, *_) = find_entry("letter_string").card.norms
    tables = {table.facts["comparable_settings"]: table for table in found.leaderboards()}
    at = {row["model"]: row["percentile_of_norm"] for row in tables[key].rows}
    below, at_most = sum(value < 50 for value in norm.quantiles), sum(value <= 50 for value in norm.quantiles)
    assert 0.9 < at["a/x"] < 1  # people who were right everywhere are not surpassed
    assert at["a/y"] == pytest.approx((below + at_most - 1) / 200, abs=0.01)
    assert at["a/z"] is None
    people = {own: [note for note in tables[own].notes if note.startswith("People")] for own in keys}
    assert people[rat][0].startswith("People: mean 30.73, SD 22.3, n = 144 items. Sample: Bowden")
    assert people[keys[1]] == []
    assert not any(note.startswith("People") for note in replace(found, norms=False).leaderboards().notes)


SCORES = {"lab/m10": (70.0, 0.50), "lab/m9": (80.0, 0.70), "lab/m2": (75.0, 0.60), "creativity/greedy": (99.0, 0.99)}
OF_DAT = {"score_se": 0.5, "num_instances": 10.0, "valid_rate": 1.0}
OF_RAT = {"group": "creativity_rat", "comparable": "rat|a"}
BOTH = [(model, {**OF_DAT, "score": words}) for model, (words, _) in SCORES.items()]
BOTH += [(model, {**OF_DAT, "score": path, "score_se": 0.012}, OF_RAT) for model, (_, path) in SCORES.items()]


def test_the_overview_has_models_by_their_composite(suite):
    """Z of both benchmarks is -1, 0 and 1; baselines stand last and do not move it."""
    found = suite(*BOTH)
    lines = lines_of(overview(found))[1:]
    assert [" ".join(line.split()) for line in lines if "/" in line] == [
        "lab/m9 +1.00 80.00 0.700",
        "lab/m2 0.00 75.00 0.600",
        "lab/m10 -1.00 70.00 0.500",
        "creativity/greedy +4.35 99.00 0.990",
    ]
    few = [line.split() for line in lines_of(overview(found, lambda name: name == "lab/m9"))[1:]]
    assert [few[place] for place in (0, 2, 5)] == [["benchmark", "lab/m9"], ["DAT", "80.00"], ["overall", "z", "+1.00"]]


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


def of_dat(name, model="x/a", comparable="dat|protocol:p|card:1", items=10, **stats):
    settings = {"comparable": comparable, "temperature": 1.0, "max_tokens": 64}
    return Run(name, "creativity_dat", model, settings, {"score": 1.0, "num_instances": items, **stats})


@pytest.mark.parametrize(
    ("without", "groups"),
    [
        ((), [["r9"], ["r10", "b"], ["q"]]),
        (("items",), [["r9", "r10", "b"], ["q"]]),
        (("protocol", "items"), [["r9", "r10", "b", "q"]]),
    ],
)
def test_runs_may_differ_in_what_is_named(without, groups):
    runs = [of_dat("r9", items=9), of_dat("r10"), of_dat("b", "x/b"), of_dat("q", comparable="dat|protocol:q|card:1")]
    found = comparable_groups("creativity_dat", runs, without=without)
    assert [[member.name for member in group.runs] for group in found] == groups


def metrics(*suites, given=None, problems=None):
    return MainMetrics(
        [SuiteFolder(suite.name, suite) for suite in suites], given or {}, [] if problems is None else problems
    )


@pytest.fixture
def run(tmp_path):
    stats = [stat("f1", 1.0), stat("exact_match", 0.5, split="valid"), stat("final_number_exact_match", 0.5)]
    return read_run(write_run(tmp_path / "s", "other", stats=stats))


def test_what_is_named_counts_before_all(tmp_path, run):
    """In the split that has it, with the direction that a card or schema knows."""
    write_schema(tmp_path, {"other": ("f1", "test")}, lower=["f1"])
    assert metrics(tmp_path, given={"other": "exact_match"})("other", [run]).split == "valid"
    assert metrics(tmp_path, given={"other": "f1"})("other", [run]) == MainMetric("f1", "test", True, "Other")
    named = metrics(given={"creativity_dat": "valid_rate"})("creativity_dat", [])
    assert named == MainMetric("valid_rate", "test", False, "DAT")
    assert metrics(given={"x": "bits_per_byte"})("x", []).lower_is_better
    assert not metrics(given={"x": "exact_match"})("x", []).lower_is_better
    assert metrics()("other", [run]) is None


def test_a_suites_schema_before_helms(tmp_path, run):
    for name, main in (("a", "f1"), ("b", "exact_match")):
        write_schema(tmp_path / name, {"mmlu": (main, "valid"), "creativity_dat": (main, "test")})
    assert metrics(tmp_path / "a", tmp_path / "b")("mmlu", []).stat == "exact_match"
    assert metrics(tmp_path / "b", tmp_path / "a")("mmlu", []).stat == "f1"
    assert metrics()("mmlu", []) == MainMetric("exact_match", "test", False, "MMLU")
    assert metrics(tmp_path / "a")("creativity_dat", []) == MainMetric("score", "test", False, "DAT")  # ours have one


def test_where_schemas_differ_the_runs_decide(tmp_path, run):
    assert metrics()("gsm", []).stat == "exact_match_indicator"
    assert metrics()("gsm", [run]).stat == "final_number_exact_match"


@pytest.mark.parametrize(
    "text", ["", "7", "[]", '{"run_groups": 7}', '{"run_groups": [{"environment": {"main_name": 1}}]}']
)
def test_a_damaged_schema_is_a_problem_and_no_more(tmp_path, text):
    (tmp_path / "schema.json").write_text(text)
    problems = []
    assert metrics(tmp_path, problems=problems)("mmlu", []).stat == "exact_match"
    assert len(problems) == 1
    assert problems[0].startswith(f"{tmp_path.name}: cannot read schema.json: ")


def test_what_tells_runs_apart_is_what_their_names_differ_in():
    assert arguments_apart(["mmlu:subject=a,form=b", "mmlu:subject=a"]) == [["form=b"], []]
    names = ["g:temp=1,model=a_x,model_deployment=c_x", "g:temp=0,model=a_x"]
    assert distinct_settings(names) == dict(zip(names, ("temp=1", "temp=0"), strict=True))
