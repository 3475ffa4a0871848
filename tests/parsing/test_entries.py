"""Entries without their wrapping and without their explanations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.parsing.lists import headword, unwrap


@pytest.mark.parametrize(
    ("entry", "word"),
    [
        ("Nebula - a cloud of gas", "Nebula"),
        ("Nebula – a cloud of gas", "Nebula"),
        ("Nebula– a cloud of gas", "Nebula"),
        ("Nebula—a cloud of gas", "Nebula"),
        ("Nebula: a cloud of gas", "Nebula"),
        ("Nebula (space)", "Nebula"),
        ("Nebula(space)", "Nebula"),
        ("Nebula = a cloud", "Nebula"),
        ("Nebula → a cloud", "Nebula"),
        ("**Nebula**: a cloud of gas", "Nebula"),
        ("**Nebula:** a cloud of gas", "Nebula"),
        ('"Nebula" - a cloud of gas', "Nebula"),
        ("`nebula`", "nebula"),
        ("星雲：ガスの雲", "星雲"),
        ("well-being", "well-being"),
        ("cul\u2011de\u2010sac: a dead end", "cul-de-sac"),
        ("cul de sac", "cul de sac"),
        ("mother-in-law - a relative", "mother-in-law"),
        ("A–Z", "A–Z"),
        ("(heavy) doorstop (flat)", "(heavy) doorstop"),
        (": a cloud", "a cloud"),
        ("", ""),
    ],
)
def test_the_headword_is_what_an_explanation_follows(entry, word):
    """Dashes, colons and brackets begin an explanation; hyphens and spaces inside a word do not."""
    assert headword(entry) == word


@pytest.mark.parametrize(
    ("entry", "bare"),
    [
        ("  kelp  ", "kelp"),
        ("'kelp'", "kelp"),
        ("“kelp”,", "kelp"),
        ("«kelp»", "kelp"),
        ("「猫」", "猫"),
        ("**kelp**.", "kelp"),
        ("*kelp*", "kelp"),
        ("_kelp_", "kelp"),
        ("***kelp***", "kelp"),
        ('**"kelp"**', "kelp"),
        ("[kelp]", "kelp"),
        ("(kelp)", "kelp"),
        ("kelp!?", "kelp"),
        ("kelp。", "kelp"),
        ("kelp\n  forest", "kelp forest"),
        ("kelp 🌊", "kelp"),
        ("👩‍🚀 astronaut", "astronaut"),
        ("🌊", "🌊"),
        ("ﬁre", "fire"),
        ('wall of "bricks"', 'wall of "bricks"'),
        ("dogs'", "dogs'"),
        ("rock 'n' roll", "rock 'n' roll"),
        ("snake_case_name", "snake_case_name"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("Doorstop: keeps a door open.", "Doorstop: keeps a door open"),
        ("(heavy) doorstop (flat)", "(heavy) doorstop (flat)"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("ke\u200dlp", "kelp"),
        ("---", ""),
        ('""', ""),
    ],
)
def test_wrapping_is_removed_and_explanations_stay(entry, bare):
    """Quotes, emphasis, brackets, edge emoji and final punctuation go; what lies inside stays."""
    assert unwrap(entry) == bare


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
    """A word with an explanation has the same headword as the word alone, which is the word itself."""
    assert headword(word) == word
    assert headword(f"{word}{dash}a thing of its own") == word


@given(st.from_regex(r"[A-Za-z0-9]+(?:(?:[-']|[,;:]? )[A-Za-z0-9]+)*", fullmatch=True))
def test_words_with_nothing_around_them_are_unwrapped(entry):
    """The long way, which the full stop makes them go, leaves them as they are, too."""
    assert unwrap(entry) == unwrap(f"{entry}.") == entry
