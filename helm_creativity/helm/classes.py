"""Which HELM classes a benchmark has, which benchmark a class has, and how HELM describes both, by the card."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from typing import Any, ClassVar

from helm.benchmark.metrics.metric import MetricMetadata
from helm.benchmark.presentation.taxonomy_info import TaxonomyInfo
from helm.benchmark.scenarios.scenario import ScenarioMetadata

from helm_creativity.benchmark.base import Benchmark
from helm_creativity.benchmark.card import ADDRESSES_JUDGE, Card, card_reasons, common_stats
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import OURS, import_own
from helm_creativity.benchmark.types import rate_name
from helm_creativity.errors import BadArguments, BadCard
from helm_creativity.results.runs import SPLIT
from helm_creativity.safe_text import quoted

MODULE = "scenario"
"""Of a benchmark's or a task type's package: defines its HELM classes."""


class OfBenchmark:
    """A class of HELM's that is made for a benchmark."""

    benchmark_name: ClassVar[str] = ""

    @classmethod
    def find_benchmark(cls, name: str) -> Benchmark[Any]:
        """The benchmark of that name, or the class's own for ""."""
        if not (name or cls.benchmark_name):
            raise BadArguments(f"{cls.__name__} serves several benchmarks: name one, as in benchmark='dat'")
        found = get_benchmark(name or cls.benchmark_name)
        if cls.benchmark_name and all(each.name != cls.benchmark_name for each in _with_parents(found)):
            raise BadArguments(
                f"{cls.__name__} is of the benchmark {cls.benchmark_name}, got benchmark={quoted(name)}: leave "
                "benchmark out"
            )
        return found


@cache
def own_class(benchmark: Benchmark[Any], general: type) -> type:
    """The benchmark's own subclass of ``general``, or the one that its task type or its parent has, or ``general``."""
    for package in _packages(benchmark):
        if find_spec(f"{package}.{MODULE}") is None:
            continue
        module = import_own(f"{package}.{MODULE}")
        found: list[type] = [
            value
            for value in vars(module).values()
            # Python 3.10 takes ``tuple[str, ...]`` for a class
            if issubclass(type(value), type) and issubclass(value, general) and value.__module__ == module.__name__
        ]
        if package.startswith(f"{OURS}."):
            # Some only rename their task type's, for users to import; the run specs of such data name those.
            found = [kind for kind in found if general in kind.__bases__]
        if len(found) > 1:
            names = ", ".join(kind.__name__ for kind in found)
            raise BadCard(f"{module.__name__} must define one subclass of {general.__name__} at most, found {names}")
        if found:
            return found[0]
    return general


def _with_parents(benchmark: Benchmark[Any] | None) -> Iterator[Benchmark[Any]]:
    while benchmark is not None:
        yield benchmark
        benchmark = benchmark.parent


def _packages(benchmark: Benchmark[Any]) -> Iterator[str]:
    yield from (each.package for each in _with_parents(benchmark) if each.entry.owns(MODULE))
    for kind in type(benchmark).__mro__[: type(benchmark).__mro__.index(Benchmark)]:
        if package := kind.__module__.rpartition(".")[0]:
            yield package


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


def metric_metadata(card: Card) -> list[MetricMetadata]:
    """The stats that every benchmark reports under the same names, then the submetrics of the card.

    What is of judges is there only where they rate; submetrics that are means over responses have standard errors.
    """
    common, found = common_stats(), []
    for name, title, short_title, description, lower_is_better in common["main"]:
        found.append(MetricMetadata(name, title, short_title, description, lower_is_better, group="creativity"))
    for reason in card_reasons(card):
        title, description = common["rates"][reason.value]
        found.append(
            MetricMetadata(rate_name(reason), f"{title} responses", title, description, True, group="validity")
        )
    if card.judged:
        title, short_title, description = common["addressing"]
        found.append(MetricMetadata(ADDRESSES_JUDGE, title, short_title, description, group="validity"))
    for own in card.submetrics:
        words = (own.title, own.short_title, own.description)
        found.append(MetricMetadata(own.name, *words, own.lower_is_better, group="submetrics"))
        if own.of != "run":
            title, short_title = f"Standard error of: {own.title}", f"± SE ({own.short_title})"
            found.append(MetricMetadata(f"{own.name}_se", title, short_title, common["clustered"]))
    return found
