"""``helm-creativity schema``: the schema of HELM's pages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from helm_creativity.cli.options import FILE, runs_of, suites_argument


@click.command()
@suites_argument(required=False)
@click.option("--ours", is_flag=True, help="Only what this package ships.")
@click.option("--out", type=FILE, metavar="FILE", help="Write it to a file.")
def schema(suites: Sequence[str], output_path: Path, ours: bool, out: Path | None) -> None:
    """Print the schema for helm-summarize --schema-path: of the benchmarks in suites, or of all benchmarks."""
    from helm_creativity.analysis.helm_schema import schema_yaml
    from helm_creativity.core.records import writing
    from helm_creativity.core.registry import list_entries

    cards = [benchmark.card for benchmark in list_entries() if benchmark.ours or not ours]
    stats: dict[str, set[str]] | None = None
    if suites:
        stats = {}
        for run in runs_of(suites, output_path).runs:
            stats.setdefault(run.group, set()).update(run.stats)
        cards = [card for card in cards if card.group in stats]
    text = schema_yaml(cards, stats)
    with writing(out) as file:
        file.write(text)
