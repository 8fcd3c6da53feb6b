"""Draws of large tables: margins have the law that Gamma numbers in every cell would give them."""

from __future__ import annotations

import numpy as np
import pytest

from assay.summaries import scattered_draws
from assay.summaries.scattered_draws import scattered_dirichlet

SIZE = 20
PRIOR = 2 / SIZE**2


@pytest.fixture
def table(rng):
    return rng.poisson(1.2, (SIZE, SIZE)) + np.diag(rng.integers(0, 30, SIZE)).astype(float)


@pytest.mark.parametrize("weight", [1.0, 0.25])
def test_margins_have_the_means_and_spreads_of_gamma_numbers(table, weight, monkeypatch):
    monkeypatch.setattr(scattered_draws, "BLOCK", 100_000)
    drawn = scattered_dirichlet(table * weight, table * weight**2, PRIOR, np.random.default_rng(3), weight)
    hits, rows, columns, total = (part / weight for part in drawn)
    replicates = len(total)
    for part, expected in (
        (hits, np.diag(table) + PRIOR), (rows, table.sum(axis=1) + 2 / SIZE), (columns, table.sum(axis=0) + 2 / SIZE),
        (total[:, None], np.array([table.sum() + 2])),
    ):  # fmt: skip
        error = 5 * np.sqrt(expected / replicates) + 0.01
        assert (np.abs(part.mean(axis=0) - expected) < error).all()
        assert part.var(axis=0) == pytest.approx(expected, rel=0.15, abs=0.05)
    assert rows.sum(axis=1) == pytest.approx(columns.sum(axis=1))


def test_a_row_and_a_column_share_their_cell(table):
    table[3, 7] = 40
    _, rows, columns, _ = scattered_dirichlet(table, table, PRIOR, np.random.default_rng(3))
    assert np.cov(rows[:, 3], columns[:, 7])[0, 1] == pytest.approx(40, rel=0.1)
    assert np.cov(rows[:, 3], columns[:, 8])[0, 1] == pytest.approx(table[3, 8], abs=3)


def test_fractions_of_cases_are_drawn_as_such(table):
    weights, squares = table * 1.5, table * 3.0  # 0.75 cases for each
    _, rows, _, _ = scattered_dirichlet(weights, squares, PRIOR, np.random.default_rng(3), 1.5)
    assert rows.mean(axis=0) == pytest.approx(weights.sum(axis=1), rel=0.05, abs=0.3)
    assert rows.var(axis=0) == pytest.approx(squares.sum(axis=1), rel=0.15, abs=0.3)
