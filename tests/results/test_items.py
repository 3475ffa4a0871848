"""Scores of single answers."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.folders import entry, stat, write_run

from helm_creativity.errors import FileProblem
from helm_creativity.results.runs import read_run
from helm_creativity.results.samples import all_scores, item_scores


def run_of(folder, entries, **more):
    return read_run(write_run(folder, stats={"score": 1.0}, entries=entries, **more))


def scores(run, stat_name="score", split="test"):
    found = item_scores(run, stat_name, split)
    return list(zip(found.items, found.trials.tolist(), found.values.tolist(), strict=True))


def test_draws_of_training_examples_are_trials_from_0(tmp_path):
    entries = [entry("a", 0, score=1.0), entry("a", 1, score=3.0)]
    run = run_of(tmp_path, entries, adapter={"num_train_trials": 2})
    assert scores(run) == [("a", 0, 1.0), ("a", 1, 3.0)]
    assert all_scores(run)["trial"].to_list() == [0, 1]


def test_only_the_split_and_no_perturbation(tmp_path):
    """HELM writes others beside them; values of parts of a split are averaged."""
    odd = {
        "instance_id": "a",
        "train_trial_index": 0,
        "stats": [
            stat("score", 5.0, split="valid"),
            stat("score", 6.0, perturbation={"name": "typos", "computed_on": "worst"}),
            stat("score", 1.0, sub_split="x"),
            stat("score", 2.0, sub_split="y"),
            stat("score", None),
        ],
    }
    run = run_of(tmp_path, [odd, entry("a", perturbation={"name": "typos"}, score=7.0)])
    assert scores(run) == [("a", 0, 1.5)]
    assert scores(run, split="valid") == [("a", 0, 5.0)]


def test_python_reads_no_less_than_the_fast_way(tmp_path):
    """All that is odd at once, behind a NaN, which is no score and does not cost the others."""
    odd = entry("a", 1, score=3.0)
    odd["stats"] += [stat("score", 6.0, perturbation={"name": "typos"}), stat("x", None), stat("y", 1, split=None)]
    entries = [entry("a", score=3.0), odd, entry("b", perturbation={"name": "typos"}, score=7.0)]
    fast = run_of(tmp_path / "fast", entries)
    slow = run_of(tmp_path / "slow", [*entries, entry("z", score=float("nan")), entry("zz", score=float("inf"))])
    assert scores(slow)[:-2] == scores(fast)
    assert all_scores(slow).rows()[:-2] == all_scores(fast).rows()
    assert all_scores(slow)["value"].to_list()[-2:] == [None, None]
    assert np.isnan(item_scores(slow, "score", "test").values[-2:]).all()
    assert (scores(run_of(tmp_path / "none", [])), all_scores(run_of(tmp_path / "empty", [])).rows()) == ([], [])


def test_every_stat_of_every_item(tmp_path):
    run = run_of(tmp_path, [entry("a", score=4.0, fluency=2.0)], adapter={"num_trials": 3})
    name = run.name
    assert all_scores(run).rows() == [
        (name, "a", None, "test", "score", 4.0),
        (name, "a", None, "test", "fluency", 2.0),
    ]
    kept = [entry("a", score=4.0), entry("a", 1, score=3.0), entry("a", 2, score=5.0)]
    run = run_of(tmp_path / "kept", kept, adapter={"num_trials": 2})
    assert [row[1:] for row in all_scores(run).rows()] == [
        ("a", 0, "test", "score", 3.0),
        ("a", 1, "test", "score", 5.0),
    ]
    run = run_of(tmp_path / "outputs", [entry("a", score=4.0)], adapter={"num_outputs": 5})
    assert all_scores(run)["trial"].to_list() == [None]
    run = run_of(tmp_path / "alone", [entry("a", score=4.0)])
    assert all_scores(run)["trial"].to_list() == [0]


DAMAGED = [
    None,
    "",
    "7",
    "[null]",
    '{"a": 1}',
    '[{"instance_id": "a"}]',
    '[{"train_trial_index": 0, "stats": []}]',
    '[{"instance_id": "a", "train_trial_index": 0, "stats": 7}]',
    '[{"instance_id": "a", "train_trial_index": 0, "stats": [{"name": "score", "mean": 1.0}]}]',
    '[{"instance_id": "a", "train_trial_index": 0, "stats": [{"name": {"name": "score"}, "mean": "x"}]}]',
    "[" * 100_000,
    "\xff",
]


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_file_is_named(tmp_path, text):
    run = run_of(tmp_path, None)
    if text is not None:
        (run.folder / "per_instance_stats.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(FileProblem, match=r"cannot read the scores of its items from per_instance_stats\.json.*again"):
        item_scores(run, "score", "test")


values = st.none() | st.floats(allow_nan=True, allow_infinity=True)
items = st.dictionaries(st.text(max_size=4), st.lists(values, min_size=1, max_size=4), max_size=6)


@given(items)
def test_all_answers_arrive_where_they_belong(tmp_path_factory, items):
    """Against the definition, item by item; ids may hold anything."""
    entries = []
    for item, answers in items.items():
        entries.append(entry(item, score=0.5 if len(answers) > 1 else answers[0]))
        entries += (
            [entry(item, i, score=answer) for i, answer in enumerate(answers, start=1)] if len(answers) > 1 else []
        )
    text = json.dumps(entries).encode("utf-8", "replace").decode("utf-8")
    run = run_of(tmp_path_factory.mktemp("items"), text)
    wanted = [
        (item, trial, answer if answer is not None and abs(answer) <= 1e300 else np.nan)
        for item, answers in items.items()
        for trial, answer in enumerate(answers)
    ]
    found = scores(run)
    assert [row[:2] for row in found] == [row[:2] for row in wanted]
    np.testing.assert_array_equal([row[2] for row in found], [row[2] for row in wanted])
