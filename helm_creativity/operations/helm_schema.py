"""HELM's schema for ``helm-summarize``, made from the cards.

It has no ``metrics`` section: HELM then takes the display names from the metrics themselves, knows the models by their
right names and leaves no empty columns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from helm_creativity.core.card import DETAILED, MOST_COLUMNS, Card
from helm_creativity.core.common_stats import ADDRESSES_JUDGE, SHARED
from helm_creativity.core.registry import list_entries
from helm_creativity.core.types import BY_JUDGES, FailureReason, rate_name
from helm_creativity.results.runs import SPLIT, SuiteRuns

# HELM averages the runs of one model that agree in these, and shows those that differ. On the page of all benchmarks a
# model has one row all the same: PACE asks at temperature 0, the DAT at 1.
ADAPTER_KEYS = ["model", "temperature", "max_tokens"]
UNCERTAINTY = ("score_se",)
VALIDITY = ("valid_rate",)
FAILURES = (
    "score_failures_as_zero",
    "equal_rate",
    SHARED,
    *(rate_name(reason) for reason in FailureReason if reason not in BY_JUDGES),
)
COVERAGE = ("judge_coverage",)
JUDGES = (
    *("judges_left_out", rate_name(FailureReason.UNJUDGED), rate_name(FailureReason.OFF_TASK), "judge_failures"),
    *("judge_calls", "judge_asked_again", "judge_tokens", ADDRESSES_JUDGE),
)


def _metric_group(
    name: str, title: str, metrics: Iterable[str], stats: Collection[str] | None, tab: str = ""
) -> dict[str, Any]:
    shown = [metric for metric in metrics if stats is None or metric in stats]
    return {
        "name": name,
        "display_name": title,
        **({"short_display_name": tab} if tab else {}),
        "aggregation_strategies": [],
        # Written out: HELM fills in a variable such as ${main_split} by compiling it in every thread, which ends some
        # processes of Python 3.11 with "AST constructor recursion depth mismatch".
        "metrics": [{"name": metric, "split": SPLIT} for metric in shown],
    }


def _metric_groups(cards: Sequence[Card], stats: Mapping[str, Collection[str]] | None) -> list[dict[str, Any]]:
    every = None if stats is None else set().union(*stats.values())
    judged = any(card.judged for card in cards)
    return [
        _metric_group("main", "Creativity", ["score"], every),
        _metric_group("uncertainty", "Uncertainty", UNCERTAINTY, every),
        _metric_group("validity", "Scored responses", VALIDITY, every),
        _metric_group(f"validity{DETAILED}", "Failure rates", FAILURES, every),
        *([_metric_group("judges", "Judge coverage", COVERAGE, every)] if judged else []),
        *([_metric_group(f"judges{DETAILED}", "Judges", JUDGES, every)] if judged else []),
        *(
            group
            for card in cards
            for group in _submetric_groups(card, None if stats is None else stats.get(card.group, ()))
        ),
    ]


def _submetric_groups(card: Card, stats: Collection[str] | None) -> Iterator[dict[str, Any]]:
    name = f"{card.name}_submetrics"
    own = [submetric.name for submetric in card.submetrics if submetric.name not in (*COVERAGE, *JUDGES)]
    columns = card.columns or own[:MOST_COLUMNS]
    others = [submetric for submetric in own if submetric not in columns]
    yield _metric_group(name, f"Submetrics of {card.short_title}", columns, stats)
    title = f"All submetrics of {card.short_title}"
    yield _metric_group(f"{name}{DETAILED}", title, others, stats, tab="All submetrics")


def _run_group(card: Card) -> dict[str, Any]:
    return {
        "name": card.group,
        "display_name": card.title,
        "short_display_name": card.short_title,
        "description": card.summary,
        "category": card.domain.capitalize(),
        "metric_groups": ["main", "uncertainty", "validity", *["judges"] * card.judged, f"{card.name}_submetrics"],
        "environment": {"main_name": "score", "main_split": SPLIT},
        "adapter_keys_shown": ADAPTER_KEYS,
        "taxonomy": {"task": "creativity", "what": card.domain, "when": "any", "who": "any", "language": card.language},
    }


def _group(name: str, title: str, description: str, category: str, cards: Sequence[Card]) -> dict[str, Any]:
    return {
        "name": name,
        "display_name": title,
        "description": description,
        "category": category,
        "subgroups": [card.group for card in cards],
        "adapter_keys_shown": ["model"],
    }


def _domain_groups(cards: Sequence[Card]) -> list[dict[str, Any]]:
    by_domain: dict[str, list[Card]] = {}
    for card in cards:
        by_domain.setdefault(card.domain, []).append(card)
    return [
        _group(
            f"domain_{domain.replace(' ', '_')}",
            domain.capitalize(),
            f"Benchmarks of {domain}: {', '.join(card.short_title for card in some)}.",
            "Domains",
            some,
        )
        for domain, some in by_domain.items()
    ]


def schema(cards: Iterable[Card], stats: Mapping[str, Collection[str]] | None = None) -> dict[str, Any]:
    """The schema of ``cards``, in their order: all benchmarks, then a group a domain, then each benchmark."""
    cards = list(cards)
    overview = _group("creativity", "Creativity", "All creativity benchmarks of this suite.", "All benchmarks", cards)
    return {
        "perturbations": [],
        "metric_groups": _metric_groups(cards, stats),
        "run_groups": [overview, *_domain_groups(cards), *map(_run_group, cards)],
    }


def schema_yaml(cards: Iterable[Card], stats: Mapping[str, Collection[str]] | None = None) -> str:
    """``schema`` as the text of a file."""
    import yaml

    head = "# Made from the cards by `helm-creativity schema`. Do not edit.\n"
    return head + yaml.safe_dump(schema(cards, stats), sort_keys=False, allow_unicode=True, width=120)


def suites_schema(suites: SuiteRuns, ours: bool = False) -> str:
    """The schema of the benchmarks that suites have runs of, with the stats that these runs have."""
    stats: dict[str, set[str]] = {}
    for run in suites.runs:
        stats.setdefault(run.group, set()).update(run.stats)
    entries = (entry for entry in list_entries() if entry.ours or not ours)
    return schema_yaml([entry.card for entry in entries if entry.card.group in stats], stats)
