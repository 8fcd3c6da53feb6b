"""What scikit-learn lacks is compared with pycm."""

from __future__ import annotations

import numpy as np
import pytest
from pycm import ConfusionMatrix

import assay

THEIR_NAMES = {
    "specificity": "TNR",
    "negative_predictive_value": "NPV",
    "false_positive_rate": "FPR",
    "false_negative_rate": "FNR",
    "false_discovery_rate": "FDR",
    "false_omission_rate": "FOR",
    "likelihood_ratio_positive": "PLR",
    "likelihood_ratio_negative": "NLR",
    "diagnostic_odds_ratio": "DOR",
    "informedness": "BM",
    "markedness": "MK",
    "g_mean": "GM",
    "prevalence": "PRE",
    "f2": "F2",
    "jaccard": "J",
}


@pytest.mark.parametrize("seed", range(4))
def test_rates_and_ratios_of_every_class_are_equal(seed):
    rng = np.random.default_rng(seed)
    truth, said = rng.integers(0, 4, 500), rng.integers(0, 4, 500)
    theirs = ConfusionMatrix(truth.tolist(), said.tolist())
    ours = assay.evaluate(truth, said).per_class
    for name, their_name in THEIR_NAMES.items():
        column = getattr(theirs, their_name)
        for label in range(4):
            assert ours[label][name].value == pytest.approx(column[label], abs=1e-12), (name, label)
