"""The ways in which the conditional DAT has been given to models, and how each scores."""

from __future__ import annotations

from dataclasses import dataclass

from helm_creativity.vocabulary import WordRule


@dataclass(frozen=True)
class Protocol:
    """Which of the words count, and what they are compared by.

    Attributes:
        rule: how many words are asked for and scored.
        prompt: id of the prompt, which is asked with every cue.
        embedding: the embedding of the source.
        dictionary: whose words count.
        trials: answers to each cue.
    """

    rule: WordRule
    prompt: str
    embedding: str
    dictionary: str
    trials: int


PROTOCOLS = {
    "schapiro2026": Protocol(WordRule(10, 7, 7), "schapiro2026", "sbert-mpnet", "none", trials=1),
    "nakajima2026": Protocol(WordRule(10, 7, 7), "schapiro2026", "sbert-minilm", "wordnet", trials=1),
}
