"""``helm-creativity embeddings``: list, describe and fetch embeddings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from helm_creativity.commands import SuggestingGroup
from helm_creativity.commands.options import FILE, NamedChoice, print_tables, say, table_options
from helm_creativity.embeddings.registry import check_embeddings, fetch_embedding, is_here
from helm_creativity.embeddings.specs import CATALOGUE, EmbeddingSpec, EncoderSpec, WordVectorsSpec
from helm_creativity.embeddings.store import Meta, own_stores, read_meta, stores
from helm_creativity.embeddings.vector_files import FORMATS
from helm_creativity.errors import CreativityError

if TYPE_CHECKING:
    from helm_creativity.results.table import Table


@click.group(cls=SuggestingGroup)
def embeddings() -> None:
    """List, describe and fetch embeddings."""


@embeddings.command("list")
@table_options
def list_all(as_: str, out: Path | None) -> None:
    """List all named embeddings and whether they are on this machine."""
    print_tables(embeddings_table(), as_, out)


def embeddings_table(here: bool = False) -> Table:
    """All named embeddings, or those that are here."""
    from helm_creativity.results.numbers import count
    from helm_creativity.results.table import Column, Table

    columns = (
        Column("name", "name", left=True),
        Column("kind", "kind", left=True),
        Column("dimension", "dim", count),
        Column("here", "here", left=True),
        Column("download", "download"),
        Column("licence", "licence", left=True),
    )
    rows = [
        (spec.name, spec.kind, spec.dimension, _here(spec), _download(spec), spec.licence)
        for spec in CATALOGUE.values()
        if not here or _here(spec) == "yes"
    ]
    rows += [
        (meta.name, "vectors", meta.dimension, "yes", "", "your own file")
        for meta in own_stores()
        if meta.name not in CATALOGUE
    ]
    return Table("embeddings", columns, rows)


@embeddings.command()
@click.argument("name")
@table_options
def info(name: str, as_: str, out: Path | None) -> None:
    """Print the source, licence, size and checksum of an embedding."""
    from helm_creativity.results.table import Column, Table

    known = CATALOGUE.get(name)
    meta = read_meta(stores() / name) if known is None or known.kind == "vectors" else None
    facts: dict[str, object] = {"name": name}
    try:
        facts["signature"] = " + ".join(check_embeddings(name))
    except CreativityError as error:
        if known is None:
            raise
        facts["signature"] = f"none yet: {error}"
    facts |= _catalogue_facts(known) if known else {}
    facts |= _store_facts(meta) if meta else {}
    columns = (Column("fact", "", left=True), Column("value", "", left=True))
    rows = [(fact, value if isinstance(value, (int, float)) else str(value)) for fact, value in facts.items()]
    print_tables(Table("embedding", columns, rows), as_, out)


@embeddings.command()
@click.argument("name")
@click.option("--from", "origin", type=FILE, metavar="FILE", help="Use this file or folder instead of downloading.")
@click.option(
    "--format", type=NamedChoice(list(FORMATS)), help="Format of FILE (default: detected from its first bytes)."
)
@click.option("--member", metavar="FILE", help="The file to use if FILE is a zip archive with several.")
@click.option("--duplicates", type=NamedChoice(("error", "first")), help="What to do with duplicate words.")
@click.option("--unreadable", type=NamedChoice(("error", "skip")), help="What to do with words that are not UTF-8.")
def fetch(name: str, origin: Path | None, **options: str | None) -> None:
    """Fetch an embedding. NAME is one from the list or, with --from, a new name."""
    for signature in fetch_embedding(name, origin, progress=True, **options):
        say(f"ready: {signature}")
    meta = read_meta(stores() / name)
    if meta is not None:
        say(f"{meta.words} words; left out: {_left_out(meta)}")


def _here(spec: EmbeddingSpec) -> str:
    return "yes" if is_here(spec) else "no"


def _download(spec: EmbeddingSpec) -> str:
    if isinstance(spec, WordVectorsSpec) and spec.archive is not None:
        return "unknown" if spec.archive.bytes is None else f"{spec.archive.bytes / 1e9:.2f} GB"
    return "hub" if isinstance(spec, EncoderSpec) else ""


def _catalogue_facts(spec: EmbeddingSpec) -> dict[str, object]:
    facts: dict[str, object] = {"kind": spec.kind, "description": spec.description, "dimension": spec.dimension}
    if isinstance(spec, WordVectorsSpec) and spec.archive is not None:
        facts |= {"url": spec.archive.url, "bytes": spec.archive.bytes, "sha256": spec.archive.sha256}
        facts["unpacked"] = spec.unpacked_sha256 or "checksum unknown"
    if isinstance(spec, EncoderSpec):
        known = len(spec.model.published)
        facts |= {"hub": spec.model.location, "commit": spec.model.revision}
        facts["checksums"] = f"of all {known} files" if known else "unknown: the Hub's files of the commit are used"
        if spec.layer is not None:
            facts["layer"] = spec.layer
    return facts | {"here": _here(spec), "licence": spec.licence, "citation": spec.citation}


def _store_facts(meta: Meta) -> dict[str, object]:
    return {
        "folder": stores() / meta.name,
        "words": meta.words,
        "dimension": meta.dimension,
        "made from": f"{meta.file} ({meta.format}, {meta.bytes} bytes unpacked)",
        "unpacked": meta.sha256,
        "left out": _left_out(meta),
    }


def _left_out(meta: Meta) -> str:
    return f"{meta.duplicates} duplicates, {meta.zero_vectors} zero vectors, {meta.unreadable} unreadable words"
