"""Dictionaries by name, by file, and by checksum."""

import dataclasses

import pytest

from helm_creativity.errors import FileProblem
from helm_creativity.files import sha256_of
from helm_creativity.wordlists.lexicon import default_dictionary, find_dictionary, olson_words


def test_the_builtin_table_is_its_find_dictionary():
    """Any other embedding gets the protocol's."""
    assert default_dictionary("olson2021", "builtin") == "none"
    assert default_dictionary("olson2021", "glove-840b") == "olson2021"
    assert default_dictionary("none", "glove-840b") == "none"


def test_a_missing_dictionary_says_how_to_get_it():
    """Before any request is paid for."""
    with pytest.raises(FileProblem, match="helm-creativity items fetch olson2021-words"):
        find_dictionary("olson2021")


def test_wordnets_nouns_are_a_dictionary():
    """Plurals included; the signature has the checksum of WordNet's file."""
    dictionary = find_dictionary("wordnet")
    assert {word for word in ("cat", "cats", "wolves", "quickly", "paris") if word in dictionary.words} == {
        "cat",
        "cats",
        "wolves",
    }
    assert dictionary.signature == "wordnet-nouns@sha256:fea17d2f9656"


def test_the_authors_dictionary_is_known_by_its_checksum(tmp_path, monkeypatch):
    """Wherever the file lies, and whatever its name."""
    path = tmp_path / "mine.txt"
    path.write_text("cat\n")
    file = dataclasses.replace(olson_words(), sha256=sha256_of(path))
    monkeypatch.setattr("helm_creativity.wordlists.lexicon.find_source", lambda name: file)
    assert find_dictionary(str(path)).signature == f"olson2021@sha256:{file.sha256[:12]}"
    assert find_dictionary("none") is None
