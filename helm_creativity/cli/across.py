"""``helm-creativity across BENCHMARK SUITE...``: the comparison of models that a benchmark brings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from helm_creativity.cli.options import print_tables, read_runs, suites_argument, table_options, tell
from helm_creativity.cli.score import part_command
from helm_creativity.core.registry import find_entry
from helm_creativity.reporting.across import across_part, compare_runs, comparing_entries


class AcrossGroup(click.Group):
    """One command per benchmark that compares models; its options are the fields of the part's ``settings_type``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of the benchmarks."""
        return [entry.name for entry in comparing_entries()]

    def get_command(self, ctx: click.Context, name: str) -> click.Command:
        """The benchmark's command."""
        entry = find_entry(name)
        part = across_part(entry)

        def run(suites: Sequence[str], output_path: Path, as_: str, out: Path | None, **values: Any) -> None:  # noqa: ANN401
            settings = part.settings_type(**values)
            print_tables(compare_runs(entry, read_runs(suites, output_path).runs, settings, tell), as_, out)

        return table_options(suites_argument()(part_command(entry, part, run)))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Names and titles, without importing a benchmark."""
        with formatter.section("Benchmarks"):
            formatter.write_dl([(entry.name, entry.card.title) for entry in comparing_entries()])


across = AcrossGroup(
    "across",
    help="Compare the models of suites, as a benchmark does whose scores need all of them.",
    subcommand_metavar="BENCHMARK SUITE...",
)
