"""Pairs of models that differ in what is studied, such as reasoning on and off, by a file or by their names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from helm_creativity.core.names import meant
from helm_creativity.errors import BadArguments
from helm_creativity.io.spreadsheet import records_in_file
from helm_creativity.results.study import ScoreMatrix
from helm_creativity.safe_text import listed, quoted


class ModelPair(NamedTuple):
    """Two models that differ in what is studied, such as reasoning."""

    first: str
    second: str


def read_pairs(path: Path) -> list[ModelPair]:
    """Pairs of names, from a CSV or JSONL file with the columns ``first`` and ``second``, or ``base``, ``thinking``."""
    pairs = []
    for number, record in records_in_file(path):
        columns = next(
            (names for names in (("first", "second"), ("base", "thinking")) if set(names) <= record.keys()), None
        )
        if columns is None:
            raise BadArguments(
                f"{path}, line {number}: expected columns first and second, or base and thinking, "
                f"got {listed(list(record)) or 'none'}"
            )
        first, second = (str(record[name] or "").strip() for name in columns)
        if not (first and second):
            raise BadArguments(f"{path}, line {number}: expected the names of two models")
        pairs.append(ModelPair(first, second))
    return pairs


def pairs_by_ending(names: Sequence[str], ending: str) -> list[ModelPair]:
    """Models whose names differ by what the second one's ends with."""
    known = set(names)
    return [
        ModelPair(name.removesuffix(ending), name)
        for name in names
        if name.endswith(ending) and name.removesuffix(ending) in known
    ]


def find_pairs(study: ScoreMatrix, pairs: str | Path | Iterable[tuple[str, str]]) -> tuple[list[ModelPair], list[str]]:
    """Pairs of language models of a study, and a line for each pair of a file that it does not have."""
    names = [name for name, pooled in zip(study.models, study.pool, strict=True) if pooled]
    there = f"there are {listed(names)}" if names else "there is none"
    if isinstance(pairs, str) and not (
        Path(pairs).suffix.lower() in (".csv", ".tsv", ".jsonl", ".parquet") or Path(pairs).is_file()
    ):
        found = pairs_by_ending(names, pairs) if pairs else []
        if not found:
            raise BadArguments(
                f"--pairs: no two models' names differ by {quoted(pairs)} at the end of one; {there}; "
                "a file with the columns first and second names pairs of any names"
            )
        return found, []
    wanted = read_pairs(Path(pairs)) if isinstance(pairs, (str, Path)) else [ModelPair(*pair) for pair in pairs]
    lacking = {pair: [name for name in pair if name not in names] for pair in wanted}
    found = [pair for pair, unknown in lacking.items() if not unknown]
    if not found:
        unknown = list(dict.fromkeys(name for some in lacking.values() for name in some))
        hint = meant(unknown[0], names) if unknown else ""
        missing = f"; not among them: {listed(unknown)}{hint}" if unknown else ""
        raise BadArguments(f"--pairs: no pair has two models of these suites{missing}; {there}")
    counts = Counter(name for pair in found for name in pair)
    if twice := [name for name, count in counts.items() if count > 1]:
        raise BadArguments(f"--pairs: a model stands in one pair, which {listed(twice)} does not; name each model once")
    notes = [
        f"left out: {first} and {second}: not among the language models of these suites: {listed(unknown)}"
        for (first, second), unknown in lacking.items()
        if unknown
    ]
    return found, notes
