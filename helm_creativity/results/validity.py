"""What our benchmarks say of other scores of the same models, beyond what general capability says already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from helm_creativity.errors import BadArguments
from helm_creativity.psychometrics.composites import overall
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.psychometrics.validity import Correlation, multiple_r, pearson, specificity
from helm_creativity.results.leaderboard import CompositeScores
from helm_creativity.results.options import Absent, Options, aligned_with
from helm_creativity.results.study import ScoreMatrix


class Prediction(NamedTuple):
    """What one column says of one outcome."""

    predictor: str
    outcome: str
    n: int
    validity: Correlation
    specificity: Correlation | Absent
    capability: float | None


COMPOSITE = "Composite"
OWN = "Composite of creativity"
"""Where the composite spans other packages' benchmarks, of which this one goes without."""


class Outcomes(NamedTuple):
    """What is to be predicted, and what general capability is.

    Attributes:
        outcomes: values by name, shape (n,) each, more is better.
        capability: shape (n, k).
    """

    outcomes: Mapping[str, Numbers]
    capability: Numbers


def build_outcomes(study: ScoreMatrix, options: Options) -> Outcomes:
    """Other packages' benchmarks, our probes and covariates, apart from those that stand for capability."""
    others = [(place, column) for place, column in enumerate(study.columns) if not column.creative]
    known: dict[str, Numbers] = {column.title: study.oriented[:, place] for place, column in others}
    by_group = {column.group: column.title for _, column in reversed(others)}  # the first stays
    for name, values in options.covariates.items():
        known[name] = aligned_with(study.models, values)
    wanted = [by_group.get(name, name) for name in options.capability]
    if unknown := [name for name in wanted if name not in known]:
        there = ", ".join(sorted({*known, *by_group})) or "none: give --covariates, or run another benchmark"
        raise BadArguments(
            f"expected names of covariates or other benchmarks for capability, got {', '.join(unknown)}; "
            f"there are {there}"
        )
    columns = [known.pop(name) for name in dict.fromkeys(wanted)]
    capability = np.stack(columns, axis=1) if columns else np.empty((len(study.models), 0))
    return Outcomes(known, capability)


def predict_outcomes(
    study: ScoreMatrix, composite: CompositeScores | Absent, outcomes: Outcomes
) -> tuple[Prediction, ...] | Absent:
    """Validity and specificity of every measure of ours, and of the composite of them, for every outcome.

    Another package's benchmark that stands in the composite would predict itself there; the predictor goes without.
    """
    if not outcomes.outcomes:
        return Absent("there is nothing to predict: these suites hold no other benchmark, and no covariates were given")
    found = tuple(
        prediction
        for outcome, y in outcomes.outcomes.items()
        for predictor, x in _predictors(study, composite)
        if (prediction := _predicted(study, predictor, x, outcome, y, outcomes.capability)) is not None
    )
    return found or Absent("fewer than three models have both a score here and a value to predict")


def _predictors(study: ScoreMatrix, composite: CompositeScores | Absent) -> Iterator[tuple[str, Numbers]]:
    if isinstance(composite, CompositeScores):
        keys = {column.key for column in study.columns if column.creative}
        own = [key in keys for key in composite.columns]
        if any(own):
            yield COMPOSITE if all(own) else OWN, overall(composite.z[:, own])
    for place, column in enumerate(study.columns):
        if column.creative:
            yield column.title, study.oriented[:, place]


def _predicted(
    study: ScoreMatrix, predictor: str, x: Numbers, outcome: str, y: Numbers, capability: Numbers
) -> Prediction | None:
    """One cell, over models that have all of its values, so that validity and specificity are of the same models."""
    data = np.column_stack([x, y, capability])
    rows = study.pool & np.isfinite(data).all(axis=1)
    validity = pearson(x[rows], y[rows])
    if validity is None:
        return None
    if not capability.shape[1]:
        missing = Absent("no capability was named (--capability)")
        return Prediction(predictor, outcome, validity.n, validity, missing, None)
    special = specificity(x[rows], y[rows], capability[rows])
    undefined = Absent(f"{validity.n} models are too few, or capability predicts it completely")
    return Prediction(
        predictor, outcome, validity.n, validity, special or undefined, multiple_r(y[rows], capability[rows])
    )
