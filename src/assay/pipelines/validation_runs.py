"""Every fit of a validation: plain, nested with a choice of settings inside, and one on all cases where asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from assay.errors import estimators as errors
from assay.pipelines.fold_judge import Judge
from assay.pipelines.searches import Search
from assay.pipelines.validation_problem import Problem
from assay.schemes.bootstrap import Bootstrap
from assay.schemes.nested import Nested
from assay.schemes.scheme import Split
from assay.validation.checkpoints import fingerprint
from assay.validation.fits import Fit, Outcome
from assay.validation.running import Runner

MOST_TRAINING = 10
"""In how many repetitions the training cases are predicted too: enough for the resubstitution error."""

Settings = Mapping[str, object]


@dataclass(frozen=True, eq=False)
class Choice:
    """The settings chosen in each outer part and why, how many inner fits that took, and which of them failed how."""

    settings: tuple[Settings, ...] = ()
    reasons: tuple[Mapping[str, object], ...] = ()
    fits: int = 0
    failed: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Run:
    """The outcomes of one model on all parts; `whole` is the fit on all cases, `choice` that of settings."""

    name: str
    splits: Sequence[Split]
    outcomes: Sequence[Outcome]
    whole: Outcome | None = None
    choice: Choice = Choice()

    def fits(self) -> Iterator[tuple[Split, Outcome]]:
        """Yield each part with the outcome of its fit."""
        return zip(self.splits, self.outcomes, strict=True)

    @property
    def failed(self) -> dict[int, str]:
        """The fits that raised, by place."""
        return {place: outcome.failed for place, outcome in enumerate(self.outcomes) if outcome.failed is not None}

    @property
    def failures(self) -> int:
        """How many fits failed, those that chose settings and the one on all cases included."""
        return len(self.failed) + len(self.choice.failed) + (self.whole is not None and self.whole.failed is not None)


@dataclass(frozen=True, eq=False)
class Plan:
    """All fits a validation asks for, and how to choose between settings."""

    problem: Problem
    searches: Mapping[str, Search]
    select: Callable[[Judge, Split, Outcome], float]
    judge: Judge
    better: str
    training: bool = True
    splits: Sequence[Split] = field(default_factory=list)

    def run(self, runner: Runner) -> dict[str, Run]:
        """Run everything; settings are chosen before the outer fits that use them."""
        names, scheme = list(self.problem.models), self.problem.scheme
        nested = isinstance(scheme, Nested)
        choices = {name: self._choose(runner, scheme, name) if nested else Choice() for name in names}
        outer = {name: self._outer(name, choices[name].settings) for name in names}
        whole = {name: self._whole(name) for name in names}
        listed = [fit for fits in (*outer.values(), *whole.values()) for fit in fits]
        outcomes = dict(zip((fit.key for fit in listed), runner.run(listed), strict=True))
        return {
            name: Run(
                name,
                self.splits,
                [outcomes[fit.key] for fit in outer[name]],
                outcomes[whole[name][0].key] if whole[name] else None,
                choices[name],
            )
            for name in names
        }

    def _outer(self, name: str, chosen: Sequence[Settings]) -> list[Fit]:
        last = {split.repeat: place for place, split in enumerate(self.splits)}
        predicted = set(list(last.values())[:MOST_TRAINING]) if self.training else set()
        return [
            Fit(
                key=f"{name} {place}",
                model=name,
                where=self._where(name, place, chosen[place] if chosen else {}),
                split=split,
                seed=(self.problem.seed, place),
                parameters=chosen[place] if chosen else {},
                training=place in predicted,
            )
            for place, split in enumerate(self.splits)
        ]

    def _whole(self, name: str) -> list[Fit]:
        scheme = self.problem.scheme
        if not (isinstance(scheme, Bootstrap) and scheme.with_resubstitution):
            return []
        every = np.arange(self.problem.n)
        where = f"The fit of {name!r} on all cases"
        return [Fit(f"{name} whole", name, where, Split(every, every), (self.problem.seed, len(self.splits)))]

    @cached_property
    def _shape(self) -> tuple[int, int]:
        """How many repetitions there are, and how many folds in each."""
        return 1 + max(split.repeat for split in self.splits), 1 + max(split.fold for split in self.splits)

    def _where(self, name: str, place: int, parameters: Mapping[str, object]) -> str:
        split = self.splits[place]
        repeats, folds = self._shape
        part = f"fold {split.fold + 1} of {folds}" if folds > 1 else "the fit"
        if repeats > 1:
            part = f"repetition {split.repeat + 1} of {repeats}" + (f", {part}" if folds > 1 else "")
        settings = _written(parameters)
        return f"{name!r}, {part}" + (f" ({settings})" if settings else "")

    def _choose(self, runner: Runner, scheme: Any, name: str) -> Choice:
        """Fit every setting on every inner part of every outer part, and take the best mean of each outer part."""
        candidates = self.searches[name].candidates
        fits: list[Fit] = []
        shape: list[int] = []
        for place, outer in enumerate(self.splits):
            parts = self.problem.inner_splits(scheme, outer, self.problem.seed)
            shape.append(len(parts))
            for number, setting in enumerate(candidates):
                fits += [
                    Fit(
                        key=f"{name} {place} inner {number} {inner}",
                        model=name,
                        where=f"{self._where(name, place, {})}, inner part {inner + 1} ({_written(setting)})",
                        split=part,
                        seed=(self.problem.seed, place, number, inner),
                        parameters=setting,
                    )
                    for inner, part in enumerate(parts)
                ]
        outcomes = runner.run(fits)
        values = iter(self.select(self.judge, fit.split, outcome) for fit, outcome in zip(fits, outcomes, strict=True))
        chosen: list[Settings] = []
        reasons: list[Mapping[str, object]] = []
        for count in shape:
            means = [float(np.mean([next(values) for _ in range(count)])) for _ in candidates]
            best = self._best(means, name)
            chosen.append(candidates[best])
            reasons.append({"chosen": dict(candidates[best]), "value": means[best], "candidates": means})
        failed = tuple(outcome.failed for outcome in outcomes if outcome.failed is not None)
        return Choice(tuple(chosen), tuple(reasons), len(fits), failed)

    def _best(self, means: list[float], name: str) -> int:
        sign = -1 if self.better == "lower" else 1
        ranked = [(sign * mean, -place) for place, mean in enumerate(means) if mean == mean]
        if not ranked:
            raise errors.nothing_to_choose(name)
        return -max(ranked)[1]


def identity(
    problem: Problem,
    learners: Mapping[str, Any],
    splits: Sequence[Split],
    searches: Mapping[str, Search],
    purpose: str,
) -> dict[str, str]:
    """Say what a checkpoint belongs to: other data, models, parts or seeds are another run."""
    cases = problem.features.values, problem.target, problem.strata, problem.group, problem.weight
    settings = {name: [dict(setting) for setting in search.candidates] for name, search in searches.items()}
    parts = [(split.train, split.test) for split in splits]
    return {
        "data set": fingerprint(cases),
        "model": fingerprint(dict(learners)),
        "scheme": f"{problem.scheme}, {fingerprint((settings, purpose, parts))}",
        "seed": str(problem.seed),
    }


def _written(settings: Settings) -> str:
    return ", ".join(f"{key}={value!r}" for key, value in settings.items())


def arranged(outcome: Outcome, judge: Judge, training: bool = False) -> Any:
    """Return scores as the judge reads them: the positive class's column, or one per class in the order of the labels.

    A class that a training part did not hold has no column; it gets probability 0, or the lowest decision.
    """
    score = outcome.train_score if training else outcome.score
    if score is None or judge.regression or judge.task.name == "multilabel":
        return None if judge.regression else score
    labels, classes = judge.task.labels, [] if outcome.classes is None else outcome.classes.tolist()
    positive = judge.task.positive
    if score.ndim == 1:
        if len(classes) != 2:
            return score if positive is not None else None
        score = np.stack([-score, score], axis=1)
    if not classes and score.shape[1] != len(labels):
        return None
    places = [classes.index(label) if label in classes else None for label in labels] if classes else range(len(labels))
    lowest = 0.0 if outcome.score_kind == "probability" else float(score.min())
    columns = [np.full(len(score), lowest) if place is None else score[:, place] for place in places]
    return columns[positive] if positive is not None else np.stack(columns, axis=1)
