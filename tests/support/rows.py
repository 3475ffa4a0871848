"""A row of a user's file for every benchmark, which has a score under its settings."""

from __future__ import annotations

from pathlib import Path

import yaml

import helm_creativity as hc

ROWS = {
    name: (given["row"], given.get("settings", {}))
    for name, given in yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8")).items()
}


def row_of(name):
    """A row and its settings; of letter strings, one whose answer the benchmark itself knows."""
    record, settings = ROWS[name]
    if name == "letter_string":
        benchmark = hc.get_benchmark(name)
        item = next(iter(benchmark.items(benchmark.settings())))
        record = {"id": item.id, "response": f"[{item.fields['answer']}]"}
    return record, settings
