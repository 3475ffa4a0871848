"""``helm-creativity list``: what there is, and one thing by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

import click

from helm_creativity.benchmark.files.source_files import find
from helm_creativity.benchmark.names import find_name
from helm_creativity.benchmark.prompts import list_prompt_sources, shared_prompts
from helm_creativity.benchmark.registry import find_entry, list_entries
from helm_creativity.benchmark.sources import exam_cards
from helm_creativity.commands.options import format_option, print_tables
from helm_creativity.commands.running.sets import SETS, set_entries
from helm_creativity.embeddings.registry import check_embeddings, is_embedding, is_here
from helm_creativity.embeddings.specs import CATALOGUE, EncoderSpec, WordVectorsSpec
from helm_creativity.embeddings.store import own_stores, read_meta, stores
from helm_creativity.errors import CreativityError
from helm_creativity.reports.benchmarks import baselines_table, benchmark_tables, benchmarks_table
from helm_creativity.results.numbers import count
from helm_creativity.results.table import Column, Table, or_undefined

STATES = ("fetch first", "here")


@click.command("list")
@click.argument("what", required=False, metavar="[WHAT]")
@format_option
def list(what: str | None, as_: str | None) -> None:  # noqa: A001 - called as the command
    """List what there is, or describe one benchmark or embedding.

    WHAT is benchmarks, sets (of benchmarks, for run), baselines, embeddings, files (of the benchmarks' authors),
    prompts (with the source of their words), or the name of a set, a benchmark or an embedding. Of a set it prints the
    run entries; of a benchmark what it asks and claims, its protocols, settings with choices and defaults, submetrics
    and papers.
    """
    tables = {
        "benchmarks": benchmarks_table,
        "sets": sets_table,
        "baselines": baselines_table,
        "embeddings": embeddings_table,
        "files": files_table,
        "prompts": prompts_table,
    }
    if what is None:
        found = [benchmarks_table(), sets_table(), baselines_table(), embeddings_table(here=True)]
    elif what in tables:
        found = [tables[what]()]
    elif known := next((known for known in SETS if known.name == what), None):
        found = [_table(known.name, [{"run entry": str(entry)} for entry in set_entries(known)], [known.what])]
    elif is_embedding(what) and not find_name(what, (entry.name for entry in list_entries())):
        found = [embedding_table(what)]
    else:
        found = benchmark_tables(find_entry(what))
    print_tables(found, as_)


def _table(name: str, rows: Sequence[dict[str, Any]], notes: Sequence[str] = ()) -> Table:
    """Records as a table; texts stand left, and ``what`` is broken into lines."""
    columns = [
        Column(key, key.replace("_", " "), count)
        if any(isinstance(row[key], int) for row in rows)
        else Column(key, key, left=True, wrapped=key == "what")
        for key in (rows[0] if rows else ())
    ]
    return Table(name, columns, rows, notes=notes)


def sets_table() -> Table:
    """Sets of benchmarks with what they take."""
    notes = (
        "requests to the model, follow-ups included, and calls of one judge, where responses are usual ones",
        "helm-creativity plan SET counts them for a model and judges, once the set's files are fetched",
    )
    rows = [
        {"set": known.name, "requests": known.requests, "judge_calls": known.judge_calls, "what": known.what}
        for known in SETS
    ]
    return _table("sets", rows, notes)


def files_table() -> Table:
    """Files of the benchmarks' authors and of sets that judges are evaluated on."""
    named = [(entry.card.short_title, file) for entry in list_entries() for file in entry.card.files]
    named += [("judges", file) for card in exam_cards().values() for file in card.files]
    unknown = "its size is not known"
    rows = [
        {"name": file.name, "state": STATES[bool(find(file))], "bytes": or_undefined(file.bytes, unknown)}
        | {"benchmark": title, "bundles": ", ".join(file.bundles), "licence": file.licence}
        for title, file in named
    ]
    return _table("files", rows)


def prompts_table() -> Table:
    """Every prompt with the source of its words."""
    own = ((entry.card.short_title, prompt) for entry in list_entries() for prompt in list_prompt_sources(entry.folder))
    rows = []
    for title, prompt in chain(own, shared_prompts()):
        state, commit, licence = "shipped" if prompt.kind != "Fetched" else "in no card", "", ""
        if prompt.file:
            state, commit, licence = STATES[bool(find(prompt.file))], prompt.file.commit[:12], prompt.file.licence
        row = {"benchmark": title, "prompt": prompt.id, "words": prompt.kind, "state": state, "source": prompt.source}
        rows.append({**row, "commit": commit, "licence": licence})
    return _table("prompts", rows)


def embeddings_table(here: bool = False) -> Table:
    """All named embeddings, or those that are on this machine."""
    keys, rows = ("name", "kind", "dimension", "state", "download", "licence"), []
    for spec in CATALOGUE.values():
        if not here or is_here(spec):
            download = "hub" if isinstance(spec, EncoderSpec) else ""
            if isinstance(spec, WordVectorsSpec) and spec.archive is not None:
                download = "unknown" if spec.archive.bytes is None else f"{spec.archive.bytes / 1e9:.2f} GB"
            rows.append((spec.name, spec.kind, spec.dimension, STATES[is_here(spec)], download, spec.licence))
    own = (meta for meta in own_stores() if meta.name not in CATALOGUE)
    rows += [(meta.name, "vectors", meta.dimension, STATES[True], "", "your own file") for meta in own]
    return _table("embeddings", [dict(zip(keys, row, strict=True)) for row in rows])


def embedding_table(name: str) -> Table:
    """What is known of an embedding: of the catalogue, and of its store."""
    spec = CATALOGUE.get(name)
    try:
        signature = " + ".join(check_embeddings(name))
    except CreativityError as error:
        signature = f"none yet: {error}"
    facts: dict[str, Any] = {"name": name, "signature": signature}
    if spec:
        known = asdict(spec)
        facts |= {**(known.get("archive") or known.get("model") or {}), **known, "state": STATES[is_here(spec)]}
    if (spec is None or spec.kind == "vectors") and (meta := read_meta(stores() / name)):
        facts |= {"folder": stores() / meta.name, **asdict(meta)}
    plain = [(key.replace("_", " "), value) for key, value in facts.items() if isinstance(value, (str, int, Path))]
    columns = (Column("fact", "", left=True), Column("value", "", left=True, wrapped=True))
    return Table("embedding", columns, [(fact, v if isinstance(v, int) else str(v)) for fact, v in plain if v != ""])
