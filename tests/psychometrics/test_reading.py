"""How all statistics read their tables: odd numbers are refused by name or do no harm, missing ones are missing."""

import importlib
import inspect
import math
import pkgutil
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas
import pytest
import yaml

from helm_creativity import psychometrics
from helm_creativity.psychometrics.graded_response import GradedResponseModel

MODULES = [
    importlib.import_module(f"{psychometrics.__name__}.{module.name}")
    for module in pkgutil.iter_modules(psychometrics.__path__)
]
stats = SimpleNamespace(**{k: v for module in MODULES for k, v in inspect.getmembers(module, inspect.isfunction)})
RATINGS = [[3, 1, 2, 5], [1, 2, 2, 4], [4, 4, 5, 3], [5, 3, 4, 1], [2, 2, 1, 2], [1, 5, 3, 4], [2, 4, 4, 2]]
FIRST, SECOND = [3, 1, 2, 5, 4, 2, 1], [2, 3, 2, 4, 5, 1, 3]
FAVOURED = [[True, False, False, True], [False, True, False, False]] * 3 + [[True, False, True, False]]


CALLS = yaml.safe_load(Path(__file__).with_name("calls.yaml").read_text("utf-8"))
UNCHANGED = {"RATINGS": RATINGS, "FIRST": FIRST, "SECOND": SECOND, "FAVOURED": FAVOURED}
CHANGED = {
    "of": lambda of: of(3),
    "first": lambda of: [*map(of, FIRST)],
    "second": lambda of: [*map(of, SECOND)],
    "table": lambda of: [[*map(of, row)] for row in RATINGS],
    "square": lambda of: [[of(3), of(1)], [of(2), of(4)]],
    "cube": lambda of: [[[of(value), of(value + 1)] for value in row] for row in RATINGS],
}


def argument(word, of):
    """What stands for an argument in the list of calls."""
    if isinstance(word, dict):
        return {name: argument(value, of) for name, value in word.items()}
    if word == "rng":
        return np.random.default_rng(1)
    if isinstance(word, str):
        return CHANGED[word](of) if word in CHANGED else UNCHANGED.get(word, word)
    return word


def called_and_call(name):
    """What errors may call the numbers, and the call with changed ones."""
    called, *words = CALLS[name]
    return called, lambda of: getattr(stats, name)(*(argument(word, of) for word in words))


def outcome(call, of):
    """What a function gives, as text, or the error by which it refuses."""
    try:
        return repr(call(of))
    except ValueError as error:
        return error


AS_THEY_ARE = ("too_few_scored", "distinct_ratings", "rating_text")
"""These say what they are given, infinities too."""


@pytest.mark.parametrize("name", CALLS)
def test_the_ends_of_floats_are_refused_by_name_or_do_no_harm(name):
    called, call = called_and_call(name)
    plain, harmed = str(outcome(call, lambda value: 0.1 * value)), {}
    for unit in (
        1e308,
        3e307,
        1e306,
        1e-306,
        1e-308,
        5e-324,
        *((math.inf, -math.inf) if name not in AS_THEY_ARE else ()),
    ):
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
    called, call = called_and_call(name)
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
    *("uniqueness_by_similarity", "length_adjusted"),
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
    called, call = called_and_call(name)
    if isinstance(refused := outcome(call, lambda value: unit * value / 8), ValueError):
        assert called in str(refused)
        return
    plain, found = numbers_in(call(lambda value: value / 8)), numbers_in(call(lambda value: unit * value / 8))
    with np.errstate(over="ignore", invalid="ignore", divide="ignore", under="ignore"):
        powers = [np.float64(unit) ** power for power in (-2, -1, 0, 1, 2)]
        for one, other in zip(plain, found, strict=True):
            expected = [pytest.approx(one * power, rel=1e-6, abs=1e-9 * min(1, power), nan_ok=True) for power in powers]
            assert any(other == each for each in expected), (one, other)


STATISTICS = [
    *("rating_table", "spearman_pairs", "intraclass_correlation", "krippendorff_alpha", "cronbach_alpha", "kendall_w"),
    *("check_ratings", "transform"),
]
HOLED = [[1.0, 2.0, 3.0], [2.0, math.nan, 3.0], [5.0, 4.0, 4.0], [1.0, 2.0, math.nan], [3.0, 3.0, 5.0]]


def said(name, ratings):
    """What a statistic says, in a form that compares NaN with NaN."""
    if name == "transform":
        return repr(GradedResponseModel().fit(ratings).transform(ratings).tolist())
    return repr(np.asarray(getattr(stats, name)(ratings), dtype=object).tolist())


@pytest.mark.parametrize("name", STATISTICS)
def test_what_is_missing_is_so_in_every_form(name):
    """What lies under a mask is nowhere seen, be it a table, a list of judges' columns, or whole numbers."""
    hidden, expected = np.isnan(HOLED), said(name, HOLED)
    table = np.ma.masked_array(np.where(hidden, -99, HOLED), mask=hidden)
    objects, holed = table.astype(object), np.array(HOLED)
    forms = [table, table.astype(int), list(table), np.ma.masked_array(HOLED), objects, holed]
    frames = [pandas.DataFrame(HOLED).astype(kind) for kind in ("Int64", "Float64", "object", "category", "float")]
    forms += [*frames, *(frame.astype(object).where(frame.notna(), pandas.NA) for frame in frames)]
    forms.append([[None if math.isnan(value) else value for value in row] for row in HOLED])
    assert [said(name, form) for form in forms] == [expected] * len(forms)
    # Nothing is written into the caller's array.
    assert (table.data[hidden] == -99).all()
    assert (objects.data[hidden] == -99).all()
    np.testing.assert_array_equal(holed, HOLED)


@pytest.mark.parametrize("name", STATISTICS)
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
def test_what_is_no_table_of_numbers_is_refused(name, ratings):
    with pytest.raises(ValueError, match="ratings must be numbers with NaN for a missing one, got something else: "):
        said(name, ratings)


def test_tables_are_read_whole():
    """An infinity has its place in the error; rows keep their order; without judges there is no unit."""
    with pytest.raises(ValueError, match=r"ratings\[1, 0\] must be finite, or NaN where missing; got -inf"):
        stats.rating_table([[1.0, 2.0], [-math.inf, math.nan], [2.0, math.inf]])
    table = stats.rating_table([[3.0, 1.0], [math.nan, 1.0], [2.0, 2.0]])
    assert stats.complete_rows(table).tolist() == [[3.0, 1.0], [2.0, 2.0]]
    assert stats.complete_rows(np.empty((4, 0))).shape == (0, 0)


def test_centring_makes_equal_values_exactly_zero():
    """Their mean would not: that of three times 0.1 is not 0.1."""
    assert stats.centred(np.array([0.1, 0.1, 0.1])).tolist() == [0.0, 0.0, 0.0]
    assert stats.centred(np.array([2.0, math.nan, 6.0])) == pytest.approx([-1.0, math.nan, 1.0], nan_ok=True)
    assert np.isnan(stats.centred(np.full(2, math.nan))).all()
    assert stats.centred(np.array([-1e308, 1e308])).tolist() == [-1.0, 1.0]
