"""``helm-creativity report``: suites as one page for people."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from helm_creativity.commands.options import NEW_FILE, NEW_FOLDER, NamedChoice, load_suite, say, suite_options
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import counted, quoted

CHOICES = ("best", "3", "all", "none")
"""As in ``reports.response``."""


@click.command()
@click.argument("suites", nargs=-1, metavar="[SUITE]...")
@click.option(
    "--out", type=NEW_FILE, default=Path("report.html"), show_default=True, metavar="FILE", help="File to write."
)
@click.option("--figures", type=NEW_FOLDER, metavar="FOLDER", help="Also write every plot as PNG and PDF.")
@click.option(
    "--option",
    "chosen",
    multiple=True,
    metavar="ANALYSIS.OPTION=VALUE",
    help="Option of an analysis, such as validity.covariates=FILE or groups.groups=FILE; repeatable.",
)
@click.option(
    "--responses",
    type=NamedChoice(CHOICES),
    default=CHOICES[0],
    show_default=True,
    help="Responses to include: the best and the worst of each benchmark; for each model the best, a median, the worst "
    "and one without a score; all; or none.",
)
@suite_options
@click.pass_context
def report(
    context: click.Context,
    /,
    suites: Sequence[str],
    out: Path,
    figures: Path | None,
    chosen: Sequence[str],
    responses: str,
    **settings: Any,  # noqa: ANN401
) -> None:
    """Write what suites say together as one page.

    SUITE is helm-run's --suite, helm-summarize's --release, or a folder of either; the newest suite if left out. If a
    run is in two of them, the later one counts. `helm-creativity analyse SUITE NAME --help` has an analysis's options.
    """
    from helm_creativity.benchmark.rows.records import check_ending
    from helm_creativity.reports.page import write_report

    check_ending(out, (".html", ".htm"), "--out")
    options = _options(chosen)
    suite = load_suite(suites, **settings)
    plots = write_report(suite, out, figures, options=options, command=repeat_command(context), responses=responses)
    say(f"{out}: {counted(len(suite.models), 'model')}, {counted(len(suite.columns), 'column')}")
    if figures is not None:
        say(f"{figures}: {plots} plots as PNG and PDF")


def _options(chosen: Sequence[str]) -> dict[str, dict[str, Any]]:
    from helm_creativity.benchmark.names import did_you_mean
    from helm_creativity.benchmark.settings import options
    from helm_creativity.results.analyses import find_analysis

    found: dict[str, dict[str, Any]] = {}
    for text in chosen:
        place, equals, value = text.partition("=")
        name, dot, option = place.partition(".")
        if not (name and dot and option and equals and value):
            raise BadArguments(f"--option: expected ANALYSIS.OPTION=VALUE, got {quoted(text)}")
        known = options(find_analysis(name).options)
        if option not in known:
            raise BadArguments(f"--option: {name} has no option {quoted(option)}{did_you_mean(option, known)}")
        found.setdefault(name, {})[option] = value
    return found


def repeat_command(context: click.Context) -> str:
    """The command that makes the page again; of a whole path it shows the last part, as a page travels."""
    words = ["helm-creativity", "report", *map(_short_path, context.params["suites"])]
    for option in context.command.params:
        name = str(option.name)
        usual = context.get_parameter_source(name) is ParameterSource.DEFAULT
        if usual or not isinstance(option, click.Option) or name in ("out", "figures"):
            continue
        value = context.params.get(name)
        for each in (value if option.multiple else (value,)) or ():
            words += [option.opts[0], _short_path(each)]
    return shlex.join(words)


def _short_path(path: object) -> str:
    before, equals, text = str(path).rpartition("=")
    return f"{before}{equals}{Path(text).name if Path(text).is_absolute() else text}"
