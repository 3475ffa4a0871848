"""What run entries need, and this machine lacks."""

from __future__ import annotations

from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.settings import RESERVED
from helm_creativity.commands.running.sets import Entry
from helm_creativity.reports.benchmarks import missing_files


def missing_for(entry: Entry) -> list[str]:
    """Files that a run entry needs and this machine lacks, each with the command that brings it. Asks no network."""
    from helm_creativity.commands.planning.entries import split_entry
    from helm_creativity.commands.planning.offline import offline

    benchmark = get_benchmark(entry.benchmark)
    _, values = split_entry(entry.of_model("text"))  # numbers and truth values, as HELM reads them
    own = {name: value for name, value in values.items() if name not in RESERVED}
    with offline():
        return list(missing_files(benchmark, parse_settings(benchmark, own, require=False)))
