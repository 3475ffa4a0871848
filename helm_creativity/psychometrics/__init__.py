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
    from helm_creativity.psychometrics.components import variance_components
    from helm_creativity.psychometrics.composites import by_domain, overall, standardised
    from helm_creativity.psychometrics.estimator import ConvergenceWarning, NotFitted
    from helm_creativity.psychometrics.factors import OneFactor, one_factor
    from helm_creativity.psychometrics.graded import GradedResponseModel, Scores
    from helm_creativity.psychometrics.groups import GroupComparison, bonferroni, compare_groups, holm
    from helm_creativity.psychometrics.halves import SplitHalf, TestRetest, split_half, test_retest
    from helm_creativity.psychometrics.intraclass import ICC_KINDS, IntraclassCorrelation, intraclass_correlation
    from helm_creativity.psychometrics.krippendorff import LEVELS as KRIPPENDORFF_LEVELS
    from helm_creativity.psychometrics.krippendorff import krippendorff_alpha
    from helm_creativity.psychometrics.paired import PairedEffect, paired_effect
    from helm_creativity.psychometrics.panel import JudgeWarning
    from helm_creativity.psychometrics.parallel import ParallelAnalysis, parallel_analysis
    from helm_creativity.psychometrics.pareto import pareto_front
    from helm_creativity.psychometrics.reliability import (
        CronbachAlpha,
        KendallW,
        cronbach_alpha,
        kendall_w,
        standardised_alpha,
    )
    from helm_creativity.psychometrics.robustness import Subsampled, WithoutOne, dropped, residualised, subsampled
    from helm_creativity.psychometrics.stability import (
        RankStability,
        bootstrap_means,
        interval,
        rank_intervals,
        rank_stability,
    )
    from helm_creativity.psychometrics.uncertainty import standard_error
    from helm_creativity.psychometrics.validity import (
        Correlation,
        Williams,
        best_on_frontier,
        frontier,
        multiple_r,
        pearson,
        spearman,
        specificity,
        williams,
    )

__all__ = [
    "ICC_KINDS",
    "KRIPPENDORFF_LEVELS",
    "BlandAltman",
    "ConvergenceWarning",
    "Correlation",
    "CronbachAlpha",
    "Estimate",
    "GradedResponseModel",
    "GroupComparison",
    "IntraclassCorrelation",
    "JudgeWarning",
    "Kappa",
    "KappaInterval",
    "KendallW",
    "NotFitted",
    "OneFactor",
    "PairedEffect",
    "ParallelAnalysis",
    "RankStability",
    "Scores",
    "SpearmanPair",
    "SplitHalf",
    "Subsampled",
    "TestRetest",
    "Welch",
    "Williams",
    "WithoutOne",
    "accuracy",
    "appropriateness_gate",
    "balanced_accuracy",
    "benjamini_hochberg",
    "best_on_frontier",
    "bland_altman",
    "bonferroni",
    "bootstrap_kappa",
    "bootstrap_means",
    "by_domain",
    "cohen_kappa",
    "compare_groups",
    "confusion_matrix",
    "cronbach_alpha",
    "dropped",
    "frontier",
    "gated_novelty",
    "holm",
    "interval",
    "intraclass_correlation",
    "kendall_w",
    "krippendorff_alpha",
    "multiple_r",
    "one_factor",
    "overall",
    "paired_effect",
    "parallel_analysis",
    "pareto_front",
    "pearson",
    "rank_intervals",
    "rank_stability",
    "residualised",
    "spearman",
    "spearman_pairs",
    "specificity",
    "split_half",
    "standard_error",
    "standardised",
    "standardised_alpha",
    "subsampled",
    "test_retest",
    "variance_components",
    "welch",
    "williams",
]

_PARTS = {
    "ICC_KINDS": "intraclass",
    "KRIPPENDORFF_LEVELS": "krippendorff",
    "ConvergenceWarning": "estimator",
    "Correlation": "validity",
    "CronbachAlpha": "reliability",
    "GradedResponseModel": "graded",
    "GroupComparison": "groups",
    "IntraclassCorrelation": "intraclass",
    "JudgeWarning": "panel",
    "Kappa": "classification",
    "KappaInterval": "classification",
    "KendallW": "reliability",
    "NotFitted": "estimator",
    "OneFactor": "factors",
    "PairedEffect": "paired",
    "ParallelAnalysis": "parallel",
    "RankStability": "stability",
    "Scores": "graded",
    "SpearmanPair": "agreement",
    "SplitHalf": "halves",
    "Subsampled": "robustness",
    "TestRetest": "halves",
    "Welch": "comparisons",
    "Williams": "validity",
    "WithoutOne": "robustness",
    "accuracy": "classification",
    "appropriateness_gate": "comparisons",
    "balanced_accuracy": "classification",
    "benjamini_hochberg": "comparisons",
    "best_on_frontier": "validity",
    "bonferroni": "groups",
    "bootstrap_kappa": "classification",
    "bootstrap_means": "stability",
    "by_domain": "composites",
    "cohen_kappa": "classification",
    "compare_groups": "groups",
    "confusion_matrix": "classification",
    "cronbach_alpha": "reliability",
    "dropped": "robustness",
    "frontier": "validity",
    "gated_novelty": "comparisons",
    "holm": "groups",
    "interval": "stability",
    "intraclass_correlation": "intraclass",
    "kendall_w": "reliability",
    "krippendorff_alpha": "krippendorff",
    "multiple_r": "validity",
    "one_factor": "factors",
    "overall": "composites",
    "paired_effect": "paired",
    "parallel_analysis": "parallel",
    "pareto_front": "pareto",
    "pearson": "validity",
    "rank_intervals": "stability",
    "rank_stability": "stability",
    "residualised": "robustness",
    "spearman": "validity",
    "spearman_pairs": "agreement",
    "specificity": "validity",
    "split_half": "halves",
    "standard_error": "uncertainty",
    "standardised": "composites",
    "standardised_alpha": "reliability",
    "subsampled": "robustness",
    "test_retest": "halves",
    "variance_components": "components",
    "welch": "comparisons",
    "williams": "validity",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - one of the parts
    if name not in _PARTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    part = import_module(f"{__name__}.{_PARTS[name]}")
    return getattr(part, "LEVELS" if name == "KRIPPENDORFF_LEVELS" else name)
