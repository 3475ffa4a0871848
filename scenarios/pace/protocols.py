"""How PACE is given and scored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from helm_creativity.rooms import require_source
from helm_creativity.scenarios.pace.measure import LONGEST
from helm_creativity.scenarios.pace.seeds import read_seeds
from helm_creativity.vocabulary import CUE_WORDS


@dataclass(frozen=True)
class Protocol:
    """What is asked of each seed, and which chains are scored.

    Attributes:
        chains: associates asked in stage 1, each the start of a chain.
        results: entries asked for a chain in stage 2.
        minimum: known words, seed and associate included, below which a chain is not scored.
        embedding: the embedding of the source.
        temperature: of the source.
        trials: answers to each seed.
    """

    chains: int
    results: int
    minimum: int
    embedding: str
    temperature: float
    trials: int


# A chain's distance grows with its length, so half a chain is not comparable with a whole one.
PROTOCOLS = {"schapiro2026": Protocol(3, 20, LONGEST // 2, "fasttext-crawl", temperature=0.0, trials=1)}


def qiu2025() -> tuple[str, ...]:
    """The 110 seeds of the authors' file.

    Raises:
        FileProblem: when it is not on this machine; the message gives the command that brings it.
    """
    return read_seeds(require_source("pace-seeds", "the seeds 'qiu2025'", "the seeds cue_words"))


SEEDS: Mapping[str, Callable[[], tuple[str, ...]]] = {"cue_words": lambda: CUE_WORDS, "qiu2025": qiu2025}
