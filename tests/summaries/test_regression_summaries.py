"""Summaries of errors: parts merge into the whole, and sketches keep what they promise."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from assay.metrics.regression.sizes import huber_loss
from assay.stats.rank_correlations import kendall, spearman
from assay.stats.ranks import mid_ranks, rank, weight_below
from assay.summaries import sketch as sketches
from assay.summaries.moments import Moments
from assay.summaries.regression import RegressionSummary
from assay.summaries.residual_means import Centre
from assay.summaries.residuals import Residuals
from assay.summaries.sketch import Sketch

numbers = some.floats(-1e6, 1e6, allow_nan=False).map(lambda value: round(value, 6))


def close(one, two, scale=None):
    size = np.max(np.abs(two)) if scale is None else scale
    assert np.allclose(one, two, rtol=1e-12, atol=1e-12 * max(size, 1e-300))


def whole_weight(cases):
    return np.ones(cases.rows) if cases.weight is None else cases.weight


@given(some.lists(some.tuples(numbers, numbers, some.floats(0.1, 10)), min_size=2, max_size=60), some.data())
def test_merged_parts_equal_the_whole(rows, data):
    cut = data.draw(some.integers(1, len(rows) - 1))
    weighted = data.draw(some.booleans())
    truth, prediction, weight = (np.array(part) for part in zip(*rows, strict=True))
    losses = {"huber": lambda cases: huber_loss(cases, 2.0)}
    whole = Residuals.of(truth, prediction, weight if weighted else None)
    centre = Centre.of(whole)
    parts = [RegressionSummary.of(whole.take(part), losses, centre) for part in (slice(0, cut), slice(cut, None))]
    merged, expected = parts[0].merge(parts[1]), RegressionSummary.of(whole, losses)
    close(merged.moments.mean, expected.moments.mean)
    scale = len(rows) * float(np.sum(whole_weight(whole) ** 2)) * float(np.max(expected.moments.mean**2))
    close(merged.moments.around, expected.moments.around, max(scale, np.max(np.abs(expected.moments.around))))
    assert merged.rows == expected.rows
    assert merged.largest == expected.largest
    assert merged.zeros == expected.zeros
    swapped = parts[1].merge(parts[0])
    close(swapped.moments.around, merged.moments.around, max(scale, np.max(np.abs(expected.moments.around))))


def test_parts_around_different_centres_do_not_mix():
    one, two = (RegressionSummary.of(Residuals.of([value, 3.0], [1.0, 2.0])) for value in (1.0, 2.0))
    with pytest.raises(ValueError, match="centres"):
        one.merge(two)


def test_blocks_do_not_change_the_moments(monkeypatch):
    rng = np.random.default_rng(0)
    cases = Residuals.of(rng.normal(100, 1, 5000), rng.normal(100, 1, 5000))
    whole = RegressionSummary.of(cases)
    monkeypatch.setattr("assay.summaries.regression.BLOCK", 77)
    blocks = RegressionSummary.of(cases)
    close(blocks.moments.mean, whole.moments.mean)
    close(blocks.moments.around, whole.moments.around)


def test_moments_are_numpys_covariance():
    rng = np.random.default_rng(0)
    columns = rng.normal(size=(4, 100))
    moments = Moments.of(columns)
    close(moments.around / 99, np.cov(columns))
    assert moments.error(np.array([1.0, 0, 0, 0])) == pytest.approx(columns[0].std(ddof=1) / 10)


@given(some.lists(some.lists(numbers, min_size=1, max_size=30), min_size=1, max_size=5), some.floats(0.01, 1))
def test_a_sketch_holds_the_exact_quantile(parts, share):
    everything = np.sort(np.concatenate(parts))
    whole = Sketch.of(np.array(parts[0])).merge(*(Sketch.of(np.array(part)) for part in parts[1:]))
    exact = everything[int(np.ceil(share * len(everything) * (1 - 1e-15))) - 1]
    low, high = whole.quantile(share)
    assert low <= exact <= high


def test_a_compressed_sketch_still_holds_the_exact_quantile(monkeypatch):
    monkeypatch.setattr(sketches, "MOST_BINS", 64)
    rng = np.random.default_rng(0)
    values = rng.normal(size=(20, 500))
    whole = Sketch.of(values[0])
    for part in values[1:]:
        whole = whole.merge(Sketch.of(part))
    assert len(whole.low) <= 64
    assert whole.weight.sum() == 10_000
    ordered = np.sort(values, axis=None)
    for share in (0.01, 0.5, 0.95):
        low, high = whole.quantile(share)
        exact = ordered[int(share * 10_000) - 1]
        assert low <= exact <= high
        sure, possible = whole.share_below(exact)
        assert sure <= share <= possible


@given(some.permutations(range(20)), some.lists(some.floats(0, 5), min_size=20, max_size=20))
def test_weight_below_counts_earlier_and_smaller(places, weight):
    places, weight = np.array(places), np.array(weight)
    expected = [weight[:place][places[:place] < places[place]].sum() for place in range(20)]
    assert weight_below(places, weight) == pytest.approx(expected)


@given(some.lists(some.tuples(some.integers(0, 6), some.integers(0, 6)), min_size=2, max_size=25))
def test_rank_correlations_have_influences_of_mean_zero_and_the_signs_of_pairs(rows):
    first, second = (np.array(part, dtype=float) for part in zip(*rows, strict=True))
    for correlate in (spearman, kendall):
        found = correlate(rank(first), rank(second), None)
        if len(set(first)) > 1 and len(set(second)) > 1:
            assert -1 <= found.value <= 1
            assert found.influence.mean() == pytest.approx(0, abs=1e-9)
            mirrored = correlate(rank(-first), rank(second), None)
            assert mirrored.value == pytest.approx(-found.value, abs=1e-12)
        else:
            assert np.isnan(found.value)


def test_mid_ranks_with_weights_are_those_of_repeated_values():
    values, weight = np.array([3.0, 1.0, 3.0, 2.0]), np.array([2.0, 1.0, 1.0, 3.0])
    assert mid_ranks(rank(values), weight).tolist() == [5.5 / 7, 0.5 / 7, 5.5 / 7, 2.5 / 7]


@pytest.mark.parametrize("correlate", [spearman, kendall])
@pytest.mark.parametrize("ties", [False, True])
def test_influences_are_the_slopes_of_the_correlation(correlate, ties):
    """Giving one case a little more weight moves the weighted correlation by its influence."""
    rng = np.random.default_rng(4)
    first = rng.normal(size=30)
    second = first + rng.normal(size=30)
    if ties:
        first, second = first.round(), second.round()
    found = correlate(rank(first), rank(second), None)
    step = 1e-6
    for case in range(0, 30, 7):
        weight = np.ones(30)
        weight[case] += step
        moved = correlate(rank(first), rank(second), weight)
        assert (moved.value - found.value) / step * 30 == pytest.approx(found.influence[case], abs=1e-3)
