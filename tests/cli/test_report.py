"""``helm-creativity report``."""

import csv

import pytest
from support import command
from support.pages import Tree
from support.simulated import simulated_suite

from helm_creativity.cli.options import LEAST_SCORED
from helm_creativity.cli.report import DRAWS, SEED, parse_metrics, repeat_command, report, split_names
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.results.options import Options


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


def test_plots_are_written_where_they_are_asked_for(output, tmp_path):
    """And how many."""
    printed, _, _ = made(output, tmp_path, "--figures", tmp_path / "plots")
    count = len(list((tmp_path / "plots").glob("*.png")))
    assert printed.splitlines()[1] == f"{tmp_path / 'plots'}: {count} plots as PNG and PDF"
    assert count == len(list((tmp_path / "plots").glob("*.pdf"))) > 3


def test_norms_of_people_are_shown_where_they_are_asked_for(tmp_path):
    """Below the table whose settings they hold for; the page says by which command."""
    suite = tmp_path / "runs" / "s"
    simulated_suite(suite, states=False, n_models=1, n_items=7, n_trials=1, judges={}, benchmarks=("story",))
    plain, normed = (Tree(made(tmp_path, tmp_path, *options)[2]).text for options in ((), ("--norms",)))
    assert "People, Lempel-Ziv: mean 0.6234, SD 0.0351, n = 1,071 responses. Sample: Johnson et al. 2022" in normed
    assert "--norms --draws 100" in normed
    assert "people, Lempel-Ziv" not in plain


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


@pytest.mark.parametrize("name", ["r.pdf", "r.md", "r.csv", "r"])
def test_a_page_has_the_ending_of_one(tmp_path, name):
    with pytest.raises(BadArguments, match=r"--out must end in \.html, \.htm, got .*"):
        command.run("report", "s", "--output-path", tmp_path, "--out", tmp_path / name)


def test_models_of_the_users_tables_that_no_run_is_of_are_named(output, tmp_path):
    (tmp_path / "c.csv").write_text("model,iq,size\nzzz/qqq,1,2\n")
    (tmp_path / "g.csv").write_text("model,group\nzzz/www,open\n")
    _, stderr, _ = made(output, tmp_path, "--covariates", tmp_path / "c.csv", "--groups", tmp_path / "g.csv")
    assert "left out: --covariates names models that no run is of: 'zzz/qqq'" in stderr
    assert "left out: --groups names models that no run is of: 'zzz/www'" in stderr


def test_a_suite_that_cannot_be_read_is_no_page(tmp_path):
    """Each run says why."""
    run = tmp_path / "runs" / "s" / "creativity_dat:model=x"
    run.mkdir(parents=True)
    (run / "run_spec.json").write_text("{")
    (run / "stats.json").write_text("[")
    with pytest.raises(FileProblem, match=r"no run of s can be read.*\n  .*creativity_dat"):
        command.run("report", "s", "--output-path", tmp_path, "--out", tmp_path / "page.html")
    assert not (tmp_path / "page.html").exists()


@pytest.mark.parametrize("pairs", [["a"], ["=b"], ["a="], ["a=b", "a=c"]])
def test_metrics_are_pairs(pairs):
    """One stat a group."""
    with pytest.raises(BadArguments, match="expected GROUP=STAT"):
        parse_metrics(pairs)


def test_metrics_are_read_by_group():
    """A stat may have an equals sign in its name."""
    assert parse_metrics(["mmlu=exact_match", "b = c=d", "mmlu=exact_match"]) == {"mmlu": "exact_match", "b": "c=d"}


def test_capability_is_names_joined_with_plus():
    """None of them empty."""
    assert split_names(None) == ()
    assert split_names("MMLU + size") == ("MMLU", "size")
    with pytest.raises(BadArguments, match="joined with"):
        split_names("MMLU+")


def chosen(*arguments):
    """The parameters of a command."""
    return report.make_context("report", list(arguments)).params


def test_the_command_shows_no_path_of_the_machine():
    """Of a whole path only the end."""
    made_again = repeat_command(chosen("a", "/home/x/y/b", "--output-path", "/home/x/out", "--metric", "g=s"))
    assert made_again == f"helm-creativity report a b --output-path out --metric g=s --draws {DRAWS} --seed {SEED}"
    assert "--output-path" not in repeat_command(chosen("a", "--output-path", "benchmark_output"))


def test_the_help_names_the_settings_that_are_used():
    """They stand in two places, for the help must not load numpy."""
    assert (Options().draws, Options().seed, Options().least_scored) == (DRAWS, SEED, LEAST_SCORED)


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
