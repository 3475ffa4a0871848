"""Numbers at the ends of what floats hold, and pandas' NA, are refused by name or do no harm."""

import importlib
import inspect
import pkgutil
from types import SimpleNamespace

import numpy as np
import pandas
import pytest

from helm_creativity import psychometrics

MODULES = [
    importlib.import_module(f"{psychometrics.__name__}.{module.name}")
    for module in pkgutil.iter_modules(psychometrics.__path__)
]
stats = SimpleNamespace(**{k: v for module in MODULES for k, v in inspect.getmembers(module, inspect.isfunction)})
RATINGS = [[3, 1, 2, 5], [1, 2, 2, 4], [4, 4, 5, 3], [5, 3, 4, 1], [2, 2, 1, 2], [1, 5, 3, 4], [2, 4, 4, 2]]
FIRST, SECOND = [3, 1, 2, 5, 4, 2, 1], [2, 3, 2, 4, 5, 1, 3]
FAVOURED = [[True, False, False, True], [False, True, False, False]] * 3 + [[True, False, True, False]]


def rng():
    """The same random numbers each time."""
    return np.random.default_rng(1)


def table(of):
    """Ratings, each changed."""
    return [[of(value) for value in row] for row in RATINGS]


def first(of):
    """One list, changed."""
    return [of(value) for value in FIRST]


def second(of):
    """Another, changed."""
    return [of(value) for value in SECOND]


def cube(of):
    """Two responses to each item."""
    return [[[of(value), of(value + 1)] for value in row] for row in RATINGS]


# By function: what its error may call the numbers, and the call.
CALLS = {
    "accuracy": ("matrix", lambda of: stats.accuracy([[of(3), of(1)], [of(2), of(4)]])),
    "balanced_accuracy": ("matrix", lambda of: stats.balanced_accuracy([[of(3), of(1)], [of(2), of(4)]])),
    "cohen_kappa": ("matrix", lambda of: stats.cohen_kappa([[of(3), of(1)], [of(2), of(4)]], "quadratic")),
    "confusion_matrix": ("predicted", lambda of: stats.confusion_matrix(FIRST, first(of), range(6))),
    "bland_altman": ("x", lambda of: stats.bland_altman(first(of), second(of))),
    "kendall_w": ("ratings", lambda of: stats.kendall_w(table(of))),
    "kendall_interval": ("ratings", lambda of: stats.kendall_interval(table(of), rng(), 9)),
    "krippendorff_alpha": ("ratings", lambda of: stats.krippendorff_alpha(table(of), "ratio")),
    "krippendorff_interval": ("ratings", lambda of: stats.krippendorff_interval(table(of), rng(), draws=9)),
    "spearman_pairs": ("ratings", lambda of: stats.spearman_pairs(table(of))),
    "intraclass_correlation": ("ratings", lambda of: stats.intraclass_correlation(table(of))),
    "cronbach_alpha": ("ratings", lambda of: stats.cronbach_alpha(table(of))),
    "split_half": ("scores", lambda of: stats.split_half(table(of), rng(), 9)),
    "test_retest": ("scores", lambda of: stats.test_retest(cube(of), rng(), 9)),
    "variance_shares": ("scores", lambda of: stats.variance_shares(cube(of))),
    "standard_error": ("values", lambda of: stats.standard_error(first(of), "aabbccd")),
    "mean_interval": ("values", lambda of: stats.mean_interval(first(of), "aabbccd")),
    "bootstrap_means": ("scores", lambda of: stats.bootstrap_means(table(of), 9, rng())),
    "interval": ("draws", lambda of: stats.interval(table(of))),
    "rank_intervals": ("draws", lambda of: stats.rank_intervals(table(of))),
    "rank_stability": ("scores", lambda of: stats.rank_stability(table(of), rng(), draws=9)),
    "pearson": ("x", lambda of: stats.pearson(first(of), SECOND)),
    "spearman": ("x", lambda of: stats.spearman(first(of), SECOND)),
    "specificity": ("controls", lambda of: stats.specificity(FIRST, SECOND, first(of))),
    "partial": ("controls", lambda of: stats.partial(FIRST, SECOND, first(of))),
    "multiple_r": ("controls", lambda of: stats.multiple_r(FIRST, table(of))),
    "frontier": ("r_capability", lambda of: stats.frontier(0.5, of(3))),
    "best_on_frontier": ("r_capability", lambda of: stats.best_on_frontier(of(3))),
    "williams": ("r_xz", lambda of: stats.williams(0.5, of(3), 0.1, 30)),
    "welch": ("x", lambda of: stats.welch(first(of), second(of))),
    "compare_groups": ("values", lambda of: stats.compare_groups(first(of), "aaabbbb")),
    "mean_slope": ("scores", lambda of: stats.mean_slope([0, 1, 2, 3], table(of))),
    "paired_effect": ("first", lambda of: stats.paired_effect(first(of), second(of))),
    "bonferroni": ("p", lambda of: stats.bonferroni(first(of))),
    "holm": ("p", lambda of: stats.holm(first(of))),
    "benjamini_hochberg": ("p_values", lambda of: stats.benjamini_hochberg(first(of))),
    "too_few_scored": ("valid_rate", lambda of: stats.too_few_scored(first(of))),
    "caution": ("unknown_rate", lambda of: stats.caution(of(3))),
    "score_caution": ("equal_rate", lambda of: stats.score_caution({"equal_rate": of(3)})),
    "z_scores": ("scores", lambda of: stats.z_scores(table(of), "abcd", [True] * 7)),
    "standardised": ("scores", lambda of: stats.standardised(table(of))),
    "overall": ("z", lambda of: stats.overall(table(of))),
    "by_domain": ("z", lambda of: stats.by_domain(table(of), "aabb")),
    "pareto_front": ("points", lambda of: stats.pareto_front(table(of))),
    "one_factor": ("data", lambda of: stats.one_factor(table(of))),
    "mcdonald_omega": ("data", lambda of: stats.mcdonald_omega(table(of))),
    "parallel_analysis": ("data", lambda of: stats.parallel_analysis(table(of), rng(), 9)),
    "leave_one_out": ("data", lambda of: stats.leave_one_out(table(of), "abcd")),
    "subsampled": ("data", lambda of: stats.subsampled(table(of), 5, 9, rng())),
    "residualised": ("covariates", lambda of: stats.residualised(RATINGS, table(of))),
    "distinct_ratings": ("ratings", lambda of: stats.distinct_ratings(table(of))),
    "rating_text": ("a rating", lambda of: stats.rating_text(of(3))),
    "within_slope": ("y", lambda of: stats.within_slope(first(of), SECOND, "aabbccc", "aabbccc", "xyxyxyx")),
    "length_slopes": ("ratings", lambda of: stats.length_slopes(table(of), SECOND, "aabbccc", "xyxyxyx")),
    "length_share_between": ("ratings", lambda of: stats.length_share_between(first(of), SECOND, "aabbccc", "xyzxyzx")),
    "length_adjusted": ("scores", lambda of: stats.length_adjusted(first(of), SECOND, "aabbccc", 0.5)),
    "standardised_ratings": ("ratings", lambda of: stats.standardised_ratings(table(of))),
    "beyond_others": ("ratings", lambda of: stats.beyond_others(table(of))),
    "preference": ("ratings", lambda of: stats.preference(table(of), FAVOURED, "aabbccc")),
    "order_effects": (
        "ratings",
        lambda of: stats.order_effects(table(of), [1, 2, 1, 2, 1, 2, 3], "aabbccc", "aabbccc"),
    ),
    "top_k": ("scores", lambda of: stats.top_k(first(of))),
    "fluency_residuals": ("originality", lambda of: stats.fluency_residuals(first(of), SECOND)),
    "ratio_score": ("total", lambda of: stats.ratio_score(of(3), 2)),
    "uniqueness_by_similarity": ("vectors", lambda of: stats.uniqueness_by_similarity("aabbccd", table(of), 0.5)),
    "sample_reliability": ("ratings", lambda of: stats.sample_reliability(None, table(of))),
    "severity_drift": ("ratings", lambda of: stats.severity_drift(table(of), range(7), "aaaabbb", "abcdabc")),
}


def outcome(call, of):
    """What a function gives, as text, or the error by which it refuses."""
    try:
        return repr(call(of))
    except ValueError as error:
        return error


@pytest.mark.parametrize("name", CALLS)
def test_the_ends_of_floats_are_refused_by_name_or_do_no_harm(name):
    called, call = CALLS[name]
    plain, harmed = str(outcome(call, lambda value: 0.1 * value)), {}
    for unit in (1e308, 3e307, 1e306, 1e-306, 1e-308, 5e-324):
        found = outcome(call, lambda value, unit=unit: unit * (value / 6))
        if isinstance(found, ValueError):
            harmless = called in str(found)
        else:
            harmless = all(found.count(text) <= plain.count(text) for text in ("nan", "inf"))
        if not harmless:
            harmed[unit] = found
    assert harmed == {}


@pytest.mark.parametrize("name", CALLS)
def test_pandas_na_is_missing_or_refused_by_name(name):
    """As NaN is, which is the same to a user of pandas."""
    called, call = CALLS[name]
    missing, found = (
        outcome(call, lambda value, absent=absent: absent if value == 3 else 0.1 * value)
        for absent in (np.nan, pandas.NA)
    )
    if isinstance(found, ValueError):
        assert called in str(found)
    else:
        assert found == missing


NO_UNITS = {
    *("accuracy", "balanced_accuracy", "cohen_kappa", "confusion_matrix", "bonferroni", "holm", "benjamini_hochberg"),
    *("frontier", "best_on_frontier", "williams", "caution", "score_caution", "too_few_scored", "rating_text"),
    *("uniqueness_by_similarity", "length_adjusted", "length_share_between"),
}
"""Of counts, probabilities, correlations and shares, with a threshold or a slope beside, or none of tiny numbers."""


def numbers_in(value):
    """All numbers of a result in a row, with NaN for None."""
    if hasattr(value, "__dict__") and not isinstance(value, np.ndarray):
        value = list(vars(value).values())
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple, np.ndarray)):
        return [number for part in value for number in numbers_in(part)]
    return [] if isinstance(value, str) else [np.nan if value is None else float(value)]


@pytest.mark.parametrize("name", [name for name in CALLS if name not in NO_UNITS])
@pytest.mark.parametrize("unit", [2.0**-330, 2.0**400])
def test_numbers_in_another_unit_are_the_same_or_have_its_powers(name, unit):
    """A correlation stays, a mean is multiplied by the unit, a variance by its square, a slope may be divided by it."""
    called, call = CALLS[name]
    if isinstance(refused := outcome(call, lambda value: unit * value / 8), ValueError):
        assert called in str(refused)
        return
    plain, found = numbers_in(call(lambda value: value / 8)), numbers_in(call(lambda value: unit * value / 8))
    with np.errstate(over="ignore", invalid="ignore", divide="ignore", under="ignore"):
        powers = [np.float64(unit) ** power for power in (-2, -1, 0, 1, 2)]
        for one, other in zip(plain, found, strict=True):
            expected = [pytest.approx(one * power, rel=1e-6, abs=1e-9 * min(1, power), nan_ok=True) for power in powers]
            assert any(other == each for each in expected), (one, other)
