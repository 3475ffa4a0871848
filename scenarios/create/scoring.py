"""CREATE: quality, distance, creative utility and distinctiveness of paths.

A response has n paths u_1..u_n whose structure is valid (see ``paths``) and which judges have judged; a path
without a judgement is left out by the caller, and no array here may hold NaN.

* Class score of a triple whose larger class (eq. 4-6) has c members: 5 for c <= 10, 4 for 10 < c < 100, 3 for
  100 <= c < 500, 2 for 500 <= c < 5000, else 1 (appendix D, the g of eq. 6).
* Quality f(u), eq. 7: the least class score of the path's triples, 1 to 5, if all its triples are facts, else 0.
* Distance d(u, v) = g(1 - cos(str(u), str(v))), eq. 8, 0 to 1, where

      g(x) = (1 - cos(π (x / 0.7)²)) / 2   for 0 <= x <= 0.7,   1 above                          (eq. 9)

  Eq. 9 ends at x = 1; a cosine distance does not, and g stays 1 up to 2. For str(u) see ``path_text``. Table 5 prints
  g(0.13) as 0.03; the formula gives 0.003.
* Greedy order τ, eq. 2: next comes the path with the largest gain f(u) · min over the chosen v of d(u, v). The distance
  to nothing is 1, so that the first gain is the largest f. Of equal gains the lower index comes first. Paths of quality
  0 are never chosen; one whose gain is 0 but not its quality still has its place, at the end.
* Creative utility s = Σ_i γ^(i-1) gain_i, eq. 1, under that order, with the patience γ from 0 to 1. It is 0 for no
  path, and below 50 at γ = 0.9.
* Over patience: the order does not depend on γ, so s is a polynomial in γ whose integral over 0..1 is Σ_i gain_i / i.
* Over factuality, section 7.4: with the threshold t from 0 to 1, f is the class score alone where the share of facts
  among the path's triples is at least t (the section: above t, under which t = 1 would leave no path), else 0, and each
  t has a greedy order of its own. The integral over t is exact: s changes only at the shares that occur.
* Mean pairwise distance: mean of d over all pairs; None for fewer than two paths.
* Distinctiveness ν(u) = min over the population's paths v of d(u, v), eq. 3, 0 to 1; that of a response is its largest
  (``comparison``, over the runs of a suite).

Eq. 1 is a maximum over orders. Eq. 2 reaches it often but not always, and no fixed share of it is certain; one more
path can lower s. Where gains tie, s depends on the order of the response.

Source: Wadhwa et al. 2026, sections 3 and 7.4, appendices B and D. What the authors' program computes otherwise than
their paper (for structure see ``paths.program_faults``):

* g is 1 from 0.7 to 1 and then the wave of eq. 9 again: 0.004 just above 1, 0.99 at 1.2, 0 at 1.4. Two paths whose
  vectors point a little away from each other count as the same.
* Creative utility discounts from the third path on: gain_1 + Σ_{i>=2} γ^(i-2) gain_i; of no path it is 1.
* Quality leaves the last triple out, which the query prescribes, and a path of one triple stops the program; here it
  keeps its own. A triple is a fact where the judge's label contains "not". Both are decided where judges are read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.judges.ratings import enough_rated, mean_or_none
from helm_creativity.scenarios.create.parse import Pool
from helm_creativity.scenarios.create.paths import Fault, Path, Target, path_text

if TYPE_CHECKING:
    from helm_creativity.scenarios.create.vectors import PathSpace

Floats = NDArray[np.float64]
Numbers = Sequence[float] | NDArray[np.floating]
Utility = Callable[[Sequence[float], float], float]

FAR = 0.7
"""Cosine distance from which on two paths have nothing to do with each other (eq. 9)."""

SAME_SHARE = 1e-9
"""By so much a threshold may lie above a share that reaches it: rounding alone puts 0.1 · 6 above 3/5."""

_DIGITS = 12


class Greedy(NamedTuple):
    """The order of eq. 2: indices of the k paths whose quality is above 0, and what each added; never rising."""

    order: tuple[int, ...]
    gains: tuple[float, ...]


def class_score(size: float) -> int:
    """How specific a triple is whose larger class has so many members, 1 to 5."""
    return 5 if size <= 10 else 4 if size < 100 else 3 if size < 500 else 2 if size < 5000 else 1


def annealed(x: Numbers | float) -> Floats:
    """G of eq. 9 for cosine distances 0 to 2, in any shape: 0 to 1, never falling."""
    near = np.minimum(np.asarray(x, np.float64), FAR) / FAR
    return np.asarray((1 - np.cos(np.pi * near**2)) / 2, np.float64)


def path_distances(vectors: NDArray[np.floating], transform: Callable[[Floats], Floats] = annealed) -> Floats:
    """D of all pairs, eq. 8.

    Args:
        vectors: shape (n, d), n >= 0, compared by dot product.
        transform: what stands for g.

    Returns:
        Shape (n, n), 0 to 1, symmetric, with zeros on the diagonal.
    """
    rows = np.asarray(vectors, np.float64)
    distances = transform(cosine_distances(rows @ rows.T))
    distances = (distances + distances.T) / 2
    np.fill_diagonal(distances, 0.0)
    return distances


def greedy(quality: Numbers, distances: NDArray[np.floating]) -> Greedy:
    """The order of eq. 2 and what each path adds.

    Args:
        quality: shape (n,), f of each path, 0 or more.
        distances: shape (n, n), 0 to 1.
    """
    worth = np.asarray(quality, np.float64)
    gains, order, gained = np.where(worth > 0, worth, -1.0), list[int](), list[float]()
    for _ in range(int((worth > 0).sum())):
        order.append(int(gains.argmax()))
        gained.append(float(gains[order[-1]]))
        gains = np.minimum(gains, worth * distances[order[-1]])
        gains[order] = -1.0
    return Greedy(tuple(order), tuple(gained))


def creative_utility(gains: Sequence[float], patience: float) -> float:
    """S of eq. 1 from the gains of eq. 2's order, 0 for none."""
    return float(sum(gain * patience**place for place, gain in enumerate(gains)))


def patience_area(gains: Sequence[float]) -> float:
    """Integral of the creative utility over a patience of 0..1, exactly: Σ_i gain_i / i."""
    return float(sum(gain / place for place, gain in enumerate(gains, start=1)))


def utilities_by_factuality(
    specificity: Numbers,
    shares: Numbers,
    distances: NDArray[np.floating],
    thresholds: Numbers,
    patience: float,
    utility: Utility = creative_utility,
) -> Floats:
    """Creative utility where a path counts if the share of its facts reaches a threshold (section 7.4).

    Args:
        specificity: shape (n,), least class score of each path, above 0.
        shares: shape (n,), share of facts among its triples, 0 to 1.
        distances: shape (n, n), 0 to 1.
        thresholds: shape (m,), each 0 to 1; at 0 every path counts.
        patience: γ, 0 to 1.
        utility: of gains and a patience.

    Returns:
        Shape (m,).
    """
    levels, steps = _steps(specificity, shares, distances, patience, utility)
    return steps[np.searchsorted(levels, np.asarray(thresholds, np.float64) - SAME_SHARE)]


def factuality_area(
    specificity: Numbers,
    shares: Numbers,
    distances: NDArray[np.floating],
    patience: float,
    utility: Utility = creative_utility,
) -> float:
    """Integral of ``utilities_by_factuality`` over a threshold of 0..1, exactly."""
    levels, steps = _steps(specificity, shares, distances, patience, utility)
    return float(np.diff([0.0, *levels, 1.0]) @ steps)


def _steps(
    specificity: Numbers, shares: Numbers, distances: NDArray[np.floating], patience: float, utility: Utility
) -> tuple[Floats, Floats]:
    """The k distinct shares, rising, and k + 1 utilities: up to each of them and above them all."""
    facts = np.asarray(shares, np.float64)
    levels = np.unique(facts)
    orders = [greedy(np.where(facts >= level, specificity, 0.0), distances) for level in (*levels, np.inf)]
    return levels, np.array([utility(order.gains, patience) for order in orders])


def mean_pairwise(distances: NDArray[np.floating]) -> float | None:
    """Mean over all pairs of n paths, shape (n, n); None for n < 2."""
    n = len(distances)
    return float(np.asarray(distances, np.float64)[np.triu_indices(n, 1)].mean()) if n > 1 else None


def cosine_distances(similarities: NDArray[np.floating]) -> Floats:
    """1 - cos for dot products in any shape: 0 to 2, rounded so that equal paths tie however a library sums."""
    return np.clip(np.round(1.0 - similarities, _DIGITS), 0.0, 2.0)


NO_PATH = 1.0
"""What a response without a valid and factual path is worth, whatever the patience."""


def program_annealed(x: Floats) -> Floats:
    """The program's g for cosine distances 0 to 2, in any shape: 0 to 1."""
    return np.where(x > 1, np.minimum((1 - np.cos(np.pi * (x / 0.7) ** 2)) / 2, 1.0), annealed(x))


def program_utility(gains: Sequence[float], patience: float) -> float:
    """The program's creative utility from the gains of the greedy order."""
    return gains[0] + creative_utility(gains[1:], patience) if gains else NO_PATH


def program_area(gains: Sequence[float]) -> float:
    """Integral of ``program_utility`` over a patience of 0..1, exactly: gain_1 + Σ_{i>=2} gain_i / (i - 1)."""
    return gains[0] + patience_area(gains[1:]) if gains else NO_PATH


BEST = 5
"""The highest specificity."""


@dataclass(frozen=True)
class JudgedPath:
    """One path of a response. What no judge rated is None; only paths without faults are judged.

    Attributes:
        specificity: mean over judges of the least class score of the triples that count, 1 to 5.
        factual_share: share of the triples that are facts, 0 to 1.
        sizes: of each judge who rated it, the size of each triple's larger class.
        labels: of each judge who rated it, 1 for each triple that is a fact, or was looked up, else 0.
    """

    path: Path
    faults: tuple[Fault, ...] = ()
    specificity: float | None = None
    factual_share: float | None = None
    sizes: tuple[tuple[float, ...], ...] = ()
    labels: tuple[tuple[float, ...], ...] = ()

    @property
    def valid(self) -> bool:
        """Whether its structure is."""
        return not self.faults

    def quality(self, threshold: float = 1.0) -> float | None:
        """f(u), eq. 7: its specificity, or 0 where fewer triples than that share are facts.

        None where a judgement is missing on which it depends: what is not factual is worth 0 however specific.
        """
        if self.factual_share is None:
            return None
        return self.specificity if self.factual_share >= threshold - SAME_SHARE else 0.0

    @property
    def judged(self) -> bool:
        """Whether its quality is known at every threshold."""
        return self.valid and self.specificity is not None and self.factual_share is not None


class TraceCounts(NamedTuple):
    """How many names judges list in the reasoning before a response: means over those whose reply could be read."""

    entities: float
    relations: float
    distinct_entities: float
    distinct_relations: float


@dataclass(frozen=True)
class JudgedResponse:
    """All that is known about a response, or a pool of them, before paths are compared.

    Attributes:
        responses: all of them, the first one first; none where a file has paths.
        judges: who rated a path.
        looked_up: share of the triples of valid paths that a graph of facts holds; None where none was asked.
        trace: of the reasoning before the first response; None where there is none, or none was read.
    """

    target: Target
    pool: Pool
    paths: tuple[JudgedPath, ...]
    responses: tuple[Response, ...] = ()
    judges: frozenset[str] = frozenset()
    looked_up: float | None = None
    trace: TraceCounts | None = None

    @property
    def failure_reason(self) -> FailureReason | None:
        """Why there is nothing to score, or None."""
        return self.pool.failure_reason


def judged_specificity(sizes: Sequence[float], last_counts: bool) -> int:
    """One judge's specificity of a path of n triples: the least class score of those that count, 1 to 5."""
    return min(map(class_score, sizes if last_counts or len(sizes) == 1 else sizes[:-1]))


def factual_share(labels: Sequence[Sequence[float]]) -> float | None:
    """Share of n triples that are facts to more than half of the judges, of each of whom there are n labels, 1 or 0."""
    return sum(majority_facts(labels)) / len(labels[0]) if labels else None


def majority_facts(labels: Sequence[Sequence[float]]) -> tuple[bool, ...]:
    """Which of n triples more than half of the judges, of whom there are some, take for facts."""
    return tuple(sum(of_triple) / len(labels) > 0.5 for of_triple in zip(*labels, strict=True))


PATIENCE = 0.9
"""Of the score: the s of the paper's tables. Its s_0.7 is ``utility_patience_70``."""

PATIENCES = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
THRESHOLDS = (0.0, 0.25, 0.5, 0.75, 1.0)

GRID = tuple(step / 20 for step in range(21))
"""Of both curves."""


@dataclass(frozen=True)
class Ranking:
    """What the judged paths of a response are worth together.

    Attributes:
        score: creative utility; None where too few valid paths were judged.
        order: places of the paths with a quality above 0, as the greedy choice takes them.
        gains: what each of them adds before it is discounted.
        n_unjudged: valid paths whose quality is unknown.
    """

    score: float | None
    order: tuple[int, ...] = ()
    gains: tuple[float, ...] = ()
    n_unjudged: int = 0
    submetrics: dict[str, float | None] = field(default_factory=dict)
    details: dict[str, Any] = field(default_factory=dict)


def compared_texts(response: JudgedResponse) -> list[str]:
    """What is embedded: the texts of the paths that are compared."""
    return [path_text(response.paths[place].path) for place in _rated_paths(response)]


def _rated_paths(response: JudgedResponse) -> list[int]:
    """Places of the valid paths whose quality is known. The curve over factuality needs those that are worth 0 too."""
    return [place for place, path in enumerate(response.paths) if path.quality() is not None]


def rank(response: JudgedResponse, space: PathSpace, by_program: bool) -> Ranking:
    """Orders a response's valid paths of known quality and adds up what they are worth.

    A response of which fewer than half of the valid paths were judged has no score. One without any valid path is worth
    what the protocol says.
    """
    places = _rated_paths(response)
    n_valid = sum(path.valid for path in response.paths)
    if (n_valid and not places) or not enough_rated(len(places), n_valid):
        return Ranking(None, n_unjudged=n_valid - len(places))
    paths = [response.paths[place] for place in places]
    g = program_annealed if by_program else annealed
    worth, area = (program_utility, program_area) if by_program else (creative_utility, patience_area)
    each = [path_distances(vectors, g) for vectors in space.vectors([path_text(path.path) for path in paths])]
    distances = np.asarray(np.mean(each, axis=0))  # of an ensemble of embeddings the mean
    quality = [path.quality() or 0.0 for path in paths]
    best = greedy(quality, distances)
    submetrics: dict[str, float | None] = {
        **{f"utility_patience_{round(100 * patience)}": worth(best.gains, patience) for patience in PATIENCES},
        "utility_patience_area": area(best.gains),
        "max_quality": max(quality, default=0.0),
        "pairwise_distance": mean_pairwise(distances[np.ix_(best.order, best.order)]),
        "n_paths": float(len(best.order)),
        "factual_triples": mean_or_none([path.factual_share for path in paths if path.factual_share is not None]),
    }
    # Over factuality, section 7.4: of the paths of which specificity and factuality are known.
    full = [row for row, path in enumerate(paths) if path.judged]
    names = [*(f"utility_factuality_{round(100 * threshold)}" for threshold in THRESHOLDS), "utility_factuality_area"]
    curve: list[float] = []
    submetrics |= dict.fromkeys(names)
    if full or not paths:
        specificity = np.array([paths[row].specificity for row in full], dtype=np.float64)
        shares = np.array([paths[row].factual_share for row in full], dtype=np.float64)
        case = specificity, shares, distances[np.ix_(full, full)]
        at = utilities_by_factuality(*case, [*THRESHOLDS, *GRID], PATIENCE, worth).tolist()
        curve = at[len(THRESHOLDS) :]
        values = [*at[: len(THRESHOLDS)], factuality_area(*case, PATIENCE, worth)]
        submetrics |= dict(zip(names, values, strict=True))
    order = tuple(places[place] for place in best.order)
    details = {
        "greedy_order": list(order),
        "gains": list(best.gains),
        "patience_curve": [worth(best.gains, patience) for patience in GRID],
        "factuality_curve": curve,
    }
    return Ranking(worth(best.gains, PATIENCE), order, best.gains, n_valid - len(places), submetrics, details)
