"""``helm-creativity status``: a line per run, and an exit status for scripts."""

import json
import re

import pytest
from support import command
from support.folders import write_run
from support.judged import judge_reply, state, without_nulls

from helm_creativity.benchmark.follow_ups import FOLLOW_UPS

FILES = ("run_spec.json", "scenario.json", "scenario_state.json", "stats.json", "per_instance_stats.json")
KEY = "dat|protocol:p"


def whole(suite, model="a/x", group="creativity_dat", states=(), stats=None, arguments="", **more):
    """A run with the five files that HELM writes: two responses with a score, unless it says otherwise."""
    stats = {"score": 1.0, "valid_rate": 1.0, "num_answers": 2.0} if stats is None else stats
    name = f"{group}:{arguments}model={model.replace('/', '_')}"
    folder = write_run(suite, group, model, stats, [], name=name, **{"comparable": KEY, **more})
    (folder / "scenario.json").write_text("{}")
    states = states or [state("i", annotation={}), state("j", annotation={})]
    for saved in states if not any(saved["annotations"][FOLLOW_UPS] for saved in states) else ():
        del saved["annotations"][FOLLOW_UPS]
    (folder / "scenario_state.json").write_text(json.dumps({"request_states": without_nulls(list(states))}))
    return folder


def rows(tmp_path, *options, suites=("s",)):
    """The rows by model, and the command's result."""
    done = command.run("status", *suites, "--output-path", tmp_path, "--format", "json", *options)
    return {row["model"]: row for row in json.loads(done.text)[0]["rows"]}, done


@pytest.fixture
def runs(tmp_path):
    """The folder of a suite's runs."""
    return tmp_path / "runs" / "s"


COLUMNS = ("state", "responses", "expected", "scored", "coverage", "missing_ratings", "problem")


def test_a_whole_suite_ends_with_0(runs, tmp_path):
    """Responses, the share with a score, the share of ratings; blank where nobody was asked for ratings."""
    whole(runs)
    judged = [state("i", judge_reply("j", novelty=3), judge_reply("k", novelty=4))]
    whole(runs, "b/y", "creativity_metaphor", judged)
    found, done = rows(tmp_path)
    assert (done.status, done.stderr) == (0, [])
    assert [found["a/x"][name] for name in COLUMNS] == ["complete", 2, 2, 1.0, None, None, ""]
    assert [found["b/y"][name] for name in COLUMNS] == ["complete", 1, 1, 1.0, 1.0, 0, ""]


NO_JSON = "cannot read {}: it is no JSON .*"


@pytest.mark.parametrize(
    ("names", "text", "model", "responses", "scored", "problem"),
    [
        (FILES, None, "a/x", None, None, "its folder is empty, as it failed, was killed or has not ended"),
        (FILES[:1], None, "a/x", 2, None, "there is no run_spec.json"),
        (FILES[1:2], None, "a/x", 2, 1.0, "there is no scenario.json"),
        (FILES[:1], "[{", "b_y", 2, None, NO_JSON.format(FILES[0])),
        (FILES[1:2], "[{", "b/y", 2, 1.0, NO_JSON.format(FILES[1])),
        (FILES[2:3], "[{", "b/y", None, 1.0, NO_JSON.format(FILES[2])),
        (FILES[3:4], "[{", "b/y", 2, None, NO_JSON.format(FILES[3])),
    ],
)
def test_files_that_were_lost_or_cut_are_a_line_and_1(runs, tmp_path, names, text, model, responses, scored, problem):
    """What the others say stands there. A model has the name that other runs of it have, or that of its folder."""
    whole(runs)
    folder = whole(runs, model.replace("_", "/"), group="creativity_rat")
    for name in names:
        (folder / name).unlink() if text is None else (folder / name).write_text(text)
    done = command.run("status", "s", "--output-path", tmp_path, "--format", "json")
    (first, row) = json.loads(done.text)[0]["rows"]
    kind = "missing" if names == FILES else "incomplete"
    assert (first["state"], row["state"], row["model"], row["run"]) == ("complete", kind, model, folder.name)
    assert (row["benchmark"], row["responses"], row["scored"]) == ("creativity_rat", responses, scored)
    assert re.fullmatch(f"{problem}; run it again", row["problem"])
    assert (done.status, done.stderr) == (1, [f"1 of 2 runs failed: 1 {kind}"])


@pytest.mark.parametrize(
    ("answered", "problem"),
    [(2, "stats.json is damaged, as there is nothing in it"), (0, "2 of 2 requests have no response")],
)
def test_a_run_without_any_stat_is_incomplete(runs, tmp_path, answered, problem):
    """Its stats were lost, or it was a dry run."""
    states = [state("i", annotation={}), state("j", annotation={})]
    for saved in states[answered:]:
        del saved["result"]
    whole(runs, states=states, stats={})
    found, done = rows(tmp_path)
    row = found["a/x"]
    assert (row["state"], row["problem"], done.status) == ("incomplete", f"{problem}; run it again", 1)
    assert (row["responses"], row["expected"]) == (answered, 2)


def test_a_run_without_a_score_says_why(runs, tmp_path):
    """``helm-run`` ends with 0 there. Another package's run has no score of this name, and lacks none."""
    rates = {"valid_rate": 0.0, "num_answers": 10.0, "refusal_rate": 0.3, "empty_rate": 0.7}
    whole(runs, stats=rates)
    whole(runs, "b/y", "mmlu", stats={"exact_match": 0.5}, comparable="")
    found, done = rows(tmp_path)
    assert (found["a/x"]["state"], found["a/x"]["failures"]) == ("no score", "empty 7, refused 3")
    assert (found["b/y"]["state"], found["b/y"]["scored"]) == ("complete", None)
    assert (done.status, done.stderr) == (1, ["1 of 2 runs failed: 1 no score"])


@pytest.mark.parametrize(
    ("least", "below"),
    [
        ("coverage=.6,scored=.8", ""),
        ("coverage=.601", "coverage=0.601"),
        ("scored=.801", "scored=0.801"),
        ("scored=.9 , coverage=1", "scored=0.9, coverage=1"),
    ],
)
def test_a_share_that_is_too_low_is_1(runs, tmp_path, least, below):
    """Ratings of which there is no record count as missing; a run without judges has no coverage to fall under."""
    replies = [judge_reply("j", novelty=3, use="failed"), judge_reply("k", novelty=4, use=1)]
    states = [state("i", *replies, error="broke")]
    whole(runs, "b/y", "creativity_metaphor", states, {"score": 1.0, "valid_rate": 0.8, "num_answers": 5.0})
    whole(runs)
    found, done = rows(tmp_path, "--fail-under", least)
    row = found["b/y"]
    assert (row["coverage"], row["missing_ratings"]) == (0.6, 2)
    assert sorted(row["missing_because"].split(", ")) == ["broke_off 1", "failed 1"]
    assert (row["below"], row["state"], found["a/x"]["below"]) == (below, "complete", "")
    assert done.status == (1 if below else 0)


def test_runs_are_told_apart_by_what_differs(runs, tmp_path):
    """One line per run, which has its settings only where the benchmark was run under several."""
    whole(runs, arguments="protocol=p,temp=1,")
    whole(runs, "b/y", arguments="protocol=p,temp=0.5,")
    whole(runs, "a/x", "creativity_rat", arguments="temp=0,")
    whole(tmp_path / "runs" / "other", "a/x", "creativity_rat", arguments="temp=0,")
    text = command.run("status", "s", "other", "--output-path", tmp_path).text.splitlines()
    rows = [line.split() for line in text if line.startswith(("dat", "rat"))]
    known = (("dat", "a/x"), ("dat", "b/y"), ("rat", "a/x"), ("rat", "a/x"))
    assert [row[:3] for row in rows] == [[*names, "complete"] for names in known]
    differ = ({"s", "temp=1"}, {"s", "temp=0.5"}, {"s"}, {"other"})
    assert all(known <= set(row) for known, row in zip(differ, rows, strict=True))
