"""The command that shows one answer of a run."""

import io
import re
import sys
from pathlib import Path

import pytest
from support.create_runs import answer, write_run

from helm_creativity.cli.show import show
from helm_creativity.errors import BadArguments, FileProblem


def run(*arguments):
    """Runs the command alone; errors are raised."""
    with show.make_context("show", list(map(str, arguments))) as context:
        show.invoke(context)
    return 0


@pytest.fixture
def folder(tmp_path):
    """A run of seven queries, two answers to the first."""
    states = [answer(f"id{number}", ("tree", 5, True), ("river", 50, True)) for number in range(7)]
    states.insert(1, answer("id0", ("music", 500, True), trial=1))
    return write_run(tmp_path, "a/m", states, embedding="builtin")


def test_an_answer_is_shown_in_lines(folder, capsys):
    """Of the first trial, unless another is asked for."""
    assert run("create", folder, "id0") == 0
    printed = capsys.readouterr().out
    assert "Ada [x] tree [won] Prize" in printed
    assert "id0, trial 0; there are 0 and 1\n" in printed
    assert run("create", folder, "id0", "--trial", 1) == 0
    printed = capsys.readouterr().out
    assert "Ada [x] music [won] Prize" in printed
    assert "tree" not in printed
    assert "id0, trial 1; there are 0 and 1\n" in printed


def test_the_first_trial_is_the_one_of_the_lowest_number(tmp_path, capsys):
    """Whatever their order in the file."""
    states = [answer("id0", ("music", 5, True), trial=2), answer("id0", ("tree", 5, True), trial=1)]
    run("create", write_run(tmp_path, "a/m", states, embedding="builtin"), "id0")
    printed = capsys.readouterr().out
    assert "tree" in printed
    assert "trial 1; there are 1 and 2\n" in printed


def test_of_two_answers_of_one_trial_the_first_is_shown(tmp_path, capsys):
    """As where a request brought several completions."""
    states = [answer("id0", ("music", 5, True)), answer("id0", ("tree", 5, True))]
    run("create", write_run(tmp_path, "a/m", states, embedding="builtin"), "id0")
    printed = capsys.readouterr().out
    assert "music" in printed
    assert "tree" not in printed


def test_a_page_is_one_file(folder, tmp_path, capsys):
    """Nothing else is printed."""
    assert run("create", folder, "id3", "--html", tmp_path / "page.html") == 0
    assert capsys.readouterr().out == ""
    page = (tmp_path / "page.html").read_text("utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "a/m" in page
    assert folder.name in page


def test_a_terminal_that_knows_few_letters_gets_all_of_them(tmp_path, monkeypatch):
    """Those that it cannot show are escaped."""
    folder = write_run(tmp_path, "a/m", [answer("id0", ("tree", 5, True), a="Zoë 漢")], embedding="builtin")
    out = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdout", out)
    run("create", folder, "id0")
    assert b"Zo\\xeb \\u6f22 [x] tree" in out.buffer.getvalue()


def test_an_unknown_instance_is_answered_with_some_that_exist(folder):
    """Five, and how many more."""
    message = r"no instance 'id9'; it has id0, id1, id2, id3, id4 and 2 more$"
    with pytest.raises(BadArguments, match=message):
        run("create", folder, "id9")


def test_all_instances_are_named_where_they_are_few(tmp_path):
    """Without a number of others."""
    folder = write_run(tmp_path, "a/m", [answer("id0"), answer("id1")], embedding="builtin")
    with pytest.raises(BadArguments, match=r"it has id0, id1$"):
        run("create", folder, "id2")


def test_an_unknown_trial_is_answered_with_those_that_exist(folder):
    """Of this instance, not of the others."""
    with pytest.raises(BadArguments, match=r"instance 'id0' has no trial 2; it has 0, 1$"):
        run("create", folder, "id0", "--trial", 2)
    with pytest.raises(BadArguments, match=r"instance 'id1' has no trial 1; it has 0$"):
        run("create", folder, "id1", "--trial", 1)


def test_a_run_of_another_benchmark_is_refused(folder):
    """Its answers are no paths."""
    spec = folder / "run_spec.json"
    spec.write_text(spec.read_text().replace('"groups": ["creativity_create"]', '"groups": ["creativity_dat"]'))
    with pytest.raises(BadArguments, match=r"expected a run of creativity_create, got one of creativity_dat"):
        run("create", folder, "id0")


def test_a_run_without_answers_is_named(tmp_path):
    """As a dry run leaves it."""
    folder = write_run(tmp_path, "a/m", [], embedding="builtin")
    with pytest.raises(BadArguments, match=r"holds no answer: it was a dry run"):
        run("create", folder, "id0")


def test_a_folder_that_is_no_run_is_named(tmp_path):
    """And so is one whose answers are damaged."""
    what = r"expected RUN to be the folder of a run, OUTPUT_PATH/runs/SUITE/NAME, which holds a run_spec\.json, got "
    with pytest.raises(FileProblem, match=rf"{what}.*none, which is no folder$"):
        run("create", tmp_path / "none", "id0")
    with pytest.raises(FileProblem, match=rf"{what}.*, which holds none$"):
        run("create", tmp_path, "id0")
    folder = write_run(tmp_path, "a/m", "[", embedding="builtin")
    with pytest.raises(FileProblem, match=r"cannot read its answers"):
        run("create", folder, "id0")


def test_a_name_alone_is_answered_with_the_folder(tmp_path, monkeypatch):
    """Where the usual place has one run of it; another name of its suite is none more."""
    monkeypatch.chdir(tmp_path)
    suites = tmp_path / "benchmark_output" / "runs"
    name = write_run(suites / "one", "a/m", [answer("id0")]).name
    (suites / "latest").symlink_to(suites / "one", target_is_directory=True)
    (suites / "empty" / name).mkdir(parents=True)
    found = f"which is no folder; there is one of this name: {Path('benchmark_output', 'runs', 'one', name)}"
    with pytest.raises(FileProblem, match=f"{re.escape(found)}$"):
        run("create", name, "id0")
    write_run(suites / "two", "a/m", [answer("id0")])
    with pytest.raises(FileProblem, match=r"which is no folder$"):
        run("create", name, "id0")


def test_a_page_that_cannot_be_written_is_named(folder, tmp_path):
    """Not a traceback."""
    with pytest.raises(FileProblem, match=r"cannot write .*page\.html"):
        run("create", folder, "id0", "--html", tmp_path / "none" / "page.html")


def test_a_benchmark_without_a_page_is_refused():
    """With those that have one."""
    with pytest.raises(BadArguments, match=r"^dat has no page of an answer; there are: create$"):
        run("dat", "folder", "id0")
