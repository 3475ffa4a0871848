"""HELM's descriptions of scenarios and metrics, made from cards."""

from __future__ import annotations

from collections.abc import Iterator

from helm.benchmark.metrics.metric import MetricMetadata
from helm.benchmark.presentation.taxonomy_info import TaxonomyInfo
from helm.benchmark.scenarios.scenario import ScenarioMetadata

from helm_creativity.core.card import Card, Submetric
from helm_creativity.core.types import BY_JUDGES, FailureReason, rate_name

SPLIT = "test"

RATES = {
    FailureReason.EMPTY: ("Empty", "Share of responses with no text left after the model's thoughts are removed."),
    FailureReason.REFUSED: (
        "Refused",
        "Share of responses that open with a refusal or were stopped by a content filter.",
    ),
    FailureReason.TRUNCATED: (
        "Truncated",
        "Share of responses truncated at the token limit. They say nothing about creativity.",
    ),
    FailureReason.PROMPT_TRUNCATED: (
        "Prompt truncated",
        "Share of responses to a prompt that HELM cut to fit the model's window. They say nothing about creativity.",
    ),
    FailureReason.UNPARSABLE: ("Unparsable", "Share of responses in which nothing of the asked form was found."),
    FailureReason.TOO_FEW_VALID: (
        "Too few valid",
        "Share of responses with fewer valid entries than the protocol scores.",
    ),
    FailureReason.TOO_LONG: ("Too long", "Share of responses with more than ten times the entries asked for."),
    FailureReason.IMPLAUSIBLE: (
        "Implausible",
        "Share of responses that no writer would give: encoded data, mashed keys, one word over and over, error pages.",
    ),
    FailureReason.FAILED: ("Failed", "Share of requests that ended in an error which HELM tolerated."),
    FailureReason.OFF_TASK: (
        "Off-task",
        "Share of responses that most of their judges take for no attempt at the task.",
    ),
    FailureReason.UNJUDGED: (
        "Unjudged",
        "Share of responses that judges should have rated, but that lack a rating on some dimension.",
    ),
}


def card_reasons(card: Card) -> list[FailureReason]:
    """Why a response to this benchmark may have no score."""
    return [reason for reason in FailureReason if card.judged or reason not in BY_JUDGES]


def scenario_metadata(card: Card) -> ScenarioMetadata:
    """What HELM's pages say of the benchmark."""
    return ScenarioMetadata(
        name=card.group,
        main_metric="score",
        main_split=SPLIT,
        display_name=card.title,
        short_display_name=card.short_title,
        description=f"{card.summary} It claims to measure {card.claims} It does not measure {card.does_not_claim}",
        short_description=card.summary,
        taxonomy=TaxonomyInfo(task="creativity", what=card.domain, when="any", who="any", language=card.language),
    )


CLUSTERED = "Cluster-robust over items; over different responses when there is one item."
MAIN = (
    ("score", "Score", "Score", "Mean of the main score over the responses that could be scored.", False),
    ("score_se", "Standard error of the score", "± SE", CLUSTERED, None),
    (
        "score_failures_as_zero",
        "Score, unscored responses counted as 0",
        "Score (failures = 0)",
        "The same mean with 0 for every response that could not be scored; unjudged ones are left out.",
        False,
    ),
    ("valid_rate", "Scored responses", "Scored", "Share of responses that could be scored.", False),
    ("num_instances", "Items", "Items", "Number of items.", None),
    ("num_answers", "Responses", "Responses", "Number of responses.", None),
    (
        "equal_rate",
        "Equal responses",
        "Equal",
        "Share of the responses to an item after its first that repeat an earlier one, at a temperature above 0.",
        None,
    ),
)


def common_metadata(card: Card) -> Iterator[MetricMetadata]:
    """The stats that every benchmark reports under the same names; unjudged responses only where judges rate."""
    for name, title, short_title, description, lower_is_better in MAIN:
        yield MetricMetadata(name, title, short_title, description, lower_is_better, group="creativity")
    for reason in card_reasons(card):
        title, description = RATES[reason]
        yield MetricMetadata(rate_name(reason), f"{title} responses", title, description, True, group="validity")


def submetric_metadata(submetric: Submetric) -> Iterator[MetricMetadata]:
    """A submetric and, where it is a mean over responses, its standard error."""
    yield MetricMetadata(
        submetric.name,
        submetric.title,
        submetric.short_title,
        submetric.description,
        submetric.lower_is_better,
        group="submetrics",
    )
    if submetric.of == "run":
        return
    yield MetricMetadata(
        f"{submetric.name}_se", f"Standard error of: {submetric.title}", f"± SE ({submetric.short_title})", CLUSTERED
    )


def metric_metadata(card: Card) -> list[MetricMetadata]:
    """The common stats, then the submetrics of the card."""
    return [
        *common_metadata(card),
        *(column for submetric in card.submetrics for column in submetric_metadata(submetric)),
    ]
