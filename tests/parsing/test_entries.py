"""Entries without their wrapping and without their explanations."""

from hypothesis import given
from hypothesis import strategies as st
from support.differences import differences
from support.replies import older

from helm_creativity.parsing.lists import headword, unwrap

CASES = older("entries")


def test_headwords_and_bare_entries():
    """Dashes, colons and brackets begin an explanation, hyphens do not; quotes and emphasis are wrapping."""
    for name, read in (("headword", headword), ("bare", unwrap)):
        cases = [case for case in CASES if name in case]
        assert len(cases) >= 20
        assert differences([read(case["entry"]) for case in cases], [case[name] for case in cases]) == []


@given(st.text())
def test_entries_are_one_line_without_outer_space(text):
    """Whatever an entry looked like, it is one line that a file can hold, and its headword is no longer than that."""
    entry = unwrap(text)
    assert entry == " ".join(entry.split())
    assert entry.encode("utf-8").decode("utf-8") == entry
    assert len(headword(text)) <= len(entry)


@given(
    st.from_regex(r"[a-z]{1,8}([ -][a-z]{1,8}){0,2}", fullmatch=True), st.sampled_from([" - ", ": ", " – ", "—", " ("])
)
def test_an_explanation_never_changes_the_headword(word, dash):
    assert headword(word) == word
    assert headword(f"{word}{dash}a thing of its own") == word


@given(st.from_regex(r"[A-Za-z0-9]+(?:(?:[-']|[,;:]? )[A-Za-z0-9]+)*", fullmatch=True))
def test_words_with_nothing_around_them_are_unwrapped(entry):
    """The long way, which the full stop makes them go, leaves them as they are, too."""
    assert unwrap(entry) == unwrap(f"{entry}.") == entry
