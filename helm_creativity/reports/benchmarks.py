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
from helm_creativity.results.numbers import count
from helm_creativity.results.table import Column, Table

JUDGES = "judges"


def benchmarks_table() -> Table:
    """One row per benchmark; one that cannot be used costs a warning and itself."""
    columns = (
        Column("name", "benchmark", left=True),
        Column("title", "title", left=True),
        Column("domain", "domain", left=True),
        Column("items", "items", count),
        Column("requests", "requests", count),
        Column(JUDGES, "judges", left=True),
        Column("files", "files", left=True),
    )
    rows = []
    for entry in list_entries():
        with tolerating(entry):
            benchmark = load_benchmark(entry)
            settings = default_settings(benchmark)
            items = default_items(benchmark.card)
            requests = None if items is None else items * settings.trials
            files = "fetch first" if any(missing_files(benchmark, settings)) else "here"
            card = benchmark.card
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
        Column("title", "title", left=True),
        Column("description", "description", left=True, data_only=True),
    )
    return Table("baselines", columns, [(model.name, model.display_name, model.description) for model in baselines()])


def benchmark_tables(entry: BenchmarkEntry, here: bool = True) -> list[Table]:
    """A benchmark's card in short, its protocols, settings, submetrics, deviations from the source, and papers."""
    benchmark = load_benchmark(entry)
    return [
        _facts(benchmark, here),
        _protocols(benchmark.card),
        _settings(benchmark),
        _submetrics(benchmark.card),
        _deviations(benchmark.card),
        _papers(benchmark.card),
    ]


def _facts(benchmark: Benchmark[Any], here: bool) -> Table:
    card, settings = benchmark.card, default_settings(benchmark)
    items = default_items(card)
    facts: dict[str, str] = {
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


def _protocols(card: Card) -> Table:
    columns = (
        Column("protocol", "protocol", left=True),
        Column("default", "default", left=True),
        Column("what", "what", left=True, wrapped=True),
    )
    rows = [(name, "yes" if name == card.default_protocol else "", what) for name, what in card.protocols.items()]
    return Table("protocols", columns, rows)


def _settings(benchmark: Benchmark[Any]) -> Table:
    columns = (
        Column("setting", "setting", left=True),
        Column("default", "default", left=True),
        Column("values", "values", left=True),
        Column("what", "what", left=True, wrapped=True),
    )
    settings = default_settings(benchmark)
    kinds = hints(benchmark.settings_type)
    rows = [
        (name, label(Option(""), getattr(settings, name)), _values(field, kinds[name]), field.help)
        for name, field in benchmark.options.items()
    ]
    return Table("settings", columns, rows)


def _values(field: Option, kind: type) -> str:
    if field.allowed:
        return (" + " if field.several else " | ").join(map(str, field.allowed))
    if kind is bool:
        return "true | false"
    if kind in (int, float):
        low, high = ("" if end is None else f"{end:,}" for end in (field.low, field.high))
        return f"{low} to {high}" if low and high else f"{low} or more" if low else "a number"
    return "a text"


def _submetrics(card: Card) -> Table:
    columns = (
        Column("submetric", "submetric", left=True),
        Column("better", "better", left=True),
        Column("what", "what", left=True, wrapped=True),
    )
    better = {None: "", True: "lower", False: "higher"}
    rows = [(submetric.name, better[submetric.lower_is_better], submetric.description) for submetric in card.submetrics]
    return Table("submetrics", columns, rows)


def _deviations(card: Card) -> Table:
    columns = (
        Column("number", "", count),
        Column("deviation", "how numbers can differ from the source's", left=True, wrapped=True),
    )
    return Table("deviations", columns, list(enumerate(card.deviations, start=1)))


def _papers(card: Card) -> Table:
    columns = (Column("url", "paper", left=True), Column("citation", "please cite", left=True, wrapped=True))
    return Table("papers", columns, [(paper.url, paper.citation) for paper in card.papers])
