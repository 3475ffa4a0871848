"""Statistics of scores and of judges: numpy and scipy only. It imports nothing of the rest of the package.

What is asked for is loaded when it is: every ``helm-run`` on the machine needs a standard error, and few need a model.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

# This module and its function have one name, and whoever loads the module would put it into the function's place.
from helm_creativity.psychometrics.bland_altman import BlandAltman, Estimate, bland_altman

if TYPE_CHECKING:
    from helm_creativity.psychometrics.agreement import SpearmanPair, spearman_pairs
    from helm_creativity.psychometrics.classification import (
        Kappa,
        KappaInterval,
        accuracy,
        balanced_accuracy,
        bootstrap_kappa,
        cohen_kappa,
        confusion_matrix,
    )
    from helm_creativity.psychometrics.comparisons import (
        Welch,
        appropriateness_gate,
        benjamini_hochberg,
        gated_novelty,
        welch,
    )
    from helm_creativity.psychometrics.estimator import ConvergenceWarning, NotFitted
    from helm_creativity.psychometrics.graded import GradedResponseModel, Scores
    from helm_creativity.psychometrics.intraclass import ICC_KINDS, IntraclassCorrelation, intraclass_correlation
    from helm_creativity.psychometrics.krippendorff import LEVELS as KRIPPENDORFF_LEVELS
    from helm_creativity.psychometrics.krippendorff import krippendorff_alpha
    from helm_creativity.psychometrics.panel import JudgeWarning
    from helm_creativity.psychometrics.reliability import CronbachAlpha, KendallW, cronbach_alpha, kendall_w
    from helm_creativity.psychometrics.uncertainty import standard_error

__all__ = [
    "ICC_KINDS",
    "KRIPPENDORFF_LEVELS",
    "BlandAltman",
    "ConvergenceWarning",
    "CronbachAlpha",
    "Estimate",
    "GradedResponseModel",
    "IntraclassCorrelation",
    "JudgeWarning",
    "Kappa",
    "KappaInterval",
    "KendallW",
    "NotFitted",
    "Scores",
    "SpearmanPair",
    "Welch",
    "accuracy",
    "appropriateness_gate",
    "balanced_accuracy",
    "benjamini_hochberg",
    "bland_altman",
    "bootstrap_kappa",
    "cohen_kappa",
    "confusion_matrix",
    "cronbach_alpha",
    "gated_novelty",
    "intraclass_correlation",
    "kendall_w",
    "krippendorff_alpha",
    "spearman_pairs",
    "standard_error",
    "welch",
]

_PARTS = {
    "ICC_KINDS": "intraclass",
    "KRIPPENDORFF_LEVELS": "krippendorff",
    "ConvergenceWarning": "estimator",
    "CronbachAlpha": "reliability",
    "GradedResponseModel": "graded",
    "IntraclassCorrelation": "intraclass",
    "JudgeWarning": "panel",
    "Kappa": "classification",
    "KappaInterval": "classification",
    "KendallW": "reliability",
    "NotFitted": "estimator",
    "Scores": "graded",
    "SpearmanPair": "agreement",
    "Welch": "comparisons",
    "accuracy": "classification",
    "appropriateness_gate": "comparisons",
    "balanced_accuracy": "classification",
    "benjamini_hochberg": "comparisons",
    "bootstrap_kappa": "classification",
    "cohen_kappa": "classification",
    "confusion_matrix": "classification",
    "cronbach_alpha": "reliability",
    "gated_novelty": "comparisons",
    "intraclass_correlation": "intraclass",
    "kendall_w": "reliability",
    "krippendorff_alpha": "krippendorff",
    "spearman_pairs": "agreement",
    "standard_error": "uncertainty",
    "welch": "comparisons",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - one of the parts
    if name not in _PARTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    part = import_module(f"{__name__}.{_PARTS[name]}")
    return getattr(part, "LEVELS" if name == "KRIPPENDORFF_LEVELS" else name)
