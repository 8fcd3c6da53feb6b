"""What every kind of result can become. A kind of result registers how, once for each; subclasses inherit it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import singledispatch
from importlib import import_module
from typing import TYPE_CHECKING, Any

from assay.errors import metrics as errors
from assay.reports.document import Document, Table
from assay.results.estimate import Estimate

if TYPE_CHECKING:
    import polars as pl

    from assay.reports.charts.theme import Chart
    from assay.results.comparison import Comparison

Drawing = Callable[[Any], "Chart"]
"""Draws a chart of a result of the kind that it was registered for."""
Explained = tuple[str, Estimate, str]
"""A metric's name, an estimate of it, and why its interval was made so."""
Decision = tuple[str, str, str, bool]
"""A test, why it was chosen, what it said, and whether it told two models apart."""


HOMES: Mapping[str, str] = {
    "assay.results.evaluation": "assay.reports.evaluations",
    "assay.results.comparison": "assay.reports.comparisons",
    "assay.results.ranking": "assay.reports.rankings",
    "assay.results.validation": "assay.reports.validations",
    "assay.results.learning": "assay.reports.complexity",
    "assay.results.slices": "assay.reports.slice_data",
    "assay.results.compared_slices": "assay.reports.slices",
    "assay.results.history": "assay.reports.history",
    "assay.results.test": "assay.reports.tests",
    "assay.results.plan": "assay.reports.plans",
    "assay.results.gate": "assay.reports.gates",
    "assay.results.bias_variance": "assay.reports.decompositions",
    "assay.tasks.detection.result": "assay.reports.detection",
    "assay.tasks.regression.result": "assay.reports.regression",
    "assay.tasks.segmentation.result": "assay.reports.segmentation",
    "assay.tasks.text.result": "assay.reports.texts",
}
"""Where the kinds of results that a module defines register what they become; loaded when such a result is rendered."""


def load_kind(result: object) -> None:
    """Load what is registered for a result: no report imports what its result does not need."""
    for kind in reversed(type(result).__mro__):
        if kind.__module__ in HOMES:
            import_module(HOMES[kind.__module__])


@singledispatch
def lay_out(result: object) -> Document:
    """Return a result as a Document, which every renderer shows in its own way."""
    raise errors.not_a_result(type(result).__name__)


@singledispatch
def data_of(result: object) -> dict[str, object]:
    """Return a result as nested plain values, in the order people read them."""
    raise errors.not_a_result(type(result).__name__)


@singledispatch
def frame_of(result: object) -> pl.DataFrame:
    """Return a result as a polars frame, one row per metric, pair, fold or point."""
    raise errors.not_a_result(type(result).__name__)


@singledispatch
def charts_of(result: object) -> Mapping[str, Drawing]:
    """Return the charts that a result can draw by name, the usual one first."""
    return {}


@singledispatch
def further_charts_of(result: object) -> Mapping[str, Drawing]:
    """Return the charts that come after those of the kind: of slices, where there are any."""
    return {}


@singledispatch
def captions_of(result: object) -> Mapping[str, str]:
    """Return what a page says under charts of this very result, where the usual words would not do."""
    return {}


@singledispatch
def slices_data(slices: object) -> dict[str, object]:
    """Return slices as plain data: the slices, their gaps, the weakest."""
    return {"slices": [], "slice_gaps": {}, "weakest_slice": None}


@singledispatch
def slice_tables(slices: object) -> list[Table]:
    """Return the tables of slices; none where there are no slices."""
    return []


@singledispatch
def slice_words(slices: object) -> str:
    """Say which slice is worst, and whether it can be told from the rest; nothing where there are no slices."""
    return ""


@singledispatch
def compared_slice_tables(slices: object, comparison: Comparison) -> list[Table]:
    """Return where which model wins; none where there are no slices."""
    return []


@singledispatch
def compared_slices_data(slices: object, comparison: Comparison) -> list[dict[str, object]]:
    """Return the pairs of models on every slice as plain data."""
    return []


@singledispatch
def paper_rows(result: object) -> dict[str, Mapping[str, Estimate]]:
    """Return the estimates that a table for a paper shows: by model, then by metric."""
    raise errors.no_paper_table(type(result).__name__)


@singledispatch
def explained_metrics(result: object) -> Iterable[Explained]:
    """Return the metrics whose making a page explains."""
    return ()


@singledispatch
def decisions_of(result: object) -> Iterable[Decision]:
    """Return the tests that a page gives account of."""
    return ()
