"""``helm-creativity run``: from a model's name to a leaderboard and a report."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from helm_creativity.cli.options import FILE, OUTPUT_PATH, overwriting, print_tables, say, tell
from helm_creativity.errors import BadArguments, CreativityError, FileProblem, MissingExtra

if TYPE_CHECKING:
    from helm_creativity.operations.planning.amounts import Plan
    from helm_creativity.reporting.tables import Table

SUITE, LOCAL_PATH, THREADS = "creativity", "prod_env", 4
ALL_ITEMS = 1_000_000
"""For helm-run's -m, which must be given: a set says itself how many items are asked."""
SUMMARIZER = "helm_creativity.helm_plugin.summarizer.CreativitySummarizer"
STOPPED, LAST_LINES = 130, 15
KEY_NEEDS_SERVER = (
    "--api-key-env needs --base-url; HELM reads the keys of providers from the environment or from credentials.conf"
)


@click.command()
@click.argument("names", nargs=-1, metavar="SET-OR-BENCHMARK...")
@click.option("--model", "models", multiple=True, metavar="NAME", help="HELM's name for a model; repeatable.")
@click.option("--suite", default=SUITE, show_default=True, metavar="NAME", help="helm-run's --suite.")
@click.option(
    "--base-url",
    metavar="URL",
    help="An OpenAI-compatible server with the model, such as http://localhost:8000/v1. No YAML files needed.",
)
@click.option("--api-key-env", metavar="VAR", help="The environment variable that holds the key of --base-url.")
@click.option("--judges", default="", metavar="JUDGE+JUDGE", help="Judges for all benchmarks that use judges.")
@click.option("--reasoning", is_flag=True, help="The model reasons: 16,384 tokens for each response.")
@click.option("--max-tokens", type=int, metavar="N", help="Token limit per response (default: set by each benchmark).")
@click.option(
    "--price",
    "prices",
    multiple=True,
    metavar="NAME=PROMPT/COMPLETION",
    help="Price per million tokens of a model or judge, for the plan; repeatable.",
)
@click.option("-n", "--num-threads", type=click.IntRange(1), default=THREADS, show_default=True, help="As in helm-run.")
@click.option("--output-path", type=FILE, default=OUTPUT_PATH, show_default=True, help="As in helm-run.")
@click.option("--local-path", type=FILE, default=Path(LOCAL_PATH), show_default=True, help="As in helm-run.")
@click.option("--list", "list_", is_flag=True, help="List the sets, with their requests.")
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
    list_: bool,
    dry_run: bool,
    yes: bool,
) -> None:
    """Run a set of benchmarks on a model, then print its leaderboard and write its report.

    SET-OR-BENCHMARK is a set (--list), a benchmark, or a run entry without a model, such as dat:embedding=builtin.
    HELM runs the benchmarks; --dry-run prints its command. If a run stops, the same command continues it.
    """
    from helm_creativity.operations.planning.prices import parse_prices
    from helm_creativity.operations.running.plan import short_plan
    from helm_creativity.operations.running.server import sent_key
    from helm_creativity.operations.running.sets import entries_of, limited

    if list_:
        print_tables(sets_table())
        return
    _require(names, models, max_tokens, reasoning, base_url, api_key_env)
    priced = parse_prices(prices)
    entries = list(limited(entries_of(names, judges), max_tokens, reasoning))
    if judges and not any(entry.may_judge for entry in entries):
        tell("note: none of these benchmarks asks judges")
    key = key_of_server(api_key_env)
    called = {name: name for name in models}
    if base_url is not None:
        called = _names_in_helm(models, base_url, key, local_path, dry_run)
    descriptions = [entry.of_model(called[model]) for model in models for entry in entries]
    arguments = ["--run-entries", *descriptions, "--suite", suite, "-m", str(ALL_ITEMS), "-n", str(num_threads)]
    arguments += ["--output-path", str(output_path), "--local-path", str(local_path)]
    if dry_run:
        say(shlex.join(["helm-run", *arguments]))
        return
    with sent_key(key, local_path):
        plan = _checked_plan(descriptions, local_path, reasoning or max_tokens is not None)
        print_tables(short_plan(plan, priced))
        if not yes and sys.stdin.isatty():
            click.confirm("Run it?", default=True, abort=True, err=True)
        status = _run_helm(arguments, plan, _log(suite, output_path), local_path)
        status = _results(suite, output_path, _log(suite, output_path)) or status
    click.get_current_context().exit(status)


def sets_table() -> Table:
    """Sets with what they take."""
    from helm_creativity.operations.running.sets import SETS
    from helm_creativity.reporting.numbers import count
    from helm_creativity.reporting.tables import Column, Table

    columns = (
        Column("set", "set", left=True),
        Column("requests", "requests", count),
        Column("judge_calls", "judge calls", count),
        Column("what", "what", left=True, wrapped=True),
    )
    notes = (
        "requests to the model, follow-ups included, and calls of one judge, where responses are usual ones",
        "helm-creativity plan --conf-paths counts those of published, once its files are fetched",
    )
    rows = [(known.name, known.requests, known.judge_calls, known.what) for known in SETS]
    return Table("sets", columns, rows, notes=notes)


def _require(
    names: Sequence[str],
    models: Sequence[str],
    max_tokens: int | None,
    reasoning: bool,
    base_url: str | None,
    api_key_env: str | None,
) -> None:
    """Refuses options that do not fit each other.

    Raises:
        BadArguments: naming all that is wrong.
    """
    problems = []
    if not names:
        problems.append("name a set or benchmarks, such as core (--list lists the sets)")
    if not models:
        problems.append("name a model with --model, such as openai/gpt-4o-2024-11-20, or a server's with --base-url")
    if max_tokens is not None and max_tokens < 1:
        problems.append(f"--max-tokens must be 1 or more, got {max_tokens}")
    if max_tokens is not None and reasoning:
        problems.append("--reasoning also sets a token limit: leave out --max-tokens or --reasoning")
    if api_key_env and base_url is None:
        problems.append(KEY_NEEDS_SERVER)
    if problems:
        raise BadArguments("; ".join(problems))


def key_of_server(variable: str | None) -> str | None:
    """The key in an environment variable; None where none is named."""
    if variable is None:
        return None
    key = os.environ.get(variable, "")
    if not key:
        raise BadArguments(f"--api-key-env: the environment variable {variable} is not set, or empty")
    return key


def _names_in_helm(
    models: Sequence[str], base_url: str, key: str | None, local_path: Path, dry_run: bool
) -> dict[str, str]:
    """Names of a server's models in HELM, whose files get them; baselines keep theirs."""
    from helm_creativity.core.pooling import is_baseline
    from helm_creativity.operations.running.server import find_model, write_model

    if find_spec("openai") is None:
        raise MissingExtra(
            "a server with OpenAI's interface needs openai, which is not installed; install it with: "
            "pip install 'crfm-helm[openai]'"
        )
    found = {name: find_model(base_url, name, key) for name in models if not is_baseline(name)}
    for model in {} if dry_run else found.values():
        for path, text in write_model(local_path, base_url, model, key is not None).items():
            tell(f"added to {path}:")
            for line in text.splitlines():
                tell(f"  {line}")
    return {name: found[name].deployment if name in found else name for name in models}


def _checked_plan(descriptions: Sequence[str], local_path: Path, long_enough: bool) -> Plan:
    """What the runs will ask.

    Raises:
        BadArguments: where helm-run would refuse an entry, or a model or judge cannot be asked.
    """
    from helm_creativity.operations.planning.counting import make_plan
    from helm_creativity.operations.planning.entries import HelmRunOptions
    from helm_creativity.operations.planning.ping import pinged
    from helm_creativity.operations.running.plan import reasoning_models

    found = make_plan(HelmRunOptions(run_entries=descriptions, local_path=str(local_path)))
    if found.refused:
        lines = dict.fromkeys(f"\n  {refused.name}: {refused.why}" for refused in found.refused)
        raise BadArguments(f"nothing was run, because helm-run would refuse these entries:{''.join(lines)}")
    if not long_enough and (names := reasoning_models(found)):
        raise BadArguments(
            f"{', '.join(names)}: a model that reasons first needs more tokens than a usual response; add --reasoning"
        )
    found = pinged(found, str(local_path))
    if found.unreachable:
        lines = dict.fromkeys(f"\n  {problem}" for problem in found.unreachable)
        raise BadArguments(f"nothing was run, because models or judges cannot be reached:{''.join(lines)}")
    return found


def _log(suite: str, output_path: Path) -> Path:
    """Where the output of HELM's programs goes: not into the suite's folder, in which HELM looks for runs."""
    return output_path / "logs" / f"{suite}.log"


def _run_helm(arguments: Sequence[str], plan: Plan, log: Path, local_path: Path) -> int:
    """``helm-run``, with its progress on stderr; returns its exit status."""
    from helm_creativity.operations.running.plan import expected_requests
    from helm_creativity.operations.running.programs import RUN, Watch, run_program

    hosts = {asked.deployment.partition("/")[0] for asked in plan.asked}
    caches = [local_path / "cache" / f"{host}.sqlite" for host in sorted(hosts)]
    watch = Watch({run.name: expected_requests(run) for run in plan.runs}, caches, tell, overwriting())
    tell(f"helm-run writes its log to {log}")
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("w", encoding="utf-8") as file:
            status = run_program(RUN, arguments, file, watch)
    except OSError as error:
        raise FileProblem(f"cannot write {log}: {error.strerror or error}") from error
    except KeyboardInterrupt:
        tell("stopped; the responses so far are kept, and the same command continues from there")
        click.get_current_context().exit(STOPPED)
    if status and not watch.problems:
        tail = "".join(f"\n  {line}" for line in log.read_text("utf-8").splitlines()[-LAST_LINES:])
        raise FileProblem(f"helm-run ended with status {status}; the last lines of {log} are:{tail}")
    if watch.problems:
        failed = f"{len(watch.problems)} of {len(plan.runs)} runs failed"
        tell(f"{failed}; the same command asks only for what is missing (full log: {log})")
    return min(status, 1)


def _results(suite: str, output_path: Path, log: Path) -> int:
    """HELM's pages, the leaderboard, what is missing, and the report; returns 1 where there is nothing to show."""
    from helm_creativity.cli.leaderboard import leaderboard
    from helm_creativity.cli.report import report
    from helm_creativity.cli.status import status

    if not any((output_path / "runs" / suite).glob("*/run_spec.json")):
        tell(f"no run of {suite} has results")
        return 1
    _summarize(suite, output_path, log)
    page = output_path / f"{suite}.html"
    say("")
    failing = _shown(leaderboard, suites=(suite,), output_path=output_path, signatures="short")
    say("")
    _shown(status, suites=(suite,), output_path=output_path)
    failing |= _shown(report, suites=(suite,), output_path=output_path, out=page)
    say(f"report: {page}")
    at = [] if output_path == OUTPUT_PATH else ["--output-path", str(output_path)]
    say(f"HELM's pages: {shlex.join(['helm-server', '--suite', suite, *at])}")
    return failing


def _shown(command: click.Command, **values: Any) -> int:  # noqa: ANN401 - as the options of commands
    """Another command of this package; its exit status, 1 where it refuses."""
    try:
        click.get_current_context().invoke(command, **values)
    except click.exceptions.Exit as ended:
        return int(ended.exit_code)
    except CreativityError as error:
        tell(str(error))
        return 1
    return 0


def _summarize(suite: str, output_path: Path, log: Path) -> None:
    """``helm-summarize`` with the schema of the suite's benchmarks."""
    from helm_creativity.cli.schema import schema
    from helm_creativity.operations.running.programs import SUMMARIZE, run_program

    path = output_path / f"schema-{suite}.yaml"
    if _shown(schema, suites=(suite,), output_path=output_path, out=path):
        return
    arguments = ["--suite", suite, "--output-path", str(output_path), "--schema-path", str(path)]
    with log.open("a", encoding="utf-8") as file:
        if run_program(SUMMARIZE, [*arguments, "--summarizer-class-name", SUMMARIZER], file):
            tell(f"helm-summarize failed, so that HELM's pages do not show this suite; {log} says why")
