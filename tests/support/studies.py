"""Small suites made by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from helm_creativity.results.estimates import TrialScores
from helm_creativity.results.loading import LoadedSuite
from helm_creativity.results.suite import ScoreColumn


def column(name, **changes):
    """A column of a benchmark ``creativity_NAME`` in a domain of its own."""
    given = {
        "key": f"creativity_{name}",
        "group": f"creativity_{name}",
        "title": name.upper(),
        "domain": f"{name} domain",
    }
    return ScoreColumn(**{**given, "comparable": f"{name}|temperature:1", "items": 4, **changes})


def study(scores, columns=None, models=None, responses=(), **changes):
    """A suite of models "lab/m0", "lab/m1"... in columns "a", "b"..., with a standard error of .1 everywhere.

    ``responses`` has scores, shape (n, k, t), of the first columns.
    """
    scores = np.array(scores, dtype=float)
    n, m = scores.shape
    models = tuple(models or (f"lab/m{row}" for row in range(n)))
    trials = [TrialScores(tuple(map(str, range(some.shape[1]))), some) for some in responses]
    given = {
        "errors": np.where(np.isfinite(scores), 0.1, np.nan),
        "run_names": {(row, place): f"{models[row]} {place}" for row in range(n) for place in range(m)},
        "draws": 400,
        "seed": 3,
    }
    return LoadedSuite(
        **{**given, **changes},
        names=("made",),
        output_path=Path("benchmark_output"),
        runs=(),
        models=models,
        columns=tuple(columns or (column("abcdefghijkl"[place]) for place in range(m))),
        scores=scores,
        responses=lambda place: trials[place] if place < len(trials) else None,
    )
