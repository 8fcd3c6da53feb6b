"""Models validated: scores per fold, their mean with an honest interval, the pooled estimate, and the predictions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from assay.checks.words import text_of
from assay.errors import cases as case_errors
from assay.errors import metrics as metric_errors
from assay.errors import samples as errors
from assay.results.cases import BehindSeveral, CaseTable
from assay.results.comparison import Pair
from assay.results.estimate import Estimate
from assay.results.evaluation import Choices, Evaluation
from assay.results.found_pairs import found_pair
from assay.results.grouping import Grouping
from assay.results.metric_names import whole_name
from assay.results.no_slices import NoSlices
from assay.results.note import Note
from assay.results.numbers import cases
from assay.results.out_of_fold import OutOfFold
from assay.results.rendered import Rendered
from assay.results.slices import Slices

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class FoldScores:
    """One metric of one model: its value in every fold (nan where undefined or failed), and two estimates.

    `mean` is the mean over the folds with the corrected interval; `pooled` is the metric of all test predictions
    together. Both are equal for means over cases with folds of one size, and differ for areas, F1 or R².
    `resubstitution` is the value on the cases that trained the model: what it promises, not what it keeps.
    """

    name: str
    label: str
    better: str
    folds: tuple[float, ...]
    mean: Estimate
    pooled: Estimate
    resubstitution: float
    more: Mapping[str, float] = field(default_factory=dict)

    @property
    def sd(self) -> float:
        """How much the folds vary: their sample standard deviation (not a standard error)."""
        known = np.array([value for value in self.folds if value == value])
        return float(known.std(ddof=1)) if len(known) > 1 else float("nan")

    def to_dict(self) -> dict[str, object]:
        """Return the scores as JSON documents carry them."""
        return {
            "folds": list(self.folds),
            "mean": self.mean.to_dict(),
            "pooled": self.pooled.to_dict(),
            "sd": self.sd,
            "resubstitution": self.resubstitution,
            **self.more,
        }


@dataclass(frozen=True, eq=False, repr=False)
class ModelValidation(Mapping[str, FoldScores]):
    """One model: `["accuracy"].mean`, `.folds`, `.pooled`; its predictions; the settings each fold chose.

    `evaluation` is the whole judgement (every metric, curves, notes) of the test predictions of the first repetition.
    """

    name: str
    metrics: Mapping[str, FoldScores]
    predictions: OutOfFold
    aliases: Mapping[str, str]
    chosen: tuple[Mapping[str, object], ...] = ()
    seconds: tuple[float, ...] = ()
    failed: Mapping[int, str] = field(default_factory=dict)
    inner: tuple[Mapping[str, object], ...] = ()

    @property
    def evaluation(self) -> Evaluation | None:
        """Everything about the test predictions of the first repetition, as `evaluate` gives it."""
        return None

    @property
    def slices(self) -> Slices | NoSlices:
        """The slices that by= cut its test predictions into."""
        return NoSlices()

    @property
    def stability(self) -> Mapping[str, tuple[object, float]]:
        """The value chosen most often for each setting, and in which share of the folds."""
        usual: dict[str, tuple[object, float]] = {}
        kept = [settings for settings in self.chosen if settings]
        for name in dict.fromkeys(key for settings in kept for key in settings):
            counts = Counter(repr(settings.get(name)) for settings in kept)
            text, count = counts.most_common(1)[0]
            value = next(settings.get(name) for settings in kept if repr(settings.get(name)) == text)
            usual[name] = (value, count / len(kept))
        return usual

    def __getitem__(self, name: str) -> FoldScores:
        known = whole_name(name, self.metrics, self.aliases)
        if known not in self.metrics:
            raise metric_errors.not_here(name, list(self.metrics))
        return self.metrics[known]

    def __iter__(self) -> Iterator[str]:
        return iter(self.metrics)

    def __len__(self) -> int:
        return len(self.metrics)

    def __repr__(self) -> str:
        return f"<ModelValidation: {self.name}, {cases(len(self), 'metric')}>"


@dataclass(frozen=True)
class FoldPair(Pair):
    """Two models on one metric over the same folds."""

    metric: str = ""

    def to_dict(self) -> dict[str, object]:
        """Return the pair as JSON documents carry it."""
        return {"metric": self.metric, **super().to_dict()}


@dataclass(frozen=True, eq=False, repr=False)
class Validation(Rendered, Mapping[str, FoldScores | ModelValidation]):
    """Models validated by a scheme: `validation.models["knn"]["accuracy"].mean`.

    With one model, `validation["accuracy"]` is enough; with several, `validation["knn"]` is a model and `pairs` holds
    every comparison on the same folds. `target` says in words what the intervals are about. `fits` is how many fits
    were planned, `succeeded` how many of them did not fail. `grouping` says what groups did to the
    first model.
    """

    scheme: str
    fits: int
    n: int
    task: str
    reason: str
    models: Mapping[str, ModelValidation]
    choices: Choices
    target: str
    succeeded: int
    pairs: tuple[FoldPair, ...] = ()
    notes: tuple[Note, ...] = ()
    train_size: int = 0
    test_size: int = 0
    repeats: int = 1
    fold_count: int = 1
    selected_by: str | None = None
    source: str | None = None
    grouping: Grouping | None = None
    behind: BehindSeveral | None = None
    listed: CaseTable | None = None

    def __getstate__(self) -> dict[str, object]:
        """Store the validation without what its cases were."""
        return {**self.__dict__, "behind": None, "listed": None}

    @property
    def slices(self) -> Slices | NoSlices:
        """The slices that by= cut the tested cases into: of the only model, or of the first of several."""
        return self.only.slices

    def cases(self, n: int = 20) -> pl.DataFrame:
        """Return the tested cases that matter most, judged by fits that had not seen them.

        These are the mistakes of one model, or where several differ most; `case` is the row in X, `fold` its test part.

        Parameters
        ----------
        n : int
            How many cases to list, at most 1,000.

        Returns
        -------
        polars.DataFrame
            One row per case, with the columns of X where X has names.

        Raises
        ------
        InputError
            Where cases are tested several times over, or the result was loaded from a file.
        """
        if self.behind is None:
            raise case_errors.no_cases()
        return self.behind.worst(n)

    @property
    def level(self) -> float:
        """The confidence level of every interval here."""
        return self.choices.level

    @property
    def only(self) -> ModelValidation:
        """The model, where there is one."""
        return next(iter(self.models.values()))

    def __getitem__(self, name: str) -> FoldScores | ModelValidation:
        if name in self.models:
            return self.models[name]
        if len(self.models) == 1:
            return self.only[name]
        raise errors.unknown_model(name, list(self.models))

    def __iter__(self) -> Iterator[str]:
        return iter(self.only if len(self.models) == 1 else self.models)

    def __len__(self) -> int:
        return len(self.only) if len(self.models) == 1 else len(self.models)

    def pair(self, metric: str, a: str, b: str) -> FoldPair:
        """Return what was found about two models in one metric."""
        known = self.only.aliases.get(metric, metric) if isinstance(metric, str) else text_of(metric)
        if all(pair.metric != known for pair in self.pairs):
            raise metric_errors.not_here(known, list(dict.fromkeys(pair.metric for pair in self.pairs)))
        return found_pair((pair for pair in self.pairs if pair.metric == known), a, b, f" in {known}")

    def __repr__(self) -> str:
        return f"<Validation: {len(self.models)} models, {self.scheme}, {self.fits:,} fits, {self.n:,} cases>"
