"""From the runs of all models to the result of a validation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from assay._version import __version__
from assay.errors import estimators as errors
from assay.metrics.cards import Card, aliases
from assay.pipelines.cases_tested import CasesTested
from assay.pipelines.fold_estimates import ModelScores, gather
from assay.pipelines.fold_geometry import Geometry, plain
from assay.pipelines.fold_judge import Judge
from assay.pipelines.fold_pairs import compare_on_folds
from assay.pipelines.searches import Search
from assay.pipelines.validation_groups import grouping_of, judge_tested, several_groups
from assay.pipelines.validation_metrics import every_card, usual_cards, with_priced
from assay.pipelines.validation_notes import targets_of, validation_notes
from assay.pipelines.validation_problem import Problem
from assay.pipelines.validation_runs import Run
from assay.pipelines.validation_slices import Slicing
from assay.results.evaluation import Choices, Evaluation
from assay.results.no_slices import NoSlices
from assay.results.slices import Slices
from assay.results.validation import ModelValidation, Validation


@dataclass(frozen=True, eq=False)
class Outline:
    """What was asked of a validation besides its problem; `cards` is None for the usual metrics, () for every one."""

    cards: tuple[Card, ...] | None
    asked: bool
    searches: Mapping[str, Search]
    chooser: Card
    fits: int
    level: float
    missing: str
    costs: object = None


def assemble(problem: Problem, runs: Mapping[str, Run], outline: Outline, features: object) -> Validation:
    """Return the scores of every model with intervals, their comparison, and the notes."""
    for name, run in runs.items():
        if len(run.failed) == len(run.outcomes):
            raise errors.every_fit_failed(name, len(run.outcomes), next(iter(run.failed.values())))
    level, seed = outline.level, problem.seed
    cards = outline.cards or usual_cards(problem, runs)
    judge = Judge(problem.task, with_priced(cards, outline.costs, problem.task), level, seed, outline.costs)
    predictions = {name: gather(problem, judge, run) for name, run in runs.items()}
    if outline.cards == ():
        every = with_priced(every_card(judge, predictions), outline.costs, problem.task)
        judge = replace(judge, cards=every)
    first = next(iter(runs.values()))
    geometry = Geometry.of(problem, first)
    targets = targets_of(problem, geometry, first)
    scores = {name: ModelScores(problem, judge, run, predictions[name], targets) for name, run in runs.items()}
    models = {name: _model(judge, made, geometry, problem.slicing, outline.asked) for name, made in scores.items()}
    grouping, grouped = grouping_of(problem, next(iter(scores.values())).one_part if geometry.once else None)
    weighted = problem.weight is not None
    return Validation(
        scheme=str(problem.scheme),
        fits=outline.fits,
        n=problem.n,
        task=problem.task.name,
        reason=problem.task.reason,
        models=models,
        choices=Choices(
            level, seed, "in memory", None, __version__, asked=outline.asked, weighted=weighted, missing=outline.missing
        ),
        target=targets[0],
        succeeded=outline.fits - sum(run.failures for run in runs.values()),
        pairs=compare_on_folds(judge, models, geometry, plain(problem.scheme)),
        notes=(*grouped, *validation_notes(problem, runs, models, outline.searches)),
        train_size=len(first.splits[0].train),
        test_size=len(first.splits[0].test),
        repeats=geometry.repeats,
        fold_count=geometry.folds,
        selected_by=outline.chooser.name if outline.searches else None,
        grouping=grouping,
        behind=CasesTested(judge, str(problem.scheme), models, features),
    )


def _model(
    judge: Judge, made: ModelScores, geometry: Geometry, slicing: Slicing | None, asked: bool
) -> ModelValidation:
    run, predictions = made.run, made.predictions
    return JudgedModel(
        name=run.name,
        metrics=made.scores(),
        predictions=predictions,
        aliases=aliases(),
        chosen=run.choice.settings or tuple(dict(outcome.chosen) for outcome in run.outcomes if outcome.chosen),
        seconds=tuple(outcome.seconds for outcome in run.outcomes),
        failed=run.failed,
        inner=run.choice.reasons,
        judge=judge if geometry.once and several_groups(predictions.first()) else None,
        slicing=slicing,
        asked=asked,
    )


@dataclass(frozen=True, eq=False, repr=False)
class JudgedModel(ModelValidation):
    """A model whose test predictions can be judged as a whole, where each case stands there once."""

    judge: Judge | None = None
    slicing: Slicing | None = None
    asked: bool = False

    @cached_property
    def evaluation(self) -> Evaluation | None:
        """Every metric, curves and notes of the test predictions of the first repetition."""
        if self.judge is None:
            return None
        return judge_tested(self.judge, self.predictions.first(), everything=True, slicing=self.slicing)

    @property
    def slices(self) -> Slices | NoSlices:
        """The slices of its test predictions; without by= nothing is judged for them."""
        whole = None if self.slicing is None else self.evaluation
        if whole is None or isinstance(whole.slices, NoSlices):
            return NoSlices()
        named = tuple(name for name in self.metrics if name in whole.estimates) if self.asked else ()
        return replace(whole.slices, shown=named) if named else whole.slices
