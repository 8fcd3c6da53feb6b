"""Advice about blocks of consecutive cases."""

from __future__ import annotations

import numpy as np
import polars as pl

from advice.entries import Advice
from assay import compare, evaluate

TRUTH = np.sin(np.arange(120) / 7)
SAID = TRUTH + np.cos(np.arange(120))
WEEK = np.arange(120) // 7
TABLE = pl.DataFrame({"id": range(120), "y": TRUTH, "p": SAID, "week": WEEK})
MODELS = {"a": SAID, "b": TRUTH}


def in_duckdb(**asked: object) -> object:
    """Judge rows of a relation."""
    import duckdb

    rows_of_time = TABLE  # noqa: F841 - DuckDB finds it by its name
    return evaluate("y", "p", data=duckdb.connect().sql("select * from rows_of_time"), **asked)


ADVICE = [
    Advice(
        "blocks.bad_blocks",
        lambda: compare(TRUTH, prediction=MODELS, blocks="week"),
        {
            "blocks=24": lambda: compare(TRUTH, prediction=MODELS, blocks=24),
            "blocks='auto'": lambda: compare(TRUTH, prediction=MODELS, blocks="auto"),
            "pass it as group=": lambda: compare(TRUTH, prediction=MODELS, group=WEEK),
        },
    ),
    Advice(
        "blocks.blocks_beside",
        lambda: evaluate(TRUTH, SAID, blocks=7, group=WEEK),
        {"Leave one of them out": lambda: [evaluate(TRUTH, SAID, blocks=7), evaluate(TRUTH, SAID, group=WEEK)]},
    ),
    Advice(
        "blocks.blocks_beside",
        lambda: evaluate("y", "p", data=(TABLE.select("id", "y"), TABLE.select("id", "p")), on="id", blocks=7),
        {"pass the one table as data=": lambda: evaluate("y", "p", data=TABLE.sort("week"), blocks=7)},
    ),
    Advice(
        "blocks.blocks_beside",
        lambda: evaluate(counts={"tp": 6, "fp": 2, "fn": 2, "tn": 10}, blocks=7),
        {"Leave blocks= out": lambda: evaluate(counts={"tp": 6, "fp": 2, "fn": 2, "tn": 10})},
    ),
    Advice(
        "blocks.no_order",
        lambda: in_duckdb(blocks=7),
        {
            "as group= instead": lambda: in_duckdb(group="week"),
            "in a file or a frame in memory": lambda: evaluate("y", "p", data=TABLE, blocks=7),
        },
    ),
    Advice(
        "blocks.one_block",
        lambda: evaluate(TRUTH, SAID, blocks=100),
        {
            "blocks=12": lambda: evaluate(TRUTH, SAID, blocks=12),
            "blocks='auto'": lambda: evaluate(TRUTH, SAID, blocks="auto"),
        },
    ),
]
