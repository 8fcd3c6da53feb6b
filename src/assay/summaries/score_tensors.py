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
from assay.summaries.tensor_losses import row_losses

if TYPE_CHECKING:
    import torch

MOST_SHORT = 2**31 - 1
"""Up to this many rows, places fit into 32 bits, which halves what is read and written."""


def build(
    score: torch.Tensor, positive: torch.Tensor, weight: torch.Tensor | None, keep: Sequence[float]
) -> ScoreColumns:
    """Return the columns of the table of scores, with flags that say which cases are positive."""
    if weight is not None:
        return _weighted(score, positive, weight, keep)
    ordered, order = score.sort()
    hits = positive[order]
    del order
    rows, epsilon = len(ordered), _epsilon(score)
    columns = _exact(ordered, hits, epsilon) or _cut(ordered, hits, epsilon, keep)
    return columns if rows < LARGE else replace(columns, losses=row_losses(ordered, hits, None, epsilon))


def _epsilon(score: torch.Tensor) -> float:
    import torch

    return float(torch.finfo(score.dtype).eps)


def _exact(ordered: torch.Tensor, hits: torch.Tensor, epsilon: float) -> ScoreColumns | None:
    """Return a table with one atom for each score, None where the two classes hold too many of them."""
    import torch

    rows, most = len(ordered), score_building.MOST_DISTINCT
    changed = ordered[1:] != ordered[:-1]
    if rows > most and int(changed.sum()) >= most:
        return None
    ends = _ends(changed)
    running = hits.cumsum(0)[ends].double()
    positives, whole = _steps(running), _steps((ends + 1).double())
    table = torch.stack([ordered[ends].double() + 0.0, positives, whole - positives]).cpu().numpy()
    own = table[0], table[1], table[2]
    if rows > most and np.count_nonzero(own[1]) + np.count_nonzero(own[2]) > most:
        return None
    return ScoreColumns(own[0], own[0], own[0], own[1], own[2], own[1], own[2], rows, epsilon=epsilon)


def _ends(changed: torch.Tensor) -> torch.Tensor:
    """Return the last place of every run of equal scores."""
    import torch

    last = torch.full((1,), len(changed), device=changed.device)
    return torch.cat([changed.nonzero()[:, 0], last])


def _steps(running: torch.Tensor) -> torch.Tensor:
    """Return what each entry adds to a running sum."""
    return running.diff(prepend=running.new_zeros(1))


def _cut(ordered: torch.Tensor, hits: torch.Tensor, epsilon: float, keep: Sequence[float]) -> ScoreColumns:
    """Cut sorted scores at quantiles of each class."""
    import torch

    rows = len(ordered)
    kind = torch.int32 if rows <= MOST_SHORT else torch.int64
    found = hits.cumsum(0, dtype=kind)
    others = torch.arange(1, rows + 1, dtype=kind, device=ordered.device) - found
    edges = _edges(ordered, found, others, keep)
    bounds = torch.searchsorted(ordered, _rounded_up(edges, ordered))
    bounds = torch.cat([bounds, torch.full_like(bounds[:1], rows)])
    whole, positives = bounds.diff().double(), _between(found, bounds).double()
    sums = segment_sums(ordered.double(), bounds.diff())
    filled = whole > 0
    high = torch.where(filled, ordered[(bounds[1:] - 1).clamp(min=0)].double(), edges).maximum(edges)
    middle = torch.where(filled, sums / whole.clamp(min=1), edges).clamp(edges, high)
    packed = torch.stack([middle, edges, high, positives, whole - positives]) + 0.0
    score, low, high_there, own, other = packed.cpu().numpy()
    return ScoreColumns(score, low, high_there, own, other, own, other, rows, epsilon=epsilon, keep=tuple(keep))


def _edges(ordered: torch.Tensor, found: torch.Tensor, others: torch.Tensor, keep: Sequence[float]) -> torch.Tensor:
    """Return where bins begin: at order statistics of each class, behind heavy scores, and at the thresholds."""
    import torch

    counts = torch.stack([found[-1], others[-1]]).tolist()
    taken = [_every(ordered, running, int(count)) for running, count in zip((found, others), counts, strict=True)]
    lowest, highest = ordered[[0, -1]].double().tolist()
    inside = [threshold for threshold in keep if lowest < threshold <= highest]
    thresholds = ordered.new_tensor(inside, dtype=torch.float64)
    edges: torch.Tensor = torch.unique(torch.cat([*taken, thresholds]))
    return edges


def _every(ordered: torch.Tensor, running: torch.Tensor, count: int) -> torch.Tensor:
    """Take evenly spaced scores of one class; a score that is many of them gets a bin of its own."""
    import torch

    if not count:
        return ordered.new_zeros(0, dtype=torch.float64)
    places = np.unique(np.linspace(0, count - 1, score_building.BINS_PER_CLASS).astype(int)) + 1
    wanted = torch.as_tensor(places, device=ordered.device).to(running.dtype)
    taken = ordered[torch.searchsorted(running, wanted)].double()
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
    ends = _ends(ordered[1:] != ordered[:-1])
    masses = [torch.where(flags, values, 0.0) for values in (weight, weight**2) for flags in (hits, ~hits)]
    lengths = _steps(ends + 1)
    atoms = [segment_sums(values, lengths) for values in masses]
    places = ordered[ends] + 0.0
    if len(ends) > score_building.MOST_DISTINCT:
        packed = _binned(places, atoms, keep)
    else:
        packed = torch.stack([places, places, places, *atoms])
    middle, low, high, own, other, own_squares, other_squares = packed.cpu().numpy()
    low, high = (middle, middle) if np.array_equal(low, high) else (low, high)
    losses = row_losses(ordered, hits, weight, epsilon)
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
