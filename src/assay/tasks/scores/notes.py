"""What a statistician at your shoulder would say about a set of scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from assay.comparisons.one_answer import ONE_ANSWER
from assay.curves.operating_points import best_metric
from assay.errors.tree import quote
from assay.metrics.labels.f_scores import f1
from assay.results.estimate import Estimate
from assay.results.note import Note
from assay.results.significant import significant
from assay.results.threshold_text import threshold_text
from assay.summaries.binary_counts import BinaryCounts
from assay.summaries.class_scores import ClassScores
from assay.summaries.class_tables import ClassTables
from assay.summaries.losses import Losses
from assay.summaries.score_table import ScoreTable
from assay.tasks.labels.notes import FEW_CASES

FEW_FOR_AREA, FEW_FOR_PRECISION, FEW_PER_BIN = 10, 20, 50
"""Cases that carry an area, a precision, a bin: 50 cases place the rate of a bin to 0.14."""
ABOUT = 0.1
"""A number of cases this share away from another is about the same."""

HARDLY_FLATTERED = 100_000
"""From so many cases on, a threshold chosen on them hardly flatters, so there is nothing to warn of."""


def score_notes(scores: ScoreTable | ClassScores, estimates: Mapping[str, Estimate]) -> Iterator[Note]:
    """Yield every note that applies to the scores."""
    yield from _no_probabilities(scores)
    if "log_loss" in estimates:
        yield from _clipped(scores.all_losses)
    if isinstance(scores, ScoreTable):
        yield from _reversed(estimates)
        yield from _few(scores, estimates)
        yield from _compressed(scores)
    elif isinstance(scores, ClassTables):
        yield from _cut_classes(scores)


def threshold_notes(table: ScoreTable, used: float | None, has_labels: bool) -> Iterator[Note]:
    """Say what follows from the threshold, or from there being none."""
    if not has_labels:
        message = (
            "The scores are not probabilities and no threshold was given, so metrics of labels are left out. "
            "Pass threshold= to have them."
        )
        yield Note("no-threshold", message)
    elif used is not None and table.positive_total and table.rows < HARDLY_FLATTERED:
        best, value = _best_f1(table)
        if value > float(f1(BinaryCounts(*table.at(used)))):
            message = (
                f"A threshold of {threshold_text(best)} would give the best F1 ({value:.3f}), "
                "but choosing it on these cases flatters it."
            )
            yield Note("best-threshold", message)


def one_side_note(table: ScoreTable, used: float, positive: object, undefined: Sequence[str]) -> Note:
    """Say that all scores lie on one side of the threshold, what that costs, and which thresholds would tell apart."""
    above = bool(table.low[0] >= used)
    end = f"the lowest is {significant(table.low[0])}" if above else f"the highest is {significant(table.high[-1])}"
    what = f"{'Every' if above else 'No'} score reaches the threshold of {used:g} ({end})"
    called = f"{'every' if above else 'no'} case is called {quote(positive)}"
    lost = f" and {len(undefined)} metrics ({', '.join(undefined[:2])} ...) are undefined" if len(undefined) > 2 else ""
    best, value = _best_f1(table)
    message = (
        f"{what}, so {called}{lost}. {float(table.positive_total) / float(table.total):.1%} of the cases are "
        f"{quote(positive)}: a threshold of {threshold_text(best)} would give the best F1 ({value:.3f})"
        f"{_calling_as_many(table)}. A threshold chosen on these cases flatters; choose it on others."
    )
    return Note(ONE_ANSWER, message)


def _best_f1(table: ScoreTable) -> tuple[float, float]:
    best = float(best_metric(table, f1))
    return best, float(f1(BinaryCounts(*table.at(best))))


def _calling_as_many(table: ScoreTable) -> str:
    """Name the threshold that calls about as many cases positive as are so, where there is one."""
    called, wanted = table.weights_from, float(table.positive_total)
    place = int(np.argmin(np.abs(called - wanted)))
    if abs(float(called[place]) - wanted) > ABOUT * wanted:
        return ""
    return f", one of {threshold_text(float(table.low[place]))} would call about as many as there are"


def _no_probabilities(scores: ScoreTable | ClassScores) -> Iterator[Note]:
    if scores.probabilities:
        return
    if not isinstance(scores, ScoreTable) and scores.exclusive and scores.off:
        message = (
            f"{scores.off:,} of {scores.rows:,} cases have scores that do not add up to 1, so they are no "
            "probabilities: log loss, Brier score and calibration are undefined. Ranks are judged all the same. Divide "
            "the scores of each case by their sum, if that is what they mean."
        )
        yield Note("not-probabilities", message)
        return
    message = (
        "Some scores lie outside [0, 1], so they are no probabilities: log loss, Brier score and calibration are "
        "undefined. Ranks are judged all the same; nothing was squashed."
    )
    yield Note("not-probabilities", message)


def _clipped(losses: Losses | None) -> Iterator[Note]:
    if losses is not None and losses.clipped:
        cases = "1 case" if losses.clipped == 1 else f"{losses.clipped:,} cases"
        yield Note(
            "clipped", f"Log loss was clipped for {cases} with a probability of 0 or 1; they largely set its value."
        )


def _reversed(estimates: Mapping[str, Estimate]) -> Iterator[Note]:
    area = estimates.get("roc_auc")
    if area is None or not area.value < 0.5:
        return
    sure = "clearly below 0.5, what guessing gives: the scores look reversed"
    unsure = "below 0.5, what guessing gives, though not clearly"
    message = f"A ROC AUC of {area.value:.3f} is {sure if area.high < 0.5 else unsure}."
    yield Note("reversed", f"{message} With the classes swapped it would be {1 - area.value:.3f}.")


def _few(table: ScoreTable, estimates: Mapping[str, Estimate]) -> Iterator[Note]:
    if table.rows < FEW_CASES:
        return
    positives, negatives = table.effective_positives, table.effective_negatives
    if "roc_auc" in estimates and 0 < min(positives, negatives) < FEW_FOR_AREA:
        yield Note(
            "few-for-auc", f"With {positives:.0f} positive and {negatives:.0f} negative cases the ROC AUC is rough."
        )
    if "average_precision" in estimates and 0 < positives < FEW_FOR_PRECISION:
        message = f"With {positives:.0f} positive cases average precision is biased upwards, by some hundredths at ten."
        yield Note("few-for-ap", message)
    if "calibration_error" in estimates and table.probabilities and table.rows < FEW_PER_BIN * 15:
        yield Note(
            "few-for-calibration", f"{table.rows} cases are few for 15 calibration bins (50 per bin are wanted)."
        )


def _compressed(table: ScoreTable) -> Iterator[Note]:
    if not table.exact:
        bins = np.count_nonzero(table.low != table.high)
        message = (
            f"The scores are so many that they were cut into {len(table.score):,} bins ({bins:,} of them with more "
            "than one score). Areas and distances carry how far they can be from the exact value."
        )
        yield Note("compressed", message)


def _cut_classes(scores: ClassTables) -> Iterator[Note]:
    if scores.exclusive and not scores.paired and scores.size > 2:
        message = (
            f"roc_auc_ovo is left out: the tables of all pairs of {scores.size} classes would be too large to keep "
            "where the cases are not gathered. roc_auc_macro tells each class from the rest."
        )
        yield Note("pairs-left-out", message)
    if not scores.exact:
        atoms = max(len(table.score) for table in scores.tables)
        message = (
            f"The scores are so many that they were cut into at most {atoms:,} bins for each class. Averages over "
            "classes carry how far they can be from the exact value."
        )
        yield Note("compressed", message)
