"""validate: a model and data in; how well the model does on cases it has not seen, with an interval, out."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from assay.counting import progress as progress_bar
from assay.errors import samples as sample_errors
from assay.errors import schemes as errors
from assay.metrics.cards import Card
from assay.pipelines.fold_geometry import plain, tested_once
from assay.pipelines.fold_judge import Judge
from assay.pipelines.searches import Search, read_searches
from assay.pipelines.validation_groups import refuse_one_group
from assay.pipelines.validation_inputs import read_problem
from assay.pipelines.validation_metrics import asked_cards, check_metrics, choosing_card
from assay.pipelines.validation_problem import MOST_FITS, Problem
from assay.pipelines.validation_results import Outline, assemble
from assay.pipelines.validation_runs import Plan, arranged, identity
from assay.pipelines.validation_slices import check_sliceable
from assay.results.validation import Validation
from assay.schemes.nested import Nested
from assay.schemes.scheme import Split
from assay.stats.checks import check_level
from assay.stats.doors import checked
from assay.stats.samples import check_choice
from assay.tasks.requests import Metric
from assay.validation.fits import Outcome
from assay.validation.running import Runner, opened

Announce = Callable[[str, int, bool], bool]
"""Told the scheme, the number of fits, and whether these are very many; returns whether to go on then."""


@checked()
def validate(
    model: object,
    X: object,  # noqa: N803
    y: object,
    *,
    scheme: object = None,
    strata: object = None,
    group: object = None,
    weight: object = None,
    by: object = None,
    costs: object = None,
    task: str | None = None,
    missing: str = "error",
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

    Parameters
    ----------
    model : object or mapping
        Anything with fit and predict, or {name: model}: several models are compared on the same parts.
    X, y : array-like
        What the model learns from (2-D array, pandas or polars frame, sparse matrix), and what it is to predict.
    scheme : str, Scheme, scikit-learn splitter or list of (train, test)
        How to split: "stratified 10-fold", "holdout 1/3", "bootstrap 200 .632+", "nested 10-fold / 5-fold" ... If left
        out, shuffled 10-fold, stratified for classifiers; 10 repetitions of it for several models.
    strata, group : array-like
        Keep the shares of the strata in every part; keep cases of one group together, and judge them as one unit.
    weight : array-like
        How much each case counts: in fit, where the model (or the last step of a pipeline) takes sample_weight, and in
        every metric. A note names the models that were fitted without it.
    by : array-like, column of X, list or mapping
        What to cut the tested cases by: `result.slices` judges every slice of them, as in evaluate.
    costs : mapping or matrix
        What each kind of mistake costs, as in evaluate: adds the expected cost.
    task : {"binary", "multiclass", "multilabel", "regression"}
        What kind of judging it is; inferred from the models and y if left out.
    missing : {"error", "drop"}
        What happens to cases without y, weight, group or strata. "drop" leaves them out, and cases with gaps in X too
        where one of the models declares that it takes none; a note counts them.
    metrics : str, callable or list of them
        Metrics by name, or your own loss L(truth, prediction); "all" for every fitting one, the usual ones if left out.
    search, candidates, select : mapping, int, str
        Of a nested scheme: the settings to choose from (a grid, or distributions with a number of draws; the space of a
        GridSearchCV handed over as the model if left out), and the metric to choose by.
    positive : object
        The label that counts as positive.
    checkpoint : path
        Keep finished fits in this file: a killed run goes on where it stopped.
    on_error : {"raise", "skip"}
        Whether a fit that fails ends the run or is left out; `fits` and `succeeded` of the result count both.
    allow_many_fits : bool
        Run more than 100,000 fits.
    progress, announce : bool, callable
        Show a progress bar; be told the scheme and the number of fits before the first one.
    level, seed : float, int
        The confidence level; the seed of parts and of every `random_state` left open.

    Returns
    -------
    Validation
        Scores per fold, their mean with an interval that knows that folds share training cases, the pooled estimate,
        the predictions, and every pair of models compared.

    Raises
    ------
    InputError
        Where something cannot be used as it is; the message says what to do instead.
    FitError
        Where a model fails, with its fold and settings.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> result = validate(KNeighborsClassifier(), *load_iris(return_X_y=True), metrics="accuracy")
    >>> result.scheme, result.fits, round(result["accuracy"].mean.value, 3)
    ('stratified 10-fold', 10, 0.953)

    See Also
    --------
    evaluate : judge predictions that exist already.
    learning_curve, complexity_curve : whether more data, or another setting, would help.
    assay.schemes : the ways to split, and what they cost.
    """
    check_level(level)
    check_choice("on_error", on_error, ("raise", "skip"))
    problem = read_problem(model, X, y, scheme, strata=strata, group=group, weight=weight, by=by, task=task,
                           missing=missing, positive=positive, seed=seed)  # fmt: skip
    searches = read_searches(problem.models, problem.scheme, search, candidates, select, problem.seed)
    cards = asked_cards(metrics, problem, costs)
    chooser = choosing_card(select, cards, problem.task, costs)
    check_metrics(problem, cards, level)
    check_metrics(problem, (chooser,) if searches else None, level)
    splits, fits = _cost(problem, searches, allow_many_fits, announce)
    judge = Judge(problem.task, (chooser,), level, problem.seed)
    plan = Plan(problem, searches, partial(_selection, problem, chooser), judge, chooser.better, splits=splits)
    learners = {name: searches[name].model if name in searches else learner for name, learner in problem.models.items()}
    whose = partial(identity, problem, learners, splits, searches, chooser.name if searches else "validate")
    with opened(checkpoint, whose) as kept, progress_bar.progress(str(problem.scheme), fits, progress) as advance:
        cases = problem.features.values, problem.target, problem.weight
        runs = plan.run(Runner(learners, *cases, on_error=on_error, checkpoint=kept, advance=advance))
    outline = Outline(cards, metrics is not None, searches, chooser, fits, level, missing, costs)
    return assemble(problem, runs, outline, X)


def _cost(
    problem: Problem, searches: Mapping[str, Search], allow_many_fits: bool, announce: Announce | None
) -> tuple[list[Split], int]:
    """Return the parts and how many fits there will be, or refuse more than anybody means to ask for."""
    scheme = str(problem.scheme)
    settings = {name: len(searches[name].candidates) if name in searches else 1 for name in problem.models}
    total = sum(problem.fits(count) for count in settings.values())
    if total > MOST_FITS and not allow_many_fits and not _told(announce, scheme, total, True):
        raise errors.too_many_fits(scheme, total, MOST_FITS)
    splits = problem.splits()
    refuse_one_group(problem, splits)
    check_sliceable(problem.slicing, scheme, tested_once(plain(problem.scheme), splits))
    if isinstance(problem.scheme, Nested):
        inner = problem.inner_fits(problem.scheme, splits)
        total = sum(count * inner + len(splits) for count in settings.values())
    if total <= MOST_FITS:
        _told(announce, scheme, total, False)
    return splits, total


def _told(announce: Announce | None, scheme: str, total: int, many: bool) -> bool:
    """Tell whoever wants to know what the fits will be; return whether to go on where they are very many."""
    try:
        return announce is not None and bool(announce(scheme, total, many))
    except TypeError as problem:
        wanted = f"It fails ({problem}). A function of the scheme, the number of fits, and whether they are very many,"
        raise sample_errors.bad_number("announce", announce, wanted) from problem


def _selection(problem: Problem, card: Card, judge: Judge, split: Split, outcome: Outcome) -> float:
    """Return what one inner fit scored in the metric that settings are chosen by."""
    if outcome.failed is not None:
        return float("nan")
    truth, weight = problem.target[split.test], problem.weights(split.test)
    return judge.values(truth, outcome.prediction, arranged(outcome, judge), weight)[card.name]
