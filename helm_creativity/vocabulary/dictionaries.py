"""Dictionaries by name: whose words count."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from helm_creativity.embeddings.builtin import builtin, table
from helm_creativity.embeddings.lexicon import Dictionary, read_dictionary
from helm_creativity.embeddings.registry import check_embeddings
from helm_creativity.files import SourceFile
from helm_creativity.rooms import find_source, require_source

OLSON = "olson2021-words"
DICTIONARIES = ("olson2021", "wordnet", "none")


class _Nouns:
    """The common nouns of WordNet 3.0, plurals included."""

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and builtin().lemma(word) is not None


def olson_words() -> SourceFile:
    """The dictionary of the authors' program (Olson et al. 2021)."""
    return find_source(OLSON)


def default_dictionary(of_protocol: str, embedding: str) -> str:
    """The protocol's dictionary; the built-in table is one itself, of nouns."""
    return "none" if embedding == "builtin" else of_protocol


def find_dictionary(name: str) -> Dictionary | None:
    """The dictionary of that name: ``olson2021``, ``wordnet`` (its common nouns), or None for ``none``.

    Raises:
        FileProblem: when it is not on this machine; the message gives the command that brings it.
    """
    if name == "none":
        return None
    if name == "wordnet":
        return Dictionary(f"wordnet-nouns@sha256:{table()['inputs']['data.noun'][:12]}", _Nouns())
    return read_dictionary(require_source(OLSON, f"the dictionary {name!r}", "the dictionary none"), name)


def own_dictionary(name: str) -> Dictionary | None:
    """A dictionary by name or by file; the authors' own is known by its checksum, wherever it lies."""
    if name in DICTIONARIES:
        return find_dictionary(name)
    dictionary = read_dictionary(Path(name), Path(name).stem)
    official = olson_words().sha256[:12]
    known = official in dictionary.signature
    return replace(dictionary, signature=f"olson2021@sha256:{official}") if known else dictionary


def word_signature(embedding: str, dictionary: Dictionary | None) -> dict[str, str]:
    """The part of a signature that says by which vectors, and out of which dictionary, words were scored."""
    return {
        "embedding": "+".join(check_embeddings(embedding)),
        "dictionary": dictionary.signature if dictionary else "none",
    }
