"""Ratings weighted by the probabilities of the numbers that could have stood there."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.errors import BadArguments
from helm_creativity.judges.weighting import Token, expected_rating, require_weightable

FIVE, TEN, FIFTY = Scale(1, 5), Scale(1, 10), Scale(10, 50)


def token(text, chance=1.0, **others):
    """A token and what could have stood there; ``_7`` stands for 7."""
    alternatives = [(name.removeprefix("_"), math.log(p)) for name, p in others.items()]
    return Token(text.encode(), math.log(chance), alternatives)


def rated(*tokens, text=None, scale=FIVE):
    """The weighted rating of the first number of a reply, made of these tokens."""
    own = b"".join(token.data for token in tokens).decode() if text is None else text
    number = re.search(r"\d+", own)
    return expected_rating(own, tokens, number.span(), scale)


chances = st.dictionaries(st.integers(1, 5), st.floats(1e-6, 0.19), min_size=1)


@given(chances, st.data())
def test_it_lies_between_the_numbers_and_agrees_with_the_definition(some, data):
    """Whatever else is listed, and in whatever order."""
    written = data.draw(st.sampled_from(sorted(some)))
    listed = data.draw(st.permutations([*((str(n), math.log(p)) for n, p in some.items()), ("x", -1.0), ("9", -2.0)]))
    found = expected_rating(str(written), [Token(str(written).encode(), math.log(some[written]), listed)], (0, 1), FIVE)
    assert min(some) - 1e-9 <= found.value <= max(some) + 1e-9
    assert found.value == pytest.approx(sum(n * p for n, p in some.items()) / sum(some.values()))
    assert found.share == pytest.approx(sum(some.values()))


@given(chances, st.floats(1e-3, 0.999))
def test_only_the_proportions_count_for_the_value(some, factor):
    """The share alone tells how probable all of them are."""
    lists = [[(str(n), math.log(p * by)) for n, p in some.items()] for by in (1.0, factor)]
    whole, part = (expected_rating("3", [Token(b"3", -9999.0, options)], (0, 1), FIVE) for options in lists)
    assert part.value == pytest.approx(whole.value)
    assert part.share == pytest.approx(whole.share * factor)


def test_probabilities_that_rounding_lifts_over_1_stay_on_the_scale():
    """A logarithm just above 0 is 0; one far above is that of no probability."""
    assert rated(Token(b"5", 0.0005, [("5", 0.0005)])) == (5.0, 1.0)
    assert rated(Token(b"5", 2.0, [("5", 2.0)])) is None
    assert rated(Token(b"5", -0.7, [("5", math.log(0.5)), ("1", 2.0), ("2", math.nan)])) == pytest.approx((5.0, 0.5))
    assert rated(Token(b"5", -0.1, [("5", -0.0001), ("4", -0.0001)])).share == 1.0


@pytest.mark.parametrize(
    ("before", "text", "behind"),
    [
        ("", "A: 4", ""),
        ("<think>a 4 or a 5</think>\n\n", "A: 4", ""),  # a server that takes thoughts out
        (" ", "A: 4", "\n"),
        ("", "A: 4", "<|eot_id|>"),
        ("", "A: 4 <|eot_id|>", "<|eot_id|>"),
        ("", "A: 4</s>", ""),
        ("", "\n A: 4\n", ""),
        ("", "«Ü»: 4 – ça va 🙂", "</s>"),
    ],
)
def test_the_reply_is_found_among_the_tokens(before, text, behind):
    """What the server took away at both ends does not shift the places; characters of several bytes do not either."""
    at = text.rindex("4")
    parts = [before, text[:at], ..., text[at + 1 :], behind, "", "\n"]
    tokens = [token("4", 0.5, _4=0.5, _2=0.5) if part is ... else token(part, 0.9, _1=0.9) for part in parts]
    assert expected_rating(text, tokens, (at, at + 1), FIVE) == pytest.approx((3.0, 1.0))


def listed(text, *options, chance=0.2):
    """A token whose alternatives stand there several times or with a space."""
    return Token(text.encode(), math.log(chance), [(name, math.log(p)) for name, p in options])


FIRST, SECOND = (Token("é".encode()[place : place + 1], 0.0) for place in (0, 1))


@pytest.mark.parametrize(
    ("tokens", "scale", "expected"),
    [
        # (0.5 * 4 + 0.3 * 5 + 0.1 * 3) / 0.9; a word, 0 and 6 do not count.
        ([token("So: "), token("4", 0.5, _4=0.5, _5=0.3, _3=0.1, four=0.05, _0=0.03, _6=0.02)], FIVE, (3.8 / 0.9, 0.9)),
        # With a space before it a number is the same: (0.5 * 4 + 0.1 * 4 + 0.2 * 2) / 0.8.
        ([token("So:"), listed(" 4", (" 4", 0.5), ("4", 0.1), (" 2", 0.2), chance=0.5)], FIVE, (3.5, 0.8)),
        # What was written counts even where the server lists others only: (0.1 * 1 + 0.3 * 5) / 0.4.
        ([token("1", 0.1, _5=0.3)], FIVE, (4, 0.4)),
        # Tokens of one text are added up: (0.2 + 0.3) * 4 + 0.25 * 2 + 0.25 * 5.
        ([listed("4", ("4", 0.2), ("2", 0.25), ("4", 0.3), ("5", 0.25))], FIVE, (3.75, 1)),
        ([token("30", 0.5, _30=0.5, _40=0.5)], FIFTY, (35, 1)),
        # What a number is counted out of is no part of it: 0.6 * 7 + 0.4 * 8.
        ([token("7", 0.6, _7=0.6, _8=0.4), token("/"), token("10")], Scale(2, 9), (7.4, 1)),
        # Characters spread over tokens, as those of many scripts are.
        ([FIRST, SECOND, token("4", 0.5, _4=0.5, _2=0.5)], FIVE, (3, 1)),
        # "1" may begin 10 unless 10 is listed, and up to 1 % of the weights may; 1 begins nothing to 5, nor 2 to 10.
        ([token("7", 0.6, _7=0.6, _1=0.2)], TEN, None),
        ([token("7", 0.9, _7=0.9, _1=0.009)], TEN, ((6.3 + 0.0090) / 0.9090, 0.9090)),
        ([token("7", 0.9, _7=0.9, _1=0.0092)], TEN, None),
        ([token("7", 0.6, _7=0.6, _1=0.2, _10=0.2)], TEN, (6.4, 1)),
        ([token("7", 0.6, _7=0.6, _1=0.2, _17=0.1)], TEN, (5.5, 0.8)),
        ([token("4", 0.6, _4=0.6, _1=0.4)], FIVE, (2.8, 1)),
        ([token("7", 0.6, _7=0.6, _2=0.4)], TEN, (5, 1)),
        # No alternatives, none on the scale, no probability left, parts of a number.
        ([Token(b"4", -0.1)], FIVE, None),
        ([token("4", 0.5, _4=0.5)], Scale(5, 9), None),
        ([Token(b"4", -9999.0, [("x", -0.1)])], FIVE, None),
        ([token("1", _1=0.9), token("0", _0=0.9)], TEN, None),
        ([token("7.", _7=0.9)], TEN, None),
        ([token("1"), token("/10", 0.9)], FIVE, None),
        ([token("07", _7=0.9)], TEN, None),
        ([token("7", _7=0.9), token(".5", 0.9)], TEN, None),
    ],
)
def test_a_rating_is_the_mean_of_the_numbers_by_their_probability(tokens, scale, expected):
    """By hand: the mean and the share of all probability that it is of; None rather than the number as it is."""
    assert rated(*tokens, scale=scale) == (expected and pytest.approx(expected))


@pytest.mark.parametrize(
    ("text", "tokens", "span"),
    [
        ("4", [], (0, 1)),
        *(("7.5", [token("7", _7=1.0), token(".5", _x=1.0)], (0, end)) for end in (1, 3)),
        ("seven", [token("seven", _7=1.0)], (0, 5)),
        ("7", [token("7", _7=1.0)], (0, 0)),
        # Tokens of another text: a client may rewrite a reply, and places would be those of other words.
        *(
            (text, [token("A: "), token("4", _4=1.0), token("!")], (max(text.find("4"), 0), len(text)))
            for text in ("B: 4", "A: 4 and more", "4", "")
        ),
    ],
)
def test_what_stands_there_must_be_a_whole_number_of_the_reply(text, tokens, span):
    assert expected_rating(text, tokens, span, TEN) is None


def test_other_instruments_than_of_whole_numbers_are_refused_by_name(tmp_path):
    """All at once; what sorts texts into groups counts no ratings."""

    def rubric(name, **more):
        return Rubric(name, tmp_path, "user", ("d",), **more)

    whole = [rubric(f"i{low}", scale=Scale(low, 50, between=low == 1)) for low in (0, 1, 10)]
    assert require_weightable([*whole, rubric("g", each="uses", groups=True)]) is None
    scales = {"tenths": Scale(1, 5, 0.1), "twos": Scale(0, 10, 2), "half": Scale(0.5, 4.5), "below": Scale(-2, 2)}
    others = [rubric(name, scale=scale) for name, scale in scales.items()]
    with pytest.raises(BadArguments, match="unlike those of tenths, twos, half, below, letters: leave weighted out"):
        require_weightable([*whole, *others, rubric("letters", letters={"A": 1.0})])
