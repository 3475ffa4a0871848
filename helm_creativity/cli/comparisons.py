"""Commands that compare the answers of models with one another: ``distinctiveness`` and ``homogeneity``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import click

from helm_creativity.cli.options import FILE, print_tables, read_runs, rows_file, suites_argument, table_options, tell
from helm_creativity.errors import BadArguments, FileProblem


@click.command()
@suites_argument()
@click.option(
    "--population",
    type=click.Choice(("models", "runs")),
    default="models",
    show_default=True,
    help="Whose paths: other models', or all other runs', of the same model too.",
)
@click.option(
    "--threshold",
    type=float,
    default=1.0,
    show_default=True,
    metavar="T",
    help="Share of a path's triples that must be facts.",
)
@click.option(
    "--least-quality",
    type=float,
    default=3.0,
    show_default=True,
    metavar="Q",
    help="Measure paths whose quality is above it.",
)
@click.option("--embedding", metavar="NAME", help="Of the paths (default: that of the runs).")
@click.option("--paths", type=FILE, callback=rows_file, help="Write one row per path: .parquet, .csv or .jsonl.")
@table_options
def distinctiveness(
    suites: Sequence[str],
    output_path: Path,
    population: str,
    threshold: float,
    least_quality: float,
    embedding: str | None,
    paths: Path | None,
    as_: str,
    out: Path | None,
) -> None:
    """Print how far the paths of each model lie from other models' paths."""
    _check_bounds(threshold, least_quality)
    comparing = _modules_with("distinctiveness_of")
    runs = read_runs(suites, output_path).runs
    names = ", ".join(suites)
    by_group = {group: [run for run in runs if run.group == group] for group in comparing}
    if not any(by_group.values()):
        raise FileProblem(f"no run of the suite {names!r} that can be read is one of {', '.join(comparing)}")
    tables = [
        comparing[group].distinctiveness_of(found, names, tell, population, threshold, least_quality, embedding, paths)
        for group, found in by_group.items()
        if found
    ]
    print_tables(tables, as_, out)


def _check_bounds(threshold: float, least_quality: float) -> None:
    """Refuses bounds that cannot be, before anything is read.

    Raises:
        BadArguments: for a threshold that is no share, or a quality that is no number.
    """
    if not 0 <= threshold <= 1:
        raise BadArguments(f"--threshold must be a share from 0 to 1, got {threshold:g}")
    if not math.isfinite(least_quality):
        raise BadArguments(f"--least-quality must be a number, got {least_quality:g}")


def _modules_with(function: str) -> dict[str, ModuleType]:
    """The modules ``across`` that have the function, by the groups of their benchmarks."""
    from helm_creativity.core.registry import list_entries

    found = {}
    for entry in list_entries():
        if entry.owns("across"):
            try:
                module = entry.module("across")
            except Exception as error:  # of another package's benchmark, which costs no other anything
                tell(f"left out: {entry.package} cannot be used: {type(error).__name__}: {error}")
                continue
            if hasattr(module, function):
                found[entry.group] = module
    return found


@click.command()
@suites_argument()
@click.option("--benchmark", metavar="NAME", help="Whose answers (default: those of the benchmark that compares them).")
@click.option(
    "--embedding",
    metavar="NAME",
    help="Of the answers (default: that of the benchmark's own runs, else its usual one).",
)
@click.option("--baselines", is_flag=True, help="Count the baselines in means over models too.")
@click.option("--draws", type=int, default=1000, show_default=True, help="Of the bootstrap over prompts.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the bootstrap.")
@click.option(
    "--pairs", type=FILE, callback=rows_file, help="Write one row per pair of runs: .parquet, .csv or .jsonl."
)
@table_options
def homogeneity(
    suites: Sequence[str],
    output_path: Path,
    benchmark: str | None,
    embedding: str | None,
    baselines: bool,
    draws: int,
    seed: int,
    pairs: Path | None,
    as_: str,
    out: Path | None,
) -> None:
    """Print how like the answers of different models to the same prompts are."""
    from helm_creativity.core.registry import module_with
    from helm_creativity.results.tidy import write_table

    tables = module_with("across", "homogeneity_of")
    tables.check_bootstrap(draws, seed)
    runs = read_runs(suites, output_path).runs
    whose = benchmark or tables.BENCHMARK
    found = tables.homogeneity_of(runs, ", ".join(suites), tell, whose, embedding, baselines, draws, seed)
    if pairs is not None:
        write_table(tables.pairs(found), tables.COLUMNS, pairs)
    print_tables(tables.tables_of(found, as_ in ("text", "html")), as_, out)
