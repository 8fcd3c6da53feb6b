"""Textbook statistics over plain numbers; knows nothing of models or frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay._lazy import lazily

if TYPE_CHECKING:
    from assay.stats.adjusted_pairs import conover, siegel_castellan
    from assay.stats.bayesian import bayesian_correlated_t, bayesian_signed_rank
    from assay.stats.bootstrap_error import bootstrap_632, bootstrap_632_plus
    from assay.stats.cochran_test import cochran_q
    from assay.stats.correlation_tests import correlation_test
    from assay.stats.delong import delong_test
    from assay.stats.difference_limits import agresti_caffo, miettinen_nurminen
    from assay.stats.dunnett_test import dunnett
    from assay.stats.effects import akinshin_gamma, cliffs_delta, cohens_d, cohens_h, hedges_g, vargha_delaney
    from assay.stats.exact_tables import fisher_exact, g_test
    from assay.stats.fold_t_tests import corrected_t, five_by_two_f, five_by_two_t, naive_t
    from assay.stats.kolmogorov_smirnov import ks
    from assay.stats.likelihood_ratio import likelihood_ratio_test
    from assay.stats.means import mean_t
    from assay.stats.multiplicity import adjust
    from assay.stats.one_sample import binomial_test, chi_square_fit, chi_square_independence, variance_test
    from assay.stats.ordered_alternatives import jonckheere, page
    from assay.stats.paired_proportions import agresti_min, mcnemar, tango
    from assay.stats.pairs_of_samples import dunn, games_howell, tukey_hsd
    from assay.stats.powers import anova_power, mcnemar_power, t_test_power, two_proportions_power
    from assay.stats.powers_of_counts import binomial_power, chi_square_power, fisher_power
    from assay.stats.powers_of_samples import (
        correlation_power,
        delong_power,
        mann_whitney_power,
        variance_power,
        wilcoxon_power,
    )
    from assay.stats.proportion_planning import level_of, sample_size
    from assay.stats.proportions import (
        agresti_coull,
        clopper_pearson,
        jeffreys,
        mid_p,
        wald,
        wilson,
        wilson_corrected,
    )
    from assay.stats.quade_test import quade
    from assay.stats.ranked_tables import friedman, iman_davenport
    from assay.stats.ranks_against_control import bonferroni_dunn
    from assay.stats.rater_agreement import fleiss_kappa, krippendorff_alpha
    from assay.stats.rates import f_beta, precision_at_prevalence
    from assay.stats.several_samples import anova, bartlett, kruskal_wallis, levene
    from assay.stats.signed_ranks import sign_test, wilcoxon
    from assay.stats.spread_of_samples import siegel_tukey
    from assay.stats.studentized_ranks import critical_difference, nemenyi
    from assay.stats.t_tests import t_test
    from assay.stats.two_proportions import newcombe, two_proportions_z
    from assay.stats.two_samples import mann_whitney, permutation_test
    from assay.stats.unequal_spreads import repeated_anova, welch_anova

_MODULES = {
    "adjusted_pairs": "conover siegel_castellan",
    "bayesian": "bayesian_correlated_t bayesian_signed_rank",
    "bootstrap_error": "bootstrap_632 bootstrap_632_plus",
    "delong": "delong_test",
    "cochran_test": "cochran_q",
    "correlation_tests": "correlation_test",
    "difference_limits": "agresti_caffo miettinen_nurminen",
    "dunnett_test": "dunnett",
    "exact_tables": "fisher_exact g_test",
    "ordered_alternatives": "jonckheere page",
    "pairs_of_samples": "dunn games_howell tukey_hsd",
    "rater_agreement": "fleiss_kappa krippendorff_alpha",
    "unequal_spreads": "repeated_anova welch_anova",
    "effects": "akinshin_gamma cliffs_delta cohens_d cohens_h hedges_g vargha_delaney",
    "kolmogorov_smirnov": "ks",
    "likelihood_ratio": "likelihood_ratio_test",
    "means": "mean_t",
    "multiplicity": "adjust",
    "one_sample": "binomial_test chi_square_fit chi_square_independence variance_test",
    "paired_proportions": "agresti_min mcnemar tango",
    "powers_of_counts": "binomial_power chi_square_power fisher_power",
    "powers_of_samples": "correlation_power delong_power mann_whitney_power variance_power wilcoxon_power",
    "powers": "anova_power mcnemar_power t_test_power two_proportions_power",
    "proportions": "agresti_coull clopper_pearson jeffreys mid_p wald wilson wilson_corrected",
    "proportion_planning": "level_of sample_size",
    "quade_test": "quade",
    "ranked_tables": "friedman iman_davenport",
    "ranks_against_control": "bonferroni_dunn",
    "rates": "f_beta precision_at_prevalence",
    "several_samples": "anova bartlett kruskal_wallis levene",
    "signed_ranks": "sign_test wilcoxon",
    "fold_t_tests": "corrected_t five_by_two_f five_by_two_t naive_t",
    "studentized_ranks": "critical_difference nemenyi",
    "t_tests": "t_test",
    "two_proportions": "newcombe two_proportions_z",
    "spread_of_samples": "siegel_tukey",
    "two_samples": "mann_whitney permutation_test",
}
"""The modules of this package with the names that each of them has."""

__getattr__, __dir__ = lazily(
    __name__, {name: f"{__name__}.{home}" for home, names in _MODULES.items() for name in names.split()}
)

__all__ = [
    "adjust",
    "agresti_caffo",
    "agresti_coull",
    "agresti_min",
    "akinshin_gamma",
    "anova",
    "anova_power",
    "bartlett",
    "bayesian_correlated_t",
    "bayesian_signed_rank",
    "binomial_power",
    "binomial_test",
    "bonferroni_dunn",
    "bootstrap_632",
    "bootstrap_632_plus",
    "chi_square_fit",
    "chi_square_independence",
    "chi_square_power",
    "cliffs_delta",
    "clopper_pearson",
    "cochran_q",
    "cohens_d",
    "cohens_h",
    "conover",
    "corrected_t",
    "correlation_power",
    "correlation_test",
    "critical_difference",
    "delong_power",
    "delong_test",
    "dunn",
    "dunnett",
    "f_beta",
    "fisher_exact",
    "fisher_power",
    "five_by_two_f",
    "five_by_two_t",
    "fleiss_kappa",
    "friedman",
    "g_test",
    "games_howell",
    "hedges_g",
    "iman_davenport",
    "jeffreys",
    "jonckheere",
    "krippendorff_alpha",
    "kruskal_wallis",
    "ks",
    "level_of",
    "levene",
    "likelihood_ratio_test",
    "mann_whitney",
    "mann_whitney_power",
    "mcnemar",
    "mcnemar_power",
    "mean_t",
    "mid_p",
    "miettinen_nurminen",
    "naive_t",
    "nemenyi",
    "newcombe",
    "page",
    "permutation_test",
    "precision_at_prevalence",
    "quade",
    "repeated_anova",
    "sample_size",
    "siegel_castellan",
    "siegel_tukey",
    "sign_test",
    "t_test",
    "t_test_power",
    "tango",
    "tukey_hsd",
    "two_proportions_power",
    "two_proportions_z",
    "vargha_delaney",
    "variance_power",
    "variance_test",
    "wald",
    "welch_anova",
    "wilcoxon",
    "wilcoxon_power",
    "wilson",
    "wilson_corrected",
]
