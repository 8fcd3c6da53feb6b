"""Messages about scores and probabilities."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors.tree import InputError, first_at, nearest, quote, quote_all, quote_list


def infinite(name: str, count: int, rows: Sequence[int]) -> InputError:
    """Infinite scores."""
    return InputError(
        f"`{name}` has {count:,} infinite {'value' if count == 1 else 'values'}{first_at(rows)}. "
        "Every score must be finite, as it is never clipped. Correct the model's output, or drop those rows."
    )


def wrong_width(columns: int, labels: Sequence[object]) -> InputError:
    """More or fewer score columns than classes."""
    return InputError(
        f"There are {columns} score columns but {len(labels)} labels ({quote_all(labels)}). "
        f"One column per class was expected, in the order of the labels. {_fitting_columns(columns, labels)}"
    )


def _fitting_columns(columns: int, labels: Sequence[object]) -> str:
    """Say how to get as many columns as classes."""
    if columns < len(labels):
        return "Add the missing columns."
    if len(labels) == 2:
        return "Pass the columns of these two, or that of the positive class alone."
    return (
        "Name the columns with a mapping {label: column}, or declare every class, those without cases too, with "
        "labels=[...]."
    )


def unknown_class(label: object, labels: Sequence[object]) -> InputError:
    """A score column for a class that does not exist."""
    return InputError(
        f"There are scores for {quote(label)}, which is not among the labels {quote_all(labels)}."
        f"{nearest(label, [str(known) for known in labels])} "
        + (
            "Leave its column out."
            if len(labels) == 2
            else "If it is a real class without cases here, declare it with "
            f"labels={quote_list([*labels, label])}; if not, leave its column out."
        )
    )


def missing_class(label: object) -> InputError:
    """A class without a score column."""
    return InputError(f"There is no score column for the class {quote(label)}. Every class needs one. Add it.")


def one_column_for_several(labels: Sequence[object]) -> InputError:
    """One score for more than two classes."""
    return InputError(
        f"There is one score per case but {len(labels)} labels ({quote_all(labels)}). "
        "A single score tells two classes apart. Pass one column per class, or merge the classes."
    )


def bad_threshold(threshold: object) -> InputError:
    """A threshold that is not a number."""
    return InputError(f"threshold={quote(threshold)} is not a threshold. A finite number was expected.")


def threshold_for_several() -> InputError:
    """A threshold for more than two classes."""
    return InputError(
        "threshold= was given, but there are more than two classes: the highest score decides. Leave it out."
    )
