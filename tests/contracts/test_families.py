"""Every family that a card names has an interval of its own kind, and every form of output renders every result."""

from __future__ import annotations

import inspect

import pytest

import assay
from assay.intervals.class_influences import influences
from assay.intervals.class_score_intervals import several_interval
from assay.intervals.regression_intervals import regression_interval
from assay.intervals.score_intervals import score_interval
from assay.metrics import cards, families
from assay.metrics.families import Family, RegressionFamily, ScoreFamily
from assay.reports import FORMS

CLASSES = [
    family
    for _, family in inspect.getmembers(families, inspect.isclass)
    if issubclass(family, Family) and family.__module__ == families.__name__
]
USED = {type(card.family) for card in cards()} | {type(card.averaged.family) for card in cards() if card.averaged}
BY_TASK = {"own losses": "OwnLoss"}
"""Families that a call makes itself, and no card of the catalogue names."""
DOORS = {ScoreFamily: (score_interval, several_interval, influences), RegressionFamily: (regression_interval,)}
SMOOTH = (families.Means, families.Correlation)
"""Functions of means, whose interval is what `regression_interval` gives where nothing else is registered."""


@pytest.mark.parametrize("family", CLASSES, ids=lambda family: family.__name__)
def test_a_family_is_used_by_a_metric(family):
    used = any(issubclass(own, family) for own in USED)
    assert used or family.__name__ in BY_TASK.values()


@pytest.mark.parametrize(
    "family",
    [own for own in CLASSES if own in USED and issubclass(own, tuple(DOORS)) and own not in SMOOTH],
    ids=lambda own: own.__name__,
)
def test_a_family_has_an_interval_of_its_own_or_inherits_one(family):
    doors = next(doors for kind, doors in DOORS.items() if issubclass(family, kind))
    assert any(door.dispatch(family) is not door.dispatch(object) for door in doors)


RESULTS = {
    "labels": lambda: assay.evaluate([1, 0, 1, 1, 0], [1, 0, 0, 1, 0]),
    "regression": lambda: assay.evaluate([1.5, 2.5, 3.5, 4.0], [1.0, 3.0, 3.0, 4.5]),
    "comparison": lambda: assay.compare([1, 0, 1, 1, 0], prediction={"a": [1, 0, 0, 1, 0], "b": [1, 0, 1, 1, 1]}),
    "ranking": lambda: assay.rank({"a": [0.9, 0.8, 0.85], "b": [0.7, 0.75, 0.8]}),
}
ASKED = {"paper": (None,), "chart": (None, "light")}
TEXTS = {"terminal", "markdown", "latex", "paper", "prose", "html", "notebook", "json"}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("title", RESULTS)
def test_every_form_renders_every_kind_of_result(title, form, tmp_path):
    from assay.results.rendering import render

    asked = (tmp_path / "result.json", 1) if form == "saved" else ASKED.get(form, ())
    shown = render(RESULTS[title](), form, *asked)
    if form == "saved":
        assert shown.exists()
    elif form in TEXTS:
        assert isinstance(shown, str)
        assert len(shown) > 40
    else:
        assert {"dict": "dict", "frame": "DataFrame"}.get(form, "Still") in type(shown).__name__
