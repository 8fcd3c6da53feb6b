"""Reduce scores in memory to a score table, or keep them case by case where several classes belong together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from assay.inputs.labels import LabelColumn
from assay.inputs.scores import ScoreRows
from assay.summaries.score_cases import ScoreCases
from assay.summaries.score_table import ScoreTable


def tabulate(rows: ScoreRows, positive: NDArray[np.bool_], keep: tuple[float, ...]) -> ScoreTable:
    """Sort the scores of each class once and merge them."""
    score = rows.score
    negative = ~positive
    if rows.weight is None:
        return ScoreTable.of_scores(score[positive], score[negative], keep=keep, in_place=True)
    return ScoreTable.of_scores(
        score[positive], score[negative], rows.weight[positive], rows.weight[negative], keep=keep
    )


def is_label(column: LabelColumn, label: object) -> NDArray[np.bool_]:
    """Say which cases have a label."""
    flags = np.array([own == label for own in column.labels], dtype=bool)
    return np.asarray(flags[column.codes])


def collect_cases(
    rows: ScoreRows, labels: tuple[object, ...], truth: NDArray[np.bool_], scores: NDArray[np.floating]
) -> ScoreCases:
    """Keep truth and scores of every case, a column a class."""
    epsilon = float(np.finfo(scores.dtype).eps)
    return ScoreCases(labels, truth, scores.astype(float), rows.weight, rows.truth is not None, epsilon)
