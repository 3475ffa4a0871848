"""``helm-creativity status``: what became of every run of a suite, with an exit status for scripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from helm_creativity.commands.options import format_option, newest_suite, print_tables, suites_argument, tell
from helm_creativity.safe_text import counted


@click.command()
@suites_argument
@click.option(
    "--fail-under",
    metavar="SHARES",
    help="Minimum shares of ratings received and of scored responses, such as coverage=.95,scored=.9.",
)
@format_option
def status(suites: Sequence[str], output_path: Path, fail_under: str | None, as_: str) -> None:
    """Print what became of every run: responses, scores, ratings, reasons. For CI and job scripts.

    The exit status is 1 if a run is missing, incomplete, without a score, or below a share of --fail-under.
    """
    from helm_creativity.commands.running.outcome import COMPLETE, parse_least, status_table, suite_status
    from helm_creativity.results.runs import find_suites

    least = {} if fail_under is None else parse_least(fail_under)
    found = suite_status(find_suites(suites or newest_suite(output_path), output_path))
    print_tables(status_table(found, least), as_)
    failing = Counter(status.state for status in found if status.state != COMPLETE)
    failing.update(f"below {below}" for status in found if (below := status.below(least)))
    if failing:
        reasons = ", ".join(f"{n:,} {reason}" for reason, n in failing.most_common())
        tell(f"{failing.total():,} of {counted(len(found), 'run')} failed: {reasons}")
        click.get_current_context().exit(1)
