"""Suites as tables in files."""

import json

import polars as pl
import pytest
from support import command as commands
from support.folders import entry, stat, write_run

from helm_creativity.errors import FileProblem
from helm_creativity.results import tidy
from helm_creativity.results.runs import SuiteFolder, read_suites


def answer(item, trial, *texts, fields=None, **result):
    completions = [{"text": text, "finish_reason": {"reason": "stop"}} for text in texts]
    return {
        "instance": {"id": item, "extra_data": fields or {}},
        "request": {"random": str(trial)} if trial else {},
        "result": {"success": True, "completions": completions, **result},
        "annotations": {"guard": {}},
    }


def states(folder, *found):
    (folder / "scenario_state.json").write_text(json.dumps({"request_states": found}))


@pytest.fixture
def output(tmp_path):
    suite = tmp_path / "runs" / "s"
    arguments = {"comparable": "dat|v:1|instruction:creative@sha256:0123", "embedding": "x"}
    first = write_run(
        suite,
        model="a/x",
        stats=[stat("score", 1.5), stat("num_instances", 2.0), stat("score", 3.0, split="valid")],
        entries=[entry("i", score=2.0), entry("j", score=float("nan"), wit=1.0)],
        task={"cue": "fog"},
        **arguments,
    )
    half = "\ud83d"
    states(first, answer("i", 0, "cat", fields={"cue": "fog"}), answer("i", 1, "dog", half), answer("j", 0, ""))
    second = write_run(suite, "other", "creativity/greedy", {"score": 2.0}, entries=[entry("i", score=5.0)])
    states(second, answer("i", 0, "x", success=False, error="gone"))
    write_run(suite, model="a/z", stats={"score": 2.0}, entries="[")
    (suite / "stopped").mkdir()
    return tmp_path


def command(output, *more, suites=("s",)):
    tables = [word for name in more or ("runs", "stats", "scores") for word in ("--table", name)]
    text, stderr, _ = commands.run("export", *suites, "--output-path", output, "--out", output / "out", *tables)
    return text, stderr


def read(output, name):
    return pl.read_parquet(output / "out" / f"{name}.parquet")


def test_runs(output):
    command(output)
    runs = read(output, "runs")
    assert runs.columns == list(tidy.RUNS)
    first = runs.row(0, named=True)
    arguments = json.loads(first.pop("arguments"))
    assert first == {
        "run": "creativity_dat:model=a_x",
        "suite": "s",
        "group": "creativity_dat",
        "model": "a/x",
        "deployment": "a/x",
        "baseline": False,
        "comparable": "dat|v:1|instruction:creative@sha256:0123",
        "instruction": "creative",
        "temperature": 1.0,
        "max_tokens": 10,
        "items": 2,
        "trials": 1,
        "scenario": "some.Scenario",
        "provenance": '{"max_tokens": "10"}',
    }
    assert arguments["cue"] == "fog"
    assert arguments["embedding"] == "x"
    assert not {"comparable", "provenance"} & arguments.keys()
    last = runs.row(2, named=True)
    assert (last["group"], last["baseline"], last["comparable"], last["items"]) == ("other", True, None, None)


def test_stats_and_scores(output):
    command(output)
    name = "creativity_dat:model=a_x"
    assert read(output, "stats").filter(run=name).rows() == [
        (name, "test", "score", 1.5),
        (name, "test", "num_instances", 2.0),
        (name, "valid", "score", 3.0),
    ]
    assert read(output, "scores").rows() == [
        (name, "i", 0, "test", "score", 2.0),
        (name, "j", 0, "test", "score", None),
        (name, "j", 0, "test", "wit", 1.0),
        ("other:model=creativity_greedy", "i", 0, "test", "score", 5.0),
    ]


def test_answers(output):
    """Several to a request are numbered; half a character does not cost the table."""
    text, stderr = command(output, "responses")
    assert text.splitlines()[-1].startswith("5 rows in ")
    name, fields = "creativity_dat:model=a_x", '{"cue": "fog"}'
    assert read(output, "responses").rows() == [
        (name, "i", 0, 0, "cat", "stop", False, False, fields),
        (name, "i", 1, 0, "dog", "stop", False, False, "{}"),
        (name, "i", 1, 1, "\ufffd", "stop", False, False, "{}"),
        (name, "j", 0, 0, "", "stop", False, False, "{}"),
        ("other:model=creativity_greedy", "i", 0, 0, "x", "unknown", True, False, "{}"),
    ]
    assert stderr[-1].startswith("left out: creativity_dat:model=a_z: cannot read its responses")


@pytest.mark.parametrize("ahead", [1, 2, 8])
def test_how_many_runs_are_read_at_a_time_does_not_show(tmp_path, monkeypatch, ahead):
    suite = tmp_path / "runs" / "s"
    for number in range(5):
        write_run(suite, model=f"a/{number}", stats={"score": 1.0}, entries=[entry("i", score=number, wit=1.0)])
    monkeypatch.setattr(tidy, "AHEAD", ahead)
    frames = list(tidy.score_frames(read_suites([SuiteFolder("s", suite)]).runs, pytest.fail))
    assert pl.concat(frames).filter(stat="score")["value"].to_list() == [0.0, 1.0, 2.0, 3.0, 4.0]
    assert len(frames) == -(-5 // ahead)


def test_the_tables_of_a_suite(output):
    """What cannot be read is reported, and the others are whole; a second time they are replaced."""
    text, stderr = command(output)
    out = output / "out"
    counts = {"runs": 3, "stats": 5, "scores": 4}
    assert text.splitlines() == [f"{n} rows in {out}/{name}.parquet" for name, n in counts.items()]
    assert sorted(path.name for path in out.iterdir()) == ["runs.parquet", "scores.parquet", "stats.parquet"]
    assert stderr[0].startswith("left out: s: stopped: there is no run_spec.json")
    assert stderr[1].startswith("left out: creativity_dat:model=a_z: cannot read the scores of its items")
    assert len(stderr) == 2
    (output / "runs" / "s" / "other:model=creativity_greedy" / "stats.json").unlink()
    write_run(output / "runs" / "t", model="a/x", stats={"score": 9.0})
    _, stderr = command(output, suites=("s", "t"))
    assert "note: 1 run is in the suites 's' and 't'; the suite named later counts, 't'" in stderr
    assert read(output, "runs")["suite"].to_list() == ["t", "s"]
    assert len(list(out.iterdir())) == 3


def test_where_nothing_can_be_read_or_written(output):
    (output / "out").write_text("")
    with pytest.raises(FileProblem, match=r"cannot write into .*out is a file; name a folder"):
        command(output)
    (output / "out").unlink()
    (output / "runs" / "none" / "creativity_dat:model=a_b").mkdir(parents=True)
    with pytest.raises(FileProblem, match="no run of none can be read"):
        command(output, suites=("none",))
