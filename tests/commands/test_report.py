"""``helm-creativity report``: the page as a file, what is told beside it, and what is refused before it."""

import pytest
from support import command
from support.simulated import simulated_suite

from helm_creativity.commands.reading import repeat_command, report
from helm_creativity.errors import FileProblem


@pytest.fixture(scope="module")
def output(tmp_path_factory):
    """A suite of eight models in two benchmarks, one run of which is damaged."""
    folder = tmp_path_factory.mktemp("output")
    simulated_suite(folder / "runs" / "s", states=False, n_models=8, n_items=4, judges={}, benchmarks=("dat", "rat"))
    broken = next(path for path in sorted((folder / "runs" / "s").iterdir()) if "dat" in path.name)
    (broken / "stats.json").write_text("[")
    return folder


def test_a_suite_becomes_a_page_and_plots(output, tmp_path):
    """What was left out is told on stderr and on the page, which names no path of the machine."""
    out, names = tmp_path / "page.html", [path.name.split("model=")[1] for path in (output / "runs" / "s").iterdir()]
    rows = [
        f"{name.replace('_', '/', 1)},{'even' if place % 2 else 'odd'}" for place, name in enumerate(sorted({*names}))
    ]
    (tmp_path / "groups.csv").write_text("\n".join(["model,group", *rows]))
    words = ("--option", f"groups.groups={tmp_path}/groups.csv", "--figures", tmp_path / "plots")
    text, stderr, _ = command.run("report", "s", "--output-path", output, "--out", out, *words)
    page = out.read_text("utf-8")
    assert text.splitlines()[0] == f"{out}: 10 models, 2 columns"
    (left_out,) = (line for line in stderr if line.startswith("left out: s: creativity_dat:"))
    assert left_out.removeprefix("left out: ").split(": ")[1] in page
    assert f"helm-creativity report s --option groups.groups=groups.csv --output-path {output.name}" in page
    assert all(f">{group}<" in page for group in ("even", "odd"))
    assert (str(output) in page, str(tmp_path) in page) == (False, False)
    assert {path.suffix for path in (tmp_path / "plots").iterdir()} == {".png", ".pdf"}


def test_what_cannot_be_made_is_refused_and_nothing_is_written(tmp_path):
    """A folder that is not there, before anything is read; and a suite whose runs all say why they cannot be read."""
    with pytest.raises(FileProblem, match=r"there is no folder .*none; make it first"):
        command.run("report", "s", "--output-path", tmp_path, "--out", tmp_path / "none" / "page.html")
    run = tmp_path / "runs" / "s" / "creativity_dat:model=x"
    run.mkdir(parents=True)
    (run / "run_spec.json").write_text("{")
    with pytest.raises(FileProblem, match=r"no run of s can be read.*\n  .*creativity_dat"):
        command.run("report", "s", "--output-path", tmp_path, "--out", tmp_path / "page.html")
    assert not (tmp_path / "page.html").exists()


def test_the_command_that_makes_the_page_again_has_what_is_not_usual():
    context = report.make_context("report", ["a", "/home/x/y/b", "--output-path", "/home/x/out", "--metric", "g=s"])
    assert repeat_command(context) == "helm-creativity report a b --output-path out --metric g=s"
