"""``helm-creativity show``: one answer of a run, as text or as a page for a browser."""

from __future__ import annotations

from pathlib import Path

import click

from helm_creativity.cli import did_you_mean
from helm_creativity.cli.options import FILE, printable
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import escaped


@click.command()
@click.argument("benchmark")
@click.argument("folder", type=FILE, metavar="RUN")
@click.argument("item", metavar="INSTANCE")
@click.option("--html", type=FILE, metavar="FILE", help="Write a page that needs no other file.")
@click.option("--trial", type=int, metavar="N", help="Which answer to it, from 0 (default: the first).")
def show(benchmark: str, folder: Path, item: str, html: Path | None, trial: int | None) -> None:
    """Show one answer of a run, as text or as a page for a browser.

    RUN is a run's folder, OUTPUT_PATH/runs/SUITE/NAME; INSTANCE is the id of an item.
    """
    from helm_creativity.analysis.shown_sample import shown_of
    from helm_creativity.core import find_entry, list_entries
    from helm_creativity.core.records import writing

    if not find_entry(benchmark).has("page"):
        names = [entry.name for entry in list_entries() if entry.has("page")]
        raise BadArguments(f"{benchmark} has no page of an answer{did_you_mean(benchmark, names)}")
    shown = shown_of(folder, benchmark, item, trial)
    page = find_entry(benchmark).module("page")
    text = str(page.text_of(shown) if html is None else page.html_of(shown))
    with writing(html) as out:
        out.write(text if html else f"{printable(escaped(text))}\n")
