"""The command line as a whole: what it imports, what it offers, how it answers what it does not know."""

import click
import pytest
from support import command
from support.folders import write_run
from support.process import python

from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.commands import EXAMPLES, cli, main
from helm_creativity.errors import FileProblem

READS_SUITES = ("leaderboard", "report", "export", "analyse", "schema", "forget", "show", "status")
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


def test_the_help_imports_no_command():
    """20 modules of ours at most."""
    for words in (["--help"], ["leaderboard", "--help"]):
        code = (
            "import contextlib, io, json, sys\nfrom helm_creativity.commands import main\n"
            f"with contextlib.redirect_stdout(io.StringIO()):\n    main({words})\n"
            "print(json.dumps([name for name in sys.modules if name.startswith('helm_creativity')]))"
        )
        assert len(python(code)) <= 20


def test_a_person_can_know_all_commands():
    """As few as a page of the manual has, each with two lines to copy."""
    found = dict(leaves())
    assert dict.fromkeys(found, 2) == {name: len(lines) for name, lines in EXAMPLES.items()}
    assert len(found) <= LEAVES
    settings = {name for entry in list_entries() for name in load_benchmark(entry).options}
    settings |= {"triples", "queries", "largest_class", "help"}
    own = {
        name: {param.name for made in some for param in made.params}
        - (settings if name in ("score", "draw") else {"help"})
        for name, some in found.items()
    }
    assert sum(map(len, own.values())) <= PARAMETERS, {name: len(params) for name, params in own.items()}


@pytest.mark.parametrize("name", READS_SUITES)
def test_an_unknown_suite_is_answered_with_those_that_exist(tmp_path, name):
    """By the output path."""
    write_run(tmp_path / "runs" / "autumn", stats={"score": 1.0})
    more = {"export": ["--out", tmp_path / "t"], "forget": ["--reason", "empty"]}.get(name, [])
    with pytest.raises(FileProblem, match=r"there is no suite or release 'winter' in .*: there are autumn"):
        command.run(*name.split(), "winter", "--output-path", tmp_path, *more)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["leaderbord"], "there is no command 'leaderbord'; did you mean 'leaderboard'?"),
        (["qqqq"], "there is no command 'qqqq'; there are: run, plan"),
        (["evaluate"], "there is no command 'evaluate'; did you mean 'judges evaluate'?"),
        (["leaderboard", "s", "--fromat", "csv"], "--format"),
        (["score", "datt"], "did you mean 'dat'"),
    ],
)
def test_what_is_unknown_is_answered_with_what_is_like_it(arguments, message, capsys):
    """On stderr, with exit status 2."""
    assert main(arguments) == 2
    assert message in capsys.readouterr().err


def test_no_option_with_a_range_takes_nan():
    """Which lies in every range of click's."""
    params = [param for _, some in leaves() for made in some for param in made.params]
    ranges = [param for param in params if isinstance(param.type, click.FloatRange)]
    assert {"--least-scored", "--threshold"} <= {param.opts[0] for param in ranges}
    for param in ranges:
        assert param.type.convert("0.5", param, None) == 0.5
        with pytest.raises(click.BadParameter, match="expected a number, got nan"):
            param.type.convert("nan", param, None)
