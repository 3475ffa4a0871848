"""The problems: those of this package, and the 1,683 of Tian et al. (2024) from the authors' workbook.

Their tools are taken from lists in prose, such as "Available tools are a comb, a torn map, and two nails".
"""

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
from helm_creativity.scenarios.macgyver.parse import phrases

OWN = Path(__file__).with_name("items") / "own.yaml"

COLUMNS = ("ID", "Problem", "Solvable?", "Solution", "Label")
TRUSTED = ("efficient", "inefficient", "correct_right_reason")
"""Labels under which the workbook's solution is right: of solvable problems, and of one that is not."""

_FEWEST, _LONGEST = 3, 16


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
        for entry in read_yaml(OWN)
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
        number, problem, solvable, solution, label = (str(row[name]).strip() for name in COLUMNS)
        text, reference = plain_text(problem), plain_text(solution) if label in TRUSTED else None
        found.append(MacGyverProblem(number, text, solvable == "Yes", tools_in(text), reference))
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


def tools_in(problem: str) -> list[str] | None:
    """The tools that a problem lists, as it words them; None where no list is found with some certainty.

    A list follows words such as "Tools available:", "The available items are" or "You have", ends with the sentence,
    and has three entries or more, none of which is a clause or over 16 words long. Behind words that do not speak of
    tools or the like, half of the entries must begin with an article or a number. Of several lists the first counts.
    """
    for introduced in phrases()["introduced"].finditer(problem):
        entries = _entries(phrases()["list_end"].split(problem[introduced.end() :], maxsplit=1)[0])
        counted = sum(map(bool, map(phrases()["counted"].match, entries)))
        if _is_list(entries) and (phrases()["things"].search(introduced[0]) or 2 * counted >= len(entries)):
            return entries
    return None


def _entries(text: str) -> list[str]:
    """The parts of a list; one that ends with an adjective ("a long, thin stick") is joined again."""
    entries: list[str] = []
    for part in (phrases()["last_and"].sub("", part.strip(), count=1) for part in phrases()["parted"].split(text)):
        last = entries[-1] if entries else ""
        if len(last.split()) == 2 and phrases()["counted"].match(last) and not phrases()["counted"].match(part):
            # Behind a list of bare nouns ("a comb, thread") this would join two things; then both names still stand.
            entries[-1] = f"{last}, {part}"
        else:
            entries.append(part)
    return entries


def _is_list(entries: list[str]) -> bool:
    bare = [phrases()["relative"].sub("", entry) for entry in entries]
    return len(entries) >= _FEWEST and all(
        name and len(name.split()) <= _LONGEST and not phrases()["clause"].search(name) for name in bare
    )
