"""Stop training where a validation part of the training cases says that more would be too much."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Any, cast

import numpy as np

from assay.errors import estimators as errors
from assay.inputs.features import row_count, take
from assay.schemes.parts import Holdout
from assay.validation.estimators import fresh, kind_of

FLOOR = 1e-15
"""The smallest probability that enters the log loss, so that one certain mistake does not make it infinite."""


class EarlyStopping:
    """A model that holds back a share of its training cases and keeps the round that does best on them.

    Parameters
    ----------
    model : object
        A model with `partial_fit`, which goes over the training cases again and again, or with staged predictions
        (boosting), which is fitted once and of which the best stage is kept.
    validation : float
        The share of the training cases that is held back.
    rounds, patience : int
        How many rounds at most, and after how many without progress it stops.
    random_state : int
        The seed of the part that is held back, and of the model.

    Attributes
    ----------
    rounds_ : int
        The round that was kept.
    losses_ : list of float
        What every round lost on the part held back: log loss where probabilities are given, else the error rate;
        squared error for regressors.

    Raises
    ------
    InputError
        When it is fitted with a model that does not learn in rounds.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.ensemble import GradientBoostingClassifier
    >>> model = EarlyStopping(GradientBoostingClassifier(n_estimators=30, random_state=0), random_state=0)
    >>> fitted = model.fit(*load_iris(return_X_y=True))
    >>> len(fitted.losses_), fitted.rounds_ <= 30
    (30, True)

    See Also
    --------
    assay.validate : judges it as it judges any model, the choice of the round included.
    """

    def __init__(
        self,
        model: object,
        validation: float = 0.2,
        rounds: int = 200,
        patience: int = 10,
        random_state: int | None = None,
    ) -> None:
        self.model = model
        self.validation = validation
        self.rounds = rounds
        self.patience = patience
        self.random_state = random_state

    def get_params(self, deep: bool = True) -> dict[str, object]:
        """Return the settings, the model's own with the prefix model__."""
        names = ("model", "validation", "rounds", "patience", "random_state")
        own = {name: getattr(self, name) for name in names}
        settings = getattr(self.model, "get_params", None)
        if deep and settings is not None:
            own |= {f"model__{name}": value for name, value in settings().items()}
        return own

    def set_params(self, **settings: object) -> EarlyStopping:
        """Change settings; those that begin with model__ go to the model."""
        inner = {name.removeprefix("model__"): value for name, value in settings.items() if name.startswith("model__")}
        for name in [name for name in settings if not name.startswith("model__")]:
            setattr(self, name, settings[name])
        if inner:
            cast(Any, self.model).set_params(**inner)
        return self

    def __sklearn_tags__(self) -> object:
        """Pass on what the model says of itself."""
        from sklearn.utils import get_tags

        tags: object = get_tags(self.model)
        return tags

    @property
    def classes_(self) -> np.ndarray:
        """The classes of a classifier."""
        return np.asarray(self._classes)

    @property
    def chosen_(self) -> dict[str, object]:
        """What was chosen: the round."""
        return {"rounds": self.rounds_}

    def fit(self, X: object, y: object) -> EarlyStopping:  # noqa: N803
        """Train with a part held back, and keep the best round."""
        target = np.asarray(y)
        classifier = kind_of(self.model) == "classifier"
        self._classes = np.unique(target) if classifier else np.empty(0)
        scheme = Holdout(self.validation, stratified=classifier)
        seed = self.random_state or 0
        split = next(scheme.split(row_count(X), strata=target if classifier else None, seed=seed))
        parts = take(X, split.train), target[split.train], take(X, split.test), target[split.test]
        learner = fresh(self.model, {}, (seed,), type(self.model).__name__)
        if hasattr(learner, "partial_fit"):
            self._by_rounds(learner, *parts)
        elif hasattr(learner, "staged_predict"):
            self._by_stages(learner, *parts)
        else:
            raise errors.cannot_stop_early(self.model)
        return self

    def _by_rounds(self, learner: Any, X: Any, y: np.ndarray, unseen: Any, truth: np.ndarray) -> None:  # noqa: N803
        classes = {"classes": self._classes} if len(self._classes) else {}
        self.losses_: list[float] = []
        best = np.inf
        for place in range(self.rounds):
            learner.partial_fit(X, y, **classes)
            self.losses_.append(self._loss(_answer(learner, unseen), truth))
            if self.losses_[-1] < best:
                best, self.rounds_, self.best_ = self.losses_[-1], place + 1, copy.deepcopy(learner)
            elif place + 1 - self.rounds_ >= self.patience:
                break
        self._stage: int | None = None

    def _by_stages(self, learner: Any, X: Any, y: np.ndarray, unseen: Any, truth: np.ndarray) -> None:  # noqa: N803
        learner.fit(X, y)
        staged = "staged_predict_proba" if hasattr(learner, "staged_predict_proba") else "staged_predict"
        self.losses_ = [self._loss(np.asarray(answer), truth) for answer in getattr(learner, staged)(unseen)]
        self.rounds_ = int(np.argmin(self.losses_)) + 1
        self.best_, self._stage = learner, self.rounds_

    def _loss(self, answer: np.ndarray, truth: np.ndarray) -> float:
        if not len(self._classes):
            return float(np.mean((truth - answer) ** 2))
        if answer.ndim == 2:
            chance = answer[np.arange(len(truth)), np.searchsorted(self._classes, truth)]
            return float(-np.mean(np.log(np.clip(chance, FLOOR, 1))))
        return float(np.mean(answer != truth))

    def predict(self, X: object) -> np.ndarray:  # noqa: N803
        """Predict with the round that was kept."""
        return self._at_best("predict", X)

    def __getattr__(self, name: str) -> Callable[[object], np.ndarray]:
        """Offer predict_proba and decision_function where the model does."""
        model = self.__dict__.get("best_", self.__dict__.get("model"))
        if name in ("predict_proba", "decision_function") and hasattr(model, name):
            return partial(self._at_best, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _at_best(self, method: str, X: object) -> np.ndarray:  # noqa: N803
        if self._stage is None:
            return np.asarray(getattr(self.best_, method)(X))
        return np.asarray(next(islice(getattr(self.best_, f"staged_{method}")(X), self._stage - 1, None)))


def _answer(learner: Any, cases: Any) -> np.ndarray:
    return np.asarray(learner.predict_proba(cases) if hasattr(learner, "predict_proba") else learner.predict(cases))
