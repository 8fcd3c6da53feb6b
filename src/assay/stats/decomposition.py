"""Bias, variance and noise of many fits' predictions at the same points, for squared loss and for 0-1 loss.

The main prediction is the mean, or the commonest answer. Bias is what it loses beyond the noise, variance what single
fits lose beyond it (James 2003: systematic and variance effects). Both add up to the total for either loss, and for
squared loss they are the usual squared bias and variance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from assay.stats.arithmetic import Numbers


@dataclass(frozen=True, eq=False)
class Parts:
    """The parts of a loss, averaged over points; `main` is the main prediction at every point."""

    bias: float
    variance: float
    noise: float
    total: float
    disagreement: float
    error: float
    main: np.ndarray


def squared_parts(predictions: Numbers, truth: Numbers, noise: Numbers | float | None = None) -> Parts:
    """Take squared loss apart: rows are fits, columns points.

    `truth` is what was observed, and noise stays inside the bias; with `noise` (its variance) given, it is the mean of
    what could be observed.

    >>> parts = squared_parts(np.array([[1.0, 2.0], [3.0, 2.0]]), np.array([2.0, 3.0]))
    >>> parts.bias, parts.variance, parts.total
    (0.5, 0.5, 1.0)
    """
    main = predictions.mean(axis=0)
    bias = float(np.mean((main - truth) ** 2))
    variance = float(np.mean((predictions - main) ** 2))
    own = np.mean((predictions - truth) ** 2, axis=1)
    known = 0.0 if noise is None else float(np.mean(noise))
    return Parts(
        bias=bias,
        variance=variance,
        noise=math.nan if noise is None else known,
        total=bias + variance + known,
        disagreement=variance,
        error=_monte_carlo(own),
        main=main,
    )


def zero_one_parts(predictions: np.ndarray, chances: Numbers, labels: np.ndarray, known: bool) -> Parts:
    """Take 0-1 loss apart: rows are fits, columns points; `chances` are the probabilities of the labels at each point.

    With `known` False they are 1 for what was observed, and noise stays inside the bias.

    >>> observed = np.array([[1.0, 0.0], [1.0, 0.0]])
    >>> parts = zero_one_parts(np.array([[0, 1], [0, 1], [1, 1]]), observed, np.array([0, 1]), known=False)
    >>> round(parts.bias, 3), round(parts.variance, 3), round(parts.total, 3)
    (0.5, 0.167, 0.667)
    """
    codes = np.searchsorted(labels, predictions)
    points = np.arange(codes.shape[1])
    votes = np.stack([(codes == code).mean(axis=0) for code in range(len(labels))], axis=1)
    main = votes.argmax(axis=1)
    lost = 1 - chances[points[None, :], codes]
    of_main = 1 - chances[points, main]
    least = 1 - chances.max(axis=1)
    total, settled = float(lost.mean()), float(of_main.mean())
    noise = float(least.mean()) if known else 0.0
    return Parts(
        bias=settled - noise,
        variance=total - settled,
        noise=noise if known else math.nan,
        total=total,
        disagreement=float(np.mean(1 - votes.max(axis=1))),
        error=_monte_carlo(lost.mean(axis=1)),
        main=labels[main],
    )


def _monte_carlo(losses: Numbers) -> float:
    return float(losses.std(ddof=1) / math.sqrt(len(losses))) if len(losses) > 1 else math.nan
