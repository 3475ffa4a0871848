"""Words that hold sentences together."""

import hashlib
from pathlib import Path

import pytest

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.lexicon import word_files
from helm_creativity.lexicon.word_files import CUE_WORDS, FUNCTION_WORDS, words_checksum


def test_the_file_is_in_order():
    """Its source, then one word a line in small letters, each once."""
    path = Path(word_files.__file__).parent / "function_words.txt"
    source, *lines = path.read_text("utf-8").splitlines()
    assert source.startswith("# Written for this package: ")
    assert lines == sorted(set(lines))
    assert frozenset(lines) == FUNCTION_WORDS
    assert all(line == line.lower() and line.replace("'", "").isalpha() for line in lines)


@pytest.mark.parametrize("word", ["the", "it", "he", "inside", "however", "etc", "don't", "it's", "won't", "we'd"])
def test_words_of_grammar_are_in_it(word):
    """Contractions are whole and have straight apostrophes."""
    assert word in FUNCTION_WORDS


@pytest.mark.parametrize("word", ["don", "won", "re", "t", "back", "use", "door", "say", "", "words"])
def test_other_words_are_not(word):
    """Parts of contractions, and what can carry content."""
    assert word not in FUNCTION_WORDS


def test_no_cue_word_is_in_it():
    """Though the table of nouns knows some of its words."""
    assert not FUNCTION_WORDS & set(CUE_WORDS)
    assert builtin().knows(["he", "at"]).all()


def test_the_checksum_is_of_the_set():
    """Whatever the order; and of the list where none is named."""
    assert words_checksum(["b", "a", "b"]) == f"sha256:{hashlib.sha256(b'a b').hexdigest()[:12]}"
    assert words_checksum(["a"]) != words_checksum(["b"])
    assert words_checksum() == words_checksum(sorted(FUNCTION_WORDS, reverse=True))
