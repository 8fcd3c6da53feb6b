"""bias_variance: is the model too simple or too nervous? Many training sets, and the error taken apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from assay._version import __version__
from assay.counting import progress as progress_bar
from assay.errors import arguments as argument_errors
from assay.errors import estimators as model_errors
from assay.errors import samples as sample_errors
from assay.errors import schemes as errors
from assay.inputs.features import row_count
from assay.pipelines.validation_inputs import named, read_problem
from assay.results.bias_variance import BiasVariance, Decomposition
from assay.results.note import Note
from assay.schemes.parts import Holdout
from assay.schemes.scheme import Split, check_count
from assay.stats.decomposition import Parts, squared_parts, zero_one_parts
from assay.stats.samples import check_choice
from assay.tasks.requests import check_seed
from assay.validation.estimators import kind_of
from assay.validation.fits import Fit, Outcome
from assay.validation.running import Runner

LOSSES = ("squared", "zero-one")
FEW_ROUNDS = 50
NOT_SEPARABLE = "one observation a case cannot tell noise from bias; `bias` contains it"

Function = Callable[[Any], Any]


@dataclass(frozen=True, eq=False)
class Setting:
    """Where the fits learn and where they are looked at; `parts` takes predictions (fits x points) apart."""

    features: Any
    target: np.ndarray
    splits: Sequence[Split]
    learnt: Sequence[np.ndarray | None]
    loss: str
    parts: Callable[[np.ndarray], Parts]
    source: str
    known: bool


def bias_variance(
    model: object,
    X: object,  # noqa: N803
    y: object = None,
    *,
    rounds: int = 200,
    loss: str | None = None,
    test: float = 1 / 3,
    function: Function | None = None,
    noise: float | Sequence[float] | None = None,
    labels: Sequence[object] | None = None,
    parameter: str | None = None,
    values: Sequence[Any] | None = None,
    progress: bool | None = None,
    seed: int = 0,
) -> Decomposition:
    """Take a model's expected error apart: bias, variance, noise.

    With data (`X`, `y`) a test part is set aside and every round trains on a bootstrap sample of the rest; noise then
    stays inside the bias. With a known generator, `function` gives the mean of y at X and `noise` its standard
    deviation: y is drawn anew at the same X every round, the fits are looked at there, and all parts are exact but for
    the number of rounds. For 0-1 loss `function` gives the probabilities of `labels` at X instead.

    `parameter` and `values` repeat it for every value of a setting.

    >>> import numpy as np
    >>> from sklearn.dummy import DummyRegressor
    >>> x = np.linspace(0, 1, 20)[:, None]
    >>> flat = DummyRegressor(strategy="constant", constant=0.0)
    >>> found = bias_variance(flat, x, function=lambda x: x[:, 0], noise=0.1)
    >>> round(found.variance, 12), round(found.noise, 12), round(found.total - found.bias, 12)
    (0.0, 0.01, 0.01)
    """
    check_count("rounds", rounds, 2, "bias_variance")
    seed = check_seed(seed)
    models = named(model)
    if len(models) > 1:
        raise errors.one_model("bias_variance", len(models))
    name, learner = next(iter(models.items()))
    settings = _settings(name, learner, parameter, values)
    if function is not None and not callable(function):
        raise sample_errors.bad_number("function", function, "A function of X")
    for argument, given in (("labels", labels), ("noise", noise)):
        if function is None and given is not None:
            raise argument_errors.without_effect(argument, "cases that are generated", "function= as well")
    where = (
        _generated(learner, X, function, noise, labels, loss, rounds, seed)
        if function is not None
        else _observed(learner, X, y, loss, test, rounds, seed)
    )
    runner_data = {name: learner}, where.features, where.target
    with progress_bar.progress("bias and variance", rounds * len(settings), progress) as advance:
        runner = Runner(*runner_data, advance=advance)
        found = [_take_apart(runner, where, name, setting, place, seed) for place, setting in enumerate(settings)]
    notes = []
    if rounds < FEW_ROUNDS:
        notes.append(Note("few-rounds", f"With {rounds} rounds the parts are rough; 200 are usual."))
    if not where.known:
        notes.append(Note("noise", f"Noise: {NOT_SEPARABLE}."))
    return Decomposition(
        model=name,
        parts=tuple(found),
        rounds=rounds,
        fits=rounds * len(settings),
        seed=seed,
        version=__version__,
        parameter=parameter,
        source=where.source,
        notes=tuple(notes),
    )


def _settings(name: str, learner: Any, parameter: str | None, values: Sequence[Any] | None) -> list[dict[str, Any]]:
    if parameter is None and values is None:
        return [{}]
    listed = list(values) if isinstance(values, Iterable) and not isinstance(values, str) else []
    if parameter is None or not listed:
        raise sample_errors.bad_number("values", values, "Both parameter= and a list of its values")
    if not hasattr(learner, "set_params"):
        raise model_errors.no_settings(name, {parameter: None})
    known = learner.get_params()
    if parameter not in known:
        raise model_errors.unknown_setting(name, parameter, list(known))
    return [{parameter: value} for value in listed]


def _take_apart(
    runner: Runner, where: Setting, name: str, setting: dict[str, Any], place: int, seed: int
) -> BiasVariance:
    told = ", ".join(f"{key}={value!r}" for key, value in setting.items())
    fits = [
        Fit(
            key=f"{name} {place} {number}",
            model=name,
            where=f"{name!r}, round {number + 1} of {len(where.splits)}" + (f" ({told})" if told else ""),
            split=split,
            seed=(seed, number),
            parameters=setting,
            scores=False,
            learnt=where.learnt[number],
        )
        for number, split in enumerate(where.splits)
    ]
    outcomes: list[Outcome] = runner.run(fits)
    parts = where.parts(np.stack([one.prediction for one in outcomes]))
    return BiasVariance(
        loss=where.loss,
        bias=parts.bias,
        variance=parts.variance,
        noise=parts.noise,
        total=parts.total,
        disagreement=parts.disagreement,
        error=parts.error,
        rounds=len(fits),
        points=len(where.splits[0].test),
        main=parts.main,
        noise_note=None if where.known else NOT_SEPARABLE,
        at=next(iter(setting.values())) if setting else None,
    )


def _observed(
    learner: Any, features: object, target: object, loss: str | None, test: float, rounds: int, seed: int
) -> Setting:
    """Set a test part aside and draw a bootstrap sample of the rest for every round."""
    problem = read_problem(learner, features, target, Holdout(test), seed=seed)
    amounts = problem.task.name == "regression"
    chosen = check_choice("loss", loss or ("squared" if amounts else "zero-one"), LOSSES)
    if problem.target.ndim != 1 or (chosen == "squared" and problem.target.dtype.kind not in "iufb"):
        what = "several columns" if problem.target.ndim != 1 else "text"
        raise sample_errors.bad_number("y", what, "One number per case, or with loss='zero-one' one label,")
    outer = problem.splits()[0]
    splits = []
    for number in range(rounds):
        rng = np.random.default_rng([seed, 21, number])
        drawn = outer.train[rng.integers(0, len(outer.train), len(outer.train))]
        splits.append(Split(np.sort(drawn), outer.test, number))
    truth = problem.target[outer.test]

    def parts(predictions: np.ndarray) -> Parts:
        if chosen == "squared":
            return squared_parts(predictions.astype(float), truth.astype(float))
        known = np.unique(np.concatenate([truth, predictions.ravel()]))
        return zero_one_parts(predictions, (truth[:, None] == known[None, :]).astype(float), known, False)

    source = f"{rounds} bootstrap samples of {len(outer.train):,} cases, looked at in {len(outer.test):,} others"
    return Setting(problem.features.values, problem.target, splits, [None] * rounds, chosen, parts, source, False)


def _generated(
    learner: Any,
    features: Any,
    function: Function,
    noise: Any,
    labels: Sequence[object] | None,
    loss: str | None,
    rounds: int,
    seed: int,
) -> Setting:
    """Draw the target anew at the same cases for every round, from what is known of it."""
    usual = "zero-one" if labels is not None or kind_of(learner) == "classifier" else "squared"
    chosen = check_choice("loss", loss or usual, LOSSES)
    n = row_count(features)
    known = np.asarray(function(features), dtype=float)
    every = np.arange(n)
    splits = [Split(every, every, number) for number in range(rounds)]
    source = f"{rounds} training sets drawn from the known generator at the same {n:,} cases"
    streams = [np.random.default_rng([seed, 22, number]) for number in range(rounds)]
    if chosen == "squared":
        spread = _noise(noise, n)
        if known.shape != (n,):
            raise sample_errors.bad_number("function", known.shape, f"One mean for each of the {n:,} cases")
        learnt: list[np.ndarray | None] = [known + rng.normal(0.0, 1.0, n) * spread for rng in streams]

        def squared(predictions: np.ndarray) -> Parts:
            return squared_parts(predictions.astype(float), known, spread**2)

        return Setting(features, known, splits, learnt, chosen, squared, source, True)
    chances = np.stack([1 - known, known], axis=1) if known.ndim == 1 else known
    names = np.asarray(list(labels) if labels is not None else np.arange(chances.shape[-1]))
    if chances.shape != (n, len(names)) or (chances < 0).any() or not np.allclose(chances.sum(axis=1), 1):
        raise sample_errors.bad_number("function", chances.shape, f"Probabilities of {len(names)} labels for each case")
    edges = np.cumsum(chances, axis=1)
    drawn: list[np.ndarray | None] = [names[(rng.random((n, 1)) > edges[:, :-1]).sum(axis=1)] for rng in streams]
    order = np.argsort(names)

    def zero_one(predictions: np.ndarray) -> Parts:
        return zero_one_parts(predictions, chances[:, order], names[order], True)

    return Setting(features, names[chances.argmax(axis=1)], splits, drawn, chosen, zero_one, source, True)


def _noise(noise: Any, n: int) -> np.ndarray:
    """Return the standard deviation of the noise at every case."""
    try:
        spread = np.asarray(0.0 if noise is None else noise, dtype=float)
        spread = np.broadcast_to(spread, (n,)).copy()
    except (TypeError, ValueError) as problem:
        raise sample_errors.bad_number("noise", noise, "A standard deviation, or one for each case,") from problem
    if not (np.isfinite(spread) & (spread >= 0)).all():
        raise sample_errors.bad_number("noise", noise, "Standard deviations of at least 0")
    return spread
