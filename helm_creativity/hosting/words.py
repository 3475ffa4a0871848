"""Arguments that the run entries of the benchmarks over words share: embedding and dictionary."""

from __future__ import annotations

from dataclasses import dataclass

from helm_creativity.embeddings.lexicon import Dictionary
from helm_creativity.embeddings.registry import embedding_label, is_embedding, require_embeddings
from helm_creativity.hosting.arguments import Arguments
from helm_creativity.vocabulary import DICTIONARIES, default_dictionary, find_dictionary


@dataclass(frozen=True)
class WordSettings:
    """Which vectors score, and whose words count.

    Attributes:
        embedding: name, as the user gave it or the protocol has it.
        dictionary: name.
        words: the dictionary, opened; None for ``none``.
        usable: both are on this machine, so that a scorer can be made.
    """

    embedding: str
    dictionary: str
    words: Dictionary | None
    usable: bool

    @property
    def named(self) -> dict[str, str]:
        """Both in the short form that run names and titles of HELM's pages show."""
        return {"embedding": embedding_label(self.embedding), "dictionary": self.dictionary}

    @property
    def args(self) -> dict[str, str]:
        """Both as a metric needs them."""
        return {"embedding": self.embedding, "dictionary": self.dictionary}


def word_settings(
    arguments: Arguments, embedding: object, dictionary: object, default_embedding: str, protocols_dictionary: str
) -> WordSettings:
    """Checks both arguments; ``""`` is the protocol's own. Both must be here before a request is paid for."""
    name = default_embedding if embedding == "" else str(embedding)
    there = arguments.check(lambda: require_embeddings(name), False)
    default = default_dictionary(protocols_dictionary, name)
    chosen = arguments.one_of("dictionary", default if dictionary == "" else dictionary, DICTIONARIES)
    # The dictionary that would follow from a wrong name, or stand in for one, is not worth a complaint of its own.
    known = is_embedding(name) and (dictionary == "" or dictionary in DICTIONARIES)
    words = arguments.check(lambda: find_dictionary(chosen), None) if known else None
    return WordSettings(name, chosen, words, there and (words is not None or chosen == "none"))
