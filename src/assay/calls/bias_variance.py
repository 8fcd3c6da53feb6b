"""bias_variance: is the model too simple or too nervous? Many training sets, and the error taken apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from assay._version import __version__
from assay.checks.lists import spelled
from assay.counting import progress as progress_bar
from assay.errors import arguments as argument_errors
from assay.errors import samples as sample_errors
from assay.errors import schemes as errors
from assay.pipelines.training_rounds import Function, Rounds, generated_rounds, observed_rounds
from assay.pipelines.validation_inputs import named
from assay.pipelines.validation_problem import MOST_FITS
from assay.results.bias_variance import BiasVariance, Decomposition
from assay.results.note import Note
from assay.schemes.scheme import check_count
from assay.stats.doors import checked
from assay.tasks.argument_checks import check_seed
from assay.validation.estimators import check_settings
from assay.validation.fits import Fit
from assay.validation.running import Runner

FEW_ROUNDS = 50
"""With fewer rounds the standard error of a variance is above 20% of it."""
NOT_SEPARABLE = "one observation per case cannot tell noise from bias; `bias` contains it"


@checked()
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
    values: Iterable[object] | None = None,
    progress: bool | None = None,
    seed: int = 0,
) -> Decomposition:
    """Take a model's expected error apart into bias, variance and noise.

    Parameters
    ----------
    model, X, y : object, array-like, array-like
        The model and what it learns from. With data, every round trains on a bootstrap sample of the training part, and
        noise stays inside the bias.
    rounds : int
        How many training sets are drawn.
    loss : {"squared", "zero-one"}
        The loss that is taken apart; squared for a regression, 0-1 for labels if left out.
    test : float
        The share of all cases that is set aside for testing.
    function, noise, labels : callable, float or array-like, list
        A known generator instead of `y`: the mean of y at X and its standard deviation there, or, for 0-1 loss, the
        probabilities of `labels` at X. y is drawn anew every round, and all parts are exact but for the rounds.
    parameter, values : str, list
        Repeat it for every value of a setting of the model.
    progress, seed : bool, int
        Show a progress bar; the seed of every draw.

    Returns
    -------
    Decomposition
        `bias`, `variance`, `noise` and `total`, for each value where there are several.

    Raises
    ------
    InputError
        Where something cannot be used as it is.
    FitError
        Where a model fails.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.dummy import DummyRegressor
    >>> x = np.linspace(0, 1, 20)[:, None]
    >>> flat = DummyRegressor(strategy="constant", constant=0.0)
    >>> parts = bias_variance(flat, x, function=lambda x: x[:, 0], noise=0.1)
    >>> round(parts.variance, 12), round(parts.noise, 12), round(parts.total - parts.bias, 12)
    (0.0, 0.01, 0.01)

    See Also
    --------
    complexity_curve : train and test error against a setting.
    """
    check_count("rounds", rounds, 2, "bias_variance")
    seed = check_seed(seed)
    models = named(model)
    if len(models) > 1:
        raise errors.one_model("bias_variance", len(models))
    name, learner = next(iter(models.items()))
    settings = _settings(name, learner, parameter, values)
    if rounds * len(settings) > MOST_FITS:
        raise sample_errors.bad_number("rounds", rounds, f"At most {MOST_FITS // len(settings):,}")
    if function is not None and not callable(function):
        raise sample_errors.bad_number("function", function, "A function of X")
    for argument, given in (("labels", labels), ("noise", noise)):
        if function is None and given is not None:
            raise argument_errors.without_effect(argument, "cases that are generated", "function= as well")
    drawn = (
        generated_rounds(learner, X, function, noise, labels, loss, rounds, seed)
        if function is not None
        else observed_rounds(learner, X, y, loss, test, rounds, seed)
    )
    with progress_bar.progress("bias and variance", rounds * len(settings), progress) as advance:
        runner = Runner({name: learner}, drawn.features, drawn.target, advance=advance)
        parts = [_take_apart(runner, drawn, name, setting, place, seed) for place, setting in enumerate(settings)]
    return Decomposition(
        model=name,
        parts=tuple(parts),
        rounds=rounds,
        fits=rounds * len(settings),
        seed=seed,
        version=__version__,
        parameter=parameter,
        source=drawn.source,
        notes=tuple(_notes(rounds, drawn.known)),
    )


def _notes(rounds: int, known: bool) -> Iterator[Note]:
    if rounds < FEW_ROUNDS:
        yield Note("few-rounds", f"With {rounds} rounds the parts are rough; 200 are usual.")
    if not known:
        yield Note("noise", f"Noise: {NOT_SEPARABLE}.")


def _settings(
    name: str, learner: object, parameter: str | None, values: Iterable[object] | None
) -> list[dict[str, object]]:
    if parameter is None and values is None:
        return [{}]
    listed = [] if values is None else list(values)
    if not isinstance(parameter, str) or not listed:
        raise sample_errors.bad_number("values", values, "Both parameter= and a list of its values")
    spelled("values", listed)
    check_settings(learner, name, {parameter: None})
    return [{parameter: value} for value in listed]


def _take_apart(
    runner: Runner, drawn: Rounds, name: str, setting: dict[str, object], place: int, seed: int
) -> BiasVariance:
    written = ", ".join(f"{key}={value!r}" for key, value in setting.items())
    fits = [
        Fit(
            key=f"{name} {place} {number}",
            model=name,
            where=f"{name!r}, round {number + 1} of {len(drawn.splits)}" + (f" ({written})" if written else ""),
            split=split,
            seed=(seed, number),
            parameters=setting,
            scores=False,
            learnt=drawn.learnt[number],
        )
        for number, split in enumerate(drawn.splits)
    ]
    parts = drawn.parts(np.stack([outcome.prediction for outcome in runner.run(fits)]))
    return BiasVariance(
        loss=drawn.loss,
        bias=parts.bias,
        variance=parts.variance,
        noise=parts.noise,
        total=parts.total,
        disagreement=parts.disagreement,
        error=parts.error,
        rounds=len(fits),
        points=len(drawn.splits[0].test),
        main=parts.main,
        noise_note=None if drawn.known else NOT_SEPARABLE,
        at=next(iter(setting.values())) if setting else None,
    )
