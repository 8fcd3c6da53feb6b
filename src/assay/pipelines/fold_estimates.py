"""From the outcomes of a model's fits to its scores: per fold, their mean, pooled, and on the training cases."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from assay.intervals.fold_means import mean_over_folds
from assay.intervals.scales import logit_t
from assay.metrics.cards import Card
from assay.metrics.families import MeanLoss, OwnLoss
from assay.pipelines.fold_geometry import Geometry, plain
from assay.pipelines.fold_judge import Judge
from assay.pipelines.validation_groups import judge_tested
from assay.pipelines.validation_problem import Problem
from assay.pipelines.validation_runs import Run, arranged
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.results.out_of_fold import OutOfFold
from assay.results.validation import FoldScores
from assay.schemes.leaving import LeavePairOut
from assay.schemes.scheme import Scheme
from assay.stats.auc import newcombe_auc
from assay.stats.bootstrap_error import bootstrap_632, bootstrap_632_plus
from assay.stats.streams import Stream

MOST_PAIRINGS = 1_000_000
"""Pairings of a truth with a prediction: enough for three digits of what blind guessing scores, in about a second."""
NO_SCORES = "the model gives no scores"
FEWEST_TESTED = 3
"""Test parts of fewer cases give a metric that is not a mean over cases hardly any values to take."""
NO_POOLED_INTERVAL = "cases were tested several times over, so that their number says nothing of how sure this is"


def mean_over_cases(card: Card) -> bool:
    """Say whether a metric is a mean over cases, so that parts of any size can be averaged."""
    of_labels = card.share_of == "cases" or card.name in ("subset_accuracy", "hamming_loss")
    return of_labels or card.loss is not None or card.mean_of is not None or isinstance(card.family, MeanLoss | OwnLoss)


def gather(problem: Problem, judge: Judge, run: Run) -> OutOfFold:
    """Return all test predictions of a run, one row each."""
    kept = [(split, outcome) for split, outcome in run.fits() if outcome.failed is None]
    cases = np.concatenate([split.test for split, _ in kept])
    scores = [arranged(outcome, judge) for _, outcome in kept]
    complete = bool(scores) and all(score is not None for score in scores)
    return OutOfFold(
        case=problem.rows[cases],
        repeat=np.concatenate([np.full(len(split.test), split.repeat) for split, _ in kept]),
        fold=np.concatenate([np.full(len(split.test), split.fold) for split, _ in kept]),
        truth=problem.target[cases],
        prediction=np.concatenate([outcome.prediction for _, outcome in kept]),
        score=np.concatenate(scores) if complete else None,
        score_labels=judge.task.labels if complete and np.ndim(scores[0]) == 2 else (),
        weight=problem.weights(cases),
        group=None if problem.group is None else problem.group[cases],
        group_name=problem.group_name,
    )


def fold_values(problem: Problem, judge: Judge, run: Run) -> dict[str, np.ndarray]:
    """Return every metric's value in every fold; nan for fits that failed."""
    if isinstance(problem.scheme, LeavePairOut):
        return {"roc_auc": _pair_orders(problem, judge, run)}
    nothing = {card.name: math.nan for card in judge.cards}
    rows = []
    for split, outcome in run.fits():
        answers = problem.target[split.test], outcome.prediction, arranged(outcome, judge), problem.weights(split.test)
        rows.append(nothing if outcome.failed is not None else judge.values(*answers))
    return {card.name: np.array([row[card.name] for row in rows]) for card in judge.cards}


def _pair_orders(problem: Problem, judge: Judge, run: Run) -> np.ndarray:
    """Return 1 for every pair in the right order, 1/2 for ties, 0 otherwise."""
    orders = []
    for split, outcome in run.fits():
        score = None if outcome.failed is not None else arranged(outcome, judge)
        if score is None:
            orders.append(math.nan)
            continue
        first, second = score if problem.target[split.test[0]] == judge.positive else score[::-1]
        orders.append((1 + np.sign(first - second)) / 2)
    return np.array(orders)


def training_values(problem: Problem, judge: Judge, run: Run) -> dict[str, float]:
    """Return every metric on training cases, averaged over the fits that predicted them."""
    if run.whole is not None and run.whole.failed is None:
        whole = run.whole
        return judge.values(problem.target, whole.prediction, arranged(whole, judge), problem.weight)
    rows = []
    for split, outcome in run.fits():
        if outcome.failed is None and outcome.train_prediction is not None:
            seen, score = np.unique(split.train), arranged(outcome, judge, training=True)
            rows.append(judge.values(problem.target[seen], outcome.train_prediction, score, problem.weights(seen)))
    return {card.name: float(np.mean([row[card.name] for row in rows])) if rows else math.nan for card in judge.cards}


def pooled_estimates(judge: Judge, predictions: OutOfFold, geometry: Geometry, note: str) -> dict[str, Estimate]:
    """Return every metric of all test predictions together; repetitions are averaged, ends and all."""
    if not geometry.once:
        values = judge.values(*predictions.judged)
        nothing = math.nan, math.nan, judge.level, "none", len(np.unique(predictions.case)), NO_POOLED_INTERVAL
        return {card.name: Estimate(values[card.name], *nothing) for card in judge.cards}
    repeats = np.unique(predictions.repeat).tolist()
    evaluations = [judge_tested(judge, predictions.of_repeat(repeat)) for repeat in repeats]
    return {card.name: _averaged([ev[card.name] for ev in evaluations], note) for card in judge.cards}


def _averaged(estimates: list[Estimate], note: str) -> Estimate:
    """Return the mean of estimates over repetitions, ends and all."""
    ends = [(estimate.value, estimate.low, estimate.high) for estimate in estimates]
    value, low, high = np.mean(ends, axis=0).tolist()
    first = estimates[0]
    return Estimate(value, low, high, first.level, first.method, first.n, note if first.defined else first.note)


def chance_values(problem: Problem, judge: Judge, run: Run) -> dict[str, float]:
    """Return every metric where predictions have nothing to do with the truth: each truth with each prediction.

    With many cases some of the pairings, drawn at random, stand for all.
    """
    whole = run.whole
    if whole is None or whole.failed is not None:
        return {card.name: math.nan for card in judge.cards}
    n = problem.n
    score = arranged(whole, judge)
    shifts = np.arange(n)
    most = max(MOST_PAIRINGS // n, 1)
    if n > most:
        shifts = Stream.LEFT_OUT_CASES.run(judge.seed).choice(n, most, replace=False)
    truth = np.concatenate([np.arange(n)] * len(shifts))
    answer = np.concatenate([np.roll(np.arange(n), shift) for shift in shifts])
    weight = None if problem.weight is None else problem.weight[truth] * problem.weight[answer]
    scores = None if score is None else score[answer]
    return judge.values(problem.target[truth], whole.prediction[answer], scores, weight)


@dataclass(frozen=True, eq=False)
class ModelScores:
    """Assembles the scores of one model: everything is computed once, then put together metric by metric."""

    problem: Problem
    judge: Judge
    run: Run
    predictions: OutOfFold
    targets: tuple[str, str]

    def scores(self) -> dict[str, FoldScores]:
        """Return every metric's scores."""
        return {
            card.name: FoldScores(
                name=card.name,
                label=card.label,
                better=card.better,
                folds=tuple(float(value) for value in self.values[card.name]),
                mean=self._mean(card),
                pooled=self._pooled(card),
                resubstitution=self.training[card.name],
                more=self._more(card),
            )
            for card in self.judge.cards
        }

    @cached_property
    def scheme(self) -> Scheme:
        """The scheme that tests."""
        return plain(self.problem.scheme)

    @cached_property
    def geometry(self) -> Geometry:
        """What is known of the parts."""
        return Geometry.of(self.problem, self.run)

    @cached_property
    def values(self) -> dict[str, np.ndarray]:
        """Every metric in every fold."""
        return fold_values(self.problem, self.judge, self.run)

    @cached_property
    def training(self) -> dict[str, float]:
        """Every metric on training cases."""
        return training_values(self.problem, self.judge, self.run)

    @cached_property
    def pooled(self) -> dict[str, Estimate]:
        """Every metric of all test predictions together."""
        return pooled_estimates(self.judge, self.predictions, self.geometry, self.targets[1])

    @cached_property
    def chance(self) -> dict[str, float]:
        """Every metric where predictions have nothing to do with the truth."""
        return chance_values(self.problem, self.judge, self.run)

    @cached_property
    def one_part(self) -> Evaluation:
        """The first repetition's test predictions, judged by the usual road."""
        return judge_tested(self.judge, self.predictions.first())

    def _kept(self, card: Card) -> np.ndarray:
        """Return the folds whose fits did not fail."""
        return np.delete(self.values[card.name], list(self.run.failed))

    def _mean(self, card: Card) -> Estimate:
        note = self.targets[0]
        if isinstance(self.scheme, LeavePairOut):
            return area_of_pairs(self._kept(card), self.run, self.judge.level, note)
        if self.scheme.one_look:
            only = self._pooled(card)
            return replace(only, note=note if only.defined else only.note)
        kept, geometry = self._kept(card), self.geometry
        refused = self._refusal(card)
        if refused is not None:
            return Estimate(math.nan, *card.bounds, self.judge.level, "none", len(kept), refused)
        more = self._more(card)
        centre = more.get("point632_plus" if getattr(self.scheme, "estimator", "") == ".632+" else "point632")
        parts = geometry.parts if geometry.parts is None else min(geometry.parts, len(kept))
        mean = mean_over_folds(card, kept, geometry.test_ratio, parts, self.judge.level, note, centre)
        return self._widened(card, mean, kept)

    def _refusal(self, card: Card) -> str | None:
        """Say why a metric has no mean over folds, whatever the folds hold."""
        if self._scoreless(card):
            return NO_SCORES
        if self.run.whole is not None and self.run.whole.failed is not None:
            return f"the fit on all cases failed ({self.run.whole.failed})"
        largest = max(len(split.test) for split in self.run.splits)
        if largest < FEWEST_TESTED and not mean_over_cases(card):
            return f"parts of {largest} case{'s' if largest > 1 else ''} are too small for it; see the pooled estimate"
        if largest < FEWEST_TESTED and self.problem.weight is not None:
            return "a mean over such small parts would lose the weights of their cases; see the pooled estimate"
        return None

    def _scoreless(self, card: Card) -> bool:
        return self.predictions.score is None and not self.judge.regression and not (card.of_labels or card.own_loss)

    def _widened(self, card: Card, mean: Estimate, kept: np.ndarray) -> Estimate:
        """Give the interval of one repetition where all folds score the same and have no spread to judge by."""
        if not mean.defined or len(kept) < 2 or float(np.ptp(kept)) > 0:
            return mean
        alone = self.one_part[card.name]
        if not alone.defined:
            return mean
        note = f"all folds score the same, so that the interval is that of one repetition's cases; {mean.note}"
        ends = min(alone.low, mean.value), max(alone.high, mean.value)
        return Estimate(mean.value, *ends, mean.level, alone.method, alone.n, note)

    def _pooled(self, card: Card) -> Estimate:
        if self._scoreless(card):
            return Estimate(math.nan, *card.bounds, self.judge.level, "none", len(self.predictions), NO_SCORES)
        if not isinstance(self.scheme, LeavePairOut):
            return self.pooled[card.name]
        mean = self._mean(card)
        return replace(mean, low=math.nan, high=math.nan, method="none", note=NO_POOLED_INTERVAL)

    def _more(self, card: Card) -> dict[str, float]:
        """Return what .632 and .632+ are made of."""
        kept = self._kept(card)
        if self.run.whole is None or self.run.whole.failed is not None or np.isnan(kept).any() or not len(kept):
            return {}
        out_of_bag, seen, blind = float(np.mean(kept)), self.training[card.name], self.chance[card.name]
        return {
            "out_of_bag": out_of_bag,
            "no_information": blind,
            "point632": bootstrap_632(seen, out_of_bag),
            "point632_plus": bootstrap_632_plus(seen, out_of_bag, blind),
        }


def area_of_pairs(orders: np.ndarray, run: Run, level: float, note: str) -> Estimate:
    """Return the area over left-out pairs, with DeLong's variance of what each case contributes, on the logit scale."""
    if np.isnan(orders).any() or run.failed:
        return Estimate(math.nan, 0.0, 1.0, level, "none", len(orders), "some pairs have no scores")
    table = orders.reshape(1 + max(split.repeat for split in run.splits), -1)
    area = float(orders.mean())
    few, many = sorted(table.shape)
    error = math.sqrt(sum(table.mean(axis=axis).var(ddof=1) / table.shape[1 - axis] for axis in (0, 1)))
    if error > 0 and 0 < area < 1:
        low, high, method = *logit_t(area, error, max(few - 1, 1), level), "logit-delong"
    else:
        low, high, method = *newcombe_auc(area, few, many, level=level), "newcombe"
    return Estimate(area, min(low, area), max(high, area), level, method, len(orders), note)
