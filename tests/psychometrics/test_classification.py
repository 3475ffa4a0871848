"""Confusion matrices, balanced accuracy and Cohen's kappa."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from helm_creativity.psychometrics import classification as classes

# Cohen 1960, Table 1: 200 patients sorted by two clinicians.
COHEN = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]
# Fleiss 1981, Table 13.1: 100 patients as psychotic, neurotic, organic.
FLEISS = [[75, 1, 4], [5, 4, 1], [0, 0, 10]]
NONE = (None, None, None, None)
pairs = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=30)
matrices = st.lists(st.lists(st.integers(0, 9), min_size=3, max_size=3), min_size=3, max_size=3).map(np.array)


def slow_weights(k, weights):
    """How much two classes agree, in fractions."""
    power = {"none": 0, "linear": 1, "quadratic": 2}[weights]
    apart = [[Fraction(abs(i - j), max(k - 1, 1)) for j in range(k)] for i in range(k)]
    return [[1 - distance**power if distance else Fraction(1) for distance in row] for row in apart]


def slow_kappa(matrix, weights="none"):
    """By its definition, in fractions; None where chance agrees always."""
    n, k = int(np.sum(matrix)), len(matrix)
    w = slow_weights(k, weights)
    rows = [Fraction(int(sum(row)), n) for row in matrix]
    columns = [Fraction(int(sum(column)), n) for column in zip(*matrix, strict=True)]
    chance = sum(w[i][j] * rows[i] * columns[j] for i in range(k) for j in range(k))
    agreed = sum(w[i][j] * Fraction(int(matrix[i][j]), n) for i in range(k) for j in range(k))
    return None if chance == 1 else float((agreed - chance) / (1 - chance))


def slow_se(matrix, weights="none", shares=None):
    """By the delta method, whose derivatives are taken numerically: var = (Σ p·g² - (Σ p·g)²) / n, at some shares."""
    n = matrix.sum()
    p = matrix / n if shares is None else shares
    w = np.array(slow_weights(len(matrix), weights), dtype=float)

    def kappa(shares):
        chance = shares.sum(axis=1) @ w @ shares.sum(axis=0)
        return ((w * shares).sum() - chance) / (1 - chance)

    slope, step = np.zeros(p.shape), 1e-6
    for place in np.ndindex(p.shape):
        moved = np.zeros(p.shape)
        moved[place] = step
        slope[place] = (kappa(p + moved) - kappa(p - moved)) / (2 * step)
    return math.sqrt(max((p * slope**2).sum() - (p * slope).sum() ** 2, 0) / n)


def test_rows_are_the_truth():
    """And columns what was predicted, in the order of the labels."""
    matrix = classes.confusion_matrix(["a", "a", "b", "a"], ["a", "b", "b", "b"], ["b", "a", "c"])
    assert matrix.tolist() == [[1, 0, 0], [2, 1, 0], [0, 0, 0]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((["a"], [], ["a"]), "truth and predicted must have the same length, got 1 and 0"),
        ((["a"], ["b"], ["a"]), r"predicted\[0\] must be one of \['a'\], got 'b'"),
        ((["a", "x"], ["a", "a"], ["a"]), r"truth\[1\] must be one of \['a'\], got 'x'"),
        (([], [], ["a", "a"]), "labels must be different"),
    ],
)
def test_what_cannot_be_counted_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        classes.confusion_matrix(*arguments)


@pytest.mark.parametrize("of", [classes.accuracy, classes.balanced_accuracy, classes.by_class, classes.cohen_kappa])
@pytest.mark.parametrize("matrix", [[[1, 2]], [1, 2], [[-1, 0], [0, 1]], [[math.nan, 0], [0, 1]]])
def test_what_is_no_confusion_matrix_is_refused(of, matrix):
    with pytest.raises(ValueError, match="a confusion matrix must"):
        of(matrix)


@pytest.mark.parametrize(
    ("matrix", "value", "se"),
    [
        (COHEN, 0.29 / 0.59, None),  # p_o = .70, p_e = .5·.6 + .3·.3 + .2·.1 = .41; he prints .492
        (FLEISS, 0.23 / 0.34, None),  # .89, .64 + .005 + .015 = .66; printed .676
        # PMC2648993, table 2: two pathologists on 18 cases, .906 and .092 "not assuming the null hypothesis".
        ([[7, 1, 0], [0, 8, 0], [0, 0, 2]], 0.906, 0.092),
    ],
)
def test_published_examples(matrix, value, se):
    kappa = classes.cohen_kappa(matrix)
    assert kappa.value == pytest.approx(value, abs=5e-4 if se else 1e-12)
    assert se is None or round(kappa.se, 3) == se


@given(matrices, st.sampled_from(classes.KAPPA_WEIGHTS))
def test_weighted_kappa_is_its_definition(matrix, weights):
    """In value and standard errors: that for intervals at the shares themselves, that of z at those by chance."""
    assume(matrix.sum())
    expected, kappa = slow_kappa(matrix, weights), classes.cohen_kappa(matrix, weights)
    if expected is None:
        assert kappa == NONE
        return
    assert kappa.value == pytest.approx(expected, abs=1e-12)
    assert kappa.se == pytest.approx(slow_se(matrix, weights), abs=1e-5)
    by_chance = np.outer(matrix.sum(axis=1), matrix.sum(axis=0)) / matrix.sum() ** 2
    null = slow_se(matrix, weights, by_chance)
    if kappa.z is None:
        assert null == pytest.approx(0, abs=1e-5)
    else:
        assert kappa.z * null == pytest.approx(expected, abs=1e-4)
        assert kappa.p == pytest.approx(math.erfc(abs(kappa.z) / math.sqrt(2)), abs=1e-12)


@given(pairs)
def test_measures_of_lists_are_those_of_their_matrix(both):
    truth, predicted = zip(*both, strict=True)
    matrix = classes.confusion_matrix(truth, predicted, "abc")
    assert matrix.sum() == len(both)
    assert classes.accuracy(matrix) == pytest.approx(np.mean([one == other for one, other in both]))
    recalls = [np.mean([p == t for t, p in both if t == label]) for label in set(truth)]
    assert classes.balanced_accuracy(matrix) == pytest.approx(np.mean(recalls))
