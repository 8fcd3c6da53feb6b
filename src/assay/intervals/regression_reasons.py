"""Why intervals of regression are made as they are: a sentence for each method."""

from __future__ import annotations

REASONS = {
    "bootstrap-t": "a function of means over fewer than 5,000 cases: studentised resampling covers best",
    "log-t": "a function of means over many or weighted cases: Student's t on the logarithm",
    "atanh-t": "a correlation: the error from each case's influence, on the atanh scale",
    "t": "a mean over many or weighted cases: Student's t",
    "order statistics": "a median: the sorted errors themselves give an exact interval",
    "woodruff": "a quantile of weighted, repeated or centred errors: Woodruff's interval",
    "wilson": "a share of the cases: Wilson covers, and is widened where few cases succeed or fail",
    "none": "no interval is known to cover",
}
