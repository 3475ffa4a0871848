"""The command ``helm-creativity embeddings``."""

from __future__ import annotations

import argparse
from pathlib import Path

from helm_creativity.embeddings.catalogue import CATALOGUE, EmbeddingInfo
from helm_creativity.embeddings.formats import FORMATS
from helm_creativity.embeddings.models import source_of
from helm_creativity.embeddings.registry import check_embeddings, fetch_embedding
from helm_creativity.embeddings.store import Meta, own_stores, read_meta, stores
from helm_creativity.errors import CreativityError

COLUMNS = "{:<18} {:<10} {:>5}  {:<8} {:>9}  {}"


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds ``embeddings list | info NAME | fetch NAME``; each sets ``run``, a function of the parsed arguments."""
    parser = subparsers.add_parser("embeddings", help="list, describe and fetch embeddings")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    commands.add_parser("list", help="all named embeddings, and whether they are here").set_defaults(run=run_list)
    info = commands.add_parser("info", help="source, licence, size and checksum of one")
    info.add_argument("name", metavar="NAME")
    info.set_defaults(run=run_info)
    fetch = commands.add_parser("fetch", help="bring one to this machine")
    fetch.add_argument("name", metavar="NAME", help="a name of the list, or, with --from, a new one")
    fetch.add_argument(
        "--from", dest="origin", type=Path, metavar="FILE", help="a file or folder that you have; else it is downloaded"
    )
    fetch.add_argument("--format", choices=FORMATS, help="of FILE; found out from its first bytes if left out")
    fetch.add_argument("--member", metavar="FILE", help="which file, if FILE is a zip archive of several")
    fetch.add_argument("--duplicates", choices=["error", "first"], help="what to do with a word that comes twice")
    fetch.add_argument("--unreadable", choices=["error", "skip"], help="what to do with a word that is not UTF-8")
    fetch.set_defaults(run=run_fetch)


def run_list(arguments: argparse.Namespace) -> int:
    """Prints one line for each embedding."""
    print(COLUMNS.format("NAME", "KIND", "DIM", "HERE", "DOWNLOAD", "LICENCE"))
    for info in CATALOGUE.values():
        dimension = "" if info.dimension is None else info.dimension
        print(COLUMNS.format(info.name, info.kind, dimension, _here(info), _download(info), info.licence))
    for meta in own_stores():
        if meta.name not in CATALOGUE:
            print(COLUMNS.format(meta.name, "vectors", meta.dimension, "yes", "", meta.licence or "your own file"))
    return 0


def run_info(arguments: argparse.Namespace) -> int:
    """Prints all that is known about one embedding."""
    info = CATALOGUE.get(arguments.name)
    meta = read_meta(stores() / arguments.name) if info is None or info.kind == "vectors" else None
    facts: dict[str, object] = {"name": arguments.name}
    try:
        facts["signature"] = " + ".join(check_embeddings(arguments.name))
    except CreativityError as error:
        if info is None:
            raise
        facts["signature"] = f"none yet: {error}"
    facts |= _catalogue_facts(info) if info else {}
    facts |= _store_facts(meta) if meta else {}
    for name, value in facts.items():
        print(f"{name:<13} {value}")
    return 0


def run_fetch(arguments: argparse.Namespace) -> int:
    """Fetches, and prints the signatures."""
    signatures = fetch_embedding(
        arguments.name,
        arguments.origin,
        progress=True,
        format=arguments.format,
        member=arguments.member,
        duplicates=arguments.duplicates,
        unreadable=arguments.unreadable,
    )
    for signature in signatures:
        print(f"ready: {signature}")
    meta = read_meta(stores() / arguments.name)
    if meta is not None:
        print(f"{meta.words} words; left out: {_left_out(meta)}")
    return 0


def _here(info: EmbeddingInfo) -> str:
    if info.kind == "table":
        return "yes"
    if info.model is not None:
        return "yes" if source_of(info.name, info.model).folder() is not None else "no"
    return "yes" if read_meta(stores() / info.name) is not None else "no"


def _download(info: EmbeddingInfo) -> str:
    if info.archive is None:
        return "" if info.model is None else "hub"
    return "unknown" if info.archive.bytes is None else f"{info.archive.bytes / 1e9:.2f} GB"


def _catalogue_facts(info: EmbeddingInfo) -> dict[str, object]:
    facts: dict[str, object] = {"kind": info.kind, "description": info.description, "dimension": info.dimension}
    if info.archive is not None:
        facts |= {"url": info.archive.url, "bytes": info.archive.bytes, "sha256": info.archive.sha256}
        facts["unpacked"] = info.unpacked_sha256 or "checksum unknown"
    if info.model is not None:
        facts |= {"hub": info.model.location, "commit": info.model.revision}
    if info.layer is not None:
        facts["layer"] = info.layer
    return facts | {"here": _here(info), "licence": info.licence, "citation": info.citation}


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
