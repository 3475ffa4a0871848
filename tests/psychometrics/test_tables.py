"""How all statistics read their tables."""

import math

import numpy as np
import pytest

from helm_creativity.psychometrics.agreement import kendall_w, krippendorff_alpha, spearman_pairs
from helm_creativity.psychometrics.graded_response import GradedResponseModel
from helm_creativity.psychometrics.intraclass import intraclass_correlation
from helm_creativity.psychometrics.rating_categories import check_ratings
from helm_creativity.psychometrics.reliability import cronbach_alpha
from helm_creativity.psychometrics.tables import centred, complete_rows, rating_table

STATISTICS = [rating_table, spearman_pairs, intraclass_correlation, krippendorff_alpha, cronbach_alpha, kendall_w]


@pytest.mark.parametrize("statistic", STATISTICS)
@pytest.mark.parametrize("bad", [math.inf, -math.inf])
def test_infinities_are_refused_by_place(statistic, bad):
    with pytest.raises(ValueError, match=rf"ratings\[1, 0\] must be finite, or NaN where missing; got {bad}"):
        statistic([[1.0, 2.0], [bad, math.nan], [2.0, math.inf]])


@pytest.mark.parametrize("statistic", STATISTICS)
def test_the_table_is_left_as_it_was(statistic):
    """Nothing is written into the caller's array, and None is a missing rating."""
    table = np.array([[1.0, 2.0, math.nan], [2.0, 3.0, 5.0], [4.0, 4.0, 1.0]])
    before = table.copy()
    result = statistic(table)
    np.testing.assert_array_equal(table, before)
    listed = statistic([[1.0, 2.0, None], [2.0, 3.0, 5.0], [4.0, 4.0, 1.0]])
    assert np.array_equal(listed, table, equal_nan=True) if statistic is rating_table else listed == result


def test_complete_rows_keep_their_order():
    """One missing rating leaves a unit out; without judges there is no unit."""
    table = rating_table([[3.0, 1.0], [math.nan, 1.0], [2.0, 2.0]])
    assert complete_rows(table).tolist() == [[3.0, 1.0], [2.0, 2.0]]
    assert complete_rows(np.empty((4, 0))).shape == (0, 0)


def test_centring_makes_equal_values_exactly_zero():
    """Their mean would not: that of three times 0.1 is not 0.1."""
    assert centred(np.array([0.1, 0.1, 0.1])).tolist() == [0.0, 0.0, 0.0]
    assert centred(np.array([2.0, math.nan, 6.0])) == pytest.approx([-1.0, math.nan, 1.0], nan_ok=True)
    assert np.isnan(centred(np.full(2, math.nan))).all()
    assert centred(np.array([-1e308, 1e308])).tolist() == [-1.0, 1.0]


def calibrated(ratings):
    return GradedResponseModel().fit(ratings).transform(ratings)


HOLED = [[1.0, 2.0, 3.0], [2.0, math.nan, 3.0], [5.0, 4.0, 4.0], [1.0, 2.0, math.nan], [3.0, 3.0, 5.0]]
READERS = [*STATISTICS, check_ratings, calibrated]


def outcome(statistic, ratings):
    """What a statistic says, in a form that compares NaN with NaN."""
    return repr(np.asarray(statistic(ratings), dtype=object).tolist())


@pytest.mark.parametrize("statistic", READERS)
def test_masked_ratings_are_missing(statistic):
    """What lies under the mask is nowhere seen, be it a table, a list of judges' columns, or whole numbers."""
    expected = outcome(statistic, HOLED)
    hidden = np.isnan(HOLED)
    table = np.ma.masked_array(np.where(hidden, -99, HOLED), mask=hidden)
    assert outcome(statistic, table) == expected
    assert outcome(statistic, table.astype(int)) == expected
    assert outcome(statistic, list(table)) == expected
    assert outcome(statistic, np.ma.masked_array(HOLED)) == expected
    objects = table.astype(object)
    assert outcome(statistic, objects) == expected
    assert (table.data[hidden] == -99).all()
    assert (objects.data[hidden] == -99).all()


@pytest.mark.parametrize("kind", ["Int64", "Float64", "object", "category", "float"])
@pytest.mark.parametrize("statistic", READERS)
def test_pandas_own_missing_values_are_missing(statistic, kind):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(HOLED).astype(kind if kind != "category" else "float").astype(kind)
    assert outcome(statistic, frame) == outcome(statistic, HOLED)
    mixed = frame.astype(object).where(frame.notna(), pandas.NA)
    assert outcome(statistic, mixed) == outcome(statistic, HOLED)


@pytest.mark.parametrize("statistic", READERS)
@pytest.mark.parametrize(
    "ratings",
    [
        [[1 + 2j, 2.0], [2.0, 1.0]],
        np.ma.masked_array([[1 + 2j, 2.0], [2.0, 1.0]], mask=[[False, True], [False, False]]),
        np.array([["2020-01-01", "2020-01-02"]] * 2, dtype="datetime64[D]"),
        [[1.0, 2.0], [1.0]],
        [["good", 2.0], [1.0, 2.0]],
    ],
    ids=["complex", "masked complex", "dates", "ragged", "text"],
)
def test_what_is_no_table_of_numbers_is_refused(statistic, ratings):
    with pytest.raises(ValueError, match="ratings must be numbers with NaN for a missing one, got something else: "):
        statistic(ratings)
