"""People's solutions, by the labels that other people gave them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from helm_creativity.core.claims import Claim, Recipe, Recomputed
from helm_creativity.core.registry import find_source
from helm_creativity.judges.labelled import LabelledSet
from helm_creativity.scenarios.macgyver.items import read_problems
from helm_creativity.scenarios.macgyver.labels import read_labels

FILES = (find_source("macgyver-labels"), find_source("macgyver-problems"))
PEOPLE = "Prolific"
"""What the file of labels calls people."""
SOLVABLE = {"solvable_score": "yes", "unsolvable_score": "no"}
"""Which problems a stat is of, where it is not of all."""


@cache
def _labels(labels: Path, problems: Path) -> LabelledSet:
    return read_labels(labels, {problem.id: problem for problem in read_problems(problems)})


def correct(paths: Sequence[Path], stat: str, arguments: Mapping[str, str]) -> list[float]:
    """100 for each of people's solutions that is correct and 0 for each other."""
    found = _labels(*paths)
    people = [answer for answer in found.answers if answer.fields["source"] == PEOPLE]
    solvable = SOLVABLE.get(stat, "")
    return [100.0 * (answer.rating in found.right) for answer in people if solvable in ("", answer.fields["solvable"])]


def labelled(paths: Sequence[Path]) -> Recomputed:
    """How many solutions have a label."""
    return Recomputed.counted(len(_labels(*paths).answers))


def contradicting(paths: Sequence[Path]) -> Recomputed:
    """How many labels contradict the workbook, as the note about the labels says, of how many."""
    counts = re.search(r"in ([\d,]+) of ([\d,]+) answers", " ".join(_labels(*paths).notes))
    if counts is None:
        raise ValueError("no label contradicts the workbook")
    n, labels = (int(count.replace(",", "")) for count in counts.groups())
    return Recomputed(n, labels)


PAPER = "Tian et al. 2024"
RECIPES: Mapping[str, Recipe] = {"labels": Recipe(PAPER, FILES, correct)}
CLAIMS: tuple[Claim, ...] = (
    Claim("solutions with a label", PAPER, "docs/judges.md", "4,770", labelled, FILES),
    Claim("labels that contradict the workbook", PAPER, "card, deviations", "701", contradicting, FILES, 4770),
)
