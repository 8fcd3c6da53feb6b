"""Single segments: what each scores, and those on which two systems differ most."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, overload

import numpy as np
from numpy.typing import NDArray

from assay.results.frames import in_kind

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl


@dataclass(frozen=True, eq=False)
class SegmentTable:
    """Every segment with its references, its candidate, and what each metric gives for it alone."""

    references: Sequence[Sequence[str]]
    candidates: Sequence[str]
    scores: Mapping[str, NDArray[np.float64]]
    places: Sequence[int] = ()

    def number(self, place: int) -> int:
        """Return a segment's number in what was handed in, which may have had gaps."""
        return self.places[place] if self.places else place + 1

    def __len__(self) -> int:
        return len(self.candidates)

    @property
    def usual_length(self) -> int:
        """How many words the reference in the middle has."""
        return sorted(len(listed[0].split()) for listed in self.references)[len(self) // 2]

    def known_for_most(self, metric: str) -> bool:
        """Say whether a metric has a value for most segments."""
        return bool(np.isfinite(self.scores[metric]).mean() > 0.5)

    def worst(self, metric: str, better: str, most: int = 10) -> list[int]:
        """Return the places of the segments with the worst values, the worst first."""
        sign = 1 if better == "higher" else -1
        values = np.nan_to_num(self.scores[metric], nan=sign * math.inf)
        return [int(place) for place in np.argsort(sign * values, kind="stable")[:most]]

    def histogram(self, metric: str, bins: int = 30) -> list[tuple[float, float, int]]:
        """Return how many segments score between a lower and an upper end, from 0 to 1 or as far as they go."""
        known = [score for score in self.scores[metric].tolist() if math.isfinite(score)]
        counts, edges = np.histogram(known, bins=bins, range=(min([0.0, *known]), max([1.0, *known])))
        return list(zip(edges[:-1].tolist(), edges[1:].tolist(), counts.tolist(), strict=True))

    @overload
    def to_frame(self, kind: Literal["polars"] = "polars") -> pl.DataFrame: ...
    @overload
    def to_frame(self, kind: Literal["pandas"]) -> pd.DataFrame: ...
    def to_frame(self, kind: str = "polars") -> pl.DataFrame | pd.DataFrame:
        """Return one row per segment, of polars or pandas; several references are parted by line breaks."""
        import polars as pl

        texts = {"reference": ["\n".join(listed) for listed in self.references], "candidate": list(self.candidates)}
        numbers = {"segment": [self.number(place) for place in range(len(self))]}
        return in_kind(pl.DataFrame({**numbers, **texts, **self.scores}), kind)


@dataclass(frozen=True)
class Example:
    """One segment as two systems put it."""

    segment: int
    reference: str
    a: str
    b: str
    a_value: float
    b_value: float

    @property
    def difference(self) -> float:
        """How much more the first system scores."""
        return self.a_value - self.b_value


@dataclass(frozen=True)
class Examples:
    """The segments on which two systems differ most by one metric, the largest difference first."""

    metric: str
    a: object
    b: object
    rows: tuple[Example, ...]

    def to_dict(self) -> dict[str, object]:
        """Return the examples as plain values."""
        rows = [{**vars(row), "difference": row.difference} for row in self.rows]
        return {"metric": self.metric, "a": self.a, "b": self.b, "segments": rows}


def most_different(
    metric: str, names: tuple[object, object], left: SegmentTable, right: SegmentTable, most: int = 10
) -> Examples:
    """Return the segments on which two systems differ most; those that score alike are left out."""
    first, second = left.scores[metric], right.scores[metric]
    gaps = np.nan_to_num(np.abs(first - second), nan=0.0)
    order = np.argsort(-gaps, kind="stable")[:most]
    rows = tuple(_example(int(place), left, right, metric) for place in order if gaps[place] > 0)
    return Examples(metric, names[0], names[1], rows)


def _example(place: int, left: SegmentTable, right: SegmentTable, metric: str) -> Example:
    values = (float(table.scores[metric][place]) for table in (left, right))
    return Example(
        left.number(place), "\n".join(left.references[place]), left.candidates[place], right.candidates[place], *values
    )


def segments_apart(metric: str, tables: Mapping[object, SegmentTable], most: int) -> pl.DataFrame:
    """Return the segments on which systems differ most, with what each of them wrote and scores there."""
    import polars as pl

    each = np.array([table.scores[metric] for table in tables.values()])
    gaps = np.nan_to_num(each.max(axis=0) - each.min(axis=0), nan=0.0)
    places = [int(place) for place in np.argsort(-gaps, kind="stable")[:most] if gaps[place] > 0]
    first = next(iter(tables.values()))
    columns: dict[str, list[object]] = {
        "segment": [first.number(place) for place in places],
        "reference": ["\n".join(first.references[place]) for place in places],
    }
    for model, table in tables.items():
        columns[f"candidate of {model}"] = [table.candidates[place] for place in places]
        columns[f"{metric} of {model}"] = [float(table.scores[metric][place]) for place in places]
    return pl.DataFrame(columns)
