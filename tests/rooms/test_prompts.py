"""Prompts are asked as they are printed."""

import hashlib

import jinja2
import pytest

from helm_creativity.rooms import find_room, render

DAT = find_room("dat").folder

# As printed in the report of the Multimodal Creative Thinking Benchmark (2025).
OLSON = (
    "Please enter 10 words that are as different from each other as possible, in all meanings and uses of the "
    "words. Rules: Only single words in English. Only nouns (e.g., things, objects, concepts). No proper nouns"
    " (e.g., no specific people or places). No specialized vocabulary (e.g., no technical terms). Think of the"
    " words on your own (e.g., do not just look at objects in your surroundings). Make a list of these 10 "
    "words, a single word in each entry of the list. Do not write anything else but the 10 words."
)
# As printed in Schapiro et al. 2026, appendix E.1.
SCHAPIRO = (
    "Please enter 10 words that are as different from each other as possible, in all meanings and uses of the "
    "words. Only use single nouns. Do not use proper nouns (names, places, brands). Do not use variations of "
    "the same word (e.g., don’t use both ‘run’ and ‘running’).\nRespond with ONLY a JSON array of exactly 10 "
    "words, like: "
    '["word1", "word2", "word3", "word4", "word5", "word6", "word7", "word8", "word9", "word10"]'
)


def test_printed_prompts_are_exact():
    """To the letter."""
    assert render(DAT, "olson2021", n_words=10).text == OLSON
    assert render(DAT, "schapiro2026", n_words=10).text == SCHAPIRO


def test_twenty_words_change_the_number_only():
    """The report's program fills it in."""
    assert render(DAT, "olson2021", n_words=20).text == OLSON.replace("10", "20")


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_variants_ask_for_the_number(number):
    """Each in its own words."""
    text = render(DAT, f"mctb_variant{number}", n_words=20).text
    assert "20" in text
    assert "{" not in text
    assert text != OLSON


def test_the_checksum_is_that_of_the_text():
    """It is written beside every instance."""
    prompt = render(DAT, "olson2021", n_words=10)
    assert prompt.sha256 == hashlib.sha256(OLSON.encode()).hexdigest()


def test_an_undefined_variable_is_an_error():
    """And not an empty place in the prompt."""
    with pytest.raises(jinja2.UndefinedError, match="'n_words' is undefined"):
        render(DAT, "olson2021")
