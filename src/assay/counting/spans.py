"""Named pieces of text counted: found, said but not there, there but not said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from assay.summaries.segments import SpanCounts


def count_spans(truth: Sequence[Sequence[object]], prediction: Sequence[Sequence[object]]) -> SpanCounts:
    """Count the spans of every segment; a span is found if start, end and label are the same, each one once.

    >>> count_spans([[(0, 2, "PER")]], [[(0, 2, "PER"), (3, 4, "LOC")]]).rows.tolist()
    [[1.0, 1.0, 0.0]]
    """
    rows = np.zeros((len(truth), 3))
    for place, (so, said) in enumerate(zip(truth, prediction, strict=True)):
        found = sum((Counter(so) & Counter(said)).values())
        rows[place] = found, len(said) - found, len(so) - found
    return SpanCounts(rows)
