"""The problems: those of this package, and the 1,683 of Tian et al. (2024) from the authors' workbook."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from helm_creativity.errors import FileProblem
from helm_creativity.rooms import read_yaml
from helm_creativity.rooms.sheets import Cell, numbered_rows
from helm_creativity.scenarios.macgyver.prose import tools_in

OWN = Path(__file__).with_name("items") / "own.yaml"
OFFICIAL_ITEMS = 1683
COLUMNS = ("ID", "Problem", "Solvable?", "Unconventional?", "Solution", "Label")
TRUSTED = ("efficient", "inefficient", "correct_right_reason")
"""Labels under which the workbook's solution is right: of solvable problems, and of one that is not."""

_SHOWN = 5
_LABELS = {
    "Yes": ("efficient", "inefficient", "infeasible", "none"),
    "No": ("correct_right_reason", "correct_wrong_reason", "wrong_solution", "none"),
}
_BREAK = re.compile(r"[ \t]*(?:<br ?/?>|\r\n?)[ \t]*\n?")


@dataclass(frozen=True)
class Item:
    """One problem.

    Attributes:
        id: the same in every run.
        problem: the text that is asked, tools and question included.
        solvable: whether the given tools suffice.
        tools: as the problem names them; None where they stand in prose that cannot be taken apart.
        reference: a right answer: steps, or why it is not possible; None where none is known.
        setting: where it happens; "" where nobody has said.
        unconventional: whether a tool must be put to a use that it was not made for; None where nobody has said.
    """

    id: str
    problem: str
    solvable: bool
    tools: tuple[str, ...] | None = None
    reference: str | None = None
    setting: str = ""
    unconventional: bool | None = None

    @property
    def oracle(self) -> str | None:
        """A right answer, as a model would give it; None where none is known."""
        if self.reference is None or self.solvable:
            return self.reference
        return f"This is not possible: {self.reference}"


@lru_cache(maxsize=1)
def own_items() -> tuple[Item, ...]:
    """The problems that were written for this package."""
    entries: list[dict[str, Any]] = read_yaml(OWN)
    return tuple(_own(entry) for entry in entries)


def _own(entry: dict[str, Any]) -> Item:
    steps = "\n".join(f"Step{number}: {step}" for number, step in enumerate(entry["reference"], start=1))
    solvable = bool(entry["solvable"])
    return Item(
        id=str(entry["id"]),
        problem=" ".join(str(entry["problem"]).split()),
        solvable=solvable,
        tools=tuple(map(str, entry["tools"])),
        reference=steps if solvable else str(entry["reason"]).strip(),
        setting=str(entry["setting"]),
        unconventional=bool(entry["unconventional"]) if solvable else None,
    )


def macgyver_items(path: Path, expected: int | None = OFFICIAL_ITEMS) -> tuple[Item, ...]:
    """The authors' problems, in the order of the workbook.

    Its solutions were written by a model and labelled by people; one serves as reference only where they found it right
    (``TRUSTED``). Tools are taken from the text where that is possible. Marks of line breaks become line breaks.

    Args:
        path: the workbook ``problem_solution_pair.xlsx``, or a CSV file of the same columns.
        expected: how many problems there must be; None for any number.

    Raises:
        FileProblem: for other columns, an empty cell, an id that is there twice, a value that none of the columns has,
            or another number of problems; with the row.
    """
    rows = numbered_rows(path, as_csv=path.suffix.lower() == ".csv")
    found = tuple(rows[0][1]) if rows else ()
    if lost := [name for name in COLUMNS if name not in found]:
        raise FileProblem(f"{path} has no column {', '.join(lost)}; expected {', '.join(COLUMNS)}, found {found}")
    items = [_official(row, f"{path}, row {number}") for number, row in rows]
    _check(items, [number for number, _ in rows], path)
    if expected not in (None, len(items)):
        raise FileProblem(f"{path}: expected the {expected:,} problems of the authors, found {len(items):,}")
    return tuple(items)


def _official(row: dict[str, Cell], where: str) -> Item:
    """The problem of a row."""
    cells = {name: str(row[name]).strip() if row[name] is not None else "" for name in COLUMNS}
    if empty := [name for name, text in cells.items() if not text]:
        raise FileProblem(f"{where}: expected a value under {', '.join(empty)}, found none")
    labels = _LABELS.get(cells["Solvable?"])
    if labels is None:
        raise FileProblem(f"{where}: expected Yes or No under Solvable?, got {cells['Solvable?']!r}")
    if cells["Label"] not in labels:
        raise FileProblem(f"{where}: expected one of {', '.join(labels)} under Label, got {cells['Label']!r}")
    use = {"unconventional": True, "conventional": False}.get(cells["Unconventional?"])
    problem = plain_text(cells["Problem"])
    return Item(
        id=cells["ID"],
        problem=problem,
        solvable=cells["Solvable?"] == "Yes",
        tools=tools_in(problem),
        reference=plain_text(cells["Solution"]) if cells["Label"] in TRUSTED else None,
        unconventional=use,
    )


def plain_text(text: str) -> str:
    """A text of the authors' files, its marks of line breaks as line breaks."""
    return _BREAK.sub("\n", text).strip()


def _check(items: Sequence[Item], numbers: Sequence[int], path: Path) -> None:
    """Refuses ids that are there twice."""
    first: dict[str, int] = {}
    twice = [
        f"{item.id!r} of row {first[item.id]} again in row {number}"
        for item, number in zip(items, numbers, strict=True)
        if first.setdefault(item.id, number) != number
    ]
    if twice:
        more = f" and {len(twice) - _SHOWN} more" if len(twice) > _SHOWN else ""
        raise FileProblem(f"{path}: expected every ID once, found {', '.join(twice[:_SHOWN])}{more}")
