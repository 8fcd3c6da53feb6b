"""assay judges machine-learning models: every metric with an interval that covers, every result in words.

Public names are resolved when they are first used, so that importing assay costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from assay._version import __version__

if TYPE_CHECKING:
    from assay import curves, metrics, stats
    from assay.errors import AssayError
    from assay.frontdoors.compare import compare
    from assay.frontdoors.evaluate import evaluate
    from assay.frontdoors.outcomes import outcomes
    from assay.frontdoors.rank import rank
    from assay.frontdoors.report import report

__all__ = [
    "AssayError",
    "__version__",
    "compare",
    "curves",
    "evaluate",
    "metrics",
    "outcomes",
    "rank",
    "report",
    "stats",
]

_HOMES = {
    "AssayError": "assay.errors",
    "compare": "assay.frontdoors.compare",
    "curves": "",
    "evaluate": "assay.frontdoors.evaluate",
    "metrics": "",
    "outcomes": "assay.frontdoors.outcomes",
    "rank": "assay.frontdoors.rank",
    "report": "assay.frontdoors.report",
    "stats": "",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'assay' has no attribute {name!r}")
    home = _HOMES[name]
    found = getattr(import_module(home), name) if home else import_module(f"assay.{name}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
