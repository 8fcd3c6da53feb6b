"""Quantiles of replicates, with undefined replicates left out."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from scipy import special

from assay.stats.arithmetic import Numbers

Limits: TypeAlias = tuple[Numbers, Numbers]

TIED = 1e-12
"""Replicates of the same cases in another order differ from the value by less than this share of it."""


def equal_tails(replicates: Numbers, level: float) -> Limits:
    """Return the limits that leave the same share of replicates outside on either side.

    >>> low, high = equal_tails(np.arange(101.0), 0.9)
    >>> round(float(low), 9), round(float(high), 9)
    (5.0, 95.0)
    """
    tail = (1 - level) / 2
    if np.isnan(replicates).any():
        low, high = quantiles(replicates, np.array([tail, 1 - tail]))
        return low, high
    rows = np.ascontiguousarray(np.moveaxis(replicates, 0, -1))
    place = np.array([tail, 1 - tail]) * (rows.shape[-1] - 1)
    below = np.floor(place).astype(int)
    above = np.minimum(below + 1, rows.shape[-1] - 1)
    rows = np.partition(rows, np.concatenate([below, above]), axis=-1)  # several times faster than sorting
    low, high = np.moveaxis(rows[..., below] + (place - below) * (rows[..., above] - rows[..., below]), -1, 0)
    return low, high


def quantiles(replicates: Numbers, shares: Numbers) -> Numbers:
    """Return quantiles along the first axis; `shares` is one set for all columns, or one column each.

    nan sorts to the end, so each column's quantiles are taken among its defined replicates.
    """
    rows = np.sort(np.ascontiguousarray(np.moveaxis(replicates, 0, -1)), axis=-1)
    defined = rows.shape[-1] - np.isnan(rows).sum(axis=-1)
    shares = shares.reshape(len(shares), *([1] * (rows.ndim - 1))) if shares.ndim == 1 else shares
    place = np.nan_to_num(np.maximum(shares * (defined - 1), 0.0))
    below = np.floor(place).astype(int)
    above = np.minimum(below + 1, np.maximum(defined - 1, 0))
    low = np.take_along_axis(rows[None], below[..., None], axis=-1)[..., 0]
    high = np.take_along_axis(rows[None], above[..., None], axis=-1)[..., 0]
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(below == above, low, low + (place - below) * (high - low)))


def acceleration(left_out: Numbers, copies: Numbers | None = None) -> float:
    """Return how fast the standard error moves with the value, from the values without one case at a time.

    `copies` says how many cases each of them stands for. The skew of the replicates is something else: it does not tell
    a skewed statistic from one whose error changes.

    Reference: Efron 1987, eq. 6.6.
    """
    known = np.isfinite(left_out)
    count = np.ones(int(known.sum())) if copies is None else copies[known]
    values = left_out[known]
    if not len(values):
        return 0.0
    pull = np.sum(count * values) / np.sum(count) - values
    square = float(np.sum(count * pull**2))
    return float(np.sum(count * pull**3)) / (6 * square**1.5) if square > 0 else 0.0


def bias_corrected(replicates: Numbers, value: float, level: float, skew: float) -> tuple[float, float]:
    """Return percentiles corrected for bias and for acceleration `skew` (BCa, Efron 1987)."""
    kept = replicates[~np.isnan(replicates)]
    if not len(kept):
        return float("nan"), float("nan")
    with np.errstate(invalid="ignore"):
        tied = (kept == value) | (np.abs(kept - value) <= TIED * abs(value))
    share = np.mean((kept < value) & ~tied) + np.mean(tied) / 2
    below = np.clip(share, 1 / (len(kept) + 1), len(kept) / (len(kept) + 1))
    bias, tail = special.ndtri(below), (1 - level) / 2
    z = special.ndtri(np.array([tail, 1 - tail]))
    low, high = quantiles(kept, corrected_shares(z, np.asarray(bias), np.asarray(skew)))
    return float(low), float(high)


def corrected_shares(z: Numbers, bias: Numbers, skew: Numbers) -> Numbers:
    """Return the shares of replicates that BCa reads in the place of those of z, rising with z (Efron 1987).

    The formula has a pole; beyond it, where few cases are very skew, a higher level would give a narrower interval. The
    share is then what it was on the way to the pole: none of the replicates, or all.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        moved = bias + z
        room = 1 - skew * moved
        return np.asarray(np.where(room <= 0, np.where(moved > 0, 1.0, 0.0), special.ndtr(bias + moved / room)))
