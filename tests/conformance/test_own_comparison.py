"""A stranger's benchmark that compares the models of a suite, and has a page about a response: as the docs say."""

import json
import re
from pathlib import Path

import pytest
from support import command, outside
from support.folders import write_run
from support.judged import state
from support.judged import write_run as write_responses

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.reports.report.page import report_view
from helm_creativity.results.findings import derive_findings
from helm_creativity.results.runs import find_suites, read_suites
from helm_creativity.results.study import build_score_matrix

DOCS = (Path(__file__).parents[2] / "docs" / "adding-a-benchmark.md").read_text("utf-8")
(ACROSS,) = re.findall(r"```py\n([^`]*def compare_runs.*?)```", DOCS, re.DOTALL)
(PAGE,) = re.findall(r"```py\n([^`]*def response_text.*?)```", DOCS, re.DOTALL)
UNCOUNTED = """

DECIDING = ("luck",)


def uncounted(stats, baselines):
    return tuple("luck alone" if luck > 0.5 else "" for luck in stats["luck"])
"""
CARD = "extends: dat\nname: crew\ntitle: Words of a crew\n"
GROUP = "creativity_crew"


def install(site, across=ACROSS, page=PAGE):
    files = {"crew/card.yaml": CARD, "crew/across.py": across, "crew/page.py": page}
    outside.install(site, "crew", files, "crew")
    return outside.installed(site)


@pytest.fixture
def suite(tmp_path):
    """Three models of the stranger's benchmark, one without a score."""
    folder = tmp_path / "runs" / "s"
    for model, score in (("a/best", 80.0), ("b/next", 79.0), ("c/last", 60.0)):
        write_run(folder, GROUP, model, {"score": score, "luck": float(model == "a/best")}, comparable="crew|x")
    write_run(folder, GROUP, "d/none", {"num_answers": 1.0}, comparable="crew|x")
    write_run(folder, "creativity_dat", "e/other", {"score": 99.0})
    return folder


def test_its_command_has_the_options_that_it_declares(tmp_path, suite):
    """With the help of its docstring, and the checks of any setting; other benchmarks' runs are none of its own."""
    with install(tmp_path / "site"):
        shown = " ".join(command.run("across", "crew", "--help").text.split())
        assert "Words of a crew. How far each model is behind the best one" in shown
        assert "--least FLOAT models that are nearer to the best are left out [default: 0]" in shown
        assert re.search(r"^  crew +Words of a crew$", command.run("across", "--help").text, re.MULTILINE)
        done = command.run("across", "crew", suite, "--least", 1, "--format", "json")
        (table,) = json.loads(done.text)
        assert table["facts"] == {"comparable_settings": "crew|x"}
        assert table["rows"] == [{"model": "b/next", "behind": 1.0}, {"model": "c/last", "behind": 20.0}]
        assert done.stderr == [f"left out: {GROUP}:model=d_none has no score"]
        with pytest.raises(BadArguments, match="least must be a number from 0 to 100, got 101"):
            command.run("across", "crew", suite, "--least", 101)
        with pytest.raises(FileProblem, match="no run of these suites that can be read is one of creativity_cdat"):
            command.run("across", "cdat", suite)


def test_what_has_no_comparison_says_who_has_one(tmp_path):
    """In one sentence, and a name that is none as everywhere."""
    with install(tmp_path / "site"):
        message = (
            r"^dat has no comparison of models \(across.py\); benchmarks that have one: cdat, create, crew, hivemind$"
        )
        with pytest.raises(BadArguments, match=message):
            command.run("across", "dat", "s")
        with pytest.raises(BadArguments, match=r"there is no benchmark 'creww'.*did you mean 'crew'"):
            command.run("across", "creww", "s")


def test_its_tables_stand_below_the_scores(tmp_path, suite):
    """In the leaderboard and in the report; and a score that it does not count is marked by both."""
    with install(tmp_path / "site", ACROSS + UNCOUNTED):
        tables = json.loads(command.run("leaderboard", suite, "--signatures", "short", "--format", "json").text)
        assert [table["name"] for table in tables] == ["leaderboard", "leaderboard", "behind"]
        assert tables[2]["facts"]["comparable_settings"] != "crew|x"
        first, *_, last = tables[0]["rows"][:3]
        assert (first["model"], last["model"], last["uncounted"]) == ("b/next", "a/best", "luck alone")
        suites = find_suites([str(suite)], tmp_path)
        findings = derive_findings(build_score_matrix(suites), read_suites(suites).runs)
        ((_, grid),) = report_view(findings)["benchmark_tables"]
        assert [[cell.text for cell in row.cells] for row in grid.rows] == [
            ["a/best", "0.00"],
            ["b/next", "1.00"],
            ["c/last", "20.00"],
        ]
        (marked,) = {findings.study.models[row]: why for (row, _), why in findings.study.uncounted.items()}.items()
        assert marked == ("a/best", "luck alone")


@pytest.mark.parametrize("across", ["1 / 0", ACROSS.replace("max(", "mux(")])
def test_a_fault_in_it_costs_its_own_tables(tmp_path, suite, across, caplog):
    """The leaderboard has all others."""
    with install(tmp_path / "site", across):
        text = command.run("leaderboard", suite, "--wide").text
        assert "a/best" in text
        assert "e/other" in text
        assert "Behind the best" not in text
        assert re.search("crew(.across)? cannot be (used|imported): (NameError|ZeroDivisionError)", caplog.text)


def test_its_page_stands_below_the_general_one_or_in_its_place(tmp_path):
    """As text below; as the page of one response in its place; and where it fails the general one stands."""
    found = state("olson2021")
    found["request"]["prompt"] = "Ten words?"
    found["result"]["completions"][0] |= {"text": "harbour cats <b>"}
    write_responses(tmp_path / "runs" / "s", "a/x", [found], group=GROUP, arguments="embedding=builtin")
    options = ("show", tmp_path / "runs" / "s", "--item", "olson2021")
    with install(tmp_path / "site"):
        text = command.run(*options).text
        assert "Ten words?" in text
        assert text.endswith("\n\n<b>\ncats\nharbour")
        page = command.run(*options, "--format", "html").text
        assert page.endswith("<ol><li>&lt;b&gt;</li><li>cats</li><li>harbour</li></ol>")
    with install(tmp_path / "broken", page=PAGE.replace("key=len", "key=lan")):
        done = command.run(*options)
        assert "Ten words?" in done.text
        assert done.stderr == ["left out: the benchmark's own page: NameError: name 'lan' is not defined"]
