"""Rows through ``hc.score`` beside a plain program that computes the same scores: time and memory.

Run it as ``python perf/rows.py``.
"""

from __future__ import annotations

import gc
import json
import random
import time
import tracemalloc
from collections.abc import Callable, Sequence

import numpy as np
from plain import dat

import helm_creativity as hc
from helm_creativity.embeddings.builtin import builtin

N = 100_000
FORMS: dict[str, Callable[[Sequence[str]], str]] = {
    "words between commas": ", ".join,
    "numbered, with an introduction": lambda words: (
        "Here are ten words:\n\n" + "\n".join(f"{place}. {word}" for place, word in enumerate(words, start=1))
    ),
    "JSON": lambda words: json.dumps({"words": list(words)}),
}


def seconds(work: Callable[[], object]) -> float:
    """Of the processor, the least of three."""

    def once() -> float:
        gc.collect()
        start = time.process_time()
        work()
        return time.process_time() - start

    return min(once() for _ in range(3))


def main() -> None:
    """Prints a row per form."""
    chance, table = random.Random(1), builtin()
    nouns = table.nouns
    lists = [chance.sample(nouns, 10) for _ in range(N)]
    print(f"{N:,} lists of ten words under the built-in table\n")
    print("| form | plain program, a list | `hc.score`, a list | ratio | memory of a scored row |")
    print("|---|--:|--:|--:|--:|")
    for name, write in FORMS.items():
        texts = list(map(write, lists))
        ours = hc.score("dat", texts, embedding="builtin").scores
        assert np.allclose(ours, dat(texts, table, nouns), atol=1e-4)
        plain = seconds(lambda texts=texts: dat(texts, table, nouns)) / N
        own = seconds(lambda texts=texts: hc.score("dat", texts, embedding="builtin")) / N
        tracemalloc.start()
        kept = hc.score("dat", texts, embedding="builtin")
        before = tracemalloc.get_traced_memory()[0]
        del kept
        row = (before - tracemalloc.get_traced_memory()[0]) / N
        tracemalloc.stop()
        print(f"| {name} | {1e6 * plain:.0f} µs | {1e6 * own:.0f} µs | {own / plain:.1f} | {row / 1e3:.2f} kB |")


if __name__ == "__main__":
    main()
