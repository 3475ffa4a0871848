"""The ways in which HardDAT has been given to models, and how each scores."""

from __future__ import annotations

from dataclasses import dataclass

from helm_creativity.vocabulary import WordRule


@dataclass(frozen=True)
class Protocol:
    """Which of the words count, and what they are compared by.

    Attributes:
        rule: how many words are asked for and scored.
        prompt: id of the prompt, which is asked with every letter.
        embedding: the embedding of the source.
        dictionary: whose words count.
        trials: answers to each letter and temperature.
    """

    rule: WordRule
    prompt: str
    embedding: str
    dictionary: str
    trials: int


PROTOCOLS = {
    # The report prints no minimum; seven is that of the DAT.
    "mctb2025": Protocol(WordRule(25, 7, 25), "mctb2025", "glove-840b+bert-layer6", "olson2021", trials=1),
}
