"""Which stat stands for a benchmark."""

import pytest
from support.folders import stat, write_run, write_schema

from helm_creativity.results import main_metrics
from helm_creativity.results.main_metrics import MainMetric, MainMetrics, packaged
from helm_creativity.results.runs import SuiteFolder, read_run


def metrics(*suites, given=None, problems=None):
    return MainMetrics(
        [SuiteFolder(suite.name, suite) for suite in suites], given or {}, [] if problems is None else problems
    )


@pytest.fixture
def run(tmp_path):
    """A run with two stats, one of another split."""
    stats = [stat("f1", 1.0), stat("exact_match", 0.5, split="valid"), stat("final_number_exact_match", 0.5)]
    return read_run(write_run(tmp_path / "s", "other", stats=stats))


def test_ours_have_a_score(tmp_path):
    """Whatever a suite's schema says."""
    write_schema(tmp_path, {"creativity_dat": ("valid_rate", "test")})
    assert metrics(tmp_path)("creativity_dat", []) == MainMetric("score", "test", False, "DAT")


def test_what_is_named_counts_before_all(tmp_path, run):
    """In the split that has it, with the direction that a card or schema knows."""
    write_schema(tmp_path, {"other": ("f1", "test")}, lower=["f1"])
    assert metrics(tmp_path, given={"other": "exact_match"})("other", [run]).split == "valid"
    assert metrics(tmp_path, given={"other": "f1"})("other", [run]) == MainMetric("f1", "test", True, "Other")
    named = metrics(given={"creativity_dat": "valid_rate"})("creativity_dat", [])
    assert named == MainMetric("valid_rate", "test", False, "DAT")


def test_a_suites_schema_before_helms(tmp_path, run):
    """That of the later suite first."""
    for name, main in (("a", "f1"), ("b", "exact_match")):
        write_schema(tmp_path / name, {"mmlu": (main, "valid"), "other": (main, "test")})
    assert metrics(tmp_path / "a", tmp_path / "b")("mmlu", []).stat == "exact_match"
    assert metrics(tmp_path / "b", tmp_path / "a")("mmlu", []).stat == "f1"
    assert metrics()("mmlu", []) == MainMetric("exact_match", "test", False, "MMLU")


def test_where_schemas_differ_the_runs_decide(tmp_path, run):
    """Two of HELM's name a main stat of gsm; one of them is there."""
    assert metrics()("gsm", []).stat == "exact_match_indicator"
    assert metrics()("gsm", [run]).stat == "final_number_exact_match"


def test_directions_of_helms_own_stats():
    """Of bits per byte less is better."""
    assert metrics(given={"x": "bits_per_byte"})("x", []).lower_is_better
    assert not metrics(given={"x": "exact_match"})("x", []).lower_is_better


def test_an_unknown_group_has_no_main_metric(run):
    """It is for the user to say."""
    assert metrics()("other", [run]) is None


@pytest.mark.parametrize(
    "text", ["", "7", "[]", '{"run_groups": 7}', '{"run_groups": [{"environment": {"main_name": 1}}]}']
)
def test_a_damaged_schema_is_a_problem_and_no_more(tmp_path, text):
    """Others may know the main stat."""
    (tmp_path / "schema.json").write_text(text)
    problems = []
    assert metrics(tmp_path, problems=problems)("mmlu", []).stat == "exact_match"
    assert len(problems) == 1
    assert problems[0].startswith(f"{tmp_path.name}: cannot read schema.json: ")


def test_without_helm_there_are_no_schemas_of_its_own(monkeypatch):
    """This package's own benchmarks are read all the same."""
    monkeypatch.setattr(main_metrics, "find_spec", lambda name: None)
    packaged.cache_clear()
    try:
        assert metrics()("mmlu", []) is None
        assert metrics()("creativity_aut", []).stat == "score"
    finally:
        packaged.cache_clear()
