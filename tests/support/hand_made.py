"""Small suites made by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from helm_creativity.results.suite import ScoreColumn, Suite


def column(name, **changes):
    """A column of a benchmark ``creativity_NAME`` in a domain of its own."""
    given = {
        "key": f"creativity_{name}",
        "group": f"creativity_{name}",
        "title": name.upper(),
        "domain": f"{name}-like",
    }
    return ScoreColumn(**{**given, "comparable": f"{name}|temp:1", "items": 4, **changes})


def suite_of(scores, columns=None, models=None, **changes):
    """Models "lab/m0", "lab/m1"... in columns "a", "b"..., or as they are given."""
    scores = np.array(scores, dtype=float)
    n, m = scores.shape
    given = {"names": ("s",), "output_path": Path(), "runs": (), "run_suites": (), "scores": scores}
    given |= {"errors": np.full((n, m), 0.1), "models": tuple(models or (f"lab/m{row}" for row in range(n)))}
    given |= {"columns": tuple(columns or map(column, "abcdefgh"[:m]))}
    return Suite(**{**given, **changes})
