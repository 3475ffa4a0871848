"""``helm-creativity run``: from a model's name to a leaderboard and a report."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from helm_creativity.commands.options import (
    FILE,
    local_path_option,
    overwriting,
    price_option,
    print_tables,
    say,
    server_options,
    tell,
)
from helm_creativity.defaults import OUTPUT_PATH, SUITE, THREADS
from helm_creativity.errors import CreativityError

if TYPE_CHECKING:
    from helm_creativity.commands.planning.counting import Plan


@click.command()
@click.argument("names", nargs=-1, metavar="SET-OR-BENCHMARK...")
@click.option("--model", "models", multiple=True, metavar="NAME", help="HELM's name for a model; repeatable.")
@click.option("--suite", default=SUITE, show_default=True, metavar="NAME", help="helm-run's --suite.")
@server_options
@click.option("--judges", default="", metavar="JUDGE+JUDGE", help="Judges for all benchmarks that use judges.")
@click.option("--reasoning", is_flag=True, help="The model reasons: 16,384 tokens for each response.")
@click.option("--max-tokens", type=int, metavar="N", help="Token limit per response (default: set by each benchmark).")
@price_option("Price per million tokens of a model or judge, for the plan; repeatable.")
@click.option(
    "-n", "--num-threads", "threads", type=click.IntRange(1), default=THREADS, show_default=True, help="As in helm-run."
)
@click.option("--output-path", type=FILE, default=OUTPUT_PATH, show_default=True, help="As in helm-run.")
@local_path_option("As in helm-run.")
@click.option("--dry-run", is_flag=True, help="Print the helm-run command and run nothing.")
@click.option("--yes", is_flag=True, help="Do not ask before the run.")
def run(prices: Mapping[str, tuple[float, float]], dry_run: bool, yes: bool, **wanted: Any) -> None:  # noqa: ANN401 - fields of Launch
    """Run a set of benchmarks on a model, then print its leaderboard and write its report.

    SET-OR-BENCHMARK is a set (`helm-creativity list sets`), a benchmark, or a run entry without a model, such as
    dat:embedding=builtin. HELM runs the benchmarks; --dry-run prints its command. If a run stops, the same command
    continues it. The exit status is 1 if a run or a request failed, or if a language model has a score in none of the
    runs.
    """
    from helm_creativity.commands.planning.tables import short_plan
    from helm_creativity.commands.reading import leaderboard, report
    from helm_creativity.commands.running.launch import Launch
    from helm_creativity.commands.running.outcome import status_table

    launch = Launch(**wanted)
    if dry_run:
        entries, *_ = launch.prepare(tell, write=False)
        say(shlex.join(["helm-run", *launch.arguments(entries)]))
        return

    def look(plan: Plan) -> None:
        print_tables(short_plan(plan, prices))
        if not yes and sys.stdin.isatty():
            click.confirm("Run it?", default=True, abort=True, err=True)

    made = launch.make(tell, look, overwriting())
    if made is None:
        tell(f"no run of {launch.suite} has results")
        click.get_current_context().exit(1)
    became, lines, found = made
    of_suite = {"suites": (launch.suite,), "output_path": launch.output_path}
    page = launch.output_path / f"{launch.suite}.html"
    say("")
    failing = became["status"] | _exit_status(leaderboard, **of_suite)
    say("")
    print_tables(status_table(found, {}))
    for line in lines:
        tell(line)
    if not _exit_status(report, **of_suite, out=page):
        say(f"report: {page}")
    else:
        failing = 1
    elsewhere = [] if launch.output_path == OUTPUT_PATH else ["--output-path", str(launch.output_path)]
    say(f"HELM's pages: {shlex.join(['helm-server', '--suite', launch.suite, *elsewhere])}")
    click.get_current_context().exit(failing)


def _exit_status(command: click.Command, **values: Any) -> int:  # noqa: ANN401 - as the options of commands
    try:
        click.get_current_context().invoke(command, **values)
    except click.exceptions.Exit as ended:
        return int(ended.exit_code)
    except CreativityError as error:
        tell(str(error))
        return 1
    return 0
