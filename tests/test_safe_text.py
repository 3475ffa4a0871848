"""Text of others as people see it: on a terminal, in a log, in a message."""

from __future__ import annotations

import ast
import io
import sys
import unicodedata
from functools import reduce
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity import errors
from helm_creativity.benchmark.rows.records import write_records, writing
from helm_creativity.commands import main
from helm_creativity.commands.options import print_tables, say, tell
from helm_creativity.errors import BadArguments
from helm_creativity.reports.tables import COLOURS, render, text_width
from helm_creativity.results.table import Column, Table
from helm_creativity.safe_text import (
    LONGEST_MESSAGE,
    LONGEST_QUOTATION,
    escaped,
    escaped_line,
    kind_of,
    listed,
    module_logger,
    quoted,
)

ROOT = Path(__file__).parents[1]
RANGES = [(0, 9), (11, 13), (14, 32), (127, 160), (0x2028, 0x202F), (0x2060, 0x2070)]
STEERING = "".join(chr(code) for first, end in RANGES for code in range(first, end))
STEERING += "\u200b\u200e\u200f\u061c\u00ad\ufeff\U000e0041\ud800"
NAME = "acme/\x1b[31mred\x07\x9b2J\u202etxt.\u200b\u2028x\nforged line\r"


@pytest.mark.parametrize("sign", STEERING, ids=lambda sign: f"U+{ord(sign):04X}")
def test_what_steers_or_hides_is_an_escape(sign):
    """As Python and JSON write it."""
    assert escaped(f"a{sign}b") == f"a\\{'u' if ord(sign) < 0x10000 else 'U000'}{ord(sign):04x}b"


@pytest.mark.parametrize(
    "text",
    ["a\tb\r\nc\n", "naïve – “x”", "日本語 مرحبا שלום", "می\u200cخواهم", "\U0001f469\u200d\U0001f680", "a\u0301\ufe0f"],
)
def test_scripts_and_emoji_stay(text):
    """Joiners that are parts of letters, marks and lines included."""
    assert escaped(text) == text
    assert escaped(f"{text}ad\u200dmin é\u200c") == f"{text}ad\\u200dmin é\\u200c"  # beside ASCII they hide


@given(st.text(st.characters()))
def test_escaping_is_safe_and_done_once(text):
    """Nothing of category Cc but tabs and breaks; a line has none of those."""
    once = escaped(text)
    assert escaped(once) == once
    assert {sign for sign in once if unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp")} <= set("\t\n\r")
    assert len(escaped_line(text).splitlines()) <= 1


def table():
    columns = [Column("model", "model", left=True), Column("n", "n")]
    return Table("t", columns, [(NAME, 1), ("b", 2)], f"of {NAME.splitlines()[0]}")


@pytest.mark.parametrize("form", ["text", "html", "markdown"])
def test_tables_for_people_show_escapes(form):
    """A row is one line."""
    text = render(table(), form)
    assert set(text).isdisjoint("\x1b\x07\x9b\u202e\u200b\u2028")
    assert text.count("u001b") >= 2
    assert not [line for line in text.splitlines()[4:] if line.startswith("forged")]


def test_tables_for_programs_hold_the_data():
    """JSON in files and behind pipes, which writes them as escapes; a spreadsheet that opens CSV shows what is left."""
    assert "\x1b" not in render(table(), "csv")
    assert "\x9b2J\u202etxt" in render(table(), "json")


def test_columns_are_as_wide_as_what_is_shown():
    """Wide characters take two places, marks none, escapes as many as they have characters."""
    assert [*map(text_width, ("ab", "日本", "e\u0301", "\U0001f680", ""))] == [2, 4, 1, 2, 0]
    columns = [Column("m", "m", left=True), Column("n", "n")]
    lines = render(Table("t", columns, [("日本", 1), ("abcd", 2), ("\x1b[m", 3)])).splitlines()
    assert [text_width(line) for line in lines] == [11] * 5


class Terminal(io.StringIO):
    """A terminal that knows UTF-8."""

    encoding = "utf-8"

    def isatty(self):
        return True


def test_whatever_is_printed_on_a_terminal_is_escaped(monkeypatch, capsys):
    """Tables in every format, records, lines about what was done, and errors."""
    monkeypatch.setattr(sys, "stdout", screen := Terminal())
    for form in ("text", "csv", "json", "html", "markdown"):
        print_tables(table(), form)
    with writing(None) as out:
        write_records([{"response": NAME}], out, as_csv=True)
    say(NAME)
    tell(NAME)
    assert [main([command, NAME]) for command in ("leaderboard", "score")] == [2, 2]
    printed = screen.getvalue() + capsys.readouterr().err
    assert printed.count("u001b[31m") > 10
    for code in ("0", *COLOURS.values()):  # which tables themselves have
        printed = printed.replace(f"\033[{code}m", "")
    assert {sign for sign in printed if unicodedata.category(sign) in ("Cc", "Zl", "Cf")} <= set("\n\r")


def test_a_name_forges_no_line_of_a_log(caplog):
    """Whatever logs it, our modules or HELM's clients."""
    module_logger("helm_creativity.of_a_test").warning("%s does not answer: %s", "x", NAME)
    assert len(caplog.messages[0].splitlines()) == 1
    assert caplog.messages[0].startswith("x does not answer: acme/\\u001b[31mred")


def test_every_module_logs_through_one_place():
    """``module_logger``, not the library's own function."""
    modules = [path for part in ("helm_creativity", "scenarios", "run_specs") for path in (ROOT / part).rglob("*.py")]
    assert [path.name for path in modules if "logging.getLogger(__name__)" in path.read_text("utf-8")] == []


NESTED = reduce(lambda value, _: [value] * 10, range(9), ["lol"] * 10)
"""10 ** 9 words when written out."""
LARGE = [NESTED, "x" * 10**7, b"x" * 10**7, 10**299, dict.fromkeys(range(10**5)), [["a" * 10**6] * 9] * 9, "\x1b" * 9]


@pytest.mark.parametrize("value", LARGE, ids=["nested", "text", "bytes", "number", "mapping", "texts", "escapes"])
def test_a_quotation_is_short_and_quick(value):
    """However large the value is."""
    assert len(quoted(value)) <= LONGEST_QUOTATION
    assert quoted(value).isprintable()


def test_what_is_not_there_is_called_nothing():
    """Who wrote a spreadsheet does not know Python's words; a short value is quoted as it is."""
    assert [quoted(value) for value in (None, "it's", 3, ("a",), {"id": "x"})] == [
        *("nothing", '"it\'s"', "3", "('a',)", "{'id': 'x'}"),
    ]
    assert [kind_of(value) for value in (None, True, 7, 1.5, "", [], {})] == [
        *("nothing", "a truth value", "a number", "a number", "a text", "a list", "a mapping"),
    ]


def test_a_list_of_names_ends():
    """It says how many it leaves out."""
    assert listed(["a", "b"]) == "a, b"
    long = listed(f"column{i}" for i in range(200_000))
    assert long.startswith("column0, column1, ")
    assert long.endswith(" and 199,940 more")
    assert len(listed(["x" * 10**6])) < 100


def test_an_error_is_bounded():
    """With its beginning, and with its end, which says what to do."""
    error = BadArguments(f"line 1: there is no column x; there are {'y, ' * 10**6}; name one of them")
    assert len(str(error)) <= LONGEST_MESSAGE
    assert str(error).startswith("line 1: there is no column x; there are y, y")
    assert str(error).endswith("y, ; name one of them")


MADE = {"list", "set", "dict", "tuple", "sorted", "type", "repr"}


def is_printed_as_in_python(part):
    """Whether a field of a text is shown by its repr, or is a container."""
    containers = (ast.List, ast.Set, ast.Dict, ast.Tuple, ast.ListComp, ast.SetComp)
    return isinstance(part, ast.FormattedValue) and (
        part.conversion == ord("r")
        or isinstance(part.value, containers)
        or getattr(getattr(part.value, "func", None), "id", None) in MADE
    )


def test_no_message_of_our_errors_prints_a_repr():
    """``quoted`` shows a user's own text: bounded and escaped. A list or a set is joined."""
    kinds = {kind.__name__ for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)}
    offenders = [
        f"{path.relative_to(ROOT)}:{part.lineno}"
        for folder in ("helm_creativity", "scenarios")
        for path in (ROOT / folder).rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and getattr(call.func, "id", None) in kinds
        for part in ast.walk(call)
        if is_printed_as_in_python(part)
    ]
    assert offenders == []
