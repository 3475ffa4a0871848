"""Prices of tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.errors import BadArguments
from helm_creativity.operations.planning.amounts import Load, Times
from helm_creativity.operations.planning.prices import LoadCost, Price, parse_prices, price_load, unused


def test_a_price_is_of_a_million_tokens():
    """Read and written at a price of their own, expected and at most."""
    # 2 million read at 2.5 and 1 million written at 10: 15. At most 4 read and 3 written: 40.
    load = Load(Times(1, 2, 3), 2e6, 4e6, 1e6, 3e6)
    assert price_load(load, Price(2.5, 10)) == LoadCost(15, 40)


@given(st.floats(0, 1e6), st.floats(0, 1e6))
def test_prices_come_back_as_they_were_given(prompt, completion):
    """Whatever the name holds before its last sign of equality."""
    assert parse_prices([f"a/b=c:0={prompt!r}/{completion!r}"]) == {"a/b=c:0": Price(prompt, completion)}


@pytest.mark.parametrize("text", ["a", "a=", "=1/2", "a=1", "a=1/2/3", "a=x/2", "a=-1/2", "a=1/inf", "a=nan/1"])
def test_what_is_no_price_is_refused(text):
    """With an example of one that is."""
    with pytest.raises(BadArguments, match=r"--price must be NAME=PROMPT/COMPLETION.*gpt-4o-2024-11-20=2.5/10, got"):
        parse_prices([text])


def test_one_price_a_name():
    """Two would leave open which counts."""
    with pytest.raises(BadArguments, match="--price has a/b twice"):
        parse_prices(["a/b=1/2", "a/b=1/3"])


def test_unused_prices_are_found():
    """Mostly they are misspelt."""
    prices = parse_prices(["z=1/1", "b=1/1", "a=1/1"])
    assert unused(prices, ["b", "b"]) == ["a", "z"]
