"""A Confederacy of Models: 65 stories from one prompt, under ten criteria, by two raters each.

The stories were given to raters in five groups of 13, and each group has two raters of its own. A story under one
criterion is one response. It is compared with the others of its group under the same criterion, since other groups have
other raters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from helm_creativity.benchmark.files.untrusted_files import read_bytes
from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.rows.cells import Cell
from helm_creativity.benchmark.rows.workbooks import read_workbook
from helm_creativity.benchmark.sources import ExamCard, require_source
from helm_creativity.errors import FileProblem
from helm_creativity.exams.sets.questions import set_rubric
from helm_creativity.exams.types import ExamResponse, ExamScale, ExamSet, ScaleKind
from helm_creativity.safe_text import quoted

SCALE = ExamScale(ScaleKind.ORDINAL, 0, 10)
RUBRIC = set_rubric("confederacy", "rating", "text", scale=Scale(SCALE.low, SCALE.high))
CRITERIA = {
    "Readability": "readability: how clear and fluent it is",
    "Narrative elts.": "narrative elements: how well it uses characters, setting, conflict and point of view",
    "Structural elts.": "structural elements: how well it uses grammar, punctuation, paragraphs and sentences",
    "Plot logic": "logic of the plot: whether events follow from one another",
    "Creativity": "creativity: how original and inventive it is",
    "JKT style": "style: how much it reads like John Kennedy Toole",
    "Epic genre": "epic: how well it understands and keeps to the epic genre",
    "Combat": "combat: how vividly and credibly it tells of the single combat",
    "Acc. characters": "characters: how true its Ignatius and its pterodactyl are to what is known of both",
    "Humor": "humour: how funny it is, in a way that fits the style",
}
"""What judges are asked to rate, in words of this package, by the heading of the sheet."""

_ID, _SOURCE, _GROUP = 0, 1, 2
_RATERS = (4, 18)
"""In which column the ratings of each rater of a group begin."""
_HEADINGS = 4
"""The row with the names of the criteria, from 0."""
_NOTES = (
    "the question about a criterion is in words of this package, not in those that raters read",
    "each group of 13 stories has two raters of its own, and all stories have one prompt: agreement within items is "
    "within a group under one criterion",
    "the repository's LICENSE file is CC-BY-4.0, and its README says CC-BY-SA-4.0, which asks for more",
)


class RatedStory(NamedTuple):
    """A row of the raters' sheet."""

    name: str
    source: str
    group: str
    ratings: Sequence[Sequence[float]]


def load(card: ExamCard) -> ExamSet:
    """The set, from the files that were fetched."""
    return ExamSet.from_card(card, SCALE, RUBRIC, _responses(), notes=_NOTES)


def read_ratings() -> Sequence[RatedStory]:
    """The rows of the raters' sheet."""
    path = require_source("confederacy-ratings", "the ratings of A Confederacy of Models", "another set")
    rows = read_workbook(path)[0]
    width = len(CRITERIA)
    for start in _RATERS:
        headings = rows[_HEADINGS][start : start + width] if len(rows) > _HEADINGS else ()
        if tuple(headings) != tuple(CRITERIA):
            raise FileProblem(f"{path}, row {_HEADINGS + 1}: expected the ten criteria from column {start + 1}")
    found = []
    for number, row in enumerate(rows[_HEADINGS + 1 :], start=_HEADINGS + 2):
        cells = [*row, *[None] * (_RATERS[-1] + width - len(row))]
        if cells[_ID] is None or cells[_GROUP] is None or cells[_ID] == "EXAMPLE":
            continue
        ratings = [[_rating(cell, number) for cell in cells[start : start + width]] for start in _RATERS]
        found.append(RatedStory(str(cells[_ID]), str(cells[_SOURCE]), f"{cells[_GROUP]}", ratings))
    return found


def _rating(cell: Cell, row: int) -> float:
    if not isinstance(cell, (int, float)) or not SCALE.low <= cell <= SCALE.high:
        raise FileProblem(f"confederacy-ratings, row {row}: expected a rating from 0 to 10, got {quoted(str(cell))}")
    return float(cell)


def _responses() -> Iterator[ExamResponse]:
    for rated in read_ratings():
        text = read_text(require_source(f"confederacy-{rated.name}", f"the text {rated.name}", "another set"))
        for (criterion, quality), of_people in zip(CRITERIA.items(), zip(*rated.ratings, strict=True), strict=True):
            yield ExamResponse(
                f"{rated.name}/{criterion}",
                rated.name,
                text,
                RUBRIC.question(text=text, quality=quality),
                {f"rater {rated.group}.{place}": rating for place, rating in enumerate(of_people, start=1)},
                rated.source,
                {"criterion": criterion},
                f"{rated.group}/{criterion}",
            )


def read_text(path: Path) -> str:
    """A story, which is in UTF-8 or in Windows-1252, with the line ends of the latter."""
    content = read_bytes(path)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    return text.replace("\r\n", "\n").strip()
