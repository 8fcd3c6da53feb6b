"""How tests are called in sentences and tables."""

from __future__ import annotations

TEST_NAMES = {"delong": "DeLong", "z, pooled": "pooled z"}
"""Tests that people write otherwise than documents do."""

RANKING_METHODS = {
    "wilcoxon-holm": "Wilcoxon, Holm",
    "holm-control": "Wilcoxon against a control, Holm",
    "bayes": "Bayesian signed rank",
    "bonferroni-dunn": "Bonferroni-Dunn",
    "nemenyi": "Nemenyi",
    "conover": "Conover, Holm",
    "siegel-castellan": "Siegel-Castellan, Holm",
}
"""Methods of a ranking as titles write them."""


def test_name(test: str) -> str:
    """Name a test as people write it.

    >>> test_name("delong"), test_name("paired t")
    ('DeLong', 'paired t')
    """
    return TEST_NAMES.get(test, test)
