"""Confusion tables of many labels, cut down to those with the most mistakes."""

from __future__ import annotations

import numpy as np
import pytest

import assay

LABELS = np.random.default_rng(0).integers(0, 6, (2, 300))
TABLE = assay.evaluate(*LABELS, task="multiclass").confusion


@pytest.mark.parametrize("most", range(1, 8))
def test_no_case_is_lost_where_labels_are_put_together(most):
    short = TABLE.most_mistaken(most)
    assert len(short.labels) == min(most, 6)
    assert short.counts.sum() == 300
    assert all(own in (*TABLE.labels, "other labels") for own in short.labels)


@pytest.mark.parametrize("most", [0, -3, 2.5, "two", None, [1, 2], np.nan])
def test_a_table_is_cut_to_a_whole_number_of_labels_or_says_so(most):
    with pytest.raises(assay.AssayError, match="A whole number of at least 1"):
        TABLE.most_mistaken(most)
