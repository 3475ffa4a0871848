"""The ways in which the DAT has been given to models, and how each scores."""

from __future__ import annotations

from dataclasses import dataclass

from helm_creativity.vocabulary import WordRule


@dataclass(frozen=True)
class Protocol:
    """What is asked, how often, and which of the words count.

    Attributes:
        rule: how many words are asked for and scored.
        prompts: ids of the prompts, each an item.
        embedding: the embedding of the source.
        dictionary: whose words count: ``olson2021``, or ``none`` for all that the embedding knows.
        trials: answers to each prompt and temperature.
    """

    rule: WordRule
    prompts: tuple[str, ...]
    embedding: str
    dictionary: str
    trials: int


PROTOCOLS = {
    "olson2021": Protocol(WordRule(10, 7, 7), ("olson2021",), "glove-840b", "olson2021", trials=10),
    "schapiro2026": Protocol(WordRule(10, 7, 7), ("schapiro2026",), "glove-840b", "none", trials=40),
    "mctb2025": Protocol(
        WordRule(20, 7, 12),
        ("olson2021", "mctb_variant2", "mctb_variant3", "mctb_variant4", "mctb_variant5"),
        "glove-840b+bert-layer6",
        "olson2021",
        trials=10,
    ),
}
