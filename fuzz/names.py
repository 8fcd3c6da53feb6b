"""The names that trials may use, and the objects that break where they are touched."""

from __future__ import annotations

import math
from array import array
from collections import deque
from datetime import date, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from scipy import stats as distributions

import assay
from assay import curves, metrics, schemes, stats
from fuzz.commands import command
from fuzz.looking import look
from fuzz.promises import kept

__all__ = [
    "Broken",
    "BytesIO",
    "Colour",
    "Constant",
    "Decimal",
    "Fraction",
    "Path",
    "Ratio",
    "array",
    "assay",
    "command",
    "curves",
    "date",
    "deep",
    "deque",
    "distributions",
    "itself",
    "kept",
    "look",
    "math",
    "metrics",
    "np",
    "pa",
    "pd",
    "pl",
    "running",
    "schemes",
    "sparse",
    "stats",
    "timedelta",
    "write",
]  # fmt: skip


class Colour(Enum):
    """A label that is a member of an enumeration."""

    RED = 1


class Ratio(float):
    """A number of a class of its own."""


class Constant:
    """A model that always answers what was most common, and has no parent class."""

    def fit(self, X: Any, y: Any) -> Constant:  # noqa: N803
        """Keep the most common value."""
        values, counts = np.unique(np.asarray(y), return_counts=True)
        self.value = values[np.argmax(counts)]
        return self

    def predict(self, X: Any) -> Any:  # noqa: N803
        """Return it for every row."""
        return np.full(len(X), self.value)


def Broken(method: str) -> object:  # noqa: N802
    """Return an object with a method that fails."""

    def fail(*given: object, **named: object) -> object:
        raise RuntimeError("broken on purpose")

    return type("Broken", (), {method: fail})()


def itself() -> list[object]:
    """Return a list that holds itself."""
    values: list[object] = []
    values.append(values)
    return values


def deep(levels: int) -> list[object]:
    """Return lists in lists in lists."""
    values: list[object] = [1]
    for _ in range(levels):
        values = [values]
    return values


def sparse(rows: list[list[int]]) -> object:
    """Return a sparse matrix of scipy."""
    from scipy import sparse as matrices

    return matrices.csr_array(np.array(rows))


def running(*batches: dict[str, object], **settings: object) -> object:
    """Return what a running evaluation says after some batches."""
    held = assay.Running(**settings)  # type: ignore[arg-type]
    for batch in batches:
        held.add(**batch)
    return held.result()


def write(name: str, content: bytes) -> str:
    """Write a file and return its name."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return name
