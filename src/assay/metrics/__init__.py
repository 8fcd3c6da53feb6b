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
from assay.summaries.binary_counts import BinaryCounts, Tables
from assay.summaries.view import SquareCounts

__all__ = [
    "BinaryCounts",
    "Card",
    "SquareCounts",
    "Tables",
    "accuracy",
    "aliases",
    "balanced_accuracy",
    "by_name",
    "cards",
    "diagnostic_odds_ratio",
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
    "hamming_loss",
    "informedness",
    "jaccard",
    "kappa",
    "kappa_weighted",
    "likelihood_ratio_negative",
    "likelihood_ratio_positive",
    "markedness",
    "mcc",
    "negative_predictive_value",
    "precision",
    "precision_at_prevalence",
    "prevalence",
    "recall",
    "specificity",
    "subset_accuracy",
]
