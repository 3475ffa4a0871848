"""HELM's schema for ``helm-summarize``, made from the cards.

It has no ``metrics`` section: HELM then takes the display names from the metrics themselves, knows the models by their
right names and leaves no empty columns.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from helm_creativity.benchmark.card import ADDRESSES_JUDGE, DETAILED, MOST_COLUMNS, SHARED, Card
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.benchmark.types import BY_JUDGES, FailureReason, rate_name
from helm_creativity.results.runs import SPLIT, SuiteRuns

# HELM averages the runs of one model that agree in these, and shows those that differ. On the page of all benchmarks a
# model has one row all the same: PACE asks at temperature 0, the DAT at 1.
ADAPTER_KEYS = ["model", "temperature", "max_tokens"]
TAXONOMY = {"task": "creativity", "what": "", "when": "any", "who": "any"}
FAILURES = [rate_name(reason) for reason in FailureReason if reason not in BY_JUDGES]
COMMON = (
    ("main", "Creativity", ["score"]),
    ("uncertainty", "Uncertainty", ["score_se"]),
    ("validity", "Scored responses", ["valid_rate"]),
    (f"validity{DETAILED}", "Failure rates", ["score_failures_as_zero", "equal_rate", SHARED, *FAILURES]),
)
"""Groups of metrics of all benchmarks: name, title and metrics."""
BY_JUDGE = ["judges_left_out", rate_name(FailureReason.UNJUDGED), rate_name(FailureReason.OFF_TASK)]
BY_JUDGE += ["judge_failures", "judge_calls", "judge_asked_again", "judge_tokens", ADDRESSES_JUDGE]
OF_JUDGES = (
    ("judges", "Judge coverage", ["judge_coverage"]),
    (f"judges{DETAILED}", "Judges", BY_JUDGE),
)
"""Groups of metrics of benchmarks with judges."""


def schema(cards: Iterable[Card], stats: Mapping[str, Collection[str]] | None = None) -> dict[str, Any]:
    """The schema of ``cards``, in their order: all benchmarks, then a group a domain, then each benchmark.

    ``stats`` are those of the runs by group, where only these are to be shown.
    """
    cards = list(cards)
    domains: dict[str, list[Card]] = defaultdict(list)
    for card in cards:
        domains[card.domain].append(card)
    groups = [_group("creativity", "Creativity", "All creativity benchmarks of this suite.", "All benchmarks", cards)]
    for domain, some in domains.items():
        about = f"Benchmarks of {domain}: {', '.join(card.short_title for card in some)}."
        groups.append(_group(f"domain_{domain.replace(' ', '_')}", domain.capitalize(), about, "Domains", some))
    groups += [
        {
            "name": card.group,
            "display_name": card.title,
            "short_display_name": card.short_title,
            "description": card.summary,
            "category": card.domain.capitalize(),
            "metric_groups": ["main", "uncertainty", "validity", *["judges"] * card.judged, f"{card.name}_submetrics"],
            "environment": {"main_name": "score", "main_split": SPLIT},
            "adapter_keys_shown": ADAPTER_KEYS,
            "taxonomy": TAXONOMY | {"what": card.domain, "language": card.language},
        }
        for card in cards
    ]
    every = None if stats is None else set().union(*stats.values())
    common = (*COMMON, *(OF_JUDGES if any(card.judged for card in cards) else ()))
    metrics = [_metric_group(name, title, names, every) for name, title, names in common]
    for card in cards:
        there = None if stats is None else stats.get(card.group, ())
        own = [part.name for part in card.submetrics if not any(part.name in names for _, _, names in OF_JUDGES)]
        columns, name, title = card.columns or own[:MOST_COLUMNS], f"{card.name}_submetrics", card.short_title
        others = [submetric for submetric in own if submetric not in columns]
        tab = {"short_display_name": "All submetrics"}
        metrics.append(_metric_group(name, f"Submetrics of {title}", columns, there))
        metrics.append(_metric_group(f"{name}{DETAILED}", f"All submetrics of {title}", others, there, **tab))
    return {"perturbations": [], "metric_groups": metrics, "run_groups": groups}


def _group(name: str, title: str, description: str, category: str, cards: Iterable[Card]) -> dict[str, Any]:
    about = {"name": name, "display_name": title, "description": description, "category": category}
    return {**about, "subgroups": [card.group for card in cards], "adapter_keys_shown": ["model"]}


def _metric_group(
    name: str, title: str, metrics: Iterable[str], stats: Collection[str] | None, **titles: str
) -> dict[str, Any]:
    # The split is written out: HELM fills in a variable such as ${main_split} by compiling it in every thread, which
    # ends some processes of Python 3.11 with "AST constructor recursion depth mismatch".
    shown = [{"name": metric, "split": SPLIT} for metric in metrics if stats is None or metric in stats]
    return {"name": name, "display_name": title, **titles, "aggregation_strategies": [], "metrics": shown}


def schema_yaml(cards: Iterable[Card], stats: Mapping[str, Collection[str]] | None = None) -> str:
    """``schema`` as the text of a file."""
    import yaml

    head = "# Made from the cards by `helm-creativity schema`. Do not edit.\n"
    return head + yaml.safe_dump(schema(cards, stats), sort_keys=False, allow_unicode=True, width=120)


def suites_schema(suites: SuiteRuns) -> str:
    """The schema of the benchmarks that suites have runs of, with the stats that these runs have."""
    stats: dict[str, set[str]] = defaultdict(set)
    for run in suites.runs:
        stats[run.group] |= run.stats.keys()
    return schema_yaml([entry.card for entry in list_entries() if entry.card.group in stats], stats)
