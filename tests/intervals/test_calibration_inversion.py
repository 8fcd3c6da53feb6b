import numpy as np
import pytest
from scipy import optimize, stats

from assay.intervals.calibration_inversion import inverted_limits, shrunk


def test_limits_of_one_bin_are_those_of_the_folded_normal_law():
    gap, error = 0.1, 0.03
    low, high = inverted_limits(np.array([gap]), np.array([error]), 0.95, np.random.default_rng(0))

    def shown(true, share):
        return stats.foldnorm.sf(gap / error, true / error) - share

    assert low == pytest.approx(optimize.brentq(shown, 0, 1, args=(0.025,)), abs=0.006)
    assert high == pytest.approx(optimize.brentq(shown, 0, 1, args=(0.975,)), abs=0.006)


def test_the_low_end_is_0_where_noise_alone_shows_as_much():
    rng = np.random.default_rng(1)
    errors = np.full(15, 0.01)
    low, high = inverted_limits(0.01 * rng.standard_normal(15), errors, 0.95, rng)
    assert low == 0
    assert 0.02 < high < 0.2


def test_an_error_without_noise_is_known():
    assert inverted_limits(np.array([0.1, -0.1]), np.zeros(2), 0.95, np.random.default_rng(0)) == (0.2, 0.2)


def test_shrunk_gaps_lie_between_those_seen_and_even_ones():
    gaps, errors = np.array([0.05, -0.01, 0.02]), np.full(3, 0.02)
    shares = shrunk(gaps, errors)
    assert shares.sum() == pytest.approx(1)
    seen = np.abs(gaps) / np.abs(gaps).sum()
    assert shares.max() < seen.max()
    assert shares.min() > seen.min()


@pytest.mark.parametrize("errors", [[0.02, 0.02, 0.02], [0.01, 0.03, 0.02], [0.05, 0.05, 0.001]])
def test_shrunk_gaps_are_the_mean_sizes_of_normal_posteriors(errors):
    """Morris 1983: gaps seen are normal around true ones, these around 0 with a variance taken from those seen."""
    gaps, noise = np.array([0.05, -0.01, 0.06]), np.array(errors)
    between = max(np.mean(gaps**2 - noise**2), 0)
    kept = between / (between + noise**2)
    spread = np.sqrt(1 / (1 / between + 1 / noise**2))
    sizes = stats.foldnorm.mean(kept * np.abs(gaps) / spread, scale=spread)
    assert shrunk(gaps, noise) == pytest.approx(sizes / sizes.sum())
