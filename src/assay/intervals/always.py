"""Confidence sequences: limits for a mean of values in [0, 1] that hold at every look at once, however often one looks.

A share p that is not the true one makes the observed cases less likely than a mixture of all shares by a factor that
exceeds 1/alpha with a chance of at most alpha, ever (Ville's inequality); the limits hold all other shares.
The mixture is Beta(1/2, 1/2), so that the factor follows from the sum and the number of cases alone. For values inside
[0, 1] the same factor bounds theirs from above, so that the limits hold, and are wider than they need be.

Reference: Robbins 1970; Howard, Ramdas, McAuliffe & Sekhon 2021, section 4 (sub-Bernoulli mixtures).
"""

from __future__ import annotations

import math

from scipy import special

METHOD = "beta mixture, every look"
REASON = "a confidence sequence (beta-binomial mixture): it holds at every look at once, so that watching does no harm"
NO_SEQUENCE = "no limits that hold at every look are known for it"

PRIOR = 0.5
"""Krichevsky & Trofimov 1981: no other prior loses less against the best share in hindsight, whatever that is."""

HALVINGS = 60
"""Halvings of [0, 1], after which its parts are smaller than rounding."""


def sequence_limits(total: float, n: float, level: float) -> tuple[float, float]:
    """Return limits for a mean from the sum of n values in [0, 1], valid at every n at once.

    >>> low, high = sequence_limits(50, 100, 0.95)
    >>> round(low, 3), round(high, 3)
    (0.338, 0.662)
    """
    if n <= 0:
        return 0.0, 1.0
    mixed = float(special.betaln(PRIOR + total, PRIOR + n - total) - special.betaln(PRIOR, PRIOR))
    bar = mixed + math.log(1 - level)
    middle = total / n
    return _edge(total, n, bar, 0.0, middle), _edge(total, n, bar, 1.0, middle)


def _edge(total: float, n: float, bar: float, outside: float, inside: float) -> float:
    """Return where the likelihood falls to the bar, between a share that is surely out and one that is in."""
    if _likelihood(total, n, outside) >= bar:
        return outside
    for _ in range(HALVINGS):
        middle = (outside + inside) / 2
        if _likelihood(total, n, middle) >= bar:
            inside = middle
        else:
            outside = middle
    return outside


def _likelihood(total: float, n: float, share: float) -> float:
    hits = total * math.log(share) if total and share else -math.inf if total else 0.0
    misses = (n - total) * math.log1p(-share) if n > total and share < 1 else -math.inf if n > total else 0.0
    return hits + misses
