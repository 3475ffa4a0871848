"""Statistics of scores: numpy and scipy only. It imports nothing of the rest of the package."""

from helm_creativity.psychometrics.comparisons import (
    Welch,
    appropriateness_gate,
    benjamini_hochberg,
    gated_novelty,
    welch,
)
from helm_creativity.psychometrics.uncertainty import standard_error

__all__ = ["Welch", "appropriateness_gate", "benjamini_hochberg", "gated_novelty", "standard_error", "welch"]
