"""How few cases carry a sum."""

from __future__ import annotations

import numpy as np

from assay.stats.arithmetic import Numbers

NEARLY_ALL = 0.99
"""What a few cases carry when the others hardly matter."""
FEW = 0.01
"""The share of the cases that are few."""


def few_carriers(largest: Numbers, total: float) -> tuple[int, float] | None:
    """Return how many of the largest parts of a sum carry nearly all of it, and what share; None if they do not.

    >>> few_carriers(np.array([1.0, 1e6, 1e6]), 2000400.0)
    (2, 0.9998000399920016)
    """
    if not (len(largest) and total > 0 and np.isfinite(total)):
        return None
    shares = np.cumsum(-np.sort(-largest)) / total
    count = int(np.searchsorted(shares, NEARLY_ALL)) + 1
    return (count, float(shares[count - 1])) if count <= len(largest) else None


def largest_few(parts: Numbers) -> Numbers:
    """Return the largest hundredth of some parts; none of fewer than a hundred."""
    most = int(FEW * len(parts))
    return np.partition(parts, len(parts) - most)[len(parts) - most :] if most else np.zeros(0)


def carried_words(count: int, n: int, share: float) -> str:
    """Say how few cases carry how much of the squared error.

    >>> carried_words(12, 20000, 0.997)
    '12 of 20,000 cases carry 99.7% of all squared error'
    """
    cases = "1 of" if count == 1 else f"{count:,} of"
    return f"{cases} {n:,} cases {'carries' if count == 1 else 'carry'} {min(share, 0.999):.1%} of all squared error"
