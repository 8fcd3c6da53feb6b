"""How pytest is called for a mutant: quietly, with the same examples every time, on packages that are loaded once."""

from __future__ import annotations

import gc
import importlib
import sys

from hypothesis import HealthCheck, Phase, settings

from mutants.mutant import SOURCE

PROFILE = "mutants"
PACKAGES = (
    "numpy", "scipy.stats", "scipy.optimize", "pandas", "polars", "narwhals", "sklearn.metrics", "sklearn.linear_model",
    "sklearn.ensemble", "statsmodels.api", "statsmodels.stats.proportion", "hypothesis.strategies", "altair", "rich",
    "jinja2", "click", "pycm", "scikit_posthocs", "mlxtend.evaluate", "sacrebleu", "pycocotools", "jiwer", "dask",
)  # fmt: skip
"""What tests import and no mutant changes: loaded once, before the workers part."""


def load_packages() -> None:
    """Import the packages that tests need (one that is missing is left to its test); assay comes from this tree."""
    sys.path.insert(0, str(SOURCE.parent))
    for package in PACKAGES:
        try:
            importlib.import_module(package)
        except ImportError:
            continue
    gc.freeze()


def options() -> list[str]:
    """Return the options of pytest: say little, keep nothing, and draw the same examples without shrinking them."""
    settings.register_profile(
        PROFILE,
        max_examples=50,
        derandomize=True,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        phases=[Phase.explicit, Phase.generate],
    )
    return ["-q", "--tb=no", "--assert=plain", f"--hypothesis-profile={PROFILE}", "-p", "no:cacheprovider"]
