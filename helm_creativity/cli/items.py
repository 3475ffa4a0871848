"""``helm-creativity items``: files of the benchmarks' authors."""

from __future__ import annotations

from pathlib import Path

import click

from helm_creativity.cli.options import FILE, print_tables, table_options


@click.group()
def items() -> None:
    """List and fetch files of the benchmarks' authors: dictionaries, norms, items."""


@items.command("list")
@table_options
def list_all(as_: str, out: Path | None) -> None:
    """Print all files, and whether they are here."""
    from helm_creativity.core import list_entries
    from helm_creativity.files import find
    from helm_creativity.reporting.tables import Column, Table, Undefined, count

    columns = (
        Column("name", "name", left=True),
        Column("benchmark", "benchmark", left=True),
        Column("state", "state", left=True),
        Column("bytes", "bytes", count),
        Column("licence", "licence", left=True),
    )
    rows = [
        (
            file.name,
            entry.card.short_title,
            "present" if find(file) else "absent",
            Undefined("its size is not known") if file.bytes is None else file.bytes,
            file.licence,
        )
        for entry in list_entries()
        for file in entry.card.files
    ]
    print_tables(Table("items", columns, rows), as_, out)


@items.command()
@click.argument("name")
@click.option("--from", "origin", type=FILE, metavar="FILE", help="A copy of your own.")
def fetch(name: str, origin: Path | None) -> None:
    """Download a file, or take it with --from, and verify it."""
    from helm_creativity.core import find_source
    from helm_creativity.files import fetch

    file = find_source(name)
    path = fetch(file, origin, progress=True)
    click.echo(f"{path}\nlicence: {file.licence}\nplease cite: {file.citation}")
