"""Check: the card is complete. What its model refuses when it is loaded is not looked at again."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from helm_creativity.benchmark.base import Benchmark
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
UNWRITTEN = re.compile(r"\A<.*>\Z|\.\.\.\Z|\b(?:to-?do|tbd|fixme|lorem ipsum)\b", re.IGNORECASE)
"""A text that has not been written yet."""


def check_card(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """What the card lacks, or has wrong."""
    card, folder = benchmark.card, benchmark.folder.name
    if benchmark.entry.kind is None and folder != card.name:
        yield problem(f"the card's name is {card.name}, its folder's {folder}", f"write name: {folder} in card.yaml")
    for path, needed, text in _texts(dataclasses.asdict(card)):
        if UNWRITTEN.search(text) or (needed and not text.strip()):
            yield problem(f"card.yaml, {path}: {text!r} says nothing", "write it out")
    for key in ("papers", "deviations", "items"):
        if not getattr(card, key):
            yield problem(f"card.yaml has no {key}", f"list {key}, as docs/adding-a-benchmark.md shows")
    if not (card.norms or card.norms_sought.strip()):
        yield problem("card.yaml has neither norms nor norms_sought", "say where you looked for scores of people")
    recipes = recipes_for(benchmark.entry)
    for norm in card.norms:
        unknown = [name for name in norm.settings if name not in benchmark.options]
        if norm.recipe and norm.recipe not in recipes:
            unknown.append(norm.recipe)
        if unknown:
            what = f"card.yaml, norms: the mean of {norm.mean:g} names {unknown[0]}, which is no setting or recipe"
            yield problem(what, f"use one of {', '.join([*benchmark.options, *recipes])}")


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
