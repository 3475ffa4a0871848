"""``helm-creativity check``: whether a benchmark holds what this package promises of every one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from helm_creativity.commands.options import NamedChoice, print_tables, tell
from helm_creativity.safe_text import counted
from helm_creativity.testing.problem import SAYS, WITH_HELM

if TYPE_CHECKING:
    from helm_creativity.results.table import Table
    from helm_creativity.testing import CheckResult

_CHECKS = "\n".join(f"  {name:10} {says}" for name, says in SAYS.items())


@click.command(epilog=f"\b\nThe checks:\n{_CHECKS}")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--no-pilot", is_flag=True, help=f"Skip the checks that start HELM: {' and '.join(WITH_HELM)}.")
@click.option(
    "--only", multiple=True, type=NamedChoice(list(SAYS)), metavar="CHECK", help="Run only this check; repeatable."
)
def check(names: Sequence[str], no_pilot: bool, only: Sequence[str]) -> None:
    """Check benchmarks, those of other packages too, and name for each problem what to change.

    NAME is a benchmark, or all. The exit status is 1 if there is a problem.
    """
    from helm_creativity.testing import check as run_checks

    found = run_checks(names, only, not no_pilot, tell)
    print_tables(check_tables(found))
    click.get_current_context().exit(1 if any(result.problems for result in found) else 0)


def check_tables(found: Sequence[CheckResult]) -> list[Table]:
    """One row per benchmark and check, then every problem with what to change, then how many there are."""
    from helm_creativity.results.table import Column, Table

    columns = [Column(name, name, left=True, wrapped=name == "result") for name in ("benchmark", "check", "result")]
    results = Table("checks", columns, [(result.benchmark, result.check, _result(result)) for result in found])
    problems = [
        Table("problems", notes=[f"{result.benchmark}, {problem.check}: {problem.what}", f"  change: {problem.change}"])
        for result in found
        for problem in result.problems
    ]
    n, made = sum(len(result.problems) for result in found), sum(not result.skipped for result in found)
    benchmarks = len({result.benchmark for result in found})
    summary = (
        f"{counted(made, 'check')} of {counted(benchmarks, 'benchmark')}: "
        f"{counted(n, 'problem') if n else 'nothing is wrong'}"
    )
    return [results, *problems, Table("summary", notes=[summary])]


def _result(result: CheckResult) -> str:
    if result.skipped:
        return f"left out: {result.skipped}"
    said = f"not ok: {counted(len(result.problems), 'problem')}" if result.problems else "ok"
    return f"{said} ({'; '.join(result.remarks)})" if result.remarks else said
