"""Merged parts equal the whole, and no order of rows or labels matters."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import assay
from assay.inputs.labels import read_labels
from assay.metrics import find
from assay.summaries.binary_counts import BinaryCounts
from assay.summaries.draws import effective
from assay.summaries.label_counts import LARGEST_DENSE, LabelCounts, sorted_labels
from assay.summaries.label_sets import LabelSets
from assay.summaries.table_set import TableSet, as_table_set
from assay.tasks.labels.reducers import CountLabels

ROWS = st.lists(
    st.tuples(st.sampled_from("abcd"), st.sampled_from("abce"), st.floats(0.01, 100)), min_size=1, max_size=60
)


def count(rows, weighted):
    truth, said, weight = zip(*rows, strict=True)
    columns = [read_labels(np.array(values, dtype=object), "x") for values in (truth, said)]
    labels = sorted_labels({label for column in columns for label in column.labels})
    return CountLabels(labels).count(*columns, np.array(weight) if weighted else None)


@given(rows=ROWS, cut=st.integers(0, 60), weighted=st.booleans())
def test_merged_parts_equal_the_whole(rows, cut, weighted):
    cut = min(max(cut, 1), len(rows) - 1) if len(rows) > 1 else 0
    whole = count(rows, weighted)
    merged = count(rows[:cut], weighted).merge(count(rows[cut:], weighted)) if cut else whole
    assert merged.labels == whole.labels
    assert merged.rows == whole.rows
    assert merged.weights == pytest.approx(whole.weights, rel=1e-12)
    assert merged.squares == pytest.approx(whole.squares, rel=1e-12)
    assert merged.degrees == pytest.approx(whole.degrees, rel=1e-12)


@given(rows=ROWS, seed=st.integers(0, 99))
def test_the_order_of_rows_does_not_matter(rows, seed):
    shuffled = [rows[index] for index in np.random.default_rng(seed).permutation(len(rows))]
    first, second = count(rows, False), count(shuffled, False)
    assert first.labels == second.labels
    assert np.array_equal(first.weights, second.weights)


@given(
    table=st.lists(st.lists(st.integers(0, 50), min_size=3, max_size=3), min_size=3, max_size=3),
)
def test_each_class_against_the_rest_adds_up_to_all_cases(table):
    summary = LabelCounts.of_counts(("a", "b", "c"), table)
    tables = summary.view().tables
    assert np.all(tables.total == summary.rows)
    assert tables.correct == np.trace(table)
    assert np.asarray(tables.positives).tolist() == np.sum(table, axis=1).tolist()
    assert np.asarray(tables.called).tolist() == np.sum(table, axis=0).tolist()


def test_label_sets_merge_and_keep_rows_whole(rng):
    truth, said, weight = rng.random((200, 4)) < 0.5, rng.random((200, 4)) < 0.5, rng.random(200)
    whole = LabelSets.of_rows(tuple("abcd"), truth, said, weight)
    parts = [LabelSets.of_rows(tuple("abcd"), truth[i::3], said[i::3], weight[i::3]) for i in range(3)]
    merged = parts[0].merge(parts[1]).merge(parts[2])
    assert merged.rows == whole.rows == 200
    for name in ("tp", "fp", "fn", "tn"):
        ours, theirs = getattr(merged.view().tables, name), getattr(whole.view().tables, name)
        assert ours == pytest.approx(theirs, rel=1e-12)
    assert merged.view().rows.right == pytest.approx(weight[(truth == said).all(axis=1)].sum())
    assert merged.degrees == pytest.approx(whole.degrees)


def test_very_many_patterns_are_drawn_from_their_normal_law(rng, monkeypatch):
    truth, said = rng.random((3000, 6)) < 0.4, rng.random((3000, 6)) < 0.4
    summary = LabelSets.of_rows(tuple(range(6)), truth, said)
    shares = find("jaccard_micro"), find("recall_macro"), find("subset_accuracy")
    exact = np.array([card(summary.resample(np.random.default_rng(0))) for card in shares]).T
    monkeypatch.setattr("assay.summaries.label_sets.MOST_PATTERNS", 10)
    normal = np.array([card(summary.resample(np.random.default_rng(0))) for card in shares]).T
    assert normal.mean(axis=0) == pytest.approx(exact.mean(axis=0), rel=0.02)
    assert normal.std(axis=0) == pytest.approx(exact.std(axis=0), rel=0.1)


def test_a_large_table_is_drawn_like_a_small_one(rng):
    """Beyond 16 classes empty cells are drawn as sticks; the margins must have the same law as drawing every cell."""
    size = 12
    table = np.diag(rng.integers(5, 40, size)).astype(float)
    table[0, 1:4] = 3
    summary = LabelCounts.of_counts(tuple(range(size)), table)
    dense = summary.dirichlet(np.random.default_rng(1)).tables
    assert size <= LARGEST_DENSE
    from assay.summaries.label_counts import from_margins
    from assay.summaries.scattered_draws import scattered_dirichlet

    scattered = from_margins(*scattered_dirichlet(table, table, summary.prior, np.random.default_rng(2)))
    for name in ("tp", "fp", "fn", "tn"):
        ours, theirs = np.asarray(getattr(scattered, name)), np.asarray(getattr(dense, name))
        assert ours.mean(axis=0) == pytest.approx(theirs.mean(axis=0), abs=0.15, rel=0.03)
        assert ours.std(axis=0) == pytest.approx(theirs.std(axis=0), abs=0.15, rel=0.1)


def test_weighted_draws_have_the_variance_of_the_weights(rng):
    weight = rng.lognormal(0, 1, 500)
    weights = np.array([[weight[:300].sum(), weight[300:].sum()], [0, 0]])
    squares = np.array([[(weight[:300] ** 2).sum(), (weight[300:] ** 2).sum()], [0, 0]])
    summary = LabelCounts(("a", "b"), weights, squares, 500, weighted=True)
    for view in (summary.dirichlet(rng), summary.resample(rng)):
        cells = view.square.cells
        assert cells[:, 0, 0].mean() == pytest.approx(weights[0, 0], rel=0.02)
        assert cells[:, 0, 0].var() == pytest.approx(squares[0, 0], rel=0.1)


def test_tables_of_data_sets_are_kept_apart_and_pooled_on_demand():
    tables = as_table_set({"a": BinaryCounts(1, 2, 3, 4), "b": BinaryCounts(5, 6, 7)})
    assert np.isnan(tables.pooled().weights[0, 0])
    assert tables.pooled().weights[1, 1] == 6
    merged = tables.merge(TableSet(("c",), np.ones((1, 4))))
    assert merged.names == ("a", "b", "c")
    assert merged.rows == 10 + 18 + 4


def test_swapping_the_classes_moves_the_cells():
    counts = BinaryCounts(tp=1, fp=2, fn=3, tn=4)
    assert counts.swapped().stack() == (4, 3, 2, 1)
    assert repr(counts) == "BinaryCounts(tp=1, fp=2, fn=3, tn=4)"


def test_few_of_many_labels_are_summed_as_all_places_are(monkeypatch) -> None:
    rng = np.random.default_rng(4)
    truth = rng.random((50, 40)) < 0.02
    whole = LabelSets.of_rows(tuple(range(40)), truth, truth ^ (rng.random((50, 40)) < 0.01), rng.random(50))
    slopes = tuple(rng.random((4, 40)))
    replicates = rng.random((3, len(whole.weights)))
    assert whole._few_labels is not None
    thin = whole.cell_slopes(slopes), whole.view(replicates).tables.fp, whole.view().tables.tp
    monkeypatch.setattr("assay.summaries.label_sets.MOST_FILLED", -1)
    del whole.__dict__["_few_labels"]
    assert whole._few_labels is None
    full = whole.cell_slopes(slopes), whole.view(replicates).tables.fp, whole.view().tables.tp
    for sparse_sums, sums in zip(thin, full, strict=True):
        np.testing.assert_allclose(sparse_sums, sums, rtol=1e-12, atol=1e-12)


def test_a_cell_whose_weights_cancel_counts_as_empty():
    """Weights taken off each other may leave squares that are rounding alone."""
    counts, average = effective(np.array([2.0, 0.0]), np.array([2.0, 1e-17]))
    np.testing.assert_array_equal(counts, [2.0, 0.0])
    assert np.isfinite(average).all()


@pytest.mark.parametrize(
    ("truth", "prediction", "weight"),
    [
        ([2, 0, 1, 2, 2], [1, 1, 0, 1, 1], [1.9, 2.5, 2.0, 2.1, 1.2]),
        (["cat", "dog", "cat"], ["cat", "cat", "eel"], [0.9, 0.8, 0.4]),
        ([[1, 1, 1], [1, 1, 0], [0, 1, 0]], [[0, 1, 1], [1, 1, 1], [1, 0, 1]], [0.3, 0.2, 2.7]),
    ],
)
def test_cells_that_weights_leave_empty_are_empty_and_not_what_rounding_makes_of_them(truth, prediction, weight):
    """Negatives that nobody passed divide no likelihood ratio, as with weights that add up without rounding."""
    ours = assay.evaluate(truth, prediction, weight=weight).per_class
    whole = assay.evaluate(truth, prediction, weight=np.rint(10 * np.array(weight))).per_class
    for label, estimates in ours.items():
        for name in ("likelihood_ratio_negative", "likelihood_ratio_positive", "specificity", "diagnostic_odds_ratio"):
            assert estimates[name].value == pytest.approx(whole[label][name].value, nan_ok=True)
            assert estimates[name].low >= 0
