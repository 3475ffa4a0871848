"""Measures scoring: DAT answers against the loop over pairs, the greedy search against its definition, our start-up.

    python perf/scoring.py [--answers 1000]

Both sides of every ratio get the same input in one process and must agree. The loop over pairs is what published
programs do: ``scipy.spatial.distance.cosine`` for every pair of words. Times are the best of several calls.
"""

from __future__ import annotations

import argparse
import itertools
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

DIMENSION = 300
PROBE = (
    "import time; start = time.perf_counter(); import helm.benchmark.run; between = time.perf_counter(); "
    "import helm_creativity.run_specs; print(between - start, time.perf_counter() - between)"
)


def best(action: Callable[[], Any], repeats: int) -> tuple[float, Any]:
    """Seconds of the fastest of ``repeats`` calls, and what the last returned."""
    times, result = [], None
    for _ in range(repeats):
        start = time.perf_counter()
        result = action()
        times.append(time.perf_counter() - start)
    return min(times), result


def pair_by_pair(answers: Sequence[Sequence[str]], vectors: dict[str, NDArray[np.float32]]) -> list[float]:
    """The loop over pairs, words already cleaned and looked up."""
    from scipy.spatial.distance import cosine

    pairs = [[cosine(vectors[a], vectors[b]) for a, b in itertools.combinations(words, 2)] for words in answers]
    return [100 * sum(distances) / len(distances) for distances in pairs]


def make_store(words: Sequence[str], folder: Path) -> str:
    """A store of random word vectors under the name ``perf``."""
    from helm_creativity.embeddings.registry import fetch_embedding

    vectors = np.random.default_rng(0).normal(size=(len(words), DIMENSION))
    path = folder / "perf.txt"
    path.write_text(
        "".join(f"{word} {' '.join(f'{x:.5f}' for x in row)}\n" for word, row in zip(words, vectors, strict=True))
    )
    fetch_embedding("perf", origin=path)
    return "perf"


def measure_scoring(count: int, folder: Path) -> None:
    """Distances alone, then the whole scorer: clean, look up, embed, average, submetrics."""
    from helm_creativity.benchmark.base import parse_settings
    from helm_creativity.benchmark.loading import get_benchmark
    from helm_creativity.benchmark.types import Sample
    from helm_creativity.embeddings.builtin import builtin
    from helm_creativity.embeddings.registry import load_embeddings
    from helm_creativity.scenarios.dat.scoring import dat_of_lists

    rng = np.random.default_rng(1)
    words = list(builtin().nouns[::2])
    name = make_store(words, folder)
    (store,) = load_embeddings(name)
    vectors = store.embed(words).vectors
    picks = [rng.choice(len(words), 10, replace=False).tolist() for _ in range(count)]
    answers = [[words[i] for i in row] for row in picks]
    table, sevens = dict(zip(words, vectors, strict=True)), [answer[:7] for answer in answers]
    loop, slow = best(lambda: pair_by_pair(sevens, table), 3)
    ours, fast = best(lambda: dat_of_lists([row[:7] for row in picks], vectors), 20)
    rows = [Sample(None, {"words": answer}) for answer in answers]
    benchmark = get_benchmark("dat")
    settings = parse_settings(benchmark, {"protocol": "olson2021", "embedding": name, "dictionary": "none"})
    whole, sample_scores = best(lambda: benchmark.scorer(settings).score(rows), 5)
    scorer = benchmark.scorer(settings)
    again, _ = best(lambda: scorer.score(rows), 5)
    assert np.allclose(slow, fast, atol=1e-3), "the two ways of scoring disagree"
    assert np.allclose(slow, [score.score for score in sample_scores], atol=1e-3), "the scorer disagrees"
    print(f"| {count:,} answers of 7 words, {DIMENSION} numbers each | time | faster than the loop by |")
    print("|---|--:|--:|")
    print(f"| pair by pair with `scipy.spatial.distance.cosine` | {loop * 1e3:.1f} ms | 1 |")
    print(f"| `dat_of_lists` | {ours * 1e3:.2f} ms | {loop / ours:.0f} |")
    print(f"| whole scorer: cleans, looks up, classifies {10 * count:,} words too | {whole * 1e3:.1f} ms | - |")
    print(f"| the same when it has seen the words before | {again * 1e3:.1f} ms | - |")


def measure_greedy() -> None:
    """Ten words out of the built-in table's nouns, by running sums and by the definition."""
    from helm_creativity.baselines.nouns import load_nouns
    from helm_creativity.baselines.word_choosers import greedy_unrelated

    vectors = load_nouns("builtin").vectors

    def definition() -> list[int]:
        chosen = [0]
        while len(chosen) < 10:
            means = (vectors @ vectors[chosen].T).mean(axis=1)
            means[chosen] = np.inf
            chosen.append(int(means.argmin()))
        return chosen

    ours, fast = best(lambda: greedy_unrelated(vectors, 10, 0), 5)
    theirs, slow = best(definition, 3)
    assert fast == slow, "the two ways of searching disagree"
    print(f"\n| 10 words out of {len(vectors):,} by greedy search | time | faster by |")
    print("|---|--:|--:|")
    print(f"| means over all chosen words, anew at each step | {theirs * 1e3:.0f} ms | 1 |")
    print(f"| running sums | {ours * 1e3:.0f} ms | {theirs / ours:.1f} |")


def measure_start() -> None:
    """What our entry point adds to ``helm-run``, with all modules compiled, as after an installation."""
    with tempfile.TemporaryDirectory() as compiled:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}

        def seconds() -> list[float]:
            command = [sys.executable, "-c", PROBE]
            output = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
            return [float(part) for part in output.split()]

        seconds()
        helm, added = (statistics.median(times) for times in zip(*(seconds() for _ in range(5)), strict=True))
    print("\n| start of `helm-run` | time | share |")
    print("|---|--:|--:|")
    print(f"| HELM alone | {helm:.2f} s | 1 |")
    print(f"| added by our entry point | {added:.2f} s | {added / helm:.2f} |")


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=int, default=1000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HELM_CREATIVITY_HOME"] = folder
        measure_scoring(arguments.answers, Path(folder))
    measure_greedy()
    measure_start()


if __name__ == "__main__":
    main()
