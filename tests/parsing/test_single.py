"""The one word of a reply."""

import json

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from helm_creativity.parsing.single import parse_word

WRAPPINGS = ['"{}"', "'{}'", "“{}”", "**{}**", "`{}`", "Answer: {}", "**Answer:** {}", "The answer is **{}**."]
WRAPPINGS += ["{}\n\nExplanation: it fits.", "Sure! Here is the word:\n\n**{}**", "Final answer: {}.", "\\boxed{{{}}}"]
SEVERAL = ["Answer: {}\nAnswer: {}", "{}\n{}", "{} or {}", "{}, {}", "Answer: {} or {}", '["{}", "{}"]']

words = st.from_regex(r"[a-z]{3,10}(-[a-z]{3,8})?", fullmatch=True)


@given(words, st.sampled_from(WRAPPINGS))
@example("answer", "Answer: {}")
@example("note", "{}\n\nExplanation: it fits.")
def test_wrapping_a_word_changes_nothing(word, wrapping):
    """Quotes, emphasis, a label, an introduction and an explanation are no part of the word."""
    assume(parse_word(f"The answer is {word}.") == word)
    assume(parse_word(f"{word}\n\nIt fits.") == word)
    assert parse_word(word) == parse_word(wrapping.format(word)) == word
    assert parse_word(wrapping.format(word.upper())) == word


@given(words)
def test_json_gives_the_word_itself(word):
    """JSON of one word is that word, whatever else its object has."""
    for value in ({"answer": word}, {"reason": "It fits.", "final_answer": word}, [word]):
        assert parse_word(json.dumps(value)) == parse_word(f"```json\n{json.dumps(value)}\n```") == parse_word(word)


@pytest.mark.parametrize("form", SEVERAL)
@given(words, words)
def test_two_words_in_the_same_form_are_none(form, one, other):
    """Which of them is the answer nobody knows."""
    assume(parse_word(one) and parse_word(other) and one not in other and other not in one)
    assert parse_word(form.format(one, other)) is None
