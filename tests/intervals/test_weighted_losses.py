import numpy as np
import pytest
from scipy import stats

import assay


@pytest.mark.parametrize("level", [0.9, 0.95])
def test_weighted_losses_have_t_on_the_log_scale(rng, level):
    score, weight = rng.beta(2, 2, 80), rng.lognormal(0, 1, 80)
    truth = rng.random(80) < score
    made = assay.evaluate(truth, score=score, weight=weight, metrics="brier", level=level)["brier"]
    loss = (truth - score) ** 2
    mean, worth = np.average(loss, weights=weight), weight.sum() ** 2 / np.sum(weight**2)
    error = np.sqrt(np.sum(weight**2 * (loss - mean) ** 2)) / weight.sum() * np.sqrt(worth / (worth - 1))
    of_variance = np.sum(weight**2) ** 2 / np.sum(weight**4) - 1
    t = stats.t.ppf((1 + level) / 2, np.sqrt((worth - 1) * of_variance))
    assert made.method == "log-t"
    assert (made.low, made.high) == pytest.approx((mean * np.exp(-t * error / mean), mean * np.exp(t * error / mean)))


def test_weights_that_are_all_alike_leave_the_limits_of_as_many_cases(rng):
    score = rng.beta(2, 2, 400)
    truth = rng.random(400) < score
    plain, alike = (
        assay.evaluate(truth, score=score, weight=weight, metrics="brier")["brier"]
        for weight in (None, np.full(400, 3.0))
    )
    assert alike.value == pytest.approx(plain.value)
    assert (alike.low, alike.high) == pytest.approx((plain.low, plain.high), rel=0.02)


def test_weighted_losses_of_several_classes_have_them_too(rng):
    score = rng.dirichlet([1, 1, 1], 60)
    truth = np.array([rng.choice(3, p=row) for row in score])
    weight = rng.lognormal(0, 1, 60)
    named = dict(enumerate(score.T))
    assert assay.evaluate(truth, score=named, weight=weight, metrics="log_loss")["log_loss"].method == "log-t"
