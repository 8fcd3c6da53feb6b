"""Summaries of torch tensors, made where the rows lie: counts, sums and sketches travel, rows do not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from assay.stats.arithmetic import Numbers
from assay.summaries import score_tensors
from assay.summaries.cells import cell_counts, cell_sums
from assay.summaries.moments import Moments, Worth
from assay.summaries.regression import Loss, moments_of
from assay.summaries.residual_means import COLUMNS, Centre
from assay.summaries.residuals import Residuals
from assay.summaries.score_building import build_cases
from assay.summaries.segment_sums import running_sums, segment_sums
from assay.summaries.sketch import MOST_BINS, Sketch, sketched

if TYPE_CHECKING:
    import torch

FEW_CELLS = 16
"""So few cells are counted one after the other; with more, few cases meet at one place while all count at once."""

CHUNK = 2**22
"""Rows whose columns are summed at once: large enough that starting the work costs nothing, 450 MB of columns."""


@cache
def register() -> None:
    """Let tensors be reduced by the functions that reduce arrays."""
    import torch

    cell_counts.register(torch.Tensor, _cell_counts)
    cell_sums.register(torch.Tensor, _cell_sums)
    build_cases.register(torch.Tensor, score_tensors.build)
    moments_of.register(torch.Tensor, _moments)
    sketched.register(torch.Tensor, _sketched)


def _cell_counts(cell: torch.Tensor, cells: int) -> Numbers:
    import torch

    if cells > FEW_CELLS:
        return np.asarray(torch.bincount(cell, minlength=cells).cpu().numpy(), dtype=float)
    return _each_cell(cells, lambda place: (cell == place).sum())


def _cell_sums(cell: torch.Tensor, weight: torch.Tensor, cells: int) -> Numbers:
    import torch

    if cells > FEW_CELLS:
        order = cell.argsort(stable=True)
        sums = segment_sums(weight[order], torch.bincount(cell, minlength=cells))
        return np.asarray(sums.cpu().numpy(), dtype=float)
    return _each_cell(cells, lambda place: torch.where(cell == place, weight, 0.0).sum())


def _each_cell(cells: int, of_cell: Callable[[int], torch.Tensor]) -> Numbers:
    import torch

    return np.asarray(torch.stack([of_cell(place) for place in range(cells)]).cpu().numpy(), dtype=float)


def _moments(truth: torch.Tensor, cases: Residuals, centre: Centre | None, losses: Mapping[str, Loss]) -> Moments:
    """Sum the moments chunk by chunk; all chunks travel together."""
    import torch

    starts = range(0, cases.rows, CHUNK)
    blocks = [cases.take(slice(start, start + CHUNK)) for start in starts]
    parts = torch.stack([_packed(block, centre, losses) for block in blocks]).cpu().numpy()
    width = (0 if centre is None else len(COLUMNS)) + len(losses)
    total = None
    for numbers in parts:
        worth, mean, drift, around = np.split(numbers, [3, 3 + width, 3 + 2 * width])
        part = Moments(Worth(*worth.tolist()), mean, around.reshape(width, width), drift)
        total = part if total is None else total.merge(part)
    if total is None:
        raise ValueError("there are no cases")
    return total


def _packed(cases: Residuals, centre: Centre | None, losses: Mapping[str, Loss]) -> torch.Tensor:
    """Return the worth, the means, the drift and the products of the columns of some cases, one after the other."""
    import torch

    columns = _columns(cases, centre, losses)
    if cases.weight is None:
        worth = columns.new_full((3,), float(cases.rows))
        mean = columns.mean(1)
        off = columns.sub_(mean[:, None])
        return torch.cat([worth, mean, torch.zeros_like(mean), (off @ off.T).flatten()])
    weight = torch.as_tensor(cases.weight)
    square = weight**2
    worth = torch.stack([weight.sum(), square.sum(), (square**2).sum()])
    mean = columns @ weight / worth[0]
    off = columns.sub_(mean[:, None])
    return torch.cat([worth, mean, off @ square, ((off * square) @ off.T).flatten()])


def _columns(cases: Residuals, centre: Centre | None, losses: Mapping[str, Loss]) -> torch.Tensor:
    """Return what every case contributes, one row per column: those of ResidualMeans, then the losses."""
    import torch

    truth = torch.as_tensor(cases.truth)[:, 0]
    columns: list[torch.Tensor] = []
    if centre is not None:
        prediction, (of_truth, of_prediction, of_error) = torch.as_tensor(cases.answers)[:, 0], centre.each()
        error = truth - prediction
        error_off, truth_off = error - float(of_error[0]), truth - float(of_truth[0])
        prediction_off = prediction - float(of_prediction[0])
        relative = torch.where(truth == 0, 0.0, error / truth)
        columns = [
            error_off, error_off**2, error**2, error.abs(), relative, relative.abs(), truth.abs(), truth_off,
            truth_off**2, truth_off.abs(), prediction_off, prediction_off**2, truth_off * prediction_off,
        ]  # fmt: skip
    for loss in losses.values():
        columns.append(torch.as_tensor(loss(cases), device=truth.device).mean(1))
    return torch.stack(columns)


def _sketched(values: torch.Tensor, weight: torch.Tensor | None = None, most: int | None = None) -> Sketch:
    """Return the sketch of values: sorted and put into bins where they lie."""
    import torch

    most = most or MOST_BINS
    ordered, order = values.sort()
    weights = None if weight is None else weight[order]
    rows = len(ordered)
    if rows <= most:
        scores = ordered.cpu().numpy()
        return Sketch(scores, scores, np.ones(rows) if weights is None else weights.cpu().numpy())
    running = None if weights is None else running_sums(weights)
    levels = np.linspace(0, rows if running is None else float(running[-1]), most // 2 + 1)[1:-1]
    if running is None:
        edges = levels.astype(np.intp)  # the running count at a place is the number of the place
    else:
        edges = torch.searchsorted(running, torch.as_tensor(levels, device=values.device), right=True).cpu().numpy()
    starts = np.unique(np.concatenate([[0], edges[edges < rows]]))
    ends = torch.as_tensor(np.append(starts[1:], rows), device=values.device)
    first = torch.as_tensor(starts, device=values.device)
    inside = (ends - first).double() if weights is None else segment_sums(weights, ends - first)
    low, high, mass = torch.stack([ordered[first], ordered[ends - 1], inside]).cpu().numpy()
    return Sketch(low, high, mass)
