"""Agreement of a judge with people: by hand and by law."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.judges.evaluation.statistics import (
    RatedResponses,
    human_reference,
    length_correlations,
    main_estimate,
    measure_agreement,
    names_for,
    within_groups,
)
from helm_creativity.judges.evaluation.types import ScaleKind
from helm_creativity.psychometrics.agreement import krippendorff_alpha
from helm_creativity.psychometrics.classification import cohen_kappa, confusion_matrix

NAN = math.nan
INTERVAL, ORDINAL, BINARY, CLASSES = ScaleKind.INTERVAL, ScaleKind.ORDINAL, ScaleKind.BINARY, ScaleKind.CLASSES


def rated(kind, people, judge, items=None, classes=(0.0, 1.0), groups=()):
    people = np.array(people, dtype=float)
    people = people[:, None] if people.ndim == 1 else people
    names, classes = tuple(items or map(str, range(len(people)))), classes if kind in (BINARY, CLASSES) else ()
    return RatedResponses(kind, classes, people, np.array(judge, dtype=float), names, *groups)


def measured(*data, draws=1, **more):
    return measure_agreement(rated(*data, **more), draws=draws)


def values(*data, **more):
    return {name: estimate.value for name, estimate in measured(*data, **more).values.items()}


def test_the_reference_is_the_mean_or_the_class_with_most_votes():
    """Two classes with as many votes leave none."""
    people = [[1, 2, 2], [1, 2, NAN], [NAN, 3, NAN], [NAN, NAN, NAN], [1, 2, 3]]
    np.testing.assert_array_equal(human_reference(people, CLASSES), [2, NAN, 3, NAN, NAN])
    np.testing.assert_allclose(human_reference(people, INTERVAL), [5 / 3, 1.5, 3, NAN, 2])


def test_agreement_on_numbers_by_hand():
    """X = 1 2 3 4, y = 2 2 4 4: means 2.5 and 3, variances 5/4 and 1, covariance 1; one of five is not rated.

    Ranks 1 2 3 4 and 1.5 1.5 3.5 3.5: covariance 1, variances 5/4 and 1.
    """
    found = values(INTERVAL, [1, 2, 3, 4, 5], [2, 2, 4, 4, NAN])
    assert found["r"] == pytest.approx(1 / math.sqrt(5 / 4)) == pytest.approx(found["rho"])
    assert found["weighted_kappa"] == pytest.approx(2 / (5 / 4 + 1 + 1 / 4))
    assert (found["bias"], found["error"], found["rmse"]) == (0.5, 0.5, pytest.approx(math.sqrt(0.5)))


def test_agreement_on_classes_by_hand():
    """Majorities 1 1 0 0 and the judge's 1 0 0 0: p_o = 3/4, p_e = 1/2·1/4 + 1/2·3/4 = 1/2; one response is tied."""
    people = [[1, 1, 0], [1, 1, 1], [0, 0, 1], [0, 0, 0], [1, 0, NAN]]
    found = measured(BINARY, people, [1, 0, 0, 0, 1])
    assert (found.n, found.tied, found.items, found.raters) == (4, 1, 4, 3)
    by_name = {name: found.values[name].value for name in ("kappa", "accuracy", "balanced_accuracy", "bias")}
    assert by_name == {"kappa": 0.5, "accuracy": 0.75, "balanced_accuracy": 0.75, "bias": -0.25}


def test_two_people_and_the_judge_beside_one_of_them_by_hand():
    """Every response counts once, however many people rated it.

    Of two people, responses agree with 1/3, 1, and 0: p_o = 4/9. Their votes for 1 are 2/3, 1 and 1/2, so 13/18:
    p_e = (13/18)² + (5/18)² = 194/324. The judge's 1 0 1 agree with 2/3, 0 and 1/2: p_o = 7/18.
    p_e = 2/3·13/18 + 1/3·5/18 = 31/54.
    """
    found = measured(BINARY, [[1, 1, 0], [1, 1, NAN], [0, 1, NAN]], [1, 0, 1])
    assert found.two_people.value == pytest.approx((4 / 9 - 194 / 324) / (1 - 194 / 324))
    assert found.judge_and_one.value == pytest.approx((7 / 18 - 31 / 54) / (1 - 31 / 54))


def test_correlations_within_items_by_hand():
    """Items a and b have deviations -1 1 and -1 0 1 of people, 1 -1 and -2 2 0 of the judge; c has one response.

    Their products add up to -2 + 2, so r is 0. Ranks by size of the item are 1/2 1 and 1/3 2/3 1 of people, 1 1/2 and
    1/3 1 2/3 of the judge: products -1/8 + 1/9, squares 1/8 + 2/9 of both. Groups of their own replace items: two
    stories under two criteria are compared within these.
    """
    people, judge, items = [1, 3, 4, 5, 6, 9], [5, 3, 1, 5, 3, 9], ["a", "a", "b", "b", "b", "c"]
    found = values(INTERVAL, people, judge, items)
    assert found["r_within"] == pytest.approx(0, abs=1e-12)
    assert found["rho_within"] == pytest.approx((-1 / 8 + 1 / 9) / (1 / 8 + 2 / 9))
    assert found["r"] > 0.5
    stories, by_group = ("s", "s", "t", "t"), {"groups": (tuple("abab"),)}
    assert values(INTERVAL, [1, 9, 2, 8], [1, 5, 2, 4], stories, **by_group)["r_within"] == pytest.approx(1)
    assert values(INTERVAL, [1, 9, 2, 8], [5, 1, 4, 2], stories)["r_within"] == pytest.approx(-22 / math.sqrt(50 * 10))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 5), st.integers(1, 5)), min_size=1, max_size=30))
def test_a_correlation_within_groups_is_its_definition_and_ignores_what_a_group_adds(rows):
    """By a loop over the groups; a number that is added to all of a group changes nothing."""
    groups, x, y = zip(*rows, strict=True)
    sums = np.zeros((2, 2))
    for group in set(groups):
        members = np.array([(a, b) for name, a, b in rows if name == group], dtype=float)
        apart = members - members.mean(axis=0)
        sums += apart.T @ apart
    (squares, products), (_, others) = sums
    expected = products / math.sqrt(squares * others) if min(squares, others) > 1e-9 else None
    moved = [value + 10 * group for value, group in zip(y, groups, strict=True)]
    for second in (y, moved):
        assert within_groups(x, second, groups) == (None if expected is None else pytest.approx(expected, abs=1e-9))


def test_the_ceiling_is_what_a_judge_without_error_reaches():
    """People rate a true value with errors as large as its spread: two correlate by 1/2, the mean of four by .8."""
    rng = np.random.default_rng(1)
    truth = rng.normal(size=4000)
    people = truth[:, None] + rng.normal(size=(4000, 4))
    found = measured(INTERVAL, people, truth, ["a", "b"] * 2000, draws=10)
    assert found.two_people.value == pytest.approx(0.5, abs=0.03)
    assert found.ceiling.value == pytest.approx(math.sqrt(0.8), abs=0.01)
    assert found.values["r"].value == pytest.approx(found.ceiling.value, abs=0.01)
    assert found.judge_and_one.value == pytest.approx(math.sqrt(0.5), abs=0.03)


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=4, max_size=40))
def test_the_weighted_kappa_of_whole_numbers_is_cohens(pairs):
    """With quadratic weights, over all classes of the scale."""
    x, y = zip(*pairs, strict=True)
    theirs = cohen_kappa(confusion_matrix(x, y, range(1, 6)), "quadratic").value
    assert values(ORDINAL, x, y)["weighted_kappa"] == (None if theirs is None else pytest.approx(theirs, abs=1e-12))


@given(st.lists(st.integers(1, 7), min_size=5, max_size=30).filter(lambda some: len(set(some)) > 2), st.integers(-3, 3))
def test_laws_of_perfect_shifted_and_constant_judges(people, shift):
    """Who agrees with people has 1, a shift is bias alone, and who rates everything alike correlates with nobody."""
    perfect = values(ORDINAL, people, people)
    assert {name: None if value is None else pytest.approx(value) for name, value in perfect.items()} == {
        "r": 1, "rho": 1, "r_within": None, "rho_within": None,
        "weighted_kappa": 1, "alpha": 1, "bias": 0, "error": 0, "rmse": 0,
    }  # fmt: skip
    shifted = values(ORDINAL, people, [rating + shift for rating in people])
    assert shifted["r"] == pytest.approx(1)
    assert (shifted["bias"], shifted["error"], shifted["rmse"]) == pytest.approx((shift, abs(shift), abs(shift)))
    assert shifted["weighted_kappa"] <= 1 + 1e-12
    constant = values(ORDINAL, people, [4] * len(people))
    assert (constant["r"], constant["rho"], constant["weighted_kappa"]) == (None, None, pytest.approx(0))
    of_classes = values(CLASSES, people, [4] * len(people), classes=tuple(map(float, range(1, 8))))
    assert of_classes["kappa"] == pytest.approx(0)


def test_alpha_is_of_people_and_the_judge_as_one_more():
    """At the level of the scale."""
    people, judge = [[1, 2], [3, 3], [2, NAN], [5, 4]], [1, 4, 2, 5]
    found = measured(ORDINAL, people, judge)
    together = np.column_stack([np.array(people, dtype=float), judge])
    assert found.values["alpha"].value == pytest.approx(krippendorff_alpha(together, "ordinal"))
    assert found.people_alpha.value == pytest.approx(krippendorff_alpha([[1, 2], [3, 3], [5, 4]], "ordinal"))


@pytest.mark.nightly
@pytest.mark.parametrize(("kind", "expected"), [(INTERVAL, "r"), (BINARY, "kappa")])
def test_intervals_over_items_hold_the_truth(kind, expected):
    """Judges at random agree with nobody: of 100 intervals meant to be 95 %, some 95 hold 0."""
    assert names_for(kind)[0] == expected
    rng, inside = np.random.default_rng(5), 0
    for _ in range(100):
        people, judge = (rng.integers(0, 2, 120).astype(float) for _ in range(2))
        found = main_estimate(rated(kind, people, judge, [str(i // 2) for i in range(120)]), draws=200)
        inside += found.low <= 0 <= found.high
    assert 89 <= inside <= 99


def test_intervals_resample_whole_items():
    """Copies of responses within items add nothing: the interval is that of one response to each item."""
    rng = np.random.default_rng(3)
    people = rng.normal(size=40)
    judge, items = people + rng.normal(size=40), [str(i) for i in range(40)]
    copied = main_estimate(rated(INTERVAL, np.tile(people, 3), np.tile(judge, 3), items * 3))
    assert copied == pytest.approx(main_estimate(rated(INTERVAL, people, judge, items)))


def test_length_correlates_with_people_and_with_the_judge():
    """A judge that rates by length alone."""
    found = length_correlations(rated(INTERVAL, [3, 1, 2, 2], [1, 2, 3, 4]), [10, 20, 30, 40])
    assert found["judge"].value == pytest.approx(1)
    assert found["people"].value == pytest.approx(-3 / math.sqrt(5 * 18))
    assert length_correlations(rated(CLASSES, [1, 0], [1, 0]), [1, 2]) == {}
