"""``helm-creativity cite``: what to cite."""

from __future__ import annotations

from collections.abc import Sequence

import click


@click.command()
@click.argument("benchmarks", nargs=-1, metavar="[BENCHMARK]...")
def cite(benchmarks: Sequence[str]) -> None:
    """Print BibTeX for helm-creativity and the papers that benchmarks follow; without BENCHMARK, for all of them."""
    from helm_creativity.benchmark.registry import find_entry, list_entries
    from helm_creativity.benchmark.rows.records import writing
    from helm_creativity.reports.citations import bibliography

    cards = [find_entry(name).card for name in dict.fromkeys(benchmarks)]
    with writing(None) as file:
        file.write(bibliography(cards or [entry.card for entry in list_entries() if entry.ours]))
