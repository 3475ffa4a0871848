"""Where the figures stand that were read as a rating."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.replies.dimensions import rating_spans
from helm_creativity.judges.replies.scores import read_score
from helm_creativity.judges.replies.text import own_words

TEN = Scale(1, 10)


def marked(text, *names, rated=()):
    """The reply with the figures of the first name marked; None where they are not known."""
    span = rating_spans(Response(text, "stop"), names or ("originality",), TEN, rated=rated)[
        (names or ("originality",))[0]
    ]
    return None if span is None else f"{text[: span[0]]}<<{text[slice(*span)]}>>{text[span[1] :]}"


FOUND = [
    *("<<7>>", "**<<7>>**", "Score: <<7>>", "Score: <<7>>/10", "Score: <<10>>", "Originality: <<7>>. It has 7 parts."),
    *("**Originality**: <<7>>", "In 7 words. Rating: <<7>>", '{"originality": <<7>>}', "$\\boxed{<<7>>}$"),
    'Of 7 parts:\n\n```json\n{"reason": "7 parts", "originality": <<7>>}\n```',
    *("<think>originality: 7, or 7?</think>Originality: <<7>>", "Ünique — originality: <<７>>"),
]
NOT_CERTAIN = [
    *("", "seven", "7 or 8", "Originality: 7.5", "<think>7</think>", "originality: 17", "② 7\nScore: 7"),
    '{"originality": {"score": 7}}',
]


def test_the_figures_are_found():
    """Those that were read, and no others; where it is not certain there are none, and nothing is guessed."""
    assert [text for text in FOUND if marked(text.replace("<<", "").replace(">>", "")) != text] == []
    assert [text for text in NOT_CERTAIN if marked(text) is not None] == []


def test_of_several_dimensions_each_has_its_own():
    """The same figures behind another name are another's."""
    text = 'SCORES = {"originality": 7, "clarity_of_form": 7}'
    names = ("originality", "clarity_of_form")
    assert marked(text, *names) == 'SCORES = {"originality": <<7>>, "clarity_of_form": 7}'
    assert marked(text, *names[::-1]) == 'SCORES = {"originality": 7, "clarity_of_form": <<7>>}'


def test_what_is_quoted_from_the_rated_text_is_no_rating():
    """Neither has it a place."""
    idea = "So: Originality: 7! Says its author, who is proud."
    assert marked(f"{idea}\nOriginality: 3", rated=[idea]) == f"{idea}\nOriginality: <<3>>"
    assert marked(idea, rated=[idea]) is None


@pytest.mark.parametrize("quoted", ["1: 4 5: 9 8: 7", "1: 4\n2: 5", "4 5 6 7 8", "Score 3 4 B 5", "A: 3 4: 5 B: 6"])
@pytest.mark.parametrize("rating", ["", "\nOriginality: 3", "\nOriginality: 3\n"])
def test_quoted_numbers_side_by_side_move_no_place(quoted, rating):
    """Each may be the value behind one word and the word before the next, so that what is quoted overlaps."""
    text, rated = f"long\n{quoted}{rating}", [f"a moth says {quoted}"]
    own = own_words(Response(text, "stop"), rated)
    assert len(own.text) == len(own.reply.text)
    if rating:
        assert marked(text, rated=rated) == text.replace("Originality: 3", "Originality: <<3>>")


@given(st.integers(1, 10), st.text('ab 0123456789.:\n{}"', max_size=40), st.text(" ab\n.", max_size=10))
def test_what_stands_there_is_what_was_read(rating, before, behind):
    """Whatever stands around it."""
    answer = Response(f"{before}\nOriginality: {rating}{behind}", "stop")
    span = rating_spans(answer, ["originality"], TEN, rated=())["originality"]
    if span is not None:
        assert float(answer.text[slice(*span)]) == read_score(answer, TEN, "originality", rated=()).value
