"""LiveIdeaBench: dimensions of scientific ideas, from the ratings of ideas and of pairs of ideas.

Formulas (Ruan et al. 2024, section 3.1, Figure 1 and Table 2, in words only; in symbols ours). K keywords, for each of
them ideas i with ratings from 0 to 10 (means over the judges of an idea) and pairs p of two of its ideas::

    originality  = mean over all ideas of their ratings; feasibility likewise
    fluency      = mean over all pairs of what their letters are worth: A 10, B 20/3, C 10/3, D 0
    s_k          = 1/3 · (originality_k + feasibility_k + fluency_k), the means within keyword k
    flexibility  = 30th percentile of s_1..s_K, with linear interpolation
    score        = 1/4 · (originality + feasibility + fluency + flexibility)

With five dimensions (Schapiro et al. 2026, section 4) clarity is rated too: s_k has four parts, and the score five.

Units: points from 0 to 10. Judges rate from 1 to 10 and pairs are worth 0 to 10. In the paper's table models score
from 6.60 to 7.67.

What the paper leaves open or says in two ways:

* Letters: the paper prints 10.00, 6.67, 3.33, 0.00. These are thirds of 10, and thirds are used.
* Flexibility: the text says "originality and feasibility", Figure 1 the averages of all three dimensions. It is the
  figure that the table agrees with: each of its 20 flexibilities is a multiple of 1/9, as the mean of three dimensions
  in thirds is (three judges), and 1/6, that of two, does not divide 6.89 or 7.22.
* The percentile's interpolation: the paper names none; the authors' program interpolates linearly, as here.

Where the authors' program differs from the paper: letters are worth 10, 7, 4, 1; its judges rate clarity too; and its
percentile is over single judgements of single ideas, fluency not among them.

Undefined is None: a dimension without any value (no pair: one idea for a keyword), and a score without one of its
dimensions. A keyword that lacks one of them has no s_k; it is left out of the percentile and counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.types import FailureReason, SampleScore
from helm_creativity.psychometrics.tables import ratio
from helm_creativity.safe_text import module_logger
from helm_creativity.task_types.rated.scorer import RatedResponse

logger = module_logger(__name__)

PERCENTILE = 30
BOOTSTRAP_SEED = 42
_NO_WORD = re.compile(r"[\W_]+")

# Draws that are equal differ by the rounding of their sums.
_NOISE = 1e-13


@dataclass(frozen=True)
class KeywordTable:
    """Sums and numbers of values within K keywords, sorted, in F dimensions: those that are rated, then fluency."""

    keywords: tuple[str, ...]
    dimensions: tuple[str, ...]
    sums: NDArray[np.float64]  # shape (F, K), points
    counts: NDArray[np.float64]  # shape (F, K)

    @property
    def keyword_scores(self) -> NDArray[np.float64]:
        """Shape (K,): s_k, NaN for a keyword that lacks a dimension."""
        return np.asarray(ratio(self.sums, self.counts).mean(axis=0), dtype=np.float64)


def run_score(
    card: Card, found: Sequence[RatedResponse], scores: Sequence[SampleScore], dimensions: Sequence[str]
) -> dict[str, float | None]:
    """Fluency, flexibility, the score and its uncertainty, and categories; see ``RatedRunScorer``."""
    table = _table(found, scores, dimensions)
    of_run, errors = live_idea_scores(table), bootstrap_se(table, np.random.default_rng(BOOTSTRAP_SEED))
    if of_run["score"] is None:
        lacking = ", ".join(name for name, value in of_run.items() if value is None and name != "score")
        logger.warning("%s: no score, for want of %s", card.group, lacking)
        errors["score"] = None
    categories = {str(each.fields["keyword"]): str(each.fields.get("category") or "none") for each in found}
    by_category = category_means(table, categories)
    return {
        **{name: None for submetric in card.submetrics if (name := submetric.name).startswith("category_")},
        **{name: of_run[name] for name in ("score", "fluency", "flexibility")},
        **{f"{name}_se": errors[name] for name in ("score", "fluency", "flexibility")},
        "score_failures_as_zero": live_idea_scores(_table(found, scores, dimensions, failed_as=0.0))["score"],
        "compared_pairs": float(table.counts[-1].sum()),
        "flexible_keywords": float((~np.isnan(table.keyword_scores)).sum()),
        **{f"category_{_NO_WORD.sub('_', name.casefold()).strip('_')}": mean for name, mean in by_category.items()},
    }


def _table(
    found: Sequence[RatedResponse],
    scores: Sequence[SampleScore],
    dimensions: Sequence[str],
    failed_as: float | None = None,
) -> KeywordTable:
    """The ratings by keyword; ``failed_as`` is what a response counts that the model is to blame for."""
    failed = [score.failure_reason not in (None, FailureReason.UNJUDGED) for score in scores]
    keywords = [str(response.fields["keyword"]) for response in found]
    rows = list(zip(keywords, scores, failed, strict=True))
    values = {
        name: [(keyword, failed_as if bad else score.submetrics[name]) for keyword, score, bad in rows]
        for name in dimensions
    }
    place = {(keyword, response.trial): i for i, (keyword, response) in enumerate(zip(keywords, found, strict=True))}
    values["fluency"] = [
        (keyword, failed_as if failed[earlier] or failed[i] else found[i].paired.get("fluency"))
        for (keyword, trial), i in place.items()
        if (earlier := place.get((keyword, trial - 1))) is not None
    ]
    return tabulate(values)


def tabulate(values: Mapping[str, Iterable[tuple[str, float | None]]]) -> KeywordTable:
    """By dimension, fluency last: keyword and points of each idea, or pair of ideas; None for what was not judged."""
    rows = [(f, keyword, points) for f, several in enumerate(values.values()) for keyword, points in several]
    keywords = tuple(sorted({keyword for _, keyword, _ in rows}))
    place = {keyword: k for k, keyword in enumerate(keywords)}
    sums, counts = np.zeros((2, len(values), len(keywords)))
    for f, keyword, points in rows:
        if points is not None:
            sums[f, place[keyword]] += points
            counts[f, place[keyword]] += 1
    return KeywordTable(keywords, tuple(values), sums, counts)


def average(values: Iterable[float | None]) -> float | None:
    """The mean of dimensions; None if one of them is, or without any."""
    listed = list(values)
    known = [value for value in listed if value is not None]
    return float(np.mean(known)) if known and len(known) == len(listed) else None


def live_idea_scores(table: KeywordTable) -> dict[str, float | None]:
    """Dimensions of a run by name, then ``flexibility`` and ``score``; None where undefined."""
    complete = table.keyword_scores[~np.isnan(table.keyword_scores)]
    means = ratio(table.sums.sum(axis=1), table.counts.sum(axis=1)).tolist()
    found = {name: None if np.isnan(mean) else mean for name, mean in zip(table.dimensions, means, strict=True)}
    found["flexibility"] = float(np.percentile(complete, PERCENTILE)) if len(complete) else None
    return {**found, "score": average(found.values())}


def category_means(table: KeywordTable, categories: Mapping[str, str]) -> dict[str, float | None]:
    """Mean of s_k, which flexibility is no part of, over the keywords of each category; None where none has one."""
    its = np.array([categories[keyword] for keyword in table.keywords], dtype=np.str_)
    known = ~np.isnan(table.keyword_scores)
    names = sorted(set(categories.values()))
    return {name: average(table.keyword_scores[known & (its == name)].tolist()) for name in names}


def bootstrap_se(table: KeywordTable, rng: np.random.Generator, draws: int = 1000) -> dict[str, float | None]:
    """Standard errors over keywords: standard deviations over draws of K keywords, with all their ideas and pairs.

    Judges are not resampled: another panel may lead elsewhere. None for a dimension that fewer than two keywords have,
    and for the score if one of its dimensions is None. Draws in which a result is undefined are left out of its own.
    """
    names = (*table.dimensions, "flexibility", "score")
    k = len(table.keywords)
    if k < 2:
        return dict.fromkeys(names)
    known = ~np.isnan(table.keyword_scores)
    complete = table.keyword_scores[known]
    times = rng.multinomial(k, np.full(k, 1 / k), size=draws)
    percentiles = [
        np.percentile(np.repeat(complete, drawn), PERCENTILE) if drawn.any() else np.nan for drawn in times[:, known]
    ]
    parts = np.column_stack([ratio(times @ table.sums.T, times @ table.counts.T), percentiles])
    having = [*(table.counts > 0).sum(axis=1), known.sum()]
    errors: dict[str, float | None] = dict.fromkeys(names)
    for name, drawn, keywords in zip(names, [*parts.T, parts.mean(axis=1)], [*having, min(having)], strict=True):
        known_draws = drawn[~np.isnan(drawn)]
        if keywords > 1 and len(known_draws) > 1:
            spread = float(known_draws.std(ddof=1))
            errors[name] = spread if spread > _NOISE else 0.0
    return errors
