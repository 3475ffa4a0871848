"""What benchmarks are, as tables: their cards, their settings, and what they need before they can be run."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from helm_creativity.baselines.models import baselines
from helm_creativity.benchmark.base import Benchmark, parse_settings
from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.registry import BenchmarkEntry, list_entries, tolerating
from helm_creativity.benchmark.settings import Option, Settings, hints, label
from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.results.columns import numbers, texts
from helm_creativity.results.numbers import count
from helm_creativity.results.table import Column, Table

WHAT = Column("what", "what", left=True, wrapped=True)


def benchmarks_table() -> Table:
    """One row per benchmark; one that cannot be used costs a warning and itself."""
    name = Column("name", "benchmark", left=True)
    columns = (name, *texts("title", "domain"), *numbers(count, "items", "requests"), *texts("judges", "files"))
    rows = []
    for entry in list_entries():
        with tolerating(entry):
            benchmark = load_benchmark(entry)
            card, settings, items = benchmark.card, default_settings(benchmark), default_items(benchmark.card)
            requests = None if items is None else items * settings.trials
            files = "fetch first" if any(missing_files(benchmark, settings)) else "here"
            rows.append((entry.name, card.title, card.domain, items, requests, asks_judges(settings), files))
    notes = (
        "items and requests: for the run entry without arguments, without follow-ups and questions to judges; "
        "helm-creativity plan counts everything",
        "judges: needed, optional, or none; fetch first: helm-creativity list BENCHMARK names the files",
    )
    return Table("benchmarks", columns, rows, notes=notes)


def default_settings(benchmark: Benchmark[Any]) -> Settings:
    """The settings of a run entry without arguments, whatever they require."""
    settings: Settings = parse_settings(benchmark, {}, require=False)
    return settings


def default_items(card: Card) -> int | None:
    """How many items a run entry without arguments asks; None where the card does not say."""
    return card.items[0].count if card.items else None


def asks_judges(settings: Settings) -> str:
    """Whether judges are ``needed`` for a score, ``optional``, or ``none`` are asked."""
    if not isinstance(settings, JudgedSettings):
        return "none"
    return "needed" if settings.needs_judges else "optional"


def missing_files(benchmark: Benchmark[Any], settings: Settings) -> Iterator[str]:
    """What a run needs and this machine lacks, each with the command that brings it."""
    found = set()
    for _, check in chain(settings.requirements(True), benchmark.requirements(settings, True)):
        try:
            check()
        except BadArguments:  # such as no judges, who are no file
            continue
        except CreativityError as error:
            if str(error) not in found:
                found.add(str(error))
                yield str(error)


def baselines_table() -> Table:
    """The models without a language model."""
    columns = (
        Column("name", "baseline", left=True),
        *texts("title"),
        Column("description", "description", left=True, data_only=True),
    )
    return Table("baselines", columns, [(model.name, model.display_name, model.description) for model in baselines()])


def benchmark_tables(entry: BenchmarkEntry, here: bool = True) -> list[Table]:
    """A benchmark's card in short, its protocols, settings, submetrics, deviations from the source, and papers."""
    benchmark = load_benchmark(entry)
    card, settings, kinds = benchmark.card, default_settings(benchmark), hints(benchmark.settings_type)
    protocols = [(name, "yes" if name == card.default_protocol else "", what) for name, what in card.protocols.items()]
    options = [
        (name, label(Option(""), getattr(settings, name)), _values(field, kinds[name]), field.help)
        for name, field in benchmark.options.items()
    ]
    better = {None: "", True: "lower", False: "higher"}
    submetrics = [(part.name, better[part.lower_is_better], part.description) for part in card.submetrics]
    deviation = Column("deviation", "how numbers can differ from the source's", left=True, wrapped=True)
    papers = Column("url", "paper", left=True), Column("citation", "please cite", left=True, wrapped=True)
    return [
        _facts(benchmark, settings, here),
        Table("protocols", (*texts("protocol", "default"), WHAT), protocols),
        Table("settings", (*texts("setting", "default", "values"), WHAT), options),
        Table("submetrics", (*texts("submetric", "better"), WHAT), submetrics),
        Table("deviations", (Column("number", "", count), deviation), list(enumerate(card.deviations, start=1))),
        Table("papers", papers, [(paper.url, paper.citation) for paper in card.papers]),
    ]


def _facts(benchmark: Benchmark[Any], settings: Settings, here: bool) -> Table:
    card, items = benchmark.card, default_items(benchmark.card)
    facts = {
        "run entry": card.group,
        "domain": card.domain,
        "version": card.version,
        "language": card.language,
        "what": card.summary,
        "measures": card.measures,
        "does not claim": card.does_not_measure,
        "items": "; ".join(f"{items.name}: {items.count:,} ({items.licence})" for items in card.items),
        "requests": "" if items is None else f"{items * settings.trials:,} without follow-ups",
        "judges": asks_judges(settings),
    }
    if here:
        facts["to fetch"] = "; ".join(missing_files(benchmark, settings)) or "nothing"
    columns = (Column("fact", "", left=True), Column("value", "", left=True, wrapped=True))
    return Table("benchmark", columns, [*facts.items()], title=f"{benchmark.name}: {card.title}")


def _values(field: Option, kind: type) -> str:
    if field.allowed:
        return (" + " if field.several else " | ").join(map(str, field.allowed))
    if kind is bool:
        return "true | false"
    if kind in (int, float):
        low, high = ("" if end is None else f"{end:,}" for end in (field.low, field.high))
        return f"{low} to {high}" if low and high else f"{low} or more" if low else "a number"
    return "a text"
