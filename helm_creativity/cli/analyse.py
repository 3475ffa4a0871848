"""``helm-creativity analyse SUITE NAME``: what an analysis says of a suite."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from helm_creativity.cli.options import (
    NEW_FILE,
    load_suite,
    print_tables,
    require_figure,
    suite_options,
    table_options,
)
from helm_creativity.cli.score import setting_option
from helm_creativity.core.settings import hints, label, options
from helm_creativity.errors import BadArguments, NothingToSay


class AnalysisGroup(click.Group):
    """One command per analysis; its options are the fields of the analysis's options."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of the analyses."""
        from helm_creativity.results.analyses import list_analyses

        return [found.name for found in list_analyses()]

    def get_command(self, ctx: click.Context, name: str) -> click.Command:
        """The command of an analysis."""
        from helm_creativity.results.analyses import find_analysis

        found = find_analysis(name)
        params: list[click.Parameter] = []
        usual = found.options()
        for key, field in options(found.options).items():
            option = setting_option(key, field, hints(found.options)[key])
            option.default = label(field, getattr(usual, key))
            option.show_default = option.default != ""
            params.append(option)

        @click.pass_context
        def run(context: click.Context, as_: str, out: Path | None, figure: Path | None, **values: Any) -> None:  # noqa: ANN401
            if figure is not None:
                require_figure(figure)
            try:
                tables = found(load_suite(**context.obj), values)
            except NothingToSay as reason:
                raise BadArguments(f"{name}: there is nothing to say because {reason}") from reason
            print_tables(tables, as_, out)
            if figure is not None:
                from helm_creativity.reports.plots import save

                drawn = next((table for table in tables if table.plot and table.rows), None)
                if drawn is None:
                    raise BadArguments(f"--figure: {name} has nothing to draw")
                save(drawn, figure)

        figure = click.Option(["--figure"], type=NEW_FILE, metavar="FILE", help="Also draw it: .png, .pdf or .svg.")
        return table_options(
            click.Command(name, params=[*params, figure], callback=run, help=f"{found.title}. {found.help}")
        )


@click.group(cls=AnalysisGroup, invoke_without_command=True, subcommand_metavar="[NAME]")
@click.argument("suite")
@suite_options
@click.pass_context
def analyse(context: click.Context, suite: str, **settings: Any) -> None:  # noqa: ANN401
    """Print what an analysis says of a suite; without NAME, which analyses can say something, and why others cannot.

    SUITE is helm-run's --suite, helm-summarize's --release, or a folder of either; several are joined by commas.
    """
    context.obj = {"names": suite.split(","), **settings}
    if context.invoked_subcommand is None:
        from helm_creativity.results.analyses import analyse_all, list_analyses
        from helm_creativity.results.table import Column, Table

        outcomes = {outcome.analysis.name: outcome for outcome in analyse_all(load_suite(**context.obj))}
        rows = [
            {
                "name": found.name,
                "title": found.title,
                "says": (
                    "by its options"
                    if found.name not in outcomes
                    else ", ".join(dict.fromkeys(table.name for table in outcomes[found.name].tables)) or "nothing"
                ),
                "why": outcomes[found.name].reason if found.name in outcomes else "",
            }
            for found in list_analyses()
        ]
        columns = (
            Column("name", "analysis", left=True),
            Column("title", "about", left=True),
            Column("says", "tables", left=True),
            Column("why", "why not", left=True, wrapped=True),
        )
        print_tables(Table("analyses", columns, rows))
