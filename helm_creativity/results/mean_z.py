"""Mean z-scores of benchmarks that were run under several embeddings, as further columns of a study.

Schapiro et al. 2026 (Table 1, "Overall") standardise the scores of models under each embedding and take the mean, so
that a result does not depend on the choice of one embedding.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from helm_creativity.psychometrics.composites import LEAST_MODELS, overall, standardised
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.results.factor_levels import LevelScores, levels_of_setting
from helm_creativity.results.runs import split_comparable_key
from helm_creativity.results.study import ScoreColumn, ScoreMatrix
from helm_creativity.safe_text import listed

EMBEDDING = "embedding"
STAT = "mean_z"
"""In the place of the main stat, so that the column is not taken for one of scores in their own unit."""


def with_mean_z(study: ScoreMatrix, tell: Callable[[str], None]) -> ScoreMatrix:
    """The study with a further column for each benchmark that was run under several embeddings, all else alike.

    It has the mean over embeddings of the z-scores of models, more is better. The models that have a score under all
    embeddings set the scale and have a mean; the others have none. No such column stands for its group in composites.
    """
    columns: list[ScoreColumn] = []
    means: list[Numbers] = []
    varied = levels_of_setting(study, EMBEDDING)
    for levels in varied:
        found = mean_z(levels.scores)
        if np.isfinite(found).any():
            columns.append(_column(study, levels, len(columns) + 1))
            means.append(found)
        tell(_note(levels, found))
    if not varied:
        tell("no mean z: no test was run under several embeddings with otherwise equal settings")
    if not columns:
        return study
    width = len(study.columns)
    lacking = np.full((len(study.models), len(columns)), np.nan)
    return replace(
        study,
        columns=(*study.columns, *columns),
        scores=np.column_stack([study.scores, *means]),
        errors=np.column_stack([study.errors, lacking]),
        stats={name: np.column_stack([values, lacking]) for name, values in study.stats.items()},
        answers_of=lambda place: study.answers_of(place) if place < width else None,
    )


def mean_z(scores: Numbers) -> Numbers:
    """Means of the z-scores of models over conditions, such as embeddings.

    Args:
        scores: shape (n, k), more is better, NaN where a score is missing.

    Returns:
        Shape (n,), NaN unless a model has all k scores, and throughout where fewer than three models have them or where
        those of one condition are all equal.
    """
    complete = np.asarray(np.isfinite(scores).all(axis=1))
    return overall(standardised(np.where(complete[:, None], scores, np.nan), least=LEAST_MODELS))


def _title(levels: LevelScores) -> str:
    return f"{levels.title}, mean z over {len(levels.levels)} embeddings"


def _column(study: ScoreMatrix, levels: LevelScores, number: int) -> ScoreColumn:
    assert levels.cells is not None  # levels of a setting are columns
    columns: list[ScoreColumn] = [study.columns[place] for place in levels.cells[0, :, 1].tolist()]
    embeddings = ", ".join(split_comparable_key(column.comparable)[EMBEDDING] for column in columns)
    return replace(
        columns[0],
        key=f"{levels.group}#{STAT}{number}",
        title=_title(levels),
        comparable=f"{levels.comparable}|{STAT}:{embeddings}",
        stat=STAT,
        lower_is_better=False,
        primary=False,
        provenance={},
    )


def _note(levels: LevelScores, found: Numbers) -> str:
    what = f"{_title(levels)} ({', '.join(levels.levels)})"
    known = np.isfinite(levels.scores)
    if not np.isfinite(found).any():
        n = int(levels.complete.sum())
        if n < LEAST_MODELS:
            return f"no {what}: expected at least {LEAST_MODELS} models with a score under all of them, got {n}"
        equal = [
            level
            for level, scores in zip(levels.levels, levels.scores[levels.complete].T, strict=True)
            if not np.isfinite(standardised(scores[:, None])).any()
        ]
        return f"no {what}: all models have the same score under {listed(equal)}"
    lacking = [levels.names[row] for row in np.flatnonzero(known.any(axis=1) & ~levels.complete)]
    n = int(levels.complete.sum())
    text = f"{what}: {n} models have a score under all of them"
    return f"{text}; {len(lacking)} left out: {listed(lacking)}" if lacking else f"{text}, none is left out"
