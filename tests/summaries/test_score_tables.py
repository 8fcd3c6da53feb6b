"""Score tables: the same answer in one batch, in many and from a stream; and bounds that hold."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score, roc_auc_score

import assay
from assay.curves.thresholds import counts_at
from assay.intervals.score_intervals import certified_bound
from assay.metrics import average_precision, find, ks, roc_auc
from assay.summaries import score_bounds, score_building
from assay.summaries.score_bounds import area_range, distance_range, precision_range
from assay.summaries.score_table import ScoreTable, merge_all

CASES = st.lists(
    st.tuples(st.booleans(), st.integers(0, 12).map(lambda k: k / 12), st.floats(0.1, 9)), min_size=2, max_size=80
)


def build(rows, weighted):
    truth, score, weight = (np.array(part) for part in zip(*rows, strict=True))
    weights = (weight[truth], weight[~truth]) if weighted else (None, None)
    return ScoreTable.of_scores(score[truth], score[~truth], *weights)


def assert_same(first, second):
    for name in ("score", "positives", "negatives", "positive_squares", "negative_squares"):
        assert getattr(first, name) == pytest.approx(getattr(second, name), rel=1e-12)
    assert first.rows == second.rows


@given(rows=CASES, cut=st.integers(1, 79), weighted=st.booleans())
def test_merged_parts_equal_the_whole(rows, cut, weighted):
    cut = min(cut, len(rows) - 1)
    assert_same(build(rows[:cut], weighted).merge(build(rows[cut:], weighted)), build(rows, weighted))


@given(rows=CASES, seed=st.integers(0, 99))
def test_the_order_of_rows_does_not_matter(rows, seed):
    shuffled = [rows[index] for index in np.random.default_rng(seed).permutation(len(rows))]
    assert_same(build(rows, False), build(shuffled, False))


def test_a_thousand_batches_give_the_answer_of_one(rng, tmp_path):
    truth = rng.random(20_000) < 0.2
    score = np.clip(rng.normal(0.4 + 0.2 * truth, 0.2), 0, 1).round(4)
    whole = ScoreTable.of_scores(score[truth], score[~truth])
    batches = [
        ScoreTable.of_scores(score[i::1000][truth[i::1000]], score[i::1000][~truth[i::1000]]) for i in range(1000)
    ]
    merged = merge_all(batches)
    assert_same(merged, whole)
    assert roc_auc(merged) == roc_auc(whole)
    path = tmp_path / "scores.parquet"
    pl.DataFrame({"y": truth, "s": score}).write_parquet(path, row_group_size=1500)
    streamed = assay.evaluate("y", score="s", data=path)
    memory = assay.evaluate(truth, score=score)
    one, other = streamed.to_dict(), memory.to_dict()
    for key in ("metrics", "confusion", "curves", "operating_points"):
        assert one[key] == other[key], key
    assert streamed.choices.engine == "streamed"


@pytest.fixture
def few_bins(monkeypatch):
    monkeypatch.setattr(score_building, "MOST_DISTINCT", 500)
    monkeypatch.setattr(score_building, "BINS_PER_CLASS", 64)


SHAPES = {
    "smooth": lambda rng, n, truth: rng.normal(size=n) + truth,
    "a sliver": lambda rng, n, truth: 0.5 + 1e-9 * (rng.random(n) + 0.8 * truth),
    "squeezed and far": lambda rng, n, truth: np.where(
        rng.random(n) < 0.99, rng.normal(size=n) * 1e-12 + truth * 1e-12, 1e6
    ),
    "heavy ties": lambda rng, n, truth: np.where(rng.random(n) < 0.5, 0.3, rng.random(n) + 0.5 * truth),
    "reversed": lambda rng, n, truth: rng.normal(size=n) - 2 * truth,
}


@pytest.mark.parametrize("share", [0.001, 0.3])
@pytest.mark.parametrize("shape", SHAPES)
def test_certified_bounds_hold_on_adversarial_scores(shape, share, few_bins):
    rng = np.random.default_rng(7)
    n = 30_000
    truth = np.arange(n) < max(int(n * share), 5)
    score = SHAPES[shape](rng, n, truth)
    table = ScoreTable.of_scores(score[truth], score[~truth])
    assert len(table.score) < 200
    exact = {"auc": roc_auc_score(truth, score), "ap": average_precision_score(truth, score)}
    fpr, tpr = (np.array([np.mean(score[group] >= t) for t in np.unique(score)]) for group in (~truth, truth))
    exact["ks"] = np.abs(tpr - fpr).max()
    ranges = {"auc": area_range(table), "ap": precision_range(table), "ks": distance_range(table)}
    values = {"auc": roc_auc(table), "ap": average_precision(table), "ks": ks(table)}
    for name, (least, most) in ranges.items():
        assert least - 1e-12 <= exact[name] <= most + 1e-12, name
        assert least - 1e-12 <= values[name] <= most + 1e-12, name
    assert ranges["auc"][1] - ranges["auc"][0] < 0.02


@pytest.mark.parametrize("shape", SHAPES)
def test_weighted_cases_are_cut_where_their_merged_table_would_be(shape, few_bins, monkeypatch):
    rng = np.random.default_rng(5)
    truth = rng.random(20_000) < 0.2
    score, weight = SHAPES[shape](rng, 20_000, truth), rng.integers(0, 5, 20_000).astype(float)
    keep = (0.5, 0.3)
    table = ScoreTable.of_cases(score, truth, weight, keep)
    monkeypatch.setattr(score_building, "MOST_DISTINCT", 10**6)
    exact = ScoreTable.of_cases(score, truth, weight, keep)
    expected = exact.compressed()
    assert len(table.score) < 200 < len(exact.score)
    for name in ("low", "high", "positives", "negatives", "positive_squares", "negative_squares"):
        assert np.array_equal(getattr(table, name), getattr(expected, name)), name
    assert table.score == pytest.approx(expected.score)
    assert (table.rows, table.fourth, table.keep) == (20_000, expected.fourth, keep)
    assert table.losses.log.mean == pytest.approx(expected.losses.log.mean) if table.losses else not expected.losses


@pytest.mark.parametrize("shape", SHAPES)
def test_bins_in_order_have_the_bounds_that_a_search_finds(shape, few_bins, monkeypatch):
    rng = np.random.default_rng(11)
    truth = rng.random(20_000) < 0.2
    score = SHAPES[shape](rng, 20_000, truth)
    table = ScoreTable.of_scores(score[truth], score[~truth])
    assert score_bounds.disjoint(table)
    in_order = [certify(table) for certify in (area_range, precision_range, distance_range)]
    monkeypatch.setattr(score_bounds, "disjoint", lambda table: False)
    searched = [certify(table) for certify in (area_range, precision_range, distance_range)]
    np.testing.assert_allclose(in_order, searched, rtol=1e-13)


def test_bounds_hold_when_compressed_tables_are_merged(few_bins):
    rng = np.random.default_rng(3)
    truth = rng.random(20_000) < 0.1
    score = rng.normal(size=20_000) + 1.5 * truth
    parts = [ScoreTable.of_scores(score[i::4][truth[i::4]], score[i::4][~truth[i::4]]) for i in range(4)]
    merged = merge_all(parts)
    least, most = area_range(merged)
    exact = roc_auc_score(truth, score)
    assert least <= exact <= most
    assert most - least < 0.1
    assert merged.rows == 20_000


def test_fixed_grids_are_wrong_where_ours_is_certified():
    """PEERS, pitfall 2: all mass in a sliver, one positive in a thousand."""
    rng = np.random.default_rng(0)
    n = 200_000
    truth = np.arange(n) < 200
    score = 0.0004 * rng.random(n) + 0.0003 * truth * rng.random(n)
    exact = roc_auc_score(truth, score)
    for thresholds in (100, 1000):
        grid = np.linspace(0, 1, thresholds)
        tpr, fpr = (np.array([np.mean(score[group] >= t) for t in grid]) for group in (truth, ~truth))
        assert abs(np.trapezoid(tpr[::-1], fpr[::-1]) - exact) > 0.1
    evaluation = assay.evaluate(truth, score=score)
    assert evaluation["roc_auc"].value == pytest.approx(exact, abs=1e-12)


def test_an_exact_table_needs_no_bound(rng):
    table = ScoreTable.of_scores(rng.random(50), rng.random(70))
    assert table.exact
    least, most = area_range(table)
    assert least == pytest.approx(most)
    assert precision_range(table)[0] == pytest.approx(average_precision(table))


def test_more_than_a_million_scores_carry_their_bound_and_say_so():
    rng = np.random.default_rng(0)
    n = 1_500_000
    truth = rng.random(n) < 0.3
    score = 1 / (1 + np.exp(-(rng.normal(size=n) + truth)))
    evaluation = assay.evaluate(truth, score=score)
    exact = roc_auc_score(truth, score)
    area = evaluation["roc_auc"]
    bound = float(area.note.split("± ")[1].split(",")[0])
    assert abs(area.value - exact) <= bound * 1.06
    assert bound < 3e-5
    assert evaluation["accuracy"].value == pytest.approx(np.mean((score >= 0.5) == truth), abs=1e-15)
    assert any(note.code == "compressed" for note in evaluation.notes)
    assert len(evaluation.curves["roc"].to_dict()["x"]) <= 1000


def test_losses_survive_compression_and_merging(few_bins):
    rng = np.random.default_rng(1)
    truth = rng.random(9000) < 0.4
    score = rng.beta(2, 2, 9000)
    weight = rng.random(9000)
    for weights in (None, weight):
        parts = []
        for i in range(3):
            t, s = truth[i::3], score[i::3]
            w = (None, None) if weights is None else (weights[i::3][t], weights[i::3][~t])
            parts.append(ScoreTable.of_scores(s[t], s[~t], *w))
        merged = merge_all(parts)
        given = np.where(truth, score, 1 - score)
        counted = np.ones(9000) if weights is None else weights
        assert merged.all_losses.log.mean == pytest.approx(np.average(-np.log(given), weights=counted), rel=1e-12)
        off = -np.log(given) - merged.all_losses.log.mean
        assert merged.all_losses.log.around == pytest.approx(np.sum(counted**2 * off**2), rel=1e-9)


def test_an_empty_cell_of_weighted_cases_is_exactly_empty():
    """A difference of two sums of weights is not 0 where it should be: an odds ratio of 1e15 came out of it."""
    rng = np.random.default_rng(0)
    for n in range(2, 60):
        weights = rng.random(2 * n) / 7
        table = ScoreTable.of_scores(np.arange(n) + n / 2, np.arange(n) * 1.0, weights[:n], weights[n:])
        for threshold in table.low:
            tp, fp, fn, tn = table.at(float(threshold))
            assert (fn == 0) == (threshold <= n / 2)
            assert (tn == 0) == (threshold <= 0)
            assert (fp == 0) == (threshold > n - 1)
            assert tp > 0
        counts = counts_at(table)
        assert counts.fn[-1] == counts.tn[-1] == 0


def test_the_bound_of_gini_is_twice_that_of_the_area(few_bins):
    rng = np.random.default_rng(7)
    truth = np.arange(30_000) < 9_000
    score = rng.normal(size=30_000) + truth
    table = ScoreTable.of_scores(score[truth], score[~truth])
    area, gini = (certified_bound(find(name), table, float(find(name).measure(table))) for name in ("roc_auc", "gini"))
    assert area > 0
    assert gini == pytest.approx(2 * area, rel=1e-9)


def parts_of_scores(weighted: bool, rows: int = 4000) -> list[ScoreTable]:
    rng = np.random.default_rng(4)
    score, truth = np.round(rng.random(rows), 3), rng.random(rows) < 0.4
    weight = rng.gamma(2, 1, rows)
    score[:50] = np.where(rng.random(50) < 0.5, 0.0, -0.0)
    parts = []
    for place in np.array_split(rng.permutation(rows), 7):
        own, flags = score[place], truth[place]
        weights = (weight[place][flags], weight[place][~flags]) if weighted else ()
        parts.append(ScoreTable.of_scores(own[flags], own[~flags], *weights))
    return parts


def test_exact_tables_merge_to_the_same_bytes_in_any_order():
    parts = parts_of_scores(weighted=False)
    left = parts[0]
    for part in parts[1:]:
        left = left.merge(part)
    right = parts[6].merge(parts[5]).merge(parts[4].merge(parts[3])).merge(parts[2].merge(parts[1].merge(parts[0])))
    whole = merge_all(parts[::-1])
    for other in (right, whole):
        for name in ("score", "low", "high", "positives", "negatives", "positive_squares", "negative_squares"):
            assert getattr(left, name).tobytes() == getattr(other, name).tobytes()
        assert other.all_losses == left.all_losses
    assert not np.signbit(left.score[0])


@pytest.mark.parametrize("weighted", [False, True])
def test_columns_of_a_merged_table_that_are_one_array_stay_one(weighted):
    merged = merge_all(parts_of_scores(weighted))
    assert merged.low is merged.high is merged.score
    assert (merged.positive_squares is merged.positives) is not weighted


def test_negatives_are_what_is_not_positive_where_every_atom_is_one_case():
    rng = np.random.default_rng(1)
    score, flags = rng.random(500), rng.random(500) < 0.4
    untied = ScoreTable.of_scores(score[flags], score[~flags])
    tied = ScoreTable.of_scores(np.round(score[flags], 1), np.round(score[~flags], 1))
    for table in (untied, tied, untied.replicates(2 * untied.positives, 3 * untied.negatives)):
        expected = np.array([table.negatives[place:].sum() for place in range(len(table.score))])
        assert table.negatives_from == pytest.approx(expected, rel=1e-12)
