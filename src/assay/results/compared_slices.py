"""Slices of a comparison: on which parts of the cases does one model win?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol, overload, runtime_checkable

import numpy as np

from assay.errors import slicing as errors
from assay.results.frames import frame_of_rows, in_kind
from assay.results.slices import SCREENED, SMALL, slice_columns, slice_text

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from assay.results.comparison import Comparison, Pair


@runtime_checkable
class SliceComparer(Protocol):
    """Who compares the models on one slice."""

    def compare(self, key: object) -> Comparison:
        """Compare the models on one slice."""

    def adjusted(self, p_values: Sequence[float], method: str) -> Sequence[float]:
        """Return p-values adjusted for being several."""

    def stored(self) -> SliceComparer:
        """Return the same without the cases."""


@dataclass(frozen=True)
class SlicePair:
    """Two models on one slice; `p_adjusted` is adjusted over all slices and pairs that were tested."""

    key: object
    n: int
    pair: Pair
    p_adjusted: float
    adjustment: str


@dataclass(frozen=True, eq=False, repr=False)
class ComparedSlices(Mapping[object, "Comparison"]):
    """Models compared on every slice; `comparison.slices[key]` is a Comparison, made when it is asked for."""

    names: tuple[str, ...]
    sizes: Mapping[object, int]
    judge: SliceComparer
    made: dict[object, Comparison] = field(default_factory=dict)

    def __getitem__(self, key: object) -> Comparison:
        if key not in self.sizes:
            raise errors.unknown_slice(key, list(self.sizes))
        if key not in self.made:
            self.made[key] = self.judge.compare(key)
        return self.made[key]

    def __getstate__(self) -> dict[str, object]:
        """Store the comparison on every slice, and not the cases."""
        return {**self.__dict__, "made": {key: self[key] for key in self}, "judge": self.judge.stored()}

    def __iter__(self) -> Iterator[object]:
        return iter(self.sizes)

    def __len__(self) -> int:
        return len(self.sizes)

    def __repr__(self) -> str:
        return f"{len(self):,} slices by {' and '.join(self.names)}"

    def where(self, metric: str) -> list[SlicePair]:
        """Return every pair on every slice, adjusted together: where does which model win?

        Holm up to 20 tests, Benjamini-Hochberg ("screened") above; slices of fewer than 20 cases are not tested.
        """
        pairs = [(key, pair) for key in self for pair in self[key][metric].pairs]
        p_values = [pair.p_value if self.sizes[key] >= SMALL else np.nan for key, pair in pairs]
        few = len(pairs) <= SCREENED
        adjusted = self.judge.adjusted(p_values, "holm" if few else "bh")
        told = "holm" if few else "screened (Benjamini-Hochberg)"
        return [SlicePair(key, self.sizes[key], pair, p, told)
                for (key, pair), p in zip(pairs, adjusted, strict=True)]  # fmt: skip

    @overload
    def to_frame(self, metric: str | None = None, kind: Literal["polars"] = "polars") -> pl.DataFrame: ...
    @overload
    def to_frame(self, metric: str | None = None, *, kind: Literal["pandas"]) -> pd.DataFrame: ...
    def to_frame(self, metric: str | None = None, kind: str = "polars") -> pl.DataFrame | pd.DataFrame:
        """Return a row per slice and pair of models, for one metric or the one that stands first."""
        first = next(iter(self.values()))
        name = metric or next(iter(first))
        rows = [
            {**slice_columns(self.names, judged.key), "cases": judged.n, "metric": name, "a": str(judged.pair.a),
             "b": str(judged.pair.b), "difference": judged.pair.difference.value, "low": judged.pair.difference.low,
             "high": judged.pair.difference.high, "p_value": judged.pair.p_value, "p_adjusted": judged.p_adjusted}
            for judged in self.where(name)
        ]  # fmt: skip
        return in_kind(frame_of_rows(rows), kind)

    def text(self, key: object) -> str:
        """Write a key for people."""
        return slice_text(self.names, key)
