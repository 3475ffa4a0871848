"""``helm-creativity analyse``: what analyses say of a suite, as ``suite.analyse`` has it."""

import json

import pytest
from support import command
from support.folders import write_run
from support.simulated import simulated_suite

import helm_creativity as hc
from helm_creativity.commands import main
from helm_creativity.reports.tables import render


@pytest.fixture(scope="module")
def output(tmp_path_factory):
    """A suite of six models and two baselines in two benchmarks, each under two temperatures."""
    folder = tmp_path_factory.mktemp("output")
    simulated_suite(folder / "runs" / "s", n_models=6, n_items=4, n_trials=2, benchmarks=("dat", "rat"), judges={})
    for temp, score in (("0", 60.0), ("1", 70.0)):
        for place in range(6):
            stats = {"score": score + place + (place % 2) * float(temp), "num_answers": 10.0}
            model, name = f"lab/m{place}", f"creativity_dat:temp={temp},model=lab_m{place}"
            write_run(
                folder / "runs" / "warm", "creativity_dat", model, name=name, stats=stats, comparable=f"dat|temp:{temp}"
            )
    return folder


def analyse(output, *arguments):
    """What the command prints."""
    return command.run("analyse", *arguments, "--output-path", output)


def test_without_a_name_all_are_listed_with_tables_or_why_there_are_none(output):
    (table,) = json.loads(analyse(output, "s", "--format", "json").text)
    rows = {row["name"]: row for row in table["rows"]}
    assert {"composite", "reliability", "effects", "compare", "gate"} <= set(rows)
    assert rows["composite"]["tables"].endswith("composite")
    assert (rows["composite"]["why"], rows["compare"]["tables"]) == ("", "when asked for")
    assert rows["calibration"]["tables"] == "none"
    assert "no judge gave a rating" in rows["calibration"]["why"]
    assert all(bool(row["why"]) == (row["tables"] in ("none", "when asked for")) for row in rows.values())


def test_the_command_prints_the_tables_of_the_suite(output):
    """Under the same options, in text and as data."""
    suite = hc.load_suite("s", output_path=output)
    for name, options in (("reliability", {}), ("compare", {"first": "greedy", "second": "random-nouns"})):
        words = [word for key, value in options.items() for word in (f"--{key}", value)]
        assert analyse(output, "s", name, *words, "--wide").text == render(suite.analyse(name, **options))
        printed = analyse(output, "s", name, *words, "--format", "json").text
        assert json.loads(printed) == json.loads(render(suite.analyse(name, **options), "json"))


def test_options_stand_before_and_behind_the_name(output):
    """Those of the analysis, too, which only its own help names."""
    before = analyse(output, "warm", "--wide", "--by", "temp", "effects").text
    assert before == analyse(output, "warm", "effects", "--by", "temp", "--wide").text
    assert before == render(hc.load_suite("warm", output_path=output).analyse("effects", by="temp"))
    assert "  --by " in command.run("analyse", "s", "effects", "--help").text
    assert "  --by " not in command.run("analyse", "s", "reliability", "--help").text
    assert "  --by " not in command.run("analyse", "--help").text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["s", "reliabilty"], "did you mean 'reliability'"),
        (["s", "effects", "--bye", "temp"], "--by"),
        (["s", "effects", "--by", "instrution"], "did you mean 'instruction'"),
        (["s", "compare", "--first", "greedy"], "expected two models, first and second"),
        (["s", "compare", "--first", "greedy", "--second", "greed"], "creativity/greedy"),
        (["warm", "calibration"], "calibration: there is nothing to say because"),
        (["warm", "effects"], "effects: there is nothing to say because"),
        (["s", "failures", "--figure", "f.txt"], ".png"),
    ],
)
def test_what_cannot_be_said_is_one_line_with_status_two(output, capsys, words, message):
    assert main(["analyse", *words, "--output-path", str(output)]) == 2
    told = capsys.readouterr()
    assert message in " ".join(told.err.split())
    assert (told.out, "Traceback" in told.err) == ("", False)


def test_python_refuses_the_same(output):
    suite = hc.load_suite("warm", output_path=output)
    with pytest.raises(hc.BadArguments, match="did you mean 'reliability'"):
        suite.analyse("reliabilty")
    with pytest.raises(hc.BadArguments, match="no option 'bye'; did you mean 'by'"):
        suite.analyse("effects", bye="temp")
    with pytest.raises(hc.NothingToSay, match="rat"):
        suite.analyse("calibration")


def test_tables_and_a_figure_go_into_files(output, tmp_path):
    """The figure is of the first table that can be drawn; data files have every row."""
    words = ("warm", "effects", "--by", "temp", "--out", tmp_path / "e.csv", "--figure", tmp_path / "e.svg")
    assert analyse(output, *words).text == ""
    found = hc.load_suite("warm", output_path=output).analyse("effects", by="temp")
    head, *rows = (tmp_path / "e.csv").read_text("utf-8").splitlines()
    assert "d_z" in head.split(",")
    assert len(rows) >= len(found[0].rows)
    assert "<svg" in (tmp_path / "e.svg").read_text("utf-8")


def test_several_suites_are_one(output):
    both = analyse(output, "s,warm", "reliability", "--wide").text
    assert both == render(hc.load_suite("s", "warm", output_path=output).analyse("reliability"))
