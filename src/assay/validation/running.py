"""All fits of a run, in parallel by joblib, with a checkpoint, and in an order that no worker can change."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

import numpy as np

from assay.errors import estimators as errors
from assay.validation.checkpoints import Checkpoint
from assay.validation.fits import Fit, Outcome, run_fit

Advance = Callable[[int], None]
WORKER_DIED = ("TerminatedWorkerError", "BrokenProcessPool", "KilledWorker")
"""What joblib and Dask raise when a process that fitted is gone."""

CUT_SHORT = r"\d+ tasks (have been successfully executed|which were still being processed)"
"""How joblib's remark on results that nobody fetched begins."""


class Runner:
    """Runs fits of some models on some data; finished ones come from the checkpoint, failed ones raise or are kept.

    `on_error` is "raise" or "skip", None where the caller of the run has no such choice.
    """

    def __init__(
        self,
        models: Mapping[str, Any],
        features: Any,
        target: np.ndarray,
        weight: np.ndarray | None = None,
        *,
        on_error: str | None = None,
        checkpoint: Checkpoint | None = None,
        advance: Advance | None = None,
    ) -> None:
        self.models, self.cases = models, (features, target, weight)
        self.on_error, self.checkpoint = on_error, checkpoint
        self.advance = advance or (lambda count: None)
        self.kept = {} if checkpoint is None else checkpoint.read()

    def run(self, fits: Sequence[Fit]) -> list[Outcome]:
        """Return the outcome of every fit, in the order of the fits, whatever the number of workers."""
        outcomes: dict[int, Outcome] = {}
        waiting = []
        for place, fit in enumerate(fits):
            if fit.key in self.kept:
                outcomes[place] = self._taken(fit)
            else:
                waiting.append((place, fit))
        self.advance(len(outcomes))
        with _closing(self._work(waiting)) as work:
            for place, outcome in work:
                fit = fits[place]
                if outcome.failed is not None and self.on_error != "skip":
                    raise errors.fit_failed(fit.where, outcome.failed, skippable=self.on_error is not None)
                if outcome.failed is None and self.checkpoint is not None:
                    self.checkpoint.keep(fit.key, outcome)
                outcomes[place] = outcome
                self.advance(1)
        return [outcomes[place] for place in range(len(fits))]

    def _taken(self, fit: Fit) -> Outcome:
        """Return what was kept of a fit, after checking that it is about the cases of its test part."""
        outcome = self.kept[fit.key]
        if self.checkpoint is not None and len(outcome.prediction) != len(fit.split.test):
            raise self.checkpoint.damaged("a fit has another number of cases than its test part")
        return outcome

    def _work(self, waiting: Sequence[tuple[int, Fit]]) -> Generator[tuple[int, Outcome], None, None]:
        """Yield outcomes as they come; joblib's own configuration decides where the work is done."""
        from joblib import Parallel, delayed

        jobs = (delayed(_numbered)(place, fit, self.models[fit.model], *self.cases) for place, fit in waiting)
        try:
            parallel = Parallel(return_as="generator_unordered")
        except ValueError:
            parallel = Parallel()
        outcomes: Iterable[tuple[int, Outcome]] = parallel(jobs)
        try:
            yield from outcomes
        except Exception as problem:
            if type(problem).__name__ in WORKER_DIED:
                raise errors.worker_died(sorted({fit.model for _, fit in waiting})) from problem
            raise


@contextmanager
def _closing(work: Generator[tuple[int, Outcome], None, None]) -> Iterator[Iterable[tuple[int, Outcome]]]:
    """End the work at once where a fit failed; joblib's remark that others were under way says nothing to the user."""
    try:
        yield work
    finally:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=CUT_SHORT)
            work.close()


def _numbered(
    place: int, fit: Fit, model: Any, features: Any, target: np.ndarray, weight: np.ndarray | None
) -> tuple[int, Outcome]:
    return place, run_fit(fit, model, features, target, weight)


def opened(
    path: str | os.PathLike[str] | None, identity: Callable[[], Mapping[str, str]]
) -> AbstractContextManager[Checkpoint | None]:
    """Open a checkpoint, or nothing if there is no path."""
    return nullcontext(None) if path is None else Checkpoint(path, identity())
