"""People beside models, as tables of the leaderboard."""

import csv
import io
import json

import polars as pl
import pytest
from support import command
from support.pages import Tree
from support.participants import sample
from support.simulated import simulated_suite

import helm_creativity as hc
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.people.sample import write_sample
from helm_creativity.reports.leaderboard import leaderboard
from helm_creativity.reports.tables import render
from helm_creativity.results.runs import Run

KEY = "dat|protocol:a|prompts:5@sha256:1|embedding:e|temp:1|card:1"


def run(model, **stats):
    """A run of the DAT under the settings of ``sample``."""
    settings = {"comparable": KEY, "temperature": 1.0, "max_tokens": 10}
    return Run(model, "creativity_dat", model, settings, stats)


RUNS = [
    run("a/x", score=4.0),
    run("a/y", score=10.0),
    run("a/z", score=3.0, valid_rate=0.1),
    run("a/w", valid_rate=0.0),
]
PEOPLE = sample({"p": [2.0, 2.0], "q": [4.0, None], "r": [9.0]}, licence="CC BY 4.0")


def test_people_stand_below_models_and_models_within_people():
    """Participants have 2, 4 and 9: 4.0 surpasses one and ties with one, 1.5 of 3. Unscored and uncounted: no place."""
    models, people = leaderboard(RUNS, people=[PEOPLE])
    text = render(models).splitlines()
    cells = {line.split("  ")[0]: line.split() for line in text if line.startswith(("a/", "people"))}
    assert list(cells) == ["a/y", "a/x", "a/z (*)", "a/w", "people (n = 3)"]
    assert [cells[name][-1] for name in ("a/y", "a/x", "people (n = 3)")] == ["100%", "50%", "-"]
    rows = json.loads(render(models, "json"))[0]
    assert [row["percentile_in_dat-study-1"] for row in rows["rows"]] == [1.0, 0.5, None, None]
    assert rows["totals"][0]["model"] == "people (n = 3)"
    assert rows["totals"][0]["score"] == 5.0
    (row,) = csv.DictReader(io.StringIO(render(people, "csv")))
    known = {"participants": "3", "items": "2", "responses": "5", "ratings": "0", "mean": "5.0", "licence": "CC BY 4.0"}
    assert known.items() <= row.items()
    assert float(row["interval_low"]) < 5 < float(row["interval_high"])
    assert row["consent"] == "not stated"


def test_without_people_nothing_is_different():
    """Neither columns nor rows."""
    assert render(leaderboard(RUNS)) == render(leaderboard(RUNS, people=[]))
    assert "people" not in render(leaderboard(RUNS))


def test_several_samples_are_told_apart_by_name():
    """A row and a column each."""
    models, people = leaderboard(RUNS, people=[PEOPLE, sample({"s": [None]}, "Study 2")])
    assert [row[0] for row in models.totals] == ["people (Study 1, n = 3)", "people (Study 2, n = 0)"]
    assert [column.title for column in models.columns if "percentile" in column.title] == [
        "percentile in Study 1",
        "percentile in Study 2",
    ]
    assert "no mean of Study 2: no participant has a score" in render(people)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A suite ``s`` with DAT and RAT, and samples: of the DAT under its settings and under others, in ``people``."""
    path = tmp_path_factory.mktemp("beside")
    simulated_suite(path / "runs" / "s", states=False, n_models=3, n_items=4, judges={}, benchmarks=("dat", "rat"))
    spec = next(path.glob("runs/s/creativity_dat*/run_spec.json"))
    key = json.loads(spec.read_text())["metric_specs"][0]["args"]["comparable"]
    asked = ("prompts:", "items:", "instruction:", "temp:")
    parts = [part for part in key.split("|") if not part.startswith(asked)]
    scores = {f"p{place}": [60.0 + place, 80.0] for place in range(20)} | {"=1+1": [None, 75.0]}
    for name, changed in (("Study 1", parts), ("Old", [part.replace("card:", "card:9") for part in parts])):
        comparable = "|".join([*changed[:2], "prompts:from a file", *changed[2:]])
        write_sample(sample(scores, name, comparable=comparable, consent="may be shared"), path / "people")
    return path


def test_the_command_sets_people_beside_models(folder):
    """Where settings agree; what fits nowhere is named on stderr."""
    arguments = ("leaderboard", "s", "--output-path", folder, "--people", folder / "people")
    printed = command.run(*arguments)
    dat, rat = printed.text.split("creativity_rat\n")
    assert "people (n = 21)" in dat
    assert "Study 1: licence not stated; consent: may be shared" in dat
    assert "people" not in rat
    (line,) = printed.stderr
    assert line.startswith(
        "left out: people, Old (dat): no scores of models are comparable; the nearest differ in card ("
    )
    assert "participant " not in printed.text
    rows = csv.DictReader(io.StringIO(command.run(*arguments, "--participants", "--format", "csv").text))
    found = [row for row in rows if row["table"] == "participants"]
    assert [(row["participant"], row["responses"], row["score"]) for row in found[:2]] == [
        ("p0", "2", "70.0"),
        ("p1", "2", "70.5"),
    ]
    assert (found[-1]["participant"], found[-1]["failures"]) == ("'=1+1", "empty 1")


def test_the_report_sets_people_beside_models(folder, tmp_path):
    """Where their score puts them, without a rank; a section has every participant, the notes what fits nowhere."""
    out = tmp_path / "page.html"
    done = command.run(
        "report", "s", "--output-path", folder, "--people", folder / "people", "--out", out, "--draws", 100
    )
    tree = Tree(out.read_text("utf-8"))
    assert "people" in [attrs.get("id") for attrs in tree.all("section")]
    for text in ("people (n = 21)", "Percentile in people", "21 participants", "Consent: may be shared", "p19"):
        assert text in tree.text
    assert "--people people --draws 100" in tree.text
    assert any(line.startswith("left out: people, Old (dat): no scores") for line in done.stderr)


def test_the_api_has_people_beside_models(folder, caplog):
    """As tables; percentiles of models whose score counts."""
    found = hc.load_suite(folder, "s", people=[folder / "people"]).people()
    assert "Study 1 in " in repr(found)
    assert "people, Old (dat)" in caplog.text
    (record,) = found.records()
    assert (record["participants"], record["responses"], record["ratings"]) == (21, 42, 0)
    assert record["low"] < record["mean"] < record["high"]
    assert found.participants().filter(participant="=1+1").rows() == [("Study 1", record["title"], "=1+1", 2, 75.0, 1)]
    shares = found.percentiles()
    assert len(shares) == 5
    assert shares["percentile"].is_between(0, 1).all()
    ordered = shares.sort("score")["percentile"].to_list()
    assert ordered == sorted(ordered)
    with pytest.raises(BadArguments, match=r"people must be a list of folders, got one alone: write \[...\]"):
        hc.load_suite(folder, "s", people="people")


def test_tables_have_people_too(folder, tmp_path):
    """Samples, scores with reasons, and texts where they are asked for."""
    people = folder / "people" / "dat-study-1"
    command.run("export", "tables", "s", "--output-path", folder, "--people", people, "--out", tmp_path, "--responses")
    (sample_row,) = pl.read_parquet(tmp_path / "people.parquet").to_dicts()
    assert (sample_row["sample"], sample_row["participants"], sample_row["consent"]) == ("Study 1", 21, "may be shared")
    scores = pl.read_parquet(tmp_path / "people_scores.parquet")
    assert scores.filter(pl.col("value").is_null()).select("participant", "item", "failure_reason").rows() == [
        ("=1+1", "i0", "empty")
    ]
    assert len(pl.read_parquet(tmp_path / "people_responses.parquet")) == len(scores) == 42


def test_what_is_no_sample_is_refused(folder, tmp_path):
    """And participants of nobody."""
    arguments = ("leaderboard", "s", "--output-path", folder)
    with pytest.raises(FileProblem, match=r"no sample of people in .*; helm-creativity people import makes"):
        command.run(*arguments, "--people", tmp_path)
    with pytest.raises(BadArguments, match="--participants needs samples of people: name them with --people"):
        command.run(*arguments, "--participants")
    with pytest.raises(BadArguments, match="every sample of people once"):
        command.run(*arguments, *(["--people", folder / "people"] * 2))
