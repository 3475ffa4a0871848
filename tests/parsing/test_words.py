"""The word rule of Olson et al. 2021."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.parsing.words import nakajima_candidates, olson_candidates, plain_spelling


@pytest.mark.parametrize(
    ("entry", "candidates"),
    [
        ("cat", ("cat",)),
        ("  Cat. ", ("cat",)),
        ("cul de sac", ("cul-de-sac", "culdesac")),
        ("cul   de  sac", ("cul-de-sac", "culdesac")),  # a run of spaces is one
        ("top-hat", ("top-hat", "tophat")),
        ("mother-in-law", ("mother-in-law", "motherinlaw")),
        ("mother-in law", ("mother-in-law", "mother-inlaw")),  # with a space, hyphens are left alone
        ("-cat", ("-cat", "cat")),  # trimming takes white space only
        ("1. cat", ("cat",)),  # "1." goes, then the space is at the edge
        ("cat1", ("cat",)),
        ("café", ("caf",)),  # not a letter of ASCII
        ("猫", ()),
        ("a", ()),
        ("a!", ()),
        ("ab", ("ab",)),
        ("a b", ("a-b", "ab")),
        ("cul\tde\tsac", ("culdesac",)),  # a tab is deleted, not a space
        ("\u0130stanbul", ("stanbul",)),  # a capital whose lower case is two characters
        ("", ()),
        ("   ", ()),
    ],
)
def test_the_spellings_to_look_up(entry, candidates):
    """Each entry gives its spellings in the order in which they are tried."""
    assert olson_candidates(entry) == candidates


def slow_candidates(entry: str) -> tuple[str, ...]:
    """The rule character by character."""
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
    """The candidates are those of the slow, obvious definition."""
    assert olson_candidates(entry) == slow_candidates(entry)


@given(st.one_of(st.text(), st.text("Aab- .,1é\t")))
def test_nakajimas_rule_is_the_programs(entry):
    """One spelling, as the authors' own lines clean it: hyphens and spaces inside stay."""
    clean = re.sub(r"[^a-zA-Z- ]+", "", entry).strip().lower()
    assert nakajima_candidates(entry) == ((clean,) if len(clean) > 1 else ())


@pytest.mark.parametrize(
    ("entry", "plain"),
    [
        ("naïve", "naive"),
        ("Crème brûlée", "Creme brulee"),
        ("piñata", "pinata"),
        ("e\u0301clair", "eclair"),
        ("brother’s", "brother's"),
        ("smørrebrød", "smorrebrod"),
        ("œuvre", "oeuvre"),
        ("café 水", "cafe 水"),
        ("слово", "слово"),
        ("cat", "cat"),
    ],
)
def test_plain_spellings(entry, plain):
    """Latin letters lose their accents, and nothing else changes."""
    assert plain_spelling(entry) == plain


@given(st.text())
def test_a_plain_spelling_stays_as_it_is(entry):
    """And what is ASCII is plain."""
    plain = plain_spelling(entry)
    assert plain_spelling(plain) == plain
    assert not entry.isascii() or plain == entry
