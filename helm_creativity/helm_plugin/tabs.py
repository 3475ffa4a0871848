"""The tabs of a benchmark's page on HELM's pages: what each is called, and which columns it has."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from helm.benchmark.presentation.schema import Schema
from helm.benchmark.presentation.table import Table
from helm.benchmark.scenarios.scenario import ScenarioSpec

from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.card import DETAILED, Card
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.settings import label

CHECKSUM = re.compile(r"[-@]([0-9a-f]{8}|sha256:[0-9a-f]{12})\b")
"""Ends the short names of judges and of files."""


class _Setting(NamedTuple):
    values: Mapping[str, str]
    usual: Mapping[str, str]


def tab_titles(specs: Sequence[ScenarioSpec]) -> list[str]:
    """The settings of one benchmark in words, each by what differs between them: ``protocol agc2026, no judges``.

    What only follows from the protocol is not named beside it.
    """
    settings = [_tab_setting(spec.args) for spec in specs]
    values = {
        name: [setting.values.get(name, "") for setting in settings]
        for name in dict.fromkeys(name for setting in settings for name in setting.values)
    }
    telling = [
        name
        for name, column in values.items()
        if len({*column}) > 1
        and (name == "protocol" or column != [setting.usual.get(name, "") for setting in settings])
    ]
    exact = [", ".join(_in_words(name, values[name][place]) for name in telling) for place in range(len(specs))]
    short = [CHECKSUM.sub("", title) for title in exact]
    return short if len({*short}) == len(short) else exact


def _tab_setting(args: Mapping[str, Any]) -> _Setting:
    """The setting in the arguments of a ``CreativityScenario``, which leaves out what is as usual."""
    given = dict(args)
    benchmark = get_benchmark(given.pop("benchmark"))
    own = parse_settings(benchmark, {"protocol": given["protocol"]}, require=False)
    known = {name: option for name, option in benchmark.options.items() if option.titled}
    usual = {name: label(option, getattr(own, name)) for name, option in known.items()}
    plain = {name for name, option in known.items() if not option.shortened}
    shown = {name: label(known[name], value) if name in plain else str(value) for name, value in given.items()}
    return _Setting({**usual, **shown}, usual)


def _in_words(name: str, value: str) -> str:
    name = name.replace("_", " ")
    return f"no {name}" if value in ("", "none") else f"{name} {value}"


def with_details(schema: Schema) -> Schema:
    """The schema with all stats of a benchmark in its groups, as the page of a run shows them beside each response."""
    known = schema.name_to_metric_group
    run_groups = [
        replace(
            group,
            metric_groups=[
                shown for name in group.metric_groups for shown in (name, f"{name}{DETAILED}") if shown in known
            ],
        )
        for group in schema.run_groups
    ]
    return replace(schema, run_groups=run_groups)


def with_own_words(table: Table, card: Card) -> Table:
    """The table with the card's words for its columns; HELM has one description for all stats of a name."""
    own = {
        submetric.short_title: f"{card.summary}\n\n{submetric.title}: {submetric.description}"
        for submetric in card.submetrics
    }
    header = [replace(cell, description=own.get(cell.value, cell.description)) for cell in table.header]
    return replace(table, header=header)


def without_empty_columns(table: Table) -> Table:
    """The table without the columns that have no value; that of the models stays."""
    filled = [
        place
        for place in range(len(table.header))
        if not place or any(row[place].value is not None for row in table.rows)
    ]
    return replace(
        table,
        header=[table.header[place] for place in filled],
        rows=[[row[place] for place in filled] for row in table.rows],
    )
