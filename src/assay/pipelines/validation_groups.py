"""Groups of cases in a validation: test predictions judged by groups, what grouping did, and the notes about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from assay.errors import grouping as errors
from assay.inputs.identities import repeating_identity
from assay.pipelines.fold_geometry import plain
from assay.pipelines.fold_judge import Judge
from assay.pipelines.grouping import ALONE
from assay.pipelines.validation_problem import Problem
from assay.pipelines.validation_slices import Slicing
from assay.results.evaluation import Evaluation
from assay.results.grouping import Grouping
from assay.results.note import Note
from assay.results.out_of_fold import OutOfFold
from assay.schemes.scheme import Split
from assay.summaries.units import Units
from assay.tasks.grouping import OF_GROUPS, size_notes

OF_ONE_MODEL = (*OF_GROUPS, "few-groups-with-errors", "groups-of-one")
"""Notes of an evaluation that say what groups did to it."""

ONE_GROUP = "all cases that were tested belong to one group, so that nothing says how far another group would be off"


def groups_of(predictions: OutOfFold) -> Mapping[str, np.ndarray] | None:
    """Return the group of every test prediction under the name of the grouping, None where cases stand alone."""
    return None if predictions.group is None else {predictions.group_name: predictions.group}


def judge_tested(
    judge: Judge, predictions: OutOfFold, everything: bool = False, slicing: Slicing | None = None
) -> Evaluation:
    """Judge test predictions by the usual road; cases of one group are one unit."""
    group = groups_of(predictions)
    if group is not None and not several_groups(predictions):
        return _without_intervals(judge.evaluate(*predictions.judged, everything))
    by = None if slicing is None else slicing.of(predictions.case)
    return judge.evaluate(*predictions.judged, everything, group, by)


def several_groups(predictions: OutOfFold) -> bool:
    """Say whether groups can be left out at all: cases stand alone, or come from two groups at least."""
    return predictions.group is None or len(np.unique(predictions.group)) > 1


def _without_intervals(evaluation: Evaluation) -> Evaluation:
    estimates = {
        name: replace(made, low=made.bounds[0], high=made.bounds[1], method="none", note=ONE_GROUP, independent=False)
        for name, made in evaluation.estimates.items()
    }
    return replace(evaluation, estimates=estimates)


def refuse_one_group(problem: Problem, splits: Sequence[Split]) -> None:
    """Refuse test parts that hold one group in all, before the first fit."""
    if problem.group is None:
        return
    tested = np.unique(problem.group[np.concatenate([split.test for split in splits])])
    if len(tested) < 2:
        raise errors.one_group_tested(str(problem.scheme), problem.group_name, tested[0].item())


def grouping_of(problem: Problem, first: Evaluation | None) -> tuple[Grouping | None, tuple[Note, ...]]:
    """Return what grouping did to the first model, with the notes that say so.

    `first` is its first repetition judged by groups, None where cases were tested several times over: the number of
    groups is known there, what they do to an interval is not.
    """
    if problem.group is None:
        return None, ()
    if first is not None:
        return first.grouping, tuple(note for note in first.notes if note.code in OF_ONE_MODEL)
    names, codes = np.unique(problem.group, return_inverse=True)
    weight = None if problem.weight is None else problem.weight.astype(float)
    units = Units.of(names.tolist(), codes, weight)
    grouping = Grouping((problem.group_name,), (units.count,), units.effective)
    return grouping, tuple(_plain_notes(problem, grouping, units))


def _plain_notes(problem: Problem, grouping: Grouping, units: Units) -> Iterator[Note]:
    if units.count == problem.n:
        yield Note("groups-of-one", ALONE.format(unit="case"))
        return
    yield Note(
        "grouping", f"{problem.n:,} cases in {grouping.told}: {plain(problem.scheme)} keeps every group together."
    )
    yield from size_notes(grouping.names, [units])


def identity_notes_of(group: object, features: object) -> Iterator[Note]:
    """Say that a column of X names what repeats, where nothing was said of groups."""
    identity = None if group is not None else repeating_identity(features, ())
    if identity is not None:
        yield Note(
            "repeated-identity",
            f"`{identity.name}` looks like the name of what was drawn, and repeats ({identity.values:,} values in "
            f"{identity.rows:,} rows). If its cases belong together, folds tear them apart and every interval is too "
            "narrow: take that column out of X and hand it over as group=.",
        )
