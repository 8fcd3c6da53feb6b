"""Slices as plain data: every slice, how unequal they are, and the weakest."""

from __future__ import annotations

import assay.reports.slices  # noqa: F401 - registers slices as tables
from assay.reports.json_document import estimates_data
from assay.reports.kinds import slices_data
from assay.reports.slice_gaps import slice_gaps, weakest_slice
from assay.results.slices import Slices

MOST_SLICES = 200
"""A document lists the first so many slices; `ev.slices.to_frame()` has all of them."""


@slices_data.register
def _(slices: Slices) -> dict[str, object]:
    weakest = weakest_slice(slices)
    return {
        "slices": _slices(slices),
        "slice_gaps": {gap.metric: gap.to_dict() for gap in slice_gaps(slices)},
        "weakest_slice": None if weakest is None else {"metric": slices.shown[0], **weakest.to_dict()},
    }


def _slices(slices: Slices) -> list[dict[str, object]]:
    """Return every slice with the metrics shown, and the first of them against the rest."""
    tests = {test.key: test for test in slices.against_rest(slices.shown[0])} if slices.shown else {}
    return [
        {
            **slices.columns(key),
            "n": slices.sizes[key],
            "metrics": estimates_data({name: slices.judge.metric(key, name) for name in slices.shown}),
            "against_rest": {slices.shown[0]: tests[key].to_dict()} if key in tests else {},
        }
        for key in list(slices)[:MOST_SLICES]
    ]
