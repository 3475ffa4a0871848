"""Words from judges' replies: read where they stand for themselves, missing otherwise, never the other one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.ratings import MissingReason as No
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.replies.words import read_word

WORDS = {"VALID": 1.0, "INVALID": 0.0}
FORMS = [
    *("{}", " {}.\n", "**{}**", '"{}"', "{} - it names a use.", "{}, if a plain one", "Answer: {}"),
    *("My final answer is: **{}**", "It names a use.\n\n{}", '{{"answer": "{}"}}', "<think>INVALID? VALID?</think>{}"),
]
SORRY, STORY = "I'm sorry, but I can't help with that.", "VALID, the ticket said, until the end of the year."
TICKET = "My ticket is\nVALID\nuntil the end of the year"


def read(text, *rated, first=False, **more):
    found = read_word(Response(text, **{"finish_reason": "stop", **more}), WORDS, rated=rated, first=first)
    return found.missing if found.value is None else found.value


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("form", FORMS)
def test_a_word_that_stands_for_itself_is_read(form, word):
    """In capitals or not."""
    assert read(form.format(word)) == read(form.format(word.lower())) == WORDS[word]


@pytest.mark.parametrize(
    ("text", "found", "of_first"),
    [
        ("", No.EMPTY, No.EMPTY),
        (SORRY, No.REFUSED, No.REFUSED),
        ("This is not a valid attempt.", No.UNPARSABLE, No.UNPARSABLE),
        ("Valid attempt? No.", No.UNPARSABLE, No.UNPARSABLE),
        ("Validity is high", No.UNPARSABLE, No.UNPARSABLE),
        ("Valid attempts differ from this one.", No.UNPARSABLE, No.UNPARSABLE),
        ("It is VALID.", No.UNPARSABLE, No.UNPARSABLE),
        ("VALID or INVALID", No.AMBIGUOUS, ...),
        ("VALID\n\nINVALID", No.AMBIGUOUS, 1),
        ("VALID, but also INVALID.", No.AMBIGUOUS, ...),
        ("VALID. It is not invalid.", ..., 1),
        ("**Invalid**, though valid uses\nexist", ..., 0),
        ("invalid\nVALID would be wrong", ..., 0),
        ("VALID", 1, 1),
        ("VALID  The use is plain.", ..., 1),
        ("<think>VALID?</think>Invalid: no use.", 0, 0),
    ],
)
def test_what_a_reply_says(text, found, of_first):
    """Or why nothing; where the authors of a question read replies so, the first word decides whatever follows."""
    assert found is ... or read(text) == found
    assert of_first is ... or read(text, first=True) == of_first


def test_what_a_reply_repeats_is_no_word():
    """A response may hold the word that it wants, or begin with it; nor is one that was truncated."""
    assert read(f"The response is:\n{TICKET}", TICKET) == No.AMBIGUOUS
    for reply in (STORY, f"{STORY}\nINVALID.", f"*{STORY}* is valid"):
        assert read(reply, STORY, first=True) == No.AMBIGUOUS
    assert read("VALID", "VALID") == read("Valid.", "Valid.", first=True) == 1.0
    assert read("VALID", failed=True) == No.FAILED
    assert read("", finish_reason="content_filter") == No.REFUSED
    assert read("VALID", first=True, finish_reason="length") == No.TRUNCATED


@given(st.text(st.sampled_from(" VALIDN\n.:*-nova"), max_size=40))
def test_any_reply_is_read_or_missing(text):
    """And one that is read has the word."""
    found = read(text)
    assert isinstance(found, No) or ("invalid" in text.lower()) == (found == 0.0)
