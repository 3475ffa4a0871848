"""Check: the card is complete. What its model refuses when it is loaded is not looked at again."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from helm_creativity.benchmark.base import Benchmark
from helm_creativity.benchmark.settings import Settings, options
from helm_creativity.operations.norms import recipes_for
from helm_creativity.testing.problem import Problem

problem = partial(Problem, "card")

NEEDED = frozenset(
    (
        *("title", "short_title", "domain", "summary", "measures", "does_not_measure", "language"),
        *("citation", "places", "licence", "sample", "source", "protocols", "deviations"),
    )
)
"""Keys of texts, and of lists of texts, that may not be empty."""
UNWRITTEN = re.compile(
    r"\A<.*>\Z|\.\.\.\Z|\b(?:to be (?:done|written|filled in)|to-?do|tbd|fixme|lorem ipsum|fill (?:this )?in"
    r"|replace (?:this|me)|placeholder|change me|describe (?:it )?here)\b",
    re.IGNORECASE,
)
"""A text that has not been written yet."""
YEAR = re.compile(r"\b(?:1[89]|20)\d\d\b")
SHA256 = re.compile(r"[0-9a-f]{64}")


def check_card(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """What the card lacks, or has wrong."""
    card, folder = benchmark.card, benchmark.folder.name
    if benchmark.entry.kind is None and folder != card.name:
        yield problem(f"the card's name is {card.name}, its folder's {folder}", f"write name: {folder} in card.yaml")
    for path, needed, text in _texts({key: part for key, part in dataclasses.asdict(card).items() if key != "rated"}):
        if UNWRITTEN.search(text) or (needed and not text.strip()):
            yield problem(f"card.yaml, {path}: {text!r} says nothing", "write it out")
    for key in ("papers", "deviations", "items"):
        if not getattr(card, key):
            yield problem(f"card.yaml has no {key}", f"list {key}, as docs/adding-a-benchmark.md shows")
    for paper in card.papers:
        if not YEAR.search(paper.citation):
            what = f"card.yaml, the citation {paper.citation!r} has no year"
            yield problem(what, "cite as: Authors Year, Title, Journal")
    yield from _norms_and_files(benchmark)
    kind = benchmark.settings_type
    if options(kind)["protocol"] is not options(Settings)["protocol"]:
        what = f"{kind.__name__} has a field protocol of its own"
        yield problem(what, "delete it: the card's protocols are the choices, default_protocol is the usual one")


def _norms_and_files(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    card = benchmark.card
    if not (card.norms or card.norms_sought.strip()):
        yield problem("card.yaml has neither norms nor norms_sought", "say where you looked for scores of people")
    recipes = recipes_for(benchmark.entry)
    for norm in card.norms:
        for kind, named, known in (
            ("setting", norm.settings, benchmark.options),
            ("recipe", [norm.recipe] if norm.recipe else [], recipes),
        ):
            if unknown := [name for name in named if name not in known]:
                what = f"card.yaml, norms: the mean of {norm.mean:g} names {unknown[0]}, which is no {kind}"
                yield problem(what, f"use one of {', '.join(known)}")
    for file in card.files:
        if not file.commit and not SHA256.fullmatch(str(file.sha256)):
            what = f"card.yaml, the file {file.name} has no SHA-256 of 64 hex digits: {file.sha256!r}"
            yield problem(what, "write sha256: the output of sha256sum for the file")


def _texts(values: Any, path: str = "", key: str = "") -> Iterator[tuple[str, bool, str]]:  # noqa: ANN401
    """Every text of a card: where it is, whether it is needed, and what it says."""
    if isinstance(values, str):
        yield path, key in NEEDED, values
    elif isinstance(values, Mapping):
        for name, value in values.items():
            yield from _texts(value, f"{path}, {name}".lstrip(", "), key if key == "protocols" else name)
    elif isinstance(values, (list, tuple)):
        for number, value in enumerate(values):
            yield from _texts(value, f"{path}[{number}]", key)
