"""The command line as a whole: what it imports and offers, names as people write them, and what it does not know."""

import json

import click
import pytest
from support import command
from support.folders import write_run
from support.process import python

import helm_creativity as hc
from helm_creativity.baselines.models import baselines
from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.names import find_name
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.commands import EXAMPLES, cli, main
from helm_creativity.commands.running.sets import SETS, in_full

LEAVES, PARAMETERS = 24, 160


def leaves(group=cli, name=""):
    """Commands by their names: one each, or one for each benchmark."""
    context = click.Context(group)
    for part in group.list_commands(context):
        found, called = group.get_command(context, part), f"{name} {part}".strip()
        if isinstance(found, click.Group) and found.commands:
            yield from leaves(found, called)
        elif isinstance(found, click.Group):
            made = click.Context(found)
            yield called, [found.get_command(made, other) for other in found.list_commands(made)]
        else:
            yield called, [found]


@pytest.mark.parametrize(
    ("words", "names", "most"),
    [
        (["--help"], ["helm_creativity"], 20),
        (["leaderboard", "--help"], ["helm_creativity"], 20),
        (["list"], ["helm", "torch", "gensim"], 0),
    ],
)
def test_the_help_imports_no_command_and_a_list_no_helm(words, names, most):
    loaded = python(
        "import contextlib, io, json, sys\nfrom helm_creativity.commands import main\n"
        f"with contextlib.redirect_stdout(io.StringIO()):\n    main({words})\n"
        f"print(json.dumps([name for name in sys.modules if name.partition('.')[0] in {names}]))"
    )
    assert len(loaded) <= most


def test_a_person_can_know_all_commands():
    """As few as a page of the manual has, each with two lines to copy."""
    found = dict(leaves())
    assert dict.fromkeys(found, 2) == {name: len(lines) for name, lines in EXAMPLES.items()}
    assert len(found) <= LEAVES
    settings = {name for entry in list_entries() for name in load_benchmark(entry).options}
    settings |= {"triples", "queries", "largest_class", "sets", "keywords", "help"}
    params = {name: {param.name for made in some for param in made.params} for name, some in found.items()}
    own = {name: len(some - (settings if name in ("score", "draw") else {"help"})) for name, some in params.items()}
    assert sum(own.values()) <= PARAMETERS, own


@pytest.mark.parametrize(
    "words",
    [  # ``check`` reads names as ``hc.check`` does, ``plan`` and ``doctor`` read them as ``run`` does
        "list {}",
        "score {} --help",
        "people import --benchmark {} --help",
        "run {} --model creativity/greedy --dry-run",
        "show crew --output-path . --benchmark {}",
        "leaderboard crew --output-path . --benchmark {}",
        "cite {}",
        "draw {} --help",
    ],
)
def test_a_benchmark_is_known_however_it_is_written(words, tmp_path, monkeypatch, capsys):
    """A run of the suite has scores and no responses that ``show`` could read."""
    monkeypatch.chdir(tmp_path)
    write_run(tmp_path / "runs" / "crew", group="creativity_rat", stats={"score": 1.0}, comparable="rat|protocol:p|k")
    name = "create" if words.startswith("draw") else "rat"
    for writing in (f"{name}", f"creativity_{name}", f"Creativity-{name}", f"{name.upper()} ", f"CREATIVITY-{name}"):
        status = main([word.replace("{}", writing) for word in words.split()])
        assert status in (0, 1) or "cannot read its responses" in capsys.readouterr().err, writing


def test_run_entries_and_python_take_the_same_names():
    """All names of benchmarks differ by more than their writing."""
    entries = ["RAT:model=a/b", "creativity_dat:model=a/b", "letter-string:model=a/b", "mmlu:subject=x,model=a/b"]
    found = [entry.partition(":")[0] for entry in in_full(entries, [], "", print)]
    assert found == ["creativity_rat", "creativity_dat", "creativity_letter_string", "mmlu"]
    assert hc.get_benchmark("Letter-String") is hc.get_benchmark("creativity_letter_string")
    assert hc.score("creativity_DAT", ["a, b"], embedding="builtin").benchmark == "dat"
    names = [entry.name for entry in list_entries()]
    assert [find_name(f"CREATIVITY-{name.replace('_', '-')}", names) for name in names] == names


def rows_listed(*arguments):
    """Rows of the tables of ``list`` by name."""
    printed = json.loads(command.run("list", *arguments, "--format", "json").text)
    return {table["name"]: table["rows"] for table in printed}


def test_everything_is_listed():
    """Cards and classes are the only source; items are as many as are asked, where their files are here."""
    found = rows_listed()
    rows = {row["name"]: row for row in found["benchmarks"]}
    assert [*rows] == list(hc.list_benchmarks())
    assert [row["set"] for row in found["sets"]] == [known.name for known in SETS]
    assert [row["name"] for row in found["baselines"]] == [model.name for model in baselines()]
    assert {row["state"] for row in found["embeddings"]} == {"here"}
    shown = {"title": "Letter-String Analogies", "domain": "fluid reasoning", "items": 500, "requests": 500}
    assert rows["letter_string"] == {"name": "letter_string", **shown, "judges": "none", "files": "here"}
    assert (rows["novelty"]["requests"], rows["novelty"]["judges"]) == (1200, "needed")
    assert (rows["aut"]["judges"], rows["dat"]["files"]) == ("optional", "fetch first")
    here = {name: row["items"] for name, row in rows.items() if row["files"] == "here"}
    judges = {name: {"judges": "creativity/lexical-judge"} if rows[name]["judges"] == "needed" else {} for name in here}
    made = {name: hc.get_benchmark(name) for name in here}
    assert here == {name: len(list(one.items(one.settings(**judges[name])))) for name, one in made.items()}
    (listed,) = rows_listed("core").values()
    assert {"run entry": "letter_string:max_eval_instances=50"} in listed
