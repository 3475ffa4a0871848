"""``helm-creativity schema``: the schema of HELM's pages, and that of cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from helm_creativity.commands.options import NEW_FILE, some_runs, suites_argument
from helm_creativity.errors import BadArguments


@click.command()
@suites_argument
@click.option("--card", is_flag=True, help="The JSON schema of card.yaml instead, for editors.")
@click.option("--out", type=NEW_FILE, metavar="FILE", help="Write it to a file.")
def schema(suites: Sequence[str], output_path: Path, card: bool, out: Path | None) -> None:
    """Print the schema for helm-summarize --schema-path: of the benchmarks in suites, or of all benchmarks."""
    from helm_creativity.benchmark.card import card_schema
    from helm_creativity.benchmark.rows.records import writing

    if card and suites:
        raise BadArguments("--card prints one schema, which applies to every card: leave out the suites")
    text = card_schema() if card else _of_pages(suites, output_path)
    with writing(out) as file:
        file.write(text)


def _of_pages(suites: Sequence[str], output_path: Path) -> str:
    from helm_creativity.benchmark.registry import list_entries
    from helm_creativity.commands.helm_schema import schema_yaml, suites_schema

    if suites:
        return suites_schema(some_runs(suites, output_path))
    return schema_yaml([entry.card for entry in list_entries()])
