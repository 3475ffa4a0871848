"""The command line as a whole: what it imports, what it offers, how it answers what it does not know."""

import json
from pathlib import Path

import click
import pytest
from support import command
from support.folders import write_run
from support.process import python

import helm_creativity.cli as cli_package
from helm_creativity.cli import COMMANDS, GROUPS, PARTS, cli, main
from helm_creativity.cli.options import FORMATS
from helm_creativity.errors import FileProblem
from helm_creativity.reporting import tables

PRINTS_TABLES = (
    "check",
    "effects",
    "forget",
    "judges bias",
    "judges calibrate",
    "judges link",
    "leaderboard",
    "list",
    "plan",
    "show",
    "status",
    "validity",
)
READS_SUITES = (
    *(
        "leaderboard",
        "report",
        "export tables",
        "export ratings",
        "judges calibrate",
        "judges bias",
        "effects",
        "validity",
        "schema",
        "forget",
        "show",
        "status",
    ),
)


def command_of(name):
    """A command by its name, or a command of a group by both names."""
    first, *rest = name.split()
    found = cli.get_command(click.Context(cli), first)
    for part in rest:
        found = found.commands[part]
    return found


def all_commands(group):
    for name in group.list_commands(context := click.Context(group)):
        found = group.get_command(context, name)
        yield found
        if isinstance(found, click.Group):
            yield from all_commands(found)


def lines_of_help(group):
    return (found.short_help for found in all_commands(group) if found.short_help)


def test_lines_of_help_look_alike():
    lines = list(lines_of_help(cli))
    assert len(lines) > len(COMMANDS)
    assert [line for line in lines if line.endswith(".") or (line[0].isupper() and line[1].islower())] == []


def imported(*arguments):
    """How many of our modules a command imports."""
    return python(
        "import contextlib, io, json, sys\nfrom helm_creativity.cli import main\n"
        f"with contextlib.redirect_stdout(io.StringIO()):\n    main({list(arguments)!r})\n"
        "print(json.dumps([name for name in sys.modules if name.startswith('helm_creativity')]))"
    )


def test_the_help_imports_no_command():
    """20 modules of ours at most."""
    assert len(imported("--help")) <= 20
    assert len(imported("leaderboard", "--help")) <= 20


def test_the_help_names_every_command_once_on_one_line_under_its_group():
    """In a terminal of 80 columns."""
    text = command.run("--help").text
    assert sum(map(len, GROUPS.values())) == len(COMMANDS)
    for title, commands in GROUPS.items():
        section = text.partition(f"\n{title}:\n")[2].partition("\n\n")[0]
        assert [line.split()[0] for line in section.splitlines()] == list(commands)
        assert [" ".join(line.split()[1:]) for line in section.splitlines()] == [line for _, line in commands.values()]
        assert max(map(len, section.splitlines())) <= 80


def test_every_module_of_commands_is_listed():
    """So that none is written and never shown."""
    modules = {path.stem for path in Path(cli_package.__file__).parent.glob("*.py")}
    shared = {"__init__", "items_draw", "judge_exam", "judge_link", "options"}
    shared |= {"people_import", "people_norms"}
    assert modules - shared == {module for module, _ in COMMANDS.values()}


def test_the_commands_of_groups_are_known():
    """To messages about a part that is named without its group."""
    groups = {name: command_of(name) for name in COMMANDS}
    fixed = {name: group for name, group in groups.items() if getattr(group, "commands", None)}
    assert {name: tuple(sorted(group.commands)) for name, group in fixed.items()} == PARTS


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name):
    """And is called what it is listed as."""
    assert command_of(name).name == name
    assert command.run(name, "--help").status == 0


@pytest.mark.parametrize("name", [*PRINTS_TABLES, "items list", "embeddings list", "embeddings info"])
def test_tables_are_printed_in_every_format(name):
    """And into files."""
    options = {option.name: option for option in command_of(name).params}
    assert tuple(options["as_"].type.choices) == FORMATS == tables.FORMATS
    assert "--out" in options["out"].opts


@pytest.mark.parametrize("name", READS_SUITES)
def test_suites_are_positional(name):
    """In every command that reads them."""
    options = {option.name: option for option in command_of(name).params}
    assert isinstance(options["suites"], click.Argument)
    assert options["suites"].nargs == -1


@pytest.mark.parametrize("name", READS_SUITES)
def test_an_unknown_suite_is_answered_with_those_that_exist(tmp_path, name):
    """By the output path."""
    write_run(tmp_path / "runs" / "autumn", stats={"score": 1.0})
    needs = {
        "export tables": ["--out", tmp_path / "t"],
        "export ratings": ["--out", tmp_path / "r.csv"],
        "forget": ["--reason", "empty"],
        "effects": ["--by", "temp"],
    }
    more = needs.get(name, [])
    with pytest.raises(FileProblem, match=r"there is no suite or release 'winter' in .*: there are autumn"):
        command.run(*name.split(), "winter", "--output-path", tmp_path, *more)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["leaderbord"], "there is no command 'leaderbord'; did you mean 'leaderboard'?"),
        (["qqqq"], "there is no command 'qqqq'; there are: run, list"),
        (["tables"], "there is no command 'tables'; did you mean 'export tables'?"),
        (["fetch"], "there is no command 'fetch'; did you mean 'embeddings fetch', 'items fetch'?"),
        (["leaderboard", "s", "--fromat", "csv"], "--format"),
        (["score", "datt"], "did you mean 'dat'"),
        (["leaderboard"], "Missing argument 'SUITE...'"),
    ],
)
def test_what_is_unknown_is_answered_with_what_is_like_it(arguments, message, capsys):
    """On stderr, with exit status 2."""
    assert main(arguments) == 2
    assert message in capsys.readouterr().err


def test_a_leaderboard_in_every_format(tmp_path):
    """Of two suites, printed and written to a file."""
    write_run(tmp_path / "runs" / "one", model="a/x", stats={"score": 1.0}, comparable="dat|protocol:p|k")
    write_run(tmp_path / "runs" / "two", model="b/y", stats={"score": 2.0}, comparable="dat|protocol:p|k")
    where = ["leaderboard", "one", "two", "--output-path", tmp_path]
    text = command.run(*where).text
    assert text.index("b/y") < text.index("a/x")
    assert "comparable settings: dat|protocol:p|k" in text
    short = command.run(*where, "--signatures", "short", "--format", "json").text
    (table,) = json.loads(short)
    assert table["facts"]["comparable_settings"].startswith("p#")
    assert [row["model"] for row in table["rows"]] == ["b/y", "a/x"]
    assert command.run(*where, "--format", "csv").text.count("\n") == 2
    done = command.run(*where, "--format", "html", "--out", tmp_path / "board.html")
    assert (done.text, done.status) == ("", 0)
    assert "<td" in (tmp_path / "board.html").read_text("utf-8")


def test_no_option_with_a_range_takes_nan():
    """Which lies in every range of click's."""
    params = [param for each in all_commands(cli) for param in each.params]
    ranges = [param for param in params if isinstance(param.type, click.FloatRange)]
    assert {"--least-scored", "--threshold"} <= {param.opts[0] for param in ranges}
    for param in ranges:
        assert param.type.convert("0.5", param, None) == 0.5
        with pytest.raises(click.BadParameter, match="expected a number, got nan"):
            param.type.convert("nan", param, None)
