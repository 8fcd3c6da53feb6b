"""Textbook statistics over plain numbers; knows nothing of models or frames."""

from __future__ import annotations

from assay.stats.bayesian import bayesian_correlated_t, bayesian_signed_rank
from assay.stats.bootstrap_error import bootstrap_632, bootstrap_632_plus
from assay.stats.delong import delong_test
from assay.stats.effects import akinshin_gamma, cliffs_delta, cohens_d, cohens_h, hedges_g, vargha_delaney
from assay.stats.kolmogorov_smirnov import ks
from assay.stats.likelihood_ratio import likelihood_ratio_test
from assay.stats.means import mean_t
from assay.stats.multiplicity import adjust
from assay.stats.one_sample import binomial_test, chi_square_fit, chi_square_independence, variance_test
from assay.stats.paired_proportions import agresti_min, cochran_q, mcnemar, tango
from assay.stats.post_hoc import bonferroni_dunn, conover, critical_difference, nemenyi, siegel_castellan
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
from assay.stats.ranked_tables import friedman, iman_davenport, quade
from assay.stats.rates import f_beta, precision_at_prevalence
from assay.stats.several_samples import anova, bartlett, kruskal_wallis, levene
from assay.stats.signed_ranks import sign_test, wilcoxon
from assay.stats.t_tests import corrected_t, five_by_two_f, five_by_two_t, naive_t, t_test
from assay.stats.two_proportions import newcombe, two_proportions_z
from assay.stats.two_samples import mann_whitney, permutation_test, siegel_tukey

__all__ = [
    "adjust",
    "agresti_coull",
    "agresti_min",
    "akinshin_gamma",
    "anova",
    "bartlett",
    "bayesian_correlated_t",
    "bayesian_signed_rank",
    "binomial_test",
    "bonferroni_dunn",
    "bootstrap_632",
    "bootstrap_632_plus",
    "chi_square_fit",
    "chi_square_independence",
    "cliffs_delta",
    "clopper_pearson",
    "cochran_q",
    "cohens_d",
    "cohens_h",
    "conover",
    "corrected_t",
    "critical_difference",
    "delong_test",
    "f_beta",
    "five_by_two_f",
    "five_by_two_t",
    "friedman",
    "hedges_g",
    "iman_davenport",
    "jeffreys",
    "kruskal_wallis",
    "ks",
    "level_of",
    "levene",
    "likelihood_ratio_test",
    "mann_whitney",
    "mcnemar",
    "mean_t",
    "mid_p",
    "naive_t",
    "nemenyi",
    "newcombe",
    "permutation_test",
    "precision_at_prevalence",
    "quade",
    "sample_size",
    "siegel_castellan",
    "siegel_tukey",
    "sign_test",
    "t_test",
    "tango",
    "two_proportions_z",
    "vargha_delaney",
    "variance_test",
    "wald",
    "wilcoxon",
    "wilson",
    "wilson_corrected",
]
