"""Steps: the counts at every threshold that a page can be asked for are those of the cases."""

from __future__ import annotations

import numpy as np
import pytest

from assay.curves.steps import steps_of
from assay.summaries.score_table import ScoreTable, merge_all

RNG = np.random.default_rng(2)


def drawn(n=400):
    return np.round(RNG.normal(0.6, 0.3, n), 2), np.round(RNG.normal(0.3, 0.3, n), 2)


def counted(positive, negative, threshold):
    return np.sum(positive >= threshold), np.sum(negative >= threshold)


def test_any_threshold_finds_its_step():
    positive, negative = drawn()
    steps = steps_of(ScoreTable.of_scores(positive, negative))
    assert steps.whole
    for threshold in [*RNG.normal(0.5, 1, 200), *positive[:50], -9, 9]:
        place = int(steps.place(threshold))
        found = (steps.tp[place], steps.fp[place]) if place < len(steps) else (0, 0)
        assert found == counted(positive, negative, threshold)


@pytest.mark.parametrize("bins", [3, 20, 100])
def test_of_binned_and_merged_scores_only_exact_thresholds_are_steps(bins):
    parts = [drawn() for _ in range(3)]
    tables = [ScoreTable.of_scores(*part).compressed(bins) for part in parts]
    positive, negative = (np.concatenate(side) for side in zip(*parts, strict=True))
    for table, cases in ((tables[0], parts[0]), (merge_all(tables), (positive, negative))):
        steps = steps_of(table)
        assert not steps.whole
        for score, tp, fp in zip(steps.score, steps.tp, steps.fp, strict=True):
            assert (tp, fp) == counted(*cases, score)


def test_thinned_steps_keep_what_is_marked_and_stay_exact():
    positive, negative = RNG.random(3000) ** 0.5, RNG.random(3000)
    every = steps_of(ScoreTable.of_scores(positive, negative))
    marked = every.place(np.array([0.3, 0.7]))
    few = every.thinned(100, marked)
    assert len(few) <= 100
    assert not few.whole
    assert set(every.score[marked]) <= set(few.score)
    for score, tp, fp in zip(few.score, few.tp, few.fp, strict=True):
        assert (tp, fp) == counted(positive, negative, score)
    places = every.spread(100, marked)
    assert len(places) <= 100
    assert {0, len(every), *marked.tolist()} <= set(places.tolist())
