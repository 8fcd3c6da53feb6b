"""Messages about baselines and histories."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors.tree import InputError, quote, quote_all


def not_an_evaluation(kind: str) -> InputError:
    """A baseline that is no evaluation."""
    return InputError(
        f"The baseline is a {kind}. An evaluation was expected: keep one with assay evaluate --save baseline.json."
    )


def no_baseline(path: str) -> InputError:
    """A baseline file that is not there."""
    return InputError(
        f"The baseline {quote(path)} does not exist. Keep one with assay evaluate ... --save {path}, or leave it out."
    )


def task_differs(new: str, baseline: str) -> InputError:
    """Results of different tasks."""
    return InputError(
        f"The new result is of the task {quote(new)}, the baseline of {quote(baseline)}. Judge both alike, with task=."
    )


def other_positive(new: object, baseline: object) -> InputError:
    """Results in which another label is the positive one."""
    return InputError(
        f"In the new result {quote(new)} is positive, in the baseline {quote(baseline)}. Judge both with the same "
        "positive=."
    )


def too_few_runs(count: int) -> InputError:
    """A history of fewer than two results."""
    return InputError(f"A history needs at least 2 results, and there is {count}. Give more files.")


def not_runs(kind: str) -> InputError:
    """Something else than files or named results."""
    return InputError(
        f"A history is made of a list of files that save() wrote, or of a mapping from names to evaluations, not of a "
        f"{kind} of something else. Pass {{'monday': result, 'tuesday': result}}."
    )


def run_twice(name: str) -> InputError:
    """One file given twice."""
    return InputError(f"{quote(name)} stands there twice. Name every result once.")


def nothing_shared(names: Sequence[str]) -> InputError:
    """Results without a metric in common."""
    return InputError(f"The results have no metric in common: {quote_all(names)}. Evaluate them with the same metrics.")
