"""Cue words, words of grammar, words of files, and forms of one word."""

import hashlib
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.lexicon.inflections import inflected_forms, is_inflection
from helm_creativity.lexicon.word_files import CUE_WORDS, FUNCTION_WORDS, read_words_file, words_checksum

GIVEN = yaml.safe_load((Path(__file__).parent / "words.yaml").read_text("utf-8"))


def pairs(name):
    """A word with each of those behind it."""
    entries = [entry.split(":") for entry in GIVEN[name].split(",")]
    return [(word.strip(), form) for word, forms in entries for form in forms.split()]


def test_the_cue_words_are_the_papers():
    """Fifty nouns of the built-in table, so that what needs them runs offline; none is another's form."""
    assert tuple(GIVEN["cues"].split()) == CUE_WORDS
    assert len(set(CUE_WORDS)) == 50
    assert all(builtin().lemma(word) == word for word in CUE_WORDS)
    assert [(a, b) for a in CUE_WORDS for b in CUE_WORDS if a != b and is_inflection(a, b)] == []
    assert not FUNCTION_WORDS & set(CUE_WORDS)


def test_words_of_grammar():
    """Contractions are whole and have straight apostrophes; their parts are none, nor is what can carry content."""
    grammar = "the it he inside however etc don't it's won't we'd"
    others = "don won re t back use door say words"
    assert {*grammar.split()} <= FUNCTION_WORDS
    assert not {*others.split(), ""} & FUNCTION_WORDS


def test_the_checksum_is_of_the_set():
    """Whatever the order; and of the list where none is named."""
    assert words_checksum(["b", "a", "b"]) == f"sha256:{hashlib.sha256(b'a b').hexdigest()[:12]}"
    assert words_checksum(["a"]) != words_checksum(["b"])
    assert words_checksum() == words_checksum(sorted(FUNCTION_WORDS, reverse=True))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_words_of_a_file(tmp_path, encoding):
    """One a line; blank lines, lines of the source and a byte order mark are none."""
    path = tmp_path / "words.txt"
    path.write_text("rock\n# mine\n\n  fire \n#ice\nsupply chain\r\nrock\n", encoding)
    assert read_words_file(path) == ("rock", "fire", "supply chain", "rock")


def test_forms_of_one_word():
    """By the rules of spelling and WordNet's irregular plurals, whatever the capitals, both ways; no other words."""
    assert [pair for pair in pairs("forms") if not is_inflection(*pair) or not is_inflection(*pair[::-1])] == []
    assert [pair for pair in pairs("limits") if pair[1] in inflected_forms(pair[0])] == []
    assert [pair for pair in pairs("others") if is_inflection(*pair) or is_inflection(*pair[::-1])] == []


words = st.text("abcdeinrsty", min_size=1, max_size=8)


@given(words, words)
def test_forms_are_forms_both_ways(one, other):
    """And a word is a form of itself, whatever it is."""
    assert is_inflection(one, other) == is_inflection(other, one)
    assert one in inflected_forms(one)
    assert is_inflection(one, one)
