"""What may stand beside models without a run: norms of people, and scores of baselines that are shipped.

``tools/baseline_scores.py`` makes the file of baselines by ``helm-run`` under every setting of ``run_specs`` that needs
no download and no judge.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Collection, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from helm_creativity.benchmark.card import Norm
from helm_creativity.benchmark.names import SCORE
from helm_creativity.benchmark.norms import known_norms
from helm_creativity.results.comparable import cards
from helm_creativity.results.counting import deciding_stats, uncounted_scores
from helm_creativity.results.runs import split_comparable_key

FILE = Path(__file__).with_name("baseline_scores.csv")
KEY = ("benchmark", "baseline", "comparable", "items")
"""What identifies a row."""
ENDS, ITEMS = ("low", "high"), "num_instances"
SHIPPED = "baseline, shipped"
SHIPPED_NOTE = f"{SHIPPED}: It was run for this package under the same settings. It has no rank and is in no composite."
RANDOM_NOUNS = "creativity/random-nouns"
BELOW_RANDOM_NOUNS = "below the baseline Random nouns"
CLOSE = 1e-8
"""Scores that differ by no more than this share are equal: the file has ten digits."""


def norms_for(group: str, comparable: str) -> tuple[Norm, ...]:
    """The norms of a benchmark that hold for its comparable settings, those among them that a user has kept."""
    card, parts = cards().get(group), split_comparable_key(comparable)
    return tuple(norm for norm in known_norms(card) if norm.holds_for(parts)) if card else ()


def norm_with_quantiles(group: str, comparable: str, stat: str = SCORE) -> Norm | None:
    """The first norm of a stat that holds for comparable settings and says which share of people has less."""
    return next((norm for norm in norms_for(group, comparable) if norm.quantiles and norm.stat == stat), None)


def norm_text(norm: Norm) -> str:
    """Sentences: mean, standard deviation, sample, and what keeps models' scores from being comparable as they are."""
    stat = "" if norm.stat == SCORE else f", {norm.stat}"
    unit = "" if norm.unit == "people" else f" {norm.unit}"
    roughly = f" Comparable only roughly: {norm.differs}." if norm.differs else ""
    return f"People{stat}: mean {norm.mean:g}, SD {norm.sd:g}, n = {norm.n:,}{unit}. Sample: {norm.sample}.{roughly}"


class ShippedBaseline(NamedTuple):
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
    """The baselines that may stand beside models, the best first, with why a score does not count; none of ``models``.

    The rules of no other benchmark are imported.
    """
    settings = group, comparable, items
    some = [row for row in read_shipped(FILE) if (row.benchmark, row.comparable, row.items) == settings]
    if not some:
        return ()
    stats = {name: [row.stats.get(name, math.nan) for row in some] for name in deciding_stats(group)}
    reasons = uncounted_scores(group, stats, [True] * len(some))
    found = [row._replace(uncounted=why) for row, why in zip(some, reasons, strict=True) if row.baseline not in models]
    return tuple(sorted(found, key=lambda row: (row.uncounted != "", -row.score, row.baseline)))


def below_random_nouns(
    group: str, comparable: str, items: int | None, own: Mapping[str, float | None], *, lower_is_better: bool = False
) -> Callable[[float], bool]:
    """Whether a score is worse than that of random nouns, from the suite itself or else shipped."""
    shipped = shipped_baselines(group, comparable, items, own)
    floor = {**{row.baseline: row.score for row in shipped if not row.uncounted}, **own}.get(RANDOM_NOUNS)
    sign = -1 if lower_is_better else 1
    return lambda score: (
        floor is not None and sign * score < sign * floor and not math.isclose(score, floor, rel_tol=CLOSE)
    )


@cache
def read_shipped(path: Path) -> tuple[ShippedBaseline, ...]:
    """The rows of a file as ``tools/baseline_scores.py`` writes it; a stat that a benchmark does not have is empty."""
    found = []
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            numbers = {name: float(text) for name, text in row.items() if text and name not in KEY[:3]}
            numbers[ITEMS] = items = numbers.pop("items")
            low, high = (numbers.pop(end, None) for end in ENDS)
            key = row["benchmark"], row["baseline"], row["comparable"]
            found.append(ShippedBaseline(*key, int(items), low, high, numbers))
    return tuple(found)
