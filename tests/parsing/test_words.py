"""The spellings of an entry that are looked up: the rule of Olson et al. 2021, and the one for every script."""

import re
import string
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.differences import differences
from support.replies import older

from helm_creativity.parsing.words import nakajima_candidates, olson_candidates, plain_spelling, word_candidates

READ = {"every": word_candidates, "olson": olson_candidates, "plain": plain_spelling}
texts = st.text(
    alphabet=st.one_of(st.sampled_from("aZ- '’・ーアが水꽃كَـا\u0301\u3099\u0654\t1éßIİΣ"), st.characters(codec="utf-8"))
)


@pytest.mark.parametrize("rule", READ)
def test_the_spellings_to_look_up(rule):
    """In the order in which they are tried; ``plain`` takes accents from Latin letters and changes nothing else."""
    cases = [case for case in older("spellings") if rule in case]
    expected = [case[rule] if rule == "plain" else tuple(case[rule]) for case in cases]
    assert len(cases) >= 10
    assert differences([READ[rule](case["entry"]) for case in cases], expected) == []


def slow_candidates(entry):
    """The rule of Olson et al. character by character."""
    kept = "".join(c for c in entry if c in string.ascii_letters + "- ").strip().lower()
    if len(kept) <= 1:
        return ()
    pieces = [piece for piece in kept.split(" ") if piece]
    if len(pieces) > 1:
        return "-".join(pieces), "".join(pieces)
    without = "".join(c for c in kept if c != "-")
    return tuple(dict.fromkeys(form for form in (kept, without) if form))


@given(st.text(alphabet=st.one_of(st.sampled_from("aZ- \t\n.1é"), st.characters())))
def test_agrees_with_the_rule_character_by_character(entry):
    """And so does the rule for every script on plain letters: the two part only where English ends."""
    assert olson_candidates(entry) == slow_candidates(entry)
    plain = "".join(c for c in entry if c in string.ascii_letters + "- ")
    assert word_candidates(plain) == slow_candidates(plain)


@given(st.one_of(st.text(), st.text("Aab- .,1é\t")))
def test_nakajimas_rule_is_the_programs(entry):
    """One spelling, as the authors' own lines clean it: hyphens and spaces inside stay."""
    clean = re.sub(r"[^a-zA-Z- ]+", "", entry).strip().lower()
    assert nakajima_candidates(entry) == ((clean,) if len(clean) > 1 else ())


@given(texts)
@example("ΑΣ")
@example("İ")
@example("´a")
@example("ﹰب")
def test_candidates_are_words_that_can_be_looked_up_again(entry):
    """Letters, marks, hyphens, apostrophes and middle dots; never a space, a capital or an empty text.

    And a plain spelling stays as it is; what is ASCII is plain.
    """
    found = word_candidates(entry)
    assert len(found) <= 2
    for first in found[:1]:
        assert word_candidates(first)[0] == first
    for word in found:
        assert word == word.lower() != ""
        assert all(c in "-'・" or unicodedata.category(c)[0] in "LM" for c in word)
    plain = plain_spelling(entry)
    assert plain_spelling(plain) == plain
    assert not entry.isascii() or plain == entry


SIGNS = ["", "َ", "ُ", "ِ", "ْ", "ٌ", "ّ", "ـ", "ّٰ"]


@given(st.lists(st.tuples(st.sampled_from("كتابحرب"), st.sampled_from(SIGNS)), min_size=2))
def test_vocalised_arabic_is_plain_arabic(letters):
    """Vowel signs and stretching change no word."""
    word = "".join(letter for letter, _ in letters)
    assert word_candidates("".join(map("".join, letters))) == word_candidates(word) == (word,)
