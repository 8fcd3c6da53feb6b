"""Equivalence and non-inferiority: whether a difference is smaller than one that matters."""

from __future__ import annotations

from scipy import special

from assay.comparisons.difference import Difference
from assay.results.comparison import Margin


def judge_margin(found: Difference, margin: float, better: str, level: float) -> Margin:
    """Test that a difference lies within ± margin (two one-sided tests), and that the first is not worse by more.

    Reference: Schuirmann 1987.
    """
    sign = -1.0 if better == "lower" else 1.0
    gain = sign * found.value
    not_worse = _chance(gain + margin, found.error)
    not_better = _chance(margin - gain, found.error)
    alpha = 1 - level
    both = max(not_worse, not_better)
    return Margin(margin, both <= alpha, not_worse <= alpha, both, not_worse)


def _chance(room: float, error: float) -> float:
    """Return the one-sided p that the room is not above 0."""
    if not error > 0:
        return 0.0 if room > 0 else 1.0
    return float(special.ndtr(-room / error))
