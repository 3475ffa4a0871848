"""One spelling of a text, and when two answers are the same text, word or use."""

import json

import pytest
from support.replies import older

from helm_creativity.benchmark.types import Response, visible
from helm_creativity.parsing.single import same_word
from helm_creativity.parsing.text import clean, folded
from helm_creativity.parsing.uses import UsesParse, parse_uses, tidy


def same_use(one, other):
    """Whether the second of two uses is counted as a duplicate of the first; nothing else may happen to them."""
    found = parse_uses(Response(json.dumps([one, other])))
    assert found in (UsesParse((tidy(one),), 1, None), UsesParse((one, other), 0, None))
    return found.duplicates == 1


SAME = {"text": lambda one, other: folded(one) == folded(other), "word": same_word, "use": same_use}


@pytest.mark.parametrize("of", SAME)
def test_what_is_the_same(of):
    """Whatever stands around a text or is not seen; hyphens of a word; articles, leads and a plural of a use."""
    pairs = [case for case in older("same") if case["of"] == of]
    assert len(pairs) >= 12
    assert [case for case in pairs if SAME[of](case["one"], case["other"]) is not case["same"]] == []


@pytest.mark.parametrize("text", ["می\u200cخواهم", "क्\u200dष", "👩\u200d🚀 ❤\ufe0f\u200d🔥", "10⁶ ﬁne"])
def test_what_is_seen_stays(text):
    """Joiners between letters that they join, and in emoji; every sign of its own."""
    assert visible(text) == text


def test_what_nobody_sees_goes():
    """Joiners that join nothing, marks of direction, control characters, escape sequences; line ends are one."""
    assert visible("a\u200d\u200db\u202ec\u00add\x00\r\ne\u2028f\u200c \ud800") == "abcd\ne\nf \ufffd"
    assert visible("a_x000D_\nb_x000d_\r\nc_x000D_d") == "a\nb\nc\nd"
    assert visible("\x1b[1;31mcat\x1b[0m do\x1bg\x1b]0;title\x07 \x1b(Bsun") == "cat dog sun"
    assert clean("①ｆｉ\u2011re") == "1. fi-re"
