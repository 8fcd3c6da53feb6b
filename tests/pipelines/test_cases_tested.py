"""Which schemes test every case at most once, so that there is one answer to list."""

from __future__ import annotations

import numpy as np
import pytest

from assay.errors import InputError
from assay.pipelines import fold_geometry
from assay.pipelines.cases_tested import check_listable
from assay.schemes import parse

TRUTH = np.array([0, 1] * 6)


@pytest.mark.parametrize("scheme", [
    "bootstrap 5", "bootstrap 5 .632", "monte-carlo 5 at 30%", "leave-2-out", "leave-pair-out", "leave-one-out",
    "holdout", "3x holdout", "leave-1-out", "monte-carlo 1",
    "3-fold", "5x2-fold", "stratified 3-fold", "resubstitution",
])  # fmt: skip
def test_cases_are_listed_after_the_schemes_whose_parts_test_them_once(scheme):
    parsed = parse(scheme)
    if fold_geometry.tested_once(parsed, list(parsed.split(len(TRUTH), strata=TRUTH))):
        check_listable(scheme)
    else:
        with pytest.raises(InputError, match="several times or never"):
            check_listable(scheme)
