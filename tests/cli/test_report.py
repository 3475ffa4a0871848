"""``helm-creativity report``."""

import csv

import pytest
from support import command
from support.pages import Tree
from support.simulated import simulated_suite

from helm_creativity.cli.report import DRAWS, SEED, repeat_command, report
from helm_creativity.errors import FileProblem


@pytest.fixture(scope="module")
def output(tmp_path_factory):
    """A suite of six models in two benchmarks, one run of which is damaged."""
    folder = tmp_path_factory.mktemp("output")
    simulated_suite(folder / "runs" / "s", states=False, n_models=6, n_items=4, n_trials=2, judges={},
                    benchmarks=("dat", "rat"))  # fmt: skip
    broken = next(path for path in sorted((folder / "runs" / "s").iterdir()) if "dat" in path.name)
    (broken / "stats.json").write_text("[")
    return folder


def made(output, folder, *arguments):
    """What the command prints and tells, and the page."""
    out = folder / "page.html"
    text, stderr, _ = command.run("report", "s", "--output-path", output, "--out", out, "--draws", 100, *arguments)
    return text, stderr, out.read_text("utf-8")


def test_a_suite_becomes_a_page(output, tmp_path):
    """With its name as title, the command that makes it, and what was left out, which is reported on stderr too."""
    printed, stderr, page = made(output, tmp_path)
    tree = Tree(page)
    assert printed == f"{tmp_path / 'page.html'}: 8 models, 2 columns"
    assert stderr[0].startswith("left out: s: creativity_dat:")
    assert "<title>s</title>" in page
    assert f"helm-creativity report s --output-path {output.name} --draws 100 --seed 0" in tree.text
    assert str(output) not in page
    assert len(tree.all("details", "leaderboard")) == 2
    assert stderr[0].removeprefix("left out: ") in tree.text


def test_tables_of_the_users_own_are_read(output, tmp_path):
    """Covariates that are predicted, and groups that are compared."""
    names = [path.name.split("model=")[1] for path in (output / "runs" / "s").iterdir() if "rat" in path.name]
    for name, columns in (("covariates", ("arena", "size")), ("groups", ("group",))):
        with (tmp_path / f"{name}.csv").open("w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(["model", *columns])
            for place, model in enumerate(names):
                values = [place**2 % 7, place] if name == "covariates" else ["even" if place % 2 else "odd"]
                rows.writerow([model.replace("_", "/", 1), *values])
    _, _, page = made(
        output, tmp_path, "--covariates", tmp_path / "covariates.csv", "--groups", tmp_path / "groups.csv",
        "--capability", "size", "--title", "Of & with"
    )  # fmt: skip
    text = Tree(page).text
    assert "Of & with" in text
    assert "arena" in text
    assert "--covariates covariates.csv --groups groups.csv --capability size --title 'Of & with'" in text


def test_the_same_suite_and_seed_give_the_same_page(output, tmp_path):
    """Another seed does not."""
    first, again, other = (made(output, tmp_path, "--seed", seed)[2] for seed in (1, 1, 2))
    assert first == again
    assert first != other.replace("--seed 2", "--seed 1").replace("<dd>2</dd>", "<dd>1</dd>")


def test_what_cannot_be_written_is_refused_before_anything_is_read(tmp_path):
    """With what to do."""
    with pytest.raises(FileProblem, match=r"there is no folder .*none; make it first"):
        command.run("report", "s", "--output-path", tmp_path, "--out", tmp_path / "none" / "page.html")


def test_a_suite_that_cannot_be_read_is_no_page(tmp_path):
    """Each run says why."""
    run = tmp_path / "runs" / "s" / "creativity_dat:model=x"
    run.mkdir(parents=True)
    (run / "run_spec.json").write_text("{")
    (run / "stats.json").write_text("[")
    with pytest.raises(FileProblem, match=r"no run of s can be read.*\n  .*creativity_dat"):
        command.run("report", "s", "--output-path", tmp_path, "--out", tmp_path / "page.html")
    assert not (tmp_path / "page.html").exists()


def chosen(*arguments):
    """The parameters of a command."""
    return report.make_context("report", list(arguments)).params


def test_the_command_shows_no_path_of_the_machine():
    """Of a whole path only the end."""
    made_again = repeat_command(chosen("a", "/home/x/y/b", "--output-path", "/home/x/out", "--metric", "g=s"))
    assert made_again == f"helm-creativity report a b --output-path out --metric g=s --draws {DRAWS} --seed {SEED}"
    assert "--output-path" not in repeat_command(chosen("a", "--output-path", "benchmark_output"))


def test_one_model_beside_two_baselines_is_a_page_that_claims_nothing_of_ranks(tmp_path):
    """Its scores, marked where the floor says so, and what it would take to say more."""
    suite = tmp_path / "runs" / "s"
    simulated_suite(suite, states=False, n_models=1, n_items=4, benchmarks=("dat", "rat"), failures=0.2)
    _, _, page = made(tmp_path, tmp_path, "--least-scored", "1")
    text = Tree(page).text
    assert "at least three language models with scores that count are needed, and there are none" in text
    assert "--least-scored 1 --draws 100" in text
    assert "stands first" not in text
    assert "floor 100%" in text
    _, _, lenient = made(tmp_path, tmp_path, "--least-scored", "0")
    assert "and there is one" in Tree(lenient).text
    assert "floor" not in Tree(lenient).text
