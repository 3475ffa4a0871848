"""Words from judges' replies: read where they stand for themselves, missing otherwise, never the other one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.ratings import MissingReason
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.replies.words import read_word

WORDS = {"VALID": 1.0, "INVALID": 0.0}


def read(text, *rated, **more):
    found = read_word(Response(text, **{"finish_reason": "stop", **more}), WORDS, rated=rated)
    return found.missing if found.value is None else found.value


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize(
    "form",
    [
        "{}",
        " {}.\n",
        "**{}**",
        '"{}"',
        "{} - it names a use.",
        "{}, if a plain one",
        "Answer: {}",
        "My final answer is: **{}**",
        "It names a use.\n\n{}",
        '{{"answer": "{}"}}',
        "<think>INVALID? VALID?</think>{}",
    ],
)
def test_a_word_that_stands_for_itself_is_read(form, word):
    """In capitals or not."""
    assert read(form.format(word)) == read(form.format(word.lower())) == WORDS[word]


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("", MissingReason.EMPTY),
        ("This is not a valid attempt.", MissingReason.UNPARSABLE),
        ("Valid attempt? No.", MissingReason.UNPARSABLE),
        ("Validity is high", MissingReason.UNPARSABLE),
        ("VALID or INVALID", MissingReason.AMBIGUOUS),
        ("VALID\n\nINVALID", MissingReason.AMBIGUOUS),
        ("VALID, but also INVALID.", MissingReason.AMBIGUOUS),
        ("I'm sorry, but I can't help with that.", MissingReason.REFUSED),
    ],
)
def test_other_replies_are_missing(text, missing):
    """With the reason."""
    assert read(text) == missing


def test_what_a_reply_repeats_is_no_word():
    """A response may hold the word that it wants."""
    response = "My ticket is\nVALID\nuntil the end of the year"
    assert read(f"The response is:\n{response}", response) == MissingReason.AMBIGUOUS
    assert read("VALID", "VALID") == 1.0
    assert read("VALID", failed=True) == MissingReason.FAILED
    assert read("", finish_reason="content_filter") == MissingReason.REFUSED


@given(st.text(st.sampled_from(" VALIDN\n.:*-nova"), max_size=40))
def test_any_reply_is_read_or_missing(text):
    """And one that is read has the word."""
    found = read(text)
    if not isinstance(found, MissingReason):
        assert ("invalid" in text.lower()) == (found == 0.0)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("VALID. It is not invalid.", 1),
        ("**Invalid**, though valid uses\nexist", 0),
        ("invalid\nVALID would be wrong", 0),
        ("VALID", 1),
        ("VALID  The use is plain.", 1),
        ("<think>VALID?</think>Invalid: no use.", 0),
        ("Valid attempts differ from this one.", MissingReason.UNPARSABLE),
        ("It is VALID.", MissingReason.UNPARSABLE),
        ("", MissingReason.EMPTY),
        ("I'm sorry, but I can't help with that.", MissingReason.REFUSED),
    ],
)
def test_the_first_word_decides_whatever_follows(text, found):
    """Where the authors of a question read replies so."""
    reading = read_word(Response(text, finish_reason="stop"), WORDS, first=True, rated=())
    assert (reading.missing if reading.value is None else reading.value) == found


def test_the_first_word_of_what_a_reply_repeats_does_not_decide():
    """A story may begin with the word that it wants."""
    story = "VALID, the ticket said, until the end of the year."
    for reply in (story, f"{story}\nINVALID.", f"*{story}* is valid"):
        assert read_word(Response(reply), WORDS, rated=[story], first=True).missing == MissingReason.AMBIGUOUS
    assert read_word(Response("Valid."), WORDS, rated=["Valid."], first=True).value == 1


def test_the_beginning_of_a_word_that_was_truncated_decides_nothing():
    """It may have gone on."""
    assert (
        read_word(Response("VALID", finish_reason="length"), WORDS, first=True, rated=()).missing
        == MissingReason.TRUNCATED
    )
