"""Values that run entries are tried with."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.checking.values import KNOWN, WRONG, values_of, wrong_values
from helm_creativity.errors import BadArguments
from helm_creativity.hosting import Arguments
from helm_creativity.hosting.arguments import Legal, learning

CARD = SimpleNamespace(
    protocols={"first": "", "second": ""}, items=[SimpleNamespace(name="own"), SimpleNamespace(name="more")]
)
TEXT = """Something.

    Args:
        pool: ``cue_words`` (the paper's), ``nouns``,
            or a ``file``.
        other: ``none``.

    Raises:
        BadArguments: ``never``.
    """


def test_what_arguments_are_checked_for_is_learnt():
    """Names and what they may be, whatever they are; nothing outside the context."""
    with learning() as learnt:
        arguments = Arguments("x")
        arguments.one_of("form", "wrong", ["plain", "rich"])
        arguments.whole("k", 3, 2, 4)
        arguments.number("quantile", 7, 0, 1)
        arguments.several_of("letters", "a", ["a", "b"])
        arguments.sampling(1.0, 100)
    arguments.one_of("later", "x", ["x"])
    assert learnt == {
        "form": Legal(("plain", "rich")),
        "k": Legal(low=2, high=4, whole=True),
        "quantile": Legal(low=0, high=1),
        "letters": Legal(("a", "b"), joined=True),
        "temp": Legal(low=0, high=2),
        "max_tokens": Legal(low=16, high=1_000_000, whole=True),
        "instruction": Legal(("neutral", "creative", "effective")),
    }


def test_lessons_within_lessons_are_apart():
    """The inner one takes nothing from the outer one."""
    with learning() as outer:
        with learning() as inner:
            Arguments("x").one_of("form", "a", ["a"])
        Arguments("x").one_of("size", "a", ["a"])
    assert (list(outer), list(inner)) == (["size"], ["form"])


@pytest.mark.parametrize(
    ("name", "legal", "values"),
    [
        ("form", Legal(("plain", "rich")), ["plain", "rich"]),
        ("letters", Legal(("a", "b"), joined=True), ["all", "a", "b"]),
        ("letters", Legal(("a", "b", "c"), joined=True), ["all", "a", "b", "c", "a+b"]),
        ("k", Legal(low=2, high=4, whole=True), [2, 3, 4]),
        ("k", Legal(low=1, high=9, whole=True), [1, 5, 6, 9]),
        ("k", Legal(low=3, high=3, whole=True), [3]),
        ("quantile", Legal(low=0, high=1), [0.0, 0.5, 0.501, 1.0]),
        ("pool", None, ["cue_words", "nouns", "file", "own", "more", 2, 3]),
        ("other", None, ["none", "own", "more", 2, 3]),
        ("nowhere", None, ["own", "more", 2, 3]),
        ("protocol", None, ["first", "second", 2, 3]),
        ("design", Legal(("all",)), ["all", "draw=1", "planned_missing=1"]),
    ],
)
def test_values_to_try(name, legal, values):
    """Choices one by one, bounds and something between, what is known of judges, otherwise what the docstring names."""
    assert values_of(name, legal, TEXT, CARD) == values


@given(st.integers(-1000, 1000), st.integers(0, 1000))
def test_legal_whole_numbers_are_legal(low, span):
    """None of them is refused, and each of the wrong ones is."""
    legal = Legal(low=low, high=low + span, whole=True)
    with Arguments("x") as arguments:
        for value in values_of("n", legal, "", CARD):
            arguments.whole("n", value, low, low + span)
    for value in wrong_values(legal):
        with pytest.raises(BadArguments, match="n must be a whole number"), Arguments("x") as arguments:
            arguments.whole("n", value, low, low + span)


@given(st.floats(-1e6, 1e6), st.floats(0, 1e6))
def test_legal_numbers_are_legal(low, span):
    """Likewise; two of those between are near each other and not equal, wherever there is room."""
    legal = Legal(low=low, high=low + span)
    values = values_of("x", legal, "", CARD)
    with Arguments("x") as arguments:
        for value in values:
            arguments.number("x", value, low, low + span)
    if span > 1e-3:
        assert len(set(values)) == 4
    with pytest.raises(BadArguments, match="x must be a number"), Arguments("x") as arguments:
        arguments.number("x", wrong_values(legal)[1], low, low + span)


def test_the_wrong_value_is_nowhere_right():
    """No choice that is known by name."""
    assert WRONG not in {value for values in KNOWN.values() for value in values}
    assert wrong_values(None) == [WRONG]
