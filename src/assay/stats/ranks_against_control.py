"""Dunn's tests of mean ranks against a control."""

from __future__ import annotations

import numpy as np
from scipy import special

from assay.errors import samples as errors
from assay.results.test import Test
from assay.stats.doors import checked
from assay.stats.rank_pairs import differences, pairwise, rank_error
from assay.stats.ranked_tables import ranked
from assay.stats.samples import score_table


@checked(control=0)
def bonferroni_dunn(table: object, control: int = 0, *, better: str = "higher", level: float = 0.95) -> Test:
    """Dunn's z tests of the mean rank of every model against a control, p-values multiplied by their number.

    Parameters
    ----------
    table : array_like
        Scores, one row per data set and one column per model.
    control : int, default 0
        The column of the control.
    better : {"higher", "lower"}
        Which scores are better.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `statistic`, `p_value` and `effect` (row less column of the mean ranks) are tables of models by models.
        p is nan where neither is the control; `critical_difference` is the smallest difference that counts.

    Raises
    ------
    InputError
        If the table has fewer than two data sets or models, or holds anything but finite numbers.

    See Also
    --------
    nemenyi : all pairs.

    Notes
    -----
    Dunn (1961); Demsar (2006).

    Examples
    --------
    >>> test = bonferroni_dunn([[1, 2, 3], [1, 3, 2], [1, 2, 3], [1, 2, 3]], control=0)
    >>> round(test.critical_difference, 4), round(float(test.p_value[0, 2]), 4)
    (1.5849, 0.0267)
    """
    ranking = ranked(score_table(table, "bonferroni_dunn"), better == "higher")
    n, k = ranking.shape
    if not 0 <= control < k:
        raise errors.bad_number("control", control, f"A column from 0 to {k - 1}")
    error = rank_error(n, k)
    difference = differences(ranking)
    statistic = np.abs(difference) / error
    p = np.full((k, k), np.nan)
    plain = np.minimum(2 * special.ndtr(-statistic[control]) * (k - 1), 1.0)
    p[control], p[:, control] = plain, plain
    p[control, control] = 1.0
    z = float(special.ndtri(1 - (1 - level) / (2 * (k - 1))))
    return pairwise("Bonferroni-Dunn", ranking, statistic, p, level, (), {
        "critical_difference": z * error,
        "control": control,
    })  # fmt: skip
