"""validate: a model and data in; how well the model does on cases it has not seen, with an interval, out."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from assay._version import __version__
from assay.counting import progress as progress_bar
from assay.errors import InputError
from assay.errors import estimators as errors
from assay.errors import schemes as scheme_errors
from assay.inputs.tasks import Classes
from assay.metrics.cards import Card, aliases
from assay.metrics.find import find
from assay.pipelines.fold_estimates import ModelScores, gather
from assay.pipelines.fold_geometry import Geometry, plain
from assay.pipelines.fold_judge import Judge
from assay.pipelines.fold_pairs import compare_on_folds
from assay.pipelines.searches import Search, read_search
from assay.pipelines.validation_notes import targets_of, validation_notes
from assay.pipelines.validation_problem import MOST_FITS, Problem, read_problem
from assay.pipelines.validation_runs import Plan, Run, arranged
from assay.results.evaluation import Choices, Evaluation
from assay.results.validation import ModelValidation, OutOfFold, Validation
from assay.schemes.leaving import LeavePairOut
from assay.schemes.nested import Nested
from assay.schemes.scheme import Scheme, Split
from assay.schemes.text import parse_scheme
from assay.stats.checks import check_level
from assay.stats.samples import check_choice
from assay.tasks.requests import EVERYTHING, Metric, check_seed, parse_metrics
from assay.validation.checkpoints import fingerprint
from assay.validation.fits import Outcome
from assay.validation.running import Runner, opened

LABELS = ("accuracy", "f1", "roc_auc", "average_precision", "log_loss")
CLASSES = ("accuracy", "f1_macro", "roc_auc_macro", "log_loss")
LABEL_SETS = ("subset_accuracy", "f1_macro", "f1_micro", "hamming_loss")
AMOUNTS = ("mae", "rmse", "r2")

Announce = Callable[[str, int, bool], bool]
"""Told the scheme, the number of fits, and whether these are very many; returns whether to go on then."""


def validate(
    model: object,
    X: object,  # noqa: N803
    y: object,
    *,
    scheme: object = None,
    strata: object = None,
    group: object = None,
    metrics: Metric | Sequence[Metric] | None = None,
    search: object = None,
    candidates: int | None = None,
    select: str | None = None,
    positive: object = None,
    checkpoint: str | os.PathLike[str] | None = None,
    on_error: str = "raise",
    allow_many_fits: bool = False,
    progress: bool | None = None,
    announce: Announce | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> Validation:
    """Fit a model on parts of the data, judge it on the others, and say how far the result can be trusted.

    `model` is any object with fit and predict, or {name: model}: several are compared on the same folds. `scheme` is
    text such as "stratified 10-fold", "holdout 1/3", "bootstrap 200 .632+" or "nested 10-fold / 5-fold", a value of
    `assay.schemes`, or a scikit-learn splitter. Shuffled 10-fold, stratified for classifiers, is the default, and 10
    repetitions of it for several models. A nested scheme chooses among the settings of `search` (a grid, distributions
    with `candidates` draws, or the space of a GridSearchCV handed over as the model) by the metric `select`.

    `announce` is told the number of fits before the first one; more than 100,000 need its agreement, or
    `allow_many_fits`.
    Fits run where joblib's `parallel_config` puts them. With `checkpoint` a killed run goes on where it stopped.
    `random_state` settings left open are set from `seed`, so that the result does not depend on the workers.

    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> found = validate(KNeighborsClassifier(), *load_iris(return_X_y=True), metrics="accuracy")
    >>> found.scheme, found.fits, round(found["accuracy"].mean.value, 3)
    ('stratified 10-fold', 10, 0.953)
    """
    check_level(level)
    check_choice("on_error", on_error, ("raise", "skip"))
    asked = parse_metrics(metrics)
    seed = check_seed(seed)
    problem = read_problem(model, X, y, scheme, strata, group, positive, seed)
    searches = _searches(problem, search, candidates, select, seed)
    cards = _asked_cards(asked, metrics, problem)
    chooser = find(select) if select is not None else _first(cards, problem.task)
    check_metrics(problem, cards, level, seed)
    check_metrics(problem, (chooser,) if searches else None, level, seed)
    splits, fits = _cost(problem, searches, allow_many_fits, announce)
    plan = Plan(
        problem=problem,
        searches=searches,
        select=partial(_selection, problem, chooser),
        judge=Judge(problem.task, (chooser,), level, seed),
        better=chooser.better,
        splits=splits,
    )
    learners = {name: searches[name].model if name in searches else one for name, one in problem.models.items()}
    whose = partial(identity, problem, learners, splits, searches, chooser.name if searches else "validate")
    with opened(checkpoint, whose) as kept, progress_bar.progress(str(problem.scheme), fits, progress) as advance:
        data = problem.features.values, problem.target
        runs = plan.run(Runner(learners, *data, on_error=on_error, checkpoint=kept, advance=advance))
    return _assemble(problem, runs, cards, fits, searches, chooser, metrics is not None, level, seed)


def _searches(
    problem: Problem, search: object, candidates: int | None, select: str | None, seed: int
) -> dict[str, Search]:
    """Return what is searched for each model; only a nested scheme searches."""
    if not isinstance(problem.scheme, Nested):
        for name, given in (("search", search), ("candidates", candidates), ("select", select)):
            if given is not None:
                raise errors.search_without_nesting(name, str(problem.scheme), _nested(problem.scheme))
        return {}
    by_model = isinstance(search, Mapping) and len(problem.models) > 1 and set(search) <= set(problem.models)
    found = {}
    for name, model in problem.models.items():
        own = search.get(name) if by_model and isinstance(search, Mapping) else search
        one = read_search(name, model, own, candidates, seed)
        if one is None and len(problem.models) == 1:
            raise errors.nothing_to_search(str(problem.scheme))
        found[name] = one or Search(model, ({},))
    return found


def _nested(scheme: Scheme) -> str:
    """Return the scheme as the outer one of a nested scheme, in its text form; ten folds where that cannot be."""
    text = f"nested {scheme} / 5-fold"
    try:
        return str(parse_scheme(text))
    except InputError:
        return "nested 10-fold / 5-fold"


def _cost(
    problem: Problem, searches: Mapping[str, Search], allow_many_fits: bool, announce: Announce | None
) -> tuple[list[Split], int]:
    """Return the parts and how many fits there will be, or refuse more than anybody means to ask for."""
    settings = {name: len(searches[name].candidates) if name in searches else 1 for name in problem.models}
    total = sum(problem.fits(count) for count in settings.values())
    if (
        total > MOST_FITS
        and not allow_many_fits
        and not (announce is not None and announce(str(problem.scheme), total, True))
    ):
        raise scheme_errors.too_many_fits(str(problem.scheme), total, MOST_FITS)
    splits = problem.splits()
    if isinstance(problem.scheme, Nested):
        inner = problem.inner_fits(problem.scheme, splits)
        total = sum(count * inner + len(splits) for count in settings.values())
    if announce is not None and total <= MOST_FITS:
        announce(str(problem.scheme), total, False)
    return splits, total


def _asked_cards(asked: tuple[Card, ...] | None, metrics: object, problem: Problem) -> tuple[Card, ...] | None:
    """Return the metrics asked for; None leaves the choice to what the models answer, () means every one."""
    if isinstance(problem.scheme, LeavePairOut):
        if asked is not None and [card.name for card in asked] != ["roc_auc"]:
            raise scheme_errors.pairs_only_for_area([card.name for card in asked])
        return (find("roc_auc"),)
    everything = metrics == EVERYTHING or (not isinstance(metrics, str) and asked is None and metrics is not None)
    return () if everything else asked


def check_metrics(problem: Problem, cards: tuple[Card, ...] | None, level: float, seed: int) -> None:
    """Refuse metrics that do not fit the task before the first fit, by judging the truth against itself."""
    if cards:
        Judge(problem.task, cards, level, seed).evaluate(problem.target, problem.target, None)


def _first(cards: tuple[Card, ...] | None, task: Classes) -> Card:
    """Return the metric that settings are chosen by unless another is named."""
    return cards[0] if cards else find({"regression": "mae", "multilabel": "f1_macro"}.get(task.name, "accuracy"))


def _selection(problem: Problem, card: Card, judge: Judge, split: Split, outcome: Outcome) -> float:
    """Return what one inner fit scored in the metric that settings are chosen by."""
    if outcome.failed is not None:
        return float("nan")
    return judge.values(problem.target[split.test], outcome.prediction, arranged(outcome, judge))[card.name]


def identity(
    problem: Problem,
    learners: Mapping[str, Any],
    splits: Sequence[Split],
    searches: Mapping[str, Search],
    purpose: str,
) -> dict[str, str]:
    """Say what a checkpoint belongs to."""
    settings = {name: [dict(one) for one in search.candidates] for name, search in searches.items()}
    return {
        "data set": fingerprint((problem.features.values, problem.target, problem.strata, problem.group)),
        "model": fingerprint(dict(learners)),
        "scheme": f"{problem.scheme}, {fingerprint((settings, purpose, [(one.train, one.test) for one in splits]))}",
        "seed": str(problem.seed),
    }


def _default_cards(problem: Problem, runs: Mapping[str, Run]) -> tuple[Card, ...]:
    """Return the usual metrics that at least one of the models can be judged by."""
    if problem.task.name == "regression":
        return tuple(find(name) for name in AMOUNTS)
    if problem.task.name == "multilabel":
        return tuple(find(name) for name in LABEL_SETS)
    kinds = {one.score_kind for run in runs.values() for one in run.outcomes}
    names = LABELS if problem.task.positive is not None else CLASSES
    unfit = set() if "probability" in kinds else {"log_loss"}
    if not kinds - {None}:
        unfit |= {"roc_auc", "roc_auc_macro", "average_precision"}
    return tuple(find(name) for name in names if name not in unfit)


def _every_card(judge: Judge, found: Mapping[str, OutOfFold]) -> tuple[Card, ...]:
    """Return all metrics of the task that need no parameter and that at least one model can be judged by."""
    firsts = [part.first() for part in found.values()]
    names = [judge.evaluate(one.truth, one.prediction, one.score, everything=True) for one in firsts]
    longest = max(names, key=len)
    return tuple(find(name) for name in longest)


def _assemble(
    problem: Problem,
    runs: Mapping[str, Run],
    cards: tuple[Card, ...] | None,
    fits: int,
    searches: Mapping[str, Search],
    chooser: Card,
    asked: bool,
    level: float,
    seed: int,
) -> Validation:
    for name, run in runs.items():
        if len(run.failed) == len(run.outcomes):
            raise errors.every_fit_failed(name, len(run.outcomes), next(iter(run.failed.values())))
    judge = Judge(problem.task, cards or _default_cards(problem, runs), level, seed)
    found = {name: gather(problem, judge, run) for name, run in runs.items()}
    if cards == ():
        judge = Judge(problem.task, _every_card(judge, found), level, seed)
    first = next(iter(runs.values()))
    geometry = Geometry.of(problem, first)
    targets = targets_of(problem, geometry, first)
    models = {
        name: ModelValidation(
            name=name,
            metrics=ModelScores(problem, judge, run, found[name], targets).scores(),
            predictions=found[name],
            aliases=aliases(),
            chosen=run.chosen or tuple(dict(one.chosen) for one in run.outcomes if one.chosen),
            seconds=tuple(one.seconds for one in run.outcomes),
            failed=run.failed,
            inner=run.inner,
            build_evaluation=partial(_whole_evaluation, judge, found[name], geometry),
        )
        for name, run in runs.items()
    }
    return Validation(
        scheme=str(problem.scheme),
        fits=fits,
        n=problem.n,
        task=problem.task.name,
        reason=problem.task.reason,
        models=models,
        choices=Choices(level, seed, "in memory", None, __version__, asked=asked),
        target=targets[0],
        pairs=compare_on_folds(judge, models, geometry, plain(problem.scheme)),
        notes=tuple(validation_notes(problem, runs, models, searches)),
        train_size=len(first.splits[0].train),
        test_size=len(first.splits[0].test),
        repeats=geometry.repeats,
        fold_count=geometry.folds,
        selected_by=chooser.name if searches else None,
    )


def _whole_evaluation(judge: Judge, found: OutOfFold, geometry: Geometry) -> Evaluation | None:
    """Judge the test predictions of the first repetition by every metric, where each case stands there once."""
    if not geometry.once:
        return None
    one = found.first()
    return judge.evaluate(one.truth, one.prediction, one.score, everything=True)
