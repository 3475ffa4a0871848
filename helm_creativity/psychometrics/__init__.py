"""Statistics of scores and of judges: numpy and scipy only. It imports nothing of the rest of the package."""

from helm_creativity.psychometrics.agreement import SpearmanPair, spearman_pairs
from helm_creativity.psychometrics.bland_altman import BlandAltman, Estimate, bland_altman
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
