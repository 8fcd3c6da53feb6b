"""Users can annotate with every type that a result is made of: all of them are names of assay."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import pytest

import assay
import assay.results

MACHINERY = {
    "Behind": "a protocol that pipelines fulfil",
    "BehindSeveral": "a protocol that pipelines fulfil",
    "CaseTable": "what a page shows of a frame that users get from `cases`",
    "KeyedCases": "what a saved result keeps of its cases, where somebody asks for it",
    "NoCurves": "stands where there are none",
    "NoSlices": "stands where there are none",
    "OfTwo": "a protocol that pairs of every kind fulfil",
    "Opener": "says how a task opens its result",
    "Rendered": "what results have in common",
    "Origin": "what a saved result remembers of how it was made",
    "SliceComparer": "a protocol that pipelines fulfil",
    "SliceJudge": "a protocol that pipelines fulfil",
    "StoredByFields": "what results have in common",
}
"""Classes beside results, which no user names."""


def result_types():
    for module in pkgutil.iter_modules(assay.results.__path__):
        home = importlib.import_module(f"assay.results.{module.name}")
        for name, kind in inspect.getmembers(home, inspect.isclass):
            if kind.__module__ == home.__name__ and not name.startswith("_") and name not in MACHINERY:
                yield pytest.param(name, kind, id=name)


@pytest.mark.parametrize(("name", "kind"), list(result_types()))
def test_a_type_of_a_result_is_exported(name, kind):
    assert name in assay.__all__
    assert getattr(assay, name) is kind


def test_parts_that_tasks_add_are_exported():
    result = assay.evaluate([1.5, 2.5, 3.5], [1.0, 3.0, 3.0])
    assert isinstance(result.errors, assay.ResidualDistribution)
    assert isinstance(result["mae"], assay.Estimate)
    assert isinstance(assay.stats.wilson(3, 10), assay.Interval)
