"""One fit: train a fresh copy on one part, predict the other, and bring back everything a judge could ask for."""

from __future__ import annotations

import threading
import time
import warnings
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from assay.errors import estimators as errors
from assay.errors.tree import InputError
from assay.inputs.features import take
from assay.schemes.scheme import Split
from assay.validation.estimators import chosen_by, fresh, weight_argument
from assay.validation.interrupts import ending, listening

LONGEST_PROBLEM, LONGEST_WARNING = 300, 160
"""Characters of a message that are kept: about three lines of a terminal, and two."""


@dataclass(frozen=True, eq=False)
class Fit:
    """A fit still to be done. `key` tells it from every other one of the run; `training` asks to predict both parts.

    `learnt` replaces the target of the training part, where it is drawn anew for every fit.
    """

    key: str
    model: str
    where: str
    split: Split
    seed: tuple[int, ...]
    parameters: Mapping[str, object] = field(default_factory=dict)
    training: bool = False
    scores: bool = True
    learnt: np.ndarray | None = None


@dataclass(frozen=True, eq=False)
class Outcome:
    """What a fit gave: predictions and scores of the test part (and of the training part, if asked for).

    `score_kind` is "probability" or "decision"; `failed` is what was raised, None if all went well.
    """

    prediction: np.ndarray
    score: np.ndarray | None = None
    score_kind: str | None = None
    classes: np.ndarray | None = None
    train_prediction: np.ndarray | None = None
    train_score: np.ndarray | None = None
    chosen: Mapping[str, object] = field(default_factory=dict)
    seconds: float = 0.0
    warned: tuple[str, ...] = ()
    failed: str | None = None


def run_fit(fit: Fit, model: Any, features: Any, target: np.ndarray, weight: np.ndarray | None = None) -> Outcome:
    """Fit and predict; what the model raises comes back as an outcome, so that no worker loses it.

    A model that calls sys.exit, or raises KeyboardInterrupt, has failed like any other; only a user's own Ctrl-C ends
    the run. Warnings are collected too, but not in threads, which share one list of filters.
    """
    start = time.perf_counter()
    alone = threading.current_thread() is threading.main_thread()
    with warnings.catch_warnings(record=True) if alone else nullcontext([]) as heard, listening() as interrupted:
        if alone:
            warnings.simplefilter("always")
        try:
            answers = _fit(fit, model, features, target, weight)
        except InputError:
            raise
        except (Exception, SystemExit, KeyboardInterrupt) as problem:
            if isinstance(problem, KeyboardInterrupt) and interrupted():
                raise
            message = str(problem) if isinstance(problem, errors.FitError) else _message(problem)
            return Outcome(np.empty(0), failed=message, seconds=time.perf_counter() - start)
    messages = (
        f"{warning.category.__name__}: {_short(str(warning.message), LONGEST_WARNING)}" for warning in heard or ()
    )
    return Outcome(**{**answers, "warned": tuple(dict.fromkeys(messages)), "seconds": time.perf_counter() - start})


def _fit(fit: Fit, model: Any, features: Any, target: np.ndarray, weight: np.ndarray | None) -> dict[str, Any]:
    learner = fresh(model, fit.parameters, fit.seed, fit.model)
    train, test = fit.split.train, fit.split.test
    argument = None if weight is None else weight_argument(learner)
    weights = {} if weight is None or argument is None else {argument: weight[train]}
    learner.fit(take(features, train), target[train] if fit.learnt is None else fit.learnt, **weights)
    prediction, score, kind = _answers(learner, take(features, test), fit, len(test))
    answers: dict[str, Any] = {"prediction": prediction, "score": score, "score_kind": kind}
    classes = getattr(learner, "classes_", None)
    if isinstance(classes, np.ndarray) and classes.ndim == 1:
        answers["classes"] = classes
    answers["chosen"] = {name: plain(value) for name, value in {**fit.parameters, **chosen_by(learner)}.items()}
    if fit.training:
        seen = np.unique(train)
        answers["train_prediction"], answers["train_score"], _ = _answers(learner, take(features, seen), fit, len(seen))
    return answers


def _answers(learner: Any, cases: Any, fit: Fit, wanted: int) -> tuple[np.ndarray, np.ndarray | None, str | None]:
    prediction = np.asarray(learner.predict(cases))
    if prediction.ndim == 2 and prediction.shape[1] == 1:
        prediction = prediction[:, 0]
    if prediction.ndim == 0 or len(prediction) != wanted:
        raise errors.wrong_prediction(wanted, getattr(prediction, "shape", prediction))
    if prediction.dtype.kind == "f" and np.isnan(prediction).any():
        raise errors.missing_prediction(int(np.isnan(prediction).sum()), wanted)
    if not fit.scores:
        return prediction, None, None
    for method, kind in (("predict_proba", "probability"), ("decision_function", "decision")):
        if hasattr(learner, method):
            score = _score(getattr(learner, method)(cases))
            if score is not None and len(score) == wanted:
                return prediction, score, kind
    return prediction, None, None


def _score(scores: Any) -> np.ndarray | None:
    """Return scores as one table; several outputs of two classes each become one column each."""
    if isinstance(scores, list):
        columns = [np.asarray(part) for part in scores]
        if not all(part.ndim == 2 and part.shape[1] == 2 for part in columns):
            return None
        return np.stack([part[:, 1] for part in columns], axis=1)
    return np.asarray(scores, dtype=float)


def plain(value: Any) -> Any:
    """Return a setting as JSON can hold it; anything stranger as its text, for reading only."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray | tuple | list):
        return [plain(part) for part in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def _message(problem: BaseException) -> str:
    return ending(problem) or f"{type(problem).__name__}: {_short(str(problem))}".removesuffix(": ")


def _short(text: str, most: int = LONGEST_PROBLEM) -> str:
    plain = " ".join(text.split())
    plain = plain if len(plain) <= most else plain[: most - 1] + "…"
    return plain.rstrip(".")
