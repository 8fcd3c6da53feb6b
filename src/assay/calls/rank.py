"""rank: a table of scores in; the order of the models, and which of them can be told apart, out."""

from __future__ import annotations

import math

from assay.pipelines.ranking import rank_table
from assay.results.ranking import Ranking
from assay.stats.doors import checked


@checked()
def rank(
    table: object,
    *,
    better: str = "higher",
    control: object = None,
    method: str = "wilcoxon-holm",
    missing: str = "error",
    level: float = 0.95,
    rope: float | None = None,
    df: float = math.inf,
    seed: int = 0,
) -> Ranking:
    """Rank models over data sets, and say which can be told apart.

    Parameters
    ----------
    table : frame, file, mapping or 2-D array
        Data sets x models (one column of text names the data sets), {model: scores}, or one score per row (data set,
        model, score). Several runs on a data set (a column such as `seed` or `fold`) are averaged, columns that only
        number the rows are left out, and notes say so.
    better : {"higher", "lower"}
        Which scores are better.
    control : object
        Compare every model with this one only.
    method : str
        "wilcoxon-holm", "nemenyi", "conover", "siegel-castellan", "bonferroni-dunn", "holm-control" or "bayes".
    missing : {"error", "drop"}
        What happens to data sets with gaps.
    level : float
        The confidence level.
    rope : float
        The difference in score that does not matter: each pair gets the probabilities that one is better and that both
        are practically equal.
    df : float
        Finite degrees of freedom for Nemenyi's critical difference.
    seed : int
        The seed of permutations and draws.

    Returns
    -------
    Ranking
        Average ranks, the omnibus test, every pair with its test, and groups of models not told apart.

    Raises
    ------
    InputError
        Where something cannot be used as it is.

    Notes
    -----
    Demsar 2006 (average ranks, Nemenyi); Benavoli, Corani & Mangili 2016 (why pairs are tested by Wilcoxon).

    Examples
    --------
    >>> ranking = rank({"a": [0.9, 0.8, 0.85, 0.95], "b": [0.7, 0.75, 0.8, 0.9], "c": [0.6, 0.5, 0.55, 0.65]})
    >>> dict(ranking.average_ranks)
    {'a': 1.0, 'b': 2.0, 'c': 3.0}

    See Also
    --------
    compare : models on the cases of one data set.
    """
    return rank_table(
        table, better=better, control=control, method=method, missing=missing, level=level, rope=rope, df=df, seed=seed
    )
