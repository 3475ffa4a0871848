"""What checks are made of: numbers in questions, and values of settings that are tried."""

from types import SimpleNamespace

import pytest

from helm_creativity.benchmark.settings import Option
from helm_creativity.testing.checks import has_number
from helm_creativity.testing.settings import values_to_try


@pytest.mark.parametrize(
    ("text", "number", "found"),
    [
        ("from 1 to 10.", 1, True),
        ("from 1 to 10.", 10, True),
        ("1-10", 10, True),
        ("(0..5)", 5, True),
        ("10.0 at most", 10, True),
        ("from -3 to 3", -3, True),
        ("from \N{MINUS SIGN}3 to 3", -3, True),
        ("from 0 to 3", -3, False),
        ("from 1 to 10", 0, False),
        ("from 1 to 100", 10, False),
        ("1.5 or 5.1", 5, False),
        ("10,000 or 1,10", 10, False),
        ("from 0% to 100%", 100, True),
        ("x10 and 10th", 10, False),
        ("one to ten", 10, False),
        ("in steps of .5 or 0.5", 0.5, True),
    ],
)
def test_numbers_in_questions(text, number, found):
    """Whole ones in digits, not parts of others."""
    assert has_number(text, number) is found


CARD = SimpleNamespace(
    protocols={"first": "", "second": ""}, items=[SimpleNamespace(name="own"), SimpleNamespace(name="more")]
)


@pytest.mark.parametrize(
    ("name", "option", "kind", "values"),
    [
        ("form", Option("", ("plain", "rich")), str, ["plain", "rich"]),
        ("form", Option("", lambda: ("plain", "rich")), str, ["plain", "rich"]),
        ("letters", Option("", ("a", "b"), several=True), str, ["all", "a", "b"]),
        ("letters", Option("", ("a", "b", "c"), several=True), str, ["all", "a", "b", "c", "a+b"]),
        ("strict", Option(""), bool, [False, True]),
        ("k", Option("", low=2, high=4), int, [2, 3, 4]),
        ("k", Option("", low=1, high=9), int, [1, 5, 6, 9]),
        ("k", Option("", low=3, high=3), int, [3]),
        ("k", Option("", low=3), int, [3, 4, 5, 6]),
        ("k", Option("", (1, 5)), int, [1, 5]),
        ("quantile", Option("", low=0, high=1), float, [0.0, 0.5, 0.501, 1.0]),
        ("pool", Option("cue-words, nouns or a file"), str, ["cue-words", "nouns", "file", "own", "more"]),
        ("protocol", Option(""), str, ["first", "second"]),
        ("design", Option(""), str, ["all", "draw=1", "planned_missing=1"]),
    ],
)
def test_values_to_try(name, option, kind, values):
    """Choices one by one, bounds and something between, what is known of judges, otherwise names in the help."""
    assert values_to_try(name, option, kind, CARD) == values
