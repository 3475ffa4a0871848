"""What a protocol says about words: how many are asked for and scored, by which vectors, out of which dictionary."""

from __future__ import annotations

from dataclasses import dataclass

from helm_creativity.errors import BadArguments


@dataclass(frozen=True)
class WordRule:
    """How many words are asked for, and how many of the valid ones are scored."""

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
    """How a source asks for words, how often, and which of them count."""

    rule: WordRule
    prompts: tuple[str, ...]
    embedding: str
    dictionary: str
    trials: int
