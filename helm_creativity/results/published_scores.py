"""Scores of models that papers print, and which of these models a model of a suite is."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.safe_text import counted

FOLDER = Path(__file__).parent / "published"
NAMES = ("schapiro2026",)
"""The papers."""
DATE = re.compile(r"-20\d\d-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])$")
"""A full date at the end of a name. Shorter ones (``mistral-large-2411``) distinguish models and stay."""


class PublishedColumn(NamedTuple):
    """One column of scores; ``step`` is the last digit that is printed."""

    name: str
    title: str
    kind: str
    embedding: str
    step: float


@dataclass(frozen=True)
class PublishedScores:
    """Scores of n models in m columns, shape (n, m), NaN where a cell is empty, as a paper prints them.

    ``also_called`` has plain names of models elsewhere, by which a model of the paper is meant, and why.
    """

    name: str
    models: tuple[str, ...]
    columns: tuple[PublishedColumn, ...]
    scores: Numbers
    also_called: dict[str, tuple[str, str]]

    def of_kind(self, kind: str) -> tuple[PublishedColumn, ...]:
        """The columns that are a "test", "benchmark" or "capability", a proxy of it."""
        return tuple(column for column in self.columns if column.kind == kind)

    def values(self, name: str) -> Numbers:
        """Shape (n,): a column of scores by its name."""
        return self.scores[:, [column.name for column in self.columns].index(name)]

    @property
    def capability(self) -> Numbers:
        """Shape (n, k): the proxies of capability."""
        return np.column_stack([self.values(column.name) for column in self.of_kind("capability")])


@cache
def read_published_scores(name: str) -> PublishedScores:
    """The scores of one of the papers in ``NAMES``."""
    columns = tuple(
        PublishedColumn(row["column"], row["title"], row["kind"], row["embedding"], float(row["step"]))
        for row in _rows(name, "columns")
    )
    rows = _rows(name, "scores")
    scores = np.array([[float(row[column.name] or "nan") for column in columns] for row in rows])
    also_called = {row["name"]: (row["model"], row["why"]) for row in _rows(name, "names")}
    return PublishedScores(name, tuple(row["model"] for row in rows), columns, scores, also_called)


def _rows(name: str, table: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}_{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


class MatchedModels(NamedTuple):
    """Models of a suite and of a paper: the paper's by the suite's, and what is to be said of the others."""

    models: dict[str, str]
    taken_as: tuple[str, ...]
    unmatched: tuple[str, ...]
    ambiguous: tuple[str, ...]
    gave_way: tuple[str, ...]

    def notes(self, paper: str) -> Iterator[str]:
        """Which models are which, a line each."""
        yield f"{counted(len(self.models), 'model of the suite is', 'models of the suite are')} in {paper}"
        ambiguous = "left out, because several models match one"
        gave_way = "left out, because the suite also has the model by its own name"
        words = ("of these, by another name", f"not in {paper}", ambiguous, gave_way)
        yield from (f"{text}: {'; '.join(names)}" for text, names in zip(words, self[1:], strict=True) if names)


def plain_name(name: str) -> str:
    """A model's name without what differs from host to host.

    The part behind the last slash, in small letters, with a hyphen for a dot, a colon, an underscore or a space:
    ``openai/gpt-4.1-mini-2025-04-14`` is ``gpt-4-1-mini-2025-04-14``.
    """
    return re.sub(r"[.:_ ]+", "-", name.rsplit("/", 1)[-1].strip().lower())


def match_models(names: Sequence[str], published: PublishedScores) -> MatchedModels:
    """Finds the paper's model for each name.

    A name stands for the model that has the same plain name; else for the one that the paper's list of other names
    gives for it; else both again without a full date at its end. Everything else (``-preview``, ``-thinking-10k``)
    makes another model of it. Where several names come to stand for one model, such as two snapshots, the one with its
    plain name counts, and without one none does.
    """
    known = {**published.also_called, **{plain_name(model): (model, "") for model in published.models}}
    claims: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name in names:
        plain = plain_name(name)
        model, why = known.get(plain) or known.get(DATE.sub("", plain), ("", ""))
        claims[model].append((name, "; ".join(filter(None, [why, "without its date" * (plain not in known)]))))
    unmatched = tuple(name for name, _ in claims.pop("", ()))
    models: dict[str, str] = {}
    taken_as, ambiguous, gave_way = [], [], []
    for model, claimants in claims.items():
        chosen = claimants if len(claimants) == 1 else [claim for claim in claimants if not claim[1]]
        if len(chosen) != 1:
            ambiguous.append(f"{model}: {', '.join(name for name, _ in claimants)}")
            continue
        ((name, why),) = chosen
        models[name] = model
        taken_as += [f"{name} as {model} ({why})"] if why else []
        gave_way += [f"{other} to {name} as {model}" for other, _ in claimants if other != name]
    return MatchedModels(models, tuple(taken_as), unmatched, tuple(ambiguous), tuple(gave_way))
