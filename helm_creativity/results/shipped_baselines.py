"""Scores of the baselines that are shipped, to stand beside models where a suite has no run of them itself.

``tools/baseline_scores.py`` makes the file by ``helm-run`` under every setting of ``run_specs`` that needs no download
and no judge.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from helm_creativity.core.names import SCORE
from helm_creativity.results.counting import deciding_stats, uncounted_scores

FILE = Path(__file__).with_name("baseline_scores.csv")
KEY = ("benchmark", "baseline", "comparable", "items")
"""What identifies a row."""
ENDS, ITEMS = ("low", "high"), "num_instances"
SHIPPED = "baseline, shipped"
SHIPPED_NOTE = f"{SHIPPED}: run for this package under the same settings; it has no rank and enters no composite"
RANDOM_NOUNS = "creativity/random-nouns"
BELOW_RANDOM_NOUNS = "below the baseline Random nouns"
CLOSE = 1e-8
"""Scores that differ by no more than this share are equal: the file has ten digits."""


@dataclass(frozen=True)
class ShippedBaseline:
    """A baseline's scores on one benchmark under one set of comparable settings."""

    benchmark: str
    baseline: str
    comparable: str
    items: int
    low: float | None
    high: float | None
    stats: Mapping[str, float]
    uncounted: str = ""

    @property
    def score(self) -> float:
        """The main stat."""
        return self.stats[SCORE]


def shipped_baselines(
    group: str, comparable: str, items: int | None, models: Collection[str]
) -> tuple[ShippedBaseline, ...]:
    """The baselines that may stand beside models, the best first."""
    found = _with_settings(group, comparable, items)
    return tuple(shipped for shipped in found if shipped.baseline not in models)


def below_random_nouns(
    group: str,
    comparable: str,
    items: int | None,
    own: Mapping[str, float | None],
    *,
    lower_is_better: bool = False,
) -> Callable[[float], bool]:
    """Whether a score is worse than that of random nouns, from the suite itself or else shipped."""
    shipped = _with_settings(group, comparable, items)
    scores = {baseline.baseline: None if baseline.uncounted else baseline.score for baseline in shipped}
    floor = {**scores, **own}.get(RANDOM_NOUNS)
    sign = -1.0 if lower_is_better else 1.0
    return lambda score: (
        floor is not None and sign * score < sign * floor and not math.isclose(score, floor, rel_tol=CLOSE)
    )


@cache
def _with_settings(group: str, comparable: str, items: int | None) -> tuple[ShippedBaseline, ...]:
    """Those of one set of settings; the rules of no other benchmark are imported."""
    settings = group, comparable, items
    found = [row for row in read_shipped(FILE) if (row.benchmark, row.comparable, row.items) == settings]
    return _counted(found) if found else ()


def _counted(some: list[ShippedBaseline]) -> tuple[ShippedBaseline, ...]:
    group = some[0].benchmark
    stats = {name: [shipped.stats.get(name, float("nan")) for shipped in some] for name in deciding_stats(group)}
    reasons = uncounted_scores(group, stats, [True] * len(some))
    found = [replace(shipped, uncounted=why) for shipped, why in zip(some, reasons, strict=True)]
    return tuple(sorted(found, key=lambda shipped: (shipped.uncounted != "", -shipped.score, shipped.baseline)))


@cache
def read_shipped(path: Path) -> tuple[ShippedBaseline, ...]:
    """The rows of a file as ``tools/baseline_scores.py`` writes it; a stat that a benchmark does not have is empty."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, strict=True))
    return tuple(
        ShippedBaseline(
            benchmark=row["benchmark"],
            baseline=row["baseline"],
            comparable=row["comparable"],
            items=int(row["items"]),
            low=float(row["low"]) if row["low"] else None,
            high=float(row["high"]) if row["high"] else None,
            stats={ITEMS: float(row["items"])}
            | {name: float(text) for name, text in row.items() if text and name not in (*KEY, *ENDS)},
        )
        for row in rows
    )
