"""Which of two paragraphs is written better: by a published author, or in that author's manner by somebody else.

The file has each of 150 pairs in both orders. A judge is asked about both, so that its bias is the effect of order
alone. In every pair the preferred paragraph is the published author's: the set cannot tell a judge of quality from one
that recognises the author.
"""

from __future__ import annotations

from typing import Any

from helm_creativity.benchmark.files.untrusted_files import read_json
from helm_creativity.benchmark.sources import ExamCard, require_source
from helm_creativity.errors import FileProblem
from helm_creativity.exams.sets.pairs import FIRST, SCALE, SECOND, pair_response, pair_rubric
from helm_creativity.exams.types import ExamResponse, ExamSet
from helm_creativity.safe_text import kind_of, quoted

FILE = "style-mimic-pairs"
RUBRIC = pair_rubric("style_mimic", "better")

_NOTES = (
    "the preferred paragraph is the published author's in every pair, so a judge that knows the books has them all",
    "each pair is asked about in both orders; the file does not say who judged, so people's agreement sets no ceiling",
    "the question is in words of this package; the file holds another one",
    "the licence is that of the repository; the paragraphs of published books belong to their authors",
)


def load(card: ExamCard) -> ExamSet:
    """The set, from the file that was fetched."""
    path = require_source(FILE, "pairs of paragraphs that were judged", "another set")
    rows = read_json(path)
    if not isinstance(rows, list):
        raise FileProblem(f"{path}: expected a list of pairs, got {kind_of(rows)}")
    responses = (_response(row, f"{path}, pair {number}") for number, row in enumerate(rows, start=1))
    return ExamSet.from_card(card, SCALE, RUBRIC, responses, notes=_NOTES)


def _response(row: Any, where: str) -> ExamResponse:  # noqa: ANN401 - decoded JSON
    try:
        texts = str(row["paragraph1"]), str(row["paragraph2"])
        preferred = {"1": FIRST, "2": SECOND}[str(row["reference_preference"])]
        name, author, pair = str(row["id"]), str(row["source"]), str(row["original_id"])
    except (KeyError, TypeError) as error:
        raise FileProblem(f"{where}: expected two paragraphs and which is preferred, got {quoted(str(row))}") from error
    return pair_response(RUBRIC, name, author, texts, {"preference": preferred}, {"pair": pair})
