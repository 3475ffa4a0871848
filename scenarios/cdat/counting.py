"""Which scores of the conditional DAT count: those of models that pass the gate (Schapiro et al. 2026, section 3.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from helm_creativity.psychometrics.group_comparison import GATE_ALPHA, benjamini_hochberg
from helm_creativity.psychometrics.tables import as_floats

P_VALUE, DIFFERENCE = "gate_p_value", "gate_difference"
SCORED = "random_appropriateness"
"""Of every run of which something was scored."""
DECIDING = (P_VALUE, DIFFERENCE, SCORED)
"""See ``results.counting``."""
NO_TEST = "no test for the gate"


def uncounted(stats: Mapping[str, ArrayLike], baselines: ArrayLike) -> Sequence[str]:
    """Scores of models that do not score ``above_chance``; see ``results.counting``."""
    aside = np.asarray(baselines, dtype=bool)
    unknown = np.full(len(aside), np.nan)
    p_values, differences, scored = (as_floats(stats.get(name, unknown), name) for name in DECIDING)
    tested = (p_values >= 0) & (p_values <= 1) & np.isfinite(differences)
    reasons = [NO_TEST if np.isfinite([p_values, scored]).any() else ""] * len(aside)
    for family in (tested & ~aside, tested & aside):
        adjusted = benjamini_hochberg(p_values[family].tolist()).tolist()
        for row, p in zip(np.flatnonzero(family).tolist(), adjusted, strict=True):
            level = "" if p < GATE_ALPHA else f", not below {GATE_ALPHA:g}"
            chance = "" if differences[row] > 0 else ", and not above chance"
            reasons[row] = f"gate not passed: adjusted p {p:.2g}{level}{chance}" if level or chance else ""
    return reasons
