"""``helm-creativity analyse SUITE NAME``: what an analysis says of a suite."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from helm_creativity.benchmark.settings import DeclaredOptions, hints, label, options
from helm_creativity.commands.options import NewPath, load_suite, print_tables, suite_options, table_options
from helm_creativity.commands.score import setting_option
from helm_creativity.errors import BadArguments, NothingToSay

if TYPE_CHECKING:
    from helm_creativity.results.analyses import Analysis
    from helm_creativity.results.suite import Suite
    from helm_creativity.results.table import Table


def declared_options(kind: type[DeclaredOptions]) -> list[click.Parameter]:
    """The options of a class, with its defaults."""
    params: list[click.Parameter] = []
    for key, field in options(kind).items():
        option = setting_option(key, field, hints(kind)[key])
        option.default = label(field, getattr(kind(), key))
        option.show_default = option.default != ""
        params.append(option)
    return params


class AnalyseCommand(click.Command):
    """A command whose options are its own and, where an analysis is named, the fields of the analysis's options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Looks for the name first, as options depend on it."""
        from helm_creativity.results.analyses import SHIPPED, find_analysis, list_analyses

        words = [arg for arg in args if arg[:1] != "-"]
        names = [word for word in words if word in SHIPPED]
        if not names and len(words) > 1:
            names = [found.name for found in list_analyses() if found.name in words]
        if names:
            ctx.meta[__name__] = find_analysis(names[-1])
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Those of the analysis first."""
        found: Analysis | None = ctx.meta.get(__name__)
        return [*(declared_options(found.options) if found else ()), *super().get_params(ctx)]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the analysis says."""
        found: Analysis | None = ctx.meta.get(__name__)
        if found:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(f"{found.title}. {found.help}")
        super().format_help_text(ctx, formatter)


@click.command(cls=AnalyseCommand)
@click.argument("suite", required=False)
@click.argument("name", required=False)
@suite_options
@click.option(
    "--figure", type=NewPath(".png", ".pdf", ".svg"), metavar="FILE", help="Also draw it: .png, .pdf or .svg."
)
@table_options
@click.pass_context
def analyse(
    context: click.Context,
    /,
    suite: str | None,
    name: str | None,
    as_: str | None,
    out: Path | None,
    wide: bool,
    figure: Path | None,
    **settings: Any,  # noqa: ANN401
) -> None:
    """Print what an analysis says of a suite; without NAME, which analyses can say something, and why others cannot.

    SUITE is helm-run's --suite, helm-summarize's --release, or a folder of either; several are joined by commas. The
    newest suite if left out.
    """
    from helm_creativity.results.analyses import find_analysis

    found: Analysis | None = context.meta.get(__name__) or (find_analysis(name) if name else None)
    if found is not None and name is None and suite == found.name:
        suite, name = None, suite
    own = {key: settings.pop(key) for key in (options(found.options) if found else ())}
    loaded = load_suite(suite.split(",") if suite else (), **settings)
    try:
        tables = found(loaded, own) if found else [_list(loaded)]
    except NothingToSay as reason:
        raise NothingToSay(f"{name}: there is nothing to say because {reason}") from reason
    print_tables(tables, as_, out, wide)
    if figure is not None:
        from helm_creativity.reports.plots import save

        drawn = next((table for table in tables if table.plot and table.rows), None)
        if drawn is None:
            raise BadArguments(f"--figure: there is nothing to draw in {name or 'a list'}")
        save(drawn, figure)


def _list(suite: Suite) -> Table:
    """Every analysis, with its tables, or why it has none."""
    from helm_creativity.results.analyses import analyse_all, list_analyses
    from helm_creativity.results.table import Column, Table

    outcomes = {outcome.analysis.name: outcome for outcome in analyse_all(suite)}
    rows = []
    for found in list_analyses():
        outcome = outcomes.get(found.name)
        tables = dict.fromkeys(table.name for table in outcome.tables) if outcome else ["when asked for"]
        other = f"no run of {found.benchmark} is here" if found.in_report else "it is made only when named"
        rows.append((found.name, found.title, ", ".join(tables) or "none", outcome.reason if outcome else other))
    columns = (
        Column("name", "analysis", left=True),
        Column("title", "about", left=True),
        Column("tables", "tables", left=True, in_text=False),
        Column("why", "why not", left=True, wrapped=True),
    )
    return Table("analyses", columns, rows)
