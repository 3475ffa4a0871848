"""Where the differences between answers come from: models, items, how an item suits a model, chance."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from helm_creativity.psychometrics.halves import as_answers
from helm_creativity.psychometrics.variables import varies


class VarianceComponents(NamedTuple):
    """Variances of a random model of complete data, in squared units of the scores, and reliabilities that follow.

    Estimates of variances are without bias, so they may come out below 0 where there is no such variance.

    Attributes:
        models: between models.
        items: between items, which shifts all models alike.
        interaction: of how an item suits a model; with one trial chance is in it.
        trials: of chance, between answers of one model to one item; None with one trial.
        over_items: reliability of models' means, were other items asked; None where all means are equal.
        over_trials: reliability, were the same items asked again; None with one trial, or as above.
    """

    models: float
    items: float
    interaction: float
    trials: float | None
    over_items: float | None
    over_trials: float | None


def variance_components(scores: ArrayLike) -> VarianceComponents | None:
    """Analysis of variance of n models by k items, t answers each (Brennan 2001, Generalizability Theory, chapter 3).

    With mean squares of models, items, their interaction and of answers within a cell::

        trials = MS_t    interaction = (MS_mi - MS_t)/t    models = (MS_m - MS_mi)/(k·t)    items = (MS_i - MS_mi)/(n·t)
        over items 1 - MS_mi/MS_m, which is Cronbach's alpha over items    over trials 1 - MS_t/MS_m

    With one trial MS_t is unknown and taken as 0 in the interaction. These are what ``halves.split_half`` and
    ``halves.test_retest`` estimate from halves; they need complete data, and halves do not.

    Args:
        scores: shape (n_models, n_items, n_trials).

    Returns:
        None for fewer than two models or items, and where a score is missing.

    Raises:
        ValueError: for another shape or an infinity, by position.
    """
    answers = as_answers(scores)
    n, k, t = answers.shape
    if n < 2 or k < 2 or not t or np.isnan(answers).any():
        return None
    cells = answers.mean(axis=2)
    of_models, of_items = cells.mean(axis=1), cells.mean(axis=0)
    both = cells - of_models[:, None] - of_items + cells.mean()
    ms_models, ms_items = k * t * float(of_models.var(ddof=1)), n * t * float(of_items.var(ddof=1))
    ms_both = t * float((both**2).sum()) / ((n - 1) * (k - 1))
    ms_trials = float(answers.var(axis=2, ddof=1).mean()) if t > 1 else None
    differ = bool(varies(of_models[:, None])[0])
    return VarianceComponents(
        models=(ms_models - ms_both) / (k * t),
        items=(ms_items - ms_both) / (n * t),
        interaction=(ms_both - (ms_trials or 0.0)) / t,
        trials=ms_trials,
        over_items=1 - ms_both / ms_models if differ else None,
        over_trials=1 - ms_trials / ms_models if differ and ms_trials is not None else None,
    )
