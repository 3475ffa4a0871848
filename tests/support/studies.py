"""Small studies made by hand."""

from __future__ import annotations

import numpy as np

from helm_creativity.results.study import ScoreColumn, ScoreMatrix
from helm_creativity.results.uncertainty import draw_scores


def column(name, **changes):
    """A column of a benchmark ``creativity_NAME`` in a domain of its own."""
    given = {
        "key": f"creativity_{name}",
        "group": f"creativity_{name}",
        "title": name.upper(),
        "domain": f"{name} domain",
    }
    return ScoreColumn(**{**given, "comparable": f"{name}|temperature:1", "items": 4, **changes})


def study(scores, columns=None, models=None, **changes):
    """A study of models "lab/m0", "lab/m1"... in columns "a", "b"..., with a standard error of .1 everywhere."""
    scores = np.array(scores, dtype=float)
    n, m = scores.shape
    return ScoreMatrix(
        models=tuple(models or (f"lab/m{row}" for row in range(n))),
        columns=tuple(columns or (column("abcdefghijkl"[place]) for place in range(m))),
        scores=scores,
        errors=changes.pop("errors", np.where(np.isfinite(scores), 0.1, np.nan)),
        **changes,
    )


def all_draws(one, options):
    """Draws of every column of a study that kept no single answers."""
    return [draw_scores(one, place, None, options) for place in range(len(one.columns))]
