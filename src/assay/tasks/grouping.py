"""Cases that belong together: how groups are bound to columns, read as units, and told in notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from assay.engines.binding import Given
from assay.errors import grouping as errors
from assay.inputs.blocks import Block
from assay.inputs.roles import Kind
from assay.results.evaluation import Evaluation
from assay.results.grouping import Grouping
from assay.results.note import Note
from assay.summaries.units import BUCKETS, MOST, Units
from assay.tasks.blocks import Blocks
from assay.tasks.requests import Request

PARTS = ("group", "crossed")
"""The parts that a grouping and one that crosses it play."""

OF_GROUPS = ("grouping", "few-groups", "dominant-group", "crossed-groups")
"""Notes that say what grouping did to all models alike."""

FEW = 10
"""With fewer groups than this no interval is reliable (STATISTICS 8)."""

FEW_WITH_ERRORS = 12
"""Fewer groups that hold an error make intervals too narrow: with 10 the alarm rang in 94 of 100 such samples."""


def shared_parts(request: Request) -> list[Given]:
    """Return the weights and the groups of the cases, as they were given."""
    parts = [] if request.weight is None else [Given("weight", request.weight, Kind.WEIGHT)]
    groupings = [] if isinstance(request.group, Blocks) else groupings_of(request.group)
    parts += [Given(part, value, Kind.LABEL) for part, (_, value) in zip(PARTS, groupings, strict=False)]
    if request.by is None:
        return parts
    from assay.tasks.slicing import slice_parts

    return [*parts, *slice_parts(request)]


def groupings_of(group: object) -> list[tuple[str, object]]:
    """Return each grouping with its name: one column or array, or a list of two."""
    if group is None:
        return []
    if isinstance(group, Blocks):
        return [(group.name, group)]
    if isinstance(group, Mapping):
        groupings = [(str(name), values) for name, values in group.items()]
    elif isinstance(group, list | tuple) and group and all(_is_column(part) for part in group):
        groupings = [(part if isinstance(part, str) else f"group {place}", part) for place, part in enumerate(group, 1)]
    else:
        groupings = [(group if isinstance(group, str) else "group", group)]
    if len(groupings) > len(PARTS):
        raise errors.too_many_groupings(len(groupings))
    return groupings


def group_names(group: object, count: int) -> tuple[str, ...]:
    """Return what to call the groupings in messages."""
    if count == 1 and not isinstance(group, str | Mapping | Blocks):
        return ("group",)
    return tuple(name for name, _ in groupings_of(group))[:count]


def _is_column(part: object) -> bool:
    """Say whether this is a column's values, not the name of one case's group; names of columns come two at most."""
    return not isinstance(part, str | bytes) and hasattr(part, "__len__")


def units_of(block: Block | None, request: Request, fewest: int = 2) -> list[tuple[Units, int]]:
    """Return the units of each grouping with its sign; crossed groupings bring their cells, to be taken off."""
    if block is None:
        raise errors.no_cases_of_groups(request.task)
    names = [name for name, _ in groupings_of(request.group)]
    units = [_read(block, part, name, fewest) for part, name in zip(PARTS, names, strict=False)]
    if len(units) == 1:
        return [(_bounded(units[0]), 1)]
    return [(_bounded(units[0]), 1), (_bounded(units[1]), 1), (_bounded(units[0].crossed(units[1], block.weight)), -1)]


def _read(block: Block, part: str, name: str, fewest: int) -> Units:
    column = block.labels(part)
    if column.example is not None:
        raise errors.no_identity(column.name, column.example)
    units = Units.of(column.labels, column.codes, block.weight)
    if units.count < fewest:
        raise errors.one_group(column.name if column.name not in PARTS else name, units.names[0])
    return units


def _bounded(units: Units) -> Units:
    return units if units.count <= MOST else units.spread(BUCKETS)


def group_notes(
    grouping: Grouping, units: Sequence[Units], wrong: int | None, evaluation: Evaluation
) -> Iterator[Note]:
    """Say what grouping did, and where groups are too few to say much."""
    yield Note("grouping", _told(grouping, evaluation))
    yield from size_notes(grouping.names, units)
    if wrong is not None and wrong < FEW_WITH_ERRORS:
        count = {0: "No group holds", 1: "Only 1 group holds"}.get(wrong, f"Only {wrong} groups hold")
        message = f"{count} an error. With fewer than {FEW_WITH_ERRORS} such groups intervals can be too narrow."
        yield Note("few-groups-with-errors", message)
    if len(units) > 1:
        yield Note("crossed-groups", _crossed(grouping.names, units))


def size_notes(names: Sequence[str], units: Sequence[Units]) -> Iterator[Note]:
    """Say where groups are few, and where one of them dominates."""
    for name, part in zip(names, units, strict=True):
        if part.count < FEW:
            message = (
                f"`{name}` holds only {part.count} groups. No interval is reliable with fewer than {FEW}: what counts "
                "is the number of groups, not of cases."
            )
            yield Note("few-groups", message)
        if part.effective < part.count / 2:
            heaviest, share = part.heaviest()
            message = (
                f"Groups of `{name}` differ much in size: {part.count:,} of them are worth {part.effective:.1f} of "
                f"equal size, and {heaviest!r} alone holds {share:.0%} of the cases."
            )
            yield Note("dominant-group", message)


def _crossed(names: Sequence[str], units: Sequence[Units]) -> str:
    """Say what was done with two groupings, and what to do where one lies within the other."""
    for fine, coarse in ((0, 1), (1, 0)):
        if units[fine].within(units[coarse]):
            return (
                f"Every `{names[fine]}` lies within one `{names[coarse]}`: the two do not cross, and what was drawn "
                f"independently is the coarser one. Pass group={names[coarse]!r} alone."
            )
    return (
        f"`{names[0]}` and `{names[1]}` cross, so their variances are added and that of their cells is taken off "
        "(Cameron, Gelbach & Miller 2011). With few groups on either side this is rough."
    )


def _told(grouping: Grouping, evaluation: Evaluation) -> str:
    what = f"{evaluation.n:,} {evaluation.unit if evaluation.n == 1 else plural(evaluation.unit)}"
    unit = "group" if grouping.block_length is None else "block"
    start = f"{what} in {grouping.told}: each {unit} counts as one unit."
    if grouping.design_effect is None or grouping.effective_cases is None:
        return start
    if grouping.design_effect <= 1:
        return (
            f"{start} The design effect on {_label(grouping, evaluation)} is {grouping.design_effect:.2f}: on it, "
            f"{plural(evaluation.unit)} of one {unit} are no more alike than those of different {unit}s, so that "
            "grouping costs nothing."
        )
    worth = (
        f"The design effect on {_label(grouping, evaluation)} is {grouping.design_effect:.1f}: the "
        f"{plural(evaluation.unit)} are worth {grouping.effective_cases:,.0f} independent ones."
    )
    if grouping.between is None:
        return f"{start} {worth}"
    if grouping.between > 0.5:
        help_most = f"more groups would help, more {plural(evaluation.unit)} per group hardly"
    else:
        help_most = f"more {plural(evaluation.unit)} per group would help about as much as more groups"
    share = f"{grouping.between:.0%}" if grouping.between >= 0.01 else "Hardly any"
    return f"{start} {worth} {share} of its variance lies between groups: {help_most}."


def identity_notes(request: Request, evaluation: Evaluation) -> Iterator[Note]:
    """Say that a column of the data names what repeats, where nothing was said of groups."""
    if request.group is not None or request.data is None or evaluation.unit not in ("case", "segment"):
        return
    from assay.inputs.identities import repeating_identity

    keys = () if request.on is None else (request.on,) if isinstance(request.on, str) else ()
    repeating = repeating_identity(request.data, {*request.columns, *keys}, request.truth)
    if repeating is not None:
        units = plural(evaluation.unit)
        among = f"{repeating.rows:,} rows" if repeating.whole else f"the first {repeating.rows:,} rows"
        looks = (
            "looks like the name of what was drawn, and repeats"
            if repeating.named
            else "repeats, and rows that share a value of it share the truth, as rows of one patient or document would"
        )
        message = (
            f"`{repeating.name}` {looks} ({repeating.values:,} values in {among}). If its {units} belong together, "
            f"intervals that treat them as independent are too narrow: pass group={repeating.name!r}."
        )
        yield Note("repeated-identity", message)


def _label(grouping: Grouping, evaluation: Evaluation) -> str:
    from assay.comparisons.verdicts import plain_metric

    return plain_metric(evaluation.estimates[str(grouping.metric)].label)


def plural(unit: str) -> str:
    """Write several of a unit."""
    return f"{unit}s"


def groups_with_errors(units: Units, accuracy: float, moves: np.ndarray) -> int:
    """Count the groups that hold an error, from how accuracy moves when each is left out."""
    total = units.sizes.sum()
    right = total * accuracy - (total - units.sizes) * (accuracy + moves)
    return int(np.count_nonzero(right < units.sizes * (1 - 1e-9)))
