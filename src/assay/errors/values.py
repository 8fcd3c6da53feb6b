"""Messages about the truth and the predictions of a regression."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors.tree import InputError, argument, first_at, quote


def too_large(name: str) -> InputError:
    """A number beyond what a float holds."""
    return InputError(f"`{name}` holds a number too large for a float (beyond 1e308). Use a larger unit.")


def infinite(name: str, count: int, rows: Sequence[int]) -> InputError:
    """Infinite numbers."""
    return InputError(
        f"`{argument(name)}` has {count:,} infinite {'value' if count == 1 else 'values'}{first_at(rows)}. "
        "Every number must be finite: an infinite one makes every mean infinite, and lies in no range. "
        "Correct the numbers, or drop those rows."
    )


def widths_differ(first: str, truth: int, second: str, prediction: int) -> InputError:
    """Different numbers of outputs."""
    return InputError(
        f"`{first}` has {_columns(truth)} but `{second}` has {_columns(prediction)}. "
        "Both need one column per output, the same in both. Pick the columns that belong together."
    )


def output_names(given: int, wanted: int) -> InputError:
    """labels= of the wrong length for several outputs."""
    return InputError(
        f"labels= names {given} outputs but there are {wanted}. One name per output was expected, in order."
    )


def half_a_range(end: str, other: str) -> InputError:
    """Only one end of the predicted ranges."""
    return InputError(
        f"`{end}` was given but `{other}` was not. A predicted range has both ends. "
        f"Pass {other}= as well, or pass this end as prediction= and judge it as a quantile with "
        f"metrics='pinball(quantile={0.1 if end == 'lower' else 0.9})'."
    )


def crossed(lower: str, upper: str, count: int, rows: Sequence[int]) -> InputError:
    """Lower ends above upper ends."""
    return InputError(
        f"`{lower}` lies above `{upper}` in {count:,} {'case' if count == 1 else 'cases'}{first_at(rows)}. "
        "A range runs from lower to upper. Swap or sort the two columns."
    )


def score_for_regression(reason: str) -> InputError:
    """Scores beside a truth that is no label; `reason` says how that was seen."""
    return InputError(
        f"{reason}, which are no labels, but score= says how strongly a model calls a case positive. "
        "Pass predicted numbers as prediction=, which makes it a regression, or labels as the truth."
    )


def bad_loss(name: str, problem: str) -> InputError:
    """A callable loss that cannot be used."""
    return InputError(
        f"The loss {quote(name)} cannot be used: {problem}. "
        "It is called with the truth and the prediction and must give one number per case."
    )


def _columns(count: int) -> str:
    return "1 column" if count == 1 else f"{count} columns"
