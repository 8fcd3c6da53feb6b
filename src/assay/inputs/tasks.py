"""Which task a set of labels makes, and the reason, so that the choice can be checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assay.checks.labels import hashable, same
from assay.checks.lists import listed
from assay.errors import columns as column_errors
from assay.errors import labels as errors
from assay.inputs.labels import is_missing

NATURAL_PAIRS = ({0, 1}, {-1, 1})
MOST_LABELS = 4096
"""A confusion table of so many labels takes 128 MB; beyond, labels are more likely a mistake."""


@dataclass(frozen=True)
class Classes:
    """The classes of a task in order, which one is positive, and why they were read so; `name` is the task's."""

    name: str
    reason: str
    labels: tuple[object, ...]
    positive: int | None = None


@dataclass(frozen=True)
class Seen:
    """What is known of the labels before a task is chosen."""

    truth_name: str
    truth_labels: tuple[object, ...]
    labels: tuple[object, ...]
    declared: Sequence[object] | None = None
    beside: str = "and the predictions hold"


def check_labels(labels: object) -> list[object] | None:
    """Return the user's own list of labels, or refuse what is no list."""
    if labels is None:
        return None
    names = listed(labels)
    if names is None:
        raise errors.not_a_list("labels", labels)
    unfit = next((name for name in names if not hashable(name) or is_missing(name)), None)
    if unfit is not None or None in names:
        raise errors.not_a_label("labels", unfit)
    if len(set(names)) != len(names):
        raise errors.repeated_labels(names)
    return names


def label_task(seen: Seen, task: str | None, positive: object) -> Classes:
    """Choose between two classes and several, and find the positive one."""
    labels = _declared(seen)
    if len(labels) > MOST_LABELS:
        raise errors.too_many_labels(len(labels), MOST_LABELS)
    if task == "multilabel":
        raise errors.task_mismatch(task, f"`{seen.truth_name}` has one label per case, not one column per label")
    if task == "regression":
        raise errors.task_mismatch(task, f"`{seen.truth_name}` was given as classes")
    natural = _natural(labels) if seen.declared is None else None
    if task == "binary":
        return _binary(natural or labels, "task= says so", positive)
    if task == "multiclass" and positive is not None:
        raise errors.positive_without_classes(positive, "task='multiclass' judges every class")
    if task == "multiclass":
        return Classes("multiclass", "task= says so", labels)
    return _inferred(seen, labels, natural, positive)


def _inferred(seen: Seen, labels: tuple[object, ...], natural: tuple[object, ...] | None, positive: object) -> Classes:
    """Read the task off the labels themselves."""
    ready = seen.truth_name == "counts"
    if natural is not None:
        return _binary(natural, f"`{seen.truth_name}` holds only {_pair(natural)}", positive)
    if len(labels) == 2:
        return _binary(
            labels, "the table has two labels" if ready else f"`{seen.truth_name}` holds two labels", positive
        )
    if positive is not None:
        if len(labels) == 1:
            only = labels[_find_positive(positive, labels)]
            return Classes("binary", "`positive` was named", (f"not {only}", only), 1)
        raise errors.positive_without_binary(positive, labels)
    count = f"{len(labels)} labels" if len(labels) > 1 else "one label"
    who = "the table has" if ready else f"`{seen.truth_name}` {seen.beside}"
    return Classes("multiclass", f"{who} {count}", labels)


def _declared(seen: Seen) -> tuple[object, ...]:
    """Return the user's own list of labels, checked against the data, or the labels that occur."""
    if seen.declared is None:
        return seen.labels
    declared = tuple(seen.declared)
    strange = [label for label in seen.labels if label not in declared]
    if strange:
        raise errors.undeclared_labels(strange, declared)
    return declared


def _natural(labels: tuple[object, ...]) -> tuple[object, ...] | None:
    """Return the whole pair if the labels lie within {0, 1}, {False, True} or {-1, 1}, even one of them."""
    if any(isinstance(label, str) for label in labels) or not labels:
        return None
    if all(isinstance(label, bool) for label in labels):
        return (False, True)
    for pair in NATURAL_PAIRS:
        if set(labels) <= pair:
            return tuple(sorted(pair))
    return None


def _binary(labels: tuple[object, ...], reason: str, positive: object) -> Classes:
    if len(labels) > 2:
        raise errors.not_binary(labels)
    if positive is not None:
        return Classes("binary", reason, labels, _find_positive(positive, labels))
    if _natural(labels) is not None and len(labels) == 2:
        return Classes("binary", reason, labels, labels.index(1))
    raise errors.positive_unnamed(labels)


def _find_positive(positive: object, labels: tuple[object, ...]) -> int:
    """Find the positive label by value, or by its text (the command line has only text)."""
    for match in (
        lambda label: same(label, positive) and isinstance(label, str) == isinstance(positive, str),
        _by_text(positive),
    ):
        places = [index for index, label in enumerate(labels) if match(label)]
        if places:
            return places[0]
    raise errors.positive_absent(positive, labels)


def _by_text(positive: object) -> Callable[[object], bool]:
    return lambda label: isinstance(positive, str) and str(label) == positive


def _pair(labels: tuple[object, ...]) -> str:
    return " and ".join(str(label) for label in labels)


def refuse_fractions(name: str, example: float | None, truth: bool) -> None:
    """Refuse fractional numbers as labels, with the way out that fits."""
    if example is not None:
        raise (column_errors.fractional_truth if truth else column_errors.floats_as_labels)(name, example)
