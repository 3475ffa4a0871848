"""Commands that compare the answers of models with one another: ``distinctiveness`` and ``homogeneity``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from helm_creativity.cli.options import FILE, print_tables, rows_file, runs_of, suites_argument, table_options, tell


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
    """Print how far the paths of CREATE lie from other models' paths."""
    from helm_creativity.reporting.distinctiveness import check_bounds, distinctiveness_of

    check_bounds(threshold, least_quality)
    runs = runs_of(suites, output_path).runs
    names = ", ".join(suites)
    table = distinctiveness_of(runs, names, tell, population, threshold, least_quality, embedding, paths)
    print_tables(table, as_, out)


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
    runs = runs_of(suites, output_path).runs
    whose = benchmark or tables.BENCHMARK
    found = tables.homogeneity_of(runs, ", ".join(suites), tell, whose, embedding, baselines, draws, seed)
    if pairs is not None:
        write_table(tables.pairs(found), tables.COLUMNS, pairs)
    print_tables(tables.tables_of(found, as_ in ("text", "html")), as_, out)
