"""``helm-creativity across BENCHMARK SUITE...``: the comparison of models that a benchmark brings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from helm_creativity.cli.options import BenchmarkGroup, print_tables, read_runs, suites_argument, table_options, tell
from helm_creativity.cli.score import part_command
from helm_creativity.core.entries import BenchmarkEntry
from helm_creativity.core.registry import find_entry
from helm_creativity.reports.across import across_part, compare_runs, comparing_entries


class AcrossGroup(BenchmarkGroup):
    """One command per benchmark that compares models; its options are the fields of the part's ``settings_type``."""

    def entries(self) -> Sequence[BenchmarkEntry]:
        """Those that compare models."""
        return comparing_entries()

    def get_command(self, ctx: click.Context, name: str) -> click.Command:
        """The benchmark's command."""
        entry = find_entry(name)
        part = across_part(entry)

        def run(suites: Sequence[str], output_path: Path, as_: str, out: Path | None, **values: Any) -> None:  # noqa: ANN401
            settings = part.settings_type(**values)
            print_tables(compare_runs(entry, read_runs(suites, output_path).runs, settings, tell), as_, out)

        return table_options(suites_argument()(part_command(entry, part, run)))


across = AcrossGroup(
    "across",
    help="Compare the models of suites, as a benchmark does whose scores need all of them.",
    subcommand_metavar="BENCHMARK SUITE...",
)
