"""The problems: those of this package, and the 1,683 of Tian et al. (2024) from the authors' workbook."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from helm_creativity.benchmark.files.yaml_files import read_yaml
from helm_creativity.benchmark.rows.tables import read_sheet
from helm_creativity.benchmark.sources import require_source
from helm_creativity.errors import FileProblem
from helm_creativity.scenarios.macgyver.parse import tools_in

COLUMNS = ("ID", "Problem", "Solvable?", "Solution", "Label")
TRUSTED = ("efficient", "inefficient", "correct_right_reason")
"""Labels under which the workbook's solution is right: of solvable problems, and of one that is not."""


class MacGyverProblem(NamedTuple):
    """One problem; what is not known of it is None."""

    id: str
    problem: str
    solvable: bool
    tools: Sequence[str] | None = None
    reference: str | None = None
    setting: str | None = None

    @property
    def reference_response(self) -> str | None:
        """A right response, as a model would write it; None where none is known."""
        right = self.reference is None or self.solvable
        return self.reference if right else f"This is not possible: {self.reference}"


@cache
def own_problems() -> Sequence[MacGyverProblem]:
    """The problems that were written for this package."""
    return [
        MacGyverProblem(
            **{name: entry[name] for name in ("id", "problem", "solvable", "tools", "setting")},
            reference=entry["reason"] or "\n".join(f"Step{n}: {step}" for n, step in enumerate(entry["reference"], 1)),
        )
        for entry in read_yaml(Path(__file__).with_name("items") / "own.yaml")
    ]


@cache
def read_problems(path: Path) -> Sequence[MacGyverProblem]:
    """The authors' problems, in the order of the workbook.

    Its solutions were written by a model and labelled by people; one serves as reference only where they found it right
    (``TRUSTED``). Tools are taken from the text where that is possible.
    """
    rows = read_sheet(path)
    if not rows or not set(COLUMNS) <= set(rows[0]):
        raise FileProblem(f"{path}: expected the columns {', '.join(COLUMNS)}, found {', '.join((rows or [{}])[0])}")
    found = []
    for row in rows:
        number, problem, solvable, solution, label = (plain_text(str(row[name])) for name in COLUMNS)
        reference = solution if label in TRUSTED else None
        found.append(MacGyverProblem(number, problem, solvable == "Yes", tools_in(problem), reference))
    return found


def plain_text(text: str) -> str:
    """A text of the authors' files, its marks of line breaks as line breaks."""
    return re.sub(r"[ \t]*(?:<br ?/?>|\r\n?)[ \t]*\n?", "\n", text).strip()


def workbook() -> Path:
    """The authors' workbook of problems."""
    return require_source("macgyver-problems", "the items 'macgyver2024'", "the items own")


def problems(name: str) -> Sequence[MacGyverProblem]:
    """Those that a value of the setting ``items`` names."""
    return own_problems() if name == "own" else read_problems(workbook())
