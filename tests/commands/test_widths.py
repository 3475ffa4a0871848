"""What commands print is no wider than the terminal, for two models as for eight, and however long their names are."""

import pytest
from support import command
from support.participants import sample
from support.simulated import simulated_suite
from support.simulated_benchmarks import BENCHMARKS

from helm_creativity.benchmark.registry import list_entries
from helm_creativity.embeddings.specs import CATALOGUE
from helm_creativity.errors import CreativityError
from helm_creativity.people.sample import write_sample
from helm_creativity.reports.tables import text_width
from helm_creativity.results.analyses import list_analyses

WIDTH = 100
LABS = {"a-laboratory-with-a-long-name": 0.0, "birch": 0.0}
OPTIONS = {"compare": ("--first", "model-001", "--second", "model-002"), "rank_shifts": ("--second", "dat+rat")}
OF_SUITES = [
    *(("leaderboard", "s"), ("leaderboard", "s", "--benchmark", "all", "--people", "norms"), ("status", "s")),
    *(("analyse", "s"), *(("analyse", "s", known.name, *OPTIONS.get(known.name, ())) for known in list_analyses())),
    *(("show", "s", "--benchmark", name, *item) for name in BENCHMARKS for item in ((), ("--item", "item-001"))),
]
LISTS = ("benchmarks", "sets", "baselines", "embeddings", "files", "prompts", *CATALOGUE)
ENTRY = "creativity_metaphor:prompts=own,judges=creativity/lexical-judge,max_eval_instances=2,model=text"
OTHERS = [
    *(("list", name) for name in (*LISTS, *(entry.name for entry in list_entries()))),
    ("plan", ENTRY, "--model", "creativity/greedy", "--price", "creativity/lexical-judge=1/1"),
    ("check", "dat", "metaphor", "--no-pilot"),
]


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    monkeypatch.setattr(command, "COLUMNS", WIDTH)


def printed(*arguments):
    """What a command prints, where it can say something, after no line of it was found too long."""
    try:
        text = command.run(*arguments).text
    except CreativityError:  # such as that there is nothing to say
        return ""
    assert [line for line in text.splitlines() if text_width(line) > WIDTH] == [], arguments
    return text


@pytest.mark.parametrize("n_models", [2, 8])
def test_what_is_printed_of_suites_fits(n_models, tmp_path):
    """Of all kinds of benchmarks, with both baselines and an instruction."""
    design = {"n_models": n_models, "n_items": 4, "n_trials": 2, "failures": 0.1, "benchmarks": tuple(BENCHMARKS)}
    simulated_suite(tmp_path / "runs" / "s", **design, groups=LABS, instructions={"": 0.0, "creative": 0.5})
    assert all(printed(*words, "--output-path", tmp_path) or words[0] == "analyse" for words in OF_SUITES)


def test_what_else_is_printed_fits(tmp_path):
    """Lists, plans and checks; tables of ratings and of people."""
    assert all(printed(*words) for words in OTHERS)
    names = ("a-judge-with-a-long-name", "judge", "a-rater-with-a-long-name", "rater", "item")
    rows = [",".join(str((n * k) % 5 + 1) for k in range(1, 5)) + f",i{n}" for n in range(20)]
    table = tmp_path / "ratings.csv"
    table.write_text("\n".join((",".join(names), *rows)), "utf-8")
    raters = ("--rater", names[2], "--rater", names[3])
    assert printed("judges", "agreement", table, "--judge", names[0], "--judge", names[1], *raters)
    assert printed("judges", "calibrate", table, *raters)
    scores = {f"p{n}": [n + 1.0, n * n % 7 + 2.0, float(n % 3)] for n in range(9)}
    write_sample(sample(scores, name="A sample with a long name"), tmp_path / "people")
    assert printed("people", "statistics", tmp_path / "people")
