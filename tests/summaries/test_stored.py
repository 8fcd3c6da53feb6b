"""What was computed from a summary stays behind when the summary is stored or sent: it is computed again."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pickle
import pkgutil
from functools import cached_property

import numpy as np
import pytest

import assay.summaries
from assay.results.stored import StoredByFields
from assay.summaries.binary_counts import BinaryCounts
from assay.summaries.joint_labels import JointLabels
from assay.summaries.residuals import Residuals


def caching() -> list[type]:
    names = [own.name for own in pkgutil.iter_modules(assay.summaries.__path__)]
    modules = [importlib.import_module(f"assay.summaries.{name}") for name in names]
    kinds = dict.fromkeys(
        kind for module in modules for _, kind in inspect.getmembers(module, dataclasses.is_dataclass)
    )
    return [kind for kind in kinds if any(isinstance(own, cached_property) for own in vars(kind).values())]


@pytest.mark.parametrize("kind", caching())
def test_every_summary_that_keeps_what_it_computed_is_stored_by_its_fields(kind):
    assert issubclass(kind, StoredByFields)


@pytest.mark.parametrize(
    ("summary", "name"),
    [
        (BinaryCounts(tp=6, fp=2, fn=2, tn=10), "positives"),
        (Residuals.of([1.0, 2.0], [1.5, 2.5]), "error"),
        (JointLabels(("a", "b"), np.array([0, 1]), (np.array([0, 0]), np.array([1, 1]))), "patterns"),
    ],
)
def test_it_is_the_same_summary_again(summary, name):
    computed = getattr(summary, name)
    again = pickle.loads(pickle.dumps(summary))  # noqa: S301 - stored two lines above
    assert name not in vars(again)
    assert np.array_equal(getattr(again, name), computed)
