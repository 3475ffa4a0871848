"""``helm-creativity items``: files of the benchmarks' authors."""

from __future__ import annotations

from pathlib import Path

import click

from helm_creativity.commands import SuggestingGroup
from helm_creativity.commands.items_draw import draw
from helm_creativity.commands.options import (
    print_tables,
    say,
    table_options,
)
from helm_creativity.errors import BadArguments


@click.group(cls=SuggestingGroup)
def items() -> None:
    """List and fetch files of the benchmarks' authors: dictionaries, norms, items, prompts."""


items.add_command(draw)


@items.command("list", short_help="list all files and whether they are on this machine")
@table_options
def list_all(as_: str, out: Path | None) -> None:
    """List all files and whether they are on this machine."""
    from helm_creativity.benchmark.files.source_files import find
    from helm_creativity.benchmark.registry import list_entries
    from helm_creativity.benchmark.sources import exam_cards
    from helm_creativity.results.numbers import count
    from helm_creativity.results.table import Column, Table, Undefined

    columns = (
        Column("name", "name", left=True),
        Column("bundles", "bundles", left=True),
        Column("benchmark", "benchmark", left=True),
        Column("state", "state", left=True),
        Column("bytes", "bytes", count),
        Column("licence", "licence", left=True),
    )
    named = [(entry.card.short_title, file) for entry in list_entries() for file in entry.card.files]
    named += [("judges exam", file) for card in exam_cards().values() for file in card.files]
    rows = [
        (
            file.name,
            ", ".join(file.bundles),
            title,
            "present" if find(file) else "absent",
            Undefined("its size is not known") if file.bytes is None else file.bytes,
            file.licence,
        )
        for title, file in named
    ]
    print_tables(Table("items", columns, rows), as_, out)


@items.command(short_help="download and verify a file or a bundle, or take your own copy")
@click.argument("name")
@click.option(
    "--from",
    "origin",
    type=click.Path(exists=True, path_type=Path),
    metavar="PATH",
    help="Your own copy of the file, or of its authors' whole repository.",
)
def fetch(name: str, origin: Path | None) -> None:
    """Download and verify a file or a bundle, or take your own copy with --from."""
    from helm_creativity.benchmark.files.source_files import checksum_known, copy_in, fetch
    from helm_creativity.benchmark.sources import find_bundle

    sources = find_bundle(name)
    if origin is not None and not origin.is_dir() and len(sources) > 1:
        raise BadArguments(
            f"{name} is {len(sources)} files, {', '.join(source.name for source in sources)}: give --from a folder "
            "with all of them, or fetch them one by one, each by its name"
        )
    for source in sources:
        path = fetch(source, copy_in(origin, source) if origin is not None else None, progress=True)
        say(f"{path}\nlicence: {source.licence}\nplease cite: {source.citation}")
        if not source.sha256:
            say(f"sha256 {checksum_known(source)}, which is not published: only the commit is pinned")


@items.command(short_help="print the source of every prompt's wording")
@click.argument("benchmark", required=False)
@table_options
def prompts(benchmark: str | None, as_: str, out: Path | None) -> None:
    """Print the source of every prompt's wording."""
    from helm_creativity.benchmark.files.source_files import find
    from helm_creativity.benchmark.prompts import list_prompt_sources, shared_prompts
    from helm_creativity.benchmark.registry import find_entry, list_entries
    from helm_creativity.results.table import Column, Table

    columns = (
        Column("benchmark", "benchmark", left=True),
        Column("prompt", "prompt", left=True),
        Column("words", "words", left=True),
        Column("source", "source", left=True),
        Column("commit", "commit", left=True),
        Column("licence", "licence", left=True),
        Column("state", "state", left=True),
    )
    entries = [find_entry(benchmark)] if benchmark else list_entries()
    found = [(entry.card.short_title, prompt) for entry in entries for prompt in list_prompt_sources(entry.folder)]
    if not benchmark:
        found += shared_prompts()
    rows = []
    for title, prompt in found:
        shipped = "shipped" if prompt.kind != "Fetched" else "in no card"
        state = shipped if prompt.file is None else "present" if find(prompt.file) else "absent"
        commit, licence = (prompt.file.commit[:12], prompt.file.licence) if prompt.file else ("", "")
        rows.append((title, prompt.id, prompt.kind, prompt.source, commit, licence, state))
    print_tables(Table("prompts", columns, rows), as_, out)
