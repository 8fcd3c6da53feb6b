"""Textbook statistics over plain numbers; knows nothing of models or frames."""

from __future__ import annotations

from assay.stats.means import mean_t
from assay.stats.proportions import (
    agresti_coull,
    clopper_pearson,
    jeffreys,
    level_of,
    mid_p,
    sample_size,
    wald,
    wilson,
    wilson_corrected,
)
from assay.stats.rates import f_beta, precision_at_prevalence

__all__ = [
    "agresti_coull",
    "clopper_pearson",
    "f_beta",
    "jeffreys",
    "level_of",
    "mean_t",
    "mid_p",
    "precision_at_prevalence",
    "sample_size",
    "wald",
    "wilson",
    "wilson_corrected",
]
