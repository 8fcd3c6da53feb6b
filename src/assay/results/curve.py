"""A curve: points with the threshold each belongs to, and a band around them where one was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from assay.checks.numbers import count_from
from assay.errors import samples as errors
from assay.errors.visible import visible
from assay.results.frames import in_kind
from assay.results.short_tables import short_table

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

Numbers = NDArray[np.float64]
MOST_POINTS = 1000
"""More points than a screen has pixels across a chart."""
SHOWN = 6
"""Points that a curve shows of itself in a session."""


@dataclass(frozen=True, eq=False, repr=False)
class Curve:
    """Points (x, y) in drawing order.

    On curves of scores, `threshold` is the score from which on a case counts as positive; others have none.

    >>> curve = Curve("roc", "false positive rate", "true positive rate", np.array([0, 1.0]), np.array([0, 1.0]),
    ...               np.array([np.inf, 0.5]))
    >>> curve.area
    0.5
    """

    name: str
    x_label: str
    y_label: str
    x: Numbers
    y: Numbers
    threshold: Numbers | None = None
    low: Numbers | None = None
    high: Numbers | None = None
    note: str | None = None

    def __len__(self) -> int:
        return len(self.x)

    def __repr__(self) -> str:
        """Show what is drawn against what, and some of the points."""
        some = self.take(np.unique(np.linspace(0, max(len(self) - 1, 0), min(SHOWN, len(self))).astype(np.intp)))
        parts = [(name, values) for name, values in some._columns().items() if values is not None]
        rows = [[f"{value:.4g}" for value in row] for row in zip(*(values for _, values in parts), strict=True)]
        head = visible(f"{self.name}: {self.y_label} against {self.x_label}, {len(self):,} points")
        return f"{head}\n{short_table([name for name, _ in parts], rows)}"

    def _columns(self) -> dict[str, Numbers | None]:
        return {"x": self.x, "y": self.y, "threshold": self.threshold, "low": self.low, "high": self.high}

    @overload
    def to_frame(self, kind: Literal["polars"] = "polars") -> pl.DataFrame: ...
    @overload
    def to_frame(self, kind: Literal["pandas"]) -> pd.DataFrame: ...
    def to_frame(self, kind: str = "polars") -> pl.DataFrame | pd.DataFrame:
        """Return every point as a row of polars or pandas: x, y, and the threshold and the band where there are any."""
        import polars as pl

        known = {name: values for name, values in self._columns().items() if values is not None}
        return in_kind(pl.DataFrame(known), kind)

    @property
    def area(self) -> float:
        """Area under the straight lines through the points."""
        return float(np.trapezoid(self.y, self.x))

    def take(self, rows: NDArray[np.intp]) -> Curve:
        """Return only these points."""
        names = ("x", "y", "threshold", "low", "high")
        try:
            parts: dict[str, Any] = {
                name: None if getattr(self, name) is None else getattr(self, name)[rows] for name in names
            }
            if parts["x"].ndim != 1:
                raise IndexError("places stand in one row")
        except (IndexError, OverflowError, TypeError, ValueError) as problem:
            raise errors.bad_number("rows", rows, f"Places from 0 to {len(self) - 1}") from problem
        return replace(self, **parts)

    def without_collinear(self) -> Curve:
        """Leave out points on a straight line between their neighbours: the same curve, drawn with less."""
        if len(self) < 3:
            return self
        steps = np.diff(self.x), np.diff(self.y)
        turns = steps[0][1:] * steps[1][:-1] != steps[0][:-1] * steps[1][1:]
        return self.take(np.flatnonzero(np.concatenate([[True], turns, [True]])))

    def thinned(self, most: int = MOST_POINTS) -> Curve:
        """Return at most `most` points: evenly spaced along the curve, both ends kept."""
        return self._thinned(count_from("most", most, 2))

    def _thinned(self, count: int, keep: NDArray[np.intp] | None = None) -> Curve:
        if len(self) <= count:
            return self
        length = np.concatenate([[0.0], np.cumsum(np.hypot(*(_scaled(np.diff(part)) for part in (self.x, self.y))))])
        kept = np.array([], dtype=np.intp) if keep is None else keep
        marks = np.linspace(0, length[-1], max(count - len(kept) - 2, 0))
        places = np.minimum(np.searchsorted(length, marks), len(self) - 1)
        return self.take(np.unique(np.concatenate([places, [0, len(self) - 1], kept])))

    def to_dict(self, keep: Sequence[float] = ()) -> dict[str, object]:
        """Return the points as JSON documents carry them: at most 1,000, those at the thresholds in `keep` included."""
        marked = None if self.threshold is None else np.flatnonzero(np.isin(self.threshold, np.asarray(keep)))
        short = self._thinned(MOST_POINTS, marked)
        columns = {"x": short.x, "y": short.y}
        if short.threshold is not None:
            columns["threshold"] = short.threshold
        if short.low is not None and short.high is not None:
            columns |= {"low": short.low, "high": short.high}
        return {name: values.tolist() for name, values in columns.items()}


def _scaled(steps: Numbers) -> Numbers:
    span = np.nansum(np.abs(steps))
    return np.nan_to_num(steps / span if span > 0 else steps)
