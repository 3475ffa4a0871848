"""Check: the card is complete."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from helm_creativity.core.benchmark import Benchmark
from helm_creativity.core.card import Card
from helm_creativity.core.settings import Settings, options
from helm_creativity.testing.problem import Finding, Problem, Remark

problem = partial(Problem, "card")

TEXTS = ("title", "short_title", "domain", "summary", "claims", "does_not_claim", "language")
UNFILLED = re.compile(
    r"\A\s*\Z|\A<.*>\Z|\.\.\.\Z|\b(?:to be (?:done|written|filled in)|to-?do|tbd|fixme|lorem ipsum|fill (?:this )?in"
    r"|replace (?:this|me)|placeholder|change me|describe (?:it )?here)\b",
    re.IGNORECASE,
)
"""A text that has not been written yet."""

YEAR = re.compile(r"\b(?:1[89]|20)\d\d\b")
SHA256 = re.compile(r"[0-9a-f]{64}")


def unfilled(entry: object, *parts: str) -> list[str]:
    """The names of those parts of a card's entry that say nothing."""
    return [part for part in parts if UNFILLED.search(str(getattr(entry, part) or ""))]


def check_card(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    """What the card lacks, or has wrong."""
    card = benchmark.card
    if benchmark.entry.kind is None and benchmark.folder.name != card.name:
        yield problem(
            f"the card's name is {card.name}, its folder's {benchmark.folder.name}",
            f"use one name for both, such as name: {benchmark.folder.name} in card.yaml",
        )
    yield from _texts(card)
    yield from _papers(card)
    yield from _norms(benchmark)
    yield from _recipes(benchmark)
    yield from _files(card)
    yield from _protocols(benchmark)


def _texts(card: Card) -> Iterator[Finding]:
    texts = {name: str(getattr(card, name) or "") for name in TEXTS}
    texts |= {f"protocols, {name}": str(text or "") for name, text in card.protocols.items()}
    texts |= {f"deviations[{i}]": str(text or "") for i, text in enumerate(card.deviations)}
    for submetric in card.submetrics:
        for part in ("title", "description"):
            texts[f"submetrics, {submetric.name}, {part}"] = str(getattr(submetric, part) or "")
    for name, text in texts.items():
        if UNFILLED.search(text):
            yield problem(f"card.yaml, {name}: {text!r} says nothing", f"write {name} out")
    if not card.deviations:
        yield problem(
            "card.yaml has no deviations: every benchmark differs somewhere from its paper",
            "list everything that can change numbers from the source's: parsing, items, temperature, failure reasons",
        )


def _papers(card: Card) -> Iterator[Finding]:
    if not card.papers:
        yield problem(
            "card.yaml names no paper", "list under papers what the benchmark follows: citation, url and places"
        )
    for paper in card.papers:
        for part in unfilled(paper, "citation", "url", "places"):
            yield problem(
                f"card.yaml, the paper {paper.citation!r} has no {part}",
                f"write {part}: authors, year and title; an address; the sections and equations that define it",
            )
        if not YEAR.search(paper.citation):
            yield problem(
                f"card.yaml, the citation {paper.citation!r} has no year", "cite as: Authors Year, Title, Journal"
            )


def _norms(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    card, known = benchmark.card, benchmark.options
    if not card.norms and UNFILLED.search(card.norms_sought):
        yield problem(
            "card.yaml has no norms, and does not say where it looked for them",
            "write people's scores under norms; if there are none, list the places searched under norms_sought",
        )
    for norm in card.norms:
        named = f"card.yaml, norms: the mean of {norm.mean:g}"
        for part in unfilled(norm, "sample", "source"):
            yield problem(f"{named} has no {part}", f"write {part}: who the people are; a page or a file, by name")
        if norm.n < 1 or norm.sd < 0:
            yield problem(
                f"{named}: n must be 1 or more and sd 0 or more, got {norm.n} and {norm.sd:g}",
                "copy them from the source again",
            )
        if unknown := [name for name in norm.settings if name not in known]:
            yield problem(
                f"{named} holds for {', '.join(unknown)}, which is not a setting",
                f"use some of these under its settings: {', '.join(known)}",
            )


def _recipes(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    from helm_creativity.operations.norms import recipes_for

    known = recipes_for(benchmark.entry)
    for norm in benchmark.card.norms:
        if norm.recipe and norm.recipe not in known:
            yield problem(
                f"card.yaml, norms: there is no recipe {norm.recipe}",
                f"use one of {', '.join(known) or 'RECIPES in norms.py, which has none'}, or leave recipe out",
            )


def _files(card: Card) -> Iterator[Finding]:
    for file in card.files:
        if not file.sha256 and file.commit:
            yield Remark(f"the file {file.name} has no checksum, only a commit: the checksum of the first copy is kept")
        elif not SHA256.fullmatch(str(file.sha256)):
            yield problem(
                f"card.yaml, the file {file.name} has no SHA-256 of 64 hex digits: {file.sha256!r}",
                "write sha256: the output of sha256sum for the file",
            )
        if not file.bytes and file.sha256:
            yield problem(f"card.yaml, the file {file.name} has no size", "write bytes: its size")
        for part in unfilled(file, "licence", "citation"):
            yield problem(
                f"card.yaml, the file {file.name} has no {part}",
                f"write {part}; for a file without a licence, write licence: none stated",
            )


def _protocols(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    kind = benchmark.settings_type
    if options(kind)["protocol"] is not options(Settings)["protocol"]:
        yield problem(
            f"{kind.__name__} has a field protocol of its own",
            "delete the field: the choices of protocol are the card's protocols, and the usual one is default_protocol",
        )
