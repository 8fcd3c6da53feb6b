"""Predictions that fits made for cases which they had not seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from assay.results.frames import in_kind

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl


@dataclass(frozen=True, eq=False)
class OutOfFold:
    """Test predictions of all fits, one row per prediction: which case, in which repetition and fold, and the answer.

    `case` is the row that the case had in X and y. `score` has one column for the positive class, or one column per
    class (`score_labels`), or is None; `weight` is None where all cases count the same, `group` where they stand alone.
    """

    case: np.ndarray
    repeat: np.ndarray
    fold: np.ndarray
    truth: np.ndarray
    prediction: np.ndarray
    score: np.ndarray | None = None
    score_labels: tuple[object, ...] = ()
    weight: np.ndarray | None = None
    group: np.ndarray | None = None
    group_name: str = "group"

    @property
    def judged(self) -> tuple[np.ndarray, np.ndarray, np.ndarray | None, np.ndarray | None]:
        """Truth, prediction, score and weight: what metrics are measured on."""
        return self.truth, self.prediction, self.score, self.weight

    def __len__(self) -> int:
        return len(self.case)

    def of_repeat(self, repeat: int) -> OutOfFold:
        """Return the predictions of one repetition, in the order of the cases."""
        rows = np.flatnonzero(self.repeat == repeat)
        return self.take(rows[np.argsort(self.case[rows], kind="stable")])

    def first(self) -> OutOfFold:
        """Return the predictions of the first repetition that has any, each case once."""
        runs = self.of_repeat(int(self.repeat.min()))
        return runs.take(np.unique(runs.case, return_index=True)[1])

    def take(self, rows: np.ndarray) -> OutOfFold:
        """Return some of the predictions."""
        return replace(
            self,
            case=self.case[rows],
            repeat=self.repeat[rows],
            fold=self.fold[rows],
            truth=self.truth[rows],
            prediction=self.prediction[rows],
            score=None if self.score is None else self.score[rows],
            weight=None if self.weight is None else self.weight[rows],
            group=None if self.group is None else self.group[rows],
        )

    @overload
    def to_frame(self, kind: Literal["polars"] = "polars") -> pl.DataFrame: ...
    @overload
    def to_frame(self, kind: Literal["pandas"]) -> pd.DataFrame: ...
    def to_frame(self, kind: str = "polars") -> pl.DataFrame | pd.DataFrame:
        """Return the predictions as a frame of polars or pandas."""
        import polars as pl

        columns: dict[str, Any] = {"case": self.case, "repeat": self.repeat, "fold": self.fold}
        for name, values in (("truth", self.truth), ("prediction", self.prediction)):
            if values.ndim == 2:
                columns |= {f"{name}_{place}": values[:, place] for place in range(values.shape[1])}
            else:
                columns[name] = values.tolist()
        if self.score is not None and self.score.ndim == 2:
            names = self.score_labels or tuple(range(self.score.shape[1]))
            columns |= {f"score_{label}": self.score[:, place] for place, label in enumerate(names)}
        elif self.score is not None:
            columns["score"] = self.score
        if self.weight is not None:
            columns["weight"] = self.weight
        if self.group is not None:
            columns["group"] = self.group
        return in_kind(pl.DataFrame(columns), kind)
