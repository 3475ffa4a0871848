"""Prints the relevant nouns of the reference responses to the DRAT, for ``scenarios/drat/items/reference.txt``.

    python tools/drat_references.py

For a new table. Where the three nouns of a set are still relevant and no search finds a better three, they stay.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from helm_creativity.baselines.nouns import load_nouns
from helm_creativity.embeddings.phrases import WithPhrases
from helm_creativity.lexicon.inflections import inflected_forms
from helm_creativity.lexicon.word_files import CUE_WORDS, read_words_file
from helm_creativity.scenarios.drat.benchmark import ITEMS
from helm_creativity.scenarios.drat.scoring import threshold, utility

MARGIN = 0.005
MOST_STARTS, STARTS = 1500, 400
_LEAST_GAIN = 1e-9
_TAKEN = 9.0  # above any product of two vectors


def best_three(products: NDArray[np.float64], starts: NDArray[np.intp]) -> tuple[float, list[int]]:
    """The least sum of products of three different rows that greedy searches with exchanges find, and the rows.

    Args:
        products: shape (n, n), of n >= 3 vectors.
        starts: rows to begin with.
    """
    best = (np.inf, [0, 1, 2])
    for start in starts.tolist():
        rows = [start]
        while len(rows) < 3:
            rows.append(_farthest(products, rows))
        improved = True
        while improved:
            improved = False
            for place in range(3):
                others = rows[:place] + rows[place + 1 :]
                found = _farthest(products, others)
                if products[others, found].sum() < products[others, rows[place]].sum() - _LEAST_GAIN:
                    rows[place], improved = found, True
        total = float(products[rows[0], rows[1]] + products[rows[0], rows[2]] + products[rows[1], rows[2]])
        best = min(best, (total, rows))
    return best


def _farthest(products: NDArray[np.float64], rows: list[int]) -> int:
    sums = products[rows].sum(axis=0)
    sums[rows] = _TAKEN
    return int(sums.argmin())


def main() -> None:
    """Prints the three nouns of each set, and the least score."""
    nouns = load_nouns("builtin")
    vectors, pool = nouns.vectors.astype(np.float64), nouns.find_vectors(CUE_WORDS)
    place = {word: row for row, word in enumerate(nouns.words)}
    scores = []
    for line in read_words_file(ITEMS / "reference.txt"):
        anchors, words = (part.split(", ") for part in line.split(": "))
        shipped = words[:3]
        of_anchors, known = WithPhrases(nouns.embedding).embed(anchors)
        of_anchors = of_anchors[known]
        above = utility(nouns.vectors @ of_anchors.T) > threshold(utility(pool @ of_anchors.T)) + MARGIN
        forbidden = frozenset().union(*map(inflected_forms, anchors))
        relevant = np.array([row for row in np.flatnonzero(above) if nouns.words[row] not in forbidden])
        few = np.random.default_rng(0).choice(len(relevant), min(STARTS, len(relevant)), replace=False)
        starts = np.arange(len(relevant)) if len(relevant) <= MOST_STARTS else few
        total, rows = best_three(vectors[relevant] @ vectors[relevant].T, starts)
        found = [nouns.words[row] for row in relevant[rows]]
        own = vectors[[place[word] for word in shipped]]
        of_shipped = float((own @ own.T)[np.triu_indices(3, 1)].sum())
        if all(above[place[word]] for word in shipped) and of_shipped <= total + _LEAST_GAIN:
            total, found = of_shipped, shipped
        scores.append(100 * (1 - total / 3))
        print(*found)
    print(f"CEILING = {np.floor(10 * min(scores)) / 10:.1f}")


if __name__ == "__main__":
    main()
