"""The baselines by their names as models. HELM is not needed to list them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from helm_creativity.benchmark.trained_judges import list_trained_judges

# By name, so that registering the models imports none of their code.
CLIENTS = "helm_creativity.baselines.client"

# Word vectors and encoders over which the greedy search is offered under a name of its own.
GREEDY_OVER = ("glove-840b", "fasttext-crawl", "sbert-mpnet", "sbert-minilm")

LEXICAL_JUDGE = "creativity/lexical-judge"


class BaselineModel(NamedTuple):
    """A model without a language model."""

    name: str
    display_name: str
    description: str
    client: str
    args: Mapping[str, str] = MappingProxyType({})
    judges: bool = False


def baselines() -> Iterator[BaselineModel]:
    """All baseline models."""
    yield BaselineModel(
        "creativity/random-nouns",
        "Random nouns",
        "Answers with common nouns of WordNet drawn uniformly, seeded by prompt and trial.",
        f"{CLIENTS}.BaselineClient",
        {"strategy": "random", "embedding": "builtin"},
    )
    for embedding in ("builtin", *GREEDY_OVER):
        suffix, over = ("", "the built-in table") if embedding == "builtin" else (f"-{embedding}", embedding)
        yield BaselineModel(
            f"creativity/greedy{suffix}",
            f"Greedy search, {embedding}",
            f"Takes the best next noun by the vectors of {over}: the farthest from those already chosen, from a first "
            "one drawn at random (Schapiro et al. 2026, Algorithm 1), or the nearest where an association is asked.",
            f"{CLIENTS}.BaselineClient",
            {"strategy": "greedy", "embedding": embedding},
        )
    yield BaselineModel(
        LEXICAL_JUDGE,
        "Lexical judge (surface statistics)",
        "A judge, not a model to be tested: rates answers by surface statistics such as the variety of their words, "
        "without understanding them. It shows that the pipeline works; its ratings say nothing about creativity.",
        f"{CLIENTS}.LexicalJudgeClient",
        judges=True,
    )
    for judge in list_trained_judges():
        client, args = f"{CLIENTS}.TrainedJudgeClient", {"judge": judge.name}
        yield BaselineModel(judge.deployment, judge.display_name, judge.description, client, args, judges=True)
