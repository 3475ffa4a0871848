"""``helm-creativity cite``: what to cite."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from helm_creativity.commands.options import NEW_FILE


@click.command()
@click.argument("benchmarks", nargs=-1, metavar="[BENCHMARK]...")
@click.option("--out", type=NEW_FILE, metavar="FILE", help="Write to a file.")
def cite(benchmarks: Sequence[str], out: Path | None) -> None:
    """Print BibTeX for helm-creativity and the papers that benchmarks follow; without BENCHMARK, for all of them."""
    from helm_creativity.benchmark.registry import find_entry, list_entries
    from helm_creativity.benchmark.rows.records import writing
    from helm_creativity.reports.citations import bibliography

    cards = [find_entry(name).card for name in dict.fromkeys(benchmarks)]
    with writing(out) as file:
        file.write(bibliography(cards or [entry.card for entry in list_entries() if entry.ours]))
