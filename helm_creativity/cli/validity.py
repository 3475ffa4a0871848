"""``helm-creativity validity``: what creativity tests predict beyond capability, or beyond covariates of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from helm_creativity.cli.options import (
    FILE,
    NEW_FILE,
    NamedChoice,
    print_tables,
    read_runs,
    require_figure,
    scores_option,
    suites_argument,
    table_options,
    tell,
)
from helm_creativity.errors import BadArguments

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
@click.option(
    "--criteria",
    type=FILE,
    metavar="FILE",
    help="Instead of published scores: a CSV file, a workbook or JSONL with a column 'model' and columns of numbers, "
    "which are criteria. A column 'release_date' gives the trend by date.",
)
@click.option(
    "--covariate",
    "named",
    multiple=True,
    metavar="NAME",
    help="A column of --criteria that is controlled for; repeatable.",
)
@click.option("--curve", default="", metavar="NAME", help="A column of --criteria, such as the step of checkpoints.")
@click.option(
    "--figure",
    type=NEW_FILE,
    metavar="FILE",
    help="With --criteria: also draw the correlations, as .png, .pdf or .svg.",
)
@click.option(
    "--mean-z",
    is_flag=True,
    help="Also give a column for each test that was run under several embeddings: the mean of a model's z-scores.",
)
@scores_option
@table_options
def validity(
    suites: Sequence[str],
    output_path: Path,
    published: str,
    covariates: Path | None,
    capability: str | None,
    criteria: Path | None,
    named: Sequence[str],
    curve: str,
    figure: Path | None,
    mean_z: bool,
    scores: str,
    as_: str,
    out: Path | None,
) -> None:
    """Print what tests predict beyond capability.

    The suites' columns are correlated with published scores of the same models on other benchmarks, or with criteria
    of your own, for which nested regressions say what a score adds to covariates.
    """
    from helm_creativity.results.runs import find_suites

    if criteria is None and (named or curve or figure):
        raise BadArguments("--covariate, --curve and --figure need --criteria FILE")
    if criteria is not None and (covariates is not None or capability is not None):
        raise BadArguments(
            "--covariates and --capability belong to published scores; with --criteria name columns by --covariate"
        )
    if criteria is None:
        from helm_creativity.reports.validity import suite_tables
        from helm_creativity.results.options import read_covariates
        from helm_creativity.results.published_scores import read_published_scores

        benchmarks = read_published_scores(published)
        numbers = {} if covariates is None else read_covariates(covariates)
        found = find_suites(suites, output_path)
        print_tables(suite_tables(found, benchmarks, tell, numbers, capability, scores, mean_z=mean_z), as_, out)
        return
    from helm_creativity.reports.criterion_validity import criterion_tables, draw_correlations
    from helm_creativity.results.criterion_validity import criterion_validity
    from helm_creativity.results.study import build_score_matrix

    if figure is not None:
        require_figure(figure)
    collected = read_runs(suites, output_path, scores)
    study = build_score_matrix(find_suites(suites, output_path), warn=tell, collected=collected)
    beyond = criterion_validity(study, criteria, named, curve, mean_z=mean_z)
    print_tables(criterion_tables(beyond), as_, out)
    if figure is not None:
        draw_correlations(beyond, figure)
