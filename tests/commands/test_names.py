"""Names as people write them: every command that takes a benchmark knows it with or without prefix, in any case."""

import pytest
from support.folders import write_run

import helm_creativity as hc
from helm_creativity.benchmark.names import find_name
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.commands import main
from helm_creativity.commands.running.sets import in_full

WRITINGS = ("{}", "creativity_{}", "Creativity-{}", "{} ")
# ``check`` reads names as ``hc.check`` does, ``plan`` and ``doctor`` read them as ``run`` does.
BY_COMMAND = {
    "list": ("rat", ["list", "{}"]),
    "score": ("rat", ["score", "{}", "--help"]),
    "draw": ("create", ["draw", "{}", "--help"]),
    "people import": ("rat", ["people", "import", "--benchmark", "{}", "--help"]),
    "run": ("rat", ["run", "{}", "--model", "creativity/greedy", "--dry-run"]),
    "show": ("rat", ["show", "crew", "--output-path", ".", "--benchmark", "{}"]),
    "leaderboard": ("rat", ["leaderboard", "crew", "--output-path", ".", "--benchmark", "{}"]),
    "cite": ("rat", ["cite", "{}"]),
}


@pytest.fixture
def suite(tmp_path, monkeypatch):
    """A suite with a run of one benchmark, in the working directory."""
    monkeypatch.chdir(tmp_path)
    write_run(tmp_path / "runs" / "crew", group="creativity_rat", stats={"score": 1.0}, comparable="rat|protocol:p|k")


@pytest.mark.usefixtures("suite")
@pytest.mark.parametrize("name", BY_COMMAND)
def test_a_benchmark_is_known_however_it_is_written(name, capsys):
    """A run of the suite has scores and no responses that ``show`` could read."""
    benchmark, words = BY_COMMAND[name]
    for writing in WRITINGS:
        for written in (writing.format(benchmark), writing.format(benchmark).upper()):
            status = main([word.replace("{}", written) for word in words])
            assert status in (0, 1) or "cannot read its responses" in capsys.readouterr().err, written


@pytest.mark.usefixtures("suite")
@pytest.mark.parametrize("name", BY_COMMAND)
def test_an_unknown_benchmark_is_answered_with_what_is_like_it(name, capsys):
    benchmark, words = BY_COMMAND[name]
    assert main([word.replace("{}", f"creativity_{benchmark}x") for word in words]) == 2
    shown = " ".join(capsys.readouterr().err.split())
    assert f"did you mean '{benchmark}'" in shown, shown


def test_run_entries_are_read_with_the_names_that_helm_knows():
    entries = ["RAT:model=a/b", "creativity_dat:model=a/b", "letter-string:model=a/b", "mmlu:subject=x,model=a/b"]
    found = [entry.partition(":")[0] for entry in in_full(entries, [], "", print)]
    assert found == ["creativity_rat", "creativity_dat", "creativity_letter_string", "mmlu"]


def test_python_takes_the_same_names():
    assert hc.get_benchmark("Letter-String") is hc.get_benchmark("creativity_letter_string")
    assert hc.score("creativity_DAT", ["a, b"], embedding="builtin").benchmark == "dat"
    assert hc.check("RAT", pilot=False)


def test_names_of_benchmarks_differ_by_more_than_their_writing():
    names = [entry.name for entry in list_entries()]
    assert [find_name(f"CREATIVITY-{name.replace('_', '-')}", names) for name in names] == names
