"""The ratings of a suite as a table."""

import csv
import json
import math
import tracemalloc

import pytest
from pyarrow import parquet
from support.given import annotation_with
from support.judged import GROUP, judge_reply, row, state, write_run

from helm_creativity.results import tidy
from helm_creativity.results.ratings import COLUMNS as TYPES
from helm_creativity.results.ratings import RatingRow, ratings_of_all
from helm_creativity.results.runs import read_suite
from helm_creativity.results.tidy import write_table

COLUMNS = list(RatingRow._fields)


def runs_in(suite):
    runs, problems = read_suite(suite)
    assert problems == []
    return runs


def read(path):
    if path.suffix == ".parquet":
        return parquet.read_table(path).to_pylist()
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    with path.open(encoding="utf-8", newline="") as file:
        return [{**row, "rating": float(row["rating"]) if row["rating"] else None} for row in csv.DictReader(file)]


@pytest.fixture
def suite(tmp_path):
    """Two runs: two answers to one item with a comparison of them, and an answer of another model."""
    folder = tmp_path / "runs" / "s"
    first = [
        state("fog", judge_reply("x/one", originality=7.0, feasibility="refused")),
        state(
            "fog",
            judge_reply("x/two", originality=3.5, feasibility=10.0),
            judge_reply("x/one", "fluency", "0+1", fluency="truncated"),
            trial=1,
        ),
        state("dew"),
    ]
    write_run(folder, "a/m", first)
    write_run(folder, "b/Zoë", [state("fog", judge_reply("x/one", originality="failed", feasibility=1.0))])
    return folder


def test_every_rating_asked_is_a_row_whether_it_came_or_not(suite):
    """In the order of the answers; two answers that are compared are a trial of their own."""
    rows = list(ratings_of_all(runs_in(suite), []))
    run = f"{GROUP}:protocol=ruan2024,model="
    mine = {"model": "a/m", "item": "fog", "run": f"{run}a_m"}
    other = {"model": "b/Zoë", "item": "fog", "run": f"{run}b_Zoë"}
    assert rows == [
        row("x/one", 7, **mine),
        row("x/one", "refused", **mine, dimension="feasibility"),
        row("x/two", 3.5, **mine, trial="1"),
        row("x/two", 10, **mine, trial="1", dimension="feasibility"),
        row("x/one", "truncated", **mine, trial="0+1", dimension="fluency", rubric="fluency"),
        row("x/one", "failed", **other),
        row("x/one", 1, **other, dimension="feasibility"),
    ]


@pytest.mark.parametrize("ending", [".parquet", ".csv", ".jsonl", ".CSV"])
def test_all_formats_hold_the_same_rows(suite, tmp_path, ending):
    """With the columns in order, and None where a rating is missing; a run without judges has no row."""
    bare, empty = state("fog"), state("fog")
    del bare["annotations"]  # HELM drops what is null
    empty["annotations"] = {"guard": {"mended": ""}}
    write_run(suite, "a/none", [bare, empty], group="creativity_dat")
    rows = list(ratings_of_all(runs_in(suite), problems := []))
    path = tmp_path / f"ratings{ending}"
    assert (write_table(iter(rows), TYPES, path), problems) == (7, [])
    found = read(path)
    assert [list(row) for row in found] == [COLUMNS] * 7
    assert [RatingRow(**row) for row in found] == rows


JUDGED = {temp: f"idea|temp:1|judges:x/one|judge_temp:{temp}|rubric:1@sha256:abc|card:1" for temp in (0, 1)}


def test_one_of_several_comparable_runs_of_a_model_stands_for_them(tmp_path):
    """That with the most responses, as in a study; what may not be compared stands for nothing else."""
    folder = tmp_path / "runs" / "s"

    def written(arguments, n, temp=0, model="a/m", **more):
        one = [state(f"i{i}", judge_reply("x/one", originality=float(i))) for i in range(n)]
        more |= {"comparable": JUDGED[temp], "stats": {"num_answers": float(n)}}
        return write_run(folder, model, one, arguments=arguments, **more).name

    few, many = written("max_tokens=64", 1), written("max_tokens=128", 3)
    as_many = written("judge_max_tokens=100", 3)
    apart = [
        written("judge_temp=1", 2, temp=1),
        written("max_tokens=64", 1, model="b/m"),
        written("model_deployment=c_m", 1, adapter={"model_deployment": "c/m"}),
    ]
    runs, problems = runs_in(folder), []
    kept = list(ratings_of_all(runs, problems))
    assert {row.run.replace("/", "_") for row in kept} == {many, *apart}
    why = "is of the same model and comparable settings and has as many responses or more"
    assert sorted(problems) == sorted(f"{run}: {many} {why}" for run in (few, as_many))
    assert {row.judging for row in kept} == {f"judge_temp:{temp}|rubric:1@sha256:abc|card:1" for temp in (0, 1)}
    assert len(list(ratings_of_all(runs, [], every=True))) == 1 + 3 + 3 + 2 + 1 + 1


def test_a_run_without_a_comparable_key_stands_for_itself(tmp_path):
    """It may be a copy of another run, and it does not say how judges were asked. A 7 in a file equals a 7.0."""
    for arguments in ("max_tokens=64", "max_tokens=128"):
        write_run(tmp_path, "a/m", damaged(7), arguments=arguments)
    rows = list(ratings_of_all(runs_in(tmp_path), problems := []))
    assert ([(row.judging, repr(row.rating)) for row in rows], problems) == ([("", "7.0")] * 2, [])


def damaged(rating=7.0, **changed):
    """An annotation with one rating, or something else in its place; ``changed``: what the judge's reply has."""
    good = annotation_with(judge_reply("x/one", originality=1.0))
    (entry,) = good["steps"]
    (reply,) = entry["replies"]
    replies = [{**reply, "ratings": {"originality": [rating]}, **changed}]
    return json.dumps({"request_states": [state("fog", annotation={**good, "steps": [{**entry, "replies": replies}]})]})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"request_states": [{"inst', "it is no JSON"),
        ("{}", "'request_states' is missing in it"),
        ("[]", "it does not hold what it should"),
        ('{"request_states": [7]}', "it does not hold what it should"),
        ("[" * 100_000, "nested too deep"),
        (damaged(None), "a step is not as it was written: it does not hold what it should"),
        (damaged(math.nan), "must be finite"),
        (damaged("bored"), "'bored' is not a valid MissingReason"),
        (damaged(ratings=7), "a step is not as it was written: it does not hold what it should"),
        (damaged(ratings={}), "expected ratings of 'x/one', got none"),
        (damaged().replace('"judge"', '"jury"'), "a step is not as it was written: 'judge' is missing in it"),
        (damaged().replace('"rubric"', '"rubrics"'), "a step is not as it was written: 'rubric' is missing in it"),
        (damaged().replace('"steps"', '"stairs"'), "expected the steps of follow_ups as a list of entries with an id"),
        (damaged().replace('"id": "fog"', '"idea": "fog"'), "'id' is missing in it"),
        (None, "No such file or directory"),
    ],
)
def test_a_damaged_run_is_named_and_left_out_whole(suite, text, why):
    folder = write_run(suite, "a/broken", text or "")
    if text is None:
        (folder / "scenario_state.json").unlink()
    problems = []
    rows = list(ratings_of_all(runs_in(suite), problems))
    assert {row.model for row in rows} == {"a/m", "b/Zoë"}
    assert len(problems) == 1
    assert problems[0].startswith(f"{folder.name}: cannot read its ratings from scenario_state.json: ")
    assert why in problems[0]


def test_judging_that_broke_off_is_reported(suite):
    """Its ratings have no row, since it is not noted which judges they would have come from."""
    good = state("dew", judge_reply("x/one", originality=7.0, feasibility=2.0))
    half = state("fog", judge_reply("x/one", originality=7.0, feasibility=2.0), error="OSError: gone")
    none = state("fog", trial=1, error="KeyError: 'keyword'")
    folder = write_run(suite, "a/broken", [good, half, none])
    problems = []
    rows = [row for row in ratings_of_all(runs_in(suite), problems) if row.model == "a/broken"]
    assert len(rows) == 4
    assert problems == [f"{folder.name}: judging broke off, 2 responses lack ratings: OSError: gone"]


def test_a_run_by_helm_itself(judged):
    """Two ideas for each of three keywords on two dimensions, and one pair of them, by one judge, of two models."""
    rows = list(ratings_of_all(runs_in(judged / "runs" / "s"), problems := []))
    assert (len(rows), problems) == (2 * (3 * 2 * 2 + 3), [])
    assert len({row[:-4] for row in rows}) == len(rows)
    assert {(row.trial, row.dimension == "fluency") for row in rows} == {("0+1", True), ("0", False), ("1", False)}
    assert {(row.judge, row.benchmark, row.reason) for row in rows} == {("creativity/lexical-judge", GROUP, "")}
    assert all(0 <= row.rating <= 10 for row in rows)
    assert {row.model for row in rows} == {"creativity/greedy", "creativity/random-nouns"}


@pytest.mark.parametrize("ending", ["parquet", "jsonl"])
def test_memory_does_not_grow_with_the_runs(tmp_path, monkeypatch, ending):
    monkeypatch.setattr(tidy, "BATCH", 100)
    sizes = {}
    states = [state(f"i{i}", judge_reply("x/one", originality=5.0, feasibility=4.0)) for i in range(200)]
    for n in (2, 8):
        for i in range(n):
            write_run(tmp_path / str(n), f"a/{i}", states)
        tracemalloc.start()
        write_table(ratings_of_all(runs_in(tmp_path / str(n)), []), TYPES, tmp_path / f"{n}.{ending}")
        sizes[n] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert sizes[8] < 1.25 * sizes[2]
