"""The one word of a reply, and whether it is the word that counts."""

import json

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from support.ending import hostile, reads_to_an_end

from helm_creativity.parsing.single import parse_word, same_word

HOSTILE = [
    "answer is ", "answer: ", "word ", "the answer that fire ", "so, the final ", "i'd say ", "my pick: ",
    "final ", "*'\"", '{"answer":', "\\boxed{", "[", "{", "a-", "a'", " ", "\n", "!", "sure! ", "let me think ",
    "here is ", "a, wait, ", "a. no, wait: ", ". fire is the ", "the word fire can be ", "a b c d\n", "fire\n",
    "a, b → c", "fire = ", "so: ", "fire, ", "fire or ", "1. ", "a + b = c\n", "\nquestion: what is it", "答案",
    "é", "a\u0301", "\u200d", "<think>", "9",
]  # fmt: skip
WRAPPINGS = ['"{}"', "'{}'", "“{}”", "**{}**", "`{}`", "Answer: {}", "**Answer:** {}", "The answer is **{}**."]
WRAPPINGS += ["{}\n\nExplanation: it fits.", "Sure! Here is the word:\n\n**{}**", "Final answer: {}.", "\\boxed{{{}}}"]

words = st.from_regex(r"[a-z]{3,10}(-[a-z]{3,8})?", fullmatch=True)


@given(st.text())
@example("\ud800")
@example("Answer: \ufeff‍")
@example("{[(\\boxed{")
@example("a\u0301" * 50)
@example('{"answer": ' + "9" * 5000 + "}")
def test_any_text_gives_a_word_or_none(text):
    """The reader never raises, and what it returns is short, folded, and read as itself."""
    word = parse_word(text)
    if word is not None:
        assert word == word.casefold().strip()
        assert 1 <= len(word.split()) <= 2
        assert parse_word(word) == word


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


@given(words, words)
def test_two_words_in_the_same_form_are_none(one, other):
    """Which of them is the answer nobody knows."""
    assume(parse_word(one) and parse_word(other) and one not in other and other not in one)
    for form in ("Answer: {}\nAnswer: {}", "{}\n{}", "{} or {}", "{}, {}", "Answer: {} or {}", '["{}", "{}"]'):
        assert parse_word(form.format(one, other)) is None


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_is_read_to_an_end(piece):
    """Much of what begins like an answer."""
    with reads_to_an_end():
        assert (parse_word(hostile(piece)) or "") in piece


@pytest.mark.parametrize(
    ("given_word", "accepted", "same"),
    [
        ("fire", "fire", True),
        ("Fire", "fire", True),
        ("fire", "FIRE", True),
        ("ice cream", "ice-cream", True),
        ("icecream", "ice cream", True),
        ("court", "school|court", True),
        ("school", "school | court", True),
        ("ｆｉｒｅ", "fire", True),
        ("fi\u200dre", "fire", True),
        ("fire", "fi\u00adre", True),
        ("fires", "fire", False),
        ("cou", "school|court", False),
        ("schoolcourt", "school|court", False),
        ("", "", False),
        ("-", "fire|", False),
    ],
)
def test_the_same_word(given_word, accepted, same):
    """Case, hyphens and spaces do not count, nor what nobody sees; letters do; nothing is never right."""
    assert same_word(given_word, accepted) is same
