"""Counterfactual letter-string analogies.

A string is changed by a rule that is not named; the same kind of change is to be made to another string. The alphabet
of the rule is shown and may be an unfamiliar one: letters in other places, or symbols (Lewis and
Mitchell 2024, 2025, after Hofstadter and Mitchell's Copycat and Webb, Holyoak and Lu 2023). Beaty et al. 2026
(AGC-Bench, sections 2 and 3.4, appendix I) take the task as their probe of fluid reasoning: 500 items, temperature 0,
reasoning off.

For an answer x of m characters and the right one y of n, and d(x, y) the least number of characters to insert, delete
or replace (Levenshtein)::

    score      = 100 if x = y, otherwise 0
    similarity = 100 · (1 - d(x, y) / max(m, n))
    positions  = 100 · #{i : x_i = y_i} / max(m, n)

all from 0 to 100, and ``score`` <= ``positions`` <= ``similarity``. The score of a run is the mean over scored answers:
accuracy in percent. Partial credit is no share of the analogy that was understood: who leaves the target as it is gets
60 to 83 of similarity. An answer in which no string is found is wrong, and has neither of the other two.

Three answers are wrong in a way that says why. The *usual* one is what the same kind of change makes of the target
under the usual alphabet, a to z, where letters are permuted and that is another string than the right one. The *copied*
one has the example's change at its places and with its characters. The *unchanged* one is the target. Over the answers
of a run::

    usual_alphabet_rate = share of usual answers among those to items that have one
    literal_rate        = share of copied answers
    unchanged_rate      = share of unchanged answers
    counterfactual_gap  = accuracy under the usual alphabet - accuracy under all permuted ones

The gap is in points of percent, from -100 to 100: what it costs that an order was never learnt, since kinds of change
and lengths are the same on both sides. Going by the usual alphabet answers no permuted item rightly, apart from those
of ``remove``, which no alphabet is needed for. Symbols are left out: their alphabet is shorter. Who solves nothing has
a gap of 0; it is undefined without a scored answer on each side. Its standard error is the root of the sum of squares
of those of the two accuracies, which stand beside them in a run's stats.

Where we differ from the sources: see the card.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

RIGHT = 100.0
WRONG = 0.0


def similarity(x: Sequence[str], y: Sequence[str]) -> float:
    """See the formula.

    Args:
        x: m characters.
        y: n characters, of m and n at least one above 0.
    """
    return 100 * (1 - edit_distance(x, y) / max(len(x), len(y)))


def positions(x: Sequence[str], y: Sequence[str]) -> float:
    """See the formula; arguments as for ``similarity``."""
    return 100 * sum(map(str.__eq__, x, y)) / max(len(x), len(y))


def edit_distance(x: Sequence[str], y: Sequence[str]) -> int:
    """d(x, y), in O(m·n) time."""
    row = list(range(len(y) + 1))
    for i, sign in enumerate(x, start=1):
        above, row = row, [i]
        for j, other in enumerate(y, start=1):
            row.append(min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (sign != other)))
    return row[-1]


def counterfactual_gap(standard: Sequence[float], permuted: Sequence[float]) -> float | None:
    """See the formula: scores of answers under the usual alphabet, and under permuted ones; None without either."""
    if not standard or not permuted:
        return None
    return math.fsum(standard) / len(standard) - math.fsum(permuted) / len(permuted)
