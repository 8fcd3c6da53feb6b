"""What the intervals of a validation are about, and what a statistician at your shoulder would add."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import numpy as np

from assay.errors.tree import quote, quote_all
from assay.pipelines.fold_geometry import Geometry, plain
from assay.pipelines.searches import Search
from assay.pipelines.validation_problem import Problem
from assay.pipelines.validation_runs import Run
from assay.results.note import Note
from assay.results.validation import ModelValidation
from assay.schemes.bootstrap import Bootstrap
from assay.schemes.folds import KFold, TimeFolds
from assay.schemes.given import GivenSplits
from assay.schemes.leaving import LeavePairOut
from assay.schemes.nested import Nested
from assay.schemes.parts import Resubstitution
from assay.validation.estimators import weight_argument

FEW_FOLDS, FEW_CASES = 5, 50
"""Fewer folds train on visibly fewer cases than there are; fewer cases leave intervals of a share wider than 0.2."""
STABLE = 0.5
"""A setting chosen in at most half of the parts could as well have been another."""
MOST_NAMED, MOST_WARNINGS = 5, 3
"""How many classes, and how many different warnings, the notes name: more would bury the rest."""


def targets_of(problem: Problem, geometry: Geometry, run: Run) -> tuple[str, str]:
    """Say what the mean over folds estimates, and what the pooled estimate does."""
    scheme = plain(problem.scheme)
    size = round(float(np.mean([len(np.unique(split.train)) for split in run.splits])))
    if isinstance(scheme, Resubstitution):
        same = "how well the model reproduces the cases it was trained on, which says little of new ones"
        return same, same
    if scheme.one_look:
        this = f"the value of this one model, trained on {size:,} cases, on new cases"
        return this, this
    what = "this procedure, choice of settings included," if isinstance(problem.scheme, Nested) else "this procedure"
    trained = f"trained on about {size:,} cases"
    if isinstance(scheme, Bootstrap) and scheme.with_resubstitution:
        trained = f"trained on {problem.n:,} cases"
    mean = f"the expected value of {what} {trained}, not of your final model"
    pooled = (
        f"the average of the {len(run.splits) // geometry.repeats:,} models fitted here on new cases; "
        "as an interval for the procedure it is too narrow"
    )
    return mean, pooled


def validation_notes(
    problem: Problem,
    runs: Mapping[str, Run],
    models: Mapping[str, ModelValidation],
    searches: Mapping[str, Search],
) -> Iterator[Note]:
    """Yield what a reader should know before believing the numbers."""
    yield from problem.notes
    yield from _about_weights(problem)
    yield from _about_scheme(problem)
    yield from _about_given(problem, next(iter(runs.values())))
    yield from _about_cases(problem, runs)
    for name, run in runs.items():
        yield from _about_run(name, run)
    yield from _about_searches(models, searches)


def _about_weights(problem: Problem) -> Iterator[Note]:
    if problem.weight is None:
        return
    yield Note(
        "weighted",
        "Cases count by their weights in every fold and in the pooled estimate; the mean counts every fold once.",
    )
    without = [name for name, model in problem.models.items() if weight_argument(model) is None]
    if without:
        yield Note(
            "fitted-without-weights",
            f"{quote_all(without)} cannot take weights (fit has no sample_weight), so that only the metrics have them.",
        )
    if isinstance(plain(problem.scheme), LeavePairOut):
        yield Note("pairs-not-weighted", "Every pair counts once here: the area over left-out pairs is not weighted.")


def _about_scheme(problem: Problem) -> Iterator[Note]:
    scheme = plain(problem.scheme)
    if isinstance(scheme, Resubstitution):
        yield Note(
            "resubstitution", "The model was tested on the cases that trained it. Use another scheme to judge it."
        )
    elif problem.n < FEW_CASES:
        yield Note("few-cases", f"With only {problem.n} cases every estimate here is rough, the intervals included.")
    if isinstance(scheme, KFold) and scheme.folds < FEW_FOLDS:
        share = 1 - 1 / scheme.folds
        yield Note(
            "few-folds",
            f"With {scheme.folds} folds every model sees {share:.0%} of the cases, so the estimate is pessimistic; "
            "5 to 10 folds are usual.",
        )
    if isinstance(scheme, TimeFolds):
        yield Note("time", "Rows were taken in the order given, earliest first; later folds train on more cases.")
    if isinstance(scheme, LeavePairOut):
        yield Note("pairs", "The interval holds for models like these; how training sets vary is not in it.")


def _about_given(problem: Problem, run: Run) -> Iterator[Note]:
    if not isinstance(plain(problem.scheme), GivenSplits):
        return
    shared = sum(bool(len(np.intersect1d(split.train, split.test))) for split in run.splits)
    if shared:
        yield Note(
            "overlap",
            f"In {shared} of {len(run.splits)} given parts test cases are among the training cases: flattering.",
        )
    yield Note("given-splits", "The parts were given; nothing is known of how they were cut.")


def _about_cases(problem: Problem, runs: Mapping[str, Run]) -> Iterator[Note]:
    if problem.task.name == "multiclass" and len(problem.task.labels) == 2:
        yield Note(
            "no-positive",
            f"Neither of {quote_all(problem.task.labels)} was named as positive, so that metrics look at both; "
            "naming one (positive=) adds precision, recall and the rest.",
        )
    if problem.task.name in ("regression", "multilabel"):
        return
    run = next(iter(runs.values()))
    labels = np.unique(problem.target)
    lost = Counter(
        str(label) for split in run.splits for label in np.setdiff1d(labels, np.unique(problem.target[split.train]))
    )
    if lost:
        named = ", ".join(f"{quote(label)} ({count})" for label, count in lost.most_common(MOST_NAMED))
        yield Note("class-not-trained", f"Some training parts hold no case of a class: {named} parts.")


def _about_run(name: str, run: Run) -> Iterator[Note]:
    if run.failed:
        place, problem = next(iter(run.failed.items()))
        yield Note(
            "failed-fits",
            f"{len(run.failed)} of {len(run.outcomes)} fits of {quote(name)} failed and were left out; "
            f"the first, number {place + 1}, with {problem}.",
        )
    inner = run.choice
    if inner.failed:
        what = f"{len(inner.failed)} of {inner.fits} inner fits failed, the first with {inner.failed[0]}."
        yield Note("failed-inner", f"{quote(name)}: {what}")
    if run.whole is not None and run.whole.failed is not None:
        yield Note("failed-fits", f"The fit of {quote(name)} on all cases failed: {run.whole.failed}.")
    warned = Counter(text for outcome in run.outcomes for text in outcome.warned)
    for text, count in warned.most_common(MOST_WARNINGS):
        yield Note("warned", f"{count} of {len(run.outcomes)} fits of {quote(name)} warned: {text}.")


def _about_searches(models: Mapping[str, ModelValidation], searches: Mapping[str, Search]) -> Iterator[Note]:
    for name, search in searches.items():
        if search.unwrapped:
            yield Note(
                "search",
                f"{quote(name)} is a search: its settings were tried by the inner scheme, its own cv= was not used.",
            )
        for setting, (value, share) in models[name].stability.items():
            if share <= STABLE and len(models[name].chosen) > 2:
                yield Note(
                    "unstable-choice",
                    f"{quote(name)}: the most frequent choice of {setting} ({value!r}) was made in {share:.0%} of the "
                    "parts only, so the data do not settle it.",
                )
