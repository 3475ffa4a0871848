"""Numbers and names as a page shows them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.reports.plots.style import shown as number
from helm_creativity.reports.report.wording import (
    clean,
    interval_text,
    listed,
    percent,
    sentence,
    signed,
    significant,
    typeset,
    who,
)


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (1234.5, 1, "1,234.5"),
        (-0.004, 2, "0.00"),
        (-0.006, 2, "−0.01"),
        (0.5, 0, "0"),
        (None, 2, "–"),
        (math.nan, 2, "–"),
        (math.inf, 2, "–"),
    ],
)
def test_numbers_have_a_true_minus_and_no_negative_zero(value, decimals, text):
    """And a dash where there is none."""
    assert number(value, decimals) == text


@pytest.mark.parametrize(
    ("value", "text"), [(0.5, "+0.50"), (-0.5, "−0.50"), (0.001, "0.00"), (None, "–"), (10, "+10.00")]
)
def test_signed_numbers_say_on_which_side_of_zero_they_are(value, text):
    """What is shown as 0 is on none."""
    assert signed(value) == text


def test_an_interval_needs_both_ends():
    """One alone is none."""
    assert interval_text(-1.0, 2.5, 1) == "−1.0 to 2.5"
    assert interval_text(None, 2.5) == interval_text(-1.0, None) == "–"


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0, "0%"),
        (1, "100%"),
        (0.0001, "<1%"),
        (0.9999, ">99%"),
        (0.005, "<1%"),
        (0.995, ">99%"),
        (0.006, "1%"),
        (0.994, "99%"),
        (None, "–"),
    ],
)
def test_only_all_is_all_and_only_nothing_is_nothing(share, text):
    """Rounding does not make a failure of none, nor none of a failure."""
    assert percent(share) == text


@given(st.floats(0, 1))
def test_a_share_between_is_shown_between(share):
    """Whatever it is."""
    assert (percent(share) == "0%") == (share == 0)
    assert (percent(share) == "100%") == (share == 1)


def test_models_and_baselines_are_distinguished():
    """Where there are only baselines, there is no talk of models."""
    assert who(1, 0) == "1 language model"
    assert who(3, 1) == "3 language models and 1 baseline"
    assert who(0, 2) == "2 baselines"
    assert who(0, 0) == "0 language models"


def test_many_names_are_cut():
    """Never to hide a single one."""
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c", "d"]) == "a, b, c and d"
    assert listed(["a", "b", "c", "d", "e"]) == "a, b, c and 2 more"


@given(st.text())
def test_cleaned_names_can_be_written_and_stay_clean(name):
    """Whatever a file held."""
    once = clean(name)
    once.encode("utf-8")
    assert clean(once) == once
    assert not {"\x00", "\x1b", "\u202e", "\n"} & set(once)


def test_usual_names_stay_as_they_are():
    """In any script."""
    for name in ("openai/gpt-4o-2024-11-20", "模型/测试", "modèle <b>", "\N{MAN}\u200d\N{PERSONAL COMPUTER}"):
        assert clean(name) == name
    assert clean("at\N{NO-BREAK SPACE}once \n at") == "at\N{NO-BREAK SPACE}once at"
    assert clean("a\ud800\x1b\u202eb") == "a\ufffd\ufffd\ufffdb"


def test_a_reason_becomes_a_sentence():
    """With one full stop."""
    assert sentence("nobody ran.") == sentence("nobody ran") == "There is none because nobody ran."


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0142, "+0.0142"),
        (-0.0509, "−0.0509"),
        (0.4921, "+0.492"),
        (1.4721, "+1.47"),
        (27.13, "+27.1"),
        (-512.4, "−512"),
        (0.00001, "0.0000"),
        (0.0, "0.00"),
    ],
)
def test_differences_of_any_unit_show_three_digits(value, text):
    """With at most four decimals."""
    assert significant(value) == text


def test_genitives_have_the_apostrophe_of_print():
    """Quotes stay as they are."""
    assert typeset("Student's t of the models' scores") == "Student’s t of the models’ scores"
    assert typeset("one of 'AUT', 'DAT'; it's") == "one of 'AUT', 'DAT'; it’s"
    assert sentence("nobody's") == "There is none because nobody’s."
