"""Which runs stand in one table, by which stat, and what tells runs apart by their names."""

import pytest
from support.folders import stat, write_run, write_schema

from helm_creativity.results.comparable import (
    MainMetric,
    MainMetrics,
    arguments_apart,
    comparable_groups,
    distinct_settings,
)
from helm_creativity.results.runs import Run, SuiteFolder, read_run


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
