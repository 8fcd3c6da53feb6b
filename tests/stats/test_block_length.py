import numpy as np
import pytest
from scipy.signal import lfilter

from assay.stats.block_length import block_length


@pytest.mark.parametrize("correlation", [0.3, 0.5, 0.8])
def test_long_series_get_the_length_that_theory_gives_for_them(rng, correlation):
    n = 400_000
    series = lfilter([1], [1, -correlation], rng.standard_normal(n))
    expected = (2 * correlation / (1 - correlation**2)) ** (2 / 3) * (1.5 * n) ** (1 / 3)
    assert block_length(series) == pytest.approx(expected, rel=0.1)


def test_the_rule_is_politis_and_whites_as_written(rng):
    series = lfilter([1], [1, -0.6], rng.standard_normal(300))
    assert block_length(series) == pytest.approx(written_out(series), rel=1e-9)


def written_out(series):
    """Follow Politis & White (2004, section 3.2) with Patton, Politis & White's (2009) constant, step by step."""
    n = len(series)
    off = series - np.mean(series)
    covariance = [sum(off[t] * off[t + k] for t in range(n - k)) / n for k in range(n)]
    run = max(5, int(np.ceil(np.sqrt(np.log10(n)))))
    critical = 2 * np.sqrt(np.log10(n) / n)
    last = next(
        k for k in range(n) if all(abs(covariance[k + j] / covariance[0]) < critical for j in range(1, run + 1))
    )
    reach = 2 * last

    def flat_top(t):
        return 1.0 if abs(t) <= 0.5 else 2 * (1 - abs(t)) if abs(t) <= 1 else 0.0

    lags = range(-reach, reach + 1)
    bent = sum(flat_top(k / reach) * abs(k) * covariance[abs(k)] for k in lags)
    level = sum(flat_top(k / reach) * covariance[abs(k)] for k in lags)
    return (2 * bent**2 / (4 / 3 * level**2)) ** (1 / 3) * n ** (1 / 3)


def test_series_that_do_not_vary_or_are_too_short_have_no_length():
    assert block_length(np.ones(30)) == block_length(np.array([1.0, 2.0])) == block_length(np.array([])) == 1


def test_no_block_is_longer_than_a_third_of_the_series(rng):
    assert block_length(np.cumsum(rng.standard_normal(90))) <= 30
