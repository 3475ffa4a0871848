"""What is asked of a run, in the forms in which its name, its scenario and its signature need it."""

from __future__ import annotations

from typing import NamedTuple

from helm_creativity.embeddings.registry import check_embeddings, embedding_label
from helm_creativity.errors import BadArguments
from helm_creativity.judging import JudgeSettings
from helm_creativity.rooms import NOT_ASKED, checksum_of, load_card, signature
from helm_creativity.scenarios.create.items import queries_checksum, queries_label, queries_of
from helm_creativity.scenarios.create.protocols import (
    HERE,
    ITERATIVE,
    PROMPTINGS,
    RESAMPLE,
    SAMPLES,
    first_prompt,
    instruments_of,
    second_prompt,
)

__all__ = [
    "CARD",
    "EMBEDDING",
    "QUERIES",
    "Asked",
    "given_signature",
    "prompts_of",
    "run_signature",
    "samples_of",
]

CARD = load_card(HERE)
MOST_SAMPLES = 100
QUERIES, EMBEDDING = "own", "sbert-minilm"
"""As usual; the embedding is the paper's."""


class Asked(NamedTuple):
    """The arguments of a run entry that are this benchmark's own.

    Attributes:
        protocol: whose arithmetic.
        prompting: one of ``PROMPTINGS``.
        samples: answers that are pooled; 1 but for ``resample``.
        queries: name or file.
        embedding: a name, or names joined with ``+``.
    """

    protocol: str
    prompting: str
    samples: int
    queries: str
    embedding: str

    @property
    def titles(self) -> dict[str, str]:
        """As titles on HELM's pages show it."""
        pooled = {"samples": str(self.samples)} if self.prompting == RESAMPLE else {}
        shown = {"queries": queries_label(self.queries), "embedding": embedding_label(self.embedding)}
        return {"protocol": self.protocol, "prompting": self.prompting, **pooled, **shown}

    @property
    def named(self) -> dict[str, str]:
        """As the run's name shows it, where panels of judges need the room: without what is as usual."""
        usual = {"prompting": PROMPTINGS[0], "samples": str(SAMPLES), "queries": QUERIES, "embedding": EMBEDDING}
        return {name: value for name, value in self.titles.items() if value != usual.get(name)}


def samples_of(prompting: str, samples: object) -> int:
    """How many answers are pooled, the first one included.

    Raises:
        BadArguments: for a number that cannot be, or one without effect.
    """
    if prompting != RESAMPLE:
        if samples != "":
            raise BadArguments(f"samples is for prompting={RESAMPLE}, got it with prompting={prompting}: leave it out")
        return 1
    if samples == "":
        return SAMPLES
    if not isinstance(samples, int) or not 2 <= samples <= MOST_SAMPLES:
        raise BadArguments(f"samples must be a whole number from 2 to {MOST_SAMPLES}, got {samples!r}")
    return samples


def prompts_of(prompting: str, queries: str) -> str:
    """Number and checksum of the prompts with every query, and of the form of a second turn."""
    asked = [first_prompt(prompting, one.target, one.query) for one in queries_of(queries)]
    return checksum_of([*asked, *([second_prompt("QUERY")] if prompting == ITERATIVE else [])])


def run_signature(asked: Asked, judges: JudgeSettings) -> str:
    """Everything that moves the scores of a run."""
    what = {
        **asked.titles,
        "queries": f"{asked.titles['queries']}@{queries_checksum(queries_of(asked.queries))}",
        "embedding": "+".join(check_embeddings(asked.embedding)),
        "prompts": prompts_of(asked.prompting, asked.queries),
    }
    return signature(CARD, **what, **judges.signed(instruments_of(asked.protocol)))


def given_signature(protocol: str, embedding: str) -> str:
    """Everything that moves the scores of paths from a file, judged by whomever."""
    vectors = "+".join(check_embeddings(embedding))
    return signature(CARD, protocol=protocol, embedding=vectors, prompts=NOT_ASKED, judges="given")
