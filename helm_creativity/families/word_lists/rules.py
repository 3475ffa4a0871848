"""What a protocol says about words: how many are asked for and scored, by which vectors, out of which dictionary."""

from __future__ import annotations

from dataclasses import dataclass

from helm_creativity.errors import BadArguments


@dataclass(frozen=True)
class WordRule:
    """How many words are asked for, and how many of the valid ones are scored.

    Attributes:
        asked: number of words that the prompt asks for.
        minimum: valid words below which a response is unscored.
        maximum: only the first so many valid words are scored.
    """

    asked: int
    minimum: int
    maximum: int

    def __post_init__(self) -> None:
        if not 2 <= self.minimum <= self.maximum <= self.asked:
            raise BadArguments(
                "a protocol needs 2 <= minimum <= maximum <= asked, got "
                f"minimum {self.minimum}, maximum {self.maximum}, asked {self.asked}"
            )

    def __str__(self) -> str:
        scored = str(self.minimum) if self.minimum == self.maximum else f"{self.minimum}-{self.maximum}"
        return f"{scored} of {self.asked}"


@dataclass(frozen=True)
class WordProtocol:
    """How a source asks for words, how often, and which of them count.

    Attributes:
        rule: how many words are asked for and scored.
        prompts: ids of the prompts.
        embedding: the embedding of the source.
        dictionary: whose words count, by name; ``none`` for all that the embedding knows.
        trials: responses to each item and temperature.
    """

    rule: WordRule
    prompts: tuple[str, ...]
    embedding: str
    dictionary: str
    trials: int
