"""Numbers of the sets of people's ratings on which judges are examined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray
from published.recompute import Number
from scipy.optimize import minimize
from support.ttcw import released_ratings

from helm_creativity.benchmark.sources import exam_cards
from helm_creativity.judges.evaluation.sets import load_exam_set
from helm_creativity.judges.evaluation.sets.readers import hanna_ratings as read_hanna
from helm_creativity.judges.evaluation.sets.readers import humour_preferences, humour_texts
from helm_creativity.judges.evaluation.statistics import human_reference
from helm_creativity.judges.evaluation.taking import rated_responses
from helm_creativity.psychometrics.agreement import krippendorff_alpha
from helm_creativity.psychometrics.classification import cohen_kappa, confusion_matrix
from helm_creativity.psychometrics.validity import spearman
from helm_creativity.results.people_scores import read_rows


def _alpha(ratings: ArrayLike, level: str) -> Number:
    return krippendorff_alpha(ratings, level), len(np.asarray(ratings))


def alpha(paths: Sequence[Path], name: str, level: str, **fields: str) -> Number:
    """Krippendorff's, of people's ratings of the responses of a set that have these fields.

    ``all_ttcw`` is the set ``ttcw`` with the stories whose text is not public.
    """
    exam = load_exam_set(name.removeprefix("all_"), keep_all=name.startswith("all_"))
    entries = [entry for entry in exam.responses if fields.items() <= entry.fields.items()]
    return _alpha(rated_responses(exam, entries, [None] * len(entries)).people, level)


def responses(paths: Sequence[Path], name: str, **fields: str) -> Number:
    """How many responses of a set judges are asked about."""
    return _count(entry for entry in load_exam_set(name).responses if fields.items() <= entry.fields.items())


def _count(things: Iterable[object]) -> Number:
    n = sum(1 for _ in things)
    return n, n


def hanna_alpha(paths: Sequence[Path], criterion: str) -> Number:
    """Krippendorff's, ordinal, from the file of ratings alone."""
    return _alpha(list(read_hanna([criterion]).values()), "ordinal")


def hanna_ratings(paths: Sequence[Path]) -> Number:
    """How many there are."""
    return _count(
        rating for ratings in read_hanna(exam_cards()["hanna"].reading["criteria"]).values() for rating in ratings
    )


def humour_strengths(paths: Sequence[Path]) -> Number:
    """Spearman's correlation of a Bradley-Terry fit, with a ridge of .1, with the scores that the authors released."""
    texts = humour_texts()
    n, places = len(texts), {number: place for place, number in enumerate(texts)}
    won, lost = np.array([[places[number] for number in pair] for pair in humour_preferences()]).T

    def loss(strengths: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        apart = strengths[won] - strengths[lost]
        surprise = np.exp(-np.logaddexp(0, apart))
        slope = 0.1 * strengths - np.bincount(won, surprise, n) + np.bincount(lost, surprise, n)
        return float(np.logaddexp(0, -apart).sum() + 0.05 * (strengths @ strengths)), slope

    fit = minimize(loss, np.zeros(n), jac=True, options={"maxiter": 10_000, "ftol": 1e-15}, method="L-BFGS-B")
    return spearman(fit.x, np.array([score for score, _ in texts.values()])).r, n


@cache
def _preferred(path: Path) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How often each text of a pair was preferred, of every pair."""
    counts = Counter(humour_preferences())
    pairs = sorted({(min(pair), max(pair)) for pair in counts})
    first, second = np.array([(counts[low, high], counts[high, low]) for low, high in pairs], dtype=np.int64).T
    return first, second


def humour_count(paths: Sequence[Path], what: str) -> Number:
    """People's comparisons; or the pairs in which as many people prefer the one text as the other."""
    first, second = _preferred(paths[0])
    return _count(np.flatnonzero(first == second) if what == "ties" else range((first + second).sum()))


def humour_agreement(paths: Sequence[Path], with_most: str = "") -> Number:
    """How often two people who compared a pair prefer the same text, in %.

    With ``with_most``: how often a person prefers what most of the others do who compared the pair; they are not tied.
    """
    first, second = _preferred(paths[0])
    if with_most:
        alike = np.where(first - 1 > second, first, 0) + np.where(second - 1 > first, second, 0)
        both = alike + np.where(first - 1 < second, first, 0) + np.where(second - 1 < first, second, 0)
        return 100 * float(alike.sum() / both.sum()), int(both.sum())
    alike, both = first * (first - 1) + second * (second - 1), (first + second) * (first + second - 1)
    return 100 * float(alike.sum() / both.sum()), int(both.sum()) // 2


def rows(paths: Sequence[Path], distinct: str = "", **cells: str) -> Number:
    """How many rows of a file have these cells; or how many different values of some columns they have."""
    found = [row for row in read_rows(paths[0]) if cells.items() <= row.items()]
    return _count({tuple(row[name] for name in distinct.split()) for row in found} if distinct else found)


def organisciak_repeated(paths: Sequence[Path]) -> Number:
    """How many rows repeat a response."""
    (n,) = load_exam_set("organisciak").skipped.values()
    return n, n


def style_mimic(paths: Sequence[Path], what: str) -> Number:
    """How many pairs there are whatever their order; how many published authors."""
    entries = load_exam_set("style_mimic").responses
    return _count({entry.item if what == "authors" else frozenset(entry.text.split("\n")) for entry in entries})


def ttcw_kappa(paths: Sequence[Path], model: str) -> Number:
    """Cohen's, of a model's released replies and the majority of experts."""
    replies = released_ratings(model)
    exam = load_exam_set("ttcw", keep_all=True)
    entries = [entry for entry in exam.responses if entry.id in replies]
    rated = rated_responses(exam, entries, [replies[entry.id] for entry in entries])
    matrix = confusion_matrix(human_reference(rated.people, rated.kind), rated.judge, (0.0, 1.0))
    return cohen_kappa(matrix).value, len(entries)
