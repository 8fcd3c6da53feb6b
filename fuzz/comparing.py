"""What must give the same differences of two models: rows in any order, weights of 1, a file or a frame."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import numpy as np
import polars as pl

import assay
from fuzz.looking import demand, look

Columns = dict[str, list[object]]

CLOSE = 1e-8
"""What sums in another order may differ by, as a share."""


def in_any_order(columns: Columns, options: Mapping[str, object]) -> None:
    """Two models differ by the same whatever the order of the rows; texts are swapped in sacrebleu's own order."""
    if options.get("task") == "text":
        return
    frame = two_models(columns)
    order = np.random.default_rng(1).permutation(len(frame))
    alike(compared(frame[order.tolist()], options), compared(frame, options), "compared in another order")


def with_weights_of_one(columns: Columns, options: Mapping[str, object]) -> None:
    """Weights that are all 1 change no difference."""
    plain = two_models({name: values for name, values in columns.items() if name != "weight"})
    ones = plain.with_columns(weight=pl.lit(1.0))
    alike(compared(ones, options), compared(plain, options), "compared with weights of 1")


def from_a_file(columns: Columns, options: Mapping[str, object]) -> None:
    """Two models of a file differ by what they differ by in memory."""
    frame = two_models(columns)
    frame.write_parquet("two.parquet")
    alike(compared("two.parquet", options, frame), compared(frame, options), "compared in a file")


def in_every_metric(columns: Columns, options: Mapping[str, object]) -> None:
    """The difference in every metric is that of the two values, whatever order the classes have."""
    labels = {"labels": [*"cab"]} if "a" in columns["truth"] and len(columns["truth"]) % 2 else {}
    compared(two_models(columns), {**options, **labels, "metrics": "all"})


def two_models(columns: Columns) -> pl.DataFrame:
    """Return the cases with a second model, which gives every third case what the first gave the next one."""
    role = "score" if "score" in columns else "prediction"
    first = columns[role]
    second = [first[(place + 1) % len(first)] if place % 3 == 0 else one for place, one in enumerate(first)]
    return pl.DataFrame({**columns, f"other {role}": second})


def compared(data: object, options: Mapping[str, object], frame: pl.DataFrame | None = None) -> assay.Comparison:
    """Compare the two models of a frame, or of a file that holds what the frame holds."""
    names = (data if frame is None else frame).columns  # type: ignore[attr-defined]
    roles = {name: name for name in names if name in ("truth", "weight")}
    role = "score" if "score" in names else "prediction"
    pair = {role: {"a": role, "b": f"other {role}"}}
    result = assay.compare(**roles, **pair, data=data, **options)  # type: ignore[arg-type]
    look(result)
    return result


def alike(ours: assay.Comparison, theirs: assay.Comparison, promise: str) -> None:
    """Refuse two comparisons whose differences, intervals or p-values differ by more than rounding."""
    demand(set(ours.metrics) == set(theirs.metrics), f"{promise}: other metrics")
    for name, metric in ours.metrics.items():
        for pair, other in zip(metric.pairs, theirs.metrics[name].pairs, strict=True):
            for first, second in zip(numbers(pair), numbers(other), strict=True):
                close = math.isclose(first, second, rel_tol=CLOSE, abs_tol=CLOSE)
                demand(close or (math.isnan(first) and math.isnan(second)), f"{promise}: {name}, {pair.test}")


def numbers(pair: assay.Pair) -> Iterator[float]:
    """Yield what is said of a pair in numbers."""
    yield from (pair.difference.value, pair.difference.low, pair.difference.high, pair.p_value)
