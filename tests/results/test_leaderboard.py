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


def test_trials_are_signed_where_they_count():
    """A percentile of means over an item's answers moves with their number; a plain mean does not."""
    settings = {"signature": "x|a", "temperature": 1.0, "max_tokens": 10, "num_trials": 3}
    assert Run("r", "g", "a/x", settings, {}).signature == "x|a|temperature:1|max_tokens:10"
    counted = Run("r", "g", "a/x", {**settings, "trials_count": True}, {})
    assert counted.signature == "x|a|temperature:1|max_tokens:10|num_trials:3"


def test_what_judges_did_stands_beside_scores_that_they_gave():
    """And which of the models judged too, so that its panel was another one."""
    text = leaderboard([run("a/x", score=4.0, judge_coverage=0.5, judges_left_out=1.0), run("a/y", score=3.0)])
    head, _, first, second = text.splitlines()[1:5]
    assert head.endswith("ratings that came  own judges left out")
    assert first.split()[-2:] == ["50%", "1"]
    assert second.split()[-2:] == ["-", "-"]


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


@pytest.mark.parametrize(
    ("score", "se", "shown"),
    [(0.7312, 0.00214, ["0.7312", "0.0021"]), (-0.5, 0.01, ["-0.5000", "0.0100"]), (78.384, 0.5, ["78.38", "0.50"])],
)
def test_small_scores_have_four_decimals(score, se, shown):
    """Distances of chains differ in the third."""
    line = leaderboard([run("a/x", score=score, score_se=se, score_failures_as_zero=score)]).splitlines()[3]
    assert line.split() == ["a/x", *shown, shown[0], "-", "-", "-"]


def test_one_table_has_one_number_of_decimals():
    """That of its largest score; other tables have their own."""
    text = leaderboard([run("a/x", score=0.5), run("a/y", score=50.0), run("a/z", "dat|b", score=0.5)])
    assert [line.split()[1] for line in text.splitlines() if line.startswith("a/")] == ["50.00", "0.50", "0.5000"]


def test_all_unscored_is_a_table_of_dashes():
    """Nothing decides its decimals."""
    line = leaderboard([run("a/x", valid_rate=0.0)]).splitlines()[3]
    assert line.split() == ["a/x", "-", "-", "-", "0%", "-", "-"]


def gated(model, p, novelty, temperature=1.0, difference=4.0, signature="cdat|a"):
    stats = {"score": novelty, "novelty": novelty, "gate_p_value": p, "gate_difference": difference}
    return run(model, signature, temperature, **stats)


def test_the_gate_stands_below_the_tables():
    """One line a model and temperature, its novelty on the first."""
    # At 1.0: .0001·3 = .0003, .0006·3/2 = .0009, .5. At 1.5: 1e-12, alone.
    runs = [gated("a/x", 0.0001, 60.0), gated("a/x", 1e-12, 71.0, 1.5), gated("a/y", 0.0006, 75.0)]
    text = leaderboard([*runs, gated("a/z", 0.5, 90.0)])
    *tables, gate = text.split("\n\n")
    assert len(tables) == 2
    title, head, rule, *rows, last = gate.splitlines()
    assert title == "creativity_dat: gate, Benjamini-Hochberg over the models of a temperature, α = 0.001"
    assert head.split("  ")[0].strip() == "model"
    assert [word for word in head.split("  ") if word.strip()][1:] == [
        *["novelty where passed", "temperature", "adjusted p", "passes"]
    ]
    assert set(rule) == {"-", " "}
    assert [row.split() for row in rows] == [
        ["a/y", "75.00", "1", "0.0009", "yes"],
        ["a/x", "65.50", "1", "0.0003", "yes"],
        ["1.5", "1e-12", "yes"],
        ["a/z", "-", "1", "0.5", "no"],
    ]
    assert len({len(line) for line in (head, rule, *rows)}) == 1
    assert last == "signature: cdat|a|max_tokens:10"


def test_gates_of_unlike_settings_are_tables_of_their_own():
    """And a suite without one has none."""
    text = leaderboard([gated("a/x", 0.5, 60.0), gated("a/y", 0.5, 60.0, signature="cdat|b")])
    assert text.count("gate, Benjamini-Hochberg") == 2
    assert text.endswith("signature: cdat|b|max_tokens:10")
    assert "gate" not in leaderboard([run("a/x", score=1.0)])
    assert leaderboard([]) == ""
