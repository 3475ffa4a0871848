"""``helm-creativity doctor``: what is missing or broken on this machine, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import click

from helm_creativity.commands.options import format_option, local_path_option, print_tables, server_options
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import listed


@click.command()
@click.argument("names", nargs=-1, metavar="[SET-OR-BENCHMARK]...")
@click.option("--model", "models", multiple=True, metavar="NAME", help="Send this model one request; repeatable.")
@server_options
@click.option("--judges", default="", metavar="JUDGE+JUDGE", help="Send each of these judges one request, too.")
@local_path_option("As in helm-run.")
@format_option
def doctor(
    names: Sequence[str],
    models: Sequence[str],
    base_url: str | None,
    api_key_env: str | None,
    judges: str,
    local_path: Path,
    as_: str,
) -> None:
    """Say what is missing or broken on this machine, and what to do about it.

    Without arguments it looks at the installation, and at what can be run now. SET-OR-BENCHMARK, as in run, asks what
    these need. Nothing is downloaded, and only --model and --judges send a request.

    The exit status is 1 if something is broken, or missing and asked for.
    """
    from helm_creativity.commands.installation import check_installation
    from helm_creativity.commands.running.server import Server, key_of_server
    from helm_creativity.results.table import Column, Table

    key = key_of_server(api_key_env, base_url)
    if base_url is not None and not (models or judges):
        raise BadArguments("--base-url needs --model: name a model of that server")
    server = None if base_url is None else Server(base_url, key, local_path)
    with redirect_stdout(StringIO()):  # HELM prints where it looks
        found = check_installation(names, models, judges, server, local_path)
    failing = [what for what, state, _ in found if state != "ok"]
    columns = [Column("what", "what", left=True), Column("state", "state", left=True)]
    columns.append(Column("to_do", "found, or what to do", left=True, wrapped=True))
    notes = [f"to repair: {listed(failing)}" if failing else "nothing is broken"]
    print_tables(Table("doctor", columns, found, notes=notes), as_)
    click.get_current_context().exit(1 if failing else 0)
