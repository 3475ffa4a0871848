"""The baselines as HELM models, registered only where the user has not registered a model of that name."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from helm.benchmark.model_deployment_registry import (
    DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT,
    ClientSpec,
    ModelDeployment,
    register_model_deployment,
)
from helm.benchmark.model_metadata_registry import (
    FULL_FUNCTIONALITY_TEXT_MODEL_TAG,
    INSTRUCTION_FOLLOWING_MODEL_TAG,
    MODEL_NAME_TO_MODEL_METADATA,
    TEXT_MODEL_TAG,
    ModelMetadata,
    register_model_metadata,
)

# By name, so that registering the models imports none of their code.
BASELINE_CLIENT = "helm_creativity.baselines.client.BaselineClient"
LEXICAL_JUDGE_CLIENT = "helm_creativity.baselines.client.LexicalJudgeClient"

# Word vectors and encoders over which the greedy search is offered under a name of its own.
GREEDY_OVER = ("glove-840b", "fasttext-crawl", "sbert-mpnet", "sbert-minilm")


LEXICAL_JUDGE = "creativity/lexical-judge"


class BaselineModel(NamedTuple):
    """A model without a language model."""

    name: str
    display_name: str
    description: str
    client: ClientSpec
    tags: tuple[str, ...] = (TEXT_MODEL_TAG, FULL_FUNCTIONALITY_TEXT_MODEL_TAG, INSTRUCTION_FOLLOWING_MODEL_TAG)


def _chooser(strategy: str, embedding: str) -> ClientSpec:
    return ClientSpec(class_name=BASELINE_CLIENT, args={"strategy": strategy, "embedding": embedding})


def baselines() -> Iterator[BaselineModel]:
    """All baseline models."""
    yield BaselineModel(
        "creativity/random-nouns",
        "Random nouns",
        "Answers with common nouns of WordNet drawn uniformly, seeded by prompt and trial.",
        _chooser("random", "builtin"),
    )
    for embedding in ("builtin", *GREEDY_OVER):
        suffix, over = ("", "the built-in table") if embedding == "builtin" else (f"-{embedding}", embedding)
        yield BaselineModel(
            f"creativity/greedy{suffix}",
            f"Greedy search ({embedding})",
            f"Takes the best next noun by the vectors of {over}: the farthest from those already chosen, from a first "
            "one drawn at random (Schapiro et al. 2026, Algorithm 1), or the nearest where an association is asked.",
            _chooser("greedy", embedding),
        )
    yield BaselineModel(
        LEXICAL_JUDGE,
        "Lexical judge (surface statistics)",
        "A judge, not a model to be tested: rates answers by surface statistics such as the variety of their words, "
        "without understanding them. It shows that the pipeline works; its ratings say nothing about creativity.",
        ClientSpec(class_name=LEXICAL_JUDGE_CLIENT, args={}),
        tags=(),  # no group of models to be tested has it
    )


def register_models() -> None:
    """Registers the baselines: metadata first, or HELM warns and makes a dummy. Calling it twice changes nothing."""
    for model in baselines():
        if model.name not in MODEL_NAME_TO_MODEL_METADATA:
            register_model_metadata(
                ModelMetadata(
                    name=model.name,
                    creator_organization_name="helm-creativity",
                    display_name=model.display_name,
                    description=model.description,
                    access="open",
                    release_date=date(2026, 11, 21),
                    tags=list(model.tags),
                )
            )
        if model.name not in DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT:
            register_model_deployment(ModelDeployment(name=model.name, client_spec=model.client, model_name=model.name))
