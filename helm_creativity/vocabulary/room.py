"""A room whose items are a file and whose answers are lists of words: how it is signed, and how its scorer is made."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

from helm_creativity.embeddings.lexicon import Dictionary
from helm_creativity.embeddings.registry import require_embeddings
from helm_creativity.rooms import ItemRoom, Row
from helm_creativity.rooms.rows import words_of
from helm_creativity.vocabulary.command import add_word_arguments
from helm_creativity.vocabulary.dictionaries import find_dictionary, own_dictionary, word_signature
from helm_creativity.vocabulary.rules import WordRule
from helm_creativity.vocabulary.scorer import WordListScorer


@dataclass(frozen=True)
class WordRoom(ItemRoom):
    """One benchmark of lists of words, scored under an embedding and perhaps out of a dictionary.

    Attributes:
        rule: how many words the prompt asks for, and how many are scored.
        kind: of scorer.
    """

    rule: WordRule
    kind: type[WordListScorer]

    def scorer(self, protocol: str, embedding: str, dictionary: str) -> WordListScorer:
        """That of a run, from the settings of ``word_settings``."""
        words = find_dictionary(dictionary)
        signature = self.signed(protocol, **self._signed(embedding, words))
        return self.kind(self.card, self.rule, signature, embedding, words)

    def scorer_of(self, arguments: argparse.Namespace) -> WordListScorer:
        """The scorer for the command line: answers come with the dictionary that the user names, or with none."""
        require_embeddings(arguments.embedding)
        words = own_dictionary(arguments.dictionary)
        signature = self.not_asked(arguments, **self._signed(arguments.embedding, words))
        return self.kind(self.card, self.rule, signature, arguments.embedding, words)

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """What ``helm-creativity score`` takes beside files."""
        add_word_arguments(parser, self.card)

    def row_of(self, record: dict[str, Any]) -> Row:
        """As that of ``ItemRoom``; in place of a ``response`` there may be ``words``, a list or text with commas.

        Raises:
            BadArguments: when there is neither, or no item.
        """
        if record.get("words") in (None, ""):
            return super().row_of(record)
        fields = super().row_of({**record, "response": ""}).fields
        return Row(None, {**fields, "words": words_of(record["words"])})

    def _signed(self, embedding: str, dictionary: Dictionary | None) -> dict[str, object]:
        """What moves a score beside protocol and prompts."""
        return {"words": self.rule, **word_signature(embedding, dictionary)}
