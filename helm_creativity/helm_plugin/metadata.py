"""HELM's descriptions of scenarios and metrics, made from cards."""

from __future__ import annotations

from collections.abc import Iterator

from helm.benchmark.metrics.metric import MetricMetadata
from helm.benchmark.presentation.taxonomy_info import TaxonomyInfo
from helm.benchmark.scenarios.scenario import ScenarioMetadata

from helm_creativity.benchmark.card import ADDRESSES_JUDGE, Card, Submetric, card_reasons, common_stats
from helm_creativity.benchmark.types import rate_name
from helm_creativity.results.runs import SPLIT


def scenario_metadata(card: Card) -> ScenarioMetadata:
    """What HELM's pages say of the benchmark."""
    return ScenarioMetadata(
        name=card.group,
        main_metric="score",
        main_split=SPLIT,
        display_name=card.title,
        short_display_name=card.short_title,
        description=f"{card.summary} It claims to measure {card.measures} It does not measure {card.does_not_measure}",
        short_description=card.summary,
        taxonomy=TaxonomyInfo(task="creativity", what=card.domain, when="any", who="any", language=card.language),
    )


def common_metadata(card: Card) -> Iterator[MetricMetadata]:
    """The stats that every benchmark reports under the same names; what is of judges only where they rate."""
    for name, title, short_title, description, lower_is_better in common_stats()["main"]:
        yield MetricMetadata(name, title, short_title, description, lower_is_better, group="creativity")
    for reason in card_reasons(card):
        title, description = common_stats()["rates"][reason.value]
        yield MetricMetadata(rate_name(reason), f"{title} responses", title, description, True, group="validity")
    if card.judged:
        title, short_title, description = common_stats()["addressing"]
        yield MetricMetadata(ADDRESSES_JUDGE, title, short_title, description, group="validity")


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
    title, short_title = f"Standard error of: {submetric.title}", f"± SE ({submetric.short_title})"
    yield MetricMetadata(f"{submetric.name}_se", title, short_title, common_stats()["clustered"])


def metric_metadata(card: Card) -> list[MetricMetadata]:
    """The common stats, then the submetrics of the card."""
    return [
        *common_metadata(card),
        *(column for submetric in card.submetrics for column in submetric_metadata(submetric)),
    ]
