"""A stranger's benchmark that compares the models of a suite, and has a page about a response."""

import json
import re
from pathlib import Path

import pytest
import yaml
from support import command, outside
from support.folders import write_run
from support.judged import state
from support.judged import write_run as write_responses

from helm_creativity.errors import BadArguments, NothingToSay
from helm_creativity.results.analyses import analyse_all, list_analyses
from helm_creativity.results.loading import read_suite

FILES = yaml.safe_load(Path(__file__).with_name("own_comparison.yaml").read_text("utf-8"))
GROUP = "creativity_crew"


def install(site, file="card.yaml", old="", new=""):
    """The benchmark, with a change in one of its files."""
    files = {f"crew/{name}": text.replace(old, new) if name == file else text for name, text in FILES.items()}
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
    """With the help of its docstring; other benchmarks' runs are none of its own."""
    with install(tmp_path / "site"):
        (own,) = (found for found in list_analyses() if found.benchmark == GROUP)
        assert (own.name, own.in_report) == ("behind", True)
        shown = " ".join(command.run("analyse", folder, "behind", "--help").text.split())
        assert "Behind the best. How far each model is behind the best one under the same comparable settings" in shown
        assert "--least FLOAT models that are nearer to the best are left out [default: 0]" in shown
        (table,) = read_suite([str(folder)], folder).analyse("behind", least=1)
        assert table.records() == [{"model": "b/next", "behind": 1.0}, {"model": "c/last", "behind": 20.0}]
        assert table.facts == {"comparable_settings": "crew|x"}
        assert list(table.notes) == [f"left out: {GROUP}:model=d_none has no score"]
        done = command.run("analyse", folder, "behind", "--least", 1, "--format", "json")
        assert json.loads(done.text)[0]["rows"] == table.records()


@pytest.mark.parametrize(
    ("name", "options", "error", "words"),
    [
        ("behind", {"least": 101}, BadArguments, "least must be a number from 0 to 100, got 101"),
        ("behind", {"lest": 1}, BadArguments, "behind has no option 'lest'.*did you mean 'least'"),
        ("behnd", {}, BadArguments, "there is no analysis 'behnd'.*did you mean 'behind'"),
        ("gate", {}, NothingToSay, "no run of these suites that can be read is one of creativity_cdat"),
    ],
)
def test_its_options_are_checked_as_any_setting(tmp_path, folder, name, options, error, words):
    with install(tmp_path / "site"), pytest.raises(error, match=words):
        read_suite([str(folder)], folder).analyse(name, **options)


def test_the_report_has_it_and_what_it_does_not_count_has_no_rank(tmp_path, folder):
    """Under the usual options, where there are runs of the benchmark."""
    with install(tmp_path / "site"):
        (table,) = reported(folder)["behind"].tables
        assert [row["behind"] for row in table.records()] == [0.0, 1.0, 20.0]
        suite = read_suite([str(folder)], folder)
        assert {suite.models[row]: why for (row, _), why in suite.uncounted.items()} == {"a/best": "luck alone"}
        for path in folder.glob(f"{GROUP}*"):
            path.rename(tmp_path / path.name)
        assert not reported(folder)


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("from dataclasses", "1 / 0\nfrom dataclasses", "ZeroDivision"),
        ("max(", "mux(", "Name"),
        ("options: BehindOptions", "options", "Key"),
    ],
)
def test_a_fault_in_it_costs_its_own_tables(tmp_path, folder, old, new, error, caplog):
    """A warning says what is wrong, and all others are there."""
    with install(tmp_path / "site", "comparison.py", old, new):
        assert not reported(folder)
        assert re.search(f"crew(.comparison)? cannot be (used|imported): {error}Error", caplog.text)
        with pytest.raises(NothingToSay, match="creativity_cdat"):
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
    with install(tmp_path / "broken", "page.py", "key=len", "key=lan"):
        done = command.run(*options)
        assert "Ten words?" in done.text
        assert done.stderr == ["left out: the benchmark's own page: NameError: name 'lan' is not defined"]
