"""HANNA: stories by people and ten programs that wrote from the same prompts, under six criteria by three raters each.

A story under one criterion is one response. The file of scores holds the ratings, a list of 96 prompts for each
system; the file of annotations holds the texts, numbered system by system in the same order, and each story three
times. Raters are many workers of a market place, so that the first rater of two stories need not be the same person.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.sources import ExamCard
from helm_creativity.errors import FileProblem
from helm_creativity.exams.sets.questions import set_rubric
from helm_creativity.exams.sets.tables import fetched_rows
from helm_creativity.exams.types import ExamResponse, ExamScale, ExamSet, ScaleKind
from helm_creativity.safe_text import listed, quoted

SCALE = ExamScale(ScaleKind.ORDINAL, 1, 5)
RUBRIC = set_rubric("hanna", "rating", "text", scale=Scale(SCALE.low, SCALE.high))
CRITERIA = {
    "RE": ("relevance", "how well it fits the prompt"),
    "CH": ("coherence", "how much sense it makes as a whole"),
    "EM": ("empathy", "how well a reader understands what its characters feel"),
    "SU": ("surprise", "how unexpected its end is"),
    "EG": ("engagement", "how much a reader wants to go on with it"),
    "CX": ("complexity", "how elaborate it is"),
}
"""Name and meaning, in words of this package, by the abbreviation in the columns of the file."""
RATERS = (1, 2, 3)
FILES = ("hanna-scores", "hanna-stories")

_NOTES = (
    "the question about a criterion is in words of this package, not in those that people read",
    "raters are numbered within a story: rater 1 of two stories need not be the same person",
)


def load(card: ExamCard) -> ExamSet:
    """The set, from the files that were fetched."""
    ratings = read_ratings()
    return ExamSet.from_card(card, SCALE, RUBRIC, _responses(ratings, _stories(ratings)), notes=_NOTES)


def read_ratings() -> Mapping[tuple[int, str], Sequence[float]]:
    """The three ratings of each story under each criterion, by the story's number and the criterion's abbreviation."""
    columns = {(rater, criterion): f"Human {rater} {criterion}" for criterion in CRITERIA for rater in RATERS}
    found: dict[tuple[int, str], list[float]] = {}
    start = 0
    for line, row in fetched_rows(FILES[0], ["Model", *columns.values()]):
        lists = {key: _list(row[column], column, line) for key, column in columns.items()}
        if len({len(ratings) for ratings in lists.values()}) > 1:
            raise FileProblem(f"{FILES[0]}, line {line}: expected as many ratings in every column of people")
        for (_, criterion), ratings in lists.items():
            for place, rating in enumerate(ratings):
                found.setdefault((start + place, criterion), []).append(rating)
        start += len(lists[RATERS[0], "RE"])
    return found


def _list(cell: Any, column: str, line: int) -> Sequence[float]:  # noqa: ANN401 - a cell of a table
    try:
        ratings = [float(rating) for rating in json.loads(str(cell))]
    except (TypeError, ValueError) as error:
        raise FileProblem(
            f"{FILES[0]}, line {line}: expected a list of ratings as {column}, got {quoted(str(cell))}"
        ) from error
    if strange := [rating for rating in ratings if not SCALE.low <= rating <= SCALE.high]:
        raise FileProblem(f"{FILES[0]}, line {line}: expected ratings from 1 to 5 as {column}, got {strange[0]:g}")
    return ratings


def _stories(ratings: Mapping[tuple[int, str], Sequence[float]]) -> Mapping[int, Mapping[str, Any]]:
    """The first row of each story by its number; its rows must have the ratings that the other file has."""
    columns = {criterion: name.title() for criterion, (name, _) in CRITERIA.items()}
    found: dict[int, Mapping[str, Any]] = {}
    given: dict[tuple[int, str], list[float]] = defaultdict(list)
    for line, row in fetched_rows(FILES[1], ["Story ID", "Prompt", "Story", "Model", *columns.values()]):
        try:
            number = int(row["Story ID"])
            for criterion, column in columns.items():
                given[number, criterion].append(float(row[column]))
        except (TypeError, ValueError) as error:
            raise FileProblem(f"{FILES[1]}, line {line}: expected numbers as Story ID and ratings") from error
        found.setdefault(number, row)
    for (number, criterion), of_people in ratings.items():
        if sorted(given[number, criterion]) != sorted(of_people):
            expected, got = (listed(f"{rating:g}" for rating in some) for some in (of_people, given[number, criterion]))
            raise FileProblem(
                f"{FILES[1]}: expected {expected} as {columns[criterion]} of story {number}, as {FILES[0]} has it, "
                f"got {got or 'nothing'}"
            )
    return found


def _responses(
    ratings: Mapping[tuple[int, str], Sequence[float]], stories: Mapping[int, Mapping[str, Any]]
) -> Iterator[ExamResponse]:
    for (number, criterion), of_people in sorted(ratings.items(), key=lambda pair: pair[0][0]):
        story, (name, meaning) = stories[number], CRITERIA[criterion]
        yield ExamResponse(
            f"{number}/{criterion}",
            story["Prompt"],
            story["Story"],
            RUBRIC.question(premise=story["Prompt"], text=story["Story"], quality=f"{name}: {meaning}"),
            {f"rater {rater}": rating for rater, rating in zip(RATERS, of_people, strict=True)},
            story["Model"],
            {"criterion": name},
            f"{criterion}/{story['Prompt']}",
        )
