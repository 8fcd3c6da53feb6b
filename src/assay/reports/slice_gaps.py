"""How unequal slices are: the largest gap and the smallest ratio of every metric shown, and the weakest slice."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from assay.comparisons.names_of_tests import test_name
from assay.comparisons.verdicts import p_text, plain_metric
from assay.errors import AssayError
from assay.reports.document import Column, Table
from assay.reports.words import plain_label
from assay.results import numbers
from assay.results.estimate import Estimate
from assay.results.slices import SMALL, Slices, SliceTest

MOST_JUDGED = 400
"""So many estimates of slices are made for a document (each is judged alone); above, only for the first metric."""

MOST_CROSSED = 200
"""So many slices that two columns make together are looked at for a document, for the same reason."""


@dataclass(frozen=True)
class SliceGap:
    """One metric of the two slices that differ most; `ratio` is None where a value is 0 or below."""

    metric: str
    lowest: object
    highest: object
    values: tuple[Estimate, Estimate]
    gap: Estimate
    ratio: Estimate | None

    def to_dict(self) -> dict[str, object]:
        """Return the fields as plain values."""
        return {
            "lowest": self.lowest,
            "highest": self.highest,
            "gap": self.gap.to_dict(),
            "ratio": None if self.ratio is None else self.ratio.to_dict(),
        }


def slice_gaps(slices: Slices) -> Iterator[SliceGap]:
    """Yield the gap of every metric shown that at least two large slices have a value of."""
    metrics = slices.shown if len(slices) * len(slices.shown) <= MOST_JUDGED else slices.shown[:1]
    for metric in metrics:
        large = {
            key: made for key, made in slices.estimates(metric).items() if made.defined and slices.sizes[key] >= SMALL
        }
        if max(Counter(slices.column(key) for key in large).values(), default=0) < 2:
            continue
        lowest, highest, _ = slices.extremes(metric)
        ratio = slices.ratio(metric) if large[lowest].value > 0 else None
        yield SliceGap(metric, lowest, highest, (large[lowest], large[highest]), slices.gap(metric), ratio)


def weakest_slice(slices: Slices) -> SliceTest | None:
    """Return the slice that is worst in the first metric, pairs of columns too; None where that is not looked for."""
    if not slices.shown or len(slices) + len(slices.crossed) > MOST_CROSSED:
        return None
    try:
        return slices.weakest(slices.shown[0])
    except AssayError:
        return None


def gap_tables(slices: Slices) -> list[Table]:
    """Return the table of gaps between slices; none where no two slices can be compared."""
    rows = tuple(_row(slices, gap) for gap in slice_gaps(slices))
    if not rows:
        return []
    columns = (
        Column("metric", wrap=True),
        Column("lowest, highest", wrap=True),
        Column("largest gap"),
        Column("ratio"),
    )
    caption = f"How unequal the slices by {' and '.join(slices.names)} are:"
    return [Table(columns, rows, caption=caption, remark=_remark(slices))]


def _row(slices: Slices, gap: SliceGap) -> tuple[str, ...]:
    first = gap.values[0]
    return (
        first.label,
        _named(slices, gap),
        _written(first.unit, gap.gap),
        "–" if gap.ratio is None else _written(0, gap.ratio),
    )


def _named(slices: Slices, gap: SliceGap) -> str:
    """Name the two slices; a column that both are of stands once."""
    low, high = (slices.columns(key) for key in (gap.lowest, gap.highest))
    if len(slices.names) > 1 and low["by"] == high["by"]:
        return f"{plain_label(low['by'])}: {plain_label(low['slice'])}, {plain_label(high['slice'])}"
    return f"{plain_label(slices.text(gap.lowest))}, {plain_label(slices.text(gap.highest))}"


def _written(unit: int, made: Estimate) -> str:
    if not made.defined or math.isnan(made.low):
        return f"{numbers.metric_number(unit, made)} (no interval)"
    return f"{numbers.metric_number(unit, made)} {numbers.metric_interval(unit, made)}"


def _remark(slices: Slices) -> str:
    told = "The intervals allow for the two slices being picked because they differ most."
    if any(size < SMALL for size in slices.sizes.values()):
        told += f" Slices of fewer than {SMALL} cases are left out."
    weakest = weakest_slice(slices) if slices.crossed else None
    return told if weakest is None else f"{told} {_weakest(slices, weakest)}"


def _weakest(slices: Slices, test: SliceTest) -> str:
    """Say which slice is worst when pairs of columns are looked at too."""
    made = test.estimate
    p = "p is unknown" if math.isnan(test.p_adjusted) else f"{p_text(test.p_adjusted)} ({test_name(test.test)})"
    count = len(slices) + len(slices.crossed)
    return (
        f"Of {count:,} slices and pairs of slices the weakest in {plain_metric(made.label)} is {slices.text(test.key)} "
        f"({numbers.cases(test.n)}): {_written(made.unit, made)}, {p} against the rest, adjusted for everything that "
        "was looked at."
    )
