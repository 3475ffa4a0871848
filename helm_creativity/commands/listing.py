"""``helm-creativity list``: what there is, and one benchmark by itself."""

from __future__ import annotations

from pathlib import Path

import click

from helm_creativity.commands.options import print_tables, table_options


@click.command("list")
@click.argument("benchmark", required=False, metavar="[BENCHMARK]")
@table_options
def list(benchmark: str | None, as_: str, out: Path | None) -> None:  # noqa: A001 - called as the command
    """List benchmarks, the sets of run, baselines, and the embeddings that are here.

    With BENCHMARK: what it asks and claims, its protocols, settings with choices and defaults, submetrics, papers.
    """
    from helm_creativity.benchmark.registry import find_entry
    from helm_creativity.commands.embeddings import embeddings_table
    from helm_creativity.commands.run import sets_table
    from helm_creativity.reports.benchmarks import baselines_table, benchmark_tables, benchmarks_table

    if benchmark is not None:
        print_tables(benchmark_tables(find_entry(benchmark)), as_, out)
        return
    print_tables([benchmarks_table(), sets_table(), baselines_table(), embeddings_table(here=True)], as_, out)
