"""Submetrics that pull against each other."""

import numpy as np
import pytest
from support.studies import column, study

GREEDY = "creativity/greedy"


@pytest.mark.parametrize(
    ("models", "points", "front"),
    [
        (["l/a", "l/b", "l/c"], [(3, 1), (1, 3), (2, 0)], {"l/a", "l/b"}),  # a is better than c in both
        ([GREEDY, "l/a", "l/b"], [(9, 9), (3, 1), (1, 2)], {"l/a", "l/b"}),  # baselines beat no model
        ([GREEDY, "l/a"], [(9, 9), (3, 1)], set()),  # one is no front
        ([GREEDY, "creativity/x"], [(9, 9), (3, 1)], {GREEDY}),
        (["l/few", "l/a", "l/b"], [(9, 9), (3, 1), (1, 3)], {"l/a", "l/b"}),  # a score that does not count
    ],
)
def test_models_that_no_other_beats_in_both_are_on_the_front(models, points, front):
    x, y = np.array(points, dtype=float).T[:, :, None]
    stats = {"novelty": x, "appropriateness": y, "valid_rate": np.array([[0.1 if "few" in m else 1.0] for m in models])}
    stats |= {"gate_p_value": np.full_like(x, 1e-9), "gate_difference": np.ones_like(x)}
    (table,) = study(np.zeros((len(models), 1)), [column("cdat")], models, stats=stats).analyse("trade_offs")
    assert {row["model"] for row in table.rows if row["front"]} == front
    assert len(table.rows) == len(models)
