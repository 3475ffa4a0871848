"""What papers print about models' scores on many benchmarks."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from published.recompute import Number

from helm_creativity.psychometrics.factor_analysis import Subsampled, one_factor, parallel_analysis, subsampled
from helm_creativity.psychometrics.reliability import cronbach_alpha
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.psychometrics.validity import pearson
from helm_creativity.results.people_scores import read_rows

SEED, SUBSAMPLE, DRAWS, RANDOM = 42, 60, 500, 1000
"""As AGC-Bench's programs have them; the random numbers are others."""
ENSEMBLE = ("GloVe", "BERT_WordEmbeddings_L6")
"""Whose mean is a response's score in the MCTB."""


def agc_bench(paths: Sequence[Path], value: str, without: str = "") -> Number:
    """Of the general factor in the released means of models, a domain in each column but the first."""
    rows = [[float(mean) for name, mean in list(row.items())[1:] if name != without] for row in read_rows(paths[0])]
    means = np.array(rows)
    found = one_factor(means)
    values: dict[str, Callable[[], float | None]] = {
        "first": lambda: found.eigenvalues[0],
        "second": lambda: found.eigenvalues[1],
        "share": lambda: 100 * found.share,
        "least": lambda: found.component_loadings.min(),
        "greatest": lambda: found.component_loadings.max(),
        "alpha": lambda: cronbach_alpha(means, standardised=True).value,
        "noise": lambda: parallel_analysis(means, np.random.default_rng(SEED), RANDOM).noise_95[0],
        "subsampled mean": lambda: _subsampled(means).eigenvalue.mean,
        "subsampled low": lambda: _subsampled(means).eigenvalue.low,
        "subsampled high": lambda: _subsampled(means).eigenvalue.high,
        "subsampled alpha": lambda: _subsampled(means).alpha.mean,
        "subsampled share": lambda: 100 * _subsampled(means).share.mean,
    }
    return float(values[value]()), len(means)


def _subsampled(means: Numbers) -> Subsampled:
    return subsampled(means, SUBSAMPLE, DRAWS, np.random.default_rng(SEED))


def mctb_setting(paths: Sequence[Path], setting: str) -> Number:
    """Pearson's r of one model's scores with the place of a setting's value among those that were tried.

    Their program counts places (0 for the least budget, 12 for the greatest), not tokens: with tokens r is .216.
    """
    found: list[tuple[float, float]] = []
    for name, scores in json.loads(paths[0].read_text("utf-8")).items():
        value = float(json.loads(name[name.index("{") :])[setting])
        members = zip(*(scores[member] for member in ENSEMBLE), strict=True)
        found += [(value, sum(each) / len(each)) for each in members]
    places = {value: place for place, value in enumerate(sorted({value for value, _ in found}))}
    r = pearson([places[value] for value, _ in found], [score for _, score in found])
    return r.r, r.n
