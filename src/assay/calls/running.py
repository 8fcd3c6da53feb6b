"""Running: an evaluation that cases are added to as they arrive."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from assay.calls.evaluate import evaluate
from assay.checks.argument_names import named
from assay.errors import samples as sample_errors
from assay.errors import saving as errors
from assay.pipelines.always import at_every_look
from assay.pipelines.running import RunningState
from assay.results.evaluation import Evaluation
from assay.results.numbers import cases
from assay.tasks.requests import Metric, Request

ROLES = ("truth", "prediction", "score", "weight", "lower", "upper")


class Running:
    """An evaluation of cases that arrive one batch after the other: in a training loop, in a service.

    Up to some ten thousand cases are held as they came; what came before is summed up, so that memory stays bounded.
    `add`, `result` and `merge` have the names that torchmetrics uses beside them: `update`, `compute`, `sync`, `reset`.

    Parameters
    ----------
    truth, prediction, score, weight, lower, upper : str
        Names of columns, for batches that come as `data`.
    task, positive, labels, threshold, coverage, costs, metrics, method, missing, level, seed, ignore : object
        The settings of `assay.evaluate`, for all cases.
    group, by, blocks, boxes : object
        What `assay.evaluate` takes by these names needs all cases at once and is refused.

    Raises
    ------
    AssayError
        Where a setting cannot be used, or a batch does not go with those before.

    Examples
    --------
    >>> running = Running(positive="yes")
    >>> running.add(["yes", "no"], ["yes", "yes"])
    >>> running.add(["yes", "no"], ["no", "no"])
    >>> running.n, running.result()["recall"].value
    (4, 0.5)

    See Also
    --------
    assay.evaluate : all cases at once.
    assay.merge : evaluations that were made apart.
    """

    @named
    def __init__(
        self,
        *,
        truth: str | None = None,
        prediction: str | None = None,
        score: object = None,
        weight: str | None = None,
        lower: str | None = None,
        upper: str | None = None,
        task: str | None = None,
        positive: object = None,
        labels: Sequence[object] | None = None,
        threshold: float | None = None,
        coverage: float | None = None,
        costs: object = None,
        metrics: Metric | Sequence[Metric] | None = None,
        method: str | None = None,
        missing: str = "error",
        level: float = 0.95,
        seed: int = 0,
        ignore: int | None = None,
        group: object = None,
        by: object = None,
        blocks: object = None,
        boxes: object = None,
    ) -> None:
        for name, value in {"group": group, "by": by, "blocks": blocks, "boxes": boxes}.items():
            if value is not None:
                raise errors.whole_only(name)
        named = {"truth": truth, "prediction": prediction, "score": score, "weight": weight, "lower": lower,
                 "upper": upper}  # fmt: skip
        for name, value in named.items():
            if value is not None and not _names_columns(value):
                raise errors.settings_only(name)
        self._columns = {name: value for name, value in named.items() if value is not None}
        self._settings = {"task": task, "positive": positive, "labels": labels, "threshold": threshold,
                          "coverage": coverage, "costs": costs, "metrics": metrics, "method": method,
                          "missing": missing, "level": level, "seed": seed, "ignore": ignore}  # fmt: skip
        self._request({})
        self._own, self._others = RunningState(), RunningState()

    def add(
        self,
        truth: object = None,
        prediction: object = None,
        *,
        score: object = None,
        weight: object = None,
        lower: object = None,
        upper: object = None,
        data: object = None,
    ) -> None:
        """Add a batch of cases, given as `assay.evaluate` takes them.

        Parameters
        ----------
        truth, prediction, score, weight, lower, upper : array-like or column name
            What evaluate takes by these names.
        data : frame or path
            Where the columns are.

        Raises
        ------
        AssayError
            For cases that cannot be used; nothing is added then.
        """
        given = {"truth": truth, "prediction": prediction, "score": score, "weight": weight, "lower": lower,
                 "upper": upper}  # fmt: skip
        known = {name: value for name, value in given.items() if value is not None}
        self._own.add(self._request({**(self._columns if data is not None else {}), **known, "data": data}))

    def _request(self, cases: dict[str, object]) -> Request:
        """Return the settings and some cases as one checked request."""
        nothing = dict.fromkeys((*ROLES, "counts", "rows", "data", "on", "group", "blocks", "by", "boxes"))
        return Request.of(evaluate, {**nothing, **self._settings, **cases})

    def __repr__(self) -> str:
        return f"<Running: {cases(self.n) if self.n else 'no cases yet'}>"

    @property
    def n(self) -> int:
        """How many cases count so far, those of other processes after `sync` included."""
        return self._own.complete + self._others.complete

    def result(self, *, always: bool = False) -> Evaluation:
        """Return the evaluation of all cases that were added so far.

        Parameters
        ----------
        always : bool
            Give limits that hold at every look at once (confidence sequences), for shares of cases and means of
            bounded losses: whoever looks again and again, and stops when the numbers please, is not misled. They are
            about twice as wide. Cases must be independent, and the model stay the same.

        Returns
        -------
        Evaluation
            What evaluate would give for all of these cases.

        Raises
        ------
        AssayError
            If nothing was added yet.
        """
        whole = RunningState()
        for state in (self._own, self._others):
            whole.merge(state)
        result = whole.result()
        return at_every_look(result) if always else result

    def merge(self, other: Running) -> None:
        """Add everything that another running evaluation holds; that one stays as it is."""
        if not isinstance(other, Running):
            raise sample_errors.bad_number("other", other, "Another assay.Running")
        self._own.merge(other._own)

    def reset(self) -> None:
        """Forget all cases; the settings stay."""
        self._own, self._others = RunningState(), RunningState()

    update = add
    compute = result

    def sync(self) -> None:
        """Take in what the other processes of torch.distributed hold, instead of what the last sync brought.

        Every process must call it. Without torch.distributed, or before it is initialised, nothing happens.
        """
        torch = sys.modules.get("torch")
        distributed = getattr(torch, "distributed", None)
        if distributed is None or not distributed.is_available() or not distributed.is_initialized():
            return
        rank, states = distributed.get_rank(), [None] * distributed.get_world_size()
        distributed.all_gather_object(states, self._own)
        self._others = RunningState()
        for place, state in enumerate(states):
            if place != rank and isinstance(state, RunningState):
                self._others.merge(state)


def _names_columns(value: object) -> bool:
    """Say whether a role is named, by one column or one for each class."""
    listed = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else [value]
    return all(isinstance(name, str) for name in listed)
