"""Cochran's test of several models that are right or wrong on the same cases."""

from __future__ import annotations

import numpy as np
from scipy import special

from assay.errors import samples as errors
from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.stats.effect_intervals import NOTE, resampled_interval
from assay.stats.samples import counts


@checked()
def cochran_q(table: object, *, level: float = 0.95) -> Test:
    """Cochran's Q test that several models are right equally often on the same cases.

    Parameters
    ----------
    table : array_like
        One row per case and one column per model: 1 where the model is right, 0 where it is wrong.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the largest difference of two success rates, with an interval over resampled cases.

    Raises
    ------
    InputError
        If the table holds anything but 0 and 1, or fewer than two models.

    See Also
    --------
    mcnemar : for two models.

    Notes
    -----
    Cochran (1950).

    Examples
    --------
    >>> test = cochran_q([[1, 1, 0], [1, 0, 0], [1, 1, 1], [0, 1, 0], [1, 1, 0]])
    >>> round(test.statistic, 4), test.df
    (4.5, (2,))
    """
    right = counts(table, "table")
    if right.ndim != 2 or right.shape[1] < 2 or not len(right) or not np.isin(right, (0, 1)).all():
        raise errors.unfit("table", "must hold only 0 and 1, cases x at least two models")
    columns, rows, k = right.sum(axis=0), right.sum(axis=1), right.shape[1]
    spread = float(np.sum(rows * (k - rows)))
    statistic = (k - 1) * float(np.sum((columns - columns.mean()) ** 2)) * k / spread if spread else 0.0
    notes = () if spread else ("every case is judged alike by all models, so nothing tells them apart",)
    effect = _largest_gap([right])
    low, high = resampled_interval(_largest_gap, [right], level, effect=effect)
    return Test(
        method="Cochran's Q",
        statistic=statistic,
        df=(k - 1,),
        p_value=float(special.chdtrc(k - 1, statistic)) if spread else 1.0,
        null="all models are right equally often",
        alternative="greater",
        effect=effect,
        low=low,
        high=high,
        level=level,
        notes=(*notes, NOTE),
        more={"effect_name": "largest difference"},
    )


def _largest_gap(parts: list[Numbers]) -> float:
    return float(np.ptp(parts[0].mean(axis=0)))
