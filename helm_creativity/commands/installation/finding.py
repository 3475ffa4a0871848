"""What is asked for, what was found out about one thing, and the table of all of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from helm_creativity.defaults import LOCAL_PATH, OUTPUT_PATH
from helm_creativity.results.table import Column, Table

State = Literal["ok", "missing", "broken"]


class Wanted(NamedTuple):
    """What the user asks for; see ``helm-creativity doctor --help``."""

    names: Sequence[str] = ()
    models: Sequence[str] = ()
    judges: str = ""
    base_url: str | None = None
    key: str | None = None
    output_path: Path = OUTPUT_PATH
    local_path: Path = LOCAL_PATH

    @property
    def judge_names(self) -> list[str]:
        """The judges one by one."""
        return [judge for judge in self.judges.split("+") if judge]


class Finding(NamedTuple):
    """What was found out about one thing."""

    what: str
    state: State
    says: str
    wanted: bool = False

    @property
    def fails(self) -> bool:
        """Whether it is broken, or asked for and missing."""
        return self.state == "broken" or (self.wanted and self.state == "missing")


def findings_table(title: str, findings: Iterable[Finding], notes: Iterable[str] = ()) -> Table:
    """One row per finding."""
    columns = (
        Column("what", "what", left=True),
        Column("state", "state", left=True),
        Column("to_do", "found, or what to do", left=True, wrapped=True),
    )
    rows = [(found.what, found.state, found.says) for found in findings]
    return Table("doctor", columns, rows, title, {"part": title}, tuple(notes))
