"""A quick look at what `python -m honesty P1 P2 P3 P4 P5 P6 P7 P8 P9` simulates in full."""

from __future__ import annotations

import numpy as np
import pytest

import assay
from honesty.cell import within
from honesty.plans import cells, groups
from honesty.rounds import shortened

SHARE = 0.2
"""2,000 samples: an error of 0.9 points."""


@pytest.mark.parametrize("cell", list(cells()), ids=lambda cell: cell.setting)
def test_samples_of_the_planned_size_show_it_as_often_as_asked(cell):
    with shortened(SHARE):
        measured = cell.run()
    assert within(measured.coverage, cell.target, measured.error)


def test_a_plan_of_few_groups_shows_what_was_asked():
    plan = assay.plan("mae", sd=1, difference=0.2, correlation=0.5, group_size=10, icc=0.1)
    assert 0.8 <= plan.achieved < 0.81
    assert groups(np.random.default_rng(3), 4000).mean() == pytest.approx(plan.achieved, abs=2 * 0.0065)
    assert "few-groups" in [note.code for note in plan.notes]
