"""Learning curves, complexity curves, bias and variance."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mlxtend.evaluate import bias_variance_decomp
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.datasets import load_diabetes, load_digits, load_iris
from sklearn.linear_model import Ridge
from sklearn.model_selection import StratifiedKFold, validation_curve
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import assay
from assay.pipelines.training_sizes import in_shares
from assay.stats.decomposition import squared_parts, zero_one_parts
from assay.stats.power_law import fit_power_law

IRIS, DIABETES, DIGITS = (load(return_X_y=True) for load in (load_iris, load_diabetes, load_digits))


class Line(RegressorMixin, BaseEstimator):
    """Always the same line, whatever it is taught."""

    def fit(self, X, y):
        return self

    def predict(self, X):
        return 0.5 * X[:, 0] - 0.2


class Interpolating(RegressorMixin, BaseEstimator):
    """The polynomial through every training point."""

    def fit(self, X, y):
        self.degree_ = len(y) - 1
        self.known_ = np.polynomial.chebyshev.Chebyshev.fit(X[:, 0], y, self.degree_, domain=[-1, 1])
        return self

    def predict(self, X):
        return self.known_(X[:, 0])


def test_extreme_case_one_a_fixed_line_has_no_variance():
    x = np.linspace(-1, 1, 12)[:, None]
    found = assay.bias_variance(Line(), x, function=lambda x: np.sin(2 * x[:, 0]), noise=0.3, rounds=400)
    assert found.variance == pytest.approx(0, abs=1e-12)
    assert found.noise == pytest.approx(0.09)
    assert found.bias == pytest.approx(np.mean((0.5 * x[:, 0] - 0.2 - np.sin(2 * x[:, 0])) ** 2))
    assert found.total == pytest.approx(found.bias + found.variance + found.noise, abs=1e-15)


def test_extreme_case_two_an_interpolating_polynomial_has_no_bias_and_the_variance_of_the_noise():
    x = np.linspace(-1, 1, 12)[:, None]
    rounds = 4000
    found = assay.bias_variance(Interpolating(), x, function=lambda x: np.sin(2 * x[:, 0]), noise=0.3, rounds=rounds)
    error = 0.09 * np.sqrt(2 / (rounds * 12))
    assert found.variance == pytest.approx(0.09, abs=4 * error)
    assert found.bias == pytest.approx(0, abs=0.09 / rounds * 4)
    assert found.total == pytest.approx(found.bias + found.variance + found.noise, abs=1e-15)


def test_noise_from_data_cannot_be_separated_and_says_so():
    found = assay.bias_variance(DecisionTreeRegressor(random_state=0), *DIABETES, rounds=40)
    one = found[0]
    assert np.isnan(found.noise)
    assert "contains it" in one.noise_note
    assert found.total == pytest.approx(found.bias + found.variance)


def test_parts_of_squared_loss_are_those_of_mlxtend():
    cases, target = DIABETES
    model = DecisionTreeRegressor(random_state=123)
    loss, bias, variance = bias_variance_decomp(
        model, cases[:300], target[:300], cases[300:], target[300:], loss="mse", num_rounds=30, random_seed=1
    )
    rng = np.random.RandomState(1)
    said = []
    for _ in range(30):
        rows = rng.choice(np.arange(300), size=300, replace=True)
        said.append(model.fit(cases[:300][rows], target[:300][rows]).predict(cases[300:]))
    parts = squared_parts(np.array(said), target[300:])
    assert (parts.total, parts.bias, parts.variance) == pytest.approx((loss, bias, variance))


def test_parts_of_zero_one_loss_are_those_of_mlxtend():
    cases, labels = IRIS
    order = np.random.default_rng(0).permutation(150)
    cases, labels = cases[order], labels[order]
    model = DecisionTreeClassifier(max_depth=1, random_state=123)
    loss, bias, variance = bias_variance_decomp(
        model, cases[:60], labels[:60], cases[60:], labels[60:], loss="0-1_loss", num_rounds=30, random_seed=1
    )
    rng = np.random.RandomState(1)
    said = []
    for _ in range(30):
        rows = rng.choice(np.arange(60), size=60, replace=True)
        said.append(model.fit(cases[:60][rows], labels[:60][rows]).predict(cases[60:]))
    truth = (labels[60:, None] == np.arange(3)).astype(float)
    parts = zero_one_parts(np.array(said), truth, np.arange(3), known=False)
    assert (parts.total, parts.bias, parts.disagreement) == pytest.approx((loss, bias, variance))
    assert parts.total == pytest.approx(parts.bias + parts.variance)


@given(st.integers(2, 30), st.integers(1, 8), st.integers(0, 99))
def test_parts_add_up_for_both_losses(fits, points, seed):
    rng = np.random.default_rng(seed)
    parts = squared_parts(rng.normal(size=(fits, points)), rng.normal(size=points), 0.5)
    assert parts.total == pytest.approx(parts.bias + parts.variance + parts.noise)
    assert min(parts.bias, parts.variance) >= 0
    chances = rng.dirichlet([1, 1, 1], points)
    labels = np.array([0, 1, 2])
    parts = zero_one_parts(rng.integers(0, 3, (fits, points)), chances, labels, known=True)
    assert parts.total == pytest.approx(parts.bias + parts.variance + parts.noise)
    assert parts.bias >= -1e-12
    assert 0 <= parts.noise <= 1


def test_zero_one_loss_of_a_known_generator_has_the_bayes_error_as_noise():
    x = np.linspace(-2, 2, 30)[:, None]

    def chance(x):
        return 1 / (1 + np.exp(-3 * x[:, 0]))

    found = assay.bias_variance(KNeighborsClassifier(7), x, function=chance, rounds=100)
    assert found.noise == pytest.approx(np.minimum(chance(x), 1 - chance(x)).mean())
    named = assay.bias_variance(KNeighborsClassifier(7), x, function=chance, labels=["no", "yes"], rounds=100)
    assert named.total == pytest.approx(found.total)
    assert set(named[0].main) <= {"no", "yes"}


def test_bias_falls_and_variance_grows_with_complexity():
    x = np.linspace(0, 1, 40)[:, None]
    found = assay.bias_variance(
        KNeighborsRegressor(), x, function=lambda x: np.sin(6 * x[:, 0]), noise=0.3, parameter="n_neighbors",
        values=[1, 5, 39], rounds=100,
    )  # fmt: skip
    assert found.bias[0] < found.bias[2]
    assert found.variance[0] > found.variance[2]
    assert found.best == 5
    text = " ".join(str(found).split())
    assert "underfits" in text
    assert "overfits" in text
    assert found.to_frame().shape[0] == 3
    assert json.loads(found.to_json())["parts"][0]["at"] == 1
    assert found.plot().to_dict()


def test_the_learning_curve_falls_and_its_law_is_found():
    curve = assay.learning_curve(KNeighborsClassifier(), *DIGITS, sizes=[50, 100, 200, 400, 0.5], repeats=4)
    means = [point.test.value for point in curve.points]
    assert means == sorted(means, reverse=True)
    assert curve.sizes == (50, 100, 200, 400, 599)
    assert curve.fits == 20
    assert curve.law["rate"] > 0
    assert list(curve.extrapolated) == [1198]
    beyond = curve.extrapolated[1198]
    assert beyond.low <= beyond.value <= beyond.high
    assert beyond.value < means[0]
    text = str(curve)
    assert max(map(len, text.splitlines())) <= 80
    assert curve.to_frame().shape[0] == 5
    assert curve.plot().to_dict()
    assert "\\toprule" in curve.to_latex()


def test_a_flat_learning_curve_says_from_where():
    rng = np.random.default_rng(1)
    cases = rng.normal(size=(400, 1))
    curve = assay.learning_curve(Ridge(), cases, 2 * cases[:, 0] + rng.normal(size=400), sizes=[20, 60, 120, 240])
    assert curve.flat_from is not None
    assert "flat" in str(curve)


def test_all_sizes_are_tested_on_one_part_and_grow_by_adding_cases():
    order = in_shares(np.repeat([0, 1, 2], [60, 30, 10]), 100, np.random.default_rng(0))
    labels = np.repeat([0, 1, 2], [60, 30, 10])[order]
    assert sorted(order.tolist()) == list(range(100))
    assert set(labels[:3]) == {0, 1, 2}
    for size in (20, 50, 80):
        assert np.bincount(labels[:size])[0] == pytest.approx(0.6 * size, abs=3)


@given(st.floats(0, 0.3), st.floats(0.5, 5), st.floats(0.2, 1.5))
def test_a_power_law_is_found_again(limit, gain, rate):
    sizes = np.array([20.0, 50, 120, 300, 800])
    law = fit_power_law(sizes, limit + gain * sizes**-rate)
    assert law.at(sizes) == pytest.approx(limit + gain * sizes**-rate, abs=2e-3)


def test_complexity_curve_has_the_scores_of_validation_curve():
    depths = [1, 2, 4, 8]
    model = DecisionTreeClassifier(random_state=0)
    curve = assay.complexity_curve(model, *DIGITS, parameter="max_depth", values=depths, scheme="stratified 5-fold")
    train, test = validation_curve(
        model, *DIGITS, param_name="max_depth", param_range=depths,
        cv=StratifiedKFold(5, shuffle=True, random_state=0), scoring="accuracy",
    )  # fmt: skip
    assert np.array([point.test_values for point in curve.points]) == pytest.approx(1 - test)
    assert np.array([point.training_values for point in curve.points]) == pytest.approx(1 - train)
    assert curve.fits == 20
    assert curve.plot().to_dict()


def test_the_one_standard_error_choice_is_the_simplest_value_that_is_as_good():
    curve = assay.complexity_curve(
        KNeighborsClassifier(), *IRIS, parameter="n_neighbors", values=[1, 3, 5, 9, 15, 60], simpler="last"
    )
    best = next(point for point in curve.points if point.at == curve.best)
    chosen = next(point for point in curve.points if point.at == curve.chosen)
    assert chosen.at >= best.at
    assert chosen.test.value <= best.test.value + best.error
    assert all(point.test.value > best.test.value + best.error for point in curve.points if point.at > chosen.at)
    assert "one standard error" in " ".join(str(curve).split())


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: assay.learning_curve(Ridge(), *DIABETES, sizes=[500]), ["500", "294"]),
        (lambda: assay.learning_curve(Ridge(), *DIABETES, sizes=["x"]), ["sizes"]),
        (lambda: assay.learning_curve({"a": Ridge(), "b": Ridge()}, *DIABETES), ["one model"]),
        (lambda: assay.learning_curve(Ridge(), *DIABETES, sizes=[9, 99], extrapolate_to=[999]), ["4 sizes"]),
        (lambda: assay.complexity_curve(Ridge(), *DIABETES, parameter="alfa", values=[1]), ["'alpha'"]),
        (lambda: assay.complexity_curve(Ridge(), *DIABETES, parameter="alpha", values=[]), ["values"]),
        (
            lambda: assay.complexity_curve(
                Ridge(), *DIABETES, parameter="alpha", values=[1], scheme="nested 5-fold / 5-fold"
            ),
            ["plain scheme"],
        ),
        (lambda: assay.bias_variance(Ridge(), *DIABETES, rounds=1), ["rounds"]),
        (lambda: assay.bias_variance(Ridge(), *DIABETES, loss="hinge"), ["hinge"]),
        (lambda: assay.bias_variance(Ridge(), *DIABETES, parameter="alpha"), ["values"]),
        (lambda: assay.bias_variance(Ridge(), DIABETES[0], function=lambda x: x[:, 0], noise=-1), ["noise"]),
        (lambda: assay.bias_variance(Ridge(), DIABETES[0], function=lambda x: 3.0, noise=1), ["function"]),
    ],
)
def test_bad_input_is_refused_in_words(call, words):
    with pytest.raises(assay.AssayError) as caught:
        call()
    assert all(word in str(caught.value) for word in words), str(caught.value)
