"""A terminal shows heads of tables in bold; a file, a pipe and who does not want colours get text alone."""

import os
import pty
import subprocess
import sys

import pytest

from helm_creativity.reporting.tables import COLOURS, Column, Table, render

BOLD, FAINT, PLAIN = "\033[1m", "\033[2m", "\033[0m"
COMMAND = [sys.executable, "-m", "helm_creativity", "run", "--list"]


def in_terminal(**environment):
    """What a terminal gets of a command."""
    ours, theirs = pty.openpty()
    try:
        shell = {**os.environ, "TERM": "xterm", **environment}
        process = subprocess.Popen(COMMAND, stdin=theirs, stdout=theirs, stderr=theirs, env=shell)
        os.close(theirs)
        found = b""
        while True:
            try:
                part = os.read(ours, 1 << 16)
            except OSError:  # the other end is closed
                part = b""
            if not part:
                break
            found += part
        assert process.wait(60) == 0
        return found.decode().replace("\r\n", "\n")
    finally:
        os.close(ours)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_a_terminal_gets_colours_unless_it_is_asked_for_none():
    coloured = in_terminal(NO_COLOR="")
    head, rule, row, *_ = coloured.splitlines()
    assert head.startswith(f"{BOLD}set ")
    assert rule.startswith(f"{FAINT}---")
    assert "\033" not in row
    plain = in_terminal(NO_COLOR="1")
    assert plain == in_terminal(TERM="dumb")
    assert plain == subprocess.run(COMMAND, capture_output=True, text=True, check=True).stdout
    assert plain == coloured.replace(BOLD, "").replace(FAINT, "").replace(PLAIN, "")


def test_names_cannot_colour_anything():
    table = Table("t", (Column("a", "a\033[31m", left=True),), [("b\033[31m",)], title="t\033[31m", notes=["n\033[31m"])
    text = render(table, colours=COLOURS)
    assert "\033[31m" not in text
    assert text.count("\\u001b[31m") == 4
