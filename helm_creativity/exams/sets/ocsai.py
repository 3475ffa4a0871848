"""Ocsai's test split: uses of objects with the mean of people's ratings of originality.

Judges are asked as in a run of the benchmark that the card names. The uses of the training split are of the same 21
objects, so a judge that was trained on it knows them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from helm_creativity.benchmark.files.untrusted_files import parse_json
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.benchmark.sources import ExamCard, require_source
from helm_creativity.errors import FileProblem
from helm_creativity.exams.sets.tables import numbered_lines
from helm_creativity.exams.types import ExamResponse, ExamScale, ExamSet, ScaleKind
from helm_creativity.safe_text import quoted

SCALE = ExamScale(ScaleKind.INTERVAL, 1, 5)
ONLY_MEANS = "only the mean of people's ratings is public, so their agreement sets no ceiling"

_PROMPT = re.compile(r"(?:AUT|DT (?P<task>\w+)) Prompt:(?P<cue>[^\n]+)\nResponse:(?P<text>[^\n]*)\nScore:\n")


class RatedLine(NamedTuple):
    """A line of Ocsai's files."""

    number: int
    task: str
    cue: str
    text: str
    rating: float


def load(card: ExamCard) -> ExamSet:
    """The set, from the file that was fetched."""
    path = require_source("ocsai-test", "Ocsai's rated uses", "another set")
    entry = find_entry(card.benchmark)
    rubric, object_phrase = entry.module("benchmark").TENTHS, entry.module("items").object_phrase
    responses = (
        ExamResponse(
            f"test/{line.number}",
            line.cue,
            line.text,
            rubric.question(phrase=object_phrase(line.cue), uses=[line.text]),
            {"people": line.rating},
            "people",
        )
        for line in read_lines(path)
    )
    return ExamSet.from_card(card, SCALE, rubric, responses, notes=(ONLY_MEANS,))


def read_lines(path: Path) -> Iterator[RatedLine]:
    """The rated responses of a file of JSON lines with ``prompt`` and ``completion``, in its order."""
    for number, line in numbered_lines(path):
        where = f"{path}, line {number}"
        try:
            entry = parse_json(line)
            found = _PROMPT.fullmatch(entry["prompt"])
            rating = float(entry["completion"]) / 10  # ratings are whole numbers, ten times as large
        except (ValueError, KeyError, TypeError) as error:
            raise FileProblem(
                f"{where}: expected an object with prompt and completion, found {quoted(line)}"
            ) from error
        if found is None or not SCALE.low <= rating <= SCALE.high:
            raise FileProblem(f"{where}: expected a response to a cue, rated 10 to 50, found {quoted(line)}")
        yield RatedLine(number, found["task"] or "", found["cue"], found["text"], rating)
