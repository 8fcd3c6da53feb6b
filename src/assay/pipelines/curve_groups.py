"""Learning curves whose test cases belong together: bands that hold the groups of the test part too."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from assay.intervals.grouped import METHOD, Moves
from assay.intervals.scales import OpenScale
from assay.metrics.cards import Card
from assay.pipelines.fold_judge import Judge
from assay.pipelines.validation_problem import Problem
from assay.pipelines.validation_runs import arranged
from assay.results.estimate import Estimate
from assay.results.note import Note
from assay.schemes.scheme import Split
from assay.stats.arithmetic import Numbers
from assay.tasks.catalogue import choose
from assay.validation.fits import Outcome

OVER = "over training sets and over the groups of the test part"
UNKNOWN = "it is undefined without one of the groups of the test part"


@dataclass(frozen=True, eq=False)
class CurveGroups:
    """The test part of a curve, whose cases belong together."""

    problem: Problem
    judge: Judge
    test: Split
    groups: np.ndarray

    @classmethod
    def of(cls, problem: Problem, judge: Judge, test: Split) -> CurveGroups | None:
        """Return the groups of the test part; None where cases stand alone."""
        if problem.group is None or len(np.unique(problem.group[test.test])) == len(test.test):
            return None
        return cls(problem, judge, test, problem.group[test.test])

    @property
    def group(self) -> dict[str, np.ndarray]:
        """The group of every test case, under the name of the grouping."""
        return {self.problem.group_name: self.groups}

    def moves(self, outcome: Outcome) -> Moves | None:
        """Return how far the score of one fit moves when each group of test cases is left out."""
        if outcome.failed is not None:
            return None
        judge, truth = self.judge, self.problem.target[self.test.test]
        scores = None if judge.regression else judge.scores(arranged(outcome, judge))
        request = judge.request(truth, outcome.prediction, scores, None, judge.cards, group=self.group)
        chosen = choose(request)
        task, plan = chosen.task, chosen.task.plan(request, chosen.source, chosen.reason)
        cases = task.cases(chosen.source)
        evaluation = task.result(plan, plan.reducer.reduce(cases))
        ((units, sign),) = task.units(cases, request, evaluation)
        used, moved = task.moves(plan, cases, units, evaluation)
        name = judge.cards[0].name
        return Moves(used, moved[name], sign) if name in moved else None

    def band(self, card: Card, mean: Estimate, values: Numbers, outcomes: Sequence[Outcome]) -> Estimate:
        """Return the mean over training sets with an interval that holds the groups of test cases as well."""
        if not mean.defined or len(values) < 2:
            return mean
        each = [self.moves(outcome) for outcome in outcomes]
        moves = [part for part in each if part is not None]
        if len(moves) < len(each) or not all(np.isfinite(part.moves).all() for part in moves):
            return replace(mean, low=card.bounds[0], high=card.bounds[1], method="none", note=UNKNOWN)
        together = Moves(moves[0].units, np.mean([part.moves for part in moves], axis=0))
        of_training, of_test = float(np.var(values, ddof=1)) / len(values), together.variance
        if of_training + of_test <= 0:
            return mean
        degrees = satterthwaite((of_training, len(values) - 1), (of_test, together.units.effective - 1))
        ends = OpenScale(*card.bounds).interval(mean.value, math.sqrt(of_training + of_test), degrees, mean.level)
        low, high = (float(end) for end in np.clip(ends, *card.bounds))
        return replace(mean, low=low, high=high, method=METHOD, note=OVER)

    def note(self) -> Note:
        """Say what the bands hold."""
        return Note(
            "one-test-part",
            f"Error bars hold the training sets and the {len(np.unique(self.groups)):,} groups "
            f"({self.problem.group_name}) of the one test part on which all are judged. Training sets of every size "
            "hold cases of many groups.",
        )


def satterthwaite(*parts: tuple[float, float]) -> float:
    """Return the degrees of freedom of a sum of variances (Satterthwaite 1946).

    >>> round(satterthwaite((1.0, 9.0), (1.0, 9.0)), 9)
    18.0
    """
    total = sum(variance for variance, _ in parts)
    return max(total**2 / sum(variance**2 / max(degrees, 1.0) for variance, degrees in parts), 1.0)
