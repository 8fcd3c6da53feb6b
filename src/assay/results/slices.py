"""Slices: the same model judged on each part of the cases, and which parts it serves worse."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, overload

from assay.checks.lists import listed
from assay.errors import samples as sample_errors
from assay.errors import slicing as errors
from assay.errors.tree import quote
from assay.results.estimate import Estimate
from assay.results.frames import frame_of_rows, in_kind
from assay.results.levels import rejects

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from assay.results.evaluation import Evaluation

SMALL = 20
"""Slices of fewer cases show their interval, but are not tested."""

SCREENED = 20
"""Above so many slices p-values are adjusted for the share of false findings, not for any false finding."""


@dataclass(frozen=True)
class SliceTest:
    """One slice against the rest of the cases: its value, theirs, the difference and how sure it is.

    `p_adjusted` is adjusted over all slices tested, by `adjustment`; a slice too small to test has neither.
    """

    key: object
    n: int
    estimate: Estimate
    rest: Estimate
    difference: Estimate
    test: str
    p_value: float
    p_adjusted: float
    adjustment: str
    note: str | None = None

    @property
    def significant(self) -> bool:
        """Whether the slice can be told from the rest at the evaluation's level, all slices considered."""
        return bool(rejects(self.p_adjusted, self.difference.level))

    def to_dict(self) -> dict[str, object]:
        """Return the fields as plain values."""
        return {
            "slice": self.key,
            "n": self.n,
            "estimate": self.estimate.to_dict(),
            "rest": self.rest.to_dict(),
            "difference": self.difference.to_dict(),
            "test": self.test,
            "p_value": self.p_value,
            "p_adjusted": self.p_adjusted,
            "adjustment": self.adjustment,
            "note": self.note,
        }


class SliceJudge(Protocol):
    """Who judges slices: whole evaluations, single metrics, slices against the rest, and against each other."""

    def evaluation(self, key: object) -> Evaluation:
        """Judge one slice by every metric."""

    def rest(self, key: object) -> Evaluation:
        """Judge all cases but those of one slice by every metric."""

    def metric(self, key: object, metric: str) -> Estimate:
        """Judge one slice by one metric."""

    def against_rest(self, keys: Sequence[object], metric: str) -> list[SliceTest]:
        """Test slices against the rest of the cases."""

    def apart(self, first: object, second: object, metric: str, level: float) -> Estimate:
        """Return the difference of two slices with its interval at a level."""

    def ratio(self, first: object, second: object, metric: str, level: float) -> Estimate:
        """Return one slice's value over another's with its interval at a level."""

    def name(self, metric: str) -> str:
        """Return a metric's own name."""

    def stored(self) -> SliceJudge:
        """Return what has been judged, without the cases."""


@dataclass(frozen=True, eq=False, repr=False)
class Slices(Mapping[object, "Evaluation"]):
    """A model judged on every slice; `ev.slices[key]` is an Evaluation, built when it is asked for.

    With one column keys are its values; with several, pairs of a column and a value. `sizes` counts the cases of each
    slice, `crossed` those of the slices that two columns make together, which `weakest` looks at too.
    """

    names: tuple[str, ...]
    sizes: Mapping[object, int]
    level: float
    shown: tuple[str, ...]
    judge: SliceJudge
    crossed: Mapping[object, int] = field(default_factory=dict)
    made: dict[object, Evaluation] = field(default_factory=dict)

    def __getitem__(self, key: object) -> Evaluation:
        if key not in self.sizes and key not in self.crossed:
            raise errors.unknown_slice(key, list(self.sizes))
        if key not in self.made:
            self.made[key] = self.judge.evaluation(key)
        return self.made[key]

    def __iter__(self) -> Iterator[object]:
        return iter(self.sizes)

    def __len__(self) -> int:
        return len(self.sizes)

    def __repr__(self) -> str:
        return f"{len(self):,} slices by {' and '.join(self.names)}"

    def __getstate__(self) -> dict[str, object]:
        """Store what slices and tests say, and not the cases."""
        return {**self.__dict__, "judge": self.judge.stored()}

    def estimates(self, metric: str) -> dict[object, Estimate]:
        """Return one metric of every slice, without judging the others."""
        return {key: self.judge.metric(key, metric) for key in self}

    def worst_first(self, metric: str) -> list[tuple[object, Estimate]]:
        """Return one metric of every slice, the worst first; slices where it is undefined come last."""
        estimates = self.estimates(metric)

        def place(item: tuple[object, Estimate]) -> float:
            value = item[1].value
            return math.inf if math.isnan(value) else -value if item[1].better == "lower" else value

        return sorted(estimates.items(), key=place)

    def against_rest(self, metric: str) -> list[SliceTest]:
        """Test every slice against the rest of the cases, the worst first; p-values are adjusted over the slices."""
        tests = {test.key: test for test in self.judge.against_rest(list(self), metric)}
        return [tests[key] for key, _ in self.worst_first(metric)]

    def weakest(self, metric: str) -> SliceTest:
        """Return the slice with the worst value among those large enough to test, with its test against the rest.

        Of several columns the slices that two of them make together are looked at too, and the p-value is adjusted
        for everything that was looked at.
        """
        keys = [*self, *self.crossed]
        tests = [test for test in self.judge.against_rest(keys, metric) if test.n >= SMALL and test.estimate.defined]
        if not tests:
            raise errors.no_large_slice(metric, SMALL)
        sign = -1 if tests[0].estimate.better == "lower" else 1
        return min(tests, key=lambda test: sign * test.estimate.value)

    def gap(self, metric: str) -> Estimate:
        """Return the largest difference between two slices; its interval knows that the two were picked.

        The interval is Bonferroni's over all pairs of slices; its note names the two.
        """
        low, high, count = self.extremes(metric)
        made = self.judge.apart(high, low, metric, self._level_of_pairs())
        told = f"{self.text(high)} less {self.text(low)}, the largest of {count:,} slices' differences"
        return _renamed(made, self.level, told)

    def ratio(self, metric: str) -> Estimate:
        """Return the smallest slice's value over the largest's, as fairness reports have it (1 is equal).

        The interval is that of the difference of logarithms, at the level that all pairs of slices share.
        """
        low, high, count = self.extremes(metric)
        made = self.judge.ratio(low, high, metric, self._level_of_pairs())
        told = f"{self.text(low)} over {self.text(high)}, the most unequal of {count:,} slices"
        return _renamed(made, self.level, told)

    def extremes(self, metric: str) -> tuple[object, object, int]:
        """Return the lowest and the highest slice of the column where they are furthest apart, and how many it has."""
        values = {key: made.value for key, made in self.estimates(metric).items()
                  if made.defined and self.sizes[key] >= SMALL}  # fmt: skip
        columns: dict[object, list[object]] = {}
        for key in values:
            columns.setdefault(self.column(key), []).append(key)
        ends = [(min(keys, key=values.__getitem__), max(keys, key=values.__getitem__), len(keys))
                for keys in columns.values() if len(keys) > 1]  # fmt: skip
        if not ends:
            raise errors.no_large_slice(metric, SMALL)
        return max(ends, key=lambda end: values[end[1]] - values[end[0]])

    def column(self, key: object) -> object:
        """Return which column a slice is of; None where there is but one."""
        return key[0] if len(self.names) > 1 and isinstance(key, tuple) else None

    def _level_of_pairs(self) -> float:
        """Return the level of one pair at which all pairs of slices of one column keep the level together."""
        counts = Counter(self.column(key) for key in self.sizes)
        pairs = sum(count * (count - 1) / 2 for count in counts.values())
        return 1 - (1 - self.level) / max(pairs, 1)

    @overload
    def to_frame(
        self, metrics: Sequence[str] | str | None = None, kind: Literal["polars"] = "polars"
    ) -> pl.DataFrame: ...
    @overload
    def to_frame(self, metrics: Sequence[str] | str | None = None, *, kind: Literal["pandas"]) -> pd.DataFrame: ...
    def to_frame(self, metrics: Sequence[str] | str | None = None, kind: str = "polars") -> pl.DataFrame | pd.DataFrame:
        """Return a row per slice and metric, of polars or pandas: the metrics shown, those named, or "all"."""
        import polars as pl

        rows, everything = [], isinstance(metrics, str) and metrics == "all"
        asked: Any = self.shown if metrics is None else (metrics,) if isinstance(metrics, str) else listed(metrics)
        if asked is None:
            raise sample_errors.bad_number("metrics", metrics, "A name or a list of names")
        for key in self:
            if everything:
                estimates = dict(self[key])
            else:
                estimates = {self.judge.name(name): self.judge.metric(key, name) for name in asked}
            for name, made in estimates.items():
                rows.append({**self.columns(key), "cases": self.sizes[key], "metric": name, "value": made.value,
                             "low": made.low, "high": made.high, "method": made.method, "note": made.note})  # fmt: skip
        text, real = pl.String, pl.Float64
        schema = {"cases": pl.Int64, "metric": text, "value": real, "low": real, "high": real, "method": text,
                  "note": text}  # fmt: skip
        return in_kind(frame_of_rows(rows, schema={**dict.fromkeys(self._heads(), text), **schema}), kind)

    def _heads(self) -> tuple[str, ...]:
        return self.names if len(self.names) == 1 else ("by", "slice")

    def columns(self, key: object) -> dict[str, str]:
        """Return how a key is written in the columns of a frame."""
        return slice_columns(self.names, key)

    def text(self, key: object) -> str:
        """Write a key for people: its value, with its column where there are several."""
        return slice_text(self.names, key)


def slice_columns(names: tuple[str, ...], key: object) -> dict[str, str]:
    """Return how the key of a slice is written in the columns of a frame."""
    if len(names) == 1:
        return {names[0]: slice_text(names, key)}
    column, value = key if isinstance(key, tuple) and len(key) == 2 else ("", key)
    return {"by": slice_text(names[:1], column), "slice": slice_text(names[:1], value)}


def slice_text(names: tuple[str, ...], key: object) -> str:
    """Write the key of a slice for people: its value, with its column where there are several."""
    if isinstance(key, tuple) and len(key) == 2 and len(names) > 1:
        if isinstance(key[0], tuple):
            return " and ".join(slice_text(names, part) for part in key)
        return f"{key[0]} = {key[1]}"
    try:
        return str(key)
    except Exception:  # what cannot write itself is called by its type
        return quote(key)


def _renamed(made: Estimate, level: float, note: str) -> Estimate:
    told = note if made.defined else f"{note}: {made.note}"
    return Estimate(made.value, made.low, made.high, level, made.method, made.n, told)
