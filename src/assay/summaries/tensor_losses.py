"""Log losses and squared errors of probabilities in torch tensors, summed where they lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.summaries.losses import Losses, Spread, sum_losses

if TYPE_CHECKING:
    import torch

CHUNK = 2**22
"""Rows that are summed at once: large enough that starting the work costs nothing, small enough to stay in a cache."""


def row_losses(ordered: torch.Tensor, hits: torch.Tensor, weight: torch.Tensor | None, epsilon: float) -> Losses | None:
    """Sum the losses of sorted scores, None if they are no probabilities."""
    import torch

    lowest, highest = ordered[[0, -1]].double().tolist()
    if lowest < 0 or highest > 1:
        return None
    clips = min(lowest, 1 - highest) < epsilon
    parts = []
    for start in range(0, len(ordered), CHUNK):
        chunk = slice(start, start + CHUNK)
        score = ordered[chunk].double()
        given = torch.where(hits[chunk], score, 1 - score)
        clipped = (given < epsilon).sum().double() if clips else given.new_zeros(())
        spread = _spread if weight is None else _weighted_spread
        more = () if weight is None else (weight[chunk],)
        squared = spread((1 - given).square_(), *more)
        log = spread(given.clamp_(epsilon, 1 - epsilon).log_().neg_(), *more)
        parts.append(torch.cat([log, squared, clipped[None]]))
    numbers = torch.stack(parts).tolist()
    return sum_losses([Losses(Spread(*row[:5]), Spread(*row[5:10]), round(row[10])) for row in numbers])


def _spread(values: torch.Tensor) -> torch.Tensor:
    """Return the numbers of a Spread of values that count once each."""
    import torch

    variance, mean = torch.var_mean(values, correction=0)
    count = torch.full_like(mean, len(values))
    return torch.stack([count, count, mean, variance * len(values), torch.zeros_like(mean)])


def _weighted_spread(values: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Return the numbers of a Spread of weighted values."""
    import torch

    whole, square = weight.sum(), weight**2
    mean = (weight * values).sum() / whole
    off = values - mean
    drift = square * off
    return torch.stack([whole, square.sum(), mean, (drift * off).sum(), drift.sum()])
