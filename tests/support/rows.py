"""A row of a user's file for every benchmark, which has a score under its settings."""

from __future__ import annotations

from pathlib import Path

import yaml

import helm_creativity as hc
from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.registry import list_entries

WRITTEN = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))


def row_of(name):
    """A row and its settings: the one that is written, or a rated or a right response."""
    benchmark = hc.get_benchmark(name)
    if name in WRITTEN:
        return WRITTEN[name]["row"], WRITTEN[name].get("settings", {})
    item = next(iter(benchmark.items(parse_settings(benchmark, {}, asked=False))))
    if benchmark.card.task_type == "rated":
        ratings = {of: scale.low for of, (scale, _) in benchmark.rated_dimensions.items()}
        return {"id": item.id, "response": "The lamp in the hall had been left on by nobody.", **ratings}, {}
    return {"id": item.id, "response": f"[{item.fields['answer']}]"}, {}


ROWS = {entry.name: row_of(entry.name) for entry in list_entries() if entry.ours}
