"""``helm-creativity validity``: what creativity tests predict beyond capability."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from helm_creativity.cli.options import (
    FILE,
    NamedChoice,
    print_tables,
    scores_option,
    suites_argument,
    table_options,
    tell,
)

# As in ``results.published_scores``, which takes a while to load.
PUBLISHED = ("schapiro2026",)


@click.command()
@suites_argument()
@click.option(
    "--published", type=NamedChoice(PUBLISHED), default=PUBLISHED[0], show_default=True, help="The paper's scores."
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
    help="Capability measures to control for: columns of --covariates, which take precedence, or of the paper, or "
    "other benchmarks of the suites (default: the paper's proxies).",
)
@scores_option
@table_options
def validity(
    suites: Sequence[str],
    output_path: Path,
    published: str,
    covariates: Path | None,
    capability: str | None,
    scores: str,
    as_: str,
    out: Path | None,
) -> None:
    """Print what tests predict beyond capability.

    The suites' columns are correlated with published scores of the same models on other benchmarks.
    """
    from helm_creativity.reporting.validity import suite_tables
    from helm_creativity.results.options import read_covariates
    from helm_creativity.results.published_scores import read_published_scores
    from helm_creativity.results.suite import find_suites

    benchmarks = read_published_scores(published)
    numbers = {} if covariates is None else read_covariates(covariates)
    tables = suite_tables(find_suites(suites, output_path), benchmarks, tell, numbers, capability, scores)
    print_tables(tables, as_, out)
