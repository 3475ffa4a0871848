"""Suites as tables."""

import json

import pytest

from helm_creativity.errors import FileProblem
from helm_creativity.results import Run, leaderboard, read_suite


def run(model, signature="dat|a", temperature=1.0, max_tokens=10, **stats):
    settings = {"signature": signature, "temperature": temperature, "max_tokens": max_tokens}
    return Run(model, "creativity_dat", model, settings, stats)


def test_only_like_stands_beside_like():
    """Another signature, temperature or token limit is another table."""
    runs = [
        run("a/x", score=1.0),
        run("a/y", "dat|b", score=2.0),
        run("a/z", temperature=0.5),
        run("a/w", max_tokens=5),
    ]
    text = leaderboard([*runs, run("a/v", score=4.0)])
    assert text.count("creativity_dat\n") == 4
    assert "signature: dat|a|temperature:0.5|max_tokens:10" in text


def test_a_model_without_a_score_stands_last_and_has_a_dash():
    """Undefined is not 0."""
    text = leaderboard(
        [run("a/none", valid_rate=0.0, score_failures_as_zero=0.0, num_answers=4.0), run("a/x", score=-5.0)]
    )
    lines = text.splitlines()
    assert lines[3].startswith("a/x")
    assert lines[4].split() == ["a/none", "-", "-", "0.00", "0%", "-", "4"]


def write(folder, stats="[]", spec=True):
    folder.mkdir(parents=True)
    good = {
        "name": "n",
        "groups": ["g"],
        "adapter_spec": {"model": "a/b", "temperature": 0.0, "max_tokens": 9},
        "metric_specs": [],
    }
    if spec:
        (folder / "run_spec.json").write_text(json.dumps(good))
    (folder / "stats.json").write_text(stats)


def test_a_damaged_run_is_named_and_left_out(tmp_path):
    """HELM does not write files at once; a stopped run leaves half of one."""
    write(tmp_path / "good")
    write(tmp_path / "half", stats='[{"name"')
    write(tmp_path / "alien", stats="7")
    write(tmp_path / "nospec", spec=False)
    (tmp_path / "groups").mkdir()
    (tmp_path / "eval_cache").mkdir()
    runs, problems = read_suite(tmp_path)
    assert [one.name for one in runs] == ["n"]
    assert [problem.split(":")[0] for problem in problems] == ["alien", "half", "nospec"]


def test_only_the_test_split_without_perturbation_counts(tmp_path):
    """HELM writes others beside it."""
    stats = [
        {"name": {"name": "score", "split": "test"}, "mean": 1.0},
        {"name": {"name": "score", "split": "train"}, "mean": 2.0},
        {"name": {"name": "score", "split": "test", "perturbation": {"name": "x"}}, "mean": 3.0},
        {"name": {"name": "none", "split": "test"}},
    ]
    write(tmp_path / "run", stats=json.dumps(stats))
    assert read_suite(tmp_path)[0][0].stats == {"score": 1.0}


def test_no_suite_says_how_to_make_one(tmp_path):
    """And an empty one is none."""
    with pytest.raises(FileProblem, match="helm-run makes one"):
        read_suite(tmp_path / "absent")
    with pytest.raises(FileProblem, match="holds no run"):
        read_suite(tmp_path)
