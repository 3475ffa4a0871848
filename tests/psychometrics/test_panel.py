"""What the judges of a panel have in common, and what a calibration has to say of them."""

import numpy as np
import pytest

from helm_creativity.psychometrics import GradedResponseModel, JudgeWarning
from helm_creativity.psychometrics.panel import doubts, groups_of, unused_categories

NAN = float("nan")
VALUES = np.array([1.0, 2.0, 3.0])


def test_connection_is_passed_on():
    """From the first by way of the last to the second."""
    table = np.array([[1, NAN, 1], [NAN, 1, 1]])
    assert groups_of(~np.isnan(table)) == [[0, 1, 2]]
    table = np.array([[1, NAN, NAN, 1], [NAN, 1, NAN, NAN], [NAN, 1, 1, NAN]])
    assert groups_of(~np.isnan(table)) == [[0, 3], [1, 2]]
    assert groups_of(np.eye(2) > 0) == [[0], [1]]


def test_unused_categories_are_named_by_judge():
    """A missing rating uses none."""
    assert unused_categories(np.array([[0, -1], [2, 1]]), VALUES) == ((2.0,), (1.0, 3.0))


def test_a_good_panel_leaves_no_doubt():
    """A discrimination of 10 itself is allowed, and so is a judge of two categories."""
    codes = np.array([[0, 1], [1, 2], [2, 1]])
    assert list(doubts(codes, VALUES, np.array([10.0, 0.5]), ["x", "y"])) == []


def test_every_doubt_names_its_judges():
    """Those it is about and no others."""
    codes = np.array([[0, 1, -1, -1], [2, 1, -1, -1], [-1, -1, 1, 0]])
    apart, single, sharp = doubts(codes, VALUES, np.array([1.0, 12.34, 10.1, 9.9]), list("abcd"))
    assert apart.startswith("no unit was rated by judges of two of these groups: a, b | c, d; ")
    assert single.startswith("only one category was ever given by b, c, d: severity and discrimination there come")
    assert sharp.startswith("discriminations above 10: b (12.3), c (10.1); judges that agree this well copy")


def test_two_categories_and_one_of_them_used():
    """Where the scale has two, a judge of one is still one of one."""
    assert len(list(doubts(np.array([[0, 1], [1, 1]]), VALUES[:2], np.ones(2), ["a", "b"]))) == 1


def test_judges_who_never_met_are_a_warning():
    """By the names of their columns; a unit that both rated ends it."""

    class Table:
        columns = ("x", "y")

        def __init__(self, *more):
            self.rows = [[1.0, NAN], [2.0, NAN], [NAN, 1.0], [NAN, 2.0], *more]

        def __array__(self, dtype=None, copy=None):
            return np.array(self.rows, dtype=dtype)

    with pytest.warns(JudgeWarning, match=r"two of these groups: 'x' \| 'y'; they are on one scale only if") as caught:
        GradedResponseModel().fit(Table())
    assert (len(caught), caught[0].filename) == (1, __file__)
    assert GradedResponseModel().fit(Table([1.0, 2.0])).converged_
