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
from assay.metrics.regression import averages as averages
from assay.metrics.regression.explained import concordance, explained_variance, pearson, pearson_squared, r2, sst
from assay.metrics.regression.order import mad, mad_scaled, max_error, median_absolute_error, median_error
from assay.metrics.regression.ranges import (
    interval_above,
    interval_below,
    interval_coverage,
    interval_score,
    interval_width,
    pinball_lower,
    pinball_upper,
)
from assay.metrics.regression.ranks import kendall, spearman
from assay.metrics.regression.relative import mape, mpe, nmae, rae, rse, smape
from assay.metrics.regression.sizes import error_sd, error_variance, huber, mae, mean_error, mse, pinball, rmse, rss
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
from assay.summaries.error_means import ErrorMeans
from assay.summaries.residuals import Residuals
from assay.summaries.score_table import ScoreTable
from assay.summaries.view import SquareCounts

__all__ = [
    "BinaryCounts",
    "Card",
    "ErrorMeans",
    "Residuals",
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
    "concordance",
    "confident_accuracy",
    "diagnostic_odds_ratio",
    "equal_error_rate",
    "error_rate",
    "error_sd",
    "error_variance",
    "expected_cost",
    "explained_variance",
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
    "huber",
    "informedness",
    "interval_above",
    "interval_below",
    "interval_coverage",
    "interval_score",
    "interval_width",
    "jaccard",
    "kappa",
    "kappa_weighted",
    "kendall",
    "ks",
    "likelihood_ratio_negative",
    "likelihood_ratio_positive",
    "log_loss",
    "mad",
    "mad_scaled",
    "mae",
    "mape",
    "markedness",
    "max_error",
    "mcc",
    "mean_error",
    "median_absolute_error",
    "median_error",
    "mpe",
    "mse",
    "negative_predictive_value",
    "nmae",
    "partial_roc_auc",
    "pearson",
    "pearson_squared",
    "pinball",
    "pinball_lower",
    "pinball_upper",
    "precision",
    "precision_at_k",
    "precision_at_prevalence",
    "prevalence",
    "r2",
    "rae",
    "recall",
    "rmse",
    "roc_auc",
    "roc_auc_macro",
    "roc_auc_ovo",
    "roc_auc_weighted",
    "rse",
    "rss",
    "smape",
    "spearman",
    "specificity",
    "sst",
    "subset_accuracy",
    "top_k_accuracy",
]
