"""People's comparisons of humour: how far people agree, and strengths from all comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np

from helm_creativity.core.claims import Claim, Recomputed
from helm_creativity.core.exam_cards import exam_cards
from helm_creativity.core.registry import find_source
from helm_creativity.exams.sets import humour_pairs
from helm_creativity.exams.taking import rated_responses
from helm_creativity.psychometrics.agreement import krippendorff_alpha
from helm_creativity.psychometrics.paired_comparisons import bradley_terry
from helm_creativity.psychometrics.validity import spearman

CARD = exam_cards()["humour_pairs"]
FILES = tuple(map(find_source, CARD.requires))


def comparisons(paths: Sequence[Path]) -> Recomputed:
    """How many there are."""
    n = len(humour_pairs.read_preferences())
    return Recomputed(n, n)


def pairs(paths: Sequence[Path]) -> Recomputed:
    """How many different pairs of texts were compared."""
    n = len(humour_pairs.load(CARD).responses)
    return Recomputed(n, n)


def alpha(paths: Sequence[Path]) -> Recomputed:
    """Krippendorff's, nominal."""
    exam = humour_pairs.load(CARD)
    table = rated_responses(exam, exam.responses, [None] * len(exam.responses)).people
    found = krippendorff_alpha(table, "nominal")
    if found is None:
        raise ValueError("no alpha")
    return Recomputed(found, len(table))


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


_claim = partial(Claim, paper="Simpson et al. 2019", place="docs/judges.md, from their released comparisons")
CLAIMS: tuple[Claim, ...] = (
    _claim("people's comparisons", printed="113,638", recompute=comparisons, files=FILES),
    _claim("pairs that people compared", printed="28,118", recompute=pairs, files=FILES),
    _claim("people's alpha", printed=".19", recompute=alpha, files=FILES, n=28118),
    _claim(
        "rank correlation of Bradley-Terry strengths with the released scores",
        printed=".960",
        recompute=strengths,
        files=FILES,
        n=4030,
    ),
)
