"""Measures the diversity of repeated answers: the sum of their unit vectors against the similarities of all pairs.

    python perf/diversity.py

Both sides get the same vectors in one process and must agree. The slow sides are what published programs do: one cosine
a pair, and the whole matrix of similarities. Times are the best of three calls.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

DIMENSION = 384
SIZES = ((100, 10), (100, 50), (10, 1_000))
LOOPED = 200_000
"""Pairs at most that are compared one by one."""

Prompts = Sequence[NDArray[np.float32]]


def best(action: Callable[[], float]) -> tuple[float, float]:
    """Seconds of the fastest of three calls, and what the last returned."""
    times, result = [], 0.0
    for _ in range(3):
        start = time.perf_counter()
        result = action()
        times.append(time.perf_counter() - start)
    return min(times), result


def by_sums(prompts: Prompts) -> float:
    """As the benchmark scores."""
    from helm_creativity.scenarios.hivemind.scoring import dissimilarities

    return float(np.mean([dissimilarities(vectors).mean() for vectors in prompts]))


def by_matrix(prompts: Prompts) -> float:
    """The upper triangle of all similarities."""
    means = []
    for vectors in prompts:
        unit = vectors.astype(np.float64)
        unit /= np.linalg.norm(unit, axis=1, keepdims=True)
        means.append(100 * (1 - (unit @ unit.T)[np.triu_indices(len(unit), 1)].mean()))
    return float(np.mean(means))


def by_pairs(prompts: Prompts) -> float:
    """One call a pair."""
    from scipy.spatial.distance import cosine

    means = [
        np.mean([100 * cosine(a, b) for a, b in itertools.combinations(vectors.astype(np.float64), 2)])
        for vectors in prompts
    ]
    return float(np.mean(means))


def main() -> None:
    """Prints the table."""
    rng = np.random.default_rng(0)
    print("| prompts x answers | pairs | pair by pair | matrix | sums | faster than the matrix by |")
    print("|---|--:|--:|--:|--:|--:|")
    for n_prompts, n in SIZES:
        prompts = [rng.normal(size=(n, DIMENSION)).astype(np.float32) + 0.5 for _ in range(n_prompts)]
        pairs = n_prompts * n * (n - 1) // 2
        fast, score = best(lambda prompts=prompts: by_sums(prompts))
        full, same = best(lambda prompts=prompts: by_matrix(prompts))
        assert abs(score - same) < 1e-9, (score, same)
        looped = "-"
        if pairs <= LOOPED:
            slow, again = best(lambda prompts=prompts: by_pairs(prompts))
            assert abs(score - again) < 1e-9, (score, again)
            looped = f"{slow:.2f} s"
        print(
            f"| {n_prompts} x {n:,} | {pairs:,} | {looped} | {1000 * full:.1f} ms | {1000 * fast:.1f} ms "
            f"| {full / fast:.1f} |"
        )


if __name__ == "__main__":
    main()
