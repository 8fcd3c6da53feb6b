"""Groups of texts and images that are no column are refused in words."""

from __future__ import annotations

import numpy as np
import pytest

import assay


@pytest.mark.parametrize("group", [np.array([[1, 0, 1]]), np.zeros((1, 2))])
def test_groups_with_two_axes_are_refused(group):
    with pytest.raises(assay.AssayError, match="One value per case was expected"):
        assay.evaluate(["the the"], ["the cat sat"], task="text", group=group)


def test_slices_whose_weights_vanish_beside_others_are_judged():
    result = assay.compare(
        [5.0, 1.0, 2.0, 3.0], prediction={"a": [4.0, 1.0, 2.5, 3.0], "b": [5.0, 2.0, 2.0, 3.5]}, task="regression",
        weight=[1e300, 2.0, 1.0, 3.0], by=[1, 1, 0, 0],
    )  # fmt: skip
    assert [judged.n for judged in result.slices.values()] == [2, 2]
    assert "slices" in result.to_json()
