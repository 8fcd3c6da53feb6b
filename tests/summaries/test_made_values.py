"""Numbers made a block at a time, beside the same made at once."""

import numpy as np

from assay.intervals.medians import Spectrum
from assay.pipelines.blocking import consecutive
from assay.summaries.made_values import BLOCK, MadeValues
from assay.summaries.residual_means import Centre
from assay.summaries.residuals import Residuals

ROWS = 2 * BLOCK + 1234


def errors() -> tuple[Residuals, np.ndarray]:
    """Draw errors of more cases than fit a block."""
    rng = np.random.default_rng(0)
    cases = Residuals.of(rng.normal(5, 2, ROWS), rng.normal(5, 2, ROWS).round(1))
    return cases, (cases.truth - cases.answers)[:, 0]


def test_blocks_together_are_the_whole():
    cases, error = errors()
    made = cases.errors(np.abs)
    assert np.array_equal(np.concatenate([block for _, block in made.blocks()])[:, 0], np.abs(error))
    assert np.array_equal(made.where(lambda values: values > 3), np.abs(error)[np.abs(error) > 3])


def test_quantiles_of_many_blocks_are_order_statistics():
    cases, error = errors()
    spectrum = Spectrum(cases.errors())
    assert spectrum.median() == np.median(error)
    assert spectrum.quantile(0.9) == np.sort(error)[int(np.ceil(0.9 * ROWS)) - 1]
    assert np.array_equal(np.sort(spectrum.largest(100)), np.sort(error)[-100:])


def test_the_centre_of_many_blocks_is_the_mean_weighted_or_not():
    cases, error = errors()
    assert np.allclose(Centre.of(cases).error, error.mean(), rtol=1e-12)
    weight = np.random.default_rng(1).random(ROWS)
    weighted = Residuals.of(cases.truth[:, 0], cases.answers[:, 0], weight)
    assert np.allclose(Centre.of(weighted).error, np.average(error, weights=weight), rtol=1e-12)


def test_a_column_that_never_varies_is_its_own_centre_exactly():
    cases = Residuals.of(np.full(ROWS, 0.1), np.arange(ROWS))
    assert Centre.of(cases).truth.tolist() == [0.1]


def test_consecutive_values_correlate_as_numpy_says_across_blocks():
    _, error = errors()
    smooth = np.cumsum(error) - np.linspace(0, error.sum(), ROWS)
    expected = np.corrcoef(smooth[1:], smooth[:-1])[0, 1]
    assert np.isclose(consecutive(MadeValues((smooth[:, None],))), expected, atol=1e-4)
