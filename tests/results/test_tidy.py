"""Suites as tables in files and as frames."""

import json
import os
import resource
import threading

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from pyarrow import parquet
from support import command as commands
from support.folders import entry, stat, write_run
from support.participants import sample
from support.simulated import simulated_suite

from helm_creativity.benchmark.rows.records import check_ending
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.people.sample import read_people, write_sample
from helm_creativity.results import tidy
from helm_creativity.results.loading import read_suite
from helm_creativity.results.runs import find_suites, read_suites
from helm_creativity.results.tidy import ENDINGS, write_table


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


def test_the_tables_of_a_suite(output):
    """What cannot be read is reported, and the others are whole.

    Several answers to a request are numbered; half a character does not cost the table.
    """
    text, stderr = command(output, "runs", "stats", "scores", "responses")
    counts = {"runs": 3, "stats": 5, "scores": 4, "responses": 5}
    assert text.splitlines() == [f"{n} rows in {output}/out/{name}.parquet" for name, n in counts.items()]
    assert {path.name for path in (output / "out").iterdir()} == {f"{name}.parquet" for name in counts}
    assert [line.partition(" from ")[0] for line in stderr[1:]] == [
        f"left out: creativity_dat:model=a_z: cannot read {what}"
        for what in ("the scores of its items", "its responses")
    ]
    assert stderr[0].startswith("left out: s: stopped: the run is not finished")
    runs = read(output, "runs")
    assert runs.columns == list(tidy.RUNS)
    first, last = runs.row(0, named=True), runs.row(2, named=True)
    arguments = json.loads(first.pop("arguments"))
    key = "dat|v:1|instruction:creative@sha256:0123"
    known = ("creativity_dat:model=a_x", "s", "creativity_dat", "a/x", "a/x", False, key, "creative", 1.0, 10, 2, 1)
    assert tuple(first.values()) == (*known, "some.Scenario", '{"max_tokens": "10"}')
    assert (arguments["cue"], arguments["embedding"]) == ("fog", "x")
    assert not {"comparable", "provenance"} & arguments.keys()
    assert (last["group"], last["baseline"], last["comparable"], last["items"]) == ("other", True, None, None)
    name, other = "creativity_dat:model=a_x", "other:model=creativity_greedy"
    stats = [("test", "score", 1.5), ("test", "num_instances", 2.0), ("valid", "score", 3.0)]
    assert read(output, "stats").filter(run=name).rows() == [(name, *row) for row in stats]
    assert read(output, "scores").rows() == [
        (name, "i", 0, "test", "score", 2.0),
        (name, "j", 0, "test", "score", None),
        (name, "j", 0, "test", "wit", 1.0),
        (other, "i", 0, "test", "score", 5.0),
    ]
    assert read(output, "responses").rows() == [
        (name, "i", 0, 0, "cat", "stop", False, False, '{"cue": "fog"}'),
        (name, "i", 1, 0, "dog", "stop", False, False, "{}"),
        (name, "i", 1, 1, "\ufffd", "stop", False, False, "{}"),
        (name, "j", 0, 0, "", "stop", False, False, "{}"),
        (other, "i", 0, 0, "x", "unknown", True, False, "{}"),
    ]


def test_tables_are_replaced_and_runs_of_a_later_suite_count(output):
    command(output)
    (output / "runs" / "s" / "other:model=creativity_greedy" / "stats.json").unlink()
    write_run(output / "runs" / "t", model="a/x", stats={"score": 9.0})
    _, stderr = command(output, suites=("s", "t"))
    assert "note: 1 run is in the suites 's' and 't'; the suite named later counts, 't'" in stderr
    assert read(output, "runs")["suite"].to_list() == ["t", "s"]
    assert len(list((output / "out").iterdir())) == 3


def test_where_nothing_can_be_read_or_written(output):
    (output / "out").write_text("")
    with pytest.raises(FileProblem, match=r"cannot write into .*out is a file; name a folder"):
        command(output)
    (output / "out").unlink()
    (output / "runs" / "none" / "creativity_dat:model=a_b").mkdir(parents=True)
    with pytest.raises(FileProblem, match="no run of none can be read"):
        command(output, suites=("none",))


@pytest.fixture(scope="module")
def simulated(tmp_path_factory):
    folder = tmp_path_factory.mktemp("frames")
    simulated_suite(
        folder / "runs" / "s", 3, n_models=3, benchmarks=("dat", "rat"), n_items=3, n_trials=2, failures=0.1
    )
    return folder


def in_file(simulated, name):
    tidy.write_tables(read_suites(find_suites(["s"], simulated)), simulated / "out", tidy.TABLES[:3], pytest.fail)
    return pl.read_parquet(simulated / "out" / f"{name}.parquet")


def test_scores_are_the_table_of_scores_with_what_is_known_of_their_runs(simulated, monkeypatch):
    """Read when collected; a filter and a choice of columns go into the reading."""
    lazy, read = read_suite(["s"], simulated).response_scores(), []
    assert isinstance(lazy, pl.LazyFrame)
    whole = lazy.collect()
    assert whole.schema == lazy.collect_schema()
    assert_frame_equal(whole.select(list(tidy.SCORES)), in_file(simulated, "scores"))
    assert whole["participant"].null_count() == len(whole)
    best = lazy.filter(pl.col("stat") == "score", pl.col("model") == "creativity/greedy").select("item", "value")
    expected = whole.filter(pl.col("stat") == "score", pl.col("model") == "creativity/greedy").select("item", "value")
    assert len(expected) > 0
    assert_frame_equal(best.collect(), expected)
    monkeypatch.setattr(tidy, "AHEAD", 1)
    monkeypatch.setattr(tidy, "all_scores", lambda run, real=tidy.all_scores: read.append(run.name) or real(run))
    assert_frame_equal(read_suite(["s"], simulated).response_scores().head(5).collect(), whole.head(5))
    assert len(read) == 1  # no more runs than rows are wanted


def test_responses_of_people_are_rows_too(simulated, tmp_path):
    people = sample({"p": [2.0, 2.0], "q": [4.0, None]})
    write_sample(people, tmp_path / "people")
    frame = read_suite(["s"], simulated, people=tuple(read_people([tmp_path / "people"]))).response_scores().collect()
    own = frame.filter(pl.col("participant").is_not_null())
    assert own["run"].unique().to_list() == [people.name]
    assert own["comparable"].unique().to_list() == [people.comparable]
    assert own.filter(pl.col("stat") == "score")["value"].to_list() == [2.0, 2.0, 4.0, None]
    assert own["model"].null_count() == len(own)
    assert len(frame) - len(own) == len(read_suite(["s"], simulated).response_scores().collect())


COLUMNS = {"name": "string", "count": "int64", "share": "double"}
ENDED = pytest.mark.parametrize("ending", ["parquet", "csv", "jsonl"])
ROWS = [("a", 1, 0.5), ("Zoë,\n", -2, None), ("", 3, 1.0)]


@pytest.mark.parametrize(("size", "rows"), [(1, ROWS), (2, ROWS), (3, ROWS), (50_000, ROWS[1:]), (5, [])])
def test_batches_are_invisible(tmp_path, size, rows):
    """Whether the last one is full or not, or there is none; types hold where values are missing."""
    path = tmp_path / "table.parquet"
    assert write_table(iter(rows), COLUMNS, path, batch=size) == len(rows)
    table = parquet.read_table(path)
    assert {field.name: str(field.type) for field in table.schema} == COLUMNS
    assert [tuple(row.values()) for row in table.to_pylist()] == rows


@pytest.mark.parametrize("name", ["t", "t.xlsx", "t.parquet.gz"])
def test_other_endings_are_refused_before_a_row_is_read(tmp_path, name):
    with pytest.raises(BadArguments, match=r"must end in \.parquet, \.csv, \.jsonl, got"):
        write_table(iter(lambda: pytest.fail("a row was read"), None), COLUMNS, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@ENDED
def test_where_nothing_can_be_written(tmp_path, ending):
    (tmp_path / f"folder.{ending}").mkdir()
    for place, why in ((f"absent/t.{ending}", "there is no folder .*absent; make it"), (f"folder.{ending}", "")):
        with pytest.raises(FileProblem, match=rf"cannot write .*{place}: {why}"):
            write_table(ROWS, COLUMNS, tmp_path / place)
    assert [path.name for path in tmp_path.rglob("*")] == [f"folder.{ending}"]


@ENDED
def test_a_disk_that_fills_leaves_the_old_file(tmp_path, ending):
    path = tmp_path / f"t.{ending}"
    path.write_text("old")
    rows = ((f"judge {i * 7919} {'x' * 40}", i, float(i)) for i in range(120_000))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    try:
        with pytest.raises(FileProblem, match=rf"cannot write .*t\.{ending}: .*File too large"):
            write_table(rows, COLUMNS, path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(("ending", "error"), [("parquet", FileProblem), ("csv", BadArguments)])
def test_half_a_character_is_reported(tmp_path, ending, error):
    half = [("\ud800", 1, 1.0)]
    with pytest.raises(error, match="surrogates not allowed"):
        write_table(half, COLUMNS, tmp_path / f"t.{ending}")
    assert list(tmp_path.iterdir()) == []
    write_table(half, COLUMNS, tmp_path / "t.jsonl")
    assert json.loads((tmp_path / "t.jsonl").read_text())["name"] == "\ud800"


def test_a_pipe_gets_jsonl_whatever_its_name(tmp_path):
    pipe, got = tmp_path / "t.parquet", []
    os.mkfifo(pipe)
    check_ending(pipe, ENDINGS)
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    assert write_table(ROWS[:1], COLUMNS, pipe) == 1
    reader.join()
    assert pipe.is_fifo()
    assert json.loads(got[0]) == {"name": "a", "count": 1, "share": 0.5}


def test_stats_of_a_suite_are_the_tables_of_stats_and_runs(simulated):
    frame = read_suite(["s"], simulated).run_stats()
    assert frame.columns == [*tidy.STATS, *(name for name in tidy.RUNS if name != "run")]
    assert_frame_equal(frame.select(list(tidy.STATS)), in_file(simulated, "stats"))
    runs = frame.select(list(tidy.RUNS)).unique(maintain_order=True)
    assert_frame_equal(runs, in_file(simulated, "runs"), check_row_order=False)
