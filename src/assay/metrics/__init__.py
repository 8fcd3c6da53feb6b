"""Every metric, as a function and as a card: `cards()`, `find("tpr")`, `recall(counts)`."""

from __future__ import annotations

from assay.metrics.cards import Card, aliases, by_name, cards
from assay.metrics.find import find
from assay.metrics.labels.agreement import balanced_accuracy, kappa, kappa_weighted, mcc
from assay.metrics.labels.costs import expected_cost
from assay.metrics.labels.f_scores import f0_5, f1, f1_of_macro, f2, f_beta, jaccard
from assay.metrics.labels.label_sets import hamming_loss, subset_accuracy
from assay.metrics.labels.likelihoods import (
    diagnostic_odds_ratio,
    g_mean,
    informedness,
    likelihood_ratio_negative,
    likelihood_ratio_positive,
    markedness,
    precision_at_prevalence,
)
from assay.metrics.labels.rates import (
    accuracy,
    error_rate,
    false_discovery_rate,
    false_negative_rate,
    false_omission_rate,
    false_positive_rate,
    negative_predictive_value,
    precision,
    prevalence,
    recall,
    specificity,
)
from assay.metrics.scores.areas import (
    average_precision,
    average_precision_11,
    average_precision_interpolated,
    gini,
    partial_roc_auc,
    roc_auc,
)
from assay.metrics.scores.distances import equal_error_rate, ks, precision_at_k
from assay.metrics.scores.probabilities import (
    brier,
    brier_decomposition,
    calibration_error,
    confident_accuracy,
    log_loss,
)
from assay.metrics.scores.several import (
    average_precision_macro,
    average_precision_weighted,
    roc_auc_macro,
    roc_auc_ovo,
    roc_auc_weighted,
    top_k_accuracy,
)
from assay.summaries.binary_counts import BinaryCounts, Tables
from assay.summaries.score_table import ScoreTable
from assay.summaries.view import SquareCounts

__all__ = [
    "BinaryCounts",
    "Card",
    "ScoreTable",
    "SquareCounts",
    "Tables",
    "accuracy",
    "aliases",
    "average_precision",
    "average_precision_11",
    "average_precision_interpolated",
    "average_precision_macro",
    "average_precision_weighted",
    "balanced_accuracy",
    "brier",
    "brier_decomposition",
    "by_name",
    "calibration_error",
    "cards",
    "confident_accuracy",
    "diagnostic_odds_ratio",
    "equal_error_rate",
    "error_rate",
    "expected_cost",
    "f0_5",
    "f1",
    "f1_of_macro",
    "f2",
    "f_beta",
    "false_discovery_rate",
    "false_negative_rate",
    "false_omission_rate",
    "false_positive_rate",
    "find",
    "g_mean",
    "gini",
    "hamming_loss",
    "informedness",
    "jaccard",
    "kappa",
    "kappa_weighted",
    "ks",
    "likelihood_ratio_negative",
    "likelihood_ratio_positive",
    "log_loss",
    "markedness",
    "mcc",
    "negative_predictive_value",
    "partial_roc_auc",
    "precision",
    "precision_at_k",
    "precision_at_prevalence",
    "prevalence",
    "recall",
    "roc_auc",
    "roc_auc_macro",
    "roc_auc_ovo",
    "roc_auc_weighted",
    "specificity",
    "subset_accuracy",
    "top_k_accuracy",
]
