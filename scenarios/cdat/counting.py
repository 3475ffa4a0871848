"""Which scores of the conditional DAT count: those of models that pass the gate (Schapiro et al. 2026, section 3.1).

A run sees one model and reports a p-value. Whether its novelty counts depends on the other models: one passes if its
words fit their cues better than random nouns do, at the false discovery rate ``GATE_ALPHA``, which is the paper's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.group_comparison import GATE_ALPHA, benjamini_hochberg
from helm_creativity.psychometrics.tables import as_floats

P_VALUE, DIFFERENCE = "gate_p_value", "gate_difference"
SCORED = "random_appropriateness"
"""Of every run of which something was scored."""
DECIDING = (P_VALUE, DIFFERENCE, SCORED)
"""See ``results.counting``."""
NO_TEST = "no test for the gate"


def adjusted_p(p_values: ArrayLike, baselines: ArrayLike) -> NDArray[np.float64]:
    """p-values of n models by Benjamini and Hochberg, those of baselines among themselves; NaN where there is none."""
    adjusted, aside = as_floats(p_values, P_VALUE).copy(), np.asarray(baselines, dtype=bool)
    for family in (aside, ~aside):
        tested = family & np.isfinite(adjusted)
        adjusted[tested] = benjamini_hochberg(adjusted[tested].tolist())
    return adjusted


def uncounted(stats: Mapping[str, ArrayLike], baselines: ArrayLike) -> Sequence[str]:
    """See ``results.counting``."""
    unknown = np.full(len(np.asarray(baselines)), np.nan)
    p_values, differences, scored = (as_floats(stats.get(name, unknown), name) for name in DECIDING)
    untested = NO_TEST if np.isfinite([p_values, scored]).any() else ""
    reasons = []
    adjusted = adjusted_p(np.where(np.isfinite(differences), p_values, np.nan), baselines)
    for p, difference in zip(adjusted.tolist(), differences.tolist(), strict=True):
        level = "" if p < GATE_ALPHA else f", not below {GATE_ALPHA:g}"
        chance = "" if difference > 0 else ", and not above chance"
        failed = f"gate not passed: adjusted p {p:.2g}{level}{chance}" if level or chance else ""
        reasons.append(untested if np.isnan(p) else failed)
    return reasons
