"""What may stand beside models and people without a run: norms of people, and scores of baselines that are shipped.

``tools/baseline_scores.py`` makes the file of baselines by ``helm-run`` under every setting of ``run_specs`` that needs
no download and no judge.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from helm_creativity.benchmark.card import Norm
from helm_creativity.benchmark.comparability import TRIALS
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


def differing_parts(people: str, models: str) -> dict[str, tuple[str, str]]:
    """In what the comparable settings of people and of models differ: (people, models) by name of the part.

    People's prompts say how their responses were had, not how they were scored, and parts that only models have say how
    these were asked: neither is compared. An exception is the number of responses, which a key holds only where it
    moves the score. Of a named set of items, ``own/120@sha256:...``, the names must agree: the checksum of models is of
    what they were asked. A score that models have without judges needs no ratings from a file either.
    """
    its, others = split_comparable_key(people), split_comparable_key(models)
    found = {}
    for name in (*its, *({TRIALS} & others.keys())):
        own, other = its.get(name, "none"), others.get(name, "none")
        named_set, slash, _ = other.partition("/")
        same = own.partition("@")[0] == named_set if name == "items" and slash else own == other
        unrated = name == "judges" and (own, other) == ("from a file", "none")
        if name != "prompts" and not same and not unrated:
            found[name] = own, other
    return found


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
    """The baselines that may stand beside models, the best first, with why one does not count; none of ``models``."""
    settings = group, comparable, items
    some = [row for row in read_shipped(FILE) if (row.benchmark, row.comparable, row.items) == settings]
    found = [row for row in _with_reasons(group, some) if row.baseline not in models]
    return tuple(sorted(found, key=lambda row: (row.uncounted != "", -row.score, row.baseline)))


def _with_reasons(group: str, rows: Sequence[ShippedBaseline]) -> list[ShippedBaseline]:
    if not rows:  # the rules of no other benchmark are imported
        return []
    stats = {name: [row.stats.get(name, math.nan) for row in rows] for name in deciding_stats(group)}
    reasons = uncounted_scores(group, stats, [True] * len(rows))
    return [row._replace(uncounted=why) for row, why in zip(rows, reasons, strict=True)]


def baselines_beside(group: str, comparable: str) -> dict[str, float]:
    """What baselines reach on all items under the settings of responses from a file, where that counts: greedy, 99.3.

    The best is first.
    """
    alike = (row for row in read_shipped(FILE) if row.benchmark == group)
    some = [row for row in alike if not differing_parts(comparable, row.comparable)]
    most = {row.baseline: row for row in sorted(some, key=lambda row: row.items)}
    best = sorted(_with_reasons(group, [*most.values()]), key=lambda row: (-row.score, row.baseline))
    return {row.baseline.rpartition("/")[2].replace("-", " "): row.score for row in best if not row.uncounted}


def beside_text(group: str, comparable: str) -> str:
    """What stands beside the mean of responses from a file, such as ``random nouns 82.04``; "" where nothing does."""
    baselines = [f"{name} {score:.4g}" for name, score in baselines_beside(group, comparable).items()]
    people = [
        f"{norm.mean:g} (SD {norm.sd:g}, n = {norm.n:,}{', comparable only roughly' if norm.differs else ''})"
        for norm in norms_for(group, comparable)
        if norm.stat == SCORE
    ]
    found = {"baselines": ", ".join(baselines), "people": ", ".join(people)}
    return "; ".join(f"{name}: {text}" for name, text in found.items() if text)


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
