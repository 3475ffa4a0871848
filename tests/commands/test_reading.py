"""Commands that read suites: analyses, the page, tables of ratings, and what all refuse before they read."""

import json
import re
import shlex
from pathlib import Path

import pytest
from support import command
from support.folders import write_run as write_scores
from support.judged import judge_reply, state, write_run
from support.simulated import simulated_suite

import helm_creativity as hc
from helm_creativity.commands import main
from helm_creativity.commands.reading import repeat_command, report
from helm_creativity.errors import FileProblem
from helm_creativity.reports.tables import render

REFUSED = [json.loads(line) for line in Path(__file__).with_name("refused.jsonl").read_text("utf-8").splitlines()]
MOST = {"n_items": 4, "benchmarks": ("dat", "rat"), "judges": {}}


@pytest.fixture(scope="module")
def output(tmp_path_factory):
    """Suites of six models and two baselines in two benchmarks, of two temperatures, and with a run that is damaged."""
    folder = tmp_path_factory.mktemp("output")
    simulated_suite(folder / "runs" / "s", n_models=6, n_trials=2, **MOST)
    simulated_suite(folder / "runs" / "cut", states=False, n_models=8, **MOST)
    broken = next(path for path in sorted((folder / "runs" / "cut").iterdir()) if "dat" in path.name)
    (broken / "stats.json").write_text("[")
    for place, temp in ((place, temp) for place in range(6) for temp in (0, 1)):
        stats = {"score": 60.0 + 10 * temp + place + (place % 2) * temp, "num_answers": 10.0}
        how = {"name": f"creativity_dat:temp={temp},model=lab_m{place}", "comparable": f"dat|temp:{temp}"}
        write_scores(folder / "runs" / "warm", "creativity_dat", f"lab/m{place}", stats, **how)
    return folder


def analyse(output, *arguments):
    """What the command prints."""
    return command.run("analyse", *arguments, "--output-path", output).text


def test_without_a_name_all_are_listed_with_tables_or_why_there_are_none(output):
    (table,) = json.loads(analyse(output, "s", "--format", "json"))
    rows = {row["name"]: (row["tables"], row["why"]) for row in table["rows"]}
    assert (rows["composite"], rows["compare"][0]) == (("heatmap, composite", ""), "when asked for")
    assert {"reliability", "effects", "gate"} <= set(rows)
    assert rows["calibration"][0] == "none"
    assert "no judge gave a rating" in rows["calibration"][1]
    assert all(bool(why) == (tables in ("none", "when asked for")) for tables, why in rows.values())


@pytest.mark.parametrize(
    ("suites", "name", "options"),
    [
        (["s"], "reliability", {}),
        (["s"], "compare", {"first": "greedy", "second": "random-nouns"}),
        (["warm"], "effects", {"by": "temp"}),
        (["s", "warm"], "reliability", {}),
    ],
)
def test_the_command_prints_the_tables_of_the_suite(output, suites, name, options):
    """Under the same options, which stand before and behind the name; several suites are one."""
    found = hc.load_suite(*suites, output_path=output).analyse(name, **options)
    words = [word for key, value in options.items() for word in (f"--{key}", value)]
    assert analyse(output, ",".join(suites), name, *words, "--wide") == render(found)
    printed = json.loads(analyse(output, ",".join(suites), *words, "--format", "json", name))
    assert printed == json.loads(render(found, "json"))


@pytest.mark.parametrize(("words", "says"), [case.values() for case in REFUSED], ids=lambda text: text[:60])
def test_what_cannot_be_is_refused_in_a_line_with_status_two(output, capsys, monkeypatch, words, says):
    """On stderr, with what to do or what there is; nothing is written."""
    monkeypatch.chdir(output)
    for name in ("OPENAI_API_KEY", "HELM_CREDENTIALS"):
        monkeypatch.delenv(name, raising=False)
    before = sorted(output.rglob("*"))
    assert main(shlex.split(words)) == 2
    told = capsys.readouterr()
    assert re.search(says, " ".join(told.err.split())), told.err
    assert (told.out, "Traceback" in told.err, sorted(output.rglob("*"))) == ("", False, before)


def test_python_refuses_the_same(output):
    with pytest.raises(hc.BadArguments, match="no option 'bye'; did you mean 'by'"):
        hc.load_suite("warm", output_path=output).analyse("effects", bye="temp")


def test_tables_and_a_figure_go_into_files(output, tmp_path):
    """The figure is of the first table that can be drawn; data files have every row."""
    words = ("warm", "effects", "--by", "temp", "--out", tmp_path / "e.csv", "--figure", tmp_path / "e.svg")
    assert analyse(output, *words) == ""
    found = hc.load_suite("warm", output_path=output).analyse("effects", by="temp")
    head, *rows = (tmp_path / "e.csv").read_text("utf-8").splitlines()
    assert "d_z" in head.split(",")
    assert len(rows) >= len(found[0].rows)
    assert "<svg" in (tmp_path / "e.svg").read_text("utf-8")


def test_a_suite_becomes_a_page_and_plots(output, tmp_path):
    """What was left out is told on stderr and on the page, which names no path of the machine."""
    out, runs = tmp_path / "page.html", output / "runs" / "cut"
    models = sorted({path.name.split("model=")[1].replace("_", "/", 1) for path in runs.iterdir()})
    rows = [f"{model},{'even' if place % 2 else 'odd'}" for place, model in enumerate(models)]
    (tmp_path / "groups.csv").write_text("\n".join(["model,group", *rows]))
    words = ("--option", f"groups.groups={tmp_path}/groups.csv", "--figures", tmp_path / "plots")
    text, stderr, _ = command.run("report", "cut", "--output-path", output, "--out", out, *words)
    page = out.read_text("utf-8")
    assert text.splitlines()[0] == f"{out}: 10 models, 2 columns"
    (left_out,) = (line for line in stderr if line.startswith("left out: cut: creativity_dat:"))
    again = f"helm-creativity report cut --option groups.groups=groups.csv --output-path {output.name}"
    assert all(said in page for said in (left_out.split(": ")[1], again, ">even<", ">odd<"))
    assert (str(output) in page, str(tmp_path) in page) == (False, False)
    assert {path.suffix for path in (tmp_path / "plots").iterdir()} == {".png", ".pdf"}


def test_the_command_that_makes_the_page_again_has_what_is_not_usual():
    context = report.make_context("report", ["a", "/home/x/y/b", "--output-path", "/home/x/out", "--metric", "g=s"])
    assert repeat_command(context) == "helm-creativity report a b --output-path out --metric g=s"


def test_a_suite_of_which_no_run_can_be_read_has_no_page(tmp_path):
    """All say why."""
    (run := tmp_path / "runs" / "s" / "creativity_dat:model=x").mkdir(parents=True)
    (run / "run_spec.json").write_text("{")
    with pytest.raises(FileProblem, match=r"no run of s can be read.*\n  .*creativity_dat"):
        command.run("report", "s", "--output-path", tmp_path, "--out", tmp_path / "page.html")
    assert not (tmp_path / "page.html").exists()


@pytest.fixture
def judged(tmp_path):
    """Two models' answers to three items, rated by two judges, a run without judges, and two damaged ones."""
    folder, rated = tmp_path / "runs" / "s", {"num_answers": 3.0, "judge_coverage": 1.0}
    for model, low in (("a/low", 1.0), ("a/high", 6.0)):
        ratings = [(name, low + place % 2) for place, name in enumerate("ijk")]
        states = [state(name, *(judge_reply(j, originality=r) for j in ("x/one", "x/two"))) for name, r in ratings]
        write_run(folder, model, states, stats=rated)
    write_run(folder, "a/none", [state("i")], group="creativity_dat")
    write_run(folder, "a/broken", '{"request_states": [{', stats=rated)
    (folder / "stopped").mkdir()
    return tmp_path


def ratings_of(suite, out, ending="csv"):
    """The export of the ratings of the suite ``s``, and nothing else."""
    return ["export", "s", "--output-path", str(suite), "--out", str(out), "--table", "ratings", "--format", ending]


@pytest.mark.parametrize("ending", ["parquet", "csv", "jsonl"])
def test_ratings_of_a_suite_go_into_a_file(judged, tmp_path, capsys, ending):
    """What is damaged is named, the rest is kept and counted."""
    assert main(ratings_of(judged, tmp_path / "out", ending)) == 0
    captured = capsys.readouterr()
    broken = "creativity_live_idea_bench:protocol=ruan2024,model=a_broken"
    assert [line.split(": ")[:3] for line in captured.err.splitlines()] == [
        ["left out", "s", "stopped"],
        ["left out", broken, "cannot read its ratings from scenario_state.json"],
    ]
    (out,) = (tmp_path / "out").iterdir()
    assert captured.out == f"12 rows in {tmp_path}/out/ratings.{ending}\n"
    assert out.stat().st_size > 100


def test_ratings_of_a_file_are_calibrated_as_those_of_their_suite(judged, tmp_path):
    """What ``export`` writes is what ``calibrate`` reads: the table that the suite's analysis prints."""
    assert main(ratings_of(judged, tmp_path)) == 0
    analyse(judged, "s", "calibration", "--out", tmp_path / "suite.json")
    command.run("judges", "calibrate", tmp_path / "ratings.csv", "--out", tmp_path / "file.json")
    by_suite, by_file = (json.loads((tmp_path / f"{name}.json").read_text("utf-8")) for name in ("suite", "file"))
    assert [table["rows"] for table in by_suite] == [table["rows"] for table in by_file]


def test_a_suite_without_ratings_is_an_error(tmp_path, capsys):
    """No empty table; what was left out is reported, since the ratings may have been there."""
    folder = tmp_path / "runs" / "s"
    write_run(folder, "a/none", [state("i")])
    write_run(folder, "a/broken", "[", stats={"num_answers": 1.0, "judge_coverage": 1.0})
    assert main(["analyse", "s", "calibration", "--output-path", str(tmp_path)]) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert "no judge gave a rating" in told
    assert "creativity_live_idea_bench:protocol=ruan2024,model=a_broken: cannot read its ratings" in told
    assert [path.name for path in tmp_path.iterdir()] == ["runs"]


FILE_OPTIONS = (
    *("report s --out", "leaderboard s --out", "analyse s linking --out", "show s --out", "schema s --out"),
    *("analyse s effects --by=temp --figure", "judges agreement t.csv --judge a --rater b --out"),
    *("score dat --out", "draw create --out"),
)
FOLDER_OPTIONS = ("report s --figures", "export s --out", "people import t.csv --benchmark dat --out")


@pytest.mark.parametrize(
    ("words", "out"),
    [(words, out) for words in FILE_OPTIONS for out in ("absent/f", "taken/f", ".", "f" * 256)]
    + [(words, "taken/f") for words in FOLDER_OPTIONS],
)
def test_a_place_that_takes_no_file_is_refused_before_anything_else(tmp_path, monkeypatch, capsys, words, out):
    """There are no suites, no judges and no tables, which nobody comes to see."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").write_text("a file")
    assert main([*words.split(), out]) == 2
    assert capsys.readouterr().err.startswith("helm-creativity: cannot write ")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
