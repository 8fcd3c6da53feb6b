"""Log losses and squared errors of probabilities in torch tensors, summed where they lie."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from assay.summaries.losses import Losses, Spread, sum_losses

if TYPE_CHECKING:
    import torch

    from assay.summaries.tensor_runs import Runs

CHUNK = 2**22
"""Entries that are summed at once: many enough that starting the work costs nothing, few enough to stay in a cache."""


def run_losses(runs: Runs, epsilon: float) -> Callable[[], Losses | None]:
    """Start to sum the losses of the cases behind runs of equal scores; return how to fetch them.

    None is fetched if the scores are no probabilities.
    """
    import torch

    clips = _clips(runs.score, epsilon)
    if clips is None:
        return lambda: None
    parts = []
    for start in range(0, len(runs), CHUNK):
        chunk = slice(start, start + CHUNK)
        count = runs.count[chunk].double()
        given, clipped = _given(runs.score[chunk], runs.positive[chunk], count, epsilon if clips else None)
        whole = count.sum()
        squared = _counted_spread((1 - given).square_(), count, whole)
        given = given.clamp_(epsilon, 1 - epsilon) if clips else given
        log = _counted_spread(given.log_().neg_(), count, whole)
        parts.append(torch.stack([*log, *squared, clipped]))
    return lambda: _summed(parts)


def weighted_losses(ordered: torch.Tensor, hits: torch.Tensor, weight: torch.Tensor, epsilon: float) -> Losses | None:
    """Sum the losses of sorted scores with weights, None if they are no probabilities."""
    import torch

    clips = _clips(ordered, epsilon)
    if clips is None:
        return None
    parts = []
    for start in range(0, len(ordered), CHUNK):
        chunk = slice(start, start + CHUNK)
        given, clipped = _given(ordered[chunk], hits[chunk], None, epsilon if clips else None)
        squared = _weighted_spread((1 - given).square_(), weight[chunk])
        log = _weighted_spread(given.clamp_(epsilon, 1 - epsilon).log_().neg_(), weight[chunk])
        parts.append(torch.stack([*log, *squared, clipped]))
    return _summed(parts)


def _clips(ordered: torch.Tensor, epsilon: float) -> bool | None:
    """Say whether any logarithm may have to be clipped, None if the sorted scores are no probabilities."""
    lowest, highest = ordered[[0, -1]].double().tolist()
    return None if lowest < 0 or highest > 1 else min(lowest, 1 - highest) < epsilon


def _given(
    score: torch.Tensor, hits: torch.Tensor, count: torch.Tensor | None, epsilon: float | None
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the probability given to what happened, and how many of them lie below epsilon."""
    import torch

    score = score.double()
    given = torch.where(hits, score, 1 - score)
    if epsilon is None:
        return given, given.new_zeros(())
    below = given < epsilon
    return given, (below.double() if count is None else torch.where(below, count, 0.0)).sum()


def _summed(parts: list[torch.Tensor]) -> Losses:
    """Return the losses of all chunks, which travel together."""
    import torch

    numbers = torch.stack(parts).tolist()
    return sum_losses([Losses(Spread(*row[:5]), Spread(*row[5:10]), round(row[10])) for row in numbers])


def _counted_spread(values: torch.Tensor, count: torch.Tensor, whole: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Return the numbers of a Spread of values that so many cases have."""
    mean = values.dot(count) / whole
    around = values.sub_(mean).square_().dot(count)
    return whole, whole, mean, around, whole.new_zeros(())


def _weighted_spread(values: torch.Tensor, weight: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Return the numbers of a Spread of weighted values."""
    whole, square = weight.sum(), weight**2
    mean = (weight * values).sum() / whole
    off = values - mean
    drift = square * off
    return whole, square.sum(), mean, (drift * off).sum(), drift.sum()
