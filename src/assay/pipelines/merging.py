"""Parts that were judged apart, merged: what one call over all their cases would have given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from os import PathLike
from typing import Any

import numpy as np

from assay.errors import saving as errors
from assay.inputs.profiles import HEADROOM, ColumnProfile, NumberProfile, Profile
from assay.inputs.roles import Kind, Role
from assay.inputs.weights import extreme
from assay.pipelines.keeping import Kept
from assay.pipelines.kept_groups import check_groups_alike, joined_groups
from assay.pipelines.kept_slices import KeptSlices, check_slices_alike, joined_slices
from assay.results.evaluation import Evaluation
from assay.results.note import Note
from assay.summaries.kept_units import KeptUnits
from assay.summaries.label_counts import LabelCounts
from assay.summaries.table_set import TableSet
from assay.tasks.catalogue import tasks
from assay.tasks.labels.ready_tables import ReadyTable
from assay.tasks.labels.result import LabelEvaluation
from assay.tasks.requests import Request

ASKED = ("task", "positive", "labels", "threshold", "coverage", "costs", "ignore", "metrics", "method", "level", "seed")
"""Arguments that must be the same in every part."""

MERGED = "merged"
REPEATED = "repeated-identity"
"""The code of a note that every part has, with numbers of its own."""

TWINS = "merged-twice"
COINCIDE = 1000
"""Two confusion tables of so many cases are hardly ever the same by chance (1 in some thousand)."""
MOST_TWINS = 3
"""As many as one sentence names."""

DISJOINT = "No case may stand in two parts: each was counted as often as it was handed in."


def merge_results(results: Sequence[object]) -> Evaluation:
    """Return the evaluation of all parts together."""
    parts = [_kept(result, place) for place, result in enumerate(results, 1)]
    judged = [result for result in results if isinstance(result, Evaluation)]
    if not parts:
        raise errors.nothing_to_merge()
    kept = dict.fromkeys(note for part in parts for note in part.notes if note.code not in (MERGED, REPEATED, TWINS))
    repeated = [note for part in parts for note in part.notes if note.code == REPEATED][:1]
    notes = (*kept, *repeated, *_twins(judged), _told(parts))
    return replace(join_kept(parts), with_numbers=False, engine=MERGED, notes=notes).result()


def _twins(results: Sequence[Evaluation]) -> Iterator[Note]:
    """Say which parts are the same in every value, as a file that came twice is; small tables are so by chance."""
    first: dict[tuple[object, ...], int] = {}
    twins = []
    for place, result in enumerate(results, 1):
        if type(result) is LabelEvaluation and result.n < COINCIDE:
            continue
        same = first.setdefault((result.n, *(f"{made.value:.9g}" for made in result.values())), place)
        if same != place:
            twins.append(f"{same} and {place}")
    if twins:
        shown = f"{', '.join(twins[:MOST_TWINS])}{' and others' if len(twins) > MOST_TWINS else ''}"
        message = f"Of the results handed in, {shown} are the same in every value. If they hold the same cases, each "
        yield Note(TWINS, f"{message}counts twice and the intervals are too narrow.")


def join_kept(parts: Sequence[Kept]) -> Kept:
    """Return several parts as one, or refuse those that were judged in different ways."""
    first = parts[0]
    if len(parts) == 1:
        return first
    for part in parts[1:]:
        check_alike(first, part)
    request = _joined_request(parts)
    whole = replace(first, request=request, parts=sum(part.parts for part in parts))
    if first.table is not None:
        return _joined_tables(whole, parts)
    weighing = next((role for part in parts for role in part.roles if role.part == "weight"), None)
    profiles = [_weighing(part.profile, weighing) for part in parts if part.profile is not None]
    roles = first.roles if weighing is None or weighing in first.roles else (*first.roles, weighing)
    whole = replace(whole, profile=reduce(Profile.merge, profiles) if profiles else None, roles=roles)
    _check_task(whole)
    plan, divisor, weighted = (
        whole.plan,
        divisor_of(whole.profile),
        whole.profile is not None and whole.profile.weighted,
    )
    fitted = [whole.judge.fitted(plan, part.summary, divisor_of(part.profile) / divisor, weighted) for part in parts]
    summary = whole.judge.joined(plan, fitted)
    groups = _joined_groups(whole, plan, summary, parts)
    return replace(whole, summary=summary, slices=_joined_slices(whole, plan, parts), groups=groups)


def _joined_slices(whole: Kept, plan: Any, parts: Sequence[Kept]) -> KeptSlices | None:
    """Return the slices of all parts, None where there are none."""
    divisor, weighted = divisor_of(whole.profile), whole.profile is not None and whole.profile.weighted
    fitted = [
        part.sliced.fitted(whole.judge, plan, divisor_of(part.profile) / divisor, weighted)
        for part in parts
        if part.sliced is not None
    ]
    return joined_slices(whole.judge, plan, fitted) if fitted else None


def _joined_groups(whole: Kept, plan: Any, summary: Any, parts: Sequence[Kept]) -> KeptUnits | None:
    """Return the groups of all parts, None where there are none."""
    divisor = divisor_of(whole.profile)
    each = [(part.summary, part.units, divisor_of(part.profile) / divisor) for part in parts]
    known = [(own, units, factor) for own, units, factor in each if units is not None]
    return joined_groups(whole.judge, plan, summary, known) if known else None


def _weighing(profile: Profile, role: Role | None) -> Profile:
    """Return a profile in which every case weighs 1, where other parts have weights and this one has none."""
    if role is None or role.key in profile.columns:
        return profile
    ones = NumberProfile(role.shown, Kind.WEIGHT, 1.0, 1.0, 1.0, profile.complete * HEADROOM)
    return replace(profile, columns={**profile.columns, role.key: ones})


def divisor_of(profile: Profile | None) -> float:
    """Return what the weights of a part were divided by."""
    if profile is None or not profile.weighted:
        return 1.0
    return extreme(profile.numbers("weight").high) or 1.0


def _kept(result: object, place: int) -> Kept:
    """Return what a result was made from, or say why it cannot be merged."""
    if not isinstance(result, Evaluation):
        named = isinstance(result, str | PathLike)
        hint = f"; assay.load({str(result)!r}) makes a result of it" if named else ""
        raise errors.not_mergeable(place, f"it is a {type(result).__name__}{hint}")
    if not isinstance(result.origin, Kept):
        grouped = result.grouping is not None
        raise errors.not_mergeable(
            place, "it was judged by groups" if grouped else "it holds estimates, but no summary"
        )
    if (reason := result.origin.why_not) is not None:
        raise errors.not_mergeable(place, reason)
    return result.origin if result.origin.groups is None else result.origin.bounded()


def check_alike(first: Kept, second: Kept) -> None:
    """Refuse parts of which one was judged in another way."""
    if first.task != second.task or (first.table is None) != (second.table is None):
        raise errors.differ("the task", first.task, second.task)
    for name in ASKED:
        left, right = (_comparable(name, part.request) for part in (first, second))
        if left != right:
            raise errors.differ(f"`{name}`", left, right)
    check_slices_alike(first.sliced, second.sliced)
    check_groups_alike(first.units, second.units)
    left, right = (_parts_of(part) for part in (first, second))
    if left != right:
        raise errors.differ("the columns that were given", left, right)


def _comparable(name: str, request: Request) -> object:
    value = getattr(request, name)
    if name == "metrics":
        return None if value is None else [card.name for card in value]
    return _plain(value)


def _plain(value: Any) -> object:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return np.asarray(value).tolist() if hasattr(value, "__array__") else value


def _parts_of(part: Kept) -> list[str]:
    """Return the parts that were given; weights may be missing from some, whose cases then count 1."""
    return sorted(role.part for role in part.roles if role.part != "weight")


def _joined_request(parts: Sequence[Kept]) -> Request:
    names = list(dict.fromkeys(part.request.source_name for part in parts if part.request.source_name))
    missing = "drop" if any(part.request.missing == "drop" for part in parts) else "error"
    called = None if not names else names[0] if len(names) == 1 else f"{len(names)} files"
    return replace(parts[0].request, called=called, missing=missing)


def _check_task(whole: Kept) -> None:
    """Refuse parts that look like another task once they are together."""
    if whole.request.task is not None or whole.profile is None or not whole.judge.by_cases:
        return
    truth = whole.profile.columns["truth", None]
    if not isinstance(truth, ColumnProfile):
        return
    for task in tasks():
        reason = task.applies(truth, whole.request) if task.by_cases else None
        if reason is not None:
            if task.name != whole.task:
                raise errors.other_task(reason, whole.task)
            return


def _joined_tables(whole: Kept, parts: Sequence[Kept]) -> Kept:
    """Add up ready tables of classes; put tables of data sets side by side."""
    summaries = [part.summary for part in parts]
    sets = [summary for summary in summaries if isinstance(summary, TableSet)]
    if len(sets) == len(summaries):
        names = [name for summary in sets for name in summary.names]
        for name in names:
            if names.count(name) > 1:
                raise errors.repeated_name(name)
        return _with_table(whole, reduce(TableSet.merge, sets), tuple(names), None)
    tables = [summary for summary in summaries if isinstance(summary, LabelCounts)]
    if len(tables) < len(summaries):
        raise errors.differ("what the tables are of", "one", "several data sets")
    total = reduce(LabelCounts.merge, tables)
    return _with_table(whole, total, total.labels, total.positive)


def _with_table(whole: Kept, summary: Any, labels: tuple[object, ...], positive: int | None) -> Kept:
    table = whole.table
    if not isinstance(table, ReadyTable):
        raise LookupError("no ready table")
    classes = replace(table.classes, labels=labels, positive=positive)
    return replace(whole, summary=summary, table=replace(table, summary=summary, classes=classes))


def _told(parts: Sequence[Kept]) -> Note:
    count = sum(part.parts for part in parts)
    what = "This is 1 result, as it was saved" if count == 1 else f"These are {count:,} results that were judged apart"
    return Note(MERGED, f"{what}. {DISJOINT}")
