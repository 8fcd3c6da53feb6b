"""Score tables of torch tensors: one sort where the scores lie, atoms or bins cut there, and only the table travels.

The atoms, and the edges of the bins, are those that `score_building` takes of arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from assay.summaries import score_building
from assay.summaries.score_building import LARGE, ScoreColumns
from assay.summaries.segment_sums import running_sums, segment_sums
from assay.summaries.tensor_losses import run_losses, weighted_losses
from assay.summaries.tensor_runs import Runs, run_ends, runs_of

if TYPE_CHECKING:
    import torch


def build(
    score: torch.Tensor,
    positive: torch.Tensor,
    weight: torch.Tensor | None,
    keep: Sequence[float],
    with_losses: bool,
) -> ScoreColumns:
    """Return the columns of the table of scores, with flags that say which cases are positive."""
    if weight is not None:
        return _weighted(score, positive, weight, keep)
    rows, epsilon = len(score), _epsilon(score)
    runs = runs_of(score, positive)
    few = len(runs) <= score_building.MOST_DISTINCT
    # The sums of losses are started first: they are worked out while the cuts are prepared.
    losses = run_losses(runs, epsilon) if rows >= LARGE and with_losses else None
    columns = _exact(runs, rows, epsilon) if few else _cut(runs, rows, epsilon, keep)
    return columns if losses is None else replace(columns, losses=losses())


def _epsilon(score: torch.Tensor) -> float:
    import torch

    return float(torch.finfo(score.dtype).eps)


def _exact(runs: Runs, rows: int, epsilon: float) -> ScoreColumns:
    """Return a table with one atom for each score."""
    import torch

    signed = torch.where(runs.positive, runs.count, -runs.count)
    each, counts = torch.stack([runs.score.double(), signed.double()]).cpu().numpy()
    starts = np.flatnonzero(np.append(True, each[1:] != each[:-1]))
    score = each[starts]
    own, other = (np.add.reduceat(np.where(side > 0, side, 0.0), starts) for side in (counts, -counts))
    return ScoreColumns(score, score, score, own, other, own, other, rows, epsilon=epsilon)


def _cut(runs: Runs, rows: int, epsilon: float, keep: Sequence[float]) -> ScoreColumns:
    """Cut distinct scores at quantiles of each class."""
    import torch

    hits = torch.where(runs.positive, runs.count, 0).cumsum(0)
    whole = runs.count.cumsum(0)
    edges = _edges(runs.score, hits, whole - hits, keep)
    bounds = torch.searchsorted(runs.score, _rounded_up(edges, runs.score))
    bounds = torch.cat([bounds, bounds.new_full((1,), len(runs))])
    inside, positives = _between(whole, bounds).double(), _between(hits, bounds).double()
    sums = segment_sums(runs.score.double() * runs.count, bounds.diff())
    filled = inside > 0
    high = torch.where(filled, runs.score[(bounds[1:] - 1).clamp(min=0)].double(), edges).maximum(edges)
    middle = torch.where(filled, sums / inside.clamp(min=1), edges).clamp(edges, high)
    packed = torch.stack([middle, edges, high, positives, inside - positives])
    score, low, high_there, own, other = packed.cpu().numpy()
    return ScoreColumns(score, low, high_there, own, other, own, other, rows, epsilon=epsilon, keep=tuple(keep))


def _edges(score: torch.Tensor, hits: torch.Tensor, others: torch.Tensor, keep: Sequence[float]) -> torch.Tensor:
    """Return where bins begin: at order statistics of each class, behind heavy scores, and at the thresholds."""
    import torch

    sides = hits, others
    counts = torch.stack([running[-1] for running in sides]).tolist()
    taken = [_every(score, running, int(count)) for running, count in zip(sides, counts, strict=True)]
    lowest, highest = score[[0, -1]].double().tolist()
    inside = [threshold for threshold in keep if lowest < threshold <= highest]
    thresholds = score.new_tensor(inside, dtype=torch.float64)
    edges: torch.Tensor = torch.unique(torch.cat([*taken, thresholds]))
    return edges


def _every(score: torch.Tensor, running: torch.Tensor, count: int) -> torch.Tensor:
    """Take evenly spaced scores of one class; a score that is many of them gets a bin of its own."""
    import torch

    if not count:
        return score.new_zeros(0, dtype=torch.float64)
    places = torch.as_tensor(score_building.even_places(count) + 1, device=score.device)
    taken = score[torch.searchsorted(running, places)].double()
    above = torch.nextafter(taken, taken.new_full((), float("inf")))
    heavy = torch.where(taken[1:] == taken[:-1], above[1:], taken[1:])
    return torch.cat([taken, heavy])


def _rounded_up(edges: torch.Tensor, like: torch.Tensor) -> torch.Tensor:
    """Return edges in the precision of the scores, none of them lower: the same scores lie at each or above."""
    import torch

    if like.dtype == edges.dtype:
        return edges
    near = edges.to(like.dtype)
    above = torch.nextafter(near, near.new_full((), float("inf")))
    return torch.where(near.double() < edges, above, near)


def _between(running: torch.Tensor, bounds: torch.Tensor) -> torch.Tensor:
    """Return what a running sum gains between neighbouring bounds."""
    import torch

    before = torch.where(bounds > 0, running[(bounds - 1).clamp(min=0)], 0)
    return torch.diff(before)


def _weighted(score: torch.Tensor, positive: torch.Tensor, weight: torch.Tensor, keep: Sequence[float]) -> ScoreColumns:
    import torch

    rows, epsilon = len(score), _epsilon(score)
    kept = weight > 0
    if not bool(kept.all()):
        score, positive, weight = score[kept], positive[kept], weight[kept]
    ordered, order = score.double().sort()
    hits, weight = positive[order], weight[order]
    ends = run_ends(ordered)
    masses = [torch.where(flags, values, 0.0) for values in (weight, weight**2) for flags in (hits, ~hits)]
    lengths = ends.diff(prepend=ends.new_full((1,), -1))
    atoms = [segment_sums(values, lengths) for values in masses]
    places = ordered[ends] + 0.0
    if len(ends) > score_building.MOST_DISTINCT:
        packed = _binned(places, atoms, keep)
    else:
        packed = torch.stack([places, places, places, *atoms])
    middle, low, high, own, other, own_squares, other_squares = packed.cpu().numpy()
    low, high = (middle, middle) if np.array_equal(low, high) else (low, high)
    losses = weighted_losses(ordered, hits, weight, epsilon)
    fourth = float((weight**4).sum())
    return ScoreColumns(middle, low, high, own, other, own_squares, other_squares,
                        rows=rows, weighted=True, epsilon=epsilon, losses=losses,
                        fourth=fourth, keep=tuple(keep))  # fmt: skip


def _binned(score: torch.Tensor, atoms: list[torch.Tensor], keep: Sequence[float]) -> torch.Tensor:
    """Put neighbouring atoms together as `ScoreTable.compressed` does."""
    import torch

    cuts = [_crossings(weights) for weights in atoms[:2]]
    at = torch.searchsorted(score, score.new_tensor(list(keep)))
    starts = torch.unique(torch.cat([at.new_zeros(1), *cuts, at]))
    starts = starts[starts < len(score)]
    ends = torch.cat([starts[1:], at.new_full((1,), len(score))])
    lengths = ends - starts
    sums = [segment_sums(values, lengths) for values in (*atoms, score * (atoms[0] + atoms[1]))]
    low, high = score[starts], score[ends - 1]
    middle = (sums[-1] / (sums[0] + sums[1])).clamp(low, high)
    return torch.stack([middle, low, high, *sums[:-1]])


def _crossings(weights: torch.Tensor) -> torch.Tensor:
    """Return where the weight from there on crosses evenly spaced levels; a heavy atom is cut off."""
    import torch

    bins = score_building.BINS_PER_CLASS
    running = running_sums(weights.flip(0))
    levels = running[-1] * torch.arange(1, bins, dtype=torch.float64, device=weights.device) / bins
    at = len(weights) - 1 - torch.searchsorted(running, levels)
    return torch.cat([at + 1, torch.where(at[1:] == at[:-1], at[1:], at[1:] + 1)])
