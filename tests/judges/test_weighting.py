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


def test_it_is_the_mean_of_the_numbers_by_their_probability():
    """By hand: (0.5 * 4 + 0.3 * 5 + 0.1 * 3) / 0.9 = 3.8 / 0.9, of a share of 0.9; a word, 0 and 6 do not count."""
    found = rated(token("Score: "), token("4", 0.5, _4=0.5, _5=0.3, _3=0.1, four=0.05, _0=0.03, _6=0.02))
    assert found.value == pytest.approx(3.8 / 0.9)
    assert found.share == pytest.approx(0.9)


def test_a_number_with_a_space_before_it_is_the_same_number():
    """By hand: (0.5 * 4 + 0.1 * 4 + 0.2 * 2) / 0.8 = 3.5."""
    alternatives = [(" 4", math.log(0.5)), ("4", math.log(0.1)), (" 2", math.log(0.2))]
    found = rated(token("Score:"), Token(b" 4", math.log(0.5), alternatives))
    assert found == pytest.approx((3.5, 0.8))


def test_what_was_written_counts_even_where_the_server_lists_others_only():
    """By hand: (0.1 * 1 + 0.3 * 5) / 0.4 = 4."""
    assert rated(token("1", 0.1, _5=0.3)) == pytest.approx((4.0, 0.4))


def test_several_tokens_of_one_text_are_added_up():
    """By hand: ((0.2 + 0.3) * 4 + 0.25 * 2 + 0.25 * 5) / 1 = 3.75; the last "4" alone would give 2.95 / 0.8."""
    alternatives = [(text, math.log(p)) for text, p in (("4", 0.2), ("2", 0.25), ("4", 0.3), ("5", 0.25))]
    assert rated(Token(b"4", math.log(0.2), alternatives)) == pytest.approx((3.75, 1.0))


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
    ("tokens", "scale"),
    [
        ([], FIVE),
        ([Token(b"4", -0.1)], FIVE),  # no alternatives
        ([token("4", 0.5, _4=0.5)], Scale(5, 9)),  # none on the scale
        ([Token(b"4", -9999.0, [("x", -0.1)])], FIVE),  # no probability left
        ([token("1", _1=0.9), token("0", _0=0.9)], TEN),  # several tokens
        ([token("7.", _7=0.9)], TEN),  # a token that holds more than the number
        ([token("1"), token("/10", 0.9)], FIVE),
        ([token("07", _7=0.9)], TEN),
        ([token("7", _7=0.9), token(".5", 0.9)], TEN),
    ],
)
def test_what_cannot_be_weighted_is_none(tokens, scale):
    """Neither the number as it is nor one made of parts."""
    text = b"".join(piece.data for piece in tokens).decode() or "4"
    assert expected_rating(text, tokens, re.search(r"\d+", text).span(), scale) is None


def test_what_stands_there_must_be_a_whole_number():
    """Of "7.5" neither the 7 nor the 5; "seven" is one in no scale of figures."""
    assert expected_rating("7.5", [token("7", _7=1.0), token(".5", _x=1.0)], (0, 3), TEN) is None
    assert expected_rating("7.5", [token("7", _7=1.0), token(".5", _x=1.0)], (0, 1), TEN) is None
    assert expected_rating("seven", [token("seven", _7=1.0)], (0, 5), TEN) is None
    assert expected_rating("7", [token("7", _7=1.0)], (0, 0), TEN) is None


def test_what_a_number_is_counted_out_of_is_no_part_of_it():
    """The 7 of "7/10" is weighted."""
    tokens = [token("7", 0.6, _7=0.6, _8=0.4), token("/"), token("10")]
    assert expected_rating("7/10", tokens, (0, 4), Scale(2, 9)) == pytest.approx((7.4, 1.0))


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


def test_characters_spread_over_tokens_are_put_together():
    """As the tokens of many scripts are."""
    first, second = "é".encode()[:1], "é".encode()[1:]
    tokens = [Token(first, 0.0), Token(second, 0.0), token("4", 0.5, _4=0.5, _2=0.5)]
    assert expected_rating("é4", tokens, (1, 2), FIVE) == pytest.approx((3.0, 1.0))


@pytest.mark.parametrize("text", ["B: 4", "A: 4 and more", "4", ""])
def test_tokens_of_another_text_are_of_no_use(text):
    """A client may rewrite a reply: places would then be those of other words."""
    tokens = [token("A: "), token("4", _4=1.0), token("!")]
    assert expected_rating(text, tokens, (max(text.find("4"), 0), len(text)), FIVE) is None


def test_a_figure_that_may_begin_a_longer_number_is_not_taken_for_it():
    """On a scale to 10 a tokenizer of single figures writes "1" for 1 and for 10; up to 1 % of the weights may."""
    assert rated(token("7", 0.6, _7=0.6, _1=0.2), scale=TEN) is None
    assert rated(token("7", 0.9, _7=0.9, _1=0.009), scale=TEN) == pytest.approx(((6.3 + 0.0090) / 0.9090, 0.9090))
    assert rated(token("7", 0.9, _7=0.9, _1=0.0092), scale=TEN) is None
    # A tokenizer that has 10 shows it.
    assert rated(token("7", 0.6, _7=0.6, _1=0.2, _10=0.2), scale=TEN) == pytest.approx((6.4, 1.0))
    assert rated(token("7", 0.6, _7=0.6, _1=0.2, _17=0.1), scale=TEN) == pytest.approx((5.5, 0.8))
    # No rating to 5 is longer, and 2 begins none to 10.
    assert rated(token("4", 0.6, _4=0.6, _1=0.4)) == pytest.approx((2.8, 1.0))
    assert rated(token("7", 0.6, _7=0.6, _2=0.4), scale=TEN) == pytest.approx((5.0, 1.0))


def test_two_figures_in_one_token_are_weighted():
    """By hand: (0.5 * 30 + 0.5 * 40) = 35."""
    assert rated(token("30", 0.5, _30=0.5, _40=0.5), scale=FIFTY) == pytest.approx((35.0, 1.0))


def rubric(tmp_path, name, **more):
    return Rubric(name, tmp_path, "user", ("d",), **more)


def test_instruments_of_whole_numbers_can_be_weighted(tmp_path):
    """And what sorts texts into groups, whose counts are no ratings."""
    whole = [rubric(tmp_path, f"i{low}", scale=Scale(low, 50, between=low == 1)) for low in (0, 1, 10)]
    require_weightable([*whole, rubric(tmp_path, "g", each="uses", groups=True)])


def test_other_instruments_are_refused_by_name(tmp_path):
    """All at once."""
    scales = {"tenths": Scale(1, 5, 0.1), "twos": Scale(0, 10, 2), "half": Scale(0.5, 4.5), "below": Scale(-2, 2)}
    others = [rubric(tmp_path, name, scale=scale) for name, scale in scales.items()]
    letters = rubric(tmp_path, "letters", letters={"A": 1.0})
    with pytest.raises(BadArguments, match="unlike those of tenths, twos, half, below, letters: leave weighted out"):
        require_weightable([rubric(tmp_path, "fine", scale=FIVE), *others, letters])
