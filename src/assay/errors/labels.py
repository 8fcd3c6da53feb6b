"""Messages about labels, classes and what kind of task they make."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors.tree import InputError, alike_text, look_alikes, nearest, quote, quote_all, quote_list

Labels = Sequence[object]


def _alike(labels: Labels) -> str:
    """Return what to say of look-alikes at the end of a message, nothing if there are none."""
    return "".join(f" {alike_text(group)} Write them alike first." for group in look_alikes(labels))


def positive_unnamed(labels: Labels) -> InputError:
    """Two labels, and nothing says which one is positive."""
    return InputError(
        f"The labels are {quote_all(labels)}, and nothing says which of them is the positive one. "
        "Recall, precision and their kin depend on it, so it is never guessed. "
        f"Pass positive={quote(labels[-1])} (or the other one)."
    )


def positive_absent(positive: object, labels: Labels) -> InputError:
    """The positive label does not occur."""
    return InputError(
        f"positive={quote(positive)} does not occur: the labels are {quote_all(labels)}."
        f"{nearest(positive, [str(label) for label in labels])} "
        + (
            f"If it is a real class without cases here, declare it with labels={quote_list([*labels, positive])}."
            if len(labels) == 1
            else "Pass one of them."
        )
    )


def positive_without_binary(positive: object, labels: Labels) -> InputError:
    """A positive label was named, but there are not two classes."""
    return InputError(
        f"positive={quote(positive)} was given, but there are {len(labels)} labels ({quote_all(labels)}). "
        f"A positive label belongs to two classes. Leave it out, or merge the classes first.{_alike(labels)}"
    )


def not_binary(labels: Labels) -> InputError:
    """task='binary' with more than two labels."""
    return InputError(
        f"task='binary' was asked for, but there are {len(labels)} labels: {quote_all(labels)}. "
        f"Leave task= out, or merge the classes into two first.{_alike(labels)}"
    )


def undeclared_labels(strange: Labels, declared: Labels) -> InputError:
    """The data hold labels that labels= does not list."""
    return InputError(
        f"The data hold {quote_all(strange)}, which labels={quote_list(declared, 12)} does not list. "
        f"labels= must name every class. Add the missing ones, or correct the data.{_alike([*declared, *strange])}"
    )


def repeated_labels(labels: Labels) -> InputError:
    """labels= names a class twice."""
    return InputError(f"labels= names a class twice: {quote_all(labels, 12)}. Each class must stand there once.")


def too_many_labels(count: int, most: int) -> InputError:
    """More distinct labels than a confusion table can hold."""
    return InputError(
        f"There are {count:,} distinct labels, more than the {most:,} a confusion table can hold. "
        "A column of identifiers is often the cause. Check which columns were named, or merge rare classes."
    )


def unknown_task(task: object, known: Sequence[str]) -> InputError:
    """A task assay does not have."""
    return InputError(f"task={quote(task)} is not known.{nearest(task, known)} It can be {quote_all(known, 12)}.")


def task_mismatch(task: str, what: str) -> InputError:
    """A task that the form of the input contradicts."""
    return InputError(f"task={quote(task)} was asked for, but {what}. Leave task= out, or change the input to fit it.")


def positive_without_classes(positive: object, what: str) -> InputError:
    """A positive label was named where none is chosen."""
    return InputError(f"positive={quote(positive)} was given, but {what}. Leave it out.")


def not_a_list(name: str, value: object) -> InputError:
    """Something that should be a list of names."""
    return InputError(f"{name}={quote(value)} has the type {type(value).__name__}. A list of names was expected.")


def not_a_label(name: str, value: object) -> InputError:
    """Something that cannot be a label: a gap, a list, an array."""
    return InputError(
        f"{name}= holds {quote(value)}, of type {type(value).__name__}, which cannot be a label. A label is "
        "one value that the truth may hold: text, a whole number, True or False. Pass such values."
    )


def widths_differ(truth: int, prediction: int) -> InputError:
    """Indicators with different numbers of labels."""
    return InputError(
        f"`truth` has {truth} columns but `prediction` has {prediction}. "
        "A multilabel indicator has one column per label, the same in both. Align the columns first."
    )


def not_an_indicator(name: str, value: object) -> InputError:
    """A 2-D array holding something other than 0 and 1."""
    return InputError(
        f"`{name}` has several columns and holds {quote(value)}. "
        "A multilabel indicator holds only 0 and 1: one row per case, one column per label. "
        "For scores pass score=, for one label per case pass one column, for numbers to predict pass task='regression'."
    )


def label_count(given: int, wanted: int) -> InputError:
    """labels= of the wrong length for a table."""
    return InputError(
        f"labels= names {_labels(given)} but the table has {wanted} classes. "
        "One name per class was expected, in the table's order."
    )


def label_columns(given: int, wanted: int) -> InputError:
    """labels= of the wrong length for an indicator."""
    return InputError(
        f"labels= names {_labels(given)} but there are {wanted} columns. One name per column was expected, in order."
    )


def label_pair(given: int) -> InputError:
    """labels= of the wrong length for counts named tp, fp, fn and tn."""
    return InputError(
        f"labels= names {_labels(given)} but tp, fp, fn and tn count two classes. "
        "Two names were expected, that of the negative class first."
    )


def _labels(count: int) -> str:
    return "1 label" if count == 1 else f"{count} labels"
