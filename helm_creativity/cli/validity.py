"""``helm-creativity validity``: what creativity tests predict beyond capability."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from helm_creativity.cli.options import FILE, print_tables, suites_argument, table_options, tell
from helm_creativity.errors import BadArguments

# As in ``results.reference.tables``, which takes a while to load.
REFERENCES = ("schapiro2026",)


@click.command()
@suites_argument(required=False)
@click.option(
    "--reference", type=click.Choice(REFERENCES), default=REFERENCES[0], show_default=True, help="Whose scores."
)
@click.option(
    "--covariates",
    type=FILE,
    metavar="FILE",
    help="A CSV or JSONL file with a column 'model', named as in the suites, and columns of numbers.",
)
@click.option(
    "--capability",
    metavar="NAME+NAME",
    help="What is taken out of the benchmarks: columns of the reference or of --covariates, or other benchmarks of "
    "the suites (default: the reference's proxies).",
)
@table_options
def validity(
    suites: Sequence[str],
    output_path: Path,
    reference: str,
    covariates: Path | None,
    capability: str | None,
    as_: str,
    out: Path | None,
) -> None:
    """Print what tests predict beyond capability.

    Without SUITE a paper's table is recomputed from the scores that it prints; with it the suites' columns are
    correlated with the reference's benchmarks, by model.
    """
    from helm_creativity.reporting.validity import paper_tables, suite_tables
    from helm_creativity.results.options import read_covariates
    from helm_creativity.results.reference_scores import read_reference
    from helm_creativity.results.suite import find_suites

    found = read_reference(reference)
    if suites:
        numbers = {} if covariates is None else read_covariates(covariates)
        tables = suite_tables(find_suites(suites, output_path), found, tell, numbers, capability)
    elif covariates is not None or capability is not None:
        raise BadArguments("--covariates and --capability are about the models of suites: name a SUITE")
    else:
        tables = paper_tables(found)
    print_tables(tables, as_, out)
