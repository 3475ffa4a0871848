"""How numbers are written, in tables and on plots."""

from __future__ import annotations

import math

import pytest

from helm_creativity.results.numbers import (
    correlation,
    count,
    fixed,
    p_value,
    positive,
    score_decimals,
    signed,
    typeset,
)
from helm_creativity.results.numbers import percent as share_text


@pytest.mark.parametrize(
    ("form", "value", "text"),
    [
        (fixed(2), -0.001, "0.00"),
        (fixed(3), 1234.5, "1,234.500"),
        (signed(2), -0.001, "0.00"),
        (signed(2), 1234.5, "+1,234.50"),
        (positive(2), 0.001, "<0.01"),
        (positive(2), 0.0, "0.00"),
        (share_text(), 0.126, "13%"),
        (share_text(), 0.0, "0%"),
        (share_text(), 0.004, "<1%"),
        (share_text(), 0.0051, "1%"),
        (share_text(), 0.996, ">99%"),
        (share_text(1), 0.9999, ">99.9%"),
        (share_text(), 1.0, "100%"),
        (count, 1234.0, "1,234"),
        (correlation(), -0.5, "-.50"),
        (correlation(), 1.0, "1.00"),
        (correlation(), -0.001, ".00"),
        (p_value, 0.0004, "<.001"),
        (p_value, 0.05, ".050"),
    ],
)
def test_numbers_for_people(form, value, text):
    """Never minus zero, and never 0 for what is not."""
    assert form(value) == text


@pytest.mark.parametrize(
    ("scores", "errors", "decimals"),
    [
        # Two digits of a standard error: 1.4 needs one decimal, 0.14 two, 0.014 three; at least one, at most four.
        ([78.0], [1.4], 1),
        ([0.8], [0.014], 3),
        ([500.0], [40.0], 1),
        ([0.1], [0.00001], 4),
        ([0.1, 0.2, 0.3], [0.1, 0.02, 0.001], 3),  # that of the middle one
        ([78.0, math.nan, None], [None, math.nan], 2),
        ([0.4], [0.0], 3),
        ([], [], 3),
    ],
)
def test_a_column_of_scores_shows_what_its_errors_can_tell(scores, errors, decimals):
    assert score_decimals(scores, errors) == decimals


@pytest.mark.parametrize(
    ("text", "typeset_text"),
    [("-0.50", "−0.50"), ("-.5 to -0.1", "−.5 to −0.1"), ("gpt-4", "gpt-4"), ("2024-01-02", "2024-01-02"), ("", "")],
)
def test_pages_have_true_minus_signs(text, typeset_text):
    assert typeset(text) == typeset_text
