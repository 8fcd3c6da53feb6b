"""Named spans of text counted: true positives, false positives and false negatives of every segment."""

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
    rows = np.zeros((len(truth), 3))  # tp, fp, fn
    for place, (actual, predicted) in enumerate(zip(truth, prediction, strict=True)):
        shared = sum((Counter(actual) & Counter(predicted)).values())
        rows[place] = shared, len(predicted) - shared, len(actual) - shared
    return SpanCounts(rows)
