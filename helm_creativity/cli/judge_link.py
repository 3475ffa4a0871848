"""``helm-creativity judges link``: panels of judges on one scale by anchor responses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from helm_creativity.cli.options import leave_out, print_tables, read_runs, suites_argument, table_options, tell
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.safe_text import listed


@click.command(short_help="put suites of different judges on one scale by anchor responses")
@suites_argument()
@table_options
def link(suites: Sequence[str], output_path: Path, as_: str, out: Path | None) -> None:
    """Print models of several suites on the scale of the first one's judges, and what changed in judges.

    The suites' runs have ratings of anchors by `anchors=true` in their run entries. One model is fitted to all
    ratings, so that judges need not be the same; a judge of two suites is two judges, and its change between them is
    printed.
    """
    from helm_creativity.reports.linking import link_tables
    from helm_creativity.results.linked_panels import link_rated_panels, rated_panel

    if len(set(suites)) < max(len(suites), 2):
        raise BadArguments(f"name two different suites or more, got {listed(suites)}")
    problems: list[str] = []
    rated = [rated_panel(suite, read_runs([suite], output_path).runs, problems) for suite in suites]
    found = link_rated_panels(rated, problems)
    for problem in problems:
        leave_out(problem)
    if not found:
        raise FileProblem("no dimension could be linked: " + (problems[-1] if problems else "no suite has ratings"))
    for dimension in found:
        for warning in dimension.warnings:
            tell(f"warning: {dimension.benchmark}, {dimension.dimension}: {warning}")
    print_tables(link_tables(found), as_, out)
