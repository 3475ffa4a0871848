"""What a reader must know of scores that are compared."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from helm_creativity.core.names import SCORE
from helm_creativity.core.pooling import is_baseline
from helm_creativity.psychometrics.composites import score_caution
from helm_creativity.results.shipped_baselines import BELOW_RANDOM_NOUNS, below_random_nouns
from helm_creativity.results.study import AllItems, ScoreMatrix


class ComparedScore(NamedTuple):
    """One model's score among those that are compared.

    Attributes:
        model: whose.
        score: over all items where that is adjusted; None without one.
        counts: whether it does.
        stats: that say how it came about.
        all_items: what is known of its items without a score, None where at least 95 % of them have one.
    """

    model: str
    score: float | None
    counts: bool
    stats: Mapping[str, float]
    all_items: AllItems | None


def score_cautions(
    group: str,
    comparable: str,
    items: int | None,
    scores: Sequence[ComparedScore],
    *,
    lower_is_better: bool,
    is_main: bool = True,
) -> list[str]:
    """What must be known of each score beside whether it counts.

    Args:
        group: run group of a benchmark.
        comparable: the comparable key.
        items: how many were asked.
        scores: n models', baselines among them.
        lower_is_better: the direction.
        is_main: whether they are of the main stat, in which baselines have shipped scores.

    Returns:
        n texts in the order of the scores, "" where there is nothing: what ``score_caution`` says, that hard items or
        easy ones lack scores, and that a language model's score that counts is worse than that of random nouns.
    """
    own = {found.model: found.score if found.counts else None for found in scores if found.score is not None}
    below = below_random_nouns(group, comparable, items, own, lower_is_better=lower_is_better)
    texts = []
    for model, score, counts, stats, known in scores:
        is_below = is_main and score is not None and counts and not is_baseline(model) and below(score)
        cautions = (score_caution(stats), known.caution if known else "", BELOW_RANDOM_NOUNS * is_below)
        texts.append("; ".join(filter(None, cautions)))
    return texts


def column_cautions(study: ScoreMatrix, place: int) -> list[str]:
    """What ``score_cautions`` says of the n models of a study with ``uncounted`` and ``all_items``.

    Args:
        study: it.
        place: of the column.
    """
    column, scores = study.columns[place], study.over_all_items[:, place].tolist()
    compared = [
        ComparedScore(
            model,
            scores[row] if math.isfinite(scores[row]) else None,
            (row, place) not in study.uncounted,
            {name: float(values[row, place]) for name, values in study.stats.items()},
            study.all_items.get((row, place)),
        )
        for row, model in enumerate(study.models)
    ]
    return score_cautions(
        column.group,
        column.comparable,
        column.items,
        compared,
        lower_is_better=column.lower_is_better,
        is_main=column.stat == SCORE,
    )
