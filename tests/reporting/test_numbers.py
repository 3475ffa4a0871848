"""How numbers are written on plots."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.reporting.plots.style import known, percent, plot_decimals, shown, span

NUMBERS = st.lists(st.none() | st.floats(-1e6, 1e6) | st.just(math.nan), max_size=8)


@pytest.mark.parametrize(
    ("values", "decimals"),
    [
        ([60.0, 80.0], 1),  # range 20: log10 = 1.3, 2 - 1
        ([0.1, 0.4], 3),  # range 0.3: log10 = -0.5, 2 + 1
        ([0.0, 1.0], 2),
        ([0.0, 1000.0], 0),
        ([1.0, 1.000001], 4),  # no more than four
        ([5.0], 2),  # a single value counts as its own range
        ([0.0, 0.0], 2),
        ([None, math.nan], 0),
    ],
)
def test_decimals_follow_the_range(values, decimals):
    """Values that differ by a hundredth of the range can be distinguished."""
    assert plot_decimals(values) == decimals


@pytest.mark.parametrize(
    ("value", "sign", "text"),
    [(1.25, True, "+1.2"), (-3.0, False, "−3.0"), (-0.01, False, "0.0"), (-0.01, True, "0.0"), (None, False, "–")],
)
def test_numbers_have_true_minuses(value, sign, text):
    """Nothing is ever a negative zero, and what is missing is a dash."""
    assert shown(value, 1, sign) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0%"),
        (0.001, "<1%"),
        (0.0051, "1%"),
        (0.005, "<1%"),
        (0.126, "13%"),
        (0.996, ">99%"),
        (1.0, "100%"),
        (math.nan, "–"),
    ],
)
def test_some_failures_are_never_printed_as_none(share, text):
    """Rounding does not turn little into nothing nor nearly all into all."""
    assert percent(share) == text


@given(NUMBERS)
def test_a_span_holds_every_value_and_is_never_empty(values):
    """An axis can always be drawn, and nothing lies on its edge."""
    low, high = span(values)
    assert low < high
    assert all(low < value < high for value in known(values))


def test_a_span_around_values_that_differ_by_rounding_only_is_that_of_one_value():
    """0.1 + 0.2 and 0.3 are one value: 0.3 ± 0.015."""
    assert span([0.1 + 0.2, 0.3]) == pytest.approx((0.285, 0.315))
    assert span([0.0, 100.0], 0.1) == (-10.0, 110.0)
