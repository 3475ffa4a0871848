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
    """One model's score among those that are compared."""

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
    """What must be known of each score beside whether it counts."""
    own = {found.model: found.score if found.counts else None for found in scores if found.score is not None}
    below = below_random_nouns(group, comparable, items, own, lower_is_better=lower_is_better)
    texts = []
    for model, score, counts, stats, known in scores:
        is_below = is_main and score is not None and counts and not is_baseline(model) and below(score)
        cautions = (score_caution(stats), known.caution if known else "", BELOW_RANDOM_NOUNS * is_below)
        texts.append("; ".join(filter(None, cautions)))
    return texts


def column_cautions(study: ScoreMatrix, place: int) -> list[str]:
    """What ``score_cautions`` says of the n models of a study with ``uncounted`` and ``all_items``."""
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
