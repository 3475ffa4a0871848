"""What the authors' program computes otherwise than their paper, for comparison with its numbers.

Read in the program that goes with Wadhwa et al. 2026 and put here in our own words; what is not here is as in
``paths`` and ``measure``, the greedy choice among them.

* Structure. All comparisons are of lower-case text. The endpoints are looked for anywhere in the text of the first and
  of the last triple (``entity_a`` may be its tail, or part of another name), the relation nowhere; a last triple whose
  head is its tail is invalid. Then validity is decided anew at each pair of neighbors: valid where the head or the tail
  of the next is a substring of the head or the tail of this, invalid for good where not. So what was found at the
  endpoints decides only for paths of one triple. Triples and paths may be repeated.
* g is 1 from 0.7 to 1 and then the wave of eq. 9 again: 0.004 just above 1, 0.99 at 1.2, 0 at 1.4. Two paths whose
  vectors point a little away from each other count as the same.
* Creative utility discounts from the third path on: gain_1 + Σ_{i>=2} γ^(i-2) gain_i; of no path it is 1.
* Quality leaves the last triple out, which the query prescribes, and a path of one triple stops the program; here it
  keeps its own. A triple is a fact where the judge's label contains "not". Both are decided where judges are read.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from helm_creativity.scenarios.create.measure import Floats, annealed, check_patience, path_distances
from helm_creativity.scenarios.create.paths import Fault, Target
from helm_creativity.scenarios.create.triples import Path, Triple

NO_PATH = 1.0
"""What a response without a valid and factual path is worth, whatever the patience."""


def program_faults(paths: Sequence[Path], target: Target) -> list[tuple[Fault, ...]]:
    """What makes each of n paths invalid for the program; () where it is valid.

    A path of several triples can only be ``BROKEN``. In a path of one, a tail that is its head is a ``WRONG_END``.
    """
    return [_faults(path, target) for path in paths]


def _faults(path: Path, target: Target) -> tuple[Fault, ...]:
    if not path:
        return (Fault.WRONG_START, Fault.WRONG_END)
    if len(path) > 1:
        connected = all(_connected(one, path[i]) for i, one in enumerate(path[:-1], start=1))
        return () if connected else (Fault.BROKEN,)
    (only,) = path
    text = str(list(only)).lower()
    wrong_end = target.entity_b.lower() not in text or only.head.lower() == only.tail.lower()
    wrong = {Fault.WRONG_START: target.entity_a.lower() not in text, Fault.WRONG_END: wrong_end}
    return tuple(fault for fault, there in wrong.items() if there)


def _connected(this: Triple, following: Triple) -> bool:
    here = [name.lower().strip() for name in (this.head, this.tail)]
    return any(name.lower().strip() in one for name in (following.head, following.tail) for one in here)


def program_annealed(x: Floats) -> Floats:
    """The program's g for cosine distances 0 to 2, in any shape: 0 to 1."""
    return np.where(x > 1, np.minimum((1 - np.cos(np.pi * (x / 0.7) ** 2)) / 2, 1.0), annealed(x))


def program_distances(vectors: NDArray[np.floating]) -> Floats:
    """Distances of all pairs under the program's g; see ``path_distances``."""
    return path_distances(vectors, program_annealed)


def program_utility(gains: Sequence[float], patience: float) -> float:
    """The program's creative utility from the gains of the greedy order.

    Raises:
        ValueError: for a patience outside 0..1.
    """
    check_patience(patience)
    if not gains:
        return NO_PATH
    return float(gains[0] + sum(gain * patience**place for place, gain in enumerate(gains[1:])))


def program_area(gains: Sequence[float]) -> float:
    """Integral of ``program_utility`` over a patience of 0..1, exactly: gain_1 + Σ_{i>=2} gain_i / (i - 1)."""
    if not gains:
        return NO_PATH
    return float(gains[0] + sum(gain / place for place, gain in enumerate(gains[1:], start=1)))
