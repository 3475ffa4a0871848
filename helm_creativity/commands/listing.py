"""``helm-creativity list``: what there is, and one thing by itself."""

from __future__ import annotations

import click

from helm_creativity.benchmark.files.source_files import find
from helm_creativity.benchmark.names import find_name
from helm_creativity.benchmark.prompts import list_prompt_sources, shared_prompts
from helm_creativity.benchmark.registry import find_entry, list_entries
from helm_creativity.benchmark.sources import exam_cards
from helm_creativity.commands.options import format_option, print_tables
from helm_creativity.commands.running.sets import SETS
from helm_creativity.embeddings.registry import check_embeddings, is_embedding, is_here
from helm_creativity.embeddings.specs import CATALOGUE, EmbeddingSpec, EncoderSpec, WordVectorsSpec
from helm_creativity.embeddings.store import own_stores, read_meta, stores
from helm_creativity.errors import CreativityError
from helm_creativity.reports.benchmarks import baselines_table, benchmark_tables, benchmarks_table
from helm_creativity.results.numbers import count
from helm_creativity.results.table import Column, Table, or_undefined

HERE, ABSENT = "here", "fetch first"


@click.command("list")
@click.argument("what", required=False, metavar="[WHAT]")
@format_option
def list(what: str | None, as_: str | None) -> None:  # noqa: A001 - called as the command
    """List what there is, or describe one benchmark or embedding.

    WHAT is benchmarks, sets (of benchmarks, for run), baselines, embeddings, files (of the benchmarks' authors),
    prompts (with the source of their words), or the name of a benchmark or an embedding. Of a benchmark it prints what
    it asks and claims, its protocols, settings with choices and defaults, submetrics and papers.
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
    elif not find_name(what, (entry.name for entry in list_entries())) and (facts := embedding_table(what)):
        found = [facts]
    else:
        found = benchmark_tables(find_entry(what))
    print_tables(found, as_)


def sets_table() -> Table:
    """Sets of benchmarks with what they take."""
    columns = (
        Column("set", "set", left=True),
        Column("requests", "requests", count),
        Column("judge_calls", "judge calls", count),
        Column("what", "what", left=True, wrapped=True),
    )
    notes = (
        "requests to the model, follow-ups included, and calls of one judge, where responses are usual ones",
        "helm-creativity plan SET counts them for a model and judges, once the set's files are fetched",
    )
    rows = [(known.name, known.requests, known.judge_calls, known.what) for known in SETS]
    return Table("sets", columns, rows, notes=notes)


def files_table() -> Table:
    """Files of the benchmarks' authors and of sets that judges are evaluated on."""
    keys = ("name", "state", "bytes", "benchmark", "bundles", "licence")
    columns = [Column(key, key, count) if key == "bytes" else Column(key, key, left=True) for key in keys]
    named = [(entry.card.short_title, file) for entry in list_entries() for file in entry.card.files]
    named += [("judges", file) for card in exam_cards().values() for file in card.files]
    rows = []
    for title, file in named:
        size = or_undefined(file.bytes, "its size is not known")
        rows.append((file.name, _state(find(file)), size, title, ", ".join(file.bundles), file.licence))
    return Table("files", columns, rows)


def _state(found: object) -> str:
    return HERE if found else ABSENT


def prompts_table() -> Table:
    """Every prompt with the source of its words."""
    keys = ("benchmark", "prompt", "words", "state", "source", "commit", "licence")
    found = [
        (entry.card.short_title, prompt) for entry in list_entries() for prompt in list_prompt_sources(entry.folder)
    ]
    rows = []
    for title, prompt in (*found, *shared_prompts()):
        shipped = "shipped" if prompt.kind != "Fetched" else "in no card"
        state = _state(find(prompt.file)) if prompt.file else shipped
        commit, licence = (prompt.file.commit[:12], prompt.file.licence) if prompt.file else ("", "")
        rows.append((title, prompt.id, prompt.kind, state, prompt.source, commit, licence))
    return Table("prompts", [Column(key, key, left=True) for key in keys], rows)


def embeddings_table(here: bool = False) -> Table:
    """All named embeddings, or those that are on this machine."""
    columns = (
        Column("name", "name", left=True),
        Column("kind", "kind", left=True),
        Column("dimension", "dim", count),
        Column("state", "state", left=True),
        Column("download", "download"),
        Column("licence", "licence", left=True),
    )
    known = [spec for spec in CATALOGUE.values() if not here or is_here(spec)]
    rows = [
        (spec.name, spec.kind, spec.dimension, _state(is_here(spec)), _download(spec), spec.licence) for spec in known
    ]
    own = [meta for meta in own_stores() if meta.name not in CATALOGUE]
    rows += [(meta.name, "vectors", meta.dimension, HERE, "", "your own file") for meta in own]
    return Table("embeddings", columns, rows)


def _download(spec: EmbeddingSpec) -> str:
    if isinstance(spec, WordVectorsSpec) and spec.archive is not None:
        return "unknown" if spec.archive.bytes is None else f"{spec.archive.bytes / 1e9:.2f} GB"
    return "hub" if isinstance(spec, EncoderSpec) else ""


def embedding_table(name: str) -> Table | None:
    """Source, licence, size and checksum of an embedding; None where none has this name."""
    spec = CATALOGUE.get(name)
    if spec is None and not is_embedding(name):
        return None
    facts: dict[str, object] = {"name": name}
    try:
        facts["signature"] = " + ".join(check_embeddings(name))
    except CreativityError as error:
        facts["signature"] = f"none yet: {error}"
    if spec:
        facts |= {"kind": spec.kind, "description": spec.description, "dimension": spec.dimension}
        if isinstance(spec, WordVectorsSpec) and spec.archive is not None:
            facts |= {"url": spec.archive.url, "bytes": spec.archive.bytes, "sha256": spec.archive.sha256}
            facts["unpacked"] = spec.unpacked_sha256 or "checksum unknown"
        if isinstance(spec, EncoderSpec):
            n = len(spec.model.published)
            facts |= {"hub": spec.model.location, "commit": spec.model.revision}
            facts["checksums"] = f"of all {n} files" if n else "unknown: the Hub's files of the commit are used"
            if spec.layer is not None:
                facts["layer"] = spec.layer
        facts |= {"state": _state(is_here(spec)), "licence": spec.licence, "citation": spec.citation}
    if (spec is None or spec.kind == "vectors") and (meta := read_meta(stores() / name)):
        facts |= {"folder": stores() / meta.name, "words": meta.words, "dimension": meta.dimension}
        facts["made from"] = f"{meta.file} ({meta.format}, {meta.bytes} bytes unpacked)"
        facts |= {"unpacked": meta.sha256, "left out": meta.left_out}
    columns = (Column("fact", "", left=True), Column("value", "", left=True, wrapped=True))
    rows = [(fact, value if isinstance(value, (int, float)) else str(value)) for fact, value in facts.items()]
    return Table("embedding", columns, rows)
