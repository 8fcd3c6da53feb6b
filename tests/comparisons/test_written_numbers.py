"""Numbers in verdicts have the digits that their interval makes meaningful."""

from __future__ import annotations

import pytest

from assay.comparisons.verdicts import numbers_text
from assay.metrics import find


@pytest.mark.parametrize(
    ("number", "width", "expected"),
    [(1234.5, 100.0, "1,234"), (0.1234, 0.1, "0.12"), (0.1234567, 1e-5, "0.123457"), (1.2345e-5, 1e-6, "1.23e-05")],
)
def test_an_amount_has_one_digit_more_than_its_interval_is_wide_up_to_six(number, width, expected):
    assert numbers_text(find("mae"), number, width) == expected


@pytest.mark.parametrize(("width", "expected"), [(0.5, "0.123"), (1e-4, "0.12346"), (1e-9, "0.123457")])
def test_a_share_has_three_to_six_decimals(width, expected):
    assert numbers_text(find("recall"), 0.1234567, width) == expected
