"""Advice about fits that fail: models that raise, answer wrongly, or end the program or a process of it."""

from __future__ import annotations

import os

import joblib
import numpy as np

from advice.entries import Advice, write
from advice.learning_data import CASES, CSV, Bare, X, Y, asked, judged
from assay import bias_variance


class Fragile(Bare):
    """A model that fails for training parts that hold the first case."""

    def fit(self, x, y):
        if (x[:, 0] == 0).sum() > 3:
            raise ValueError("too many zeros")
        return super().fit(x, y)


class Answering(Bare):
    """A model that answers as it is told."""

    def __init__(self, answers):
        self.predict = answers


class Heavy(Bare):
    """A model that only the process that made it has the memory for."""

    def __init__(self):
        self.home = os.getpid()

    def fit(self, x, y):
        if os.getpid() != self.home:
            os._exit(1)
        return super().fit(x, y)


def at_a_time(jobs: int, model) -> bool:
    """Validate with so many fits at a time, each in a process of its own."""
    with joblib.parallel_config("loky", n_jobs=jobs):
        return judged("3-fold", model=model).n == CASES


def leaving(action: str, module: str) -> None:
    """Validate a model that does something before any fit: when it is asked what kind of model it is."""
    tags = f"    def __sklearn_tags__(self):\n        {action}\n        return super().__sklearn_tags__()\n"
    head = "import sys\nfrom sklearn.dummy import DummyClassifier\n\nclass A(DummyClassifier):\n"
    write(f"{module}.py", head + tags)
    asked(model=f"{module}:A")


# fmt: off
ADVICE = [
    Advice("estimators.fit_failed", lambda: judged("3-fold", model=Fragile()), {
        "Correct the model": lambda: judged("3-fold", model=Bare()).n == CASES,
        "the data": lambda: judged("3-fold", model=Fragile(), x=X + 1).n == CASES,
        "on_error='skip' leaves failed fits out with a note": lambda: any(
            "failed" in note.message for note in judged("3-fold", model=Fragile(), on_error="skip").notes),
    }),
    Advice("estimators.fit_failed", lambda: bias_variance(Fragile(), np.zeros((CASES, 1)), Y, rounds=3), {
        "too many zeros. Correct the model or the data.": lambda: bias_variance(Bare(), X, Y, rounds=3).rounds == 3,
    }),
    Advice("estimators.every_fit_failed", lambda: judged("3-fold", model=Fragile(), x=0 * X, on_error="skip"), {
        "Correct the model": lambda: judged("3-fold", model=Bare(), on_error="skip").n == CASES,
        "the data": lambda: judged("3-fold", model=Fragile(), x=X + 1, on_error="skip").n == CASES,
    }),
    Advice("estimators.worker_died", lambda: at_a_time(2, Heavy()), {
        "Run fewer fits at a time (n_jobs of joblib.parallel_config": lambda: at_a_time(1, Heavy()),
        "--jobs on the command line": lambda: asked(CSV, "--jobs", "1"),
        "or a smaller model": lambda: at_a_time(2, Bare()),
        "take calls of os._exit out": lambda: at_a_time(2, Bare()),
    }),
    Advice("estimators.stopped_from_inside", lambda: leaving("sys.exit(0)", "leaves_here"), {
        "Take that call out.": lambda: leaving("pass", "stays_here"),
    }),
    Advice("estimators.wrong_prediction", lambda: judged("3-fold", model=Answering(lambda x: np.zeros(1))), {}),
    Advice("estimators.missing_prediction", lambda: judged("3-fold", model=Answering(lambda x: x[:, 0] * np.nan)), {}),
]
# fmt: on
NO_ADVICE = {
    "estimators.wrong_prediction": "it stands inside fit_failed and every_fit_failed, which hold the advice",
    "estimators.missing_prediction": "it stands inside fit_failed and every_fit_failed, which hold the advice",
}
