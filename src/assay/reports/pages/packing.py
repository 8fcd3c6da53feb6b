"""Numbers packed into text, for pages that carry many of them; `numbers.js` unpacks them."""

from __future__ import annotations

import base64

import numpy as np
from numpy.typing import NDArray

from assay.stats.arithmetic import Numbers

SIGN = np.uint64(1 << 63)
"""The bit that holds the sign of a float of 64 bits."""
GROUP = 7
"""Bits of a number in each byte; the eighth says that more bytes follow."""


def pack_floats(values: Numbers) -> str:
    """Write numbers as they are, eight bytes each."""
    return _text(np.ascontiguousarray(values, dtype="<f8").tobytes())


def pack_rising(values: Numbers) -> str:
    """Write numbers that rise: for each only the step from the one before, counted in representable numbers."""
    bits = (np.asarray(values, dtype=np.float64) + 0.0).view(np.uint64)
    ordered = np.where(bits & SIGN, ~bits, bits | SIGN)
    return pack_counts(np.concatenate([ordered[:1], np.diff(ordered)]))


def pack_counts(counts: NDArray[np.uint64]) -> str:
    """Write whole numbers, small ones in one byte.

    >>> base64.b64decode(pack_counts(np.array([5, 128, 300], dtype=np.uint64))).hex(" ")
    '05 80 01 ac 02'
    """
    rest = np.asarray(counts, dtype=np.uint64)
    columns: list[NDArray[np.uint8]] = []
    used: list[NDArray[np.bool_]] = []
    going = np.ones(len(rest), dtype=bool)
    while going.any():
        more = rest >= np.uint64(1 << GROUP)
        columns.append(((rest & np.uint64(127)) | (more.astype(np.uint64) << np.uint64(GROUP))).astype(np.uint8))
        used.append(going)
        going, rest = more, rest >> np.uint64(GROUP)
    if not columns:
        return ""
    return _text(np.stack(columns, axis=1)[np.stack(used, axis=1)].tobytes())


def pack_pairs(first: Numbers, second: Numbers) -> str:
    """Write pairs of small whole numbers as one number each: Cantor's (a + b)(a + b + 1) / 2 + b."""
    a, b = (np.asarray(part).astype(np.uint64) for part in (first, second))
    return pack_counts((a + b) * (a + b + np.uint64(1)) // np.uint64(2) + b)


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
