"""How models move between two composites."""

import numpy as np
import pytest
from support.studies import study

from helm_creativity.errors import BadArguments, NothingToSay

SCORES = np.array([[1.0, 1, 9], [2, 3, 5], [3, 4, 4], [4, 6, 1], [5, 5, np.nan]])


def test_ranks_are_among_the_models_that_both_composites_have():
    """z-scores of the first two columns keep the order of models but the last two; the third turns it round."""
    suite = study(SCORES)
    third = suite.benchmarks[2]
    (table,) = suite.analyse("rank_shifts", second=third)
    assert [(row["first_rank"], row["second_rank"], row["shift"]) for row in table.records()] == [
        (4, 1, 3),
        (3, 2, 1),
        (2, 3, -1),
        (1, 4, -3),
    ]
    assert table.facts["spearman"] == "-1.00 over 4 models"
    assert table.facts["second"] == third
    z = (SCORES[:4] - np.nanmean(SCORES, axis=0)) / np.nanstd(SCORES, axis=0, ddof=1)
    np.testing.assert_allclose([row["first_z"] for row in table.records()], z[:, :2].mean(axis=1))
    np.testing.assert_allclose([row["second_z"] for row in table.records()], z[:, 2])


def test_columns_are_named_and_must_say_something():
    suite = study(SCORES)
    first, second, _ = suite.benchmarks
    (table,) = suite.analyse("rank_shifts", first=first, second=f"{first}+{second}")
    assert table.facts["second"] == f"{first}, {second}"
    assert {row["model"] for row in table.records()} == set(suite.models)
    with pytest.raises(BadArguments, match="expected the columns of the second"):
        suite.analyse("rank_shifts")
    with pytest.raises(BadArguments, match="no benchmark 'nothing'"):
        suite.analyse("rank_shifts", second="nothing")
    with pytest.raises(NothingToSay, match="0 models have both composites"):
        study(SCORES[:2]).analyse("rank_shifts", second=second)
