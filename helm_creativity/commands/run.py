"""``helm-creativity run``: from a model's name to a leaderboard and a report."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from helm_creativity.commands.options import FILE, local_path_option, overwriting, price_option, print_tables, say, tell
from helm_creativity.defaults import OUTPUT_PATH, SUITE, THREADS
from helm_creativity.errors import CreativityError

if TYPE_CHECKING:
    from helm_creativity.commands.running.launch import Launch

STOPPED = 130


@click.command()
@click.argument("names", nargs=-1, metavar="SET-OR-BENCHMARK...")
@click.option("--model", "models", multiple=True, metavar="NAME", help="HELM's name for a model; repeatable.")
@click.option("--suite", default=SUITE, show_default=True, metavar="NAME", help="helm-run's --suite.")
@click.option(
    "--base-url",
    metavar="URL",
    help="An OpenAI-compatible server with the model, such as http://localhost:8000/v1; judges that it has are asked "
    "there, too. No YAML files needed.",
)
@click.option("--api-key-env", metavar="VAR", help="The environment variable that holds the key of --base-url.")
@click.option("--judges", default="", metavar="JUDGE+JUDGE", help="Judges for all benchmarks that use judges.")
@click.option("--reasoning", is_flag=True, help="The model reasons: 16,384 tokens for each response.")
@click.option("--max-tokens", type=int, metavar="N", help="Token limit per response (default: set by each benchmark).")
@price_option("Price per million tokens of a model or judge, for the plan; repeatable.")
@click.option("-n", "--num-threads", type=click.IntRange(1), default=THREADS, show_default=True, help="As in helm-run.")
@click.option("--output-path", type=FILE, default=OUTPUT_PATH, show_default=True, help="As in helm-run.")
@local_path_option("As in helm-run.")
@click.option("--dry-run", is_flag=True, help="Print the helm-run command and run nothing.")
@click.option("--yes", is_flag=True, help="Do not ask before the run.")
def run(
    names: Sequence[str],
    models: Sequence[str],
    suite: str,
    base_url: str | None,
    api_key_env: str | None,
    judges: str,
    reasoning: bool,
    max_tokens: int | None,
    prices: Sequence[str],
    num_threads: int,
    output_path: Path,
    local_path: Path,
    dry_run: bool,
    yes: bool,
) -> None:
    """Run a set of benchmarks on a model, then print its leaderboard and write its report.

    SET-OR-BENCHMARK is a set (`helm-creativity list sets`), a benchmark, or a run entry without a model, such as
    dat:embedding=builtin. HELM runs the benchmarks; --dry-run prints its command. If a run stops, the same command
    continues it. The exit status is 1 if a run or a request failed, or if a language model has a score in none of the
    runs.
    """
    from helm_creativity.commands.planning.tables import parse_prices, short_plan
    from helm_creativity.commands.running.interface import Interface
    from helm_creativity.commands.running.launch import Launch

    launch = Launch(
        names=names,
        models=models,
        suite=suite,
        base_url=base_url,
        api_key_env=api_key_env,
        judges=judges,
        reasoning=reasoning,
        max_tokens=max_tokens,
        threads=num_threads,
        output_path=output_path,
        local_path=local_path,
        interface=Interface.COMMAND_LINE,
    )
    priced = parse_prices(prices)
    key = launch.key()
    entries = launch.run_entries(key, tell, write=not dry_run)
    if dry_run:
        say(shlex.join(["helm-run", *launch.arguments(entries)]))
        return
    with launch.sent_key(key):
        plan = launch.plan(entries)
        print_tables(short_plan(plan, priced))
        if not yes and sys.stdin.isatty():
            click.confirm("Run it?", default=True, abort=True, err=True)
        try:
            status = launch.start(entries, plan, tell, overwriting())
        except KeyboardInterrupt:
            click.get_current_context().exit(STOPPED)
        status = _results(launch, {run.name for run in plan.runs}) or status
    click.get_current_context().exit(status)


def _results(launch: Launch, names: Collection[str]) -> int:
    from helm_creativity.commands.leaderboard import leaderboard
    from helm_creativity.commands.report import report
    from helm_creativity.commands.run_status import status_table, suite_status
    from helm_creativity.commands.running.outcome import outcome
    from helm_creativity.results.runs import find_suites

    suite, output_path = launch.suite, launch.output_path
    if not launch.has_results():
        tell(f"no run of {suite} has results")
        return 1
    try:
        launch.summarize(tell)
    except CreativityError as error:
        tell(str(error))
    page = output_path / f"{suite}.html"
    say("")
    failing = _exit_status(leaderboard, suites=(suite,), output_path=output_path)
    say("")
    found = suite_status(find_suites([suite], output_path))
    print_tables(status_table(found, {}))
    became = outcome(launch, found, names)
    for line in became.lines:
        tell(line)
    refused = _exit_status(report, suites=(suite,), output_path=output_path, out=page)
    if not refused:
        say(f"report: {page}")
    say(f"HELM's pages: {launch.server_command()}")
    return failing | became.status | refused


def _exit_status(command: click.Command, **values: Any) -> int:  # noqa: ANN401 - as the options of commands
    try:
        click.get_current_context().invoke(command, **values)
    except click.exceptions.Exit as ended:
        return int(ended.exit_code)
    except CreativityError as error:
        tell(str(error))
        return 1
    return 0
