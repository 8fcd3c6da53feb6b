"""Models that give one answer only: their accuracy is a share of the cases, not skill."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assay.results.evaluation import Evaluation

ONE_ANSWER = "one-answer"


@dataclass(frozen=True)
class OnlyAnswer:
    """The label that a model answers in every case."""

    label: object


def only_answer(evaluation: Evaluation) -> OnlyAnswer | None:
    """Return the only answer of a model on cases of several classes, None where it gives more than one."""
    table = evaluation.confusion
    if table is None:
        return None
    cells = np.nan_to_num(np.asarray(table.counts, dtype=float))
    answered, present = np.flatnonzero(cells.sum(axis=0)), np.flatnonzero(cells.sum(axis=1))
    if len(answered) != 1 or len(present) < 2:
        return None
    return OnlyAnswer(table.labels[int(answered[0])])
