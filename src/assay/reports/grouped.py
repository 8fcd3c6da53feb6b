"""What grouping did: every interval beside the one that cases would have if all of them were independent."""

from __future__ import annotations

import math

from assay.reports.document import Column, Table
from assay.results import numbers
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation


def grouping_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return the table of intervals with groups and without; none where cases are single."""
    if evaluation.grouping is None:
        return ()
    pairs = both_intervals(evaluation)
    if not pairs:
        return ()
    level = numbers.percent(evaluation.level)
    columns = (
        Column("metric", wrap=True), Column("value", align="right"), Column(f"{level} interval, groups as units"),
        Column(f"as if {evaluation.unit}s were independent"), Column("times as wide", align="right"),
    )  # fmt: skip
    rows = tuple(
        (
            made.label, numbers.metric_number(made.unit, made), numbers.metric_interval(made.unit, made),
            numbers.metric_interval(made.unit, alone), f"{wider:.1f}",
        )
        for made, alone, wider in pairs
    )  # fmt: skip
    caption = f"{numbers.cases(evaluation.n, evaluation.unit)} in {evaluation.grouping.told}"
    remark = "The intervals of independent cases would promise too much where the factor is above 1."
    return (Table(columns, rows, caption=caption, remark=remark),)


def both_intervals(evaluation: Evaluation) -> list[tuple[Estimate, Estimate, float]]:
    """Return the metrics shown that have both intervals, and how many times as wide that of groups is."""
    alone = {} if evaluation.grouping is None else evaluation.grouping.alone
    pairs = []
    for name in evaluation.shown:
        made, single = evaluation.estimates[name], alone.get(name)
        if single is None or "none" in (made.method, single.method):
            continue
        widths = made.high - made.low, single.high - single.low
        if all(math.isfinite(width) and width > 0 for width in widths):
            pairs.append((made, single, widths[0] / widths[1]))
    return pairs
