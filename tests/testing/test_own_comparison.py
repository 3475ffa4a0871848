"""A stranger's benchmark that compares the models of a suite, and has a page about a response."""

import json
import re

import pytest
from support import command, outside
from support.folders import write_run
from support.judged import state
from support.judged import write_run as write_responses

from helm_creativity.errors import BadArguments, NothingToSay
from helm_creativity.results.analyses import analyse_all, list_analyses
from helm_creativity.results.loading import read_suite

COMPARISON = '''"""How far each model is behind the best one."""

from dataclasses import dataclass

from helm_creativity.benchmark.settings import DeclaredOptions, option
from helm_creativity.results.analyses import analysis
from helm_creativity.results.numbers import fixed
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Column, Table

COLUMNS = (Column("model", "model", left=True), Column("behind", "behind the best", fixed(2)))


@dataclass(frozen=True)
class BehindOptions(DeclaredOptions):
    least: float = option(0.0, "models that are nearer to the best are left out", low=0, high=100)


@analysis("behind", title="Behind the best")
def behind(suite: Suite, options: BehindOptions):
    """How far each model is behind the best one under the same comparable settings."""
    runs = suite.runs_of("crew")
    notes = [f"left out: {run.name} has no score" for run in runs if "score" not in run.stats]
    scored = [run for run in runs if "score" in run.stats]
    for key in sorted({run.comparable for run in scored}):
        scores = {run.model: run.stats["score"] for run in scored if run.comparable == key}
        behind = [(model, max(scores.values()) - score) for model, score in sorted(scores.items())]
        rows = [row for row in behind if row[1] >= options.least]
        yield Table("behind", COLUMNS, rows, "Behind the best", {"comparable_settings": key}, notes)
'''
PAGE = r'''"""The words of a response, by length."""

from html import escape


def response_text(response):
    return "\n".join(sorted(response.row.response.text.split(), key=len))


def response_html(response):
    words = "".join(f"<li>{escape(word)}</li>" for word in response_text(response).split())
    return f"<!DOCTYPE html>\n<title>{escape(response.item)}</title>\n<ol>{words}</ol>"
'''
UNCOUNTED = """DECIDING = ("luck",)


def uncounted(stats, baselines):
    return tuple("luck alone" if luck > 0.5 else "" for luck in stats["luck"])
"""
CARD = "extends: dat\nname: crew\ntitle: Words of a crew\n"
GROUP = "creativity_crew"


def install(site, comparison=COMPARISON, page=PAGE, counting=""):
    files = {"card.yaml": CARD, "comparison.py": comparison, "page.py": page, "counting.py": counting}
    files = {f"crew/{name}": text for name, text in files.items()}
    outside.install(site, "crew", files, "crew")
    return outside.installed(site)


@pytest.fixture
def folder(tmp_path):
    """Three models of the stranger's benchmark, one without a score, and a run of another benchmark."""
    folder = tmp_path / "runs" / "s"
    for model, score in (("a/best", 80.0), ("b/next", 79.0), ("c/last", 60.0)):
        write_run(folder, GROUP, model, {"score": score, "luck": float(model == "a/best")}, comparable="crew|x")
    write_run(folder, GROUP, "d/none", {"num_answers": 1.0}, comparable="crew|x")
    write_run(folder, "creativity_dat", "e/other", {"score": 99.0})
    return folder


def reported(folder):
    """What the report has of benchmarks' own analyses, by name."""
    suite = read_suite([str(folder)], folder)
    return {found.analysis.name: found for found in analyse_all(suite) if found.analysis.benchmark}


def test_it_is_an_analysis_with_the_options_that_it_declares(tmp_path, folder):
    """With the help of its docstring, and the checks of any setting; other benchmarks' runs are none of its own."""
    with install(tmp_path / "site"):
        (own,) = (found for found in list_analyses() if found.benchmark == GROUP)
        assert (own.name, own.title, own.in_report) == ("behind", "Behind the best", True)
        assert own.help == "How far each model is behind the best one under the same comparable settings."
        suite = read_suite([str(folder)], folder)
        shown = " ".join(command.run("analyse", folder, "behind", "--help").text.split())
        assert f"Behind the best. {own.help}" in shown
        assert "--least FLOAT models that are nearer to the best are left out [default: 0]" in shown
        done = command.run("analyse", folder, "behind", "--least", 1, "--format", "json")
        (table,) = suite.analyse("behind", least=1)
        assert json.loads(done.text)[0]["rows"] == table.records()
        assert table.facts == {"comparable_settings": "crew|x"}
        assert table.records() == [{"model": "b/next", "behind": 1.0}, {"model": "c/last", "behind": 20.0}]
        assert list(table.notes) == [f"left out: {GROUP}:model=d_none has no score"]
        with pytest.raises(BadArguments, match="least must be a number from 0 to 100, got 101"):
            suite.analyse("behind", least=101)
        with pytest.raises(BadArguments, match=r"behind has no option 'lest'.*did you mean 'least'"):
            suite.analyse("behind", lest=1)
        with pytest.raises(BadArguments, match=r"there is no analysis 'behnd'.*did you mean 'behind'"):
            suite.analyse("behnd")
        with pytest.raises(NothingToSay, match="no run of these suites that can be read is one of creativity_cdat"):
            suite.analyse("gate")


def test_the_report_has_it_and_what_it_does_not_count_has_no_rank(tmp_path, folder):
    """Under the usual options, where there are runs of the benchmark."""
    with install(tmp_path / "site", counting=UNCOUNTED):
        (table,) = reported(folder)["behind"].tables
        assert [row["behind"] for row in table.records()] == [0.0, 1.0, 20.0]
        suite = read_suite([str(folder)], folder)
        assert {suite.models[row]: why for (row, _), why in suite.uncounted.items()} == {"a/best": "luck alone"}
        for path in folder.glob(f"{GROUP}*"):
            path.rename(tmp_path / path.name)
        assert not reported(folder)


@pytest.mark.parametrize(
    "comparison",
    ["1 / 0", COMPARISON.replace("max(", "mux("), COMPARISON.replace("options: BehindOptions", "options")],
    ids=["not imported", "fails", "no class of options"],
)
def test_a_fault_in_it_costs_its_own_tables(tmp_path, folder, comparison, caplog):
    """A warning says what is wrong, and all others are there."""
    with install(tmp_path / "site", comparison):
        assert not reported(folder)
        assert re.search("crew(.comparison)? cannot be (used|imported): (Name|ZeroDivision|Key)Error", caplog.text)
        with pytest.raises(NothingToSay):
            read_suite([str(folder)], folder).analyse("gate")


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
        command.run(*options, "--out", tmp_path / "page.html")
        page = (tmp_path / "page.html").read_text("utf-8").strip()
        assert page.endswith("<ol><li>&lt;b&gt;</li><li>cats</li><li>harbour</li></ol>")
    with install(tmp_path / "broken", page=PAGE.replace("key=len", "key=lan")):
        done = command.run(*options)
        assert "Ten words?" in done.text
        assert done.stderr == ["left out: the benchmark's own page: NameError: name 'lan' is not defined"]
