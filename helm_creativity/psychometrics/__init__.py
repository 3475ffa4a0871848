"""Statistics of scores and of judges, on numpy and scipy only.

Names are loaded on first use: every ``helm-run`` on the machine needs a standard error, and few need a model.
"""
# ruff: noqa: F403

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from helm_creativity.psychometrics.agreement import *
    from helm_creativity.psychometrics.classification import *
    from helm_creativity.psychometrics.composites import *
    from helm_creativity.psychometrics.factor_analysis import *
    from helm_creativity.psychometrics.graded_response import *
    from helm_creativity.psychometrics.group_comparison import *
    from helm_creativity.psychometrics.intraclass import *
    from helm_creativity.psychometrics.rating_bias import *
    from helm_creativity.psychometrics.rating_categories import *
    from helm_creativity.psychometrics.reliability import *
    from helm_creativity.psychometrics.uncertainty import *
    from helm_creativity.psychometrics.validity import *

_PUBLIC = {
    "agreement": "KRIPPENDORFF_LEVELS BlandAltman FleissKappa IntervalEstimate KendallW SpearmanPair bland_altman "
    "fleiss_kappa kendall_interval kendall_w krippendorff_alpha krippendorff_interval spearman_pairs",
    "classification": "KAPPA_WEIGHTS Kappa KappaInterval accuracy balanced_accuracy bootstrap_kappa cohen_kappa "
    "confusion_matrix",
    "composites": "DECIDING LEAST_MODELS LEAST_SCORED MOST_UNKNOWN ZScores by_domain caution overall pareto_front "
    "standardised uncounted z_scores",
    "factor_analysis": "McDonaldOmega OneFactor ParallelAnalysis Spread Subsampled WithoutOne leave_one_out "
    "mcdonald_omega one_factor parallel_analysis residualised subsampled",
    "graded_response": "ConvergenceWarning GradedResponseModel JudgeWarning NotFitted UnitScores",
    "group_comparison": "GATE_ALPHA GroupComparison PairedEffect Welch appropriateness_gate benjamini_hochberg "
    "bonferroni compare_groups gated_novelty holm paired_effect welch",
    "intraclass": "ICC_KINDS IntraclassCorrelation intraclass_correlation",
    "rating_bias": "JudgeSlopes WithinSlope beyond_others length_adjusted length_slopes order_effects preference "
    "severity_drift standardised_ratings within_slope",
    "rating_categories": "MAX_CATEGORIES distinct_ratings rating_text",
    "reliability": "CronbachAlpha SplitHalf TestRetest VarianceComponents cronbach_alpha split_half test_retest "
    "variance_components",
    "uncertainty": "RankStability bootstrap_means interval rank_intervals rank_stability standard_error",
    "validity": "Correlation SteigerZ Williams best_on_frontier frontier multiple_r pearson spearman specificity "
    "steiger_z steiger_z_of_four williams",
}
_MODULE_OF = {name: module for module, names in _PUBLIC.items() for name in names.split()}

__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> Any:  # noqa: ANN401 - any public name
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
