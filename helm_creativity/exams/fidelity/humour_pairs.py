"""People's comparisons of humour: how far people agree, and strengths from all comparisons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.claims import Claim, Recomputed
from helm_creativity.exams.fidelity import count_responses, people_alpha, people_ratings, set_files
from helm_creativity.exams.sets import humour_pairs, load_exam_set
from helm_creativity.psychometrics.paired_comparisons import bradley_terry
from helm_creativity.psychometrics.validity import spearman


def comparisons(paths: Sequence[Path]) -> Recomputed:
    """How many there are."""
    return Recomputed.counted(len(humour_pairs.read_preferences()))


def alpha(paths: Sequence[Path]) -> Recomputed:
    """Krippendorff's, nominal."""
    exam = load_exam_set("humour_pairs")
    return people_alpha(people_ratings(exam, exam.responses), "nominal")


def strengths(paths: Sequence[Path]) -> Recomputed:
    """Spearman's correlation of a Bradley-Terry fit with the scores that the authors released."""
    texts = humour_pairs.read_texts()
    places = {number: place for place, number in enumerate(texts)}
    preferred, other = np.array([[places[number] for number in pair] for pair in humour_pairs.read_preferences()]).T
    fit = bradley_terry(preferred, other, len(texts))
    found = spearman(fit.values, np.array([text.score for text in texts.values()]))
    if found is None:
        raise ValueError("no correlation")
    return Recomputed(found.r, len(texts))


def _counts() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How often each text of a pair was preferred, of every pair."""
    counts = Counter(humour_pairs.read_preferences())
    pairs = sorted({(min(pair), max(pair)) for pair in counts})
    wins = np.array([(counts[low, high], counts[high, low]) for low, high in pairs], dtype=np.int64)
    return wins[:, 0], wins[:, 1]


def ties(paths: Sequence[Path]) -> Recomputed:
    """In how many pairs as many people prefer the one text as the other."""
    first, second = _counts()
    return Recomputed.counted(int((first == second).sum()))


def same(paths: Sequence[Path]) -> Recomputed:
    """How often two people who compared a pair prefer the same text, in %."""
    first, second = _counts()
    n = first + second
    alike = first * (first - 1) + second * (second - 1)
    both = n * (n - 1)
    return Recomputed(100 * float(alike.sum() / both.sum()), int(both.sum()) // 2)


def majority(paths: Sequence[Path]) -> Recomputed:
    """How often a person prefers the text that the others who compared the pair prefer, in %; they are not tied."""
    first, second = _counts()
    agree = np.where(first - 1 > second, first, 0) + np.where(second - 1 > first, second, 0)
    differ = np.where(first - 1 < second, first, 0) + np.where(second - 1 < first, second, 0)
    return Recomputed(100 * float(agree.sum() / (agree + differ).sum()), int((agree + differ).sum()))


_claim = partial(
    Claim,
    paper="Simpson et al. 2019",
    place="docs/judges.md, from their released comparisons",
    files=set_files("humour_pairs"),
)
CLAIMS: tuple[Claim, ...] = (
    _claim("people's comparisons", printed="113,638", recompute=comparisons),
    _claim("pairs that people compared", printed="28,118", recompute=partial(count_responses, "humour_pairs")),
    _claim("people's alpha", printed=".19", recompute=alpha, n=28118),
    _claim("pairs in which people are tied", printed="3,426", recompute=ties),
    _claim("% of two people who prefer the same text", printed="60", recompute=same),
    _claim("% of people who prefer what most of the others do", printed="65", recompute=majority),
    _claim(
        "rank correlation of Bradley-Terry strengths with the released scores",
        printed=".960",
        recompute=strengths,
        n=4030,
    ),
)
