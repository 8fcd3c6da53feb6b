"""assay judges machine-learning models: every metric with an interval that covers, every result in words.

Public names are resolved when they are first used, so that importing assay costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from assay._version import __version__
from assay.results import rendering

if TYPE_CHECKING:
    from assay import curves, metrics, schemes, stats
    from assay.errors import AssayError
    from assay.frontdoors.bias_variance import bias_variance
    from assay.frontdoors.compare import compare
    from assay.frontdoors.complexity_curve import complexity_curve
    from assay.frontdoors.evaluate import evaluate
    from assay.frontdoors.learning_curve import learning_curve
    from assay.frontdoors.outcomes import outcomes
    from assay.frontdoors.rank import rank
    from assay.frontdoors.report import report
    from assay.frontdoors.validate import validate
    from assay.validation.early_stopping import EarlyStopping

__all__ = [
    "AssayError",
    "EarlyStopping",
    "__version__",
    "bias_variance",
    "compare",
    "complexity_curve",
    "curves",
    "evaluate",
    "learning_curve",
    "metrics",
    "outcomes",
    "rank",
    "report",
    "schemes",
    "stats",
    "validate",
]

_HOMES = {
    "AssayError": "assay.errors",
    "EarlyStopping": "assay.validation.early_stopping",
    "bias_variance": "assay.frontdoors.bias_variance",
    "compare": "assay.frontdoors.compare",
    "complexity_curve": "assay.frontdoors.complexity_curve",
    "curves": "",
    "evaluate": "assay.frontdoors.evaluate",
    "learning_curve": "assay.frontdoors.learning_curve",
    "metrics": "",
    "outcomes": "assay.frontdoors.outcomes",
    "rank": "assay.frontdoors.rank",
    "report": "assay.frontdoors.report",
    "schemes": "",
    "stats": "",
    "validate": "assay.frontdoors.validate",
}


rendering.loaders.append(lambda: import_module("assay.reports"))


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'assay' has no attribute {name!r}")
    home = _HOMES[name]
    found = getattr(import_module(home), name) if home else import_module(f"assay.{name}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
