"""Which of two short texts is funnier: comparisons by people of 4,030 puns, other jokes, and texts that are none.

The released file has a row per comparison, the text that a person preferred first, without who compared. All
comparisons of the same two texts are one response, with a rating per comparison. Which of the two texts a judge reads
first follows from a checksum of the pair, so that it is the same in every exam and has nothing to do with people's
preference. A judge that takes the first text more often than people do has a bias.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from helm_creativity.benchmark.sources import ExamCard, require_source
from helm_creativity.errors import FileProblem
from helm_creativity.exams.sets.pairs import FIRST, SCALE, SECOND, pair_response, pair_rubric
from helm_creativity.exams.sets.tables import numbered_lines
from helm_creativity.exams.types import ExamResponse, ExamSet
from helm_creativity.safe_text import quoted

RUBRIC = pair_rubric("humour_pairs", "funnier")
FILES = ("humour-comparisons", "humour-texts")
SEED = 42
"""Of the order of the two texts."""

_NOTES = (
    "comparisons in which people found neither text funnier are not in the released file",
    "the two texts stand in an order that a checksum decides; bias is how much more often than people the judge takes "
    "the first",
    "a text is in about 14 pairs, and intervals resample those of the text with the lower number together",
)


class HumourText(NamedTuple):
    """A text that was compared."""

    score: float
    text: str


def load(card: ExamCard) -> ExamSet:
    """The set, from the files that were fetched."""
    texts = read_texts()
    wins = Counter(read_preferences())
    if strange := sorted({place for pair in wins for place in pair if place not in texts}):
        raise FileProblem(f"{FILES[0]}: there is no text {strange[0]} in {FILES[1]}")
    pairs = sorted({(min(pair), max(pair)) for pair in wins})
    responses = (_response(low, high, texts, wins) for low, high in pairs)
    return ExamSet.from_card(card, SCALE, RUBRIC, responses, notes=_NOTES)


def read_texts() -> Mapping[int, HumourText]:
    """The texts by number."""
    path = require_source(FILES[1], "the texts whose humour people compared", "another set")
    found = {}
    for number, line in numbered_lines(path):
        try:
            place, score, text = line.split("\t")
            found[int(place)] = HumourText(float(score), text)
        except ValueError as error:
            raise FileProblem(f"{path}, line {number}: expected number, score and text, got {quoted(line)}") from error
    return found


def read_preferences() -> Sequence[tuple[int, int]]:
    """The comparisons: number of the text that was preferred, and of the other one."""
    path = require_source(FILES[0], "people's comparisons of humour", "another set")
    found = []
    for number, line in numbered_lines(path, "ascii"):
        try:
            preferred, other = map(int, line.split(","))
        except ValueError as error:
            raise FileProblem(f"{path}, line {number}: expected two numbers of texts, got {quoted(line)}") from error
        if preferred == other:
            raise FileProblem(f"{path}, line {number}: expected two different texts, got {quoted(line)}")
        found.append((preferred, other))
    return found


def _response(
    low: int, high: int, texts: Mapping[int, HumourText], wins: Mapping[tuple[int, int], int]
) -> ExamResponse:
    first, second = in_order(low, high)
    votes = [FIRST] * wins.get((first, second), 0) + [SECOND] * wins.get((second, first), 0)
    ratings = {f"comparison {place}": vote for place, vote in enumerate(votes, start=1)}
    return pair_response(RUBRIC, f"{low}/{high}", str(low), (texts[first].text, texts[second].text), ratings)


def in_order(low: int, high: int, seed: int = SEED) -> tuple[int, int]:
    """Two things in the order in which a judge reads them."""
    turned = hashlib.sha256(f"{seed}/{low}/{high}".encode()).digest()[0] % 2
    return (high, low) if turned else (low, high)
