"""Measures creative utility: the greedy order against the loops of its definition.

    python perf/create.py [--queries 1000] [--paths 100]

Both ways get the same qualities and distances in one process and must agree. The loop is eq. 1 and 2 as one would write
them: at each step, for each path that is left, the least of its distances to all that are chosen; it is timed on some
of the queries and taken in proportion. Paths are vectors of 384 numbers around a few themes, so that all distances
occur; qualities are whole numbers, so that gains tie.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scoring import best

from helm_creativity.scenarios.create.scoring import (
    Greedy,
    annealed,
    creative_utility,
    factuality_area,
    greedy,
    path_distances,
)

LOOPED = 20
DIMENSION = 384
THEMES = 8
TRIPLES = 4
Query = tuple[NDArray[np.float64], NDArray[np.float32]]


def make_queries(n: int, paths: int) -> list[Query]:
    """Qualities and vectors of the paths of ``n`` queries."""
    rng = np.random.default_rng(0)
    made = []
    for _ in range(n):
        themes = rng.normal(size=(THEMES, DIMENSION))
        spread = rng.uniform(0.2, 1.2, size=(paths, 1))
        rows = rng.normal(size=DIMENSION) + themes[rng.integers(THEMES, size=paths)]
        rows = rows + spread * rng.normal(size=(paths, DIMENSION))
        vectors = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
        made.append((rng.integers(1, 6, size=paths).astype(np.float64), vectors))
    return made


def pair_by_pair(vectors: NDArray[np.float32]) -> list[list[float]]:
    """Distances by eq. 8 and 9, a pair at a time."""
    rows = vectors.astype(np.float64)
    return [[0.0 if a is b else float(annealed(1 - float(a @ b))) for b in rows] for a in rows]


def by_definition(quality: Sequence[float], distances: Sequence[Sequence[float]]) -> Greedy:
    """Eq. 2, step by step."""
    left, order, gains = list(range(len(quality))), [], []
    while left:
        values = [quality[u] * min((distances[u][v] for v in order), default=1.0) for u in left]
        gains.append(max(values))
        order.append(left.pop(values.index(max(values))))
    return Greedy(tuple(order), tuple(gains))


def measure_speed(queries: Sequence[Query]) -> None:
    """Each step of scoring a query, on the same queries."""
    n, paths = len(queries), len(queries[0][0])
    some = queries[: min(LOOPED, n)]
    share = n / len(some)
    apart, listed = best(lambda: [pair_by_pair(vectors) for _, vectors in some], 1)
    between, distances = best(lambda: [path_distances(vectors) for _, vectors in queries], 3)
    assert all(np.allclose(a, b, atol=1e-9) for a, b in zip(listed, distances, strict=False)), "distances disagree"
    answers = [(quality, distance) for (quality, _), distance in zip(queries, distances, strict=True)]
    plain = [(quality.tolist(), distance.tolist()) for quality, distance in answers[: len(some)]]
    loop, expected = best(lambda: [by_definition(*query) for query in plain], 1)
    single, alone = best(lambda: [greedy(*answer) for answer in answers], 3)
    for greedy_order, other in zip(expected, alone, strict=False):
        assert greedy_order.order == other.order, "the orders disagree"
        assert np.allclose(greedy_order.gains, other.gains, atol=1e-12), "the gains disagree"
    rng = np.random.default_rng(1)
    shares = rng.integers(0, TRIPLES + 1, size=(n, paths)) / TRIPLES
    cases = [(*answer, facts) for answer, facts in zip(answers, shares, strict=True)]
    curve, _ = best(lambda: [factuality_area(q, facts, d, 0.9) for q, d, facts in cases], 1)
    utility = sum(creative_utility(greedy_order.gains, 0.9) for greedy_order in alone) / n
    loop, apart = loop * share, apart * share
    print(f"| {n:,} queries of {paths} paths (utility {utility:.1f} on average) | the loop | ours | faster by |")
    print("|---|--:|--:|--:|")
    print(f"| distances of all pairs | {apart:.1f} s | {between:.2f} s | {apart / between:.0f} |")
    print(f"| greedy order | {loop:.1f} s | {single:.2f} s | {loop / single:.0f} |")
    print(f"| area under the curve over factuality, {TRIPLES + 1} orders a query | - | {curve:.2f} s | - |")
    print(f"\nThe loop ran on {len(some)} of the queries and is given in proportion.")
    assert loop / single >= 10, f"expected the greedy order at least 10 times faster than the loop, got {loop / single}"
    assert single < 10, f"expected all orders within 10 s, got {single:.1f}"


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--queries", type=int, default=1000)
    parser.add_argument("--paths", type=int, default=100)
    arguments = parser.parse_args()
    queries = make_queries(arguments.queries, arguments.paths)
    measure_speed(queries)


if __name__ == "__main__":
    main()
